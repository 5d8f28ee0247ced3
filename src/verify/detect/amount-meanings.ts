import { foldSounds } from "../../core/fold-sounds.ts";
import { partitionPoint } from "../../core/partition-point.ts";
import { type AmountPlace, placeOf, type ReadText, shortGap, signBehind, verbOf } from "./amount-places.ts";
import {
  explainsAway,
  nearestOf,
  nearestUpTo,
  type Sign,
  type SignKind,
  type Signs,
  sentenceEndsIn,
  signsIn,
} from "./amount-signs.ts";
import { type AmountFound, amountsIn } from "./amounts.ts";
import { latinSpellings } from "./latin-spellings.ts";
import {
  cutOffBalance,
  goesOnBehindBalance,
  isAdvertised,
  isBalanceOfAccount,
  isCutOffBalance,
} from "./mentioned-amounts.ts";
import {
  endsSentence,
  isBalanceMoved,
  isDoubted,
  isRestMoved,
  isSaidRightBefore,
  leavesNothingPaid,
  movedKinds,
} from "./moved-amounts.ts";

/** What the words around an amount say of it. */
type AmountMeaning =
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
  | "doubted"
  | "unclear"
  /** A number without a currency word that looks like money: it may agree with a receipt, and contradicts none. */
  | "perhaps";

export type MeantAmount = Pick<AmountFound, "santim" | "start" | "end" | "isMoneyLike"> & {
  readonly meaning: AmountMeaning;
  /** Whether a word beside it says that it is a sum, perhaps of several payments. */
  readonly isTotal: boolean;
  /** Whether it is what each of several costs, where no number says how many. */
  readonly isOfOne: boolean;
  /** The amount as it is written, where it was multiplied and may also be the price of all; null: it has one reading. */
  readonly ofAllSantim: number | null;
  /** Whether a bank says it of the account. */
  readonly isOfAccount: boolean;
  /** Whether the word behind it says that it is left to be paid, or a fee. */
  readonly isLeftOrFee: boolean;
  /** Whether a bank may say it to advertise something. */
  readonly isAdvertised: boolean;
  /** Whether it is explained away as a bill, a price, or the price of several pieces. */
  readonly isPrice: boolean;
  /** Whether only a word such as `gift` or `loan` explains it away, which does not say that it was not paid. */
  readonly mayBePaidToo: boolean;
  /** Whether only a word for a fee or a tax explains it away. */
  readonly isFee: boolean;
  /** Whether it is said to be of another day or in cash; a picture shows such words around it. */
  readonly isApart: boolean;
  /** Whether a word such as `today` stands beside it. */
  readonly isOfNow: boolean;
  /** Where the amount before it ends that it is added to, as in `ETB 5 and ETB 7`; null where none is. */
  readonly addedTo: number | null;
  /** Whether it is explained away, and the amount behind is added to it, as in `fee ETB 5 and ETB 7`. */
  readonly isAddedTo: boolean;
};

/**
 * The amounts of a cleaned text with what its words say of them: in English, where the word mostly stands before the
 * amount (`received ETB 5`), and in Amharic, Oromo and Tigrinya, where the verb ends the sentence. `ETB 0.00` is no
 * amount. Of each amount only what stands around it is looked at, so that many amounts take no longer for each.
 */
export const meantAmounts = (text: string): readonly MeantAmount[] => {
  const folded = foldSounds(text);
  const amounts = amountsIn(text);
  const read: ReadText = {
    text: folded,
    signs: signsIn(folded),
    sentenceEnds: sentenceEndsIn(folded),
    sure: amounts.filter(({ hasCurrency, isMoneyLike }) => hasCurrency || isMoneyLike),
  };
  /** Ends of the amounts whose own words say that they were not paid. */
  const explained = new Set<number>();
  /** Where the last amount ends that has no currency word, and that a verb right beside it says to be money. */
  let saidAt = 0;
  const meant = amounts.flatMap((amount) => {
    const place = placeOf(amount, read, explained, saidAt);
    const found = meaningOf(place, read.signs);
    const said = amount.hasCurrency ? found : meaningAlone(place, found);
    if (said === "other" || said === "balance") explained.add(amount.end);
    if (said === "transferred") saidAt = amount.end;
    return said === null || amount.santim === 0
      ? []
      : [meantAmount(place, said, isTyped(amount, read.signs))];
  });
  return withSharedVerb(folded, meant);
};

