import type { AmountFound } from "./amounts.ts";
import { type AmountPlace, signBehind } from "./places.ts";
import type { Sign, SignKind } from "./signs.ts";

/**
 * Whether an amount that a word explains away stands right behind a verb that says that it was moved, or an Amharic one
 * right behind it: `received ETB 12,500.00 bonus`, `received up to ETB 12,500.00`, `12,500 ብር ስጦታ ተቀብለዋል`.
 */
export const isConflicting = (place: AmountPlace): boolean => {
  const {
    text,
    amount: { start, end },
    near,
  } = place;
  // Banks say that a fee was debited or charged.
  if (signBehind(place)?.kind === "cost") return isReceived(text, start) || isSaidRightBefore(text, start);
  if (near.some((sign) => isObjectOf(place, sign))) return true;
  const asides = near.filter(({ kind }) => kind === "aside");
  const beside = asides.filter((aside) => aside.end > start - 40 && aside.start < end + 24);
  const isWithin = (sign: Sign): boolean =>
    asides.some((aside) => aside.start <= sign.start && aside.end >= sign.end);
  const said = near.filter((sign) => movedKinds.has(sign.kind) && !isWithin(sign) && isSaidOf(place, sign));
  const isPaid = said.some((sign) => paying.test(text.slice(sign.start, sign.end)));
  const isExcused = beside
    .map((aside) => text.slice(aside.start, aside.end))
    .some((word) => nothingMoved.test(word) || (owed.test(word) && !isPaid));
  return said.length > 0 && !isExcused;
};

/** `paid the bill of 12,500 birr`, `sent the cost of the cement: 12,500 birr`: what was paid is called by its purpose. */
const isObjectOf = (
  { text, amount: { start }, near }: AmountPlace,
  { kind, start: verbAt, end }: Sign,
): boolean =>
  kind === "moved" &&
  end <= start &&
  (paying.test(text.slice(verbAt, end)) ? objectBefore : payerBefore).test(text.slice(end, start)) &&
  !documentSent.test(text.slice(verbAt, start)) &&
  !near.some((sign) => sign.kind === "aside" && sign.start < verbAt && sign.end >= end);

const paying = /^(?:paid|sent|transferr?ed|deposited|remitted|wired|settled|paying|sending|transferring)$/i;

/** `sent the invoice of 2500 birr`: the paper. */
const documentSent =
  /^sen(?:t|ding) .*\b(?:invoice|bill|quotation|message|reminder|contract|receipt|screenshot|picture|photo|list|id|driver)\b/i;

/** `received from gift alemu ETB 12,500`. */
const payerBefore = /^ (?:from|by) (?:\p{L}{1,20} ){1,5}(?:with )?$/iu;

