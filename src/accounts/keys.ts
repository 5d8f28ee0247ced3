import type { Tables, Work } from "../database/schema.ts";
import { attributesToRow, type KeyAttributes, rowToAttributes } from "./key-attributes.ts";
import { type KeyMode, newKeyText, randomBase62, readKeyText } from "./key-text.ts";

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
