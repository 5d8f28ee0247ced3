import { partitionPoint } from "../../../core/partition-point.ts";
import { type Claims, noClaims } from "../../claims.ts";
import { linesIn, messagesIn, type Part, paragraphsIn, partAt } from "../message-parts.ts";
import { withLatinLetters } from "../words.ts";
import { unreadDigit } from "./amounts.ts";
import { saysNotPaid } from "./failed-payments.ts";
import { isAdvert, namesFurtherPayment } from "./further-payments.ts";
import { type MeantAmount, meantAmounts } from "./meanings.ts";
import { looselyMentioned } from "./mentioned.ts";
import { withPlainAmounts } from "./plain.ts";
import { isReadInFull } from "./read-in-full.ts";
import { joins } from "./sums.ts";
import { type Doubt, doubtOf, unreadIn } from "./unclear.ts";
import { isOfBank, sentencesIn } from "./whose-words.ts";

/** Where a receipt is named in a text, in code units, in the order of the text: its link, its reference, both again. */
export type Mentions = readonly [Mention, ...Mention[]];

type Mention = { readonly at: number; readonly end: number };

/**
 * For each receipt that a text names, the amounts that are claimed of it: those of its own message where the text
 * holds several. What is said of several receipts at once is claimed of none. A text that names one receipt claims all
 * of its amounts of that one, unless it is `printed`: then other messages may be seen above and below. Pure, and linear
 * in the text.
 */
export const claimsOf = (
  text: string,
  receipts: readonly Mentions[],
  source: "typed" | "printed",
): readonly Claims[] => {
  const read = source === "typed" ? readAmounts(text) : printedAmounts(text);
  const { meant } = read;
  const all =
    source === "typed"
      ? claimedAmong(meant, receipts.length)
      : claimedAmong(meant, 1).filter(({ meaning }) => meaning !== "doubted");
  // The point before the decimals is easily lost in print.
  const amounts = source === "typed" ? all : all.filter(({ isMoneyLike }) => isMoneyLike);
  const isAlone = receipts.length === 1 && source === "typed";
  const ownOf = <Amount extends MeantAmount>(told: readonly Amount[]) => {
    if (isAlone || receipts.length === 0) return receipts.map(() => told);
    const owners = ownersOf(text, told, receipts);
    return receipts.map((_, receipt) => told.filter((__, at) => owners[at] === receipt));
  };
  const claimed = ownOf(amounts);
  const named = ownOf(
    mentionedAmounts(text, read).filter(({ isTotal }) => receipts.length === 1 || !isTotal),
  );
  const leftOut = all.filter((amount) => amount.doubt && !amounts.includes(amount));
  const unread = ownOf(inOrder([...read.unread, ...leftOut]));
  const partly = source === "typed" ? partlyRead(text, read, receipts.flat()) : {};
  const isWithTotal = source === "printed" || isTotalNamed(text, meant);
  // An amount that could not be read may be the one that agrees.
  const isWhole = amounts.length === all.length && !(source === "printed" && text.includes(unreadDigit));
  return receipts.map((_, receipt) => {
    const own = claimsAmong(claimed[receipt] ?? []);
    const claims = isAlone
      ? withPaidToo(text, withPrices(own, inOrder([...meant, ...read.loose])), meant)
      : own;
    const said = isWhole || claims.areTransferred ? claims : noClaims;
    const printed = said === noClaims || source === "typed" ? {} : { printedSantim: said.amountsSantim };
    // Nobody mentioned an amount that was misread in print.
    const isRead = source === "typed" || isWhole;
    return {
      ...said,
      ...printed,
      ...(isRead && largestOf(named[receipt] ?? [])),
      ...(isAlone && lessenedIn(text, inOrder([...meant, ...read.loose]))),
      ...withUnread(said, unread[receipt] ?? []),
      ...(said.amountsSantim.length > 1 && isWithTotal && { isWithTotal }),
      ...partly,
    };
  });
};

const partlyRead = (
  text: string,
  { meant, loose }: ReadAmounts,
  receipts: readonly Mention[],
): Pick<Claims, "isPartlyRead" | "namesOthers"> => {
  // Nobody knows of how many pieces such an amount is.
  const isInFull =
    !meant.some(({ isOfOne, meaning }) => isOfOne && meaning === "doubted") &&
    isReadInFull(
      text,
      [...meant, ...loose],
      receipts.map(({ at, end }) => ({ start: at, end })),
    );
  return {
    ...(!isInFull && { isPartlyRead: true }),
    ...((loose.length > 0 ||
      namesFurtherPayment(text) ||
      saysNotPaid(text) ||
      namesUnexplained(text, meant)) && { namesOthers: true }),
  };
};

