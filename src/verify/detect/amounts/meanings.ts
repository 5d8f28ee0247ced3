import { partitionPoint } from "../../../core/partition-point.ts";
import type { AmountFound } from "./amounts.ts";
import { cutOffBalance, goesOnBehindBalance } from "./balances.ts";
import { isLessened, isTakenOff } from "./deductions.ts";
import { endsSentence, movedKinds } from "./moved.ts";
import { isAsked, isOffered } from "./offers.ts";
import { isWholeOfPart } from "./part-payments.ts";
import { type AmountPlace, shortGap, signBehind, verbOf } from "./places.ts";
import { explainsAway, nearestOf, nearestUpTo, type Sign, type SignKind, type Signs } from "./signs.ts";
import { isUnitPrice } from "./unit-prices.ts";

/** What the words around an amount say of it. */
export type AmountMeaning =
  /** What was paid, sent, received, credited. */
  | "transferred"
  /** Said to be the rest, and to be moved: claimed where nothing else is named as moved. */
  | "rest"
  /** With the fees: as honest as the amount itself. */
  | "total"
  /** A balance. Chats do not have any, so it tells a bank's message. */
  | "balance"
  /** A fee, tax, discount, loan or price, or what the payer typed as the reason. */
  | "other"
  /**
   * Said to be moved, and beside it also to be a gift, a loan or a price of one piece: claimed where nothing else is.
   */
  | "conflicting"
  /** Nothing beside it says what it is: claimed where nothing is said to be transferred. */
  | "unsaid"
  /** A number without a currency word that looks like money: it may agree with a receipt, and contradicts none. */
  | "perhaps";

/** What the signs around an amount come to. */
export const meaningOf = (place: AmountPlace, signs: Signs): AmountMeaning => {
  const { text, amount, from, next, near } = place;
  const before = near.filter(
    (sign) => sign.start >= from && sign.end <= amount.start && !endsWithItsLine(place, sign),
  );
  if (
    isTyped(amount, signs) ||
    isWholeOfPart(text, amount) ||
    isUnitPrice(text, amount) ||
    isAsked(text, amount) ||
    isTakenOff(text, amount) ||
    isLessened(text, amount)
  )
    return "other";
  if (isOfOwnAnswer(text, amount)) return "unsaid";
  if (isState(text, amount)) return "balance";
  const sign = nearestUpTo(amount.start, before);
  const isVerbFirst = sign?.kind === "moved" && shortGap.test(text.slice(sign.end, amount.numberAt));
  if (isOffered(place, sign)) return "other";
  if (isResult(text, amount) && sign !== undefined && !movedKinds.has(sign.kind)) return "unsaid";
  const behind = signBehind(place);
  // A verb right before the amount says more of it than a balance behind it.
  const isOfThis = behind !== null && (next === null || behind !== nearestOf(signs, next));
  if (isOfThis && !(behind.kind === "balance" && isVerbFirst)) return meanings[behind.kind];
  if (sign === undefined || !isNear(place, sign) || isOfEarlierPart(place, sign))
    return isCutOff(text, amount) ? "perhaps" : meaningByVerb(place, signs);
  if (sign.kind === "balance" && isRestPaid(place, sign, signs)) return "rest";
  return isListed(text, sign, before) ? "unsaid" : meanings[sign.kind];
};

/** Whether an amount stands in a line of our own answers, which people pass on: what a check cost, or a sum expected. */
const isOfOwnAnswer = (text: string, { start }: AmountFound): boolean =>
  ownLine.test(text.slice(text.lastIndexOf("\n", start - 1) + 1, start));

const ownLine = /^\s{0,4}(?:➕|This check:|ይ[ህሕኅ] ማረጋገጫ|Mirkaneessa kana|እዚ ምርግጋጽ)/i;

/** Whether a sign says nothing of an amount in a later line: what a payer typed, and the total of `1550 birr total`. */
const endsWithItsLine = ({ text, amount, from }: AmountPlace, { kind, start, end }: Sign): boolean =>
  (kind === "typed" ||
    (kind === "total" && from > 0 && /^ ?\)?,? ?(?:in |is )?$/.test(text.slice(from, start)))) &&
  text.slice(end, amount.start).includes("\n");

