import { partitionPoint } from "../../../core/partition-point.ts";
import { type AmountFound, unreadDigit } from "./amounts.ts";
import { type Sign, type Signs, signsBetween } from "./signs.ts";

/** An amount, and how far the words may stand that say what it is. */
export type AmountPlace = {
  readonly text: string;
  readonly amount: AmountFound;
  /** Where the words begin that may say what the amount is; they go on up to `to`, and a verb a little further. */
  readonly from: number;
  readonly to: number;
  /** Where the amount before ends; 0 where there is none. */
  readonly last: number;
  /** Where the next amount begins; null where none follows. */
  readonly next: number | null;
  /** The signs within reach. */
  readonly near: readonly Sign[];
};

/** A text with what is looked up for each of its amounts. */
export type ReadText = {
  /** With one letter for each sound. */
  readonly text: string;
  readonly signs: Signs;
  readonly sentenceEnds: readonly number[];
  /** The amounts that are money beyond doubt. No word beyond one of them says anything of another. */
  readonly sure: readonly AmountFound[];
};

export const placeOf = (
  amount: AmountFound,
  { text, signs, sentenceEnds, sure }: ReadText,
  explained: ReadonlySet<number>,
  saidAt: number,
): AmountPlace => {
  const { start, end } = amount;
  const sentence = sentenceEnds[partitionPoint(sentenceEnds, (one) => one <= start) - 1] ?? 0;
  const sentenceEnd = sentenceEnds[partitionPoint(sentenceEnds, (one) => one < end)] ?? text.length;
  const lastSure = sure[partitionPoint(sure, (one) => one.end <= start) - 1]?.end ?? 0;
  // No word beyond `sent 1250` says anything of the amount behind it either.
  const last = Math.max(lastSure, saidAt <= start ? saidAt : 0);
  const next = sure[partitionPoint(sure, (one) => one.start < end)]?.start ?? null;
  // The verb behind the amount before says nothing of this one.
  const verb = last > sentence ? verbOf({ end: last, to: start, next: start }, text, signs) : null;
  const isOfLast = verb !== null && !explained.has(last);
  const from = Math.max(isOfLast ? verb.end : last, sentence, start - reach, startOfRead(text, start));
  const to = Math.min(next ?? text.length, sentenceEnd, end + reach);
  const near = signsBetween(from, Math.max(to, end + verbReach), signs);
  return { text, amount, from, to, last, next, near };
};

/** Behind the last digit before an amount that could not be read, as far as it matters. */
const startOfRead = (text: string, start: number): number => {
  const from = Math.max(0, start - reach);
  return from + text.slice(from, start + 1).lastIndexOf(unreadDigit) + 1;
};

/**
 * The verb of an amount that stands behind it and not before the next one: `1250 birr sent. 500 birr on delivery`,
 * `1250 ብር ልኬያለሁ 500 ብር ይቀራል`. `የላክሁት` is said of what follows it.
 */
export const verbOf = (
  { end, to, next }: { readonly end: number; readonly to: number; readonly next: number | null },
  text: string,
  { moved }: Pick<Signs, "moved">,
): Sign | null => {
  const verb = moved[partitionPoint(moved, ({ start }) => start < end)];
  if (verb === undefined || verb.end > to) return null;
  if (verb.isStem) return text[verb.start] === "የ" ? null : verb;
  const isRightBehind =
    /^ ?\)?(?: (?:has|have|is|are|was|were|been|already|just|successfully)){0,3} ?$/i.test(
      text.slice(end, verb.start),
    );
  const behind = text.slice(verb.end, next ?? to);
  return isRightBehind && (next === null || !shortGap.test(behind)) && !/^ (?:in |by )?cash\b/i.test(behind)
    ? verb
    : null;
};

/** `ETB 5.22 service fee`, `ETB 300 is your balance`: said of the amount before it. */
export const signBehind = ({ text, amount, to, near }: AmountPlace): Sign | null => {
  const found = near.filter(({ start }) => start >= amount.end && start <= to);
  const sign = found.find(({ kind }) => kind === "cost" || kind === "balance" || kind === "aside");
  const gap = sign === undefined ? "" : text.slice(amount.end, sign.start);
  return sign !== undefined && gapBehind.test(gap) && !(sign.kind === "aside" && /for/.test(gap))
    ? sign
    : null;
};

const gapBehind =
  /^ ?\)?,? ?(?:(?:as|is|for|in|was) )?(?:(?:an?|the|your|our|current|available|extra) ){0,2}$/i;

export const shortGap =
  /^[\s:=(-]{0,3}(?:(?:an?|the|you|of|worth|for|is|are|with|sum|amount|about|ETB|Birr|Br|ብር)\.?[\s:=-]{0,3}){0,4}$/i;

/** Of a verb right behind an amount, with the words between them. */
const verbReach = 20;

/** Characters that are searched on either side; a sentence with a long name in it has some hundred. */
const reach = 160;