/**
 * Whether a person names an amount beside a claim that may be a payment of its own: a gift, a loan, or more than a bank
 * takes for a fee. `fee 500 birr, sent 1250 birr` says what was sent.
 */
const namesUnexplained = (text: string, meant: readonly MeantAmount[]): boolean => {
  const isSaidByPerson = saidByPerson(text);
  // A chat names no balance of an account.
  if (!isOfBank(text) && meant.some(({ isOfAccount }) => isOfAccount)) return false;
  const claimed = meant.filter(({ meaning }) => isClaim({ meaning }) && meaning !== "perhaps");
  const feeMax = Math.max(Math.max(...santimOf(claimed)) / 10, smallFeeSantim);
  return meant.some((amount, at) => {
    const { mayBePaidToo, isFee, santim, start, end } = amount;
    const isLarge =
      santim > feeMax &&
      !withFeesBefore.test(text.slice(Math.max(0, start - 32), start)) &&
      !verbOfNext.test(text.slice(end, meant[at + 1]?.start ?? end));
    return (
      (mayBePaidToo || (isFee && isLarge)) &&
      claimed.some((other) => other !== amount) &&
      isSaidByPerson(amount)
    );
  });
};

/** Which amounts a person says, before or behind a bank's message that he copied, or in a text without a bank's words. */
const saidByPerson = (text: string): ((amount: Pick<MeantAmount, "start">) => boolean) => {
  if (!isOfBank(text)) return () => true;
  const sentences = sentencesIn(text);
  return ({ start }) => {
    const said = sentences[partitionPoint(sentences, (sentence) => sentence.start <= start) - 1];
    return said?.isBanks === false && !isAdvert(said.text);
  };
};

/** Banks take a few birr, or a small share of what is paid. */
const smallFeeSantim = 2_000;
const verbOfNext =
  /^ ?[,;.፣] ?(?:(?:I|we|and|so|have) ){0,3}(?:sent|paid|transferr?ed|deposited)(?: you)? ?$/i;

/** Whether a word says that an amount is with the fees, or a bank speaks of both and no person of a third. */
const isTotalNamed = (text: string, meant: readonly MeantAmount[]): boolean =>
  (isOfBank(text) && areAllOfBank(text, meant)) ||
  meant.some(
    ({ isTotal, start, end }) =>
      isTotal ||
      withFeesBefore.test(text.slice(Math.max(0, start - 32), start)) ||
      withFeesBehind.test(text.slice(end, end + 32)),
  );

const areAllOfBank = (text: string, meant: readonly MeantAmount[]): boolean => {
  const isSaidByPerson = saidByPerson(text);
  const ofBank = new Set(santimOf(meant.filter((amount) => !isSaidByPerson(amount))));
  return meant.every(({ santim, meaning }) => ofBank.has(santim) || !isClaim({ meaning }));
};

/** `with fees 1256 birr`, `1256 birr was debited`, `ከነኮሚሽኑ 1256 ብር`. */
const withFees =
  "debited|deducted|charged|(?:with|incl\\.?|including) (?:the |all |bank |service |transfer )?(?:fees?|charges?|commission|vat|tax)|ከነ\\p{L}{2,8}|(?:ኮሚሽን|ቫት)\\p{L}{0,3} ጨምሮ|ተቆር[ጠጧ]\\p{L}{0,4}";
const withFeesBefore = new RegExp(String.raw`(?<!\p{L})(?:${withFees})(?: (?:is|was|it))?[ :=]{0,2}$`, "iu");
const withFeesBehind = new RegExp(
  String.raw`^,? ?\(?(?:(?:was|is|were|has|have|been) ){0,2}(?:${withFees})(?!\p{L})`,
  "iu",
);

/**
 * The amounts that a person may take for the payment's, claimed or not. Beside a claim the account's balance is none, and
 * beside a bank's own claim what the bank advertises is none.
 */
