import { parseSantim } from "../core/money.ts";
import type { VerifiedReceipt } from "../core/receipt.ts";

/**
 * An amount in doubt. `readSantim`: what is read; null: nothing is. `seenSantim`: what a person may read; null: nobody can
 * say. `isEither`: it is written plainly and may be meant in both ways, as in `20 እንቁላል በ1250 ብር`.
 */
type AmountDoubt = {
  readonly readSantim: number | null;
  readonly seenSantim: number | null;
  readonly isEither?: boolean | undefined;
};

/** What a message or a picture claims about a payment. It is never confirmed. */
export type Claims = {
  /** Santim. The amounts named as transferred, or all amounts where none is named so. */
  readonly amountsSantim: readonly number[];
  /** Whether words such as "received" or "ተቀብለዋል" name them as transferred. */
  readonly areTransferred: boolean;
  /** The amounts among them that stand in a picture; unset: all stand in a message. */
  readonly printedSantim?: readonly number[] | undefined;
  /**
   * Amounts beside those named as transferred that nothing is said of, such as the second of `1000 for shoes, 250 for a
   * bag`; each claimed amount that is named again, as in `625 birr and 625 birr`; prices where no verb is said; and what is
   * called a rest, a debt or a fee and is itself said to be paid, as in `sent 1250 birr and remaining 500 birr sent`.
   */
  readonly besideSantim?: readonly number[] | undefined;
  /**
   * Amounts among them that are each of one piece, as in `paid 625 birr each`, or may be, as in `5 ሰው 250 ብር`: a payment
   * of several agrees too.
   */
  readonly eachSantim?: readonly number[] | undefined;
  /** The last amount that is named, where a word says that it is the sum of those before it, as in `in all 1250 birr`. */
  readonly sumSantim?: number | undefined;
  /**
   * Whether of several amounts one is meant with the fees, as in `1250 birr, total 1256 birr`, or a bank says them: both the
   * receipt's amount and its total may be named then.
   */
  readonly isWithTotal?: boolean | undefined;
  /**
   * The largest amount that is named, whatever is said of it. Unset: none is named. An account's balance and a bank's
   * advertisement are left out where they stand beside a claim. Numbers that may be amounts count, as in `Total: 12500`.
   */
  readonly largestSantim?: number | undefined;
  /**
   * What comes of the largest amount that is named and one beside it that was taken off or kept, as in `1500 birr, discount
   * 250 birr`: it may be what was paid.
   */
  readonly lessSantim?: readonly number[] | undefined;
  /** Amounts that could not be read for certain; unset: all were. */
  readonly doubts?: readonly AmountDoubt[] | undefined;
  /** Whether the text holds a number of which nobody knows what it is: a person may read more than was read here. */
  readonly isPartlyRead?: boolean | undefined;
  /**
   * Whether the text names payments beside those claimed: in cash, of another day, or of another payer; or may name one, by
   * a word such as `again`, a number that is perhaps an amount, or an amount such as a gift or a loan that may be paid too.
   * Set also where it says that a payment failed or was not made.
   */
  readonly namesOthers?: boolean | undefined;
};

export const noClaims: Claims = { amountsSantim: [], areTransferred: false };

/**
 * How the claimed amount relates to the receipt's: `unknown` where none is claimed, and where an agreeing one is not all
 * that a person may read.
 */
type ClaimedAmountCheck = "match" | "mismatch" | "unknown";

/** Amounts of a receipt that a message may name; `totalSantim` is null where no total is printed. */
type ReceiptAmounts = { readonly amountSantim: number; readonly totalSantim: number | null };

export const receiptAmountsOf = ({ amountMinor, receipt }: VerifiedReceipt): ReceiptAmounts => ({
  amountSantim: amountMinor,
  totalSantim: parseSantim(receipt.total_debited),
});

/** Compares claims with a receipt's amount and total. A match is a confirmation. */
export const checkClaimedAmount = (claims: Claims, receipt: ReceiptAmounts): ClaimedAmountCheck => {
  const check = checkAsRead(claims, receipt);
  if (check === "unknown") return "unknown";
  if (check === "match") return isConfirmation(claims, receipt) ? "match" : "unknown";
  const isExplained =
    isBesideLess(claims, receipt) ||
    isLessThanPaid(claims, receipt) ||
    isPartOfSum(claims, receipt) ||
    isNamedBeside(claims, receipt) ||
    isDifference(claims, receipt) ||
    agreesAsSeen(claims, receipt);
  return isExplained ? "unknown" : "mismatch";
};

