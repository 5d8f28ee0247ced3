import type { Accounts } from "../../accounts/accounts.ts";
import { type Failure, fail } from "../../core/failure.ts";
import type { VerifiedReceipt } from "../../core/receipt.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Provider } from "../../providers/provider.ts";
import type { Candidate } from "../../verify/candidates.ts";
import { paymentLegOf } from "../../verify/interbank-payment.ts";
import type { BankNames } from "../../verify/parties.ts";
import { takingsOf } from "../../verify/receipt-assessment.ts";
import { receiptIdsOf } from "../../verify/receipt-ids.ts";
import { isSeenElsewhere } from "../../verify/verify.ts";
import type { Addition, ExpectedSums } from "../data/expected-sums.ts";
import { countedAs } from "../telegram/arrival.ts";
import { orLater, postponement } from "../telegram/postponement.ts";
import {
  type AssessInChat,
  type ChatAssessment,
  type ChatCaller,
  expecterOf,
  type MerchantOf,
} from "./caller.ts";
import { type FoundOutcome, isTooOldOfGuest, receiptSourceOf } from "./outcome.ts";

type Dependencies = {
  readonly providers: readonly Provider[];
  readonly merchantOf: MerchantOf;
  readonly assess: AssessInChat;
  readonly expectedSums: Pick<ExpectedSums, "of" | "add" | "takeBack">;
  readonly accounts: Pick<
    Accounts,
    "noteTakings" | "noteUndone" | "hasSeen" | "adoptSeen" | "receiptPseudonym" | "isUndone"
  >;
  readonly banks: BankNames;
  readonly now: () => Date;
};

/** What a receipt means, and when it was shown first. */
type Showing = { readonly assessed: ChatAssessment; readonly shownAt: Date | null };

/** How an outcome is shown. */
export type ShownHow = {
  /** What the receipt means, where it was assessed just now; null or unset: it is assessed anew. */
  readonly assessed?: ChatAssessment | null;
  /** The slot of the answer; unset: its outcome is not kept, so that no button can lead back to it. */
  readonly slot?: string | null;
  /** Whether it was sent before, and something may have been decided since. */
  readonly isAgain?: boolean;
};

/** A receipt in the shop's books. `expected`: the sum that it was added to, or that is still open; null: none. */
export type EnteredReceipt = Pick<FoundOutcome, "seenBefore" | "askedEarly"> & {
  readonly verified: VerifiedReceipt;
  readonly assessed: ChatAssessment;
  readonly expected: Addition | null;
};