const mentionedAmounts = (
  text: string,
  { meant, loose, unread }: ReadAmounts,
): readonly DoubtableAmount[] => {
  const isClaimed =
    unread.length > 0 || meant.some((amount) => isClaim(amount) && amount.meaning !== "perhaps");
  // Banks advertise behind what they say.
  const bankSpeaks = isOfBank(text);
  const bankEnd = bankSpeaks ? (meant.find(({ meaning }) => meaning === "transferred")?.end ?? null) : null;
  const named = meant.filter(
    (amount) =>
      !(
        amount.isOfAccount &&
        (isClaimed || amount.meaning === "perhaps") &&
        (bankSpeaks || !openBalanceBefore.test(text.slice(Math.max(0, amount.start - 40), amount.start)))
      ) && !(amount.isAdvertised && bankEnd !== null && bankEnd < amount.start),
  );
  return inOrder([...named, ...loose]);
};

/** A person's `The balance is ETB 5` may be what is still to be paid, or was paid as well. */
const openBalanceBefore = /(?<!\p{L})the\s{1,3}(?:balance|bal)(?: (?:is|was|now)){0,2}\s{0,2}:?\s{0,2}$/iu;

const inOrder = <Amount extends MeantAmount>(amounts: readonly Amount[]): readonly Amount[] =>
  amounts.toSorted((a, b) => a.start - b.start);

/** An amount that nothing is said of. */
const unsaid = {
  isMoneyLike: false,
  meaning: "perhaps",
  isTotal: false,
  isOfOne: false,
  ofAllSantim: null,
  isOfAccount: false,
  isLeftOrFee: false,
  isAdvertised: false,
  isPrice: false,
  mayBePaidToo: false,
  isFee: false,
  isApart: false,
  isOfNow: false,
  addedTo: null,
  isAddedTo: false,
} as const;

const largestOf = (amounts: readonly DoubtableAmount[]): Pick<Claims, "largestSantim"> => {
  const seen = amounts.flatMap(({ doubt }) => doubt?.seenSantim ?? []);
  const largestSantim = [...santimOf(amounts), ...seen].reduce((largest, one) => Math.max(largest, one), 0);
  return largestSantim === 0 ? {} : { largestSantim };
};

/** `1500 birr - 250 birr`, `250 birr off 1500 birr`, `client paid 1500 birr, commission 250 birr`. */
const lessenedIn = (text: string, amounts: readonly MeantAmount[]): Pick<Claims, "lessSantim"> => {
  const largest = Math.max(0, ...santimOf(amounts.slice(0, amountsMax)));
  const lessSantim = amounts.slice(0, amountsMax).flatMap((amount, at) => {
    const next = amounts[at + 1];
    if (next === undefined || Math.max(amount.santim, next.santim) !== largest) return [];
    const between = text.slice(amount.end, next.start);
    const behind = text.slice(next.end, next.end + 24);
    const before = text.slice(Math.max(0, amount.start - 24), amount.start);
    const isLess =
      between.length < 60 &&
      (/^ ?[-–−] ?$/.test(between) ||
        lessWord.test(between) ||
        lessBehind.test(behind) ||
        (lessBefore.test(before) && amount.santim < next.santim));
    return isLess && amount.santim !== next.santim ? [Math.abs(amount.santim - next.santim)] : [];
  });
  return lessSantim.length > 0 ? { lessSantim } : {};
};

const less =
  "(?:discount|off|change|back|returned|refund(?:ed)?|commission|less|minus|deduct(?:ed)?|cut|kept|keep)(?!\\p{L})|ቅናሽ|ኮሚሽን|ተ?ቀን[ሶሰሼሳ]|ሲቀነስ|ተ?መል[ሰስ]|hir['’]i|komishin|deebi";
const lessWord = new RegExp(String.raw`(?<!\p{L})(?:${less})`, "iu");
const lessBehind = new RegExp(String.raw`^ ?(?:\p{L}{1,8} )?(?:${less})`, "iu");
const lessBefore = new RegExp(String.raw`(?<!\p{L})(?:${less})(?: (?:is|of|was))? ?:? ?$`, "iu");

/** The doubts of claims, and one more where a place could not be read at all. */
const withUnread = (
  { doubts = [] }: Pick<Claims, "doubts">,
  unread: readonly MeantAmount[],
): Pick<Claims, "doubts"> => {
  const all = unread.length === 0 ? doubts : [...doubts, { readSantim: null, seenSantim: null }];
  return all.length === 0 ? {} : { doubts: all };
};

/**
 * `bill 1200 birr, tip 50 birr`: where no verb says what was paid, a price may be a part of it. What a claimed amount is
 * added to may be one in any case: `fee 950 birr and 1250 birr sent`.
 */
