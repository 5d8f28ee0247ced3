import type { FailureCode } from "../../core/failure.ts";
import { renderNotChecked, renderWarnings } from "../../rendering/remarks.ts";
import { renderRefusal } from "../../rendering/render-failure.ts";
import { renderRefused } from "../../rendering/render-refused.ts";
import { lines, type RichText } from "../../rendering/rich-text.ts";
import { catalogues, failureSentence, type Language } from "../../texts/texts.ts";
import {
  type Candidate,
  candidatesOf,
  filledInWithSaved,
  meantText,
  referenceOf,
} from "../../verify/candidates.ts";
import type { Refused } from "../../verify/detect/candidate.ts";
import type { Detection } from "../../verify/detect/detect.ts";
import type { SameReceipt, ShownReceipt } from "../../verify/same-receipt.ts";
import { type SavedFit, savedFitsOf } from "../../verify/saved-fits.ts";
import { type Place, plain, type Reply } from "../telegram/chat.ts";
import type { ChatCaller, SavedAt } from "./caller.ts";
import type { AnswerSlot, LookUps } from "./look-ups.ts";
import { readOutcome } from "./outcome.ts";
import type { Questions } from "./questions.ts";
import type { Answer, Request } from "./sending.ts";

/** Receipts that one message may ask for. */
const receiptsMax = 10;

type Dependencies = {
  readonly detect: (text: string) => Detection;
  readonly lookUp: LookUps;
  readonly savedAt: SavedAt;
  readonly questions: Questions;
  readonly sameReceipt: SameReceipt;
};

