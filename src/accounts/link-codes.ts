import { digestOf } from "../core/crypto.ts";
import { fail } from "../core/failure.ts";
import { flat, ok } from "../core/result.ts";
import { minuteMs } from "../core/time.ts";
import type { Tables, Transaction, Where } from "../database/schema.ts";
import { type Actor, noteAct, operator, tellAct } from "./audit.ts";
import type { AccountsContext, KeepSecret } from "./context.ts";
import { randomBase62 } from "./key-text.ts";
import { isCurrentKeyAt } from "./keys.ts";
import { hasOwner, isAwaited, type LinkRole, lockAccount } from "./links.ts";
import { givesNothing, mayAct, mayChange } from "./permission.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** A link code without its secret. */
export type ListedCode = {
  readonly id: string;
  readonly role: LinkRole;
  readonly maker: Tables["link_code"]["maker_kind"];
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** A link code as HTTP and the operator's tool write it in JSON. */
export const describeLinkCode = ({ id, role, maker, createdAt, expiresAt }: ListedCode) => ({
  id,
  role,
  made_by: maker,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});

export type NewCode = { readonly id: string; readonly code: string; readonly expiresAt: Date };

const codeMs = 10 * minuteMs;
/** Valid codes of one account at a time. */
const codesMax = 5;

/**
 * Makes a code for one use within ten minutes that fits a deep link. A key makes codes for staff alone. Refused:
 * `account_unknown`, `too_many_link_codes`, `key_unknown`, `not_owner`. Failure: `account_suspended`.
 */
export const createLinkCode = async (
  context: AccountsContext,
  account: string,
  role: LinkRole,
  { by = operator, keep }: { readonly by?: Actor; readonly keep?: KeepSecret } = {},
): AdminResult<NewCode> => {
  const { store, now } = context;
  return flat(
    await store.transaction(async (trx): AdminResult<NewCode> => {
      if (!(await lockAccount(trx, account))) return refuse("account_unknown");
      if (!(await mayAct(trx, context, account, by))) return refuse("not_owner");
      if (await givesNothing(trx, account, by)) return fail("account_suspended");
      if (by.kind === "key" && !(role === "staff" && (await isMaker(trx, by.key, now()))))
        return refuse("key_unknown");
      return make(trx, context, { account, role, by, keep });
    }),
  );
};

/** Makes a code for the first owner. Refused: `account_has_owner`, also while a former owner may come back. */
export const inviteOwner = async (context: AccountsContext, account: string): AdminResult<NewCode> => {
  const { store } = context;
  return flat(
    await store.transaction(async (trx): AdminResult<NewCode> => {
      if (!(await lockAccount(trx, account))) return refuse("account_unknown");
      if ((await hasOwner(trx, account)) || (await isAwaited(trx, account)))
        return refuse("account_has_owner");
      return make(trx, context, { account, role: "owner", by: operator });
    }),
  );
};

/** Valid codes, newest first. */
export const listLinkCodes = (
  { store, now }: AccountsContext,
  account: string,
): AdminResult<readonly ListedCode[]> =>
  store.read(async (db) => {
    const rows = await db
      .selectFrom("link_code")
      .selectAll()
      .where("account_id", "=", account)
      .where(isAlive(now()))
      .orderBy("created_at", "desc")
      .orderBy("id")
      .execute();
    return rows.map(rowToCode);
  });

/** Refused: `link_code_unknown`, also when the code belongs to another account; `not_owner`. */
export const recallLinkCode = async (
  context: AccountsContext,
  id: string,
  account?: string,
  by: Actor = operator,
): AdminResult<ListedCode> => {
  const { store } = context;
  return flat(
    await store.transaction(async (trx): AdminResult<ListedCode> => {
      const found = await trx
        .selectFrom("link_code")
        .select(["hash", "account_id"])
        .where("id", "=", id)
        .$if(account !== undefined, (query) => query.where("account_id", "=", account ?? ""))
        .executeTakeFirst();
      if (found === undefined) return refuse("link_code_unknown");
      if (!(await mayChange(trx, context, found.account_id, by))) return refuse("not_owner");
      const recalled = await trx
        .deleteFrom("link_code")
        .where("hash", "=", found.hash)
        .returningAll()
        .executeTakeFirst();
      if (recalled === undefined) return refuse("link_code_unknown");
      await noteAct(trx, context, {
        account: recalled.account_id,
        by,
        act: "link_recalled",
        subject: id,
      });
      return ok(rowToCode(recalled));
    }),
  );
};

type Making = {
  readonly account: string;
  readonly role: LinkRole;
  readonly by: Actor;
  readonly keep?: KeepSecret | undefined;
};

/** The caller holds the lock of the account, so that codes are counted one after the other. */
const make = async (
  trx: Transaction,
  context: AccountsContext,
  { account, role, by, keep }: Making,
): AdminResult<NewCode> => {
  const at = context.now();
  const { alive } = await trx
    .selectFrom("link_code")
    .select(({ fn }) => fn.countAll().as("alive"))
    .where("account_id", "=", account)
    .where(isAlive(at))
    .executeTakeFirstOrThrow();
  if (Number(alive) >= codesMax) return refuse("too_many_link_codes");
  const code = randomBase62(22);
  const id = `lnk_${randomBase62(16)}`;
  const expires_at = at.getTime() + codeMs;
  await trx
    .insertInto("link_code")
    .values({
      id,
      hash: digestOf(code),
      account_id: account,
      role,
      ...makerOf(by, context),
      created_at: at.getTime(),
      expires_at,
    })
    .execute();
  await keep?.(trx, code);
  await tellAct(trx, context, { account, by, act: "link_created", subject: id, what: role });
  return ok({ id, code, expiresAt: new Date(expires_at) });
};

const makerOf = (
  by: Actor,
  { pseudonyms }: AccountsContext,
): Pick<Tables["link_code"], "maker_kind" | "maker"> => {
  if (by.kind === "key") return { maker_kind: "key", maker: by.key };
  if (by.kind === "user") return { maker_kind: "person", maker: pseudonyms.user(by.userId) };
  return { maker_kind: "operator", maker: "" };
};

/** A key that was replaced, revoked or has expired makes no codes. */
const isMaker = async (trx: Transaction, key: string, at: Date): Promise<boolean> => {
  const found = await trx
    .selectFrom("api_key")
    .select("id")
    .where("id", "=", key)
    .where(isCurrentKeyAt(at))
    .executeTakeFirst();
  return found !== undefined;
};

/** The code has not expired, and the key that made it still works and was not replaced. */
const isAlive = (at: Date) => (eb: Where<"link_code">) =>
  eb.and([
    eb("link_code.expires_at", ">", at.getTime()),
    eb.or([
      eb("link_code.maker_kind", "!=", "key"),
      eb.exists(
        eb
          .selectFrom("api_key")
          .select("api_key.id")
          .whereRef("api_key.id", "=", "link_code.maker")
          .where(isCurrentKeyAt(at)),
      ),
    ]),
  ]);

/** Null: there is no such valid code. */
export const codeOf = async (
  trx: Transaction,
  code: string,
  at: Date,
): Promise<Tables["link_code"] | null> => {
  const found = await trx
    .selectFrom("link_code")
    .selectAll()
    .where("hash", "=", digestOf(code))
    .where(isAlive(at))
    .executeTakeFirst();
  return found ?? null;
};

/** Uses up a code; null: there is no such valid code. */
export const takeCode = async (
  trx: Transaction,
  code: string,
  at: Date,
): Promise<Tables["link_code"] | null> => {
  const taken = await trx
    .deleteFrom("link_code")
    .where("hash", "=", digestOf(code))
    .where(isAlive(at))
    .returningAll()
    .executeTakeFirst();
  return taken ?? null;
};

const rowToCode = (row: Tables["link_code"]): ListedCode => ({
  id: row.id,
  role: row.role,
  maker: row.maker_kind,
  createdAt: new Date(row.created_at),
  expiresAt: new Date(row.expires_at),
});
