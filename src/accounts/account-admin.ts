import { fail } from "../core/failure.ts";
import { flat, ok } from "../core/result.ts";
import type { Database, Tables, Transaction } from "../database/schema.ts";
import { type AuditAct, noteAct, operator } from "./audit.ts";
import type { AccountsContext } from "./context.ts";
import { randomBase62 } from "./key-text.ts";
import { spendable } from "./ledger.ts";
import { endLinks, isSuspended } from "./links.ts";
import { pageOf } from "./page.ts";
import type { Tier } from "./quotas.ts";
import { type AdminResult, refuse } from "./refusal.ts";

export type { Tier } from "./quotas.ts";

export type Account = {
  readonly id: string;
  /** Empty for an account that was made in a chat. */
  readonly name: string;
  readonly tier: Tier;
  /** Without what is reserved. */
  readonly balanceSantim: number;
  readonly suspended: boolean;
  readonly createdAt: Date;
};

/** Refused: `account_name_invalid` unless the name has 1 to 100 characters. */
export const createAccount = async (
  context: AccountsContext,
  { name, tier }: { readonly name: string; readonly tier: Tier },
): AdminResult<Account> => {
  const { store, now } = context;
  const given = name.trim();
  if (given.length === 0 || given.length > nameLengthMax) return refuse("account_name_invalid");
  return flat(
    await store.transaction(async (trx) => {
      const id = await insertAccount(trx, { name: given, tier, at: now() });
      await noteAct(trx, context, { account: id, by: operator, act: "account_created" });
      return accountOf(trx, id);
    }),
  );
};

/** Refused: `account_unknown`, as for every function below that takes an id. */
export const showAccount = async ({ store }: AccountsContext, id: string): AdminResult<Account> =>
  flat(await store.read((db) => accountOf(db, id)));

/** Newest first; `after`: the last account of the page before. */
export const listAccounts = async (
  { store }: AccountsContext,
  {
    after,
    limit,
  }: {
    readonly after?: Account;
    readonly limit: number;
  },
): AdminResult<readonly Account[]> =>
  store.read(async (db) => {
    const place = after && { at: after.createdAt, id: after.id };
    const page = pageOf(unerased(db), ["created_at", "id"], "newest first", { after: place, limit });
    return (await page.execute()).map(rowToAccount);
  });

export const suspend = (context: AccountsContext, id: string): AdminResult<Account> => {
  const { now } = context;
  return change(context, id, { suspended_at: now().getTime() }, "account_suspended");
};

/** Ends a suspension. An account that was erased while it was suspended stays erased, and lets its people go. */
export const resume = async (context: AccountsContext, id: string): AdminResult<Account> => {
  const { store, now } = context;
  const resumed = await change(context, id, { suspended_at: null }, "account_resumed");
  if (resumed.ok || resumed.error.code !== "account_unknown") return resumed;
  return flat(
    await store.transaction(async (trx) => {
      const erased = await trx
        .updateTable("account")
        .set({ suspended_at: null })
        .where("id", "=", id)
        .where("erased_at", "is not", null)
        .where("suspended_at", "is not", null)
        .returning("id")
        .executeTakeFirst();
      if (erased === undefined) return resumed;
      await endLinks(trx, id, now());
      return ok(rowToAccount(await accounts(trx).where("id", "=", id).executeTakeFirstOrThrow()));
    }),
  );
};

/** Chooses whether the account pays or has free answers of a day. Its money stays. */
export const chooseTier = (context: AccountsContext, id: string, tier: Tier): AdminResult<Account> =>
  change(context, id, { tier }, "tier_changed");

const change = async (
  context: AccountsContext,
  id: string,
  changed: Partial<Tables["account"]>,
  act: AuditAct,
) => {
  const { store } = context;
  return flat(
    await store.transaction(async (trx) => {
      await trx
        .updateTable("account")
        .set(changed)
        .where("id", "=", id)
        .where("erased_at", "is", null)
        .execute();
      const account = await accountOf(trx, id);
      if (account.ok) await noteAct(trx, context, { account: id, by: operator, act });
      return account;
    }),
  );
};

const nameLengthMax = 100;

type NewAccount = {
  readonly name: string;
  readonly tier: Tier;
  /** The pseudonym of the user on whose day its free checks count; unset until somebody owns the account. */
  readonly madeBy?: string;
  readonly at: Date;
};

/** Makes an account with an empty ledger; resolves with its id. */
export const insertAccount = async (
  trx: Transaction,
  { name, tier, madeBy = "", at }: NewAccount,
): Promise<string> => {
  const id = `acc_${randomBase62(20)}`;
  const created_at = at.getTime();
  await trx
    .insertInto("account")
    .values({ id, name, tier, made_by: madeBy, suspended_at: null, erased_at: null, created_at })
    .execute();
  await trx
    .insertInto("balance")
    .values({ account_id: id, posted_santim: 0, pending_santim: 0, entries: 0 })
    .execute();
  return id;
};

export const accountOf = async (trx: Database, id: string) => {
  const row = await unerased(trx).where("account.id", "=", id).executeTakeFirst();
  return row ? ok(rowToAccount(row)) : refuse("account_unknown");
};

/** The account of a linked user. Failure: `account_suspended`. */
export const linkedAccount = async (trx: Transaction, account: string) =>
  (await isSuspended(trx, account)) ? fail("account_suspended") : accountOf(trx, account);

const accounts = (trx: Database) =>
  trx.selectFrom("account").innerJoin("balance", "balance.account_id", "account.id").selectAll();

const unerased = (trx: Database) => accounts(trx).where("erased_at", "is", null);

const rowToAccount = (row: Tables["account"] & Tables["balance"]): Account => ({
  id: row.id,
  name: row.name,
  tier: row.tier,
  balanceSantim: spendable(row),
  suspended: row.suspended_at !== null,
  createdAt: new Date(row.created_at),
});
