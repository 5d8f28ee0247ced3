import type { FailureCode } from "../../core/failure.ts";
import { hourMs } from "../../core/time.ts";
import type { Provider } from "../../providers/provider.ts";
import { renderNotChecked, withReferences } from "../../rendering/remarks.ts";
import { renderRefusal } from "../../rendering/render-failure.ts";
import { renderRefused } from "../../rendering/render-refused.ts";
import { lines, type RichText } from "../../rendering/rich-text.ts";
import { catalogues, failureSentence, type Language } from "../../texts/texts.ts";
import { type Candidate, candidatesOf, referenceOf } from "../../verify/candidates.ts";
import type { Refused } from "../../verify/detect/candidate.ts";
import type { Detection } from "../../verify/detect/detect.ts";
import type { ConfirmedReceipt, SameReceipt } from "../../verify/same-receipt.ts";
import { formerSlots } from "../data/outbox.ts";
import { countedAs } from "../telegram/arrival.ts";
import { isGroup, type Place, plain, type Reply } from "../telegram/chat.ts";
import { createAnsweredBefore } from "./answered-before.ts";
import type { ChatCaller } from "./caller.ts";
import { type Choosing, withLine } from "./choosing.ts";
import { createDeniedLately } from "./denied-lately.ts";
import { askedBy, type GroupBudget, tooManyAtOnce } from "./group-budget.ts";
import { readOutcome } from "./outcome.ts";
import type { Questions } from "./questions.ts";
import { createRecentBudget } from "./recent-budget.ts";
import type { Answer, ChatRequest } from "./sending.ts";
import type { AnswerSlot } from "./verifying.ts";

/** Receipts that one message may ask for, and one album that was passed on. */
const receiptsMax = 10;
/** For how long albums are remembered whose pictures come one by one, and how many. */
const ofAlbum = { max: receiptsMax, windowMs: hourMs, keysMax: 5_000 };

type Dependencies = {
  readonly choosing: Choosing;
  readonly questions: Pick<Questions, "bankOf" | "nameOf">;
  readonly sameReceipt: SameReceipt;
  readonly providers: readonly Pick<Provider, "label" | "open">[];
  readonly budget: GroupBudget;
  readonly now: () => Date;
};