const withPrices = (claims: Claims, meant: readonly MeantAmount[]): Claims => {
  const { amountsSantim, areTransferred, besideSantim = [] } = claims;
  if (amountsSantim.length === 0) return claims;
  const isOpen = !areTransferred && besideSantim.length === 0;
  const added = meant.filter(
    ({ isAddedTo, isPrice, meaning, santim }, at) =>
      (isAddedTo && amountsSantim.includes(meant[at + 1]?.santim ?? 0)) ||
      (isOpen && isPrice && (meaning === "other" || !amountsSantim.includes(santim))),
  );
  const beside = [...besideSantim, ...santimOf(added)].slice(0, amountsMax);
  return beside.length > 0 ? { ...claims, besideSantim: beside } : claims;
};

/**
 * `sent 1250 birr and remaining 500 birr sent`: what a word explains away beside a claim is a payment of its own where it
 * is said to be paid too, or `and` makes it share the verb. Banks say so of their fees.
 */
const withPaidToo = (text: string, claims: Claims, meant: readonly MeantAmount[]): Claims => {
  const { amountsSantim, besideSantim = [] } = claims;
  if (amountsSantim.length === 0) return claims;
  const isSaidByPerson = saidByPerson(text);
  const paid = meant.filter((amount, at) => {
    const isClaimed = meant.some(
      ({ meaning }, other) =>
        other !== at && (meaning === "transferred" || (meaning === "unclear" && amount.meaning !== "rest")),
    );
    return (
      isClaimed &&
      isSaidByPerson(amount) &&
      isPaidToo(text, amount, meant[at - 1]?.end ?? null, meant[at + 1]?.start ?? null)
    );
  });
  const beside = [...besideSantim, ...santimOf(paid)].slice(0, amountsMax);
  return paid.length > 0 ? { ...claims, besideSantim: beside } : claims;
};

const explained: ReadonlySet<MeantAmount["meaning"]> = new Set(["other", "balance", "doubted"]);

const isPaidToo = (text: string, amount: MeantAmount, last: number | null, next: number | null): boolean => {
  const { meaning, start, end } = amount;
  if (meaning === "rest") return true;
  if (!explained.has(meaning) || amount.isOfOne || amount.isPrice || amount.isAddedTo) return false;
  const before = text.slice(Math.max(last ?? 0, start - 40), start);
  const behind = text.slice(end, end + 24);
  if (takenOff.test(before) || takenOff.test(behind) || paidLater.test(behind)) return false;
  return (
    meaning === "doubted" ||
    isSaidPaid(text, amount, next) ||
    (meaning === "balance" &&
      next !== null &&
      !saidOfAccount.test(before) &&
      joins.test(text.slice(end, next))) ||
    (last !== null &&
      joins.test(text.slice(last, start)) &&
      !saidOfAccount.test(before) &&
      !leftBehind.test(behind))
  );
};

/** `delivery fee 100 birr, sent 1250 birr`: the verb is of the amount behind it. */
const isSaidPaid = (text: string, { end }: MeantAmount, next: number | null): boolean => {
  const verb = paidBehind.exec(text.slice(end, end + 36))?.[0] ?? null;
  if (verb === null) return false;
  const isOfNext =
    next !== null && /^[^\p{L}\p{N}]{0,3}(?:you )?$/u.test(text.slice(end + verb.length, next));
  return !isOfNext || !/(?:ed|paid|sent)$/i.test(verb);
};

