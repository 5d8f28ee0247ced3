import { collapse } from "../../core/white-space.ts";
import { hasUndoneWord } from "./amharic.ts";
import { isStatusWord } from "./completion.ts";
import { isConditionalClause } from "./conditional.ts";
import { nouns, participles, subjects } from "./words.ts";

/** Two or three lines of which each is short, as one text: `PAYMENT NOT⏎COMPLETED`, and `REVER⏎SED` as one word. */
export const joinedLines = (
  lines: readonly string[],
  isShort: (line: string) => boolean,
): readonly string[] =>
  lines.flatMap((_, at) =>
    [lines.slice(at, at + 2), lines.slice(at, at + 3)]
      .filter((some, one) => some.length === one + 2 && some.every(isShort))
      .flatMap(joined),
  );

/** Whether a line may be one of a stamp: three words at most, and nothing but words. `Back` leads to another page. */
export const isStampLine = (line: string): boolean => stampLine.test(line) && !/^back$/i.test(line);

const stampLine = /^[^\p{L}\d:]{0,3}[\p{L}\p{M}'’]{1,40}(?:[ -][\p{L}\p{M}'’]{1,40}){0,2}[^\p{L}\d:?]{0,3}$/u;

/**
 * Neighbouring cells of a row as one text, where the first one is no cell by itself: `NOT`, `COMPLETED`, or a word is drawn over
 * both: `REVER`, `SED`.
 */
export const joinedCells = (cells: readonly string[]): readonly string[] =>
  cells.flatMap((cell, at) => {
    const others = [cells.slice(at, at + 2), cells.slice(at, at + 3)].filter(
      (some, one) => some.length === one + 2 && some.every(isStampLine),
    );
    return others.flatMap((some) => [
      ...(leadsOn.test(cell) ? [some.join(" ")] : []),
      ...joined(some).filter((text) => !text.includes(" ") && !mayBeTwo.test(text)),
    ]);
  });

const leadsOn = /(?:^| )(?:not|not yet|no longer|in|on|under|is|was|be|been)$/i;
const mayBeTwo = /^(?:in(?:valid|complete)|re(?:fund|called|turned|view))$/i;

/**
 * Lines, put together where one supposes what the next one says and is no sentence without it: `Tickets cannot be⏎refunded`,
 * `If your transaction⏎failed, call 8000.` Alone the next one would be a stamp.
 */
export const joinedSuppositions = (lines: readonly string[]): readonly string[] => {
  const texts: string[] = [];
  for (const line of lines) {
    const before = texts.at(-1) ?? "";
    if (isSupposedBy(before, line)) texts[texts.length - 1] = `${before} ${line}`;
    else texts.push(line);
  }
  return texts;
};

const isSupposedBy = (before: string, line: string): boolean => {
  if (!/^\p{Ll}/u.test(line)) return false;
  const clause = collapse(before.split(/[.,:;!?]/).at(-1) ?? "");
  return (
    (supposing.test(clause) && open.test(clause)) ||
    (subject.test(clause) && pause.test(line)) ||
    (/^subject to\b/.test(line) && /\b(?:is|are|be)$/i.test(clause)) ||
    (/^(?:the|your) .{1,60}\bwill be\b/.test(line) && /^(?:if|in case|unless|should|when)\b/i.test(before)) ||
    // `Please confirm this payment⏎with your bank before …`
    (narrowing.test(line) && isConditionalClause(clause.toLowerCase(), ""))
  );
};

/** A line that tells where, before what or in which case the one above it holds. */
const narrowing = /^(?:with|before|after|if|when|unless|in case|at|online)(?!\p{L})/u;

const supposing =
  /\b(?:if|whether|unless|cannot|any)\b|^an? (?:screen ?shot|photo|picture|(?:photo)?copy|sms|message) is$/i;
const open = /\b(?:be|been|being|is|are|was|were|has|have|whether|cannot|makes?|renders?)$/i;

/** Behind it a stamp may stand, so the next line has to be more than that. */
const subject = new RegExp(
  `^(?:(?:if|whenever|in case|unless|should) (?:(?:a|an|the|your|this|any) )?(?:[a-z]+ )?|any [^.]{1,40} (?:makes?|renders?) (?:the |this |your )?)(?:${[...subjects].join("|")})$`,
  "i",
);
const pause = /\p{L}[.,](?: |$)/u;

/** Lines joined by spaces, and in each way in which a word may go on in the next line. */
const joined = ([first = "", ...others]: readonly string[]): readonly string[] =>
  others
    .reduce<readonly string[]>(
      (texts, line) =>
        texts.flatMap((text) => [`${text} ${line}`, `${text.replace(/[-‐]$/, "")}${seam}${line}`]),
      [first],
    )
    .filter((text) => text.split(" ").every((word) => !word.includes(seam) || isBrokenRightly(word, text)))
    .map((text) => text.replaceAll(seam, ""));

/** Where a word goes on in the next line. */
const seam = "\u2060";

/** Whether the pieces of a word are one of a status. `Paid in⏎complete` and `Re⏎fund transfer` are words of their own. */
const isBrokenRightly = (broken: string, text: string): boolean => {
  const word = broken.replace(/[^\p{L}\u2060]/gu, "").toLowerCase();
  const pieces = word.split(seam);
  const whole = pieces.join("");
  if (/^(?:in\u2060(?:valid|complete)|re\u2060(?:fund|called|turned|view))$/.test(word) && broken !== text)
    return false;
  if (participles.has(whole) || nouns.has(whole) || isStatusWord(whole)) return true;
  return hasUndoneWord(whole) && !pieces.some(hasUndoneWord);
};