/** Answers each receipt that a message names, or asks back. */
export const createReceipts = (deps: Dependencies) => {
  const { choosing, questions, sameReceipt, budget } = deps;
  const answeredBefore = createAnsweredBefore(deps.providers, deps.now);
  const deniedLately = createDeniedLately(deps.now);
  const albumBudget = createRecentBudget<string>(ofAlbum, deps.now);

  /** Whether a receipt is answered without a check that counts on whoever asks. */
  const isForNothing = async (
    caller: ChatCaller,
    alternatives: readonly [Candidate, ...Candidate[]],
    { needsConfirmation }: Origin,
  ): Promise<boolean> => {
    const { chatId } = caller.place;
    if (needsConfirmation || answeredBefore.has(chatId, alternatives)) return true;
    if (deniedLately.has(countedAs(caller.userId, chatId), alternatives)) return true;
    return !(await choosing.isClear(caller, alternatives));
  };

  /**
   * Of these receipts those that are answered: in a group not all of those that cost no check, and ten of an album that
   * was passed on, since the person may not have seen what it names. The others are noted.
   */
  const admitted = async (
    { request: { caller }, found, origin, takeAnswer, withheld, beyond }: ReceiptsMessage,
    indexes: readonly number[],
  ): Promise<readonly number[]> => {
    const { place, source: { album } = {} } = caller;
    const takeOfAlbum = (index: number): boolean =>
      album === undefined || albumBudget.take(`${place.chatId} ${album}`, `${place.messageId} ${index}`);
    const answered: number[] = [];
    for (const index of indexes) {
      const [best, ...others] = found[index] ?? [];
      if (!takeOfAlbum(index)) beyond.push(index);
      else if (best !== undefined) {
        const isFree = isGroup(place) && (await isForNothing(caller, [best, ...others], origin));
        if (!isFree || takeAnswer()) answered.push(index);
        else withheld.push(index);
      }
    }
    return answered;
  };

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

  /** Sends answers in order. A refusal that meets all is sent once, and the receipts that it meets are listed. */
  const sendAll = async (
    request: ChatRequest,
    begun: readonly BegunAnswer[],
    { told, unchecked }: Denials,
  ): Promise<void> => {
    for (const { index, answerSlot, best, work } of begun) {
      // After one refusal the others follow at once, so no progress is shown.
      const { denied } = told.size > 0 ? await work : {};
      if (denied !== undefined && told.has(denied)) unchecked.push(index);
      else await send(request, answerSlot, best, work);
      const answer = await work;
      if (answer.denied !== undefined) told.add(answer.denied);
    }
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
    { request, found, origin, note }: ReceiptsMessage,
    index: number,
    after: Promise<unknown>,
  ): Promise<BegunAnswer | null> => {
    const { caller, sending } = request;
    const [best, ...others] = found[index] ?? [];
    const slot = slotOf(index);
    if (best === undefined || (await sending.isSent(caller.place, slot))) return null;
    const answerSlot = { slot, isOnly: found.length === 1, shown: null };
    // What is asked back about it is about the same showing.
    const { messageId } = caller.place;
    const asking = { ...caller, source: { messageId, ...caller.source, part: slot } };
    const work = origin.needsConfirmation
      ? choosing.confirm(asking, [best, ...others], origin.note)
      : choosing
          .choose({ ...request, caller: asking }, answerSlot, [best, ...others], { note, after })
          .then((answer) => withLine(answer, origin.note));
    // The error is handled where the work is awaited, in its turn.
    work.catch(() => undefined);
    return { index, answerSlot, best, work };
  };

  /** Answers these receipts of a message side by side. Resolves with what was answered now. */
  const answerRound = async (
    message: ReceiptsMessage,
    indexes: readonly number[],
  ): Promise<readonly Answer[]> => {
    let last: Promise<unknown> = Promise.resolve();
    const beginning = (await admitted(message, indexes)).map((index) => {
      const answering = begin(message, index, last);
      last = answering.then((one) => one?.work).catch(() => undefined);
      return answering;
    });
    const begun = (await Promise.all(beginning)).filter((one) => one !== null);
    const settled = Promise.allSettled(begun.map(({ work }) => work));
    try {
      await sendAll(message.request, begun, message.denials);
      return await Promise.all(begun.map(({ work }) => work));
    } finally {
      // Look-ups are counted before the handler ends, also where the chat cannot be answered any more.
      await settled;
    }
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
    const { caller, sending } = request;
    const { place, language } = caller;
    const found = candidatesOf(detection);
    const named = found.slice(0, receiptsMax);
    const { note, refusals } = refusalsToSend(detection, found.length > 0, {
      language,
      nameOf: questions.nameOf,
    });
    const denials: Denials = { told: new Set(), unchecked: [] };
    const takeAnswer = createTakeAnswer(budget, request);
    const withheld: number[] = [];
    const beyond: number[] = [];
    const message = { request, found, origin, note, denials, takeAnswer, withheld, beyond };

    const standing = await standingIn(request, named.length);
    const isOpen = (index: number): boolean => !standing.has(index);
    const [first, later] = sameReceipt.inRounds(named);
    const before =
      later.length === 0
        ? []
        : (await Promise.all(first.map((index) => shownBefore(request, index, standing)))).flat();
    const answered = await answerRound(message, first.filter(isOpen));
    const shown = [...before, ...answered.flatMap(({ paid }) => paid ?? [])];
    const again = later.filter((index) => isOpen(index) && sameReceipt.isShown(named[index] ?? [], shown));
    const answeredLater = await answerRound(
      message,
      later.filter((index) => isOpen(index) && !again.includes(index)),
    );

    const referencesOf = (indexes: readonly number[]): readonly string[] =>
      indexes.flatMap((index) => (named[index] ?? []).slice(0, 1)).map(referenceOf);
    const { unchecked } = denials;
    if (unchecked.length > 0)
      await sending.send(place, "not checked", renderNotChecked(referencesOf(unchecked), language));
    const tooMany = renderRefusal(tooManyAtOnce, null, language);
    if (refusals.length > 0 && isGroup(place) && !takeAnswer()) sending.withhold(tooMany);
    else
      for (const [index, reply] of inMessages(refusals.slice(0, receiptsMax), place).entries())
        await sending.send(place, `refused:${index}`, reply);
    const left = [...withheld, ...beyond];
    const isUnanswered = left.length > 0 && left.length === named.length - standing.size - again.length;
    // Whoever has had their answers of this minute is told nothing, not even this.
    const isSilent = isUnanswered && !takeAnswer();
    if (isSilent) sending.withhold(tooMany);
    else if (withheld.length > 0)
      await sending.send(place, "withheld", withReferences(tooMany, referencesOf(withheld)));
    if ((found.length > receiptsMax || beyond.length > 0) && !isSilent) {
      const tooManyOfAll = catalogues[language].tooMany(receiptsMax);
      await sending.send(place, "too many", withReferences(tooManyOfAll, referencesOf(beyond)));
    }
    const references = referencesIn(found);
    await withdraw(request, found.length, { again, references });
    const notChecked = plain(`🚫 ${catalogues[language].failed.notChecked}`);
    const all = Number.POSITIVE_INFINITY;
    if (unchecked.length > 0) await withdraw(request, all, { again: unchecked, references, why: notChecked });
    if (withheld.length > 0) await withdraw(request, all, { again: withheld, references, why: tooMany });
    if (denials.told.size > 0) deniedLately.note(countedAs(caller.userId, place.chatId), named.flat());
    const known = named.filter((_, index) => !left.includes(index));
    if (isGroup(place)) answeredBefore.note(place.chatId, known.flat());
    return { isExcused: [...answered, ...answeredLater].some((answer) => answer.isExcused) };
  };

  /** Whether a changed message names what it named before, so that all its answers stay. */
  const isStanding = async (request: ChatRequest, detection: Detection): Promise<boolean> => {
    const { length } = candidatesOf(detection);
    const isAllRead = length > 0 && length <= receiptsMax && detection.refused.length === 0;
    return isAllRead && (await standingIn(request, length)).size === length;
  };

  /** Answers no receipt of a changed message, and takes back what was answered to its former text. */
  const refuseChange = async (request: ChatRequest, detection: Detection, why: RichText): Promise<void> => {
    const found = candidatesOf(detection);
    const count = Math.min(found.length, receiptsMax);
    const standing = await standingIn(request, count);
    const changed = Array.from({ length: count }, (_, index) => index).filter(
      (index) => !standing.has(index),
    );
    await withdraw(request, count, { again: changed, references: referencesIn(found), why });
  };

  return { answerOne, answerAll, isStanding, refuseChange };
};