/** What a receipt that is shown in a chat changes in the books of its shop. Each call rejects while they are away. */
export const createBooks = (deps: Dependencies) => {
  const { providers, merchantOf, assess, expectedSums, accounts, banks, now } = deps;

  /** The receipt under the name by which the books know it again. */
  const idOf = (label: string, { receipt }: VerifiedReceipt): string => {
    const { transaction_reference: printed } = receipt;
    return providers.find((one) => one.label === label)?.receiptId(printed) ?? printed;
  };

  /**
   * The expected sum, with the receipt added where it was first shown after the sum was expected, came to the shop and
   * nothing speaks against it. What turns out not to be the shop's is taken back.
   */
  const addToExpected = async (
    { place, userId }: ChatCaller,
    provider: string,
    verified: VerifiedReceipt,
    { assessed, shownAt }: Showing,
  ): Promise<Addition | null> => {
    const { assessment, account } = assessed;
    const expecter = expecterOf({ place, userId }, account);
    const receipt = { provider, reference: idOf(provider, verified) };
    if (takingsOf(assessment) !== "own") orLater(await expectedSums.takeBack(expecter, receipt));
    const sum = await expectedSums.of(expecter);
    if (sum === null) return null;
    if (assessment.kind !== "yours" || (shownAt !== null && shownAt <= sum.since))
      return sum.receivedSantim < sum.amountSantim ? { ...sum, isAdded: false } : null;
    const receiptPseudonym = account === null ? "" : accounts.receiptPseudonym(account, receipt);
    const amountSantim = verified.amountMinor;
    const added = await expectedSums.add(expecter, { ...receipt, amountSantim, receiptPseudonym });
    if (!added.ok) throw postponement(added.error);
    return added.value;
  };

  /** A receipt that its bank calls undone now may have been counted: it is neither a taking nor a part of a sum. */
  const takeBackUndone = async (
    caller: ChatCaller,
    candidate: Candidate,
    { account: foundFor, checkedAt, askedAt }: Pick<FoundOutcome, "account" | "checkedAt" | "askedAt">,
  ): Promise<void> => {
    const { provider } = candidate;
    const references = receiptIdsOf(candidate, providers);
    const { account } = await merchantOf(caller);
    // For whom it was found it was noted when it was counted.
    if (account === null || account === foundFor) return;
    orLater(await accounts.noteUndone(account, { provider, references, at: askedAt ?? checkedAt }));
  };

  /** The present merchant's own history of a receipt, which may have been found for another merchant or for none. */
  const seenNow = async (
    caller: ChatCaller,
    candidate: Candidate,
    verified: VerifiedReceipt,
    { account: foundFor, seenBefore, askedEarly, askedAt }: FoundOutcome,
    slot: string | null,
  ): Promise<Pick<FoundOutcome, "seenBefore" | "askedEarly">> => {
    const { account } = await merchantOf(caller);
    if (account === foundFor) return { seenBefore, askedEarly };
    if (account === null) return { seenBefore: null, askedEarly: null };
    const source = slot === null ? null : receiptSourceOf(caller, { slot, isOnly: false });
    const { provider } = candidate;
    const reference = idOf(provider, verified);
    const leg = paymentLegOf(provider, verified, banks);
    const userId = countedAs(caller.userId, caller.place.chatId);
    const shown = { provider, reference, userId, source, leg, askedAt };
    return { seenBefore: orLater(await accounts.adoptSeen(account, shown)), askedEarly: null };
  };

  /** Keeps what a receipt means by now for its shop's takings. `undone`: its bank has called it so since. */
  const keepTakings = async (
    provider: string,
    verified: VerifiedReceipt,
    { account, assessment }: ChatAssessment,
  ): Promise<"kept" | "undone"> => {
    if (account === null) return "kept";
    const takings = { provider, reference: idOf(provider, verified), takings: takingsOf(assessment) };
    return orLater(await accounts.noteTakings(account, takings)) ? "kept" : "undone";
  };

  /** Whether the bank of a receipt has called it undone since the shop was shown it. */
  const isUndone = async (
    account: string | null,
    provider: string,
    verified: VerifiedReceipt,
  ): Promise<boolean> =>
    account !== null &&
    orLater(await accounts.isUndone(account, { provider, reference: idOf(provider, verified) }));

  /**
   * Whether an earlier outcome is of others alone: it was found for another merchant than the present one, or some time ago for
   * none, and the present one was not shown its receipt since. What the bank has said of it meanwhile was noted for the others,
   * or nowhere.
   */
  const isOfOthers = async (
    caller: ChatCaller,
    { provider }: Candidate,
    verified: VerifiedReceipt,
    outcome: FoundOutcome,
  ): Promise<boolean> => {
    const { account } = await merchantOf(caller);
    if (account === outcome.account) return false;
    if (account === null) return true;
    if (outcome.account === null && !isTooOldOfGuest(outcome, now())) return false;
    return !orLater(await accounts.hasSeen(account, { provider, reference: idOf(provider, verified) }));
  };

  const enterReceipt = async (
    caller: ChatCaller,
    candidate: Candidate,
    verified: VerifiedReceipt,
    { outcome, how }: { readonly outcome: FoundOutcome; readonly how: ShownHow },
  ): Promise<Result<EnteredReceipt, Failure>> => {
    const { assessed: known = null, slot = null, isAgain = false } = how;
    const { provider, claims } = candidate;
    const { seenBefore, askedEarly } =
      known === null ? await seenNow(caller, candidate, verified, outcome, slot) : outcome;
    const shown = { provider, verified, claims, isSeenElsewhere: isSeenElsewhere(seenBefore) };
    const assessed = known ?? (await assess(caller, shown));
    // What was found a while ago, and is shown only now or again.
    const isCalledUndone = isAgain
      ? (await keepTakings(provider, verified, assessed)) === "undone"
      : known === null && (await isUndone(assessed.account, provider, verified));
    if (isCalledUndone) return fail("receipt_not_completed");
    const shownAt = seenBefore?.firstAt ?? (isAgain ? outcome.checkedAt : null);
    const expected = await addToExpected(caller, provider, verified, { assessed, shownAt });
    return ok({ verified, assessed, seenBefore, askedEarly, expected });
  };

  /** Enters what was found. An error: what the bank answered, or that the books say undone where it said otherwise. */
  const enter = async (
    caller: ChatCaller,
    candidate: Candidate,
    outcome: FoundOutcome,
    how: ShownHow,
  ): Promise<Result<EnteredReceipt, Failure>> => {
    const { result } = outcome;
    if (result.ok) return enterReceipt(caller, candidate, result.value, { outcome, how });
    if (result.error.code === "receipt_not_completed" && how.isAgain !== true)
      await takeBackUndone(caller, candidate, outcome);
    return result;
  };

  return { enter, isUndone, isOfOthers };
};

export type Books = ReturnType<typeof createBooks>;
