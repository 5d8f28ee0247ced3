import type { Detection } from "../detect.ts";
import { type FailureCode, fail } from "../failure.ts";
import type { Log } from "../log.ts";
import type { Provider } from "../providers/provider.ts";
import type { Delivered } from "../store/deliveries.ts";
import type { Retries } from "../store/retries.ts";
import { catalogues } from "../texts/texts.ts";
import type { Order, Verification, Verify } from "../verify.ts";
import { plain, type Reply } from "./chat.ts";
import { isGroup, maskReading } from "./masks.ts";
import { type Outcome, readOutcome } from "./outcome.ts";
import type { Pace } from "./pace.ts";
import { meantText, type Pointer, pointersOf, referenceOf } from "./pointers.ts";
import { takenOver } from "./postponement.ts";
import type { Asker, Questions } from "./questions.ts";
import { heardIn, weighRefusals } from "./refusals.ts";
import { renderNotChecked, renderWarnings } from "./remarks.ts";
import { canChange, isAccessFailure, renderFailure, renderReading, renderRefusal } from "./render.ts";
import { type Saying, stands } from "./saying.ts";
import { mayAnswerLater, planRetry, receiptOf } from "./unanswered.ts";

/** Receipts that one message may ask for. */
const receiptsMax = 10;

type Dependencies = {
  readonly detect: (text: string) => Detection;
  readonly verify: Verify;
  readonly providers: readonly Provider[];
  readonly questions: Questions;
  readonly retries: Pick<Retries, "plan" | "answered">;
  readonly pace: Pace;
  readonly now: () => Date;
  readonly log: Log;
};

/** Who asked and when, and the way to answer. */
export type Request = { readonly asker: Asker; readonly askedAt: Date; readonly saying: Saying };

/** Under which slot an answer goes, what was said there before, and what the answer replaces. */
type Spot = { readonly slot: string; readonly before: Delivered | null; readonly shown: number | null };

