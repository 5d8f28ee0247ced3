import { collapse, squeeze } from "../../core/white-space.ts";
import { blemish, type HtmlDocument, type Passage } from "../document.ts";
import { isNameLabel, isOpenNote, isPayersLabel, type Synonyms } from "../labelled.ts";
import {
  entrySaysUndone,
  fieldSaysUndone,
  isNothing,
  isRuleOfUndoing,
  pairSaysUndone,
  printedPairSaysUndone,
} from "../undone/fields.ts";
import { isTitle, labelOf, lineSaysUndone, stampSaysUndone, withoutNames } from "../undone/lines.ts";
import { isNone } from "../undone/none.ts";
import { isOfPage } from "../undone/pages-own.ts";
import { isStampLine, joinedCells, joinedLines, joinedSuppositions } from "../undone/stamp-lines.ts";
import { typeSaysUndone } from "../undone/types.ts";
import { isBanksNote, isBanksStatement, saysUnderWay, saysUndone, spellUndone } from "../undone/undone.ts";
import { isStatusLabel, saysUnfinished } from "../undone/unfinished.ts";
import { clausesOf } from "../undone/words.ts";
import { type IsPayersLabel, isPayers, payersLabelsOn } from "./payers-passages.ts";

/**
 * Whether a page says anywhere that the payment is not completed: in its title, a heading, a line, a stamp, a cell or
 * in place of a picture, but for what payers chose, in the place where the bank prints it.
 *
 * @param synonyms further wordings, by the label's usual wording
 * @param names of the parties, which may also stand in a greeting
 */
export const htmlSaysNotCompleted = (
  { title, passages, rows, statuses, hiddenTexts, hiddenByPayer, hiddenPairs, swallowed }: HtmlDocument,
  synonyms: Synonyms,
  names: readonly string[],
): boolean => {
  const isPayersLabelHere = payersLabelsOn(passages, synonyms, names);
  const said = passages.map((passage) => ({ passage, texts: sentencesOf(passage, isPayersLabelHere) }));
  const texts = [title, ...said.flatMap((one) => one.texts)];
  const stamps = [
    ...said.flatMap(({ passage, texts }) =>
      passage.isInRow ? [] : joinedLines(withoutNothings(texts), isShortLine),
    ),
    ...joinedLines(stampLines(said, isPayersLabelHere), isStampLine),
  ];
  const headings = [title, ...said.flatMap(({ passage, texts }) => headingsAmong(texts, passage))];
  return (
    [...texts, ...stamps].some((text) => lineSaysUndone(withoutNames(text, names))) ||
    headings.some((text) => isTitle(text) && typeSaysUndone(text)) ||
    passages.some(
      (passage) => isStatusLabel(passage.labels.join(" ")) && passage.parts.some(saysUnfinished),
    ) ||
    pairsSayUndone(passages, isPayersLabelHere) ||
    rows.some((cells) => rowSaysUndone(cells, isPayersLabelHere)) ||
    statuses.some(
      ([label, value]) => fieldSaysUndone("status", value) || printedPairSaysUndone(label, value),
    ) ||
    spellUndone(loosely(passages)) ||
    // A script may show a hidden text, so a hidden stamp counts.
    hiddenTexts.some((text) => stamp.test(text)) ||
    hiddenByPayer.some(hiddenSaysUndone) ||
    hiddenPairs.some(([label, value]) => pairSaysUndone(label, value)) ||
    swallowed.some((text) => saysUndone(text) || saysUnfinished(text) || saysUnderWay(text))
  );
};

/** Lines that a stamp may be of, in page order. What payers typed, cells and buttons part those before from those behind. */
const stampLines = (
  said: readonly { readonly passage: Passage; readonly texts: readonly string[] }[],
  isPayersLabelHere: IsPayersLabel,
): readonly string[] =>
  [false, true].flatMap((isAside) => [
    "",
    ...said
      .filter(({ passage }) => passage.isAside === isAside)
      .flatMap(({ passage, texts }) =>
        passage.isInRow || passage.isAction || isPayers(passage, isPayersLabelHere) ? [""] : texts,
      ),
  ]);

/** Whether cells say together what none says alone. */
const rowSaysUndone = (row: readonly string[], isPayersLabelHere: IsPayersLabel): boolean => {
  const cells = row.map((cell) => collapse(cell.replaceAll(blemish, "")));
  return (
    entrySaysUndone(cells) || (!cells.some(isPayersLabelHere) && joinedCells(cells).some(stampSaysUndone))
  );
};

const isShortLine = (line: string): boolean => line !== "" && line.split(" ").length <= 6;

/** Lines of which those are left empty that nothing goes on from: `Reversal: 0.00`. */
const withoutNothings = (lines: readonly string[]): readonly string[] =>
  lines.map((line, at) => (saysNothingUndone(line, lines[at + 1] ?? "") ? "" : line));

