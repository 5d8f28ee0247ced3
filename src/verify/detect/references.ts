import type { DetectProvider, FoundCandidates, OtherLength, RawCandidate } from "./candidate.ts";
import { isCodeOfLetters, isSentence, isWordAndNumber, standsFree } from "./chatter.ts";
import { type ReferenceLabel, referenceLabel } from "./labels.ts";
import { isCutOff, isForeignAtEnd, otherLengthOf } from "./near-miss.ts";
import { type Fit, fitsOf } from "./shapes.ts";
import { type JoinBudget, stretchesFrom } from "./stretches.ts";
import type { Piece } from "./words.ts";

/** A word of one piece, or of several that a space, a hyphen or a line end broke apart. */
type Word = {
  readonly text: string;
  readonly fits: readonly Fit[];
  readonly label: ReferenceLabel;
  readonly first: number;
  readonly last: number;
  /** Why it must not be looked up: a letter that only looks Latin, a character too few or too many. */
  readonly refusal: "reference_not_ascii" | "reference_malformed" | null;
  readonly otherLength?: OtherLength;
};

/** References outside of links: labelled ones, and bare words whose shape and date speak for them. */
export const findReferences = (
  text: string,
  pieces: readonly Piece[],
  providers: readonly DetectProvider[],
  now: Date,
): FoundCandidates => {
  const candidates: RawCandidate[] = [];
  const refused: FoundCandidates["refused"][number][] = [];
  const whole = {
    text,
    pieces,
    providers,
    now,
    isSentence: isSentence(text),
    budget: { joins: joinsMax, nearMisses: nearMissesMax },
  };
  for (let at = 0; at < pieces.length; at += 1) {
    const words = wordsAt(whole, at);
    const word = words.at(0);
    if (word === undefined) continue;
    if (word.refusal === null) candidates.push(...words.flatMap((reading) => candidatesOf(reading, pieces)));
    else {
      const end = pieces[word.last]?.end ?? 0;
      const { refusal: code, otherLength } = word;
      const written = text.slice(pieces[at]?.start ?? 0, end);
      refused.push({ text: written, code, ...(otherLength !== undefined && { otherLength }) });
    }
    at = word.last;
  }
  return { candidates, refused };
};

/** Ordinary messages need a few dozen. */
const joinsMax = 500;

/** Words that are compared with the references that they may have been meant for. */
const nearMissesMax = 40;

/** One text being read. */
type Text = {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly providers: readonly DetectProvider[];
  readonly now: Date;
  readonly isSentence: boolean;
  readonly budget: JoinBudget & { nearMisses: number };
};

const candidatesOf = (
  { text, fits, label, first, last }: Word,
  pieces: readonly Piece[],
): readonly RawCandidate[] =>
  fits.map((fit) => ({
    provider: fit.provider,
    request: fit.request,
    missing: fit.shape.missing,
    encodedDate: fit.encodedDate,
    at: pieces[first]?.start ?? 0,
    end: pieces[last]?.end ?? 0,
    source: sourceOf(label),
    word: text,
    width: fit.shape.width,
    isTypical: fit.isTypical,
    isTimely: fit.isTimely,
  }));

const sourceOf = (label: ReferenceLabel): RawCandidate["source"] => {
  if (label === null) return "bare";
  return label === "elsewhere" ? "elsewhere" : "label";
};

/** The reading of the words that begin at a piece, best first; a second one only where both stand to reason. */
const wordsAt = (whole: Text, first: number): readonly Word[] => {
  const { text, pieces, budget } = whole;
  const label = referenceLabel(text, pieces[first]?.start ?? 0);
  const words = stretchesFrom(text, pieces, first, budget).flatMap(({ forms, last, isForeign }): Word[] => {
    const place = { label, start: pieces[first]?.start ?? 0, end: pieces[last]?.end ?? 0 };
    const fitting = forms.map((form) => ({ text: form, fits: narrowFits(whole, form, place) }));
    const fit = fitting.find(({ fits }) => fits.length > 0);
    const refusal = isForeign ? "reference_not_ascii" : null;
    return fit === undefined ? [] : [{ ...fit, label, first, last, refusal }];
  });
  const plain = words.filter(({ refusal }) => refusal === null);
  const single = plain.find(({ last }) => last === first);
  const longest = plain.at(-1) ?? words.at(-1);
  if (longest === undefined) return widerWord(whole, first, label);
  if (single === undefined || single === longest) return [longest];
  if (single.fits.some(({ shape }) => shape.missing.length === 0)) return [single];
  return isNumberAfter(text, pieces, single, longest) ? [longest, single] : [longest];
};

