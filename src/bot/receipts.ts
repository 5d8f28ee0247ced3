import type { Detection } from "../detect.ts";
import type { FailureCode } from "../failure.ts";
import { catalogues } from "../texts/texts.ts";
import type { Answer, Request } from "./answer.ts";
import { plain, type Reply } from "./chat.ts";
import type { SavedAt } from "./judging-account.ts";
import type { LookUps, Spot } from "./look-ups.ts";
import { type Fit, fitsOf } from "./own-accounts.ts";
import { filledInWithSaved, meantText, type Pointer, pointersOf, referenceOf } from "./pointers.ts";
import type { Asker, Questions } from "./questions.ts";
import { weighRefusals } from "./refusals.ts";
import { renderNotChecked, renderWarnings } from "./remarks.ts";
import { renderRefusal } from "./render-failure.ts";
import { stands } from "./saying.ts";
import { slotOf, withdraw } from "./withdrawing.ts";

/** Receipts that one message may ask for. */
const receiptsMax = 10;

type Dependencies = {
  readonly detect: (text: string) => Detection;
  readonly lookUp: LookUps;
  readonly savedAt: SavedAt;
  readonly questions: Questions;
};

/** From what a message points to, to one answer or question per receipt. */
export const createReceipts = ({ detect, lookUp, savedAt, questions }: Dependencies) => {
  /** The saved accounts of whoever judges that fill in what every one of the readings lacks. */
  const fitsFor = async (asker: Asker, rivals: readonly Pointer[]): Promise<readonly Fit[]> => {
    if (rivals.some(({ missing }) => missing.length === 0)) return [];
    return fitsOf(rivals, await savedAt(asker));
  };

  /** Asks for what one reading lacks, or looks it up. */
  const pursue = async (
    request: Request,
    spot: Spot,
    pointer: Pointer,
    { note, after }: Turn,
  ): Promise<Answer> => {
    const { asker } = request;
    const [param] = pointer.missing;
    if (param === undefined) return lookUp(request, spot, pointer, { after });
    if (param !== "accountNumber" && param !== "phone")
      return renderRefusal({ code: "parameter_missing", param }, referenceOf(pointer), asker.language);
    const fits = await fitsFor(asker, [pointer]);
    return questions.askDigits(asker, pointer, fits, renderWarnings(pointer.warnings, note, asker.language));
  };

  /**
   * Asks which of rival readings or spellings is meant, or pursues the only one. Where exactly one saved account fits
   * it is used without asking; more than one look-up is never counted so.
   */
  const weigh = async (
    request: Request,
    spot: Spot,
    rivals: readonly [Pointer, ...Pointer[]],
    turn: Turn,
  ): Promise<Answer> => {
    const { asker } = request;
    const [best, ...others] = rivals;
    const warned = renderWarnings(best.warnings, turn.note, asker.language);
    const spelling = meantText(best);
    const [meant = []] = spelling === null ? [] : pointersOf(detect(spelling));
    if (meant.length > 0) return questions.askMeant(asker, [...meant, ...rivals], warned);
    const fits = await fitsFor(asker, rivals);
    const [fit, ...further] = fits;
    const fitting = fit && further.length === 0 ? rivals[fit.rival] : undefined;
    if (fit !== undefined && fitting !== undefined) {
      return lookUp(request, spot, filledInWithSaved(fitting, fit.account.number), { after: turn.after });
    }
    if (others.length > 0) return questions.askBank(asker, rivals, fits, warned);
    return pursue(request, spot, best, turn);
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
    { slot, shown, isFresh = false }: Pick<Spot, "slot" | "shown" | "isFresh">,
  ): Promise<void> => {
    const { asker, saying } = request;
    const before = await saying.recall(asker.place, slot);
    if (stands(before, saying.updateId)) return;
    const spot = { slot, isOnly: false, before, shown, isFresh };
    await bring(request, spot, pointer, pursue(request, spot, pointer, { note: null }));
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
    const { note, refusals } = weighRefusals(detection, found.length > 0, {
      language: asker.language,
      nameOf: questions.nameOf,
    });
    const begin = async (rivals: readonly Pointer[], index: number, after: Promise<unknown>) => {
      const [best, ...others] = rivals;
      const slot = slotOf(index);
      const before = await saying.recall(asker.place, slot);
      if (best === undefined || stands(before, saying.updateId)) return null;
      const spot = { slot, isOnly: found.length === 1, before, shown: null };
      const rest = [best, ...others] as const;
      const work = needsConfirmation
        ? others.length === 0
          ? questions.askIsRight(asker, best, origin)
          : questions.askMeant(asker, rest, origin).then((question) => withLine(question, texts.noneOfThese))
        : weigh(request, spot, rest, { note, after }).then((answer) => withLine(answer, origin));
      // Met where it is awaited, in its turn.
      work.catch(() => undefined);
      return { spot, best, work };
    };
    let last: Promise<unknown> = Promise.resolve();
    const begun = found.slice(0, receiptsMax).map((rivals, index) => {
      const errand = begin(rivals, index, last);
      last = errand.then((one) => one?.work).catch(() => undefined);
      return errand;
    });
    const errands = (await Promise.all(begun)).filter((one) => one !== null);
    const settled = Promise.allSettled(errands.map(({ work }) => work));
    try {
      await bringAll(request, errands);
      for (const [index, reply] of refusals.slice(0, receiptsMax).entries())
        await saying.say(asker.place, `refused:${index}`, reply);
      if (found.length > receiptsMax)
        await saying.say(asker.place, "too many", plain(texts.tooMany(receiptsMax)));
      await withdraw(request, found.length);
    } finally {
      // A chat that cannot be answered any more still has its look-ups counted before the handler ends.
      await settled;
    }
  };

  return { answerOne, answerAll };
};

export type Receipts = ReturnType<typeof createReceipts>;

/** Where the references come from: what is said about that, and whether a person must confirm what was read. */
export type Origin = { readonly note: string | null; readonly needsConfirmation: boolean };

const asTyped: Origin = { note: null, needsConfirmation: false };

const withLine = (answer: Answer, line: string | null): Answer =>
  line === null ? answer : { ...answer, text: `${answer.text}\n${line}` };

/** What is said of the message besides, and the receipts before it in the message, which are judged first. */
type Turn = { readonly note: string | null; readonly after?: Promise<unknown> | undefined };

type Errand = { readonly spot: Spot; readonly best: Pointer; readonly work: Promise<Answer> };