/**
 * Whether a word that explains amounts away stands in an earlier line, message or link, or beside a reference, and is not
 * the label of this amount: `Get your receipt here: …⏎12,500.00 birr`.
 */
const isOfEarlierPart = ({ text, amount }: AmountPlace, sign: Sign): boolean => {
  if (!explainsAway(sign)) return false;
  const gap = text.slice(sign.end, amount.start);
  if (laterPart.test(gap)) return true;
  // A sentence may go on in the next line: `Your available balance⏎is now ETB 5`.
  if (sign.kind !== "aside") return /\n[^\n]*\n/.test(gap);
  if (reference.test(gap)) return true;
  if (!gap.includes("\n")) return false;
  const isLineOfItsOwn = /(?:^|\n)[^\p{L}\p{N}\n]*$/u.test(
    text.slice(Math.max(0, sign.start - 8), sign.start),
  );
  return !shortGap.test(gap) || !isLineOfItsOwn;
};

/** A link, which is blanked, or how a message begins. */
const laterPart = /\0{12}|(?<![\p{L}\p{N}])(?:Dear|DEAR|ውድ|Kabaj\p{L}{1,8})\s/u;
const reference = /(?<![A-Z0-9])(?=[A-Z]{1,9}[0-9])[A-Z0-9]{10}/;

/** `1300 birr - 50 birr discount = 1250 birr`: what comes of the amounts before it. */
const isResult = (text: string, { start }: AmountFound): boolean =>
  /[0-9\p{L}] ?= ?$/u.test(text.slice(Math.max(0, start - 4), start));

/**
 * `remaining 500 birr paid`, `I paid the remaining 500 birr`, `ቀሪውን 500 ብር ልኬያለሁ`: of what was owed, not of an account.
 */
const isRestPaid = ({ text, amount, to, next }: AmountPlace, { start, end }: Sign, signs: Signs): boolean => {
  if (!/^[የበከለእ]?(?:remain|ቀሪ|የቀረ|ተረፍ|haft)/i.test(text.slice(start, end))) return false;
  const isOfAccount = /balance|account|wallet|ሂሳብ|አካውንት|herreg/i.test(text.slice(start, amount.start));
  // `ቀሪ ሂሳብ` is also what somebody still owed, where it is said to be paid.
  if (isOfAccount) return /^ ?(?:ከፍያለ|ልኬ|አስገብቻለ|ተልኳል|ተከፍሏል)/.test(text.slice(amount.end, amount.end + 12));
  const before = nearestOf(signs, start);
  if (before?.kind === "moved" && /^ (?:you )?(?:the|my|our) $/i.test(text.slice(before.end, start)))
    return true;
  const verb = verbOf({ end: amount.end, to, next }, text, signs);
  return verb !== null && /^\)? (?:\p{L}{1,12} ){0,2}$/u.test(text.slice(amount.end, verb.start));
};

/** `ሂሳብዎ 8,000.00 ብር ነው`: an account is said to hold it; with another verb it would have moved. */
const isState = (text: string, { start, end }: AmountFound): boolean =>
  /(?:ሂሳብ|አካውንት)[ዎህሽ]?ት?(?: አሁን)? ?$/.test(text.slice(Math.max(0, start - 24), start)) &&
  /^ ?(?:ነው|ነዉ)/.test(text.slice(end, end + 8));

/**
 * At the start of the second half of a message: what the amount is, and perhaps its first digits, stood in the first.
 */
const isCutOff = (text: string, { start, end, numberAt }: AmountFound): boolean => {
  const before = text.slice(0, start).trim();
  if (before.length > 20) return false;
  if (/^(?:…|\.{2,3})?$/.test(before))
    return (
      (/^ ?[.,;]/.test(text.slice(end, end + 2)) &&
        (before !== "" ||
          (/\.[0-9]{2}(?![0-9])/.test(text.slice(numberAt, end)) &&
            goesOnBehindBalance.test(text.slice(end, end + 60))))) ||
      (start === numberAt &&
        !/\p{L}/u.test(text.slice(numberAt, end)) &&
        /^\.?,? (?:from|to|by|on|has)\b/.test(text.slice(end, end + 8)))
    );
  return cutOffBalance.test(before) || /^(?:…|\.{2,3})? ?(?:(?:e )?(?:is|now|is now)|:)$/.test(before);
};

