import { daysSince } from "../../core/time.ts";

import type { DetectProvider, RawCandidate } from "./candidate.ts";
import { type Fit, fitsOf } from "./shapes.ts";

/** What the date in a reference gives away before anyone is asked. Hints, never reasons to refuse. */
export type Warning =
  /** Its date is none, or lies ahead; `suggestion` is the one reference that a slip such as O for 0 explains. */
  | { readonly code: "reference_maybe_mistyped"; readonly suggestion: string | null }
  /** Paid at least 48 hours ago, by the day that the reference carries. */
  | { readonly code: "receipt_old"; readonly days: number };

/** Slips that one text is searched for, at most: each is tried on every shape. */
type SlipBudget = { slips: number };

/** Enough for the receipts that one message may ask for. */
export const slipsMax = 2_000;

/** Warnings of one candidate among its alternatives, a suspected slip before its age. */
export const warningsOf = (
  candidate: RawCandidate,
  alternatives: readonly RawCandidate[],
  { providers, now }: ReferenceContext,
  budget: SlipBudget,
): readonly Warning[] => {
  const slip = slipIn(candidate, alternatives, { providers, now }, budget);
  const { encodedDate, isTimely } = candidate;
  const days = encodedDate === null || !isTimely ? 0 : daysSince(encodedDate, now);
  return [
    ...(slip === null ? [] : [{ code: "reference_maybe_mistyped", ...slip } as const]),
    ...(days >= oldDays ? [{ code: "receipt_old", days } as const] : []),
  ];
};

type ReferenceContext = { readonly providers: readonly DetectProvider[]; readonly now: Date };

type Slip = { readonly suggestion: string | null };

/** Whether a candidate seems mistyped: no date fits the word, or a known type code differs in one character. */
const slipIn = (
  candidate: RawCandidate,
  alternatives: readonly RawCandidate[],
  context: ReferenceContext,
  budget: SlipBudget,
): Slip | null => {
  const { source, width, word } = candidate;
  const explained = alternatives.filter(
    (alternative) => alternative.width === "narrow" && alternative.isTimely,
  );
  if (explained.length === 0) {
    if (source === "link") return width === "narrow" ? { suggestion: null } : null;
    return { suggestion: suggest(word, context, budget, false) };
  }
  if (source === "link" || explained.some(({ isTypical }) => isTypical)) return null;
  if (!explained.some((alternative) => hasTypes(alternative, context.providers))) return null;
  const suggestion = suggest(word, context, budget, true);
  return suggestion === null ? null : { suggestion };
};

/** The third day after the payment's own is the first that lies 48 hours behind it whatever the hour. */
const oldDays = 3;

/** A slip is made in a reference of today's receipt, not of one from years ago. */
const suggestedDaysMax = 400;

const hasTypes = (candidate: RawCandidate, providers: readonly DetectProvider[]): boolean =>
  providers.some(
    ({ label, shapes }) =>
      label === candidate.provider && shapes.some(({ typical }) => typical !== undefined),
  );

/** The one word that one slip, or else two, would have made into this one. */
const suggest = (
  word: string,
  { providers, now }: ReferenceContext,
  budget: SlipBudget,
  mustBeTypical: boolean,
): string | null => {
  const isMeant = ({ encodedDate, isTimely, isTypical }: Fit): boolean =>
    isTimely &&
    encodedDate !== null &&
    daysSince(encodedDate, now) <= suggestedDaysMax &&
    (isTypical || !mustBeTypical);
  const meant = (slips: readonly string[]): readonly string[] =>
    slips.filter((slip) => --budget.slips >= 0 && fitsOf(slip, "narrow", providers, now).some(isMeant));
  const single = slipsOf(word, 0);
  const once = meant(single.map(({ text }) => text));
  const found =
    once.length > 0
      ? once
      : meant(single.flatMap(({ text, at }) => slipsOf(text, at + 1).map((twice) => twice.text)));
  return found.length === 1 ? (found[0] ?? null) : null;
};

/** The word with one character, not before `from`, taken for the one that it is mistaken for. */
const slipsOf = (word: string, from: number): readonly { readonly text: string; readonly at: number }[] =>
  Array.from(word).flatMap((letter, at) => {
    const twin = at < from ? undefined : twins.get(letter);
    return twin === undefined ? [] : [{ text: word.slice(0, at) + twin + word.slice(at + 1), at }];
  });

const twins: ReadonlyMap<string, string> = new Map([
  ["O", "0"],
  ["0", "O"],
  ["I", "1"],
  ["1", "I"],
  ["L", "1"],
  ["Z", "2"],
  ["2", "Z"],
  ["S", "5"],
  ["5", "S"],
  ["B", "8"],
  ["8", "B"],
  ["G", "6"],
  ["6", "G"],
]);
