import type { Accounts } from "../accounts/accounts.ts";
import type { Failure } from "../failure.ts";
import type { Provider } from "../providers/provider.ts";
import type { Reading } from "../receipt.ts";
import type { Addition, ExpectedSums } from "../store/expected-sums.ts";
import { catalogues } from "../texts/texts.ts";
import { assessFailure, isTakings, type ReceiptAssessment } from "../verify/assessment.ts";
import type { Answer } from "./answer.ts";
import type { Judge } from "./judge.ts";
import { isGroup } from "./masks.ts";
import type { Outcome } from "./outcome.ts";
import { type Pointer, referenceOf } from "./pointers.ts";
import { orLater, postponement } from "./postponement.ts";
import type { Asker, Questions } from "./questions.ts";
import { heardIn, needsMore } from "./refusals.ts";
import { renderWarnings } from "./remarks.ts";
import { renderReceipt } from "./render.ts";
import { canChange, isAccessFailure, renderFailure } from "./render-failure.ts";
import { lines } from "./rich-text.ts";
import { isAboutRecord, type UndoButtons } from "./undo.ts";

type Dependencies = {
  readonly questions: Questions;
  readonly providers: readonly Provider[];
  readonly judge: Judge;
  readonly undoButtons: Pick<UndoButtons, "find">;
  readonly expectedSums: Pick<ExpectedSums, "of" | "add">;
  readonly accounts: Pick<Accounts, "noteTakings">;
  /** Null or unset: there are no top-ups by receipt. */
  readonly topUp?: unknown;
  /** A link or a Telegram name; null or unset: none is given. */
  readonly operatorContact?: string | null;
  readonly now: () => Date;
};

/** What is known beside the outcome. */
export type Aside = {
  /** Whether it is asked again in the background. */
  readonly isTriedAgain?: boolean;
  /** Under which the answer is said; unset: what it says is not kept, so that no button can lead back to it. */
  readonly slot?: string | null;
  /** Whether the details are unfolded. */
  readonly isUnfolded?: boolean;
  /** Whether it was said before, and something may have been decided since. */
  readonly isAgain?: boolean;
};

/** What is said of an outcome, whenever it is said. */
export const createWording = (deps: Dependencies) => {
  const { questions, providers, judge, undoButtons, expectedSums, accounts, now } = deps;
  const { topUp = null, operatorContact = null } = deps;
  /** The sum that is expected, with the receipt where it came to the shop and nothing speaks against it. */
  const expectedWith = async (
    { place, userId }: Asker,
    provider: string,
    reading: Reading,
    { kind }: ReceiptAssessment,
  ): Promise<Addition | null> => {
    const expecter = { chatId: place.chatId, userId };
    const sum = await expectedSums.of(expecter);
    if (sum === null) return null;
    if (kind !== "yours") return sum.receivedSantim < sum.amountSantim ? { ...sum, isAdded: false } : null;
    const reference = reading.receipt.transaction_reference;
    const added = await expectedSums.add(expecter, {
      provider,
      reference,
      amountSantim: reading.amountMinor,
    });
    if (!added.ok) throw postponement(added.error);
    return added.value;
  };

  const wordReceipt = async (
    asker: Asker,
    pointer: Pointer,
    reading: Reading,
    { billing, seenBefore, isSameShowing = false, slot = null, isUnfolded = false, isAgain = false }: Facts,
  ): Promise<Answer> => {
    const { provider, claims } = pointer;
    const isSeenBefore = seenBefore !== null && !isSameShowing;
    const judged = await judge(asker, { provider, reading, claims, isSeenBefore });
    const { account, assessment } = judged;
    const reference = reading.receipt.transaction_reference;
    if (isAgain && account !== null)
      orLater(await accounts.noteTakings(account, { provider, reference, isOwn: isTakings(assessment) }));
    const expected = await expectedWith(asker, provider, reading, assessment);
    const told = renderReceipt(reading, {
      ...judged,
      expected,
      seenBefore,
      billing,
      isGroup: isGroup(asker.place),
      isUnfolded,
      isGuest: account === null && !isGroup(asker.place),
      bankOf: questions.nameOf,
      language: asker.language,
      now: now(),
    });
    const undo =
      isAgain && slot !== null && assessment.receiver.kind === "yours" && !isGroup(asker.place)
        ? await undoButtons.find(
            { chatId: asker.place.chatId, userId: asker.userId },
            isAboutRecord(asker.place, slot),
            asker.language,
          )
        : [];
    const earlier = assessment.kind === "seen_before" ? (seenBefore?.message ?? null) : null;
    return {
      ...told,
      ...questions.receiptButtons(asker, pointer, { judged, slot, isUnfolded, undo }),
      ...(earlier?.isSameChat && { quotes: earlier.messageId }),
      leadsBack: slot !== null,
      paid: { amountSantim: reading.amountMinor, provider, reference },
    };
  };

  const wordFailure = async (
    asker: Asker,
    pointer: Pointer,
    failure: Failure,
    { billing, checkedAt, isTriedAgain = false }: Facts,
  ): Promise<Answer> => {
    const provider = providers.find(({ label }) => label === pointer.provider);
    const opened = provider?.open(pointer.request);
    const { secondNumber, encodedDate = null } = opened?.ok ? opened.value : {};
    const { isBankChosen, isWithSaved, warnings } = pointer;
    const assessment = assessFailure(failure, { secondNumber, isBankChosen, encodedDate }, now());
    const isLinked = questions.pageOf(pointer) !== null;
    const told = renderFailure(failure, {
      assessment,
      bank: questions.bankOf(pointer),
      reference: referenceOf(pointer),
      secondNumber: secondNumber ?? null,
      isDated: encodedDate !== null,
      warnings,
      isLinked,
      isAskedWithSaved: isWithSaved,
      isTriedAgain,
      checkedAt,
      billing,
      language: asker.language,
    });
    const buttons = await questions.failureButtons(asker, pointer, {
      isAgain: canChange(assessment),
      isInDoubt: assessment.kind === "number_in_doubt",
      isUnreadable: assessment.kind === "unreadable",
    });
    const denied = isAccessFailure(failure) ? { denied: failure.code } : {};
    if (!needsMore(failure)) return { ...told, ...buttons, ...denied };
    const isOffered = topUp !== null && !isGroup(asker.place) && failure.code !== "account_suspended";
    if (isOffered) return { ...told, ...questions.topUpButton(asker.language), ...denied };
    const contact = operatorContact && catalogues[asker.language].contactOperator(operatorContact);
    return { ...lines(told, contact || null), ...buttons, ...denied };
  };

  return async (asker: Asker, pointer: Pointer, outcome: Outcome, aside: Aside = {}): Promise<Answer> => {
    const { result } = outcome;
    const facts = { ...outcome, ...aside };
    if (result.ok) return wordReceipt(asker, pointer, result.value, facts);
    const failure = heardIn(asker.place, result.error, topUp !== null);
    if (failure.code !== "account_number_required" || pointer.request.accountNumber !== undefined)
      return wordFailure(asker, pointer, failure, facts);
    const note = renderWarnings(pointer.warnings, null, asker.language);
    return questions.askDigits(asker, { ...pointer, missing: ["accountNumber"] }, [], note);
  };
};

type Facts = Pick<Outcome, "billing" | "seenBefore" | "checkedAt" | "isSameShowing"> & Aside;

export type Wording = ReturnType<typeof createWording>;
