import { renderWarnings } from "../../rendering/remarks.ts";
import { renderRefusal } from "../../rendering/render-failure.ts";
import { catalogues } from "../../texts/texts.ts";
import {
  type Candidate,
  candidatesOf,
  filledInWithSaved,
  meantText,
  referenceOf,
} from "../../verify/candidates.ts";
import type { Detection } from "../../verify/detect/detect.ts";
import { type SavedFit, savedFitsOf } from "../../verify/saved-fits.ts";
import type { ChatCaller, SavedAt } from "./caller.ts";
import type { Questions } from "./questions/questions.ts";
import type { Answer, ChatRequest } from "./sending.ts";
import type { AnswerSlot, VerifyCandidate } from "./verifying.ts";

type Dependencies = {
  readonly detect: (text: string) => Detection;
  readonly verifyCandidate: VerifyCandidate;
  readonly savedAt: SavedAt;
  readonly questions: Questions;
};

/** A note about the message, and the receipts in it before this one, which are assessed first. */
type InMessage = { readonly note: string | null; readonly after?: Promise<unknown> | undefined };

/** Chooses among the candidates for one receipt: looks one up, or asks the person for what is missing. */
export const createChoosing = ({ detect, verifyCandidate, savedAt, questions }: Dependencies) => {
  /** The saved accounts that give what every one of the candidates lacks. */
  const fitsFor = async (
    caller: ChatCaller,
    alternatives: readonly Candidate[],
  ): Promise<readonly SavedFit[]> => {
    if (alternatives.some(({ missing }) => missing.length === 0)) return [];
    return savedFitsOf(alternatives, await savedAt(caller));
  };

  /** The spellings that a person may have meant instead. The message's claims are of the receipt that it means. */
  const meantInsteadOf = (best: Candidate): readonly Candidate[] => {
    const spelling = meantText(best);
    const [found = []] = spelling === null ? [] : candidatesOf(detect(spelling));
    return found.map((candidate) => ({ ...candidate, claims: best.claims }));
  };

  /** Whether `choose` looks one up without asking the person anything. */
  const isClear = async (
    caller: ChatCaller,
    alternatives: readonly [Candidate, ...Candidate[]],
  ): Promise<boolean> => {
    const [best, ...others] = alternatives;
    if (meantInsteadOf(best).length > 0) return false;
    if (others.length === 0 && best.missing.length === 0) return true;
    return (await fitsFor(caller, alternatives)).length === 1;
  };

  /** Asks for what one candidate lacks, or looks it up. `known`: the saved accounts that fit; null: they are not read yet. */
  const pursue = async (
    request: ChatRequest,
    answerSlot: AnswerSlot,
    candidate: Candidate,
    { note, after }: InMessage,
    known: readonly SavedFit[] | null = null,
  ): Promise<Answer> => {
    const { caller } = request;
    const [param] = candidate.missing;
    if (param === undefined) return verifyCandidate(request, answerSlot, candidate, { after });
    if (param !== "accountNumber" && param !== "phone")
      return renderRefusal({ code: "parameter_missing", param }, referenceOf(candidate), caller.language);
    const fits = known ?? (await fitsFor(caller, [candidate]));
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
  const choose = async (
    request: ChatRequest,
    answerSlot: AnswerSlot,
    alternatives: readonly [Candidate, ...Candidate[]],
    inMessage: InMessage,
  ): Promise<Answer> => {
    const { caller } = request;
    const [best, ...others] = alternatives;
    const warned = renderWarnings(best.warnings, inMessage.note, caller.language);
    const meant = meantInsteadOf(best);
    if (meant.length > 0) return questions.askMeant(caller, [...meant, ...alternatives], warned);
    const fits = await fitsFor(caller, alternatives);
    const [fit, ...further] = fits;
    const fitting = fit && further.length === 0 ? alternatives[fit.alternative] : undefined;
    if (fit !== undefined && fitting !== undefined) {
      return verifyCandidate(request, answerSlot, filledInWithSaved(fitting, fit.account.number), {
        after: inMessage.after,
      });
    }
    if (others.length > 0) return questions.askBank(caller, alternatives, fits, warned);
    return pursue(request, answerSlot, best, inMessage, fits);
  };

  /** Asks whether what was read is right. */
  const confirm = async (
    caller: ChatCaller,
    [best, ...others]: readonly [Candidate, ...Candidate[]],
    note: string | null,
  ): Promise<Answer> =>
    others.length === 0
      ? questions.askIsRight(caller, best, note)
      : withLine(
          await questions.askMeant(caller, [best, ...others], note),
          catalogues[caller.language].noneOfThese,
        );

  return { pursue, choose, confirm, isClear };
};

export type Choosing = ReturnType<typeof createChoosing>;

/** An answer with a line below it. */
export const withLine = (answer: Answer, line: string | null): Answer =>
  line === null ? answer : { ...answer, text: `${answer.text}\n${line}` };
