import type { DetectProvider } from "../detect.ts";
import type { Finding, Found } from "./finding.ts";
import { type ReferenceLabel, referenceLabel } from "./labels.ts";
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
  readonly isForeign: boolean;
};

/** References outside of links: labelled ones, and bare words whose shape and date speak for them (design 8). */
export const findReferences = (
  text: string,
  pieces: readonly Piece[],
  providers: readonly DetectProvider[],
  now: Date,
): Found => {
  const findings: Finding[] = [];
  const refused: Found["refused"][number][] = [];
  const budget = { joins: joinsMax };
  for (let at = 0; at < pieces.length; at += 1) {
    const words = wordsAt({ text, pieces, providers, now, budget }, at);
    const word = words.at(0);
    if (word === undefined) continue;
    if (word.isForeign) {
      const end = pieces[word.last]?.end ?? 0;
      refused.push({ text: text.slice(pieces[at]?.start ?? 0, end), code: "reference_not_ascii" });
    } else {
      findings.push(...words.flatMap((reading) => findingsOf(reading, pieces)));
    }
    at = word.last;
  }
  return { findings, refused };
};

/** Ordinary messages need a few dozen. */
const joinsMax = 2_000;

/** One text being read. */
type Text = {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly providers: readonly DetectProvider[];
  readonly now: Date;
  readonly budget: JoinBudget;
};

const findingsOf = ({ text, fits, label, first, last }: Word, pieces: readonly Piece[]): readonly Finding[] =>
  fits.map((fit) => ({
    provider: fit.provider,
    request: fit.request,
    missing: fit.shape.missing,
    encodedDate: fit.encodedDate,
    at: pieces[first]?.start ?? 0,
    end: pieces[last]?.end ?? 0,
    source: sourceOf(label),
    word: text,
    isWide: fit.shape.width === "wide",
    isTypical: fit.isTypical,
    isTimely: fit.isTimely,
  }));

const sourceOf = (label: ReferenceLabel): Finding["source"] => {
  if (label === null) return "bare";
  return label === "elsewhere" ? "elsewhere" : "label";
};

/** The reading of the words that begin at a piece, best first; a second one only where both stand to reason. */
const wordsAt = ({ text, pieces, providers, now, budget }: Text, first: number): readonly Word[] => {
  const start = pieces[first]?.start ?? 0;
  const label = referenceLabel(text, start);
  const words = stretchesFrom(text, pieces, first, budget).flatMap(({ forms, ...stretch }): Word[] => {
    const fitting = forms.map((form) => ({ text: form, fits: narrowFits(form, label, providers, now) }));
    const fit = fitting.find(({ fits }) => fits.length > 0);
    return fit === undefined ? [] : [{ ...stretch, ...fit, label, first }];
  });
  const plain = words.filter(({ isForeign }) => !isForeign);
  const single = plain.find(({ last }) => last === first);
  const longest = plain.at(-1) ?? words.at(-1);
  if (longest === undefined) return wideWord(pieces, first, label, providers, now);
  if (single === undefined || single === longest) return [longest];
  if (single.fits.some(({ shape }) => shape.missing.length === 0)) return [single];
  return isAccountAfter(text, pieces, single, longest) ? [longest, single] : [longest];
};

/** `FT26319K4Q7Z 00004321`: one long reference, and as well a short one with an account number beside it. */
const isAccountAfter = (text: string, pieces: readonly Piece[], single: Word, longest: Word): boolean => {
  const [before, after] = [pieces[single.last], pieces[longest.last]];
  return (
    longest.last === single.last + 1 &&
    /^\d{8,16}$/.test(after?.text ?? "") &&
    /^\s$/.test(text.slice(before?.end, after?.start))
  );
};

const narrowFits = (
  word: string,
  label: ReferenceLabel,
  providers: readonly DetectProvider[],
  now: Date,
): readonly Fit[] => {
  if (!/[A-Z]/.test(word) || !(label === "named" || /[0-9]/.test(word))) return [];
  const fits = fitsOf(word, "narrow", providers, now);
  return label !== null || fits.some(({ isTimely }) => isTimely) ? fits : [];
};

/** What the specification's wide shapes allow besides, where no narrow one fits the word, timely or not. */
const wideWord = (
  pieces: readonly Piece[],
  first: number,
  label: ReferenceLabel,
  providers: readonly DetectProvider[],
  now: Date,
): readonly Word[] => {
  const piece = pieces[first];
  if (piece === undefined || piece.isForeign || !/[A-Z]/.test(piece.text) || !/[0-9]/.test(piece.text))
    return [];
  if (fitsOf(piece.text, "narrow", providers, now).length > 0) return [];
  const fits = fitsOf(piece.text, "wide", providers, now).filter(
    ({ isTimely }) => label !== null || isTimely,
  );
  return fits.length === 0 ? [] : [{ text: piece.text, fits, label, first, last: first, isForeign: false }];
};
