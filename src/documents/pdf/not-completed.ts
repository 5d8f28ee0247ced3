import type { PdfDocument, PdfFragment } from "../document.ts";
import type { Synonyms } from "../labelled.ts";
import { entrySaysUndone, isRuleOfUndoing, pairSaysUndone, printedPairSaysUndone } from "../undone/fields.ts";
import { isTitle, labelOf, stampSaysUndone } from "../undone/lines.ts";
import { isNone } from "../undone/none.ts";
import { isStampLine, joinedCells, joinedLines, joinedSuppositions } from "../undone/stamp-lines.ts";
import { typeSaysUndone } from "../undone/types.ts";
import { saysUnderWay, saysUndone, spellUndone } from "../undone/undone.ts";
import { rowSaysUnfinished } from "../undone/unfinished.ts";
import { type AboveOf, aboveIn, linesBelow, sentenceAbove } from "./above.ts";
import { cellGap, joinPieces, leadingMax, linesOf } from "./lines.ts";
import { pageTexts } from "./payers-text.ts";

/**
 * Whether a PDF says anywhere but in what a payer types that the payment is not completed: in a heading, a line, a
 * stamp at any angle or letter by letter, a note or a form's field.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const pdfSaysNotCompleted = (document: PdfDocument, synonyms: Synonyms): boolean => {
  const { fragments, turned, notes } = document;
  const { joined: level, payers } = pageTexts(document, synonyms);
  const angles = [...new Set(turned.map(({ turn }) => turn))];
  const aside = angles.map((angle) => joinPieces(turned.filter(({ turn }) => turn === angle)));
  return (
    notes.some(stampSaysUndone) ||
    [level.filter((text) => !payers.texts.has(text)), ...aside].some((texts) =>
      sayUndone(texts, payers.cells),
    ) ||
    aside.some((texts) => {
      // The words of one stamp may stand far apart.
      const lines = linesOf(texts).map(({ fragments: words }) => words.map(({ text }) => text).join(" "));
      return [...lines, ...joinedLines(lines, isStampLine)].some(stampSaysUndone);
    }) ||
    spellUndone(looseLetters([...level, ...aside.flat()], [...fragments, ...turned]))
  );
};

/**
 * What a PDF is headed with when that says that the payment was undone, such as `Refund Receipt`; undefined where it
 * is headed otherwise.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const undoneTitle = (document: PdfDocument, synonyms: Synonyms): string | undefined => {
  const { joined, payers } = pageTexts(document, synonyms);
  return joined.find((one) => !payers.texts.has(one) && isTitle(one.text) && typeSaysUndone(one.text))?.text;
};

/**
 * Whether texts that stand in one direction say so: each with the lines above it, behind a label of a status, or as a label
 * with the value beside or below it.
 *
 * @param typed texts that payers may have typed; they are no labels
 */
const sayUndone = (texts: readonly PdfFragment[], typed: ReadonlySet<PdfFragment>): boolean => {
  const aboveOf = aboveIn(texts, leadingMax);
  const stampAboveOf = aboveIn(texts, stampLeadingMax);
  return linesOf(texts).some(({ fragments }) => {
    const shown = fragments.map(({ text }) => text);
    if (phrasesOf(fragments).some((phrase) => saysUndone(phrase) || saysUnderWay(phrase))) return true;
    const [one, ...others] = fragments;
    const above = one === undefined || others.length > 0 ? "" : aboveOf(one).lines;
    if (rowSaysUnfinished(above === "" ? shown : [above, ...shown])) return true;
    if (pairsInLineSayUndone(fragments, aboveOf, typed)) return true;
    if (entrySaysUndone(shown) || joinedCells(shown).some(stampSaysUndone)) return true;
    return fragments.some((each, at) => {
      const beside = shown.slice(at + 1).find((text) => text !== ":") ?? "";
      if (isNone(beside) || isRuleOfUndoing(each.text, beside)) return false;
      const before = aboveOf(each).lines;
      const isShortAbove = before !== "" && before.split(" ").length <= 3;
      const sentence = sentenceAbove(each, texts, aboveOf);
      return (
        saysUndone(each.text, before, sentence) ||
        (saysUnderWay(each.text, before, sentence) &&
          !linesBelow(each, texts, aboveOf).some((below) => {
            const [text, ...others] = joinedSuppositions([each.text, below]);
            return text !== undefined && others.length === 0 && !saysUnderWay(text, before, sentence);
          })) ||
        // `NOT`, `COMPLETED`
        (isShortAbove && saysUndone(`${before} ${each.text}`)) ||
        joinedWithAbove(each, stampAboveOf).some(stampSaysUndone)
      );
    });
  });
};