const meantAmount = (place: AmountPlace, said: AmountMeaning, isInReason: boolean): MeantAmount => {
  const { text, amount, last, next } = place;
  const { santim, start, end, isMoneyLike, hasCurrency } = amount;
  const isExplained =
    said === "other" && !isWholeOfPart(text, amount) && !isAsked(text, amount) && !isLessened(text, amount);
  const isUnsure = isExplained ? isDoubted(place) : said === "balance" && isBalanceMoved(text, start);
  const isPaidRest = said === "balance" && isRestMoved(text, amount);
  const meaning = isPaidRest ? "rest" : isUnsure ? "doubted" : said;
  const isOfOne = isOfOnePiece(text, amount);
  const isMoved = meaning === "unclear" || meaning === "transferred";
  const isByWord = isExplained && !isInReason && !isOfOne && !isTakenOff(text, amount);
  const pieces = isOfOne ? piecesOf(text, amount) : isMoved ? repeatsOf(text, amount) : null;
  const ofAll = Math.round(santim * (pieces ?? 1));
  return {
    santim: Number.isSafeInteger(ofAll) ? ofAll : santim,
    start,
    end,
    isMoneyLike,
    meaning,
    isTotal: meaning === "total" || isSummedUp(place),
    isOfOne:
      (meaning === "doubted" && pieces === null && isOfOne) ||
      (meaning === "unclear" && isBesideCount(text, amount)) ||
      (isMoved && pieces === null && isRepeated(text, amount)),
    ofAllSantim: pieces !== null && isPerhapsOfAll(text, start) ? santim : null,
    isOfAccount:
      meaning === "balance" ? isBalanceOfAccount(place) : meaning === "perhaps" && isCutOffBalance(place),
    isLeftOrFee: leftOrFeeBehind.test(text.slice(amount.end, amount.end + 20)),
    isAdvertised: meaning === "other" && isAdvertised(place),
    isPrice:
      (meaning === "other" || meaning === "doubted") &&
      (pieces !== null || priceBefore.test(text.slice(Math.max(0, start - 24), start))),
    mayBePaidToo: isByWord && mayBePaidToo(place),
    isFee: isByWord && place.near.some(({ kind }) => kind === "cost"),
    isApart: areClaimed.has(said) && isPaidApart(place),
    isOfNow: isOfNow(text, amount),
    addedTo: hasCurrency && isAdded(text, last, amount) ? last : null,
    isAddedTo: isExplained && next !== null && joins.test(text.slice(end, next)),
  };
};

/** `750 ብር ይቀረኛል`, `750 birr on delivery`, `ETB 5.00 service charge` */
const leftOrFeeBehind =
  /^ (?:ይቀረ|ይቀራ|ተሪፉ|ተቆር|(?:remains|hafa|on delivery|service (?:charge|fee)|was cut)(?!\p{L}))/iu;

const priceBefore =
  /(?<!\p{L})(?:bill|invoice|price|cost|[የበከለእ]?ዋጋ[ውዉ]?|gatiin?)(?: (?:is|was|of))? ?[:=]? ?$/iu;

/** `sent 1250 birr, gift 500 birr`, and not `discount 500 birr` or `I will send 500 birr`. */
const mayBePaidToo = ({ text, amount, near }: AmountPlace): boolean => {
  const asides = near.filter(({ kind }) => kind === "aside");
  const beside = asides.filter(({ start, end }) => end > amount.start - 40 && start < amount.end + 24);
  return (
    asides.length > 0 &&
    (beside.length === 0 || !beside.every(({ start, end }) => leavesNothingPaid(text.slice(start, end))))
  );
};

/** `3000 ብር እና 2000 ብር ልኬያለሁ`: the verb at the end of the sentence is said of both. */
const withSharedVerb = (text: string, meant: readonly MeantAmount[]): readonly MeantAmount[] =>
  meant.map((amount, at) => {
    const next = meant[at + 1];
    const isShared =
      amount.meaning === "unclear" &&
      next?.meaning === "transferred" &&
      /^ ?(?:እና|ና|ን|fi)(?: ደግሞ)? ?$/i.test(text.slice(amount.end, next.start));
    return isShared ? { ...amount, meaning: "transferred" as const, isApart: next.isApart } : amount;
  });

const areClaimed: ReadonlySet<AmountMeaning> = new Set<AmountMeaning>(["transferred", "unclear", "rest"]);

/**
 * `450 birr cash`, `yesterday I sent 500 birr`, `500 birr yesterday too`: beside another amount it is of another
 * payment.
 */
const isPaidApart = ({ text, amount, from, to, next }: AmountPlace): boolean =>
  inCash.test(text.slice(amount.end, to)) ||
  (otherTime.test(text.slice(Math.max(from, amount.start - 40), amount.start)) && !isOfNow(text, amount)) ||
  hadBehind.test(text.slice(amount.end, Math.min(to + 20, amount.end + 40))) ||
  gotBefore.test(text.slice(Math.max(from, amount.start - 40), amount.start)) ||
  othersBefore.test(text.slice(Math.max(from, amount.start - 40), amount.start)) ||
  namedOtherBefore.test(text.slice(Math.max(from, amount.start - 40), amount.start)) ||
  beforeBehind.test(text.slice(amount.end, amount.end + 16)) ||
  isTimeBehind(text.slice(amount.end, Math.min(to, amount.end + 30)), to === next);

/** In `1250 ብር ልኬያለሁ ትናንት 3000 ብር ልኬ ነበር` it is said of the amount that follows. */
const isTimeBehind = (behind: string, isUpToNext: boolean): boolean =>
  otherTimeBehind.test(behind) && !(isUpToNext && timeOfNext.test(behind));