/** Whether a line says that nothing was undone, and the next one is another: `REVERSED: NO⏎LONGER VALID` is one text. */
const saysNothingUndone = (line: string, next: string): boolean => {
  const label = labelOf(line);
  const value = collapse(line.slice(label.length + 1));
  if (label.split(" ").length > 3 || /\b(?:is|was|has|been|this)\b/i.test(label)) return false;
  if (!saysUndone(`${label}:`) || !/[\p{L}\d]/u.test(value) || !isNone(value)) return false;
  return !/^no?\b/i.test(value) || (!value.endsWith(".") && !goesOnFromNo.test(next));
};

const goesOnFromNo = /^(?:\p{Ll}|\S*\d|(?:LONGER|Longer|MORE|More|VALID|Valid)(?!\p{L}))/u;

/** Whether a label and the value beside it say so. A text beside a payer's label is no label. */
const pairsSayUndone = (passages: readonly Passage[], isPayersLabelHere: IsPayersLabel): boolean => {
  const banks = new Set(
    passages
      .filter((passage) => !isPayers(passage, isPayersLabelHere))
      .flatMap(({ parts }) => [...parts, parts.join(" ")])
      .map(squeeze),
  );
  return passages.some(({ labels, parts }) =>
    labels.some((text) => {
      const label = text.replaceAll(blemish, "");
      if (isPayersLabelHere(text) || !banks.has(squeeze(label))) return false;
      return parts.some((part) => printedPairSaysUndone(label, part));
    }),
  );
};

/** Joins letters that follow each other, each in a text of its own. */
const loosely = (passages: readonly Passage[]): readonly string[] => {
  const parts = passages.filter(({ isAside }) => !isAside).flatMap((passage) => passage.parts);
  return parts
    .map((part) => (/^\p{L}{1,2}$/u.test(part) ? part : " "))
    .join("")
    .split(/ +/);
};

const stamp =
  /^\W*(?:(?:transaction|payment) )?(?:reversed|refunded|cancell?ed|void|voided)\W*$|^(?:ተሰርዟል|ተመላሽ(?: ሆኗል)?)[።.!]?$/i;

/** Whether a hidden text says so of the payment, not of the page itself. */
const hiddenSaysUndone = (text: string): boolean =>
  !isOfPage(text) &&
  ((saysUnfinished(text) && isBanksStatement(text)) ||
    clausesOf(text).some((clause) => saysUndone(clause) && !isOfPage(clause)));

/** The same of which a sentence may take several lines. */
const sentencesOf = (passage: Passage, isPayersLabelHere: IsPayersLabel): readonly string[] => {
  const texts = textsOf(passage, isPayersLabelHere);
  return passage.isInRow || isPayers(passage, isPayersLabelHere) ? texts : joinedSuppositions(texts);
};

/** The texts of a passage that the payer did not choose. */
const textsOf = (passage: Passage, isPayersLabelHere: IsPayersLabel): readonly string[] => {
  const { parts, labels, next, isAction, isInRow } = passage;
  if (isPayers(passage, isPayersLabelHere))
    return parts.filter(
      (part) =>
        (labels.some(isOpenNote) && isBanksNote(part)) ||
        (labels.some(isNameLabel) && isBanksStatement(part)),
    );
  const [first = ""] = parts;
  if (isFreeText(labelOf(first)) && parts.slice(1).every((part) => labelOf(part) === "")) return [];
  return parts.filter((part) => {
    if (isInRow && next !== null && isNothing(next))
      return next === "" && !isFieldName(part) && labelOf(part) === "";
    if (next !== null && isRuleOfUndoing(part, next)) return false;
    return !(isAction && offersUndoing(part));
  });
};

/** Whether a button, or one of a menu, leads to refunds, and none says more. */
const offersUndoing = (text: string): boolean => {
  const offers = text.split(/[|·•/]/);
  const others = offers.filter((one) => !/^\W*(?:refund|reversal|cancellation)s?\W*$/i.test(one));
  return others.length < offers.length && !others.some(lineSaysUndone);
};

/** The same texts of what is neither a value in a row nor a button, such as `Return to receipts`. */
const headingsAmong = (texts: readonly string[], { isAction, isInRow }: Passage): readonly string[] =>
  isAction || isInRow ? [] : texts.filter((text) => !/^(?:return|back) to\b/i.test(text));

const isFreeText = (label: string): boolean =>
  isPayersLabel(label) && !isNameLabel(label) && !isOpenNote(label);

/** Whether a text is a label whose value may be left empty, such as `Reversal date`. */
const isFieldName = (text: string): boolean =>
  /\b(?:date|time|amount|reference|ref|number|no|id|code|by|on|at|reason)\.?:?$/i.test(text);