/** From what a message points to, to one answer or question per receipt. */
export const createReceipts = (deps: Dependencies) => {
  const { detect, verify, providers, questions, retries, now, log } = deps;

  /** The count of an answer ends what was to be tried again for the same receipt. */
  const alongsideOf = (
    { asker, saying }: Request,
    { slot }: Spot,
    receipt: string | null,
  ): NonNullable<Order["alongside"]> => {
    const { isMine, keep } = saying.alongside(asker.place, slot);
    return {
      isMine,
      keep: async (work, verification) => {
        await keep(work, verification);
        if (receipt !== null) await retries.answered(work, asker.place.chatId, receipt);
      },
    };
  };

  const verified = async (
    request: Request,
    spot: Spot,
    provider: Provider,
    pointer: Pointer,
  ): Promise<Outcome> => {
    const { asker, saying } = request;
    const { before } = spot;
    // Counted when this update was worked on before: it is said now, and not asked again.
    if (before !== null && before.updateId === saying.updateId && before.outcome !== null)
      return readOutcome(before.outcome);
    const caller = { kind: "telegram", userId: asker.userId } as const;
    const alongside = alongsideOf(request, spot, receiptOf(provider, pointer));
    const verification = await verify({ caller, provider, body: pointer.request, alongside }).catch(
      (error: unknown) => {
        log.error({ provider: provider.label, err: error }, "a verification broke");
        return broken(now());
      },
    );
    const { result } = verification;
    if (!result.ok && result.error.code === "request_in_progress") throw takenOver();
    return verification;
  };

  /** What is said of an outcome, whenever it is said. */
  const word = async (
    asker: Asker,
    pointer: Pointer,
    outcome: Outcome,
    isTriedAgain = false,
  ): Promise<Answer> => {
    const { result, billing, seenBefore, checkedAt } = outcome;
    const circumstances = { billing, seenBefore, language: asker.language, now: now() };
    if (result.ok) {
      const shown = isGroup(asker.place) ? maskReading(result.value) : result.value;
      const reference = result.value.receipt.transaction_reference;
      const buttons = await questions.answerButtons(asker, pointer, reference, false);
      return { ...renderReading(shown, circumstances), ...buttons };
    }
    const failure = heardIn(asker.place, result.error);
    if (failure.code === "account_number_required" && pointer.request.accountNumber === undefined)
      return questions.askAccount(asker, pointer, renderWarnings(pointer.warnings, null, asker.language));
    const reference = referenceOf(pointer);
    const again = canChange(failure, pointer.encodedDate, circumstances.now);
    const bank = questions.bankOf(pointer);
    const { encodedDate, warnings } = pointer;
    const facts = { ...circumstances, bank, reference, encodedDate, warnings, checkedAt, isTriedAgain };
    const buttons = await questions.answerButtons(asker, pointer, reference, again);
    const denied = isAccessFailure(failure) ? { denied: failure.code } : {};
    return { ...renderFailure(failure, facts), ...buttons, ...denied };
  };

  /** Everything is known: looks the receipt up and words the outcome. */
  const lookUp = async (request: Request, spot: Spot, pointer: Pointer): Promise<Answer> => {
    const { asker } = request;
    const provider = providers.find(({ label }) => label === pointer.provider);
    if (provider === undefined)
      return renderRefusal({ code: "provider_not_offered" }, referenceOf(pointer), asker.language);
    const outcome = await verified(request, spot, provider, pointer);
    const { result } = outcome;
    const isTriedAgain =
      !result.ok &&
      mayAnswerLater(result.error) &&
      (await planRetry({ asker, pointer }, receiptOf(provider, pointer), deps));
    return word(asker, pointer, outcome, isTriedAgain);
  };

  /** Asks for what one reading lacks, or looks it up. */
  const pursue = async (
    request: Request,
    spot: Spot,
    pointer: Pointer,
    note: string | null,
  ): Promise<Answer> => {
    const { asker } = request;
    if (pointer.missing.includes("accountNumber"))
      return questions.askAccount(asker, pointer, renderWarnings(pointer.warnings, note, asker.language));
    const [param] = pointer.missing;
    if (param === undefined) return lookUp(request, spot, pointer);
    return renderRefusal({ code: "parameter_missing", param }, referenceOf(pointer), asker.language);
  };

  /** Asks which of rival readings or spellings is meant, or pursues the only one. */
  const weigh = async (
    request: Request,
    spot: Spot,
    [best, ...others]: readonly [Pointer, ...Pointer[]],
    note: string | null,
  ): Promise<Answer> => {
    const { asker } = request;
    const warned = renderWarnings(best.warnings, note, asker.language);
    const meant = pointersOf(detect(meantText(best) ?? ""))[0] ?? [];
    if (meant.length > 0) return questions.askMeant(asker, [...meant, best, ...others], warned);
    if (others.length > 0) return questions.askBank(asker, [best, ...others], warned);
    return pursue(request, spot, best, note);
  };

  const bring = ({ asker, askedAt, saying }: Request, spot: Spot, pointer: Pointer, work: Promise<Reply>) => {
    const texts = catalogues[asker.language];
    const looking = texts.looking(questions.bankOf(pointer));
    return saying.answer({ ...spot, place: asker.place, askedAt, looking, work, texts });
  };

  /** In order; what keeps the asker from more answers is told once, and what else it meets is listed. */
  const bringAll = async (request: Request, errands: readonly Errand[]): Promise<void> => {
    const { asker, saying } = request;
    const told = new Set<FailureCode>();
    const unchecked: string[] = [];
    for (const { spot, best, work } of errands) {
      // Once one is denied the others are too, as quickly: no progress needs to be shown.
      const { denied } = told.size > 0 ? await work : {};
      if (denied !== undefined && told.has(denied)) unchecked.push(referenceOf(best));
      else await bring(request, spot, best, work);
      const answer = await work;
      if (answer.denied !== undefined) told.add(answer.denied);
    }
    if (unchecked.length > 0)
      await saying.say(asker.place, "not checked", renderNotChecked(unchecked, asker.language));
  };

  /** Answers one receipt; `shown` is a message of ours that the answer replaces. */
  const answerOne = async (
    request: Request,
    pointer: Pointer,
    { slot, shown }: Pick<Spot, "slot" | "shown">,
  ): Promise<void> => {
    const { asker, saying } = request;
    const before = await saying.recall(asker.place, slot);
    if (stands(before, saying.updateId)) return;
    const spot = { slot, before, shown };
    await bring(request, spot, pointer, pursue(request, spot, pointer, null));
  };

  /** One answer per receipt, in the order of the message; then what of it was refused. */
  const answerAll = async (
    request: Request,
    detection: Detection,
    { note: origin, needsConfirmation }: Origin = asTyped,
  ): Promise<void> => {
    const { asker, saying } = request;
    const texts = catalogues[asker.language];
    const found = pointersOf(detection);
    const { note, refusals } = weighRefusals(detection, found.length > 0, asker.language);
    const begin = async (rivals: readonly Pointer[], index: number) => {
      const [best, ...others] = rivals;
      const slot = `receipt:${index}`;
      const before = await saying.recall(asker.place, slot);
      if (best === undefined || stands(before, saying.updateId)) return null;
      const spot = { slot, before, shown: null };
      const rest = [best, ...others] as const;
      const work = needsConfirmation
        ? questions.askMeant(asker, rest, origin).then((question) => withLine(question, texts.noneOfThese))
        : weigh(request, spot, rest, note).then((answer) => withLine(answer, origin));
      // Met where it is awaited, in its turn.
      work.catch(() => undefined);
      return { spot, best, work };
    };
    const errands = (await Promise.all(found.slice(0, receiptsMax).map(begin))).filter((one) => one !== null);
    const settled = Promise.allSettled(errands.map(({ work }) => work));
    try {
      await bringAll(request, errands);
      for (const [index, reply] of refusals.slice(0, receiptsMax).entries())
        await saying.say(asker.place, `refused:${index}`, reply);
      if (found.length > receiptsMax)
        await saying.say(asker.place, "too many", plain(texts.tooMany(receiptsMax)));
    } finally {
      // A chat that cannot be answered any more still has its look-ups counted before the handler ends.
      await settled;
    }
  };

  return { answerOne, answerAll, word };
};

export type Receipts = ReturnType<typeof createReceipts>;

/** Where the references come from: what is said about that, and whether a person must confirm what was read. */
export type Origin = { readonly note: string | null; readonly needsConfirmation: boolean };

const asTyped: Origin = { note: null, needsConfirmation: false };

const withLine = (answer: Answer, line: string | null): Answer =>
  line === null ? answer : { ...answer, text: `${answer.text}\n${line}` };

/** A reply, and why the asker gets no more answers where that is what it says. */
type Answer = Reply & { readonly denied?: FailureCode };

type Errand = { readonly spot: Spot; readonly best: Pointer; readonly work: Promise<Answer> };

/** Our bug: nothing is known and nothing was counted. */
const broken = (checkedAt: Date): Verification => ({
  result: fail("internal_error"),
  billing: null,
  seenBefore: null,
  source: null,
  checkedAt,
  timings: { admissionMs: 0, upstreamMs: 0, parseMs: 0 },
});