/** Words of one clause that name neither a part, nor what is left, nor why. */
const objectBefore =
  /^(?: (?!(?:half|parts?|partly|share|third|quarter|percent|deposit|advance|down|from|to|towards?|against|on|after|before|with(?:out|in)?|using|minus|less|and|but|or|is|was|are|were|will|shall|have|has|had|which|that|until|till|if|when|because|so|not|no|instead|than|out|some|discount|cash ?back|due|requests?|except|excluding|excludes|about|little|i|we|he|she|they|see|owe|save|win|get)(?!\p{L})|instal?lments? (?!(?:of )?$))[\p{L}'’-]{1,20}){0,9}[:,]? $/iu;

/** Whether a word that says that something was moved stands so near to an amount that it is said of this one. */
const isSaidOf = ({ text, amount: { start, end } }: AmountPlace, sign: Sign): boolean => {
  const before = text.slice(sign.end, Math.max(sign.end, start));
  if (sign.kind === "noun") return before.startsWith(" of ") && saidBefore.test(before);
  if (sign.end <= start) return saidBefore.test(before);
  if (sign.start < end) return false;
  const behind = text.slice(end, sign.start);
  return endsSentence(text, sign)
    ? /^[\p{L} ]{0,12}$/u.test(behind) || (behind.length < 140 && accountOrDate.test(behind))
    : !sign.isStem && /^\)?(?: (?:is|was|has been|have been|already|now)){0,2} $/.test(behind);
};

/** A bank's sentence names one of them between the amount and the verb: `12,500 ብር ከ SELAM(2519****4321) ተቀብለዋል`. */
const accountOrDate = /[0-9][/*][0-9*]/;

const isReceived = (text: string, start: number): boolean =>
  /\b(?:rec(?:ei|ie)ved|credited)(?: with)?(?: an?)? ?$/i.test(text.slice(Math.max(0, start - 24), start));

export const isSaidRightBefore = (text: string, start: number): boolean =>
  /\b(?:sent|paid|received|credited|transferr?ed)(?: (?:with|you|of))? ?$/i.test(
    text.slice(Math.max(0, start - 24), start),
  );

/** `received the balance of ETB 12,500.00`: of what was owed. */
export const isBalanceMoved = (text: string, start: number): boolean =>
  /\b(?:rec(?:ei|ie)ved|sent|paid) (?:you )?(?:(?:the|a|my|your) )?balance of $|\bpaid (?:the |my |your )?(?:outstanding|remaining|full|whole) balance (?:of )?$/i.test(
    text.slice(Math.max(0, start - 40), start),
  );

/** `I sent you the balance 12,500 birr`, `Remaining balance ETB 12,500.00 paid`, `ባላንስ 12,500 ብር ገብቷል`. */
export const isRestMoved = (text: string, { start, end }: Pick<AmountFound, "start" | "end">): boolean =>
  restMovedBefore.test(text.slice(Math.max(0, start - 60), start)) ||
  restMovedBehind.test(text.slice(end, end + 60));

const restMovedBefore =
  /\b(?:sent|paid|transferr?ed|deposited|settled|cleared|rec(?:ei|ie)ved|sending|paying)(?: (?:you|him|her|them))?(?: (?:the|a|my|your|our|all|whole|full|remaining|outstanding)){0,3} (?:balance|bal|remainder|remaining|left)(?: (?:payment|amount|balance|money|sum))?(?: of)? ?[,:-]? ?$/i;
const restMovedBehind =
  /^\)?,?(?: (?:(?:as|is|was|the|my|your) ){0,2}(?:remaining|balance|remainder|payment|amount|left))*(?: (?:is|was|has|have|been|fully|now|already|all|just|successfully)){0,3} (?:(?:paid|sent|transferr?ed|deposited|settled|cleared|remitted|wired)(?! (?:on|after|upon|at|when|before|by) (?:delivery|arrival|pick)| (?:tomorrow|later|next|soon))\b|(?:[\u1200-\u135a]{1,6} )?(?:ገብቷል|ገብቶልሃል|ልኬ|ተልኳል|ተላከ|ከፍያለ|ከፈልኩ|ተከፍሏል|አስገብቻ|አስገባ|ደርሷል|አስተላል)|(?:ergee|kaffalee|galch|ergam|kaffalam))/i;

export const movedKinds: ReadonlySet<SignKind> = new Set<SignKind>(["moved", "noun", "label"]);

/** Words for what was never moved, or was moved the other way. */
const nothingMoved =
  /discount|cash ?back|sav|refund|revers|hold|reserved|blocked|\b(?:not|never|will|shall|going|want|need|(?:must|to|can) be)\b|n't|'ll|ቅናሽ|ተመላሽ|ይግዙ|ገደብ/i;

/** What was owed, which is moved where it is said to be paid. */
const owed = /ow[en]|debt|outstanding|repa|request/i;

/** Whether a word says of an amount that it was not paid, or that it is what something costs. */
export const leavesNothingPaid = (word: string): boolean =>
  nothingMoved.test(word) || stillOwed.test(word) || costs.test(word);

const stillOwed = /ow[en]|outstanding|request|should|supposed/i;
const costs = /pric|cost|rate|bill|invoice|sold|selling|m[ai][xn]imum|limit|ዋጋ|gati/i;

/** Between the verb and the amount. */
const saidBefore =
  /^[\s:=-]{0,3}(?:(?:an?|the|you|your|of|worth|for|with|sum|amount|at least|up to|only|just|full|price|cost|gift|bonus|prize|reward|[0-9]{1,4} ?[x×*]|[2-9](?= of)|[2-9][0-9]{0,3} [a-z]{2,14}s(?= (?:at|@) )|at|@)[\s:=-]{1,3}){0,5}$/i;

/**
 * Whether an Amharic or Oromo verb ends its sentence, as `ተቀብለዋል`, `ልኬያለሁ` and `ergeera` do, and not `ገዝተው`, "buying".
 */
export const endsSentence = (text: string, { isStem, start, end }: Sign): boolean =>
  isStem &&
  (/^[\u1200-\u135a]{0,8}[ልሁ](?!\p{L})/u.test(text.slice(end, end + 12)) ||
    /^[a-z]{2,12}(?:iittu|iirtu|eera)(?![a-z])/i.test(text.slice(start, end + 12)));
