import type { FailureCode } from "../../core/failure.ts";
import type { Provider } from "../../providers/provider.ts";
import { renderNotChecked, withReferences } from "../../rendering/remarks.ts";
import { renderRefusal } from "../../rendering/render-failure.ts";
import { renderRefused } from "../../rendering/render-refused.ts";
import { lines, type RichText } from "../../rendering/rich-text.ts";
import { catalogues, failureSentence, type Language } from "../../texts/texts.ts";
import { type Candidate, candidatesOf, receiptsMax, referenceOf } from "../../verify/candidates.ts";
import type { Refused } from "../../verify/detect/candidate.ts";
import type { Detection } from "../../verify/detect/detect.ts";
import type { ConfirmedReceipt, SameReceipt } from "../../verify/same-receipt.ts";
import { receiptSlot } from "../data/reply-slots.ts";
import { isGroup, type Place, plain, type Reply } from "../telegram/chat.ts";
import { type Choosing, withLine } from "./choosing.ts";
import { referencesIn, type StandingAnswers, withdraw } from "./edits/changed-messages.ts";
import { type Admission, type Admitted, createAdmissions } from "./limits/admission.ts";
import { type GroupBudget, tooManyAtOnce } from "./limits/group-budget.ts";
import { readOutcome } from "./outcome.ts";
import type { Questions } from "./questions/questions.ts";
import type { Answer, ChatRequest } from "./sending.ts";
import type { AnswerSlot } from "./verifying.ts";

type Dependencies = {
  readonly choosing: Choosing;
  readonly questions: Pick<Questions, "bankOf" | "nameOf">;
  readonly sameReceipt: SameReceipt;
  readonly standingAnswers: Pick<StandingAnswers, "standingIn">;
  readonly providers: readonly Pick<Provider, "label" | "open">[];
  readonly budget: GroupBudget;
  readonly now: () => Date;
};

