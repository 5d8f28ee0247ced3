import type { PdfFragment } from "../document.ts";
import { edgeTolerance } from "./labels.ts";

/** The line right above a text, and all the lines close above that the text may continue: same size, same alignment. */
type Above = { readonly line: PdfFragment | undefined; readonly lines: string };

export type AboveOf = (one: PdfFragment) => Above;

/** Looks for the line above each text once: the texts of a column ask for the same ones again and again. */
export const aboveIn = (texts: readonly PdfFragment[], leading: number): AboveOf => {
  const known = new Map<PdfFragment, Above>();
  const aboveOf: AboveOf = (one) => {
    const found = known.get(one);
    if (found !== undefined) return found;
    const line = lineAbove(one, texts, leading);
    const lines = line === undefined ? "" : `${aboveOf(line).lines} ${line.text}`.trimStart();
    known.set(one, { line, lines });
    return { line, lines };
  };
  return aboveOf;
};

/** The lines right below a text. */
export const linesBelow = (
  one: PdfFragment,
  texts: readonly PdfFragment[],
  aboveOf: AboveOf,
): readonly string[] => texts.filter((other) => aboveOf(other).line === one).map(({ text }) => text);

/** Of these lines the nearest ones that are of a sentence. */
export const sentenceAbove = (one: PdfFragment, texts: readonly PdfFragment[], aboveOf: AboveOf): string => {
  const { line } = aboveOf(one);
  if (line === undefined || !isOfSentence(line, one, texts)) return "";
  return `${sentenceAbove(line, texts, aboveOf)} ${line.text}`.trimStart();
};

const lineAbove = (
  one: PdfFragment,
  texts: readonly PdfFragment[],
  leading: number,
): PdfFragment | undefined =>
  texts.find((other) => {
    const distance = one.baseline - other.baseline;
    if (other.page !== one.page || distance <= 0 || distance > leading * one.size) return false;
    if (Math.abs(one.size - other.size) > one.size / 10) return false;
    const offsets = [one.left - other.left, one.right - other.right];
    const middle = (one.left + one.right - other.left - other.right) / 2;
    return [...offsets, middle].some((offset) => Math.abs(offset) <= edgeTolerance);
  });

/** Whether a sentence goes on below a line. A label and its value, beside each other or in one text, are none. */
const isOfSentence = (above: PdfFragment, below: PdfFragment, texts: readonly PdfFragment[]): boolean => {
  const words = above.text.split(" ");
  if (words.length < 3 || /[:：]|[\d.!?;።*]$|\b(?:ETB|Birr)$/i.test(above.text)) return false;
  const isAlone = !texts.some(
    (other) =>
      other !== above &&
      other.page === above.page &&
      Math.abs(other.baseline - above.baseline) <= 0.4 * above.size,
  );
  return isAlone || (words.length > 3 && /^\p{Ll}/u.test(below.text));
};