/**
 * Whether claims that agree are all that a person may read: nothing larger and no other payment is named beside them, they
 * do not add up to more, and all of a message's numbers are understood.
 */
const isConfirmation = (claims: Claims, receipt: ReceiptAmounts): boolean => {
  const { doubts = [], isPartlyRead = false, namesOthers = false } = claims;
  return (
    !isPartlyRead &&
    !namesOthers &&
    // Nobody knows of how many pieces a price is.
    checkAsRead({ ...claims, eachSantim: [] }, receipt) === "match" &&
    !namesLarger(claims, receipt) &&
    isAllThatIsNamed(claims, receipt) &&
    // What could not be read at all makes a typed text one that is partly read.
    !doubts.some((one) => one.readSantim !== null && mayBeOther(one, receipt))
  );
};

const agreesWith = (
  santim: number | undefined,
  { amountSantim, totalSantim }: ReceiptAmounts,
): santim is number => santim !== undefined && (santim === amountSantim || santim === totalSantim);

const sumOf = (amounts: readonly number[]): number => amounts.reduce((santim, amount) => santim + amount, 0);

/**
 * Whether a person who adds up what is named comes to no more than agrees: `1250 birr and 1250 birr` does not agree, nor do
 * an amount and the total where nothing says that they are of one payment.
 */
const isAllThatIsNamed = (
  { amountsSantim, isWithTotal = false, besideSantim = [], sumSantim }: Claims,
  receipt: ReceiptAmounts,
): boolean => {
  const isOne =
    amountsSantim.length === 1 ||
    (isWithTotal && amountsSantim.every((santim) => agreesWith(santim, receipt)));
  const all = sumOf([...amountsSantim, ...besideSantim]);
  return (
    (isOne && besideSantim.length === 0) ||
    agreesWith(all, receipt) ||
    (agreesWith(sumSantim, receipt) && all <= 2 * sumSantim)
  );
};

/**
 * `You received 1250 birr. I paid 30 birr for transport`: an amount agrees, and all else that is said to be paid is surely less.
 * Not so where a sum of them is claimed, or more may be meant than was read, as in `5 crore birr`.
 */
const isBesideLess = (
  { amountsSantim, besideSantim = [], eachSantim = [], doubts = [], sumSantim, isPartlyRead = false }: Claims,
  receipt: ReceiptAmounts,
): boolean => {
  const others = amountsSantim.filter((santim) => !agreesWith(santim, receipt));
  return (
    others.length < amountsSantim.length &&
    sumOf([...others, ...besideSantim, ...eachSantim]) < receipt.amountSantim &&
    !isPartlyRead &&
    !doubts.some((one) => mayBeOther(one, receipt)) &&
    (sumSantim === undefined || agreesWith(sumSantim, receipt))
  );
};

/**
 * Whether a typed text names less than was paid, and no verb says that it is what was transferred. It may be change, a fee,
 * or what is still owed, and cheats nobody. A text that may hold more than was read is another matter.
 */
const isLessThanPaid = (
  { amountsSantim, areTransferred, besideSantim = [], eachSantim = [], ...claims }: Claims,
  { amountSantim }: ReceiptAmounts,
): boolean =>
  !areTransferred &&
  !claims.isPartlyRead &&
  (claims.doubts ?? []).length === 0 &&
  (claims.printedSantim ?? []).length === 0 &&
  eachSantim.length === 0 &&
  (claims.largestSantim ?? 0) < amountSantim &&
  sumOf([...amountsSantim, ...besideSantim]) < amountSantim;

/** `I sent 50 birr extra, total 1250 birr`: the sum agrees, and nothing that is claimed is more. */
const isPartOfSum = ({ amountsSantim, sumSantim }: Claims, receipt: ReceiptAmounts): boolean =>
  agreesWith(sumSantim, receipt) && amountsSantim.every((santim) => santim <= sumSantim);

