import { linesIn, messagesIn, type Part, paragraphsIn, partAt } from "../message-parts.ts";
import type { MeantAmount } from "./meant-amounts.ts";

/** Where a receipt is named in a text, in code units, in the order of the text: its link, its reference, both again. */
export type Mentions = readonly [Mention, ...Mention[]];

export type Mention = { readonly at: number; readonly end: number };

/** For each amount the receipt that it is claimed of, by its place in the list; null for none of them. */
export const ownersOf = (
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