/** Answers each receipt that a message names, or asks back. */
export const createReceipts = ({ detect, lookUp, savedAt, questions, sameReceipt }: Dependencies) => {
  /** The saved accounts that give what every one of the candidates lacks. */
  const fitsFor = async (
    caller: ChatCaller,
    alternatives: readonly Candidate[],
  ): Promise<readonly SavedFit[]> => {
    if (alternatives.some(({ missing }) => missing.length === 0)) return [];
    return savedFitsOf(alternatives, await savedAt(caller));
  };

  /** Asks for what one candidate lacks, or looks it up. */
  const pursue = async (
    request: Request,
    answerSlot: AnswerSlot,
    candidate: Candidate,
    { note, after }: Turn,
  ): Promise<Answer> => {
    const { caller } = request;
    const [param] = candidate.missing;
    if (param === undefined) return lookUp(request, answerSlot, candidate, { after });
    if (param !== "accountNumber" && param !== "phone")
      return renderRefusal({ code: "parameter_missing", param }, referenceOf(candidate), caller.language);
    const fits = await fitsFor(caller, [candidate]);
    return questions.askDigits(
      caller,
      candidate,
      fits,
      renderWarnings(candidate.warnings, note, caller.language),
    );
  };

  /**
   * Asks which of alternative readings or spellings is meant, or pursues the only one. Where exactly one saved account fits
   * it is used without asking; more than one look-up is never counted so.
   */
  const weigh = async (
    request: Request,
    answerSlot: AnswerSlot,
    alternatives: readonly [Candidate, ...Candidate[]],
    turn: Turn,
  ): Promise<Answer> => {
    const { caller } = request;
    const [best, ...others] = alternatives;
    const warned = renderWarnings(best.warnings, turn.note, caller.language);
    const spelling = meantText(best);
    const [found = []] = spelling === null ? [] : candidatesOf(detect(spelling));
    // The message's claims are of the receipt that it means.
    const meant = found.map((candidate) => ({ ...candidate, claims: best.claims }));
    if (meant.length > 0) return questions.askMeant(caller, [...meant, ...alternatives], warned);
    const fits = await fitsFor(caller, alternatives);
    const [fit, ...further] = fits;
    const fitting = fit && further.length === 0 ? alternatives[fit.alternative] : undefined;
    if (fit !== undefined && fitting !== undefined) {
      return lookUp(request, answerSlot, filledInWithSaved(fitting, fit.account.number), {
        after: turn.after,
      });
    }
    if (others.length > 0) return questions.askBank(caller, alternatives, fits, warned);
    return pursue(request, answerSlot, best, turn);
  };

  const bring = (
    { caller, askedAt, sending }: Request,
    answerSlot: AnswerSlot,
    candidate: Candidate,
    work: Promise<Reply>,
  ) => {
    const texts = catalogues[caller.language];
    const looking = texts.looking(questions.bankOf(candidate));
    return sending.answer({ ...answerSlot, place: caller.place, askedAt, looking, work, texts });
  };

  /** Sends answers in order. A refusal that meets all is sent once, and the receipts that it meets are listed. */
  const bringAll = async (
    request: Request,
    outgoing: readonly OutgoingAnswer[],
    { told, unchecked }: Told,
  ): Promise<void> => {
    for (const { answerSlot, best, work } of outgoing) {
      // After one refusal the others follow at once, so no progress is shown.
      const { denied } = told.size > 0 ? await work : {};
      if (denied !== undefined && told.has(denied)) unchecked.push(referenceOf(best));
      else await bring(request, answerSlot, best, work);
      const answer = await work;
      if (answer.denied !== undefined) told.add(answer.denied);
    }
  };

  /** Answers one receipt; `shown` is a message of the bot that the answer replaces. */
  const answerOne = async (
    request: Request,
    candidate: Candidate,
    { slot, shown, isFresh = false }: Pick<AnswerSlot, "slot" | "shown" | "isFresh">,
  ): Promise<void> => {
    const { caller, sending } = request;
    if (await sending.isSent(caller.place, slot)) return;
    const answerSlot = { slot, isOnly: false, shown, isFresh };
    await bring(request, answerSlot, candidate, pursue(request, answerSlot, candidate, { note: null }));
  };

  /** One answer for each receipt in the order of the message, then what was refused. */
  const answerAll = async (
    request: Request,
    detection: Detection,
    { note: origin, needsConfirmation }: Origin = asTyped,
  ): Promise<void> => {
    const { caller, sending } = request;
    const texts = catalogues[caller.language];
    const found = candidatesOf(detection);
    const { note, refusals } = weighRefusals(detection, found.length > 0, {
      language: caller.language,
      nameOf: questions.nameOf,
    });
    const begin = async (alternatives: readonly Candidate[], index: number, after: Promise<unknown>) => {
      const [best, ...others] = alternatives;
      const slot = slotOf(index);
      if (best === undefined || (await sending.isSent(caller.place, slot))) return null;
      const answerSlot = { slot, isOnly: found.length === 1, shown: null };
      const rest = [best, ...others] as const;
      // What is asked back about it is about the same showing.
      const { messageId } = caller.place;
      const asking = { ...caller, source: { messageId, ...caller.source, part: slot } };
      const work = needsConfirmation
        ? others.length === 0
          ? questions.askIsRight(asking, best, origin)
          : questions.askMeant(asking, rest, origin).then((question) => withLine(question, texts.noneOfThese))
        : weigh({ ...request, caller: asking }, answerSlot, rest, { note, after }).then((answer) =>
            withLine(answer, origin),
          );
      // The error is handled where the work is awaited, in its turn.
      work.catch(() => undefined);
      return { answerSlot, best, work };
    };
    const told: Told = { told: new Set(), unchecked: [] };
    /** Answers these places side by side. Resolves with the receipts that were shown. */
    const answerRound = async (places: readonly number[]): Promise<readonly ShownReceipt[]> => {
      let last: Promise<unknown> = Promise.resolve();
      const begun = places.map((index) => {
        const answering = begin(found[index] ?? [], index, last);
        last = answering.then((one) => one?.work).catch(() => undefined);
        return answering;
      });
      const outgoing = (await Promise.all(begun)).filter((one) => one !== null);
      const settled = Promise.allSettled(outgoing.map(({ work }) => work));
      try {
        await bringAll(request, outgoing, told);
        const answers = await Promise.all(outgoing.map(({ work }) => work));
        return answers.flatMap(({ paid }) => paid ?? []);
      } finally {
        // Look-ups are counted before the handler ends, also where the chat cannot be answered any more.
        await settled;
      }
    };
    /** What an answer showed that was sent before a crash. */
    const shownBefore = async (index: number): Promise<readonly ShownReceipt[]> => {
      const place = [caller.place, slotOf(index)] as const;
      const kept = standing.has(index) ? await sending.standing(...place) : await sending.kept(...place);
      return kept === null ? [] : shownBy(readOutcome(kept));
    };

    /** Whether a verified receipt was answered that the message names as it did before it was changed: that answer stays. */
    const stands = async (index: number): Promise<boolean> => {
      const kept = await sending.standing(caller.place, slotOf(index));
      const outcome = kept === null ? null : readOutcome(kept);
      const names = outcome?.result.ok === true ? outcome.shownIn?.names : undefined;
      return names !== undefined && names === caller.source?.names;
    };

    const named = found.slice(0, receiptsMax);
    const standing = new Set<number>();
    for (const index of named.keys()) if (await stands(index)) standing.add(index);
    const unanswered = (places: readonly number[]) => places.filter((index) => !standing.has(index));
    const [first, later] = sameReceipt.inRounds(named);
    const before = later.length === 0 ? [] : (await Promise.all(first.map(shownBefore))).flat();
    const shown = [...before, ...(await answerRound(unanswered(first)))];
    const again = unanswered(later).filter((index) => sameReceipt.isShown(named[index] ?? [], shown));
    await answerRound(unanswered(later).filter((index) => !again.includes(index)));
    if (told.unchecked.length > 0)
      await sending.send(caller.place, "not checked", renderNotChecked(told.unchecked, caller.language));
    for (const [index, reply] of inMessages(refusals.slice(0, receiptsMax), caller.place).entries())
      await sending.send(caller.place, `refused:${index}`, reply);
    if (found.length > receiptsMax)
      await sending.send(caller.place, "too many", plain(texts.tooMany(receiptsMax)));
    await withdraw(request, found.length, again);
  };

  return { answerOne, answerAll };
};