/** `Abel paid 300 birr and I sent 1250`: the largest is the receipt's, though nothing is known to be said of it. */
const isNamedBeside = ({ amountsSantim, largestSantim }: Claims, receipt: ReceiptAmounts): boolean =>
  agreesWith(largestSantim, receipt) && !amountsSantim.some((santim) => agreesWith(santim, receipt));

/** `1500 birr, discount 250 birr`: what is left of the largest agrees. */
const isDifference = ({ lessSantim = [] }: Claims, receipt: ReceiptAmounts): boolean =>
  lessSantim.some((santim) => agreesWith(santim, receipt));

/** Whether the amounts agree as a person may read them, where they could not be read for certain. */
const agreesAsSeen = (claims: Claims, receipt: ReceiptAmounts): boolean => {
  const { amountsSantim, doubts = [] } = claims;
  const seen = amountsSantim.map(
    (santim) => doubts.find(({ readSantim }) => readSantim === santim)?.seenSantim ?? santim,
  );
  return checkAsRead({ ...claims, amountsSantim: seen }, receipt) === "match";
};

const namesLarger = ({ largestSantim = 0 }: Claims, { amountSantim, totalSantim }: ReceiptAmounts): boolean =>
  largestSantim > Math.max(amountSantim, totalSantim ?? 0);

/**
 * Compares the amounts as they were read. Every amount that is named as transferred must be the receipt's amount or its
 * total; of other amounts one is enough. Amounts that add up to one of the two agree as well, for they cannot hide more than
 * was paid.
 */
const checkAsRead = (
  { amountsSantim, areTransferred, besideSantim = [], eachSantim = [] }: Claims,
  receipt: ReceiptAmounts,
): ClaimedAmountCheck => {
  if (amountsSantim.length === 0) return "unknown";
  const agrees = (claimed: number): boolean => agreesWith(claimed, receipt);
  const isOfPieces =
    eachSantim.some((piece) => receipt.amountSantim % piece === 0) &&
    amountsSantim.every(
      (amount) => agrees(amount) || (eachSantim.includes(amount) && amount <= receipt.amountSantim),
    );
  const isMatch = areTransferred ? amountsSantim.every(agrees) : amountsSantim.some(agrees);
  const isSum = agrees(sumOf(amountsSantim)) || agrees(sumOf([...amountsSantim, ...besideSantim]));
  return isMatch || isOfPieces || isSum ? "match" : "mismatch";
};

/** Whether a person may read another amount than the receipt's. */
const mayBeOther = (
  { readSantim, seenSantim, isEither = false }: AmountDoubt,
  receipt: ReceiptAmounts,
): boolean =>
  !(isEither && agreesWith(readSantim ?? undefined, receipt)) &&
  !agreesWith(seenSantim ?? undefined, receipt);

/**
 * The largest amount that is named beside claims that do not contradict the receipt, where it is more than the receipt's:
 * a price, what is still owed, or what is meant to be taken for paid. Null where nothing larger is named.
 */
export const largerAmountNamed = (claims: Claims, receipt: ReceiptAmounts): number | null =>
  namesLarger(claims, receipt) && checkClaimedAmount(claims, receipt) !== "mismatch"
    ? (claims.largestSantim ?? null)
    : null;

/**
 * The amount that an answer repeats beside claims that do not contradict the receipt: a larger one, else the largest other one
 * that is said to be paid beside the receipt's. Null: none.
 */
export const amountAlsoNamed = (claims: Claims, receipt: ReceiptAmounts): number | null => {
  const larger = largerAmountNamed(claims, receipt);
  if (larger !== null || checkAsRead(claims, receipt) === "match" || !isBesideLess(claims, receipt))
    return larger;
  return Math.max(...claims.amountsSantim.filter((santim) => !agreesWith(santim, receipt)));
};

/** Whether an amount could not be read for certain, and may be another one than the receipt's. A mismatch says more. */
export const isAmountUnclear = (claims: Claims, receipt: ReceiptAmounts): boolean =>
  (claims.doubts ?? []).some((one) => mayBeOther(one, receipt)) &&
  checkClaimedAmount(claims, receipt) !== "mismatch";

/** No receipt has more than two amounts that agree with it; of many that are named, some always contradict. */
export const amountsMax = 30;
