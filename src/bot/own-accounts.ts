import type { Accounts, LinkRole } from "../accounts/accounts.ts";
import type { Reading } from "../receipt.ts";
import { checkNumber, isPhone, isWhole, typedNumber } from "../receivers.ts";
import {
  type NewAccount,
  newSavedId,
  type SavedAccount,
  type SavedAccounts,
  savedAccountsMax,
} from "../store/saved-accounts.ts";
import { type BankNames, isSameBank } from "../verify/banks.ts";
import { chatName } from "./names.ts";
import type { Pointer } from "./pointers.ts";
import { orLater } from "./postponement.ts";
import { foreign } from "./rich-text.ts";

/** What a person's account has saved. `isOwner`: they may change it; whoever has no account yet becomes an owner. */
export type Own = {
  readonly account: string | null;
  readonly isOwner: boolean;
  readonly saved: readonly SavedAccount[];
};

/** What came of saving. */
export type Saving =
  /** `is saved`: the same is saved already. */
  | { readonly kind: "saved" | "is saved"; readonly account: string }
  | { readonly kind: "full" | "not owner" | "suspended" };

/** A change of one saved account, as it is taken back; `before`: what was kept of it, null: nothing. */
export type Change = {
  readonly account: string;
  readonly id: string;
  readonly before: SavedAccount | null;
};

type Dependencies = {
  readonly accounts: Pick<Accounts, "registerTelegram" | "telegramAccount" | "notedBy">;
  readonly savedAccounts: SavedAccounts;
  readonly banks: BankNames;
};

/** The bank accounts and phones of whoever asks. Everything rejects with a postponement while the database is away. */
export const createOwnAccounts = ({ accounts, savedAccounts, banks }: Dependencies) => {
  // What is saved decides who was paid, so its owners see who changed it.
  const kept = (account: string, userId: number) => accounts.notedBy(account, userId, "saved_account_kept");
  const removed = (account: string, userId: number) =>
    accounts.notedBy(account, userId, "saved_account_removed");

  const of = async (userId: number): Promise<Own> => {
    const linked = orLater(await accounts.telegramAccount(userId));
    if (linked === null) return { account: null, isOwner: true, saved: [] };
    const { account, role } = linked;
    return { account, isOwner: isOwner(role), saved: await savedAccounts.of(account) };
  };

  /** The account that a person decides for, made when they have none; null: they own none. */
  const accountToOwn = async (userId: number): Promise<string | "suspended" | null> => {
    const linked = orLater(await accounts.telegramAccount(userId));
    if (linked !== null) return isOwner(linked.role) ? linked.account : null;
    const registered = await accounts.registerTelegram(userId);
    if (!registered.ok && registered.error.code === "account_suspended") return "suspended";
    return orLater(registered).id;
  };

  /**
   * Saves for the account of a person, who gets one with it when they have none. What is known of a number adds up.
   * `prepare` hears of the change before it is made.
   */
  const save = async (
    userId: number,
    fresh: NewAccount,
    prepare: (change: Change) => Promise<void>,
  ): Promise<Saving> => {
    const account = await accountToOwn(userId);
    if (account === null) return { kind: "not owner" };
    if (account === "suspended") return { kind: "suspended" };
    const saved = await savedAccounts.of(account);
    const twin = saved.find((one) => isSame(one, fresh, banks));
    if (twin === undefined) {
      if (saved.length >= savedAccountsMax) return { kind: "full" };
      const change = { account, id: newSavedId(), before: null };
      await prepare(change);
      const id = orLater(
        await savedAccounts.save(account, { ...fresh, id: change.id }, kept(account, userId)),
      );
      if (id === null) return { kind: "full" };
      return { kind: id === change.id ? "saved" : "is saved", account };
    }
    const known = { ...twin, provider: twin.provider || fresh.provider, name: twin.name || fresh.name };
    if (known.provider === twin.provider && known.name === twin.name) return { kind: "is saved", account };
    await prepare({ account, id: twin.id, before: twin });
    orLater(await savedAccounts.replace(account, known, kept(account, userId)));
    return { kind: "saved", account };
  };

  /** Takes a change back, if there was one; false: whoever asks does not own that account any more. */
  const undo = async (userId: number, account: string, change: Change | null): Promise<boolean> => {
    const linked = orLater(await accounts.telegramAccount(userId));
    if (linked === null || linked.account !== account || !isOwner(linked.role)) return false;
    if (change === null) return true;
    const { id, before } = change;
    orLater(
      before === null
        ? await savedAccounts.remove(account, id, removed(account, userId))
        : await savedAccounts.replace(account, before, kept(account, userId)),
    );
    return true;
  };

  /** The account that is saved no more; null: it was not there, or is not theirs to remove. */
  const remove = async (userId: number, id: string): Promise<SavedAccount | null> => {
    const { account, isOwner, saved } = await of(userId);
    const found = saved.find((one) => one.id === id);
    if (account === null || !isOwner || found === undefined) return null;
    return orLater(await savedAccounts.remove(account, id, removed(account, userId))) ? found : null;
  };

  return { of, accountToOwn, save, undo, remove };
};