/** `3000 ብር ልኬ ነበር`, `qarshii 3000 ergee ture`: had sent. */
const hadBehind = /^ ?[^.,;!?።፣፤\n0-9]{0,20}(?<!\p{L})(?:ነበር|ture)(?!\p{L})/iu;
/** `I withdrew 5000 birr`, `Abebe sent me 5000 birr`, `በካሽ 200 ብር`: not what was paid with this receipt. */
const gotBefore =
  /(?<!\p{L})(?:(?:I|we) (?:have |had )?(?:already )?(?:withdrew|withdrawn|received|got|deducted)|(?:I|we) had (?:already )?(?:sent|paid)|(?:sent|gave|paid|transferr?ed) (?:me|us))(?: (?:your|the|a|only))?:? ?$|(?<!\p{L})በ(?:ካሽ|ጥሬ(?: ገንዘብ)?|እጅ) ?$/iu;

/** `my wife paid you 200 birr`, `ወንድሜ 200 ብር ልኳል`: another payer's. */
const othersBefore =
  /(?<!\p{L})(?:(?:my|our|his|her|the other) \p{L}{2,12}|(?:customer|client|buyer|passenger|guest|tenant|student)s?|he|she|they|somebody|someone)(?: (?:has|have|had|also|already)){0,2} (?:sent|paid|gave|transferr?ed|deposited)(?: (?:you|u|only|the)){0,2}:? ?$|(?<!\p{L})(?:(?:ባለቤቴ|ሚስቴ|ባሌ|ልጄ|ወንድሜ|እህቴ|እናቴ|አባቴ|ጓደኛዬ|ጓደኛየ|ሰበይተይ|ሰብኣየይ|ሃወይ|ሃብተይ|ኣርከይ|ደንበኛ(?:ዬ|የ|ው|ዋ))|(?:haati manaa|abbaan manaa|obboleess[ai]|obboleett[ii]i|hiriyaan) (?:koo|kiyya))(?: \p{L}{1,10}){0,2} ?$/iu;

/** `Abel paid 300 birr`, and not `Already paid 300 birr`. */
const namedOtherBefore =
  /(?<![\p{L}\p{N}])(?!(?:Already|Just|Now|Also|Have|Successfully|Amount|Money|Total|Birr|Payment|Half|Only|Cash|Part|Fully|Today|Deposit|Advance|And|Then|Customer|You) )\p{Lu}\p{Ll}{2,14} (?:paid|sent|gave|transferr?ed|deposited)(?: you)? $/u;
/** `300 birr before, now 1250`. */
const beforeBehind = /^ before(?: ?[,.;&]| (?:and|now|but)(?!\p{L}))/iu;

const inCash =
  /^ ?\)?,? ?(?:(?:was|is|paid|given) )?(?:in )?(?:cash\b(?! (?:transfer|deposit|out|in)\b)|[በ]?(?:ካሽ|ጥሬ))/i;

const otherTimes =
  "yesterday|last (?:week|month|night|time|year)|(?:days?|weeks?|months?|years?) (?:ago|earlier)|(?:on|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day|previously (?:sent|paid|transferr?ed|deposited)|ትናንት|ትላንት|ባለፈው|kaleessa|ትማሊ";
