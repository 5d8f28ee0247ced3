import type { Accounts, AdminResult, LinkRole } from "../../../accounts/accounts.ts";
import type { ReceiverAnswer, ReceiverAnswers } from "../../../accounts/receiver-answers.ts";
import type { NewSavedAccount, SavedAccount, SavedAccounts } from "../../../accounts/saved-accounts.ts";
import { isPhone, withoutPlus } from "../../../core/phone.ts";
import type { VerifiedReceipt } from "../../../core/receipt.ts";
import { chatName } from "../../../rendering/names.ts";
import { code, concat, foreign, type RichText, unlinked } from "../../../rendering/rich-text.ts";
import type { Candidate } from "../../../verify/candidates.ts";
import { createKeepAccount, type SavedChange } from "../../../verify/keep-account.ts";
import { type BankNames, checkNumber, isWhole, typedNumber } from "../../../verify/parties.ts";
import { orLater } from "../../telegram/postponement.ts";

/** What a person's account has saved. `isOwner`: they may change it, as may a person without an account yet. */
type ChatSavedAccounts = {
  readonly account: string | null;
  readonly isOwner: boolean;
  readonly saved: readonly SavedAccount[];
};

/** What came of saving. */
export type Saving =
  /** `is saved`: the same is saved already; `moved`: the person uses another account since they were asked. */
  | { readonly kind: "saved" | "is saved"; readonly account: string }
  | { readonly kind: "full" | "not owner" | "suspended" | "moved" };

/** A change of one saved account of a merchant's account. */
export type Change = SavedChange & { readonly account: string };

type Dependencies = {
  readonly accounts: Pick<Accounts, "registerTelegram" | "telegramAccount" | "isMakerOf">;
  readonly savedAccounts: SavedAccounts;
  readonly receiverAnswers: Pick<ReceiverAnswers, "keep">;
  readonly banks: BankNames;
};

/** The saved bank accounts and phones of a person. All calls reject with a postponement while the database is away. */
export const createChatAccounts = ({ accounts, savedAccounts, receiverAnswers, banks }: Dependencies) => {
  const keepAccount = createKeepAccount({ savedAccounts, banks });
  const of = async (userId: number): Promise<ChatSavedAccounts> => {
    const linked = orLater(await accounts.telegramAccount(userId));
    if (linked === null) return { account: null, isOwner: true, saved: [] };
    const { account, role } = linked;
    return { account, isOwner: isOwner(role), saved: await savedAccounts.of(account) };
  };

  /** The account that a person owns, made when they have none. `not owner`: they use an account of somebody else. */
  const accountToOwn = async (userId: number): Promise<Owned | Refused> => {
    const linked = orLater(await accounts.telegramAccount(userId));
    if (linked !== null)
      return isOwner(linked.role) ? { kind: "owned", account: linked.account } : { kind: "not owner" };
    const registered = unlessRefused(await accounts.registerTelegram(userId));
    return registered.kind === "done" ? { kind: "owned", account: registered.value.id } : registered;
  };

  /** Whether a person uses another account than the one they were asked for. */
  const hasMoved = async (userId: number, of: string | null): Promise<boolean> => {
    const linked = orLater(await accounts.telegramAccount(userId));
    return linked === null ? of !== null : !(await isAsAsked(userId, of, linked.account));
  };

  /** Whether a person still uses the account they were asked for; null: they had none, and may have got their own since. */
  const isAsAsked = async (userId: number, of: string | null, account: string): Promise<boolean> =>
    of === null ? orLater(await accounts.isMakerOf(userId, account)) : of === account;

  /**
   * Saves for the account of a person, who gets an account when they have none. See `createKeepAccount`.
   * `of`: the account they were asked for, null where they had none. `prepare` is called with the change before it is
   * made.
   */
  const save = async (
    userId: number,
    of: string | null,
    fresh: NewSavedAccount,
    prepare: (change: Change) => Promise<void>,
  ): Promise<Saving> => {
    if (await hasMoved(userId, of)) return { kind: "moved" };
    const owned = await accountToOwn(userId);
    if (owned.kind !== "owned") return owned;
    const { account } = owned;
    const done = unlessRefused(
      await keepAccount(account, fresh, personOf(userId), (change) => prepare({ account, ...change })),
    );
    if (done.kind !== "done") return done;
    return done.value.kind === "full" ? { kind: "full" } : { kind: done.value.kind, account };
  };

  /** Undoes a change, if there was one. `not owner`: the person does not own that account any more. */
  const undo = async (
    userId: number,
    account: string,
    change: Change | null,
  ): Promise<"undone" | Refused["kind"]> => {
    const linked = orLater(await accounts.telegramAccount(userId));
    if (linked === null || linked.account !== account || !isOwner(linked.role)) return "not owner";
    if (change === null) return "undone";
    const { id, before } = change;
    const undone = unlessRefused(
      before === null
        ? await savedAccounts.remove(account, id, personOf(userId))
        : await savedAccounts.replace(account, before, personOf(userId)),
    );
    return undone.kind === "done" ? "undone" : undone.kind;
  };

  /** Removes a saved account and resolves with it; null: it was not there, or is not theirs to remove. */
  const remove = async (userId: number, id: string): Promise<SavedAccount | null> => {
    const { account, isOwner, saved } = await of(userId);
    const found = saved.find((one) => one.id === id);
    if (account === null || !isOwner || found === undefined) return null;
    const gone = unlessRefused(await savedAccounts.remove(account, id, personOf(userId)));
    return gone.kind === "done" && gone.value ? found : null;
  };

  /** Keeps an owner's answer about a receipt; false: they do not own the account any more. */
  const keepAnswer = async (
    userId: number,
    account: string,
    asked: Parameters<ReceiverAnswers["keep"]>[1],
    answer: ReceiverAnswer | null,
  ): Promise<boolean> =>
    unlessRefused(await receiverAnswers.keep(account, asked, answer, personOf(userId))).kind !== "not owner";

  return { of, accountToOwn, isAsAsked, hasMoved, save, undo, remove, keepAnswer };
};