/** Distance of two lines of a stamp, in font sizes: they may be rows of a table. */
const stampLeadingMax = 2.5;

/** A text as the last line of a stamp. */
const joinedWithAbove = (one: PdfFragment, aboveOf: AboveOf): readonly string[] => {
  const above = isStampLine(one.text) ? aboveOf(one).line : undefined;
  if (above === undefined) return [];
  const { line: first } = aboveOf(above);
  const lines = [...(first === undefined ? [] : [first]), above, one];
  const joined = joinedLines(
    lines.map(({ text }) => text),
    isStampLine,
  );
  return joined.filter((text) => text.endsWith(one.text));
};

const pairsInLineSayUndone = (
  line: readonly PdfFragment[],
  aboveOf: AboveOf,
  typed: ReadonlySet<PdfFragment>,
): boolean => {
  const cells = line.filter(({ text }) => text !== ":");
  return cells.some((one, at) => {
    const inRun = labelOf(one.text);
    if (inRun !== "" && !typed.has(one) && printedPairSaysUndone(inRun, one.text.slice(inRun.length + 1)))
      return true;
    const [beside, above] = [cells[at - 1], aboveOf(one).line];
    if (beside !== undefined && !typed.has(beside) && printedPairSaysUndone(beside.text, one.text))
      return true;
    if (above === undefined || typed.has(above)) return false;
    // A sentence may end in one small word.
    return /^\p{Ll}/u.test(one.text)
      ? pairSaysUndone(above.text, one.text)
      : printedPairSaysUndone(above.text, one.text);
  });
};

/** Joins texts of one size within a cell. Monospaced fonts leave wide spaces between words. */
const phrasesOf = (line: readonly PdfFragment[]): readonly string[] => {
  const phrases: string[] = [];
  for (const [at, one] of line.entries()) {
    const before = line[at - 1];
    const goesOn =
      before !== undefined && before.size === one.size && one.left - before.right <= cellGap * one.size;
    if (goesOn) phrases[phrases.length - 1] = `${phrases.at(-1)} ${one.text}`;
    else phrases.push(one.text);
  }
  return phrases.filter((phrase) => !line.some(({ text }) => text === phrase));
};

/** A few letters, or letters with spaces between them. */
const isLoose = ({ text }: PdfFragment): boolean =>
  /^[\p{L}\p{M}]{1,3}$/u.test(text) || text.split(" ").every((word) => /^\p{L}$/u.test(word));

/** Single letters joined in drawing order, left to right and top to bottom, for each size and for all sizes. */
const looseLetters = (texts: readonly PdfFragment[], drawn: readonly PdfFragment[]): readonly string[] => {
  const loose = texts.filter(isLoose);
  const placeOf = (one: PdfFragment) =>
    drawn.findIndex(
      ({ page, left, baseline }) => page === one.page && left === one.left && baseline === one.baseline,
    );
  const sizes = [...new Set(loose.map(({ size }) => Math.round(size)))];
  const groups = sizes.map((size) => loose.filter((one) => Math.round(one.size) === size));
  return [...groups, loose].flatMap((own) => {
    return [placeOf, (one: PdfFragment) => one.left, (one: PdfFragment) => one.baseline].map((place) =>
      own
        .toSorted((a, b) => a.page - b.page || place(a) - place(b))
        .map(({ text }) => text.replaceAll(" ", ""))
        .join(""),
    );
  });
};
