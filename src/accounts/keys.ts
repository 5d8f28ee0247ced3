import type { Tables, Work } from "../store/schema.ts";
import { type KeyMode, newKeyText, randomBase62, readKeyText } from "./key-text.ts";

/** A key as a list shows it. */
export type ListedKey = {
  readonly id: string;
  readonly account: string;
  readonly mode: KeyMode;
  readonly prefix: string;
  readonly last4: string;
  readonly createdAt: Date;
  /** Set by a rotation: until then the old key goes on. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
};

/** `key` is shown once and known to nobody afterwards. */
export type IssuedKey = ListedKey & { readonly key: string };

/** Those that go on until somebody ends them. */
export const activeKeys = async (work: Work, account: string): Promise<number> => {
  const { active } = await work
    .selectFrom("api_key")
    .select(({ fn }) => fn.countAll().as("active"))
    .where("account_id", "=", account)
    .where("revoked_at", "is", null)
    .where("expires_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(active);
};

/** A new key of an account. */
export const issue = async (work: Work, account: string, mode: KeyMode, at: Date): Promise<IssuedKey> => {
  const key = newKeyText(mode);
  const facts = readKeyText(key);
  if (facts === null) throw new Error("a new key cannot be read");
  const row = {
    id: `key_${randomBase62(16)}`,
    account_id: account,
    ...facts,
    created_at: at.getTime(),
    expires_at: null,
    revoked_at: null,
  };
  await work.insertInto("api_key").values(row).execute();
  return { ...rowToKey(row), key };
};

/** The first revocation stands. */
export const revoke = async (work: Work, hash: string, at: Date): Promise<Tables["api_key"]> =>
  work
    .updateTable("api_key")
    .set((eb) => ({ revoked_at: eb.fn.coalesce("revoked_at", eb.val(at.getTime())) }))
    .where("hash", "=", hash)
    .returningAll()
    .executeTakeFirstOrThrow();

export const rowToKey = (row: Tables["api_key"]): ListedKey => ({
  id: row.id,
  account: row.account_id,
  mode: row.mode,
  prefix: row.prefix,
  last4: row.last4,
  createdAt: new Date(row.created_at),
  expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
  revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
});