export type Receipts = ReturnType<typeof createReceipts>;

/** Where references come from: a note about it, and whether a person must confirm what was read. */
export type Origin = { readonly note: string | null; readonly needsConfirmation: boolean };

const asTyped: Origin = { note: null, needsConfirmation: false };

const withLine = (answer: Answer, line: string | null): Answer =>
  line === null ? answer : { ...answer, text: `${answer.text}\n${line}` };

/** A note about the message, and the receipts before it, which are assessed first. */
type Turn = { readonly note: string | null; readonly after?: Promise<unknown> | undefined };

/** Why the caller gets no answers, as far as it was said, and the receipts that are only listed because of it. */
type Told = { readonly told: Set<FailureCode>; readonly unchecked: string[] };

const shownBy = ({ result, candidate }: ReturnType<typeof readOutcome>): readonly ShownReceipt[] =>
  !result.ok || candidate === null
    ? []
    : [
        {
          provider: candidate.provider,
          reference: result.value.receipt.transaction_reference,
          amountSantim: result.value.amountMinor,
        },
      ];

type OutgoingAnswer = {
  readonly answerSlot: AnswerSlot;
  readonly best: Candidate;
  readonly work: Promise<Answer>;
};

/** Which refusals are sent. Beside a receipt a feedback link is only a note, and half a reference is ignored. */
const weighRefusals = (
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

/**
 * Withdraws the answers to receipts that a changed message no longer holds; `held`: how many it holds, `again`: which of
 * them are answered with another.
 */
export const withdraw = async (
  { caller, askedAt, sending }: Request,
  held: number,
  again: readonly number[] = [],
): Promise<void> => {
  const texts = catalogues[caller.language];
  const work = Promise.resolve(plain(texts.withdrawn));
  const gone = (await sending.slotsOf(caller.place)).filter(
    (slot) => isGone(slot, held) || again.some((index) => slot === slotOf(index)),
  );
  for (const slot of gone) {
    await sending.answer({
      slot,
      shown: null,
      place: caller.place,
      askedAt,
      looking: texts.withdrawn,
      work,
      texts,
    });
  }
};

/** Whether an answer is withdrawn. Answers to typed numbers go when the message holds no receipt any more. */
const isGone = (slot: string, held: number): boolean => {
  const index = /^receipt:(\d{1,2})$/.exec(slot)?.[1];
  return index === undefined ? held === 0 && slot.startsWith("answered:") : Number(index) >= held;
};
