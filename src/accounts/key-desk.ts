import { flat, ok } from "../result.ts";
import type { Work } from "../store/schema.ts";
import { accountOf, lockAccount } from "./account-desk.ts";
import { type KeyMode, readKeyText } from "./key-text.ts";
import { activeKeys, type IssuedKey, issue, type ListedKey, revoke, rowToKey } from "./keys.ts";
import { type AtDesk, refuse } from "./refusal.ts";
import type { KeepSecret, Room } from "./room.ts";

export type KeyDesk = {
  /** Refused: `account_unknown`, `too_many_keys` when five are active. */
  readonly createKey: (account: string, mode: KeyMode, keep?: KeepSecret) => AtDesk<IssuedKey>;
  /** Newest first, those that are revoked or expired too. */
  readonly listKeys: (account: string) => AtDesk<readonly ListedKey[]>;
  /** A new key of the same mode; the old one goes on for 24 hours. `account`: only if it is that one's. */
  readonly rotateKey: (id: string, account?: string, keep?: KeepSecret) => AtDesk<IssuedKey>;
  /** Effective for whoever asks after this resolves, in every process. Refused: `key_unknown`. */
  readonly revokeKey: (id: string, account?: string) => AtDesk<ListedKey>;
  /** Revokes a key that was written where others can read it; false when the text is no key of ours. */
  readonly revokeLeaked: (text: string) => AtDesk<boolean>;
};

/** Keys that an account may have besides those that a rotation left to expire (design 5). */
const activeKeysMax = 5;
const rotationMs = 24 * 60 * 60 * 1000;

export const createKeyDesk = ({ store, now }: Room): KeyDesk => ({
  createKey: async (account, mode, keep) =>
    flat(
      await store.transaction(async (work) => {
        if (!(await lockAccount(work, account))) return refuse("account_unknown");
        if ((await activeKeys(work, account)) >= activeKeysMax) return refuse("too_many_keys");
        return ok(await issueKept(work, { account, mode, at: now() }, keep));
      }),
    ),

  listKeys: async (account) =>
    flat(
      await store.transaction(async (work) => {
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
    ),

  rotateKey: async (id, account, keep) =>
    flat(
      await store.transaction(async (work) => {
        const at = now();
        // Only a key that would otherwise go on for ever is replaced: a second rotation finds none.
        const old = await work
          .updateTable("api_key")
          .set({ expires_at: at.getTime() + rotationMs })
          .where("id", "=", id)
          .$if(account !== undefined, (query) => query.where("account_id", "=", account ?? ""))
          .where("expires_at", "is", null)
          .where("revoked_at", "is", null)
          .returning(["account_id", "mode"])
          .executeTakeFirst();
        if (old === undefined) return refuse("key_unknown");
        return ok(await issueKept(work, { account: old.account_id, mode: old.mode, at }, keep));
      }),
    ),

  revokeKey: async (id, account) =>
    flat(
      await store.transaction(async (work) => {
        const found = work.selectFrom("api_key").select("hash").where("id", "=", id);
        const key = await found
          .$if(account !== undefined, (query) => query.where("account_id", "=", account ?? ""))
          .executeTakeFirst();
        if (key === undefined) return refuse("key_unknown");
        return ok(rowToKey(await revoke(work, key.hash, now())));
      }),
    ),

  revokeLeaked: async (text) => {
    const facts = readKeyText(text);
    if (facts === null) return ok(false);
    return store.transaction(async (work) => {
      const key = await work
        .selectFrom("api_key")
        .select("hash")
        .where("hash", "=", facts.hash)
        .executeTakeFirst();
      if (key !== undefined) await revoke(work, key.hash, now());
      return key !== undefined;
    });
  },
});

type Ordered = { readonly account: string; readonly mode: KeyMode; readonly at: Date };

const issueKept = async (
  work: Work,
  { account, mode, at }: Ordered,
  keep: KeepSecret | undefined,
): Promise<IssuedKey> => {
  const issued = await issue(work, account, mode, at);
  await keep?.(work, issued.key);
  return issued;
};
