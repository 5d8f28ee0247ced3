import { type Expression, expressionBuilder, type SqlBool } from "kysely";
import { fail } from "../core/failure.ts";
import { flat, ok } from "../core/result.ts";
import { dayMs } from "../core/time.ts";
import type { Tables, Transaction, Where } from "../database/schema.ts";
import { accountOf } from "./account-admin.ts";
import { type Actor, operator, tellAct } from "./audit.ts";
import type { AccountsContext, KeepSecret } from "./context.ts";
import { attributesOf, attributesToRow, type KeyAttributes, rowToAttributes } from "./key-attributes.ts";
import { type KeyMode, newKeyText, randomBase62, readKeyText } from "./key-text.ts";
import { lockAccount } from "./links.ts";
import { givesNothing, mayAct } from "./permission.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** A key without its secret. */
export type ListedKey = KeyAttributes & {
  readonly id: string;
  readonly account: string;
  readonly mode: KeyMode;
  readonly prefix: string;
  readonly last4: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Whether a rotation has replaced it. It works until `expiresAt`. */
  readonly isReplaced: boolean;
  /** To the minute; null: never. */
  readonly lastUsedAt: Date | null;
};

/** `key` is shown once and stored nowhere. */
export type IssuedKey = ListedKey & { readonly key: string };

/** The key works: it is neither revoked nor past its end. One that was replaced works until then, too. */
export const isActiveKeyAt = (at: Date): Expression<SqlBool> => {
  const eb: Where<"api_key"> = expressionBuilder();
  return eb.and([
    eb("api_key.revoked_at", "is", null),
    eb.or([eb("api_key.expires_at", "is", null), eb("api_key.expires_at", ">", at.getTime())]),
  ]);
};

/**
 * The key works and no other has replaced it. A replaced one still answers, but makes no codes, is not replaced again and
 * takes no place among the account's keys.
 */
export const isCurrentKeyAt = (at: Date): Expression<SqlBool> => {
  const eb: Where<"api_key"> = expressionBuilder();
  return eb.and([isActiveKeyAt(at), eb("api_key.replaced_at", "is", null)]);
};

/** Counts active keys without replaced ones. */
export const currentKeys = async (trx: Transaction, account: string, at: Date): Promise<number> => {
  const { current } = await trx
    .selectFrom("api_key")
    .select(({ fn }) => fn.countAll().as("current"))
    .where("account_id", "=", account)
    .where(isCurrentKeyAt(at))
    .executeTakeFirstOrThrow();
  return Number(current);
};

type NewKey = {
  readonly account: string;
  readonly mode: KeyMode;
  readonly attributes: KeyAttributes;
  /** For a key that replaces another: the daily limit that both share. */
  readonly spendsAs?: string | undefined;
  readonly at: Date;
};

export const issue = async (
  trx: Transaction,
  { account, mode, attributes, spendsAs, at }: NewKey,
): Promise<IssuedKey> => {
  const key = newKeyText(mode);
  const facts = readKeyText(key);
  if (facts === null) throw new Error("a new key cannot be read");
  const id = `key_${randomBase62(16)}`;
  const row = {
    id,
    account_id: account,
    ...facts,
    ...attributesToRow(attributes),
    created_at: at.getTime(),
    revoked_at: null,
    replaced_at: null,
    last_used_at: null,
    spends_as: spendsAs ?? id,
  };
  await trx.insertInto("api_key").values(row).execute();
  return { ...rowToKey(row), key };
};

/**
 * Revokes a key once; null: it was revoked before, or is gone, such as when its account was erased at this moment. Sessions
 * that were opened with it end. It may have been stolen, so the account's link codes are deleted too; revoking it again
 * must not end those that were made since.
 */