const takenOff =
  /discount|refund|revers|cash ?back|(?<!\p{L})(?:minus|less|off|save)(?!\p{L})|ቅናሽ|ተመላሽ|ቀን[ሰሶሼሳ]|መል[ሰስ]|hir['’]i/iu;
const paidLater =
  /(?<!\p{L})(?:tomorrow|later|next|soon|on delivery|will|not|ነገ)(?!\p{L})|ይቀራ|ይቀረ|እልካ|እከፍላ|እልክ|አለ(?!\p{L})|nan (?:ergi|kaffal)/iu;
const paidBehind =
  /^,? ?(?:\p{L}{1,10} )?(?:(?:was|is|also|too|already) ){0,2}(?:(?:paid|sent|transferr?ed|deposited|settled|cleared)(?!\p{L})|ልኬ|ልከና|ከፍያለ|ከፍዬ|ከፈልኩ|ተልኳ|ተከፍሏ|አስገብቻ|ergee|kaffale|kaffalam|ergam|ሰዲደ|ልኢኸ|ለኢኸ|ከፊለ)/iu;
const saidOfAccount =
  /(?:my|your|account|available|current) (?:[a-z]{1,9} )?balance|(?<!\p{L})(?:is|was|has) $/iu;
const leftBehind = /^ ?(?:is |are )?(?:left|remain|balance|rest|ቀሪ|ይቀ|hafa|ተሪፉ)/iu;

/** A picture shows words such as `Yesterday` around a message, which say nothing of its amounts. */
const printedAmounts = (text: string): ReadAmounts => {
  const latin = withLatinLetters(text);
  const { meant, unread } = withDoubts(latin, meantAmounts(latin), []);
  const printed = meant.map((amount) => ({
    ...amount,
    isApart: false,
    isOfOne: amount.isOfOne && amount.meaning === "doubted",
    isOfAccount: amount.isOfAccount || amount.meaning === "balance",
  }));
  return { meant: printed, loose: [], unread };
};

/**
 * What a text with several receipts claims of none of them alone: each amount is one receipt's or their sum. An amount
 * of which nothing is said may be a price or what is still owed, and one beside cash may be more than the receipts are.
 */
export const sharedClaimsOf = (text: string, receipts: readonly Mentions[]): Claims => {
  if (receipts.length < 2 || isPartInCash(text)) return noClaims;
  const told = claimedIn(text, receipts.length);
  const owned = ownersOf(text, told, receipts);
  const isOwned = new Set(told.filter((__, at) => owned[at] !== null).map(({ start }) => start));
  const shared = amountsInText(text).filter(
    (amount) =>
      isClaim(amount) &&
      amount.meaning !== "perhaps" &&
      !isOwned.has(amount.start) &&
      !isOfMore(text, amount),
  );
  const all = claimsAmong(
    shared.map((amount) => ({ ...amount, isOfOne: amount.isOfOne && amount.meaning === "doubted" })),
  );
  const claims = all.areTransferred ? all : claimsAmong(shared.filter(({ isTotal }) => isTotal));
  return claims.eachSantim === undefined ? claims : noClaims;
};

/** `450 birr in cash`, `the rest in cash`: the receipts are only a part of what is claimed. */
const isPartInCash = (text: string): boolean =>
  [...text.matchAll(/\bcash\b(?! (?:transfer|deposit))|ካሽ|ጥሬ/gi)].some(
    ({ index, 0: word }) =>
      besideCash.test(text.slice(Math.max(0, index - 40), index)) ||
      /^:? ?(?:ETB |birr )?[0-9]/i.test(text.slice(index + word.length, index + word.length + 8)),
  );

const besideCash =
  /(?:[0-9]k?(?: ?(?:ETB|birr|br|ብር|qarshii))?\)?,? (?:(?:was|is|paid|given) )?|(?:\b(?:rest|remaining|remainder|other|half|part|partly|some|plus|with)\b|ቀሪ|የቀረ|ግማሽ)[^.!?።\n0-9]{0,20})(?:in |በ)?$/i;

/** Whether the words beside an amount say that it is of more than the receipts. */
const isOfMore = (text: string, { start, end }: MeantAmount): boolean =>
  /\b(?:so far|sales|due|owed?)\b[^.!?\n0-9]{0,24}$/i.test(text.slice(Math.max(0, start - 40), start)) ||
  /^[^.!?\n0-9]{0,24}\b(?:so far|sales|half)\b/i.test(text.slice(end, end + 40));

/**
 * What a cleaned text claims that names no receipt, such as the words beside a picture.
 *
 * @param receipts how many receipts it is written beside
 */
export const claimsIn = (text: string, receipts = 1): Claims => {
  const read = readAmounts(text);
  const own = claimsAmong(claimedAmong(read.meant, receipts));
  const claims = {
    ...(receipts === 1
      ? withPaidToo(text, withPrices(own, inOrder([...read.meant, ...read.loose])), read.meant)
      : own),
    ...(own.amountsSantim.length > 1 && isTotalNamed(text, read.meant) && { isWithTotal: true }),
    ...partlyRead(text, read, []),
  };
  return {
    ...claims,
    ...(receipts === 1 && largestOf(mentionedAmounts(text, read))),
    ...(receipts === 1 && lessenedIn(text, inOrder([...read.meant, ...read.loose]))),
    ...withUnread(claims, read.unread),
  };
};

/**
 * The amounts that a text claims of one of so many receipts. What is said of several may be their total, unless each
 * has a total of its own.
 */
const claimedIn = (text: string, receipts: number): readonly MeantAmount[] =>
  claimedAmong(amountsInText(text), receipts);

