import { fail } from "../core/failure.ts";
import { flat, ok } from "../core/result.ts";
import type { Tables, Work } from "../database/schema.ts";
import type { Tier } from "./admission.ts";
import { type AuditAct, noteAct, operator } from "./audit.ts";
import type { AccountsContext } from "./context.ts";
import { randomBase62 } from "./key-text.ts";
import { isSuspended } from "./links.ts";
import { spendable } from "./money.ts";
import { type AdminResult, refuse } from "./refusal.ts";

export type { Tier } from "./admission.ts";

export type Account = {
  readonly id: string;
  /** Empty for an account that a chat made. */
  readonly name: string;
  readonly tier: Tier;
  /** What nothing holds. */
  readonly balanceSantim: number;
  readonly suspended: boolean;
  readonly createdAt: Date;
};

export type AccountAdmin = {
  /** Refused: `account_name_invalid` unless the name has 1 to 100 characters. */
  readonly createAccount: (given: { readonly name: string; readonly tier: Tier }) => AdminResult<Account>;
  /** Refused: `account_unknown`, as everything below that names an account. */
  readonly showAccount: (id: string) => AdminResult<Account>;
  /** Newest first; `after` is the last one of the page before. */
  readonly listAccounts: (page: {
    readonly after?: Account;
    readonly limit: number;
  }) => AdminResult<readonly Account[]>;
  readonly suspend: (id: string) => AdminResult<Account>;
  readonly resume: (id: string) => AdminResult<Account>;
  /** From paying to the free answers of a day, or back; the money stays. */
  readonly chooseTier: (id: string, tier: Tier) => AdminResult<Account>;
};

export const createAccountAdmin = (context: AccountsContext): AccountAdmin => {
  const { store, now } = context;
  const change = async (id: string, changed: Partial<Tables["account"]>, act: AuditAct) =>
    flat(
      await store.transaction(async (work) => {
        await work
          .updateTable("account")
          .set(changed)
          .where("id", "=", id)
          .where("erased_at", "is", null)
          .execute();
        const account = await accountOf(work, id);
        if (account.ok) await noteAct(work, context, { account: id, by: operator, act });
        return account;
      }),
    );
  return {
    createAccount: async ({ name, tier }) => {
      const given = name.trim();
      if (given.length === 0 || given.length > nameLengthMax) return refuse("account_name_invalid");
      return flat(
        await store.transaction(async (work) => {
          const id = await insertAccount(work, { name: given, tier, at: now() });
          await noteAct(work, context, { account: id, by: operator, act: "account_created" });
          return accountOf(work, id);
        }),
      );
    },
    showAccount: async (id) => flat(await store.transaction((work) => accountOf(work, id))),
    listAccounts: async ({ after, limit }) =>
      store.transaction(async (work) => {
        const rows = await accounts(work)
          .$if(after !== undefined, (query) =>
            query.where((eb) => {
              const at = after?.createdAt.getTime() ?? 0;
              return eb.or([
                eb("created_at", "<", at),
                eb.and([eb("created_at", "=", at), eb("id", "<", after?.id ?? "")]),
              ]);
            }),
          )
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(limit)
          .execute();
        return rows.map(rowToAccount);
      }),
    suspend: (id) => change(id, { suspended_at: now().getTime() }, "account_suspended"),
    resume: (id) => change(id, { suspended_at: null }, "account_resumed"),
    chooseTier: (id, tier) => change(id, { tier }, "tier_changed"),
  };
};

const nameLengthMax = 100;

type NewAccount = {
  readonly name: string;
  readonly tier: Tier;
  /** An HMAC of the person on whose day its free checks count; unset until somebody owns the account. */
  readonly madeBy?: string;
  readonly at: Date;
};

/** Makes an account with an empty ledger; resolves with its id. */
export const insertAccount = async (
  work: Work,
  { name, tier, madeBy = "", at }: NewAccount,
): Promise<string> => {
  const id = `acc_${randomBase62(20)}`;
  const created_at = at.getTime();
  await work
    .insertInto("account")
    .values({ id, name, tier, made_by: madeBy, suspended_at: null, erased_at: null, created_at })
    .execute();
  await work
    .insertInto("balance")
    .values({ account_id: id, posted_santim: 0, pending_santim: 0, entries: 0 })
    .execute();
  return id;
};

export const accountOf = async (work: Work, id: string) => {
  const row = await accounts(work).where("account.id", "=", id).executeTakeFirst();
  return row ? ok(rowToAccount(row)) : refuse("account_unknown");
};

/** The same of whom it is linked to. Failure: `account_suspended`. */
export const linkedAccount = async (work: Work, account: string) =>
  (await isSuspended(work, account)) ? fail("account_suspended") : accountOf(work, account);

const accounts = (work: Work) =>
  work
    .selectFrom("account")
    .innerJoin("balance", "balance.account_id", "account.id")
    .selectAll()
    .where("erased_at", "is", null);

const rowToAccount = (row: Tables["account"] & Tables["balance"]): Account => ({
  id: row.id,
  name: row.name,
  tier: row.tier,
  balanceSantim: spendable(row),
  suspended: row.suspended_at !== null,
  createdAt: new Date(row.created_at),
});