export type Receipts = ReturnType<typeof createReceipts>;

/** Where references come from: a note about it, and whether a person must confirm what was read. */
export type Origin = { readonly note: string | null; readonly needsConfirmation: boolean };

const asTyped: Origin = { note: null, needsConfirmation: false };

/** Why the caller gets no answers, as far as it was said, and the receipts that are only listed because of it. */
type Denials = { readonly told: Set<FailureCode>; readonly unchecked: number[] };

/** A message that names receipts. `found`: each with its alternatives, by its index. */
type ReceiptsMessage = {
  readonly request: ChatRequest;
  readonly found: readonly (readonly Candidate[])[];
  readonly origin: Origin;
  readonly note: string | null;
  readonly denials: Denials;
  /** Takes one more answer that costs no check; false: none is left. */
  readonly takeAnswer: () => boolean;
  /** The receipts that are not answered because too many came at once. */
  readonly withheld: number[];
  /** Those that are not answered because the album that was passed on with them names more than ten. */
  readonly beyond: number[];
};

/** Counts the answers to one update that cost no check. Where none is left of this minute, the next is not given. */
const createTakeAnswer = (budget: GroupBudget, { caller, sending }: ChatRequest): (() => boolean) => {
  let answer = 0;
  return () => {
    const isTaken = budget.take(askedBy(caller, { updateId: sending.updateId, answer }));
    if (isTaken) answer += 1;
    return isTaken;
  };
};