const claimedAmong = <Amount extends MeantAmount>(
  meant: readonly Amount[],
  receipts: number,
): readonly Amount[] => {
  const amounts = meant.filter(isClaim);
  const totals = amounts.filter(({ isTotal }) => isTotal);
  if (receipts > 1) return totals.length < receipts ? amounts.filter(({ isTotal }) => !isTotal) : amounts;
  const transferred = new Set<number>();
  return amounts.map((amount) => {
    const isAlsoSent = amount.meaning === "unclear" && transferred.has(amount.addedTo ?? -1);
    const meaning = isAlsoSent ? "transferred" : amount.meaning;
    if (meaning === "transferred") transferred.add(amount.end);
    return { ...amount, meaning };
  });
};

const amountsInText = (text: string): readonly MeantAmount[] => readAmounts(text).meant;

/** An amount, and what a person may read in its place. */
type DoubtableAmount = MeantAmount & { readonly doubt?: Doubt | null };

type ReadAmounts = {
  readonly meant: readonly DoubtableAmount[];
  /** Numbers that are perhaps amounts. They claim nothing. */
  readonly loose: readonly MeantAmount[];
  /** Places that may hold an amount that could not be read. They claim nothing. */
  readonly unread: readonly MeantAmount[];
};

const readAmounts = (text: string): ReadAmounts => {
  const plain = withPlainAmounts(withLatinLetters(text));
  const { placeOf } = plain;
  const all = meantAmounts(plain.text);
  const isMeant = (at: number): boolean =>
    (all[partitionPoint(all, ({ start }) => start <= at) - 1]?.end ?? 0) > at;
  const loose = looselyMentioned(plain.text)
    .filter(({ start }) => !isMeant(start))
    .map((amount) => {
      const next = all[partitionPoint(all, ({ start }) => start < amount.end)]?.start;
      const isAddedTo = next !== undefined && joins.test(plain.text.slice(amount.end, next));
      return { ...unsaid, ...amount, isAddedTo };
    });
  const { meant, unread } = withDoubts(plain.text, all, loose);
  const placed = ({ addedTo, ...amount }: DoubtableAmount): DoubtableAmount => ({
    ...amount,
    start: placeOf(amount.start),
    end: placeOf(amount.end),
    addedTo: addedTo === null ? null : placeOf(addedTo),
  });
  return { meant: meant.map(placed), loose: loose.map(placed), unread: unread.map(placed) };
};

/** What is read only in part may agree with a receipt that is much smaller. */
const withDoubts = (
  text: string,
  meant: readonly MeantAmount[],
  loose: readonly MeantAmount[],
): Pick<ReadAmounts, "meant" | "unread"> => ({
  meant: meant.map((amount) => {
    const { ofAllSantim } = amount;
    const unread = amount.meaning === "balance" ? null : doubtOf(text, amount);
    const doubt = unread ?? (ofAllSantim === null ? null : { seenSantim: ofAllSantim, isEither: true });
    // The number before a part is no count of pieces.
    return doubt === null ? amount : { ...amount, doubt, isOfOne: false };
  }),
  unread: unreadIn(text, [...meant, ...loose]).map((place) => ({ ...unsaid, ...place, santim: 0 })),
});

/** What two sources claim of one receipt. */
export const joinClaims = (one: Claims, other: Claims): Claims => {
  const areTransferred = one.areTransferred || other.areTransferred;
  const told = [one, other].filter((claims) => claims.areTransferred === areTransferred);
  const amountsSantim = [...new Set(told.flatMap((claims) => claims.amountsSantim))].slice(0, amountsMax);
  const printedSantim = told.flatMap((claims) => claims.printedSantim ?? []);
  const besideSantim = told.flatMap((claims) => claims.besideSantim ?? []).slice(0, amountsMax);
  const eachSantim = told.flatMap((claims) => claims.eachSantim ?? []).slice(0, amountsMax);
  const sumSantim = one.sumSantim ?? other.sumSantim;
  const largestSantim = Math.max(one.largestSantim ?? 0, other.largestSantim ?? 0);
  const lessSantim = [one, other].flatMap((claims) => claims.lessSantim ?? []).slice(0, amountsMax);
  const doubts = [one, other].flatMap((claims) => claims.doubts ?? []).slice(0, amountsMax);
  const isPartlyRead = one.isPartlyRead || other.isPartlyRead;
  const namesOthers = one.namesOthers || other.namesOthers;
  // One says the amount, and the other the total.
  const isWithTotal =
    amountsSantim.length > 1 && told.every((claims) => claims.amountsSantim.length < 2 || claims.isWithTotal);
  return {
    amountsSantim,
    areTransferred,
    ...(printedSantim.length > 0 && { printedSantim }),
    ...(besideSantim.length > 0 && { besideSantim }),
    ...(eachSantim.length > 0 && { eachSantim }),
    ...(sumSantim !== undefined && { sumSantim }),
    ...(largestSantim > 0 && { largestSantim }),
    ...(lessSantim.length > 0 && { lessSantim }),
    ...(doubts.length > 0 && { doubts }),
    ...(isPartlyRead && { isPartlyRead }),
    ...(namesOthers && { namesOthers }),
    ...(isWithTotal && { isWithTotal }),
  };
};

