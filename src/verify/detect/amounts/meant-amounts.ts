import { foldSounds } from "../../../core/fold-sounds.ts";
import { type AmountFound, amountsIn } from "./amounts.ts";
import { isBalanceOfAccount, isCutOffBalance } from "./balances.ts";
import { isLessened, isTakenOff } from "./deductions.ts";
import { type AmountMeaning, isTyped, meaningAlone, meaningOf } from "./meanings.ts";
import { isBalanceMoved, isConflicting, isRestMoved, leavesNothingPaid } from "./moved.ts";
import { isAdvertised, isAsked } from "./offers.ts";
import { isOfNow, isPaidApart } from "./paid-apart.ts";
import { isWholeOfPart } from "./part-payments.ts";
import { type AmountPlace, placeOf, type ReadText } from "./places.ts";
import { sentenceEndsIn, signsIn } from "./signs.ts";
import { isAdded, isSummedUp, joins } from "./sums.ts";
import { isBesideCount, isPerhapsOfAll, isRepeated, isUnitPrice, timesPaid, unitsOf } from "./unit-prices.ts";

/** An amount of a text with what all of its words say of it. Places are offsets in the text. */
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

/** The longest messages that people pass on, of many payments, have some eighty amounts. */
const readMax = 100;

/**
 * The amounts of a cleaned text with what its words say of them. In English the word mostly stands before the amount
 * (`received ETB 5`). In Amharic, Oromo and Tigrinya the verb ends the sentence. `ETB 0.00` is no amount. Only the first
 * hundred are read, and only what stands around each, since thousands of them would hold everybody up. `isCut`: there are more.
 */
export const meantAmounts = (
  text: string,
): { readonly amounts: readonly MeantAmount[]; readonly isCut: boolean } => {
  const folded = foldSounds(text);
  const found = amountsIn(text);
  const amounts = found.slice(0, readMax);
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
  return { amounts: withSharedVerb(folded, meant), isCut: found.length > readMax };
};

const meantAmount = (place: AmountPlace, said: AmountMeaning, isInReason: boolean): MeantAmount => {
  const { text, amount, last, next } = place;
  const { santim, start, end, isMoneyLike, hasCurrency } = amount;
  const isExplained =
    said === "other" && !isWholeOfPart(text, amount) && !isAsked(text, amount) && !isLessened(text, amount);
  const isInConflict = isExplained ? isConflicting(place) : said === "balance" && isBalanceMoved(text, start);
  const isPaidRest = said === "balance" && isRestMoved(text, amount);
  const meaning = isPaidRest ? "rest" : isInConflict ? "conflicting" : said;
  const isOfOne = isUnitPrice(text, amount);
  const isMoved = meaning === "unsaid" || meaning === "transferred";
  const isByWord = isExplained && !isInReason && !isOfOne && !isTakenOff(text, amount);
  const pieces = isOfOne ? unitsOf(text, amount) : isMoved ? timesPaid(text, amount) : null;
  const ofAll = Math.round(santim * (pieces ?? 1));
  return {
    santim: Number.isSafeInteger(ofAll) ? ofAll : santim,
    start,
    end,
    isMoneyLike,
    meaning,
    isTotal: meaning === "total" || isSummedUp(place),
    isOfOne:
      (meaning === "conflicting" && pieces === null && isOfOne) ||
      (meaning === "unsaid" && isBesideCount(text, amount)) ||
      (isMoved && pieces === null && isRepeated(text, amount)),
    ofAllSantim: pieces !== null && isPerhapsOfAll(text, start) ? santim : null,
    isOfAccount:
      meaning === "balance" ? isBalanceOfAccount(place) : meaning === "perhaps" && isCutOffBalance(place),
    isLeftOrFee: leftOrFeeBehind.test(text.slice(amount.end, amount.end + 20)),
    isAdvertised: meaning === "other" && isAdvertised(place),
    isPrice:
      (meaning === "other" || meaning === "conflicting") &&
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

/**
 * `3000 ብር እና 2000 ብር ልኬያለሁ`: the verb at the end of the sentence is said of both. In `with this 1250 birr I have paid 6250
 * birr in total` it is said of the amount of now, too.
 */
const withSharedVerb = (text: string, meant: readonly MeantAmount[]): readonly MeantAmount[] =>
  meant.map((amount, at) => {
    if (amount.meaning !== "unsaid") return amount;
    const last = meant[at - 1];
    const next = meant[at + 1];
    const isShared =
      next?.meaning === "transferred" &&
      /^ ?(?:እና|ና|ን|fi)(?: ደግሞ)? ?$/i.test(text.slice(amount.end, next.start));
    if (isShared) return { ...amount, meaning: "transferred", isApart: next.isApart };
    const isPartOfSum =
      amount.isOfNow && [last, next].some((other) => other?.isTotal && other.isApart && isClaim(other));
    return isPartOfSum ? { ...amount, meaning: "transferred" } : amount;
  });

const areClaimed: ReadonlySet<AmountMeaning> = new Set<AmountMeaning>(["transferred", "unsaid", "rest"]);

/** What they are each worth, in santim. */
export const santimOf = (amounts: readonly MeantAmount[]): readonly number[] =>
  amounts.map(({ santim }) => santim);

/** Whether an amount may be claimed as paid: neither a balance nor explained away. */
export const isClaim = ({ meaning }: Pick<MeantAmount, "meaning">): boolean =>
  meaning !== "other" && meaning !== "balance";
