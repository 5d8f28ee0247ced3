import { flat, ok } from "../core/result.ts";
import type { Tables, Work } from "../database/schema.ts";
import { accountOf } from "./account-admin.ts";
import { type Actor, mayAct, noteAct, operator, tellAct } from "./audit.ts";
import type { AccountsContext, KeepSecret } from "./context.ts";
import { attributesOf, attributesToRow, type KeyAttributes, rowToAttributes } from "./key-attributes.ts";
import { type KeyMode, newKeyText, randomBase62, readKeyText } from "./key-text.ts";
import { lockAccount } from "./links.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** A key as a list shows it. */
export type ListedKey = KeyAttributes & {
  readonly id: string;
  readonly account: string;
  readonly mode: KeyMode;
  readonly prefix: string;
  readonly last4: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Whether a rotation has put another key in its place; it goes on until `expiresAt`. */
  readonly isReplaced: boolean;
  /** To the minute; null: never. */
  readonly lastUsedAt: Date | null;
};

/** `key` is shown once and known to nobody afterwards. */
export type IssuedKey = ListedKey & { readonly key: string };

/** Those that go on, without those that a rotation left to expire. */
export const activeKeys = async (work: Work, account: string, at: Date): Promise<number> => {
  const { active } = await work
    .selectFrom("api_key")
    .select(({ fn }) => fn.countAll().as("active"))
    .where("account_id", "=", account)
    .where("revoked_at", "is", null)
    .where("replaced_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", at.getTime())]))
    .executeTakeFirstOrThrow();
  return Number(active);
};

export type NewKey = {
  readonly account: string;
  readonly mode: KeyMode;
  readonly attributes: KeyAttributes;
  /** Of a key in place of another: where the spending of both counts. */
  readonly spendsAs?: string | undefined;
  readonly at: Date;
};

/** A new key of an account. */
export const issue = async (
  work: Work,
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
  await work.insertInto("api_key").values(row).execute();
  return { ...rowToKey(row), key };
};

/**
 * The first revocation stands. A revoked key may have been stolen, so codes that were made before it no longer bring
 * anybody to the account.
 */
export const revoke = async (work: Work, hash: string, at: Date): Promise<Tables["api_key"]> => {
  const revoked = await work
    .updateTable("api_key")
    .set((eb) => ({ revoked_at: eb.fn.coalesce("revoked_at", eb.val(at.getTime())) }))
    .where("hash", "=", hash)
    .returningAll()
    .executeTakeFirstOrThrow();
  await work.deleteFrom("link_code").where("account_id", "=", revoked.account_id).execute();
  await work.deleteFrom("owner_request").where("account_id", "=", revoked.account_id).execute();
  return revoked;
};

const usedEveryMs = 60_000;

/** Notes that a key was used, once a minute at most. */
export const noteUse = async (work: Work, id: string, lastUsedAt: number | null, at: Date): Promise<void> => {
  const before = at.getTime() - usedEveryMs;
  if (lastUsedAt !== null && lastUsedAt > before) return;
  await work
    .updateTable("api_key")
    .set({ last_used_at: at.getTime() })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<=", before)]))
    .execute();
};

export type DailySpending = {
  /** As in `api_key`. */
  readonly spendsAs: string;
  readonly day: string;
  readonly santim: number;
};

/** Holds a price against a key's daily limit in one conditional statement; false when the limit would be passed. */
export const holdSpending = async (
  work: Work,
  { spendsAs, day, santim }: DailySpending,
  limitSantim: number,
): Promise<boolean> => {
  const most = limitSantim - santim;
  if (most < 0) return false;
  const held = await work
    .insertInto("key_day")
    .values({ key_id: spendsAs, day, santim })
    .onConflict((conflict) =>
      conflict
        .columns(["key_id", "day"])
        .doUpdateSet((eb) => ({ santim: eb("key_day.santim", "+", santim) }))
        .where("key_day.santim", "<=", most),
    )
    .returning("santim")
    .executeTakeFirst();
  return held !== undefined;
};

export const releaseSpending = async (
  work: Work,
  { spendsAs, day, santim }: DailySpending,
): Promise<void> => {
  await work
    .updateTable("key_day")
    .set((eb) => ({ santim: eb("santim", "-", santim) }))
    .where("key_id", "=", spendsAs)
    .where("day", "=", day)
    .execute();
};