const claimsAmong = (told: readonly DoubtableAmount[]): Claims => {
  const amounts = withoutApart(told);
  const moved = amounts.filter(({ meaning }) => meaning === "transferred");
  const transferred = moved.length > 0 ? moved : amounts.filter(({ meaning }) => meaning === "rest");
  const areTransferred = transferred.length > 0;
  const claimed = areTransferred ? transferred : claimedWithoutVerb(amounts);
  const amountsSantim = [...new Set(santimOf(claimed))].slice(0, amountsMax);
  if (amountsSantim.length === 0) return noClaims;
  const eachSantim = santimOf(claimed.filter(({ isOfOne }) => isOfOne)).slice(0, amountsMax);
  const unclear = amounts.filter(
    ({ meaning, isTotal, isLeftOrFee }) => meaning === "unclear" && !isTotal && !isLeftOrFee,
  );
  const again = santimOf(claimed).filter((santim, at, all) => all.indexOf(santim) !== at);
  const doubts = claimed.flatMap(({ santim, doubt }) => (doubt ? [{ readSantim: santim, ...doubt }] : []));
  const last = amounts.at(-1);
  const besideSantim = [...again, ...(areTransferred ? santimOf(unclear) : [])].slice(0, amountsMax);
  return {
    amountsSantim,
    areTransferred,
    ...(besideSantim.length > 0 && { besideSantim }),
    ...(eachSantim.length > 0 && { eachSantim }),
    ...(last?.isTotal && { sumSantim: last.santim }),
    ...(doubts.length > 0 && { doubts: doubts.slice(0, amountsMax) }),
    ...(amounts.length < told.length && { namesOthers: true }),
  };
};

/** What was paid at another time or in cash says nothing of this payment where another amount says as much of it. */
const withoutApart = <Amount extends MeantAmount>(amounts: readonly Amount[]): readonly Amount[] => {
  const others = amounts.filter(({ isApart, meaning }) => !isApart && meaning !== "perhaps");
  const isMovedNow = others.some(
    ({ meaning, isOfNow }) => meaning === "transferred" || meaning === "rest" || isOfNow,
  );
  return amounts.filter(
    ({ isApart, meaning }) => !isApart || !(meaning === "transferred" ? isMovedNow : others.length > 0),
  );
};

const santimOf = (amounts: readonly MeantAmount[]): readonly number[] => amounts.map(({ santim }) => santim);

/** What is claimed where no amount is said to be transferred. */
const claimedWithoutVerb = <Amount extends MeantAmount>(amounts: readonly Amount[]): readonly Amount[] => {
  const undoubted = amounts.filter(({ meaning }) => meaning !== "doubted");
  if (undoubted.some(({ meaning }) => meaning !== "perhaps")) return undoubted;
  // Where nothing else is claimed, a word beside an amount explains nothing away.
  return undoubted.length < amounts.length ? amounts : [];
};

/** No receipt has more than two amounts that agree with it; of many that are named, some always contradict. */
const amountsMax = 30;

const isClaim = ({ meaning }: Pick<MeantAmount, "meaning">): boolean =>
  meaning !== "other" && meaning !== "balance";

/** For each amount the receipt that it is claimed of, by its place in the list; null for none of them. */
const ownersOf = (
  text: string,
  amounts: readonly MeantAmount[],
  receipts: readonly Mentions[],
): readonly (number | null)[] => {
  const mentions = receipts
    .flatMap((places, receipt) => places.map(({ at, end }) => ({ at, end, receipt })))
    .toSorted((a, b) => a.at - b.at);
  if (receipts.length > 1 && isSumBefore(amounts, mentions))
    return [null, ...ownersOf(text, amounts.slice(1), receipts)];
  if (receipts.length > 1 && areReceiptsFirst(amounts, mentions))
    return amounts.map(({ start }) => theOnly(runBefore(mentions, start, amounts)));
  const messages = messagesIn(text);
  const [lines, paragraphs] = [linesIn(text), paragraphsIn(text)];
  return amounts.map((amount) => {
    const message = partAt(messages, amount.start);
    const within = [lines, paragraphs].map((parts) => overlap(partAt(parts, amount.start), message));
    for (const part of [...within, message]) {
      const inside = mentions.filter((mention) => isIn(mention, part));
      if (inside.length > 0) return ownerAmong(inside, amount, amounts, areNamedFirst(amounts, inside, part));
    }
    return neighbourOf(messages, amount, amounts, mentions);
  });
};