/** A noun such as `Transfer` says something only of what stands right behind it. */
const isNear = ({ text, amount }: AmountPlace, { kind, end }: Sign): boolean =>
  kind !== "noun" || shortGap.test(text.slice(end, amount.numberAt));

/** Labels one below the other, and their values elsewhere: no value can be matched to its label. */
const isListed = (text: string, { kind, start }: Sign, before: readonly Sign[]): boolean =>
  kind === "label" &&
  before.some(
    (other) => listed.has(other.kind) && other.end < start && text.slice(other.end, start).includes("\n"),
  );

const listed: ReadonlySet<SignKind> = new Set<SignKind>(["label", "total", "cost", "balance"]);

/** `ETB 5 has been credited`, `5 ብር ተቀብለዋል`: the verb behind, unless what stands between makes it an advertisement. */
const meaningByVerb = (place: AmountPlace, signs: Signs): AmountMeaning => {
  const { text, amount, to, next, near } = place;
  const behind = near.filter(({ start, end }) => start >= amount.end && end <= to);
  const verb = verbOf({ end: amount.end, to, next }, text, signs);
  const aside = behind.find((sign) => sign.kind === "aside" && !isOfNext(place, sign));
  const isSaidBefore = verb !== null && aside !== undefined && verb.end <= aside.start;
  if (isSaidBefore && (endsSentence(text, verb) || /[.,;!?]\s|\n/.test(text.slice(verb.end, aside.start))))
    return "transferred";
  if (aside !== undefined && !isAloneInLine(text, amount)) return "other";
  if (verb !== null) return "transferred";
  const isSaid = behind.some(
    ({ kind, isStem, start, end }) =>
      kind === "moved" &&
      (isStem ||
        /\b(?:been|was|were|is|are|successfully) $/i.test(text.slice(Math.max(0, start - 14), start)) ||
        /^ (?:to|from|by|into|via|successfully)\b/i.test(text.slice(end, end + 14))),
  );
  return isSaid ? "transferred" : "unsaid";
};

/** `12,500 birr, price 1,250 birr`: said of the amount behind it. */
const isOfNext = ({ text, amount, next }: AmountPlace, { start, end }: Sign): boolean =>
  next !== null && shortGap.test(text.slice(end, next)) && /[,;፣፤\n]/.test(text.slice(amount.end, start));

/** `-1,250.00 (ETB)` in a line of its own, as apps show what was paid: an advertisement below says nothing of it. */
const isAloneInLine = (text: string, { start, end }: AmountFound): boolean =>
  /(?:^|\n)[^\p{L}\p{N}\n]{0,4}$/u.test(text.slice(Math.max(0, start - 5), start)) &&
  /^[^\p{L}\p{N}\n]{0,4}\n/u.test(text.slice(end, end + 5));

/** Without a currency word only the words right before a number make an amount of it. */
export const meaningAlone = (
  { text, amount, from, last, near }: AmountPlace,
  meaning: AmountMeaning,
): AmountMeaning | null => {
  const sign = nearestUpTo(
    amount.start,
    near.filter(({ start }) => start >= from),
  );
  if (isSaidBehind(text, amount, near)) return "transferred";
  const isOwn = isOneOfSeveral(text, amount) || (last > 0 && isMine(text, amount));
  const otherwise = isOwn ? "unsaid" : amount.isMoneyLike ? "perhaps" : null;
  if (sign === undefined) return otherwise;
  const gap = text.slice(sign.end, amount.start);
  const signText = ({ start, end }: Sign): string => text.slice(start, end);
  if (amount.isMoneyLike)
    return meaning === "other" || meaning === "balance" || shortGap.test(gap) ? meaning : otherwise;
  const isPlain = amount.end - amount.numberAt <= 7 && !/^0/.test(text.slice(amount.numberAt, amount.end));
  const isLabelled = sign.kind === "label" && labelGap.test(gap);
  const isPayment =
    sign.kind === "noun" && /^ ?[:=፦፡] ?$/.test(gap) && !/transaction|credit|debit/i.test(signText(sign));
  const isSaid =
    (isPayment || (sign.kind === "moved" && shortGap.test(gap))) &&
    amount.end - amount.numberAt >= 3 &&
    saidOfMoney.test(text.slice(amount.end, amount.end + 16));
  return isPlain && (isLabelled || isSaid) ? meaning : otherwise;
};

