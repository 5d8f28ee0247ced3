import { partitionPoint } from "../../../core/partition-point.ts";
import { withLatinLetters } from "../words.ts";
import { type Doubt, doubtOf, unreadIn } from "./doubts.ts";
import { looseNumbersIn } from "./loose-numbers.ts";
import { type MeantAmount, meantAmounts } from "./meant-amounts.ts";
import { withPlainAmounts } from "./plain.ts";
import { joins } from "./sums.ts";

/** What is known of a number that is perhaps an amount, or of a place where one may stand. */
const looseAmount = {
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

/** A picture shows words such as `Yesterday` around a message, which say nothing of its amounts. */
export const printedAmounts = (text: string): ReadAmounts => {
  const latin = withLatinLetters(text);
  const { amounts, isCut } = meantAmounts(latin);
  const { meant, unread } = withDoubts(latin, amounts, []);
  const printed = meant.map((amount) => ({
    ...amount,
    isApart: false,
    isOfOne: amount.isOfOne && amount.meaning === "conflicting",
    isOfAccount: amount.isOfAccount || amount.meaning === "balance",
  }));
  return { meant: printed, loose: [], unread, isCut };
};

/** An amount, and what a person may read in its place. */
export type DoubtableAmount = MeantAmount & { readonly doubt?: Doubt | null };

/** All that a text holds of amounts. */
export type ReadAmounts = {
  readonly meant: readonly DoubtableAmount[];
  /** Numbers that are perhaps amounts. They claim nothing. */
  readonly loose: readonly MeantAmount[];
  /** Places that may hold an amount that could not be read. They claim nothing. */
  readonly unread: readonly MeantAmount[];
  /** Whether the text holds so many amounts that not all were read. What it claims is not known then. */
  readonly isCut: boolean;
};

/** The amounts of a typed text; their places are those in the text as it was typed. */
export const readAmounts = (text: string): ReadAmounts => {
  const plain = withPlainAmounts(withLatinLetters(text));
  const { typedPlaceOf } = plain;
  const { amounts: all, isCut } = meantAmounts(plain.text);
  const isMeant = (at: number): boolean =>
    (all[partitionPoint(all, ({ start }) => start <= at) - 1]?.end ?? 0) > at;
  const loose = looseNumbersIn(plain.text)
    .filter(({ start }) => !isMeant(start))
    .map((amount) => {
      const next = all[partitionPoint(all, ({ start }) => start < amount.end)]?.start;
      const isAddedTo = next !== undefined && joins.test(plain.text.slice(amount.end, next));
      return { ...looseAmount, ...amount, isAddedTo };
    });
  const { meant, unread } = withDoubts(plain.text, all, loose);
  const placed = ({ addedTo, ...amount }: DoubtableAmount): DoubtableAmount => ({
    ...amount,
    start: typedPlaceOf(amount.start),
    end: typedPlaceOf(amount.end),
    addedTo: addedTo === null ? null : typedPlaceOf(addedTo),
  });
  return { meant: meant.map(placed), loose: loose.map(placed), unread: unread.map(placed), isCut };
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
  unread: unreadIn(text, [...meant, ...loose]).map((place) => ({ ...looseAmount, ...place, santim: 0 })),
});