/** `I paid 1550 birr: DKF1AB2CD3 1250, DKF1AB2CD4 300`: the amount before the receipts is the sum of those behind. */
const isSumBefore = ([first, ...others]: readonly MeantAmount[], [mention]: readonly Named[]): boolean =>
  first !== undefined &&
  others.length > 1 &&
  first.start < (mention?.at ?? 0) &&
  first.santim === others.reduce((sum, { santim }) => sum + santim, 0);

/** The receipts that are named right before a place, with no other amount between them. */
const runBefore = (
  mentions: readonly Named[],
  place: number,
  amounts: readonly MeantAmount[],
): readonly Named[] => {
  const last = mentions.findLast(({ at }) => at < place);
  const from = amounts.findLast(({ end }) => end <= (last?.at ?? 0))?.end ?? 0;
  return mentions.filter(({ at }) => at >= from && at < place);
};

/** The same behind a place. */
const runBehind = (
  mentions: readonly Named[],
  place: number,
  amounts: readonly MeantAmount[],
): readonly Named[] => {
  const first = mentions.find(({ at }) => at >= place);
  const to = amounts.find(({ start }) => start >= (first?.end ?? 0))?.start ?? Number.POSITIVE_INFINITY;
  return mentions.filter(({ at }) => at >= place && at < to);
};

/** The receipt that all of these name. What is said of several at once may be their sum. */
const theOnly = (run: readonly Named[]): number | null => {
  const [receipt, ...others] = new Set(run.map((mention) => mention.receipt));
  return receipt === undefined || others.length > 0 ? null : receipt;
};

const overlap = (one: Part, other: Part): Part => ({
  start: Math.max(one.start, other.start),
  end: Math.min(one.end, other.end),
});

type Named = Mention & { readonly receipt: number };

/**
 * `link, its message, link, its message`: no receipt is named behind the last amount, and no amount before the first.
 */
const areReceiptsFirst = (amounts: readonly MeantAmount[], mentions: readonly Named[]): boolean => {
  const sure = amounts.filter(({ meaning }) => meaning !== "perhaps");
  const [first, last] = [sure[0] ?? amounts[0], sure.at(-1) ?? amounts.at(-1)];
  return (mentions[0]?.at ?? 0) < (first?.start ?? 0) && (mentions.at(-1)?.at ?? 0) < (last?.start ?? 0);
};

/**
 * Banks name the amount before the reference and the link; in people's lists it may stand behind: `DKF1AB2CD3 (ETB 5)`.
 */
const ownerAmong = (
  inside: readonly Named[],
  { start, meaning }: MeantAmount,
  amounts: readonly MeantAmount[],
  areFirst: boolean,
): number | null => {
  const before = runBefore(inside, start, amounts);
  const behind = runBehind(inside, start, amounts);
  if (areFirst && meaning !== "transferred" && before.length > 0) return theOnly(before);
  return theOnly(behind.length > 0 ? behind : before);
};

/** Whether a part of the text names a receipt before its first amount. */
const areNamedFirst = (amounts: readonly MeantAmount[], [first]: readonly Named[], part: Part): boolean => {
  const amount = amounts.find(({ start }) => start >= part.start && start < part.end);
  return first !== undefined && amount !== undefined && first.at < amount.start;
};

/** The message before or behind, where that names a receipt and no amount: its link was sent apart from it. */
const neighbourOf = (
  messages: readonly Part[],
  amount: MeantAmount,
  amounts: readonly MeantAmount[],
  mentions: readonly Named[],
): number | null => {
  const at = messages.indexOf(partAt(messages, amount.start));
  for (const part of [messages[at + 1], messages[at - 1]]) {
    if (part === undefined || amounts.some(({ start }) => start >= part.start && start < part.end)) continue;
    const found = mentions.find((mention) => isIn(mention, part));
    if (found !== undefined) return found.receipt;
  }
  return null;
};

const isIn = ({ at }: Mention, { start, end }: Part): boolean => at >= start && at < end;
