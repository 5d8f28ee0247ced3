import type { HtmlDocument, Passage } from "./document.ts";
import { isPayersLabel } from "./payers-text.ts";
import { saysUndone, spellUndone } from "./undone.ts";
import { fieldSaysUndone, isNothing, isStatusLabel, saysUnfinished } from "./undone-fields.ts";
import { collapse } from "./white-space.ts";

/**
 * Whether a page says anywhere that the payment is not completed: in its title, a heading, a line, a stamp, a cell or
 * in place of a picture, but for what payers chose.
 *
 * @param names of the parties, which may stand anywhere
 */
export const htmlSaysNotCompleted = (
  { title, passages, unseen }: HtmlDocument,
  names: readonly string[],
): boolean => {
  const own = names.filter(isSurelyName);
  const banksText = (text: string) => own.reduce((rest, name) => rest.replaceAll(name, " "), text);
  return (
    [title, ...passages.flatMap(textsOf)].some((text) => lineSaysUndone(banksText(text))) ||
    passages.some(
      (passage) => isStatusLabel(passage.labels.join(" ")) && passage.parts.some(saysUnfinished),
    ) ||
    spellUndone(loosely(passages)) ||
    // Whether it is shown is a script's to say.
    unseen.some((text) => stamp.test(text))
  );
};

/** Letters that follow each other, each in a text of its own. */
const loosely = (passages: readonly Passage[]): readonly string[] => {
  const parts = passages.filter(({ isAside }) => !isAside).flatMap((passage) => passage.parts);
  return parts
    .map((part) => (/^\p{L}{1,2}$/u.test(part) ? part : " "))
    .join("")
    .split(/ +/);
};

const stamp =
  /^\W*(?:(?:transaction|payment) )?(?:reversed|refunded|cancell?ed|void|voided)\W*$|^(?:ተሰርዟል|ተመላሽ(?: ሆኗል)?)[።.!]?$/i;

/** A name in which no word is left may be the bank's own. */
const isSurelyName = (name: string): boolean =>
  name.includes(" ") &&
  name.split(" ").some((word) => /^\p{L}{2,}$/u.test(word) && !saysUndone(word) && !banksWord.test(word));

const banksWord =
  /^(?:transaction|payment|transfer|receipt|status|has|been|was|is|this|the|amount|money|to|by)$/i;

/** Those texts of a passage that a payer did not choose. */
const textsOf = (passage: Passage): readonly string[] => {
  const { parts, labels, next, isAction, isInRow } = passage;
  if (labels.some((label) => isPayersLabel(label)))
    return labels.some(isOpenNote) ? parts.filter(isAssertion) : [];
  const [first = ""] = parts;
  if (isFreeText(labelOf(first)) && parts.slice(1).every((part) => labelOf(part) === "")) return [];
  return parts.filter((part) => {
    if (isInRow && next !== null && isNothing(next)) return next === "" ? !isFieldName(part) : false;
    return !(isAction && /^\W*(?:refund|reversal|cancellation)s?\W*$/i.test(part));
  });
};

/** Under such a label the bank may speak, too. */
const isOpenNote = (label: string): boolean => /^\W*(?:notes?|remarks?|comments?|nb)\W*$/i.test(label);

const isAssertion = (text: string): boolean =>
  /\b(?:this|the|your) (?:transaction|payment|transfer|receipt|amount)\b/i.test(text);

const isFreeText = (label: string): boolean =>
  isPayersLabel(label) && !/\bnames?$|ስም$/i.test(label.trim()) && !isOpenNote(label);

/** A label whose value is left empty: `Reversal date`. */
const isFieldName = (text: string): boolean =>
  /\b(?:date|time|amount|reference|ref|number|no|id|code|by|on|at|reason)\.?:?$/i.test(text);

/** What stands before a colon that is no time's. */
const labelOf = (text: string): string => text.slice(0, Math.max(0, text.search(/(?<!\d)[:：]|[:：](?!\d)/)));

const lineSaysUndone = (text: string): boolean => {
  const label = labelOf(text);
  if (isOpenNote(label)) return isAssertion(text) && saysUndone(text);
  if (label === "") return saysUndone(text) || saysUnfinished(text);
  return fieldSaysUndone(label, collapse(text.slice(label.length + 1)));
};