export const rowToKey = (row: Tables["api_key"]): ListedKey => ({
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

/** What a new key is held to, where that is chosen, and what keeps it until it was shown. */
export type KeyOrder = Partial<KeyAttributes> & { readonly by?: Actor; readonly keep?: KeepSecret };

/** Keys that an account may have besides those that a rotation left to expire (design 5). */
const activeKeysMax = 5;
const rotationMs = 24 * 60 * 60 * 1000;

/** Refused: `account_unknown`, `too_many_keys` when five are active, `key_attributes_invalid`; of a user `not_owner`, as below. */
export const createKey = async (
  context: AccountsContext,
  account: string,
  mode: KeyMode,
  { by = operator, keep, ...chosen }: KeyOrder = {},
): AdminResult<IssuedKey> =>
  flat(
    await context.store.transaction(async (work) => {
      const at = context.now();
      const attributes = attributesOf(chosen, at);
      if (attributes === null) return refuse("key_attributes_invalid");
      if (!(await lockAccount(work, account))) return refuse("account_unknown");
      if (!(await mayAct(work, context, account, by))) return refuse("not_owner");
      if ((await activeKeys(work, account, at)) >= activeKeysMax) return refuse("too_many_keys");
      const issued = await issueKept(work, { account, mode, attributes, at }, keep);
      const { id: subject, last4: what } = issued;
      await tellAct(work, context, { account, by, act: "key_created", subject, what });
      return ok(issued);
    }),
  );

/** Newest first, those that are revoked or expired too. */
export const listKeys = async (
  context: AccountsContext,
  account: string,
): AdminResult<readonly ListedKey[]> =>
  flat(
    await context.store.transaction(async (work) => {
      const known = await accountOf(work, account);
      if (!known.ok) return known;
      const rows = await work
        .selectFrom("api_key")
        .selectAll()
        .where("account_id", "=", account)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .execute();
      return ok(rows.map(rowToKey));
    }),
  );

/** Makes a new key with the same attributes; the old one works for 24 hours at most. `account`: whose key it must be. */
export const rotateKey = async (
  context: AccountsContext,
  id: string,
  account?: string,
  { by = operator, keep }: Pick<KeyOrder, "by" | "keep"> = {},
): AdminResult<IssuedKey> =>
  flat(
    await context.store.transaction(async (work) => {
      const at = context.now();
      const found = await work
        .selectFrom("api_key")
        .selectAll()
        .where("id", "=", id)
        .$if(account !== undefined, (query) => query.where("account_id", "=", account ?? ""))
        .executeTakeFirst();
      if (found === undefined || !(await lockAccount(work, found.account_id))) return refuse("key_unknown");
      if (!(await mayAct(work, context, found.account_id, by))) return refuse("not_owner");
      const old = await replace(work, found, at);
      if (!old) return refuse("key_unknown");
      const { account_id, mode, spends_as: spendsAs } = old;
      const attributes = rowToAttributes(found);
      const issued = await issueKept(work, { account: account_id, mode, attributes, spendsAs, at }, keep);
      // A key that was replaced makes no codes, and those that it made are withdrawn.
      await work.deleteFrom("link_code").where("maker_kind", "=", "key").where("maker", "=", id).execute();
      const { id: subject, last4: what } = issued;
      await tellAct(work, context, { account: account_id, by, act: "key_replaced", subject, what });
      return ok(issued);
    }),
  );

/** Effective for whoever asks after this resolves, in every process. Refused: `key_unknown`. */
export const revokeKey = async (
  context: AccountsContext,
  id: string,
  account?: string,
  by: Actor = operator,
): AdminResult<ListedKey> =>
  flat(
    await context.store.transaction(async (work) => {
      const found = work.selectFrom("api_key").select(["hash", "account_id"]).where("id", "=", id);
      const key = await found
        .$if(account !== undefined, (query) => query.where("account_id", "=", account ?? ""))
        .executeTakeFirst();
      if (key === undefined) return refuse("key_unknown");
      if (!(await mayAct(work, context, key.account_id, by))) return refuse("not_owner");
      const revoked = rowToKey(await revoke(work, key.hash, context.now()));
      await noteAct(work, context, { account: revoked.account, by, act: "key_revoked", subject: id });
      return ok(revoked);
    }),
  );

/** Revokes a key that was written where others can read it; false when the text is no key of ours. */
export const revokeLeaked = async (
  context: AccountsContext,
  text: string,
  face: "api" | "chat",
): AdminResult<boolean> => {
  const facts = readKeyText(text);
  if (facts === null) return ok(false);
  return context.store.transaction(async (work) => {
    const key = await work
      .selectFrom("api_key")
      .select(["id", "account_id", "revoked_at"])
      .where("hash", "=", facts.hash)
      .executeTakeFirst();
    if (key === undefined) return false;
    const by = { kind: "service", face } as const;
    await revoke(work, facts.hash, context.now());
    if (key.revoked_at === null)
      await noteAct(work, context, { account: key.account_id, by, act: "key_leaked", subject: key.id });
    return true;
  });
};

/** Null when it was replaced before, or is over: a second rotation finds no key. */
const replace = async (
  work: Work,
  { id, expires_at }: Tables["api_key"],
  at: Date,
): Promise<Tables["api_key"] | null> => {
  const endsAt = Math.min(at.getTime() + rotationMs, expires_at ?? Number.POSITIVE_INFINITY);
  const replaced = await work
    .updateTable("api_key")
    .set({ expires_at: endsAt, replaced_at: at.getTime() })
    .where("id", "=", id)
    .where("replaced_at", "is", null)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", at.getTime())]))
    .returningAll()
    .executeTakeFirst();
  return replaced ?? null;
};

const issueKept = async (work: Work, key: NewKey, keep: KeepSecret | undefined): Promise<IssuedKey> => {
  const issued = await issue(work, key);
  await keep?.(work, issued.key);
  return issued;
};
