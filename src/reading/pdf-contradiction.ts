import type { PdfDocument, PdfFragment } from "./document.ts";
import type { Synonyms } from "./labelled.ts";
import { edgeTolerance } from "./pdf-labels.ts";
import { cellGap, joinPieces, leadingMax, linesOf } from "./pdf-lines.ts";
import { payersTexts } from "./pdf-payers-text.ts";
import { isNone, saysUndone, spellUndone } from "./undone.ts";
import { rowSaysUnfinished } from "./undone-fields.ts";

/**
 * Whether a PDF says anywhere but in what a payer types that the payment is not completed: in a heading, a line, a
 * stamp at any angle or letter by letter, a note or a form's field.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const pdfSaysNotCompleted = (
  { fragments, turned, notes }: PdfDocument,
  synonyms: Synonyms,
): boolean => {
  const level = joinPieces(fragments);
  const payers = payersTexts(level, synonyms).texts;
  const angles = [...new Set(turned.map(({ turn }) => turn))];
  const aside = angles.map((angle) => joinPieces(turned.filter(({ turn }) => turn === angle)));
  return (
    notes.some((note) => saysUndone(note)) ||
    [level.filter((text) => !payers.has(text)), ...aside].some(sayUndone) ||
    // A stamp is one text, however far apart its words are.
    aside
      .flatMap(linesOf)
      .some(({ fragments: words }) => saysUndone(words.map(({ text }) => text).join(" "))) ||
    spellUndone(looseLetters([...level, ...aside.flat()], [...fragments, ...turned]))
  );
};

/**
 * What a PDF is headed with when that says that the payment was undone, such as `Refund Receipt`; undefined where it
 * is headed otherwise.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const undoneTitle = ({ fragments }: PdfDocument, synonyms: Synonyms): string | undefined => {
  const texts = joinPieces(fragments);
  const payers = payersTexts(texts, synonyms).texts;
  return texts.find((one) => !payers.has(one) && isTitle(one.text) && saysUndone(one.text))?.text;
};

const isTitle = (text: string): boolean =>
  /\b(?:receipt|invoice|advice|slip|voucher)\b|ደረሰኝ/i.test(text) &&
  !/\b(?:this|is|was|has|been)\b|[.:]/i.test(text) &&
  text.length <= 80;

/** Whether texts that stand in one direction say so: each with the lines above it, or behind a label of a status. */
const sayUndone = (texts: readonly PdfFragment[]): boolean =>
  linesOf(texts).some(({ fragments }) => {
    const shown = fragments.map(({ text }) => text);
    if (phrasesOf(fragments).some((phrase) => saysUndone(phrase))) return true;
    const [one, ...others] = fragments;
    const above = one === undefined || others.length > 0 ? "" : linesAbove(one, texts);
    if (rowSaysUnfinished(above === "" ? shown : [above, ...shown])) return true;
    return fragments.some((each, at) => {
      const before = linesAbove(each, texts);
      if (isNone(shown[at + 1] ?? "")) return false;
      return saysUndone(each.text, before) || (isShort(before) && saysUndone(`${before} ${each.text}`));
    });
  });

/** Texts of one size that no cell parts, as one: letters of one width have wide spaces between their words. */
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

/** The lines that a text goes on from: close above, in its size, in line with it. */
const linesAbove = (one: PdfFragment, texts: readonly PdfFragment[]): string => {
  const above = texts.find((other) => {
    const distance = one.baseline - other.baseline;
    const isNext = other.page === one.page && distance > 0 && distance <= leadingMax * one.size;
    const offsets = [one.left - other.left, one.right - other.right];
    const middle = (one.left + one.right - other.left - other.right) / 2;
    return (
      isNext &&
      Math.abs(one.size - other.size) <= one.size / 10 &&
      [...offsets, middle].some((offset) => Math.abs(offset) <= edgeTolerance)
    );
  });
  return above === undefined ? "" : `${linesAbove(above, texts)} ${above.text}`.trimStart();
};

/** A text of so few words that the line under it may end it: `NOT`, `COMPLETED`. */
const isShort = (text: string): boolean => text !== "" && text.split(" ").length <= 3;

/** A few letters, or letters with spaces between them. */
const isLoose = ({ text }: PdfFragment): boolean =>
  /^[\p{L}\p{M}]{1,3}$/u.test(text) || text.split(" ").every((word) => /^\p{L}$/u.test(word));

/** Letters that stand by themselves, those of each size and all of them, as they are drawn and as they stand. */
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
