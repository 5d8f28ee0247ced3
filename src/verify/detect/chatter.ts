import type { CalendarDate } from "../../core/time.ts";
import { daysSince } from "../../core/time.ts";

/** What tells a reference from the words and numbers that people write about. */

/**
 * Whether a text holds words besides its references and numbers, and the few that go with them (`acc`, `phone`).
 * In a sentence a model (`iphone15`), a plate or a password has the shape of a reference too.
 */
export const isSentence = (text: string): boolean =>
  (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).some((word) => !/[0-9]/.test(word) && !companionWord.test(word));

const companionWord =
  /^(?:\p{L}|acc|acct|account|ac|no|nr|num|number|phone|tel|mobile|ref|reference|id|and|suffix|digits|ስልክ|ሂሳብ|ሒሳብ|አካውንት|ቁጥር|እና)$/iu;

/** Whether nothing but space and the marks of a sentence stands against a word: it is no piece of a token or a name. */
export const standsFree = (text: string, start: number, end: number): boolean =>
  /^[\s\p{Pi}\p{Pf}"'().,:;!?*_<>[\]{}|~`#=\0፡-፨]?$/u.test(text.slice(Math.max(0, start - 1), start)) &&
  /^[\s\p{Pi}\p{Pf}"'().,:;!?*_<>[\]{}|~`\0፡-፨\p{Script=Ethiopic}]?$/u.test(text.slice(end, end + 1));

/**
 * A word with a number behind it, such as `samsung123`, that is not written in capitals as every bank writes its
 * references, and whose date would be an old one.
 */
export const isWordAndNumber = (
  written: string,
  dates: readonly (CalendarDate | null)[],
  now: Date,
): boolean =>
  /^\p{L}{4,}[0-9]+$/u.test(written) &&
  /\p{Ll}/u.test(written) &&
  dates.every((date) => date === null || daysSince(date, now) > recentDays);

/**
 * A reference that happens to hold no digit, written in capitals as every bank writes its references, whose date is
 * a recent one. Behind a label it is no word.
 */
export const isCodeOfLetters = (
  written: string,
  dates: readonly (CalendarDate | null)[],
  now: Date,
): boolean =>
  /^[A-Z]+$/.test(written) && dates.some((date) => date !== null && daysSince(date, now) <= recentDays);

const recentDays = 60;
