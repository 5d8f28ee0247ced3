import { flat, ok } from "../core/result.ts";
import type { Tables, Work } from "../database/schema.ts";
import { accountOf } from "./account-admin.ts";
import { type Actor, mayAct, noteAct, operator, tellAct } from "./audit.ts";
import type { AccountsContext, KeepSecret } from "./context.ts";
import { attributesOf, type KeyAttributes, rowToAttributes } from "./key-attributes.ts";
import { type KeyMode, readKeyText } from "./key-text.ts";
import { activeKeys, type IssuedKey, issue, type ListedKey, type NewKey, revoke, rowToKey } from "./keys.ts";
import { lockAccount } from "./links.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** What a new key is held to, where that is chosen, and what keeps it until it was shown. */
export type KeyOrder = Partial<KeyAttributes> & { readonly by?: Actor; readonly keep?: KeepSecret };

export type KeyAdmin = {
  /** Refused: `account_unknown`, `too_many_keys` when five are active, `key_attributes_invalid`; of a user `not_owner`, as below. */
  readonly createKey: (account: string, mode: KeyMode, order?: KeyOrder) => AdminResult<IssuedKey>;
  /** Newest first, those that are revoked or expired too. */
  readonly listKeys: (account: string) => AdminResult<readonly ListedKey[]>;
  /** Makes a new key with the same attributes; the old one works for 24 hours at most. `account`: whose key it must be. */
  readonly rotateKey: (
    id: string,
    account?: string,
    order?: Pick<KeyOrder, "by" | "keep">,
  ) => AdminResult<IssuedKey>;
  /** Effective for whoever asks after this resolves, in every process. Refused: `key_unknown`. */
  readonly revokeKey: (id: string, account?: string, by?: Actor) => AdminResult<ListedKey>;
  /** Revokes a key that was written where others can read it; false when the text is no key of ours. */
  readonly revokeLeaked: (text: string, face: "api" | "chat") => AdminResult<boolean>;
};

/** Keys that an account may have besides those that a rotation left to expire (design 5). */
const activeKeysMax = 5;
const rotationMs = 24 * 60 * 60 * 1000;

export const createKeyAdmin = (context: AccountsContext): KeyAdmin => ({
  createKey: async (account, mode, { by = operator, keep, ...chosen } = {}) =>
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
    ),

  listKeys: async (account) =>
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
    ),

  rotateKey: async (id, account, { by = operator, keep } = {}) =>
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
    ),

  revokeKey: async (id, account, by = operator) =>
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
    ),

  revokeLeaked: async (text, face) => {
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
  },
});

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
