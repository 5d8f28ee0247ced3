import type { AdminResult } from "../accounts/accounts.ts";
import {
  type NewSavedAccount,
  newSavedId,
  type SavedAccount,
  type SavedAccounts,
  savedAccountsMax,
} from "../accounts/saved-accounts.ts";
import { ok } from "../core/result.ts";
import { type BankNames, isSameBank } from "./parties.ts";

/** A change of one saved account, for undoing it; `before`: what was saved, null: nothing. */
export type SavedChange = { readonly id: string; readonly before: SavedAccount | null };

/** What came of keeping an account. `is saved`: the same is saved already; `full`: there are too many. */
export type Kept =
  | { readonly kind: "saved"; readonly change: SavedChange }
  | { readonly kind: "is saved" | "full" };

type Dependencies = {
  readonly savedAccounts: Pick<SavedAccounts, "of" | "save" | "replace">;
  readonly banks: BankNames;
};

/**
 * Saves an account for a merchant, in the chat as in the dashboard. Its bank and name complete a number that is saved: an
 * entry without a name would let any receiver's name through. `prepare` is called with the change before it is made.
 */
export const createKeepAccount =
  ({ savedAccounts, banks }: Dependencies) =>
  async (
    account: string,
    fresh: NewSavedAccount,
    by: Parameters<SavedAccounts["save"]>[2],
    prepare: (change: SavedChange) => Promise<void> = async () => {},
  ): AdminResult<Kept> => {
    const saved = await savedAccounts.of(account);
    const twins = saved.filter((one) => isSame(one, fresh, banks));
    const [twin] = twins;
    if (twin === undefined) {
      if (saved.length >= savedAccountsMax) return ok({ kind: "full" });
      const change = { id: newSavedId(), before: null };
      await prepare(change);
      const kept = await savedAccounts.save(account, { ...fresh, id: change.id }, by);
      if (!kept.ok) return kept;
      if (kept.value === null) return ok({ kind: "full" });
      return ok(kept.value === change.id ? { kind: "saved", change } : { kind: "is saved" });
    }
    if (twins.some((one) => !isCompletedBy(one, fresh))) return ok({ kind: "is saved" });
    const change = { id: twin.id, before: twin };
    await prepare(change);
    const replaced = await savedAccounts.replace(account, completed(twin, fresh), by);
    return replaced.ok ? ok({ kind: "saved", change }) : replaced;
  };

export type KeepAccount = ReturnType<typeof createKeepAccount>;

/** Whether two entries are one account. One number may be known under two names, for receipts print either. */
const isSame = (one: NewSavedAccount, other: NewSavedAccount, banks: BankNames): boolean =>
  one.number === other.number &&
  (one.provider === "" || other.provider === "" || isSameBank(one.provider, other.provider, banks)) &&
  (one.name === "" || other.name === "" || one.name.toLowerCase() === other.name.toLowerCase());

const completed = (one: SavedAccount, fresh: NewSavedAccount): SavedAccount => ({
  ...one,
  provider: one.provider || fresh.provider,
  name: one.name || fresh.name,
});

const isCompletedBy = (one: SavedAccount, fresh: NewSavedAccount): boolean => {
  const { provider, name } = completed(one, fresh);
  return provider !== one.provider || name !== one.name;
};
