import { amountsMax, type Claims, noClaims } from "../../claims.ts";
import { unreadDigit } from "./amounts.ts";
import { differencesIn } from "./differences.ts";
import { saysNotPaid } from "./failed-payments.ts";
import { namesFurtherPayment } from "./further-payments.ts";
import { isClaim, type MeantAmount, santimOf } from "./meant-amounts.ts";
import { type Mention, type Mentions, ownersOf } from "./owners.ts";
import { mayNamePaidToo, withPaidToo, withPrices } from "./paid-too.ts";
import { type DoubtableAmount, printedAmounts, type ReadAmounts, readAmounts } from "./read-amounts.ts";
import { isReadInFull } from "./read-in-full.ts";
import { isOfBank } from "./whose-words.ts";
import { isTotalNamed } from "./with-total.ts";

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
  if (receipts.length === 0) return [];
  const read = source === "typed" ? readAmounts(text) : printedAmounts(text);
  if (read.isCut) return receipts.map(() => unreadClaims);
  const { meant } = read;
  const all =
    source === "typed"
      ? claimedAmong(meant, receipts.length)
      : claimedAmong(meant, 1).filter(({ meaning }) => meaning !== "conflicting");
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
      ...(isAlone && differencesIn(text, inOrder([...meant, ...read.loose]))),
      ...withUnread(said, unread[receipt] ?? []),
      ...(said.amountsSantim.length > 1 && isWithTotal && { isWithTotal }),
      ...partly,
    };
  });
};

/** Amounts of several lists as they stand in the text. */
const inOrder = <Amount extends MeantAmount>(amounts: readonly Amount[]): readonly Amount[] =>
  amounts.toSorted((a, b) => a.start - b.start);

const partlyRead = (
  text: string,
  { meant, loose }: ReadAmounts,
  receipts: readonly Mention[],
): Pick<Claims, "isPartlyRead" | "namesOthers"> => {
  // Nobody knows of how many pieces such an amount is.
  const isInFull =
    !meant.some(({ isOfOne, meaning }) => isOfOne && meaning === "conflicting") &&
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
      mayNamePaidToo(text, meant)) && { namesOthers: true }),
  };
};

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

const largestOf = (amounts: readonly DoubtableAmount[]): Pick<Claims, "largestSantim"> => {
  const seen = amounts.flatMap(({ doubt }) => doubt?.seenSantim ?? []);
  const largestSantim = [...santimOf(amounts), ...seen].reduce((largest, one) => Math.max(largest, one), 0);
  return largestSantim === 0 ? {} : { largestSantim };
};

/** The claims of a text with too many amounts: nobody knows them. */
const unreadClaims: Claims = {
  ...noClaims,
  doubts: [{ readSantim: null, seenSantim: null }],
  isPartlyRead: true,
  namesOthers: true,
};

/** The doubts of claims, and one more where a place could not be read at all. */
const withUnread = (
  { doubts = [] }: Pick<Claims, "doubts">,
  unread: readonly MeantAmount[],
): Pick<Claims, "doubts"> => {
  const all = unread.length === 0 ? doubts : [...doubts, { readSantim: null, seenSantim: null }];
  return all.length === 0 ? {} : { doubts: all };
};

/**
 * What a text with several receipts claims of none of them alone: each amount is one receipt's or their sum. An amount
 * of which nothing is said may be a price or what is still owed, and one beside cash may be more than the receipts are.
 */
export const sharedClaimsOf = (text: string, receipts: readonly Mentions[]): Claims => {
  if (receipts.length < 2 || isPartInCash(text)) return noClaims;
  const { meant, isCut } = readAmounts(text);
  if (isCut) return noClaims;
  const told = claimedAmong(meant, receipts.length);
  const owned = ownersOf(text, told, receipts);
  const isOwned = new Set(told.filter((__, at) => owned[at] !== null).map(({ start }) => start));
  const shared = meant.filter(
    (amount) =>
      isClaim(amount) &&
      amount.meaning !== "perhaps" &&
      !isOwned.has(amount.start) &&
      !isOfMore(text, amount),
  );
  const all = claimsAmong(
    shared.map((amount) => ({ ...amount, isOfOne: amount.isOfOne && amount.meaning === "conflicting" })),
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
  if (read.isCut) return unreadClaims;
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
    ...(receipts === 1 && differencesIn(text, inOrder([...read.meant, ...read.loose]))),
    ...withUnread(claims, read.unread),
  };
};

/** Whether words beside several receipts say how much each of them is, as in `625 birr each`. */
export const saysOfEach = (text: string): boolean =>
  readAmounts(text).meant.some(({ isOfOne, meaning }) => isOfOne && meaning === "conflicting");

/**
 * The amounts that are claimed of one of so many receipts. What is said of several may be their total, unless each
 * has a total of its own.
 */
const claimedAmong = <Amount extends MeantAmount>(
  meant: readonly Amount[],
  receipts: number,
): readonly Amount[] => {
  const amounts = meant.filter(isClaim);
  const totals = amounts.filter(({ isTotal }) => isTotal);
  if (receipts > 1) return totals.length < receipts ? amounts.filter(({ isTotal }) => !isTotal) : amounts;
  const transferred = new Set<number>();
  return amounts.map((amount) => {
    const isAlsoSent = amount.meaning === "unsaid" && transferred.has(amount.addedTo ?? -1);
    const meaning = isAlsoSent ? "transferred" : amount.meaning;
    if (meaning === "transferred") transferred.add(amount.end);
    return { ...amount, meaning };
  });
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
  const unsaid = amounts.filter(
    ({ meaning, isTotal, isLeftOrFee }) => meaning === "unsaid" && !isTotal && !isLeftOrFee,
  );
  const again = santimOf(claimed).filter((santim, at, all) => all.indexOf(santim) !== at);
  const doubts = claimed.flatMap(({ santim, doubt }) => (doubt ? [{ readSantim: santim, ...doubt }] : []));
  const last = amounts.at(-1);
  const besideSantim = [...again, ...(areTransferred ? santimOf(unsaid) : [])].slice(0, amountsMax);
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

/** What is claimed where no amount is said to be transferred. */
const claimedWithoutVerb = <Amount extends MeantAmount>(amounts: readonly Amount[]): readonly Amount[] => {
  const consistent = amounts.filter(({ meaning }) => meaning !== "conflicting");
  if (consistent.some(({ meaning }) => meaning !== "perhaps")) return consistent;
  // Where nothing else is claimed, a word beside an amount explains nothing away.
  return consistent.length < amounts.length ? amounts : [];
};
