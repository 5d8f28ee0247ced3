import type { Accounts, LinkRole } from "../accounts/accounts.ts";
import type { Reading } from "../receipt.ts";
import { checkNumber, isPhone, isWhole, typedNumber } from "../receivers.ts";
import type { Result } from "../result.ts";
import type { NewAccount, SavedAccount, SavedAccounts } from "../store/saved-accounts.ts";
import type { Pointer } from "./pointers.ts";
import { postponement } from "./postponement.ts";

/** What a person's account has saved. `isOwner`: they may change it; whoever has no account yet becomes an owner. */
export type Own = {
  readonly account: string | null;
  readonly isOwner: boolean;
  readonly saved: readonly SavedAccount[];
};

/** What came of saving. */
export type Saving = "saved" | "full" | "not owner" | "suspended";

type Dependencies = {
  readonly accounts: Pick<Accounts, "registerTelegram" | "telegramAccount">;
  readonly savedAccounts: SavedAccounts;
};

/** The bank accounts and phones of whoever asks. Everything rejects with a postponement while the database is away. */
export const createOwnAccounts = ({ accounts, savedAccounts }: Dependencies) => {
  const of = async (userId: number): Promise<Own> => {
    const linked = orLater(await accounts.telegramAccount(userId));
    if (linked === null) return { account: null, isOwner: true, saved: [] };
    const { account, role } = linked;
    return { account, isOwner: isOwner(role), saved: await savedAccounts.of(account) };
  };

  /** Saves for the account of a person, who gets one with it when they have none. What is known of a number adds up. */
  const save = async (userId: number, fresh: NewAccount): Promise<Saving> => {
    const { account, isOwner, saved } = await of(userId);
    if (!isOwner) return "not owner";
    const registered = account === null ? await accounts.registerTelegram(userId) : null;
    if (registered?.ok === false && registered.error.code === "account_suspended") return "suspended";
    const id = account ?? (registered && orLater(registered).id);
    if (id === null) return "not owner";
    const twin = saved.find((one) => isSame(one, fresh));
    if (twin === undefined) return orLater(await savedAccounts.save(id, fresh));
    const known = { ...twin, provider: fresh.provider || twin.provider, name: twin.name || fresh.name };
    orLater(await savedAccounts.replace(id, known));
    return "saved";
  };

  /** The account that is saved no more; null: it was not there, or is not theirs to remove. */
  const remove = async (userId: number, id: string): Promise<SavedAccount | null> => {
    const { account, isOwner, saved } = await of(userId);
    const found = saved.find((one) => one.id === id);
    if (account === null || !isOwner || found === undefined) return null;
    return orLater(await savedAccounts.remove(account, id)) ? found : null;
  };

  /** The account that is known to lie at this bank now (`""`: at another one); null: it was not there, or is not theirs. */
  const assign = async (userId: number, id: string, provider: string): Promise<SavedAccount | null> => {
    const { account, isOwner, saved } = await of(userId);
    const found = saved.find((one) => one.id === id);
    if (account === null || !isOwner || found === undefined) return null;
    const assigned = { ...found, provider };
    return orLater(await savedAccounts.replace(account, assigned)) ? assigned : null;
  };

  return { of, save, remove, assign };
};

export type OwnAccounts = ReturnType<typeof createOwnAccounts>;

/** Staff may use what is saved; what they could add would pass for the owner's. */
const isOwner = (role: LinkRole): boolean => role === "owner";

const orLater = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw postponement({ code: "overloaded" });
  return result.value;
};

/** Of one number two names may be known: a receipt may print it under either. */
const isSame = (one: NewAccount, other: NewAccount): boolean =>
  one.number === other.number &&
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

/** A receipt's receiver as an account to save: whole where the asker gave its digits and the receipt bears them out. */
export const receiverOf = (reading: Reading, pointer: Pointer | null): NewAccount => {
  const { payer_account, receiver_account, receiver_name } = reading.receipt;
  const { accountNumber, phone } = pointer?.request ?? {};
  const given = accountNumber ?? phone ?? "";
  const isReceivers =
    checkNumber(given, receiver_account) === "match" && checkNumber(given, payer_account) === "mismatch";
  const isKnown = isReceivers && isWhole(given);
  return {
    provider: isKnown && !isPhone(given) ? (pointer?.provider ?? "") : "",
    number: isKnown ? (typedNumber(given) ?? given) : receiver_account,
    name: receiver_name,
  };
};

/** How a saved number is called where others may look on: `…4321`. */
export const tailOf = (number: string): string => `…${number.slice(-4)}`;