/** Answers each receipt that a message names, or asks back. */
export const createReceipts = (deps: Dependencies) => {
  const { choosing, questions, sameReceipt } = deps;
  const admissions = createAdmissions(deps);

  const send = (
    { caller, askedAt, sending }: ChatRequest,
    answerSlot: AnswerSlot,
    candidate: Candidate,
    work: Promise<Reply>,
  ) => {
    const texts = catalogues[caller.language];
    const looking = texts.looking(questions.bankOf(candidate));
    return sending.answer({ ...answerSlot, place: caller.place, askedAt, looking, work, texts });
  };

  /** Sends answers in order. A refusal that meets all is sent once; resolves with the indexes of the others that it meets. */
  const sendAll = async (
    request: ChatRequest,
    begun: readonly BegunAnswer[],
    told: Set<FailureCode>,
  ): Promise<readonly number[]> => {
    const unchecked: number[] = [];
    for (const { index, answerSlot, best, work } of begun) {
      // After one refusal the others follow at once, so no progress is shown.
      const { denied } = told.size > 0 ? await work : {};
      if (denied !== undefined && told.has(denied)) unchecked.push(index);
      else await send(request, answerSlot, best, work);
      const answer = await work;
      if (answer.denied !== undefined) told.add(answer.denied);
    }
    return unchecked;
  };

  /** Answers one receipt; `shown` is a message of the bot that the answer replaces. */
  const answerOne = async (
    request: ChatRequest,
    candidate: Candidate,
    { slot, shown, isFresh = false }: Pick<AnswerSlot, "slot" | "shown" | "isFresh">,
  ): Promise<void> => {
    const { caller, sending } = request;
    if (await sending.isSent(caller.place, slot)) return;
    const answerSlot = { slot, isOnly: false, shown, isFresh };
    await send(
      request,
      answerSlot,
      candidate,
      choosing.pursue(request, answerSlot, candidate, { note: null }),
    );
  };

  /** Begins to answer one receipt of a message; null: it was answered before. */
  const begin = async (
    { request, found, origin, feedbackNote }: ReceiptsMessage,
    index: number,
    after: Promise<unknown>,
  ): Promise<BegunAnswer | null> => {
    const { caller, sending } = request;
    const [best, ...others] = found[index] ?? [];
    const slot = receiptSlot(index);
    if (best === undefined || (await sending.isSent(caller.place, slot))) return null;
    const answerSlot = { slot, isOnly: found.length === 1, shown: null };
    // What is asked back about it is about the same showing.
    const { messageId } = caller.place;
    const asking = { ...caller, source: { messageId, ...caller.source, part: slot } };
    const work = origin.needsConfirmation
      ? choosing.confirm(asking, [best, ...others], origin.note)
      : choosing
          .choose({ ...request, caller: asking }, answerSlot, [best, ...others], {
            note: feedbackNote,
            after,
          })
          .then((answer) => withLine(answer, origin.note));
    // The error is handled where the work is awaited, in its turn.
    work.catch(() => undefined);
    return { index, answerSlot, best, work };
  };

  /** Answers these receipts of a message side by side. */
  const answerRound = async (message: ReceiptsMessage, indexes: readonly number[]): Promise<Round> => {
    let last: Promise<unknown> = Promise.resolve();
    const { answered, withheld, beyond } = await message.admission.admit(indexes);
    const beginning = answered.map((index) => {
      const answering = begin(message, index, last);
      last = answering.then((one) => one?.work).catch(() => undefined);
      return answering;
    });
    const begun = (await Promise.all(beginning)).filter((one) => one !== null);
    const settled = Promise.allSettled(begun.map(({ work }) => work));
    try {
      const unchecked = await sendAll(message.request, begun, message.told);
      const answers = await Promise.all(begun.map(({ work }) => work));
      return { answers, unchecked, withheld, beyond };
    } finally {
      // Look-ups are counted before the handler ends, also where the chat cannot be answered any more.
      await settled;
    }
  };

  /**
   * Answers the receipts of a message, those that may be the same as another of them after that one. `standing`: their
   * answers stay; `again`: an answer shows them already.
   */
  const answerFound = async (message: ReceiptsMessage) => {
    const { request, named } = message;
    const standing = await deps.standingAnswers.standingIn(request, named.length);
    const isOpen = (index: number): boolean => !standing.has(index);
    const [first, later] = sameReceipt.inRounds(named);
    const before =
      later.length === 0
        ? []
        : (await Promise.all(first.map((index) => shownBefore(request, index, standing)))).flat();
    const round = await answerRound(message, first.filter(isOpen));
    const shown = [...before, ...round.answers.flatMap(({ paid }) => paid ?? [])];
    const again = later.filter((index) => isOpen(index) && sameReceipt.isShown(named[index] ?? [], shown));
    const open = later.filter((index) => isOpen(index) && !again.includes(index));
    return { ...joined(round, await answerRound(message, open)), standing, again };
  };

  /** Says what of a message is not answered: what was refused, not checked, or too much. */
  const tellUnanswered = async (
    { request, found, admission: { takeAnotherAnswer } }: ReceiptsMessage,
    refusals: readonly RichText[],
    { unchecked, withheld, beyond, answeredCount }: Unanswered & { readonly answeredCount: number },
  ): Promise<void> => {
    const { caller, sending } = request;
    const { place, language } = caller;
    const referencesOf = (indexes: readonly number[]): readonly string[] =>
      indexes.flatMap((index) => (found[index] ?? []).slice(0, 1)).map(referenceOf);
    if (unchecked.length > 0)
      await sending.send(place, "not checked", renderNotChecked(referencesOf(unchecked), language));
    const tooMany = renderRefusal(tooManyAtOnce, null, language);
    if (refusals.length > 0 && isGroup(place) && !takeAnotherAnswer()) sending.withhold(tooMany);
    else
      for (const [index, reply] of inMessages(refusals.slice(0, receiptsMax), place).entries())
        await sending.send(place, `refused:${index}`, reply);
    const hasUnanswered = withheld.length + beyond.length > 0;
    // Whoever has had their answers of this minute is told nothing, not even this.
    if (hasUnanswered && answeredCount === 0 && !takeAnotherAnswer()) return sending.withhold(tooMany);
    if (withheld.length > 0)
      await sending.send(place, "withheld", withReferences(tooMany, referencesOf(withheld)));
    if (found.length <= receiptsMax && beyond.length === 0) return;
    const tooManyOfAll = catalogues[language].tooMany(receiptsMax);
    await sending.send(place, "too many", withReferences(tooManyOfAll, referencesOf(beyond)));
  };

  /** Withdraws what was answered to the former text of a message and does not stand by now. */
  const withdrawOutdated = async (
    { request, found, origin }: ReceiptsMessage,
    { unchecked, withheld, again }: Unanswered & { readonly again: readonly number[] },
  ): Promise<void> => {
    const { language } = request.caller;
    const references = referencesIn(found);
    await withdraw(request, { these: again, references });
    const notChecked = plain(`🚫 ${catalogues[language].failed.notChecked}`);
    const tooMany = renderRefusal(tooManyAtOnce, null, language);
    if (unchecked.length > 0) await withdraw(request, { these: unchecked, references, why: notChecked });
    if (withheld.length > 0) await withdraw(request, { these: withheld, references, why: tooMany });
    // Last, for a picture whose reply is taken back is answered, and is not scanned again after a postponement.
    if (!origin.isPromised)
      await withdraw(request, { references, isPictureToo: true, withdrawal: "beside an answer" });
  };

  /**
   * One answer for each receipt in the order of the message, then what was refused. `isExcused`: one of them was counted
   * or paid for, or a bank or we failed.
   */
  const answerAll = async (
    request: ChatRequest,
    detection: Detection,
    origin: Origin = asTyped,
  ): Promise<{ readonly isExcused: boolean }> => {
    const { caller } = request;
    const found = candidatesOf(detection);
    const named = found.slice(0, receiptsMax);
    const { feedbackNote, refusals } = refusalsToSend(detection, found.length > 0, {
      language: caller.language,
      nameOf: questions.nameOf,
    });
    const told = new Set<FailureCode>();
    const admission = admissions.of({ request, found, needsConfirmation: origin.needsConfirmation });
    const message = { request, found, named, origin, feedbackNote, told, admission };
    // Before a bank is asked, which may take long.
    await withdraw(request, { from: found.length, references: referencesIn(found) });

    const { answers, standing, again, ...unanswered } = await answerFound(message);
    const left = [...unanswered.withheld, ...unanswered.beyond];
    const answeredCount = named.length - standing.size - again.length - left.length;
    await tellUnanswered(message, refusals, { ...unanswered, answeredCount });
    await withdrawOutdated(message, { ...unanswered, again });
    if (told.size > 0) admissions.noteDenied(caller, named.flat());
    admissions.noteAnswered(caller, named.filter((_, index) => !left.includes(index)).flat());
    return { isExcused: answers.some((answer) => answer.isExcused) };
  };

  return { answerOne, answerAll };
};