/** `FT26319K4Q7Z 00004321`: one long reference, and as well a short one with an account number or an amount beside it. */
const isNumberAfter = (text: string, pieces: readonly Piece[], single: Word, longest: Word): boolean => {
  const [before, after] = [pieces[single.last], pieces[longest.last]];
  return (
    longest.last === single.last + 1 &&
    /^\d{4,16}$/.test(after?.text ?? "") &&
    /^\s$/.test(text.slice(before?.end, after?.start))
  );
};

/** Where a word stands, and what the words before say of it. */
type LabelPlace = { readonly label: ReferenceLabel; readonly start: number; readonly end: number };

const narrowFits = (whole: Text, word: string, { label, start, end }: LabelPlace): readonly Fit[] => {
  const isNumber = !/[A-Z]/.test(word);
  // Within a sentence a number may be a phone, an account or an amount.
  if (isNumber && label !== "named" && whole.isSentence) return [];
  const fits = fitsOf(word, "narrow", whole.providers, whole.now).filter(
    ({ shape }) => !isNumber || shape.isNumber === true,
  );
  const written = whole.text.slice(start, end);
  const timely = fits.filter(({ isTimely }) => isTimely);
  const dates = timely.map(({ encodedDate }) => encodedDate);
  const isPointed = label === "named" || /[0-9]/.test(word);
  if (!isPointed && !(label !== null && isCodeOfLetters(written, dates, whole.now))) return [];
  if (label !== null) return fits;
  if (whole.isSentence && isWordAndNumber(written, dates, whole.now)) return [];
  return timely.length > 0 ? fits : [];
};

/** What the banks' wider shapes allow besides, where no narrow one fits the word, timely or not. */
const widerWord = (whole: Text, first: number, label: ReferenceLabel): readonly Word[] => {
  const { text, pieces, providers, now } = whole;
  const piece = pieces[first];
  if (piece === undefined || !/[A-Z]/.test(piece.text) || !/[0-9]/.test(piece.text)) return [];
  const word = { text: piece.text, fits: [], label, first, last: first, refusal: null };
  if (piece.isForeign)
    return isForeignAtEnd(text.slice(piece.start, piece.end), providers, now)
      ? [{ ...word, refusal: "reference_not_ascii" }]
      : [];
  const narrow = fitsOf(piece.text, "narrow", providers, now);
  if (narrow.some(({ isTimely }) => isTimely)) return [];
  const isFree = standsFree(text, piece.start, piece.end);
  const wide = fitsOf(piece.text, "wide", providers, now);
  if (wide.length === 0 && isFree && --whole.budget.nearMisses >= 0) {
    const isPointed = label !== null || !whole.isSentence;
    const otherLength = otherLengthOf(piece.text, isPointed, providers, now);
    if (otherLength !== null) return [{ ...word, refusal: "reference_malformed", otherLength }];
    if (isCutOff(piece.text, providers, now)) return [{ ...word, refusal: "reference_malformed" }];
  }
  if (narrow.length > 0) return [];
  const isPointer = label === "named" || (isFree && !whole.isSentence);
  const fits = wide.length === 0 && isPointer ? fitsOf(piece.text, "loose", providers, now) : wide;
  const timely = fits.filter(({ isTimely }) => label !== null || isTimely);
  return timely.length === 0 ? [] : [{ ...word, fits: timely }];
};