/** `Amount: `, `መጠን፦ `, `Amount:⏎`. */
const labelGap = /^ ?[:=፦፡-]{0,2}\s{0,2}$/;

/** What follows a number that is money, and no count of things: `sent you 5000 DKF1AB2CD3`. */
const saidOfMoney =
  /^(?:$|[,.;!)\n]| ?\0| (?:to|from|by|for|in|on|via|with|and|but|as|at|now|today|already|yesterday|just|here|this|see|check|ref|please|pls|plz)\b| [A-Z0-9-]{10})/i;

/** `500 for coffee 400 for sugar`: each of several things that are paid for. */
const isOneOfSeveral = (text: string, { start, end, numberAt }: AmountFound): boolean =>
  start === numberAt &&
  /^[1-9][0-9,]{1,8}(?:\.[0-9]{2})?$/.test(text.slice(start, end)) &&
  /^ for \p{L}/iu.test(text.slice(end, end + 6)) &&
  (forBefore.test(text.slice(Math.max(0, start - 60), start)) || forBehind.test(text.slice(end, end + 60)));

const things =
  "for (?:\\p{L}{1,15} ){0,2}\\p{L}{1,15}(?:[,;] ?| (?:and |plus |also |[&+] )?|, (?:and |plus ))";
const forBefore = new RegExp(`[0-9](?: ?(?:birr|ETB|br|ብር))? ${things}$`, "iu");
const forBehind = new RegExp(`^ ${things}[1-9][0-9,.]{1,8}(?: ?(?:birr|ETB|br|ብር))? for(?!\\p{L})`, "iu");

/** `Abel paid 3000 birr, mine is 1250`. */
const isMine = (text: string, { start, end, numberAt }: AmountFound): boolean =>
  start === numberAt &&
  /^[1-9][0-9]{2,6}$/.test(text.slice(start, end)) &&
  /(?<!\p{L})(?:mine is|የእ?ኔ|kan koo|ናተይ) $/iu.test(text.slice(Math.max(0, start - 8), start)) &&
  (saidOfMoney.test(text.slice(end, end + 16)) || /^ (?:ነው|ነዉ|እዩ)/.test(text.slice(end, end + 4)));

/** `12500 ልኬልሃለሁ`, `12500 has been sent`. */
const isSaidBehind = (text: string, { start, end, numberAt }: AmountFound, signs: readonly Sign[]): boolean =>
  start === numberAt &&
  /^[1-9][0-9,]{2,9}(?:\.[0-9]{2})?$|\p{L}/u.test(text.slice(start, end)) &&
  signs.some(
    ({ kind, isStem, start: verbAt }) =>
      kind === "moved" &&
      verbAt > end &&
      (isStem ? /^ ?(?:siif )?$/ : /^ (?:has been|have been|was|were|is) $/).test(text.slice(end, verbAt)),
  );

/** Behind the label of what the payer may type, up to the end of that line or sentence. */
export const isTyped = ({ start }: AmountFound, { typed, typedEnds }: Signs): boolean => {
  const label = typed[partitionPoint(typed, ({ end }) => end <= start) - 1];
  const over = typedEnds[partitionPoint(typedEnds, ({ end }) => end <= start) - 1];
  return label !== undefined && (over === undefined || over.start < label.end);
};

const meanings: Readonly<Record<SignKind, AmountMeaning>> = {
  moved: "transferred",
  noun: "transferred",
  label: "transferred",
  total: "total",
  cost: "other",
  balance: "balance",
  aside: "other",
  typed: "other",
};