export type Receipts = ReturnType<typeof createReceipts>;

/** Where references come from: a note about it, and whether a person must confirm what was read. */
export type Origin = {
  readonly note: string | null;
  readonly needsConfirmation: boolean;
  /** Whether it was said of the picture that its answer comes later, which stays. */
  readonly isPromised?: boolean;
};

const asTyped: Origin = { note: null, needsConfirmation: false };

/** A message that names receipts. `found`: each with its alternatives, by its index; `named`: as many of them as one message is answered. */
type ReceiptsMessage = {
  readonly request: ChatRequest;
  readonly found: readonly (readonly Candidate[])[];
  readonly named: readonly (readonly Candidate[])[];
  readonly origin: Origin;
  /** What a feedback link beside the receipts is. */
  readonly feedbackNote: string | null;
  /** Why the caller gets no answers, as far as it was said. */
  readonly told: Set<FailureCode>;
  readonly admission: Admission;
};

/** Receipts that are only listed, by their indexes. `unchecked`: what refuses them was said of another one. */
type Unanswered = Omit<Admitted, "answered"> & { readonly unchecked: readonly number[] };

/** What became of receipts that were answered side by side. */
type Round = Unanswered & { readonly answers: readonly Answer[] };

const joined = (first: Round, later: Round): Round => ({
  answers: [...first.answers, ...later.answers],
  unchecked: [...first.unchecked, ...later.unchecked],
  withheld: [...first.withheld, ...later.withheld],
  beyond: [...first.beyond, ...later.beyond],
});

/** What the answer to a receipt showed that stays, or that was sent before a crash. */
const shownBefore = async (
  { caller, sending }: ChatRequest,
  index: number,
  standing: ReadonlySet<number>,
): Promise<readonly ConfirmedReceipt[]> => {
  const answer = [caller.place, receiptSlot(index)] as const;
  const kept = standing.has(index) ? await sending.standing(...answer) : await sending.kept(...answer);
  return kept === null ? [] : shownBy(readOutcome(kept));
};

const shownBy = ({ result, candidate }: ReturnType<typeof readOutcome>): readonly ConfirmedReceipt[] =>
  !result.ok || candidate === null
    ? []
    : [
        {
          provider: candidate.provider,
          reference: result.value.receipt.transaction_reference,
          amountSantim: result.value.amountMinor,
        },
      ];

/** An answer that is being found. */
type BegunAnswer = {
  readonly index: number;
  readonly answerSlot: AnswerSlot;
  readonly best: Candidate;
  readonly work: Promise<Answer>;
};

/** Which refusals are sent. Beside a receipt a feedback link is only a note, and half a reference is ignored. */
const refusalsToSend = (
  { refused }: Detection,
  hasReceipts: boolean,
  { language, nameOf }: { readonly language: Language; readonly nameOf: (bank: string) => string },
) => {
  const isFeedback = ({ code }: Refused): boolean => code === "receipt_url_feedback_link";
  const isCut = ({ code }: Refused): boolean => code === "reference_malformed";
  const told = refused.filter((one) => !hasReceipts || !(isFeedback(one) || isCut(one)));
  const hasFeedback = hasReceipts && refused.some(isFeedback);
  return {
    feedbackNote: hasFeedback
      ? failureSentence({ code: "receipt_url_feedback_link" }, language).message
      : null,
    refusals: told.map((one) => renderRefused(one, language, nameOf)),
  };
};

/** A group, in which a bot may write little, gets all refusals in one message. */
const inMessages = (refusals: readonly RichText[], { chatId }: Place): readonly RichText[] =>
  chatId > 0 || refusals.length < 2
    ? refusals
    : [lines(...refusals.flatMap((one, index) => (index === 0 ? [one] : ["", one])))];