const revoke = async (trx: Transaction, hash: string, at: Date): Promise<Tables["api_key"] | null> => {
  const revoked = await trx
    .updateTable("api_key")
    .set({ revoked_at: at.getTime() })
    .where("hash", "=", hash)
    .where("revoked_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (revoked === undefined) return null;
  await trx.deleteFrom("link_code").where("account_id", "=", revoked.account_id).execute();
  await trx.deleteFrom("owner_request").where("account_id", "=", revoked.account_id).execute();
  await trx.deleteFrom("web_session").where("kind", "=", "key").where("holder", "=", revoked.id).execute();
  return revoked;
};

const rowToKey = (row: Tables["api_key"]): ListedKey => ({
  ...rowToAttributes(row),
  id: row.id,
  account: row.account_id,
  mode: row.mode,
  prefix: row.prefix,
  last4: row.last4,
  createdAt: new Date(row.created_at),
  revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
  isReplaced: row.replaced_at !== null,
  lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
});

/** Neither revoked nor past its end. */
export const isActiveKey = ({ revokedAt, expiresAt }: ListedKey, at: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > at);

/** A key as HTTP and the operator's tool write it in JSON: money in santim, times in ISO 8601. */
export const describeKey = (key: ListedKey) => ({
  id: key.id,
  mode: key.mode,
  name: key.name,
  scopes: key.scopes,
  addresses: key.addresses,
  daily_limit_minor: key.dailyLimitSantim,
  prefix: key.prefix,
  last4: key.last4,
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
});

/** `keep` keeps the new key until it has been shown. */
export type KeyOptions = Partial<KeyAttributes> & { readonly by?: Actor; readonly keep?: KeepSecret };

/** Active keys of one account; replaced ones do not count. */
const currentKeysMax = 5;
const rotationMs = dayMs;
/** Replaced keys of one account that still work, at most: the newest. */
const replacedKeysMax = 10;
/** Ended keys of one account that are remembered, so that no list of them grows without end. */
const endedKeysMax = 200;

/** Refused: `account_unknown`, `too_many_keys`, `key_attributes_invalid`, `not_owner`. Failure: `account_suspended`. */
export const createKey = async (
  context: AccountsContext,
  account: string,
  mode: KeyMode,
  { by = operator, keep, ...chosen }: KeyOptions = {},
): AdminResult<IssuedKey> =>
  flat(
    await context.store.transaction(async (trx): AdminResult<IssuedKey> => {
      const at = context.now();
      const attributes = attributesOf(chosen, at);
      if (attributes === null) return refuse("key_attributes_invalid");
      if (!(await lockAccount(trx, account))) return refuse("account_unknown");
      if (!(await mayAct(trx, context, account, by))) return refuse("not_owner");
      if (await givesNothing(trx, account, by)) return fail("account_suspended");
      if ((await currentKeys(trx, account, at)) >= currentKeysMax) return refuse("too_many_keys");
      const issued = await issueKept(trx, { account, mode, attributes, at }, keep);
      const { id: subject, last4: what } = issued;
      await tellAct(trx, context, { account, by, act: "key_created", subject, what });
      return ok(issued);
    }),
  );

/** Newest first, including revoked and expired keys. */
export const listKeys = async (
  context: AccountsContext,
  account: string,
): AdminResult<readonly ListedKey[]> =>
  flat(
    await context.store.read(async (db) => {
      const known = await accountOf(db, account);
      if (!known.ok) return known;
      const rows = await db
        .selectFrom("api_key")
        .selectAll()
        .where("account_id", "=", account)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .execute();
      return ok(rows.map(rowToKey));
    }),
  );

/**
 * Replaces a key by one with the same attributes; the old one works for 24 more hours, unless ten others are replaced
 * before. Refused: `key_unknown`, `not_owner`. Failure: `account_suspended`.
 */
export const rotateKey = async (
  context: AccountsContext,
  id: string,
  account?: string,
  { by = operator, keep }: Pick<KeyOptions, "by" | "keep"> = {},
): AdminResult<IssuedKey> =>
  flat(
    await context.store.transaction(async (trx): AdminResult<IssuedKey> => {
      const at = context.now();
      const found = await trx
        .selectFrom("api_key")
        .selectAll()
        .where("id", "=", id)
        .$if(account !== undefined, (query) => query.where("account_id", "=", account ?? ""))
        .executeTakeFirst();
      if (found === undefined || !(await lockAccount(trx, found.account_id))) return refuse("key_unknown");
      if (!(await mayAct(trx, context, found.account_id, by))) return refuse("not_owner");
      if (await givesNothing(trx, found.account_id, by)) return fail("account_suspended");
      const old = await replace(trx, found, at);
      if (!old) return refuse("key_unknown");
      await endReplaced(trx, { account: old.account_id, at });
      const { account_id, mode, spends_as: spendsAs } = old;
      const attributes = rowToAttributes(found);
      const issued = await issueKept(trx, { account: account_id, mode, attributes, spendsAs, at }, keep);
      // A replaced key makes no codes, and its codes end.
      await trx.deleteFrom("link_code").where("maker_kind", "=", "key").where("maker", "=", id).execute();
      const { id: subject, last4: what } = issued;
      await tellAct(trx, context, { account: account_id, by, act: "key_replaced", subject, what });
      return ok(issued);
    }),
  );

/**
 * Takes effect in every process when it resolves; changes nothing when it was revoked before. Refused: `key_unknown`,
 * `not_owner`.
 */
export const revokeKey = async (
  context: AccountsContext,
  id: string,
  account?: string,
  by: Actor = operator,
): AdminResult<ListedKey> =>
  flat(
    await context.store.transaction(async (trx) => {
      const found = trx
        .selectFrom("api_key")
        .selectAll()
        .where("id", "=", id)
        .$if(account !== undefined, (query) => query.where("account_id", "=", account ?? ""));
      const key = await found.executeTakeFirst();
      if (key === undefined) return refuse("key_unknown");
      if (!(await mayAct(trx, context, key.account_id, by))) return refuse("not_owner");
      const revoked = await revoke(trx, key.hash, context.now());
      if (revoked !== null) {
        const { account_id, last4: what } = revoked;
        await tellAct(trx, context, { account: account_id, by, act: "key_revoked", subject: id, what });
      }
      const shown = revoked ?? (await found.executeTakeFirst());
      return shown === undefined ? refuse("key_unknown") : ok(rowToKey(shown));
    }),
  );

/**
 * Revokes a key that others could read; false when the text is none of our keys. `chatId`: the chat that is told of it by
 * the caller.
 */
export const revokeLeaked = async (
  context: AccountsContext,
  text: string,
  face: "api" | "chat",
  chatId?: number,
): AdminResult<boolean> => {
  const facts = readKeyText(text);
  if (facts === null) return ok(false);
  return context.store.transaction(async (trx) => {
    const key = await trx
      .selectFrom("api_key")
      .select(["id", "account_id", "last4"])
      .where("hash", "=", facts.hash)
      .executeTakeFirst();
    if (key === undefined) return false;
    const { id: subject, account_id: account, last4: what } = key;
    const by = { kind: "service", face, chatId } as const;
    if ((await revoke(trx, facts.hash, context.now())) !== null)
      await tellAct(trx, context, { account, by, act: "key_leaked", subject, what });
    return true;
  });
};

/** Null when the key was replaced before or does not work any more. */
const replace = async (
  trx: Transaction,
  { id, expires_at }: Tables["api_key"],
  at: Date,
): Promise<Tables["api_key"] | null> => {
  const endsAt = Math.min(at.getTime() + rotationMs, expires_at ?? Number.POSITIVE_INFINITY);
  const replaced = await trx
    .updateTable("api_key")
    .set({ expires_at: endsAt, replaced_at: at.getTime() })
    .where("id", "=", id)
    .where(isCurrentKeyAt(at))
    .returningAll()
    .executeTakeFirst();
  return replaced ?? null;
};

/** Ends replaced keys beyond the newest, so that no account has keys without end. */
const endReplaced = async (
  trx: Transaction,
  { account, at }: Pick<NewKey, "account" | "at">,
): Promise<void> => {
  const works = (eb: Where<"api_key">) =>
    eb.and([eb("account_id", "=", account), eb("replaced_at", "is not", null), isActiveKeyAt(at)]);
  const newest = trx
    .selectFrom("api_key")
    .select("id")
    .where(works)
    .orderBy("replaced_at", "desc")
    .orderBy("id")
    .limit(replacedKeysMax);
  await trx
    .updateTable("api_key")
    .set({ expires_at: at.getTime() })
    .where(works)
    .where("id", "not in", newest)
    .execute();
};

const issueKept = async (trx: Transaction, key: NewKey, keep: KeepSecret | undefined): Promise<IssuedKey> => {
  const issued = await issue(trx, key);
  await forgetEnded(trx, key);
  await keep?.(trx, issued.key);
  return issued;
};

/** Deletes the oldest keys that were revoked or have expired. A deleted key is unknown when it is shown. */
const forgetEnded = async (
  trx: Transaction,
  { account, at }: Pick<NewKey, "account" | "at">,
): Promise<void> => {
  const isEnded = (eb: Where<"api_key">) =>
    eb.and([eb("account_id", "=", account), eb.not(isActiveKeyAt(at))]);
  const newest = trx
    .selectFrom("api_key")
    .select("id")
    .where(isEnded)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(endedKeysMax);
  await trx.deleteFrom("api_key").where(isEnded).where("id", "not in", newest).execute();
};