/** Which of the first receipts of a changed message were verified and are named as before. Their answers stay. */
const standingIn = async ({ caller, sending }: ChatRequest, count: number): Promise<ReadonlySet<number>> => {
  const standing = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    const kept = await sending.standing(caller.place, slotOf(index));
    const outcome = kept === null ? null : readOutcome(kept);
    const names = outcome?.result.ok === true ? outcome.shownIn?.names : undefined;
    if (names !== undefined && names === caller.source?.names) standing.add(index);
  }
  return standing;
};

/** What the answer to a receipt showed that stays, or that was sent before a crash. */
const shownBefore = async (
  { caller, sending }: ChatRequest,
  index: number,
  standing: ReadonlySet<number>,
): Promise<readonly ConfirmedReceipt[]> => {
  const answer = [caller.place, slotOf(index)] as const;
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
  found: boolean,
  { language, nameOf }: { readonly language: Language; readonly nameOf: (bank: string) => string },
) => {
  const isFeedback = ({ code }: Refused): boolean => code === "receipt_url_feedback_link";
  const isCut = ({ code }: Refused): boolean => code === "reference_malformed";
  const told = refused.filter((one) => !found || !(isFeedback(one) || isCut(one)));
  const feedback = found && refused.some(isFeedback);
  return {
    note: feedback ? failureSentence({ code: "receipt_url_feedback_link" }, language).message : null,
    refusals: told.map((one) => renderRefused(one, language, nameOf)),
  };
};

/** A group, in which a bot may write little, gets all refusals in one message. */
const inMessages = (refusals: readonly RichText[], { chatId }: Place): readonly RichText[] =>
  chatId > 0 || refusals.length < 2
    ? refusals
    : [lines(...refusals.flatMap((one, index) => (index === 0 ? [one] : ["", one])))];

/** The slot of the answer to a receipt, by its place in the message. */
export const slotOf = (index: number): string => `receipt:${index}`;

/** The names of all receipts that a message may mean. */
const referencesIn = (found: readonly (readonly Candidate[])[]): readonly string[] =>
  found.flat().map(referenceOf);

/**
 * Withdraws the answers to receipts that a changed message no longer holds; `held`: how many it holds, `again`: which of
 * them are answered with another, `references`: the names of all. `why`: why they are answered no more, where they may
 * still be in it. What says so by now stays.
 */
export const withdraw = async (
  { caller, askedAt, sending }: ChatRequest,
  held: number,
  {
    again = [],
    references = [],
    why = null,
  }: {
    readonly again?: readonly number[];
    readonly references?: readonly string[];
    readonly why?: RichText | null;
  } = {},
): Promise<void> => {
  const texts = catalogues[caller.language];
  const { place } = caller;
  const reply = why ?? plain(texts.withdrawn);
  await sending.noteText(place, caller.source);
  /** Whether an answer that was followed by another one is of a receipt that is named no more. */
  const isOfAnother = async (slot: string): Promise<boolean> =>
    slot.startsWith(formerSlots) && !references.includes((await sending.standing(place, slot)) ?? "");
  const gone: string[] = [];
  for (const slot of await sending.slotsOf(place)) {
    const isAgain = again.some((index) => slot === slotOf(index));
    if (isGone(slot, held) || isAgain || (await isOfAnother(slot))) gone.push(slot);
  }
  for (const slot of gone) {
    const stands = await sending.withdrawnAs(place, slot);
    if (stands !== null && (why === null || stands === why.text)) continue;
    const work = Promise.resolve(reply);
    const looking = reply.text;
    await sending.answer({ slot, shown: null, place, askedAt, looking, work, texts, isWithdrawal: true });
  }
};

/** Whether the answer in a slot is about a receipt beyond those that a message holds. */
const isGone = (slot: string, held: number): boolean => {
  const index = /^receipt:(\d{1,2})$/.exec(slot)?.[1];
  return index !== undefined && Number(index) >= held;
};