/** Up to the amount no other sentence begins. */
const otherTime = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${otherTimes})(?!\p{L})[^.!?።፤\n]{0,30}$`, "iu");
const otherTimeBehind = new RegExp(
  String.raw`^[^.,;!?።፣፤\n0-9]{0,20}(?<!\p{L})(?:${otherTimes})(?!\p{L})`,
  "iu",
);

const timeOfNext = new RegExp(
  String.raw`^[^0-9]{0,16}(?:[\u1200-\u135a]{2}[ሁል]|[a-z](?:eera|aniiru)) (?:${otherTimes})(?: (?:ደግሞ|ድማ))? ?$`,
  "iu",
);

const isOfNow = (text: string, { start, end }: AmountFound): boolean =>
  nowBefore.test(text.slice(Math.max(0, start - 24), start)) || nowBehind.test(text.slice(end, end + 28));

const now = String.raw`(?:today|now|this (?:week|month|time|morning)|ዛሬ|አሁን|har['’]?a|amma|ሎሚ|ህጂ)(?!\p{L})`;
const nowBefore = new RegExp(
  String.raw`(?<!\p{L})(?:${now}|(?:here|this)(?: is|['’]s))(?: ?[:,] ?| (?:it is|i (?:have )?|we |sent|paid|sending|another|again|also|only|just|ደግሞ|ድማ|immoo))*\s?$`,
  "iu",
);
const nowBehind = new RegExp(`^ ?(?:(?:paid|sent|transferred|deposited) )?${now}`, "iu");

/** `2500 birr in total`, `together I paid 2500 birr`, `በድምሩ 2500 ብር`. The word may also belong to the next amount. */
const isSummedUp = ({ text, amount, from, to, next }: AmountPlace): boolean => {
  if (sumBefore.test(text.slice(Math.max(from, amount.start - 40), amount.start))) return true;
  const behind = sumBehind.exec(text.slice(amount.end, to));
  if (behind === null) return false;
  return (
    next === null || !/^[\s:=-]{0,3}(?:(?:of|is) )?$/i.test(text.slice(amount.end + behind[0].length, next))
  );
};

const ofSum = {
  latin:
    "(?:grand )?total|sum|altogether|all together|together|in all|overall|combined|waliigalaan?|ida['’]?ama\\p{L}{0,3}",
  ethiopic: "[በየብ]?(?:ጠቅላላ|አጠቃላይ|ጠቕላላ|ድምር|ድምሩ|ድምሪ)",
};

const sumBefore = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])(?:${ofSum.latin})(?![\p{L}\p{N}])|${ofSum.ethiopic})[^.!?\n0-9]{0,24}$`,
  "iu",
);
const sumBehind = new RegExp(
  String.raw`^[\s,)]{0,2}(?:(?:is|was|in|as|the|a|for|ነው|ነዉ) ){0,3}(?:(?:${ofSum.latin}|both|all of them)(?![\p{L}\p{N}])|${ofSum.ethiopic})`,
  "iu",
);

/**
 * Whether only a word such as `and` stands between an amount and the one before, and nothing behind it says what it is.
 */
const isAdded = (text: string, last: number, { start, end }: AmountFound): boolean =>
  last > 0 &&
  /^ ?\)?,? ?(?:(?:and|plus|also|እና|fi)|[&+])(?: also| another)? ?$/i.test(
    text.slice(last, Math.min(start, last + 24)),
  ) &&
  /^ ?(?:$|[.,;:!)\n\0።]|(?:to|from|by|on|via|with|ref|your|transaction|txn|trx)\b|[A-Z0-9]{10})/i.test(
    text.slice(end, end + 14),
  );

/** Between two amounts: a person may add them up. The total goes with the fees before it. */
export const joins =
  /^ ?\)?,? ?(?:(?:and|plus|እና|fi)(?!\p{L})|[&+])(?![^0-9.!?።\n]*total)[^0-9.!?።\n]{0,16}$/iu;

const meaningOf = (place: AmountPlace, signs: Signs): AmountMeaning => {
  const { text, amount, from, next, near } = place;
  const before = near.filter(
    (sign) => sign.start >= from && sign.end <= amount.start && !endsWithItsLine(place, sign),
  );
  if (
    isTyped(amount, signs) ||
    isWholeOfPart(text, amount) ||
    isOfOnePiece(text, amount) ||
    isAsked(text, amount) ||
    isTakenOff(text, amount) ||
    isLessened(text, amount)
  )
    return "other";
  if (isOfOwnAnswer(text, amount)) return "unclear";
  if (isState(text, amount)) return "balance";
  const sign = nearestUpTo(amount.start, before);
  const isVerbFirst = sign?.kind === "moved" && shortGap.test(text.slice(sign.end, amount.numberAt));
  if (isOffered(place, sign)) return "other";
  if (isResult(text, amount) && sign !== undefined && !movedKinds.has(sign.kind)) return "unclear";
  const behind = signBehind(place);
  // A verb right before the amount says more of it than a balance behind it.
  const isOfThis = behind !== null && (next === null || behind !== nearestOf(signs, next));
  if (isOfThis && !(behind.kind === "balance" && isVerbFirst)) return meanings[behind.kind];
  if (sign === undefined || !isNear(place, sign) || isOfEarlierPart(place, sign))
    return isCutOff(text, amount) ? "perhaps" : meaningByVerb(place, signs);
  if (sign.kind === "balance" && isRestPaid(place, sign, signs)) return "rest";
  return isListed(text, sign, before) ? "unclear" : meanings[sign.kind];
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

/** `half of 5000 birr`, `2500 birr, I sent half`: what the paid amount is a part of or stands for. */
const isWholeOfPart = (text: string, { start, end }: AmountFound): boolean => {
  const before = text.slice(Math.max(0, start - 64), start);
  const behind = text.slice(end, end + 50);
  return (
    partBefore.test(before) ||
    numberBefore.test(before) ||
    advanceBefore.test(before) ||
    outOfBehind.test(behind) ||
    (wholeBefore.test(before) && partBehind.test(behind)) ||
    (!isSaidRightBefore(text, start) && partSentBehind.test(behind))
  );
};

/** `half`, `two thirds`, `1/4`, `½` as it is cleaned, `50%`, `fifty percent`; and not all of it. */
const part = String.raw`(?:(?<!\p{L})(?:half|(?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth)s?)|(?<![0-9.,/⁄])[1-9][/⁄][1-9][0-9]?|(?<![0-9.,])[1-9][0-9]?(?:\.[0-9]{1,2})? ?(?:%|per ?cent)|(?<!hundred) per ?cent)`;
const partWord = String.raw`(?:ግማሽ|ግማሹ|ሩብ|ሲሶ|እኩሌታ|ፍርቂ|ርብኢ|walakka|kurmaan)\p{L}{0,3}(?!\p{L})`;
const inAdvance = "(?:deposit|advance|down ?payment|part payment)";
/** `half of 5000 birr`, `instead of 5000 birr`, `1250 birr as a deposit of 5000 birr`, `walakkaa qarshii 5000`. */
const partBefore = new RegExp(
  String.raw`(?:(?:${part}(?: (?:as )?(?:an? )?(?:${inAdvance}|payment|up ?front|price))?|(?<!\p{L})instead|(?:^|[\s(])[0-9][0-9.,]{2,11} ?(?:birr|ETB|ብር)? ?(?:as )?(?:an? )?${inAdvance})(?: ?(?:out )?(?:of|from) | for (?<=(?:${inAdvance}|payment) for )|(?= (?:the|my|your|our) ) )(?:(?:the|an?|my|your|our|his|her|this|that|of|total|full|whole|price|amount|bill|rent|payment|cost) ){0,4}|(?<!\p{L})(?:walakkaa|ግማሽ|ፍርቂ)(?: (?:kan|ናይ))? የ?)$`,
  "iu",
);
/** `1250 of 5000 birr`, `1250 birr paid of 5000 birr`. */
const numberBefore =
  /(?:^|[\s(])[0-9][0-9.,]{1,11} ?(?:ETB|birr|br\.?|ብር)? (?:(?:is |was )?(?:sent|paid) )?(?:out )?of (?:the )?$/i;
/** `deposit for the 5000 birr`. */
const advanceBefore =
  /\b(?:deposit|advance|down ?payment|part payment) (?:for|towards?) (?:the|an?|my|your|our|his|her) $/i;
/** `qarshii 5000 keessaa 1250`, `5000 ብር ውስጥ 1250 ብር`. */
const outOfBehind = /^ ?(?:keessaa|irraa|ውስጥ|ላይ),? (?:qarshii |ብር )?[0-9]/i;
/** `የ2500 ብር ግማሽ`, `ከ2500 ብር ላይ 50%`, `ናይ 2500 ቅርሺ ፍርቂ`. */
const wholeBefore = /(?<!\p{L})(?:[የከ]|ናይ |kan )$/iu;
const partBehind = new RegExp(`^ ?(?:(?:ላይ|ውስጥ|ውሽጢ) )?(?:${part}|${partWord})`, "iu");
/** `2500 birr, I sent half`, `2500 birr, 50% sent`. */
const partSentBehind = new RegExp(
  String.raw`^[^0-9]{0,24}(?:(?<!\p{L})(?:sent|paid|sending|paying|send|pay) (?:you )?(?:the |only |an? |one |two )?${part}(?! ?of(?!\p{L}))|ግማሹን|walakkaa isaa)|^ ?[,;.፣]? ?(?:(?:my |the |only |and ){0,2}${part} (?:is |was |of it )?(?:sent|paid|transferr?ed|deposited)(?!\p{L})|(?:${part}|${partWord}) (?:ልኬ|ልከ|ከፍያ|ከፈል|ሰዲደ|ከፊለ|ergee|kaffal))`,
  "iu",
);

/** `2 x 625 birr`, `625 birr each`: a price. */
const isOfOnePiece = (text: string, { start, end }: AmountFound): boolean =>
  (piecesIn(text, start) !== undefined && !sumBehind.test(text.slice(end, end + 24))) ||
  pieceBehind.test(text.slice(end, end + 14)) ||
  eachBefore.test(text.slice(Math.max(0, start - 32), start)) ||
  eachBehind.test(text.slice(end, end + 36));

/** `2 x `, `2 shirts at `: the pieces before a price. */
const piecesIn = (text: string, start: number): string | undefined => {
  const before = text.slice(Math.max(0, start - 32), start);
  return (ethiopicPiecesBefore.exec(before) ?? piecesBefore.exec(before))?.[0];
};

/** How many pieces are named right beside the price of one; null: no number says so. */
const piecesOf = (text: string, { start, end }: AmountFound): number | null => {
  const before = piecesIn(text, start);
  const behind = countBehind.exec(text.slice(end, end + 24))?.[0];
  const count = /[0-9]{1,4}(?:\.[0-9]{1,2})?/.exec(before ?? behind ?? "")?.[0];
  const number = Number(count ?? onlyCountBeside(text, start, end) ?? 0);
  return number > 0 ? number : null;
};

/** `paid for 50 pcs, each 250 birr`: the one number of things near a price of each. */
const onlyCountBeside = (text: string, start: number, end: number): string | null => {
  const near = `${text.slice(Math.max(0, start - 48), start)}\0${text.slice(end, end + 48)}`;
  const found = [...near.matchAll(countOfThings)];
  // `15 days rent, 2500 birr per month`
  const isOfLonger = /^ ?(?:per|an?|\/) ?(?:week|month|year)/i.test(text.slice(end, end + 12));
  if (isOfLonger && /(?:day|night)s/i.test(found[0]?.[0] ?? "")) return null;
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
};

const countOfThings =
  /(?<![\p{L}\p{N}.,:/#-])(?<!(?:size|no|number|order|room|table|floor|house|block|seat|at)\.? )([2-9]|[1-9][0-9]{1,2}) ?(?:(?!min|sec|hour|hrs|birr|time|thous|hundred)[a-z]{2,12}s|pcs?|kg|kilo|people|men|women|children|of us)(?!\p{L}| ago| later)/giu;

/** `5 ሰው በነፍስ ወከፍ 250 ብር`, `nama shaniif qarshii 250`: perhaps the price of one of so many. */
const isBesideCount = (text: string, { start, end }: AmountFound): boolean =>
  countBefore.test(text.slice(Math.max(0, start - 30), start)) || countBeside.test(text.slice(end, end + 30));

/** `625 birr two times`, `twice 625 birr`. */
const isRepeated = (text: string, { start, end }: AmountFound): boolean =>
  timesBefore.test(text.slice(Math.max(0, start - 20), start)) || timesBehind.test(text.slice(end, end + 20));

/** `paid 250 birr 50 times`; null: no digits say how often. */
const repeatsOf = (text: string, { end }: AmountFound): number | null => {
  const count = /^,? ?([1-9][0-9]?) ?times(?!\p{L})/iu.exec(text.slice(end, end + 12))?.[1];
  return count === undefined ? null : Number(count);
};

const times =
  "(?:twice|thrice|(?:two|three|four|five|six|seven|eight|nine|ten|[2-9]|[1-9][0-9]) times|ሁለቴ|ሶስቴ|ክልተ ግዜ|(?:ሁለት|ሶስት) ጊዜ|(?:yeroo|si['’]a) (?:lama|sadii))";
const timesBefore = new RegExp(String.raw`(?<!\p{L})${times}(?: of)? $`, "iu");
const timesBehind = new RegExp(String.raw`^,? ?${times}(?!\p{L})`, "iu");

const counts = String.raw`(?<![\p{L}\p{N}.,:/])[ለየበ]?(?:[2-9]|[1-9][0-9]|(?:two|three|four|five|six|seven|eight|nine|ten|ሁለት|ሶስት|አራት|አምስት|ስድስት|ሰባት|ስምንት|ዘጠኝ|አስር|lama|sadii|afur|shan|jaha|torba|saddeet|sagal|kudhan|(?:le)?(?:hulet|sost|arat|ami?st|sidist|sebat|simint|zetegn|asir))\p{L}{0,3})(?![\p{N}.,:/%])`;
const countBefore = new RegExp(String.raw`${counts}[^0-9.!?።\n]{0,24}$`, "iu");
const countBeside = new RegExp(String.raw`^[^0-9.!?።\n]{0,24}${counts}`, "iu");

/** `625 birr x 2`, `625 birr each for 2 shirts`, `625 birr per night for 2 nights`, and not `625 birr *127#`, a code to dial. */
const countBehind =
  /^ ?(?:[x×*] ?(?![0-9]{3}[0-9*]{0,12} ?#)|(?:each|apiece|per [a-z]{2,8})(?: for| x|,) )[0-9]{1,4}(?![0-9.,]| ?(?:(?:birr|ETB|br|ብር)(?![a-z])|min|sec|hours? ago|[ap]m(?![a-z])))/i;

/** `2 x 625 birr`, `2 shoes at 625 birr`, `2 shirts x 625 birr`, `2 of 625 birr`, and not `payment 2 of 625 birr`. */
const piecesBefore =
  /(?:^|[\s(])(?:(?!1 ?[x×*])[0-9]{1,4}(?:\.[0-9]{1,2})? ?[x×*] ?|(?:[2-9]|[1-9][0-9]{1,3}|[0-9]{1,3}\.[0-9]{1,2}) ?(?!birr|thousand|hundred|etb|br )[a-z]{2,14}(?: [a-z]{2,14})? ?[x×*] ?|(?:[2-9]|[1-9][0-9]{1,3}) (?!birr|thousand|hundred)(?:[a-z]{2,14}s|people|men|women|children|kg|kilo|km|usd)(?: (?:of )?[a-z]{2,14})? (?:at|@) |(?<!(?:payment|part|instal?lment|transfer|step) )[2-9] of (?:the )?)$|(?:^|\s)[ለበ]?እያንዳንዱ $/i;
const ethiopicMonths =
  "መስከረም|ጥቅምት|[ሀህ]ዳር|ታህሳስ|ታህሣሥ|ጥር|የካቲት|መጋቢት|ሚያዝያ|ሚያዚያ|ግንቦት|ሰኔ|ሀምሌ|ነሀሴ|ጳጉሜ|ጥቅምቲ|ጥሪ|ለካቲት|ጉንበት|ነሓሰ";
/** `2 ቀን በ625 ብር`, `ለ 5 ሰዎች በነፍስ ወከፍ 250 ብር`; and not `15 ህዳር በ1250 ብር`, a date. */
const ethiopicPiecesBefore = new RegExp(
  String.raw`(?<![^\s(ለየ])(?:[2-9]|[1-9][0-9]{1,2}) ?(?!ሰ[ኣአ]ት|ደቂቃ|ወር|ብር|ሺ|መቶ|ቁጥር|(?:${ethiopicMonths})(?!\p{L}))[\u1200-\u135a]{2,8} (?:[\u1200-\u135a]{2,8} )?(?:በ ?|በየ|(?:[ለበ]?(?:እያንዳንዱ|እያንዳንዳቸው)|በነፍስ ወከፍ) )$`,
  "u",
);
/** `20 እንቁላል በ1250 ብር`: for all of them, or each of them. */
const isPerhapsOfAll = (text: string, start: number): boolean =>
  /(?<!\p{L})በ ?$/u.test(text.slice(Math.max(0, start - 3), start));
/** `625 birr x 2`, `625 birr each`, `625 birr per kilo`, `625 birr/night`; and not `625 birr *127#`. */
const pieceBehind =
  /^ ?(?:[x×*] ?(?!1(?![0-9])|[0-9]{3}[0-9*]{0,12} ?#)[0-9]|each\b|እያንዳንዱ|(?:per |\/ ?)(?:pcs?|piece|item|kilo|kg|month|person|night|day|week|hour|head|unit|pair|box|bag|lit(?:er|re)|met(?:er|re)|ticket|seat)\b)/i;

const unit =
  "(?:pcs?|piece|item|unit|pair|kilo|kg|person|head|student|child|hour|day|night|week|month|year|trip|ticket|seat|shirt)";
const often = "(?:hour|night|dai|week|month|year)ly";
/** Words for each of several, in Amharic, Oromo and Tigrinya, which stand on either side of a price. */
const each = foldSounds(
  String.raw`(?:[በለየን]?(?:እያንዳን[ዱድዳዷ]\p{L}{0,4}|ነፍ[ስሲ] ?ወከፍ\p{L}{0,2})|በ(?:የ(?!ካቲት)\p{L}{2,8}|ወር|ሳምንት|ቀን|[አዓ]መት|ሰ[አዓ]ት|ኪሎ|ሊትር|ሜትር|ፍሬ|ሰው)|የ(?:ቀን|ወር|ሳምንት)|(?<![0-9] ?)ኪሎ|[ለየ]?(?:አን[ዱዷ]|አንድ (?:ሰው|ልጅ))|(?:ኣብ |[ንብ])(?:ወርሒ|መዓልቲ|ሰሙን|ዓመት|ሰብ|ኪሎ)|ንሓደ(?: ሰብ)?|ሕድሕድ\p{L}{0,3}|(?:tokko )?tokkoo?f|tokkotti|mataa?tti|namatti|ji['’]?aan|(?:kiiloo|nama|guyyaa|ji['’]?a) (?:tokko|1)|(?:guyyaa|ji['’]?a|torban?ii?|torbee|waggaa|sa['’]aatii?|kiiloo?)tti)`,
);
/** `each shirt 625 birr`, `monthly 625 birr`, `በወር 625 ብር`, `tokkoof qarshii 250`. */
const eachBefore = new RegExp(
  String.raw`(?<!\p{L})(?:(?:(?:each|every)(?: (?:one|of us|${unit}))?|per ${unit})(?: (?:is|paid|sent|costs?|at|for))?|apiece|${often}(?: (?:paid|sent|at))?|${each}|(?:ወርሃ|ሳምንታ|እለታ|[አኣ]መታ|መ[ኣአ]ልታ|ሰሙና)ዊ):? ?$`,
  "iu",
);
/** `625 birr a month`, `250 birr daily`, `250 birr apiece`, `625 birr for each shirt`; and not `a month ago` or `monthly rent`. */
const eachBehind = new RegExp(
  String.raw`^,? ?(?:(?:for )?(?:each|every)(?!\p{L})|apiece(?!\p{L})|(?:an?|per) ${unit}(?!\p{L}| (?:ago|before|earlier|back|later|early|late|in advance)(?!\p{L}))|${often}(?= ?(?:$|[.,;!?)\n\0]|(?:for|since|from)(?!\p{L})|[A-Z0-9]{10}))|${each}(?!\p{L}| ?[:፦]? ?[0-9]))`,
  "iu",
);

/** `Transfer ETB 500 and get 50MB`, `Deposit 100 Birr and more`, `Qarshii 100 yoo ergitan`, "if you send". */
const isOffered = ({ text, amount }: AmountPlace, sign: Sign | undefined): boolean => {
  const behind = text.slice(amount.end, amount.end + 40);
  if (!offerBehind.test(behind)) return false;
  // `of 500 ETB to Save the Children`
  const isName =
    /^ to \p{Lu}/u.test(behind) && /\p{Ll}/u.test(text.slice(Math.max(0, amount.start - 20), amount.start));
  if (isName) return false;
  if (sign?.kind === "moved") return !shortGap.test(text.slice(sign.end, amount.numberAt));
  // `Deposit of 5000 birr to enter the house`
  const isOfPayment = sign?.kind === "noun" && / of $/.test(text.slice(sign.end, amount.start));
  return !isOfPayment || !/^ to /.test(behind) || toWin.test(behind);
};

const offerBehind =
  /^ (?:(?:or|and) (?:more|above)\b(?! (?:was|is|has|have|were)\b)|(?:(?:daily|weekly|monthly|today|now) )?(?:and|to) (?:get|win|earn|save|enter|stand a chance|be (?:a|the) winner)\b|(?:ol )?yoo\b)/i;
const toWin = /^ to (?:win|be |stand|enter (?:the |a |our )?(?:lucky )?(?:draw|lottery|raffle))/i;

/** `2000 ብር እልካለሁ`, `50 ብር ላክልኝ`, `2nd payment 500 birr tomorrow`: what will be sent, or is asked for. */
const isAsked = (text: string, { start, end }: AmountFound): boolean =>
  (!isSaidRightBefore(text, start) &&
    /^,? ?(?:tomorrow|next (?:week|month))\b/i.test(text.slice(end, end + 14))) ||
  willPay.test(text.slice(end, end + 24));

/** A vowel begins `elkalehu`, "I will send"; `lekalehu` is "I have sent". */
const willPay = new RegExp(
  String.raw`^ ?(?:\p{L}{1,8} )?(?:እልካለ|እልክል|እከፍላለ|እከፍልሃ|እከፍልሻ|ልልክ|ልከፍል|ላክልኝ|ላኪልኝ|ላኩልኝ|ይላኩልኝ|(?:(?=[eiu])(?:${latinSpellings("እልካለሁ|እልክልሀለሁ|እልክልሻለሁ|እከፍላለሁ|እከፍልሀለሁ")})|nan (?:erga|kaffala|galcha))(?!\p{L}))`,
  "iu",
);

/**
 * `50 ብር ተቀንሶ 1250 ብር ልኬያለሁ`, `50 ብር ቀንሰህልኛል`: a discount, and not what a bank says of an account: `1250 ብር ከሂሳብዎ ተቀንሷል`.
 */
const isTakenOff = (text: string, { end }: AmountFound): boolean =>
  takenOffBehind.test(text.slice(end, end + 32));

const takenOffBehind =
  /^ ?(?:\p{L}{1,8} )?(?:(?:ተ?ቀን[ሶሰሳ]|ቀንሼ|ተ?ኣጕዲሉ|ተ?ነኪዩ|hir['’]isee|hir['’]ifamee|(?:was |is )?(?:deducted|taken off|less|off))[,፣;.]? (?:(?:ብር|qarshii|ETB|birr|and|so|I|we|have|sent|paid) ){0,5}[0-9]|ተ?ቀን[ሰሶሳ]\p{L}{0,3}ል[ኝኛንና])/iu;

/** `1500 birr minus 250 birr`, `sent 1500 birr, you returned 250 birr`: neither of the two is what was paid in the end. */
const isLessened = (text: string, { start, end }: AmountFound): boolean => {
  const before = text.slice(Math.max(0, start - 44), start);
  const behind = text.slice(end, end + 60);
  return (
    lessBehind.test(behind) ||
    lessBefore.test(before) ||
    (amountBefore.test(before) && takenBackBehind.test(behind))
  );
};

const money = String.raw`(?:(?:ETB|birr|br|ብር|ቅርሺ|qarshii)\.? ?)?`;
const less = "(?:minus|less|ሲቀነስ)(?: (?:the|my|your|an?))?";
const returned =
  "(?:you|u|he|she|they|shop) (?:have |has |had |then |already ){0,2}(?:returned|refunded|(?:gave|sent|paid) (?:me |us )?back)(?: (?:to|me|us|the|a|my|back|only)){0,3}";
/** Behind the amount that was taken off or came back. */
const takenBack = String.raw`(?:(?:change |was |is |were ){0,2}(?:returned|refunded)(?!\p{L})|back(?!\p{L}| to )|ተ?መል[ሰስ]|ተ?መለሰ|ቀን[ሼስሰ]|ተቀን[ሶሰ]|ሲቀነስ|hir['’]i[sf])`;
const lessBehind = new RegExp(
  String.raw`^(?: ?\)?[,;.]? ?(?:(?:and|but|then) )?(?:${less}|${returned}) ?${money}[0-9]|(?: \p{L}{1,10}){0,2}[,;.፣]? ?(?:(?:and|but|then|I|we|got) ){0,3}${money}[0-9][0-9.,]{0,9} ?${money}${takenBack}| ?[-–−] ?${money}[0-9][0-9.,]{0,9} ?${money}(?:discount|ቅናሽ))`,
  "iu",
);
const lessBefore = new RegExp(String.raw`(?:[0-9] ?${money}${less}|(?<!\p{L})${returned}) ?$`, "iu");
const amountBefore = new RegExp(String.raw`[0-9] ?${money}[^0-9.!?።\n]{0,24}$`, "iu");
const takenBackBehind = new RegExp(`^ ?${takenBack}`, "iu");

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
  return isSaid ? "transferred" : "unclear";
};

/** `12,500 birr, price 1,250 birr`: said of the amount behind it. */
const isOfNext = ({ text, amount, next }: AmountPlace, { start, end }: Sign): boolean =>
  next !== null && shortGap.test(text.slice(end, next)) && /[,;፣፤\n]/.test(text.slice(amount.end, start));

/** `-1,250.00 (ETB)` in a line of its own, as apps show what was paid: an advertisement below says nothing of it. */
const isAloneInLine = (text: string, { start, end }: AmountFound): boolean =>
  /(?:^|\n)[^\p{L}\p{N}\n]{0,4}$/u.test(text.slice(Math.max(0, start - 5), start)) &&
  /^[^\p{L}\p{N}\n]{0,4}\n/u.test(text.slice(end, end + 5));

/** Without a currency word only the words right before a number make an amount of it. */
const meaningAlone = (
  { text, amount, from, near }: AmountPlace,
  meaning: AmountMeaning,
): AmountMeaning | null => {
  const sign = nearestUpTo(
    amount.start,
    near.filter(({ start }) => start >= from),
  );
  if (isSaidBehind(text, amount, near)) return "transferred";
  const otherwise = isOneOfSeveral(text, amount) ? "unclear" : amount.isMoneyLike ? "perhaps" : null;
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
const isTyped = ({ start }: AmountFound, { typed, typedEnds }: Signs): boolean => {
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
