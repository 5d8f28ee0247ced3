import { collapse } from "../../core/white-space.ts";
import { isOpenNote, isPayersLabel } from "../labelled.ts";
import { fieldSaysUndone, printedPairSaysUndone } from "./fields.ts";
import { isBanksNote, isBanksStatement, saysUnderWay, saysUndone } from "./undone.ts";
import { lineSaysUnfinished, saysUnfinished } from "./unfinished.ts";

/** Whether a line of its own says that the payment is not completed: a sentence, a stamp, or a label with its value. */
export const lineSaysUndone = (printed: string): boolean => {
  // The colon of a label whose value stands elsewhere.
  const text = printed.replace(/ ?[:：]$/, "");
  const label = labelOf(text);
  if (isOpenNote(label)) return isBanksNote(text.slice(label.length + 1));
  if (!isPayersLabel(label) && saysUnderWay(text)) return true;
  if (label === "") return saysUndone(text) || lineSaysUnfinished(text);
  const value = collapse(text.slice(label.length + 1));
  return printedPairSaysUndone(label, value) || fieldSaysUndone(label, value);
};

/** The part before a colon, unless the colon belongs to a time. */
export const labelOf = (text: string): string =>
  text.slice(0, Math.max(0, text.search(/(?<!\d)[:：]|[:：](?!\d)/)));

/** The same of words without a label, such as a stamp that was joined from its lines or cells. */
export const stampSaysUndone = (text: string): boolean =>
  saysUndone(text) || saysUnfinished(text) || saysUnderWay(text);

/** Whether a text is what a document may be headed with: `Payment receipt`. */
export const isTitle = (text: string): boolean =>
  /\b(?:receipt|invoice|advice|slip|voucher)\b|ደረሰኝ/i.test(text) &&
  !/\b(?:this|is|was|has|been)\b|[.:]/i.test(text) &&
  text.length <= 80;

/**
 * A text without the name that it greets or ends with: `Payment to HANA COFFEE PROCESSING`. Nothing is left of an account
 * with its holder: `1000200008765 Void Nightclub`.
 */
export const withoutNames = (text: string, names: readonly string[]): string => {
  const holder = /^[\d*]{4,30} (.+)$/.exec(text)?.[1];
  if (holder !== undefined && names.includes(holder) && !isBanksStatement(holder)) return "";
  const sentence =
    /^(?:(?:your|the|this) )?(?:payment|transfer)(?: of [^?!]{1,40}?)? (?:to|from) (.+)$/i.exec(text);
  const party = sentence?.[1] ?? "";
  // A name of one word may be a status.
  if (party.includes(" ") && names.includes(party) && !isBanksStatement(party))
    return text.slice(0, -party.length).trimEnd();
  const greeting = /^(?:dear|hello|hi|ውድ|ሰላም) /i.exec(text)?.[0] ?? "";
  const name = greeting === "" ? undefined : names.find((one) => text.startsWith(one, greeting.length));
  return name === undefined ? text : greeting + text.slice(greeting.length + name.length);
};