export type OwnAccounts = ReturnType<typeof createOwnAccounts>;

/** Staff may use what is saved; what they could add would pass for the owner's. */
const isOwner = (role: LinkRole): boolean => role === "owner";

/** Of one number at one bank two names may be known: a receipt may print it under either. */
const isSame = (one: NewAccount, other: NewAccount, banks: BankNames): boolean =>
  one.number === other.number &&
  (one.provider === "" || other.provider === "" || isSameBank(one.provider, other.provider, banks)) &&
  (one.name === "" || other.name === "" || one.name.toLowerCase() === other.name.toLowerCase());

/** A saved account with whose digits one of the rival readings of a receipt can be looked up. */
export type Fit = { readonly rival: number; readonly account: SavedAccount };

/**
 * The saved accounts that are an answer to what readings lack. Of a reading that lacks nothing, or lacks something
 * else, none: then it is not the digits that decide.
 */
export const fitsOf = (rivals: readonly Pointer[], saved: readonly SavedAccount[]): readonly Fit[] =>
  rivals.flatMap(({ provider, missing }, rival) =>
    saved.filter((account) => isAnswer(account, provider, missing)).map((account) => ({ rival, account })),
  );

const isAnswer = (
  { provider, number }: SavedAccount,
  asked: string,
  [missing, ...others]: readonly string[],
): boolean => {
  if (missing === undefined || others.length > 0) return false;
  if (missing === "phone") return isPhone(number);
  if (missing !== "accountNumber" || !isWhole(number) || isPhone(number)) return false;
  return provider === asked || provider === "";
};

/**
 * A receipt's receiver as an account to save, at the bank that the receipt tells (`""`: it does not; a phone has none).
 * Whole where the asker gave its digits and the receipt bears them out.
 */
export const receiverOf = (reading: Reading, pointer: Pointer): NewAccount => {
  const { payer_account, receiver_account, receiver_name } = reading.receipt;
  const { accountNumber, phone } = pointer.request;
  const given = typedNumber(accountNumber ?? phone ?? "") ?? "";
  const isReceivers =
    checkNumber(given, receiver_account) === "match" && checkNumber(given, payer_account) === "mismatch";
  const number = isReceivers && isWhole(given) ? given : receiver_account;
  return { provider: isPhone(number) ? "" : (reading.receiverBank ?? ""), number, name: receiver_name };
};

/** How an account is called where its owner decides about it: its number and the name on it. */
export const calledOf = ({ number, name }: Pick<NewAccount, "number" | "name">): string =>
  [foreign(number), chatName(name)].filter((part) => part !== "").join(" · ");

/** How a saved number is called where others may look on: `…4321`. */
export const tailOf = (number: string): string => `…${number.slice(-4)}`;