export type ChatAccounts = ReturnType<typeof createChatAccounts>;

const personOf = (userId: number) => ({ kind: "user", userId }) as const;

type Owned = { readonly kind: "owned"; readonly account: string };
type Refused = { readonly kind: "not owner" | "suspended" };
type Done<T> = { readonly kind: "done"; readonly value: T };

/** An owner may be removed after they were read as one: the transaction that changes anything looks again. */
const unlessRefused = <T>(result: Awaited<AdminResult<T>>): Done<T> | Refused => {
  if (!result.ok && result.error.code === "not_owner") return { kind: "not owner" };
  if (!result.ok && result.error.code === "account_suspended") return { kind: "suspended" };
  return { kind: "done", value: orLater(result) };
};

/** Only owners change what is saved, for it decides what counts as the owner's. */
const isOwner = (role: LinkRole): boolean => role === "owner";

/**
 * A receipt's receiver as an account to save, with the bank that the receipt names (`""` where it names none, and for
 * phones). The number is whole where the caller gave its digits and the receipt confirms them.
 */
export const receiverOf = (verified: VerifiedReceipt, candidate: Candidate): NewSavedAccount => {
  const { payer_account, receiver_account, receiver_name } = verified.receipt;
  const { accountNumber, phone } = candidate.request;
  const given = typedNumber(accountNumber ?? phone ?? "") ?? "";
  const isReceivers =
    checkNumber(given, receiver_account) === "match" && checkNumber(given, payer_account) === "mismatch";
  const number = isReceivers && isWhole(given) ? given : withoutPlus(receiver_account);
  return { provider: isPhone(number) ? "" : (verified.receiverBank ?? ""), number, name: receiver_name };
};

/** A saved account in the list of its owners, who may not have saved it themselves. */
export const listedAccount = ({ provider, number, name }: NewSavedAccount, banks: BankNames): RichText => {
  const bank = banks.find(({ label }) => label === provider)?.name ?? provider;
  const rest = [foreign(name), foreign(bank)].filter((part) => part !== "");
  return concat("• ", code(foreign(number)), ...rest.flatMap((part) => [" · ", unlinked(part, part)]));
};

/** An account's number and name, for its owner who decides about it. */
export const calledOf = ({ number, name }: Pick<NewSavedAccount, "number" | "name">): string =>
  [foreign(number), chatName(name)].filter((part) => part !== "").join(" · ");
