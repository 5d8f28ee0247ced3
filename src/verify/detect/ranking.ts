import type { RawCandidate } from "./candidate.ts";

/**
 * Sorts candidates: links and labels before bare words, then the order of the text, then typical, complete and timely
 * alternatives. Each receipt appears once.
 */
export const rank = (candidates: readonly RawCandidate[]): readonly RawCandidate[] => {
  return withoutRepeats(candidates.filter((candidate) => isWorthy(candidate, candidates))).toSorted(
    (a, b) =>
      tier(a) - tier(b) ||
      a.at - b.at ||
      Number(b.isTypical) - Number(a.isTypical) ||
      a.missing.length - b.missing.length ||
      Number(b.isTimely) - Number(a.isTimely),
  );
};

/** A word of a wider shape does not count beside stronger candidates. */
const isWorthy = ({ source, width }: RawCandidate, all: readonly RawCandidate[]): boolean => {
  if (width === "narrow" || source === "link") return true;
  if (source === "bare") return !all.some((other) => other.width === "narrow" || other.source !== "bare");
  return width !== "loose" || !all.some((other) => other.source !== "bare" && other.width !== "loose");
};

/**
 * Whether no alternative of the same word is more likely by its type code, by its date, or by the sender that the message
 * names, in this order.
 */
export const isLikely = (
  candidate: RawCandidate,
  all: readonly RawCandidate[],
  issuers: ReadonlySet<string>,
): boolean => {
  const alternatives = all.filter(({ at, word }) => at === candidate.at && word === candidate.word);
  const typical = alternatives.filter(({ isTypical }) => isTypical);
  const timely = typical.length > 0 ? typical : alternatives.filter(({ isTimely }) => isTimely);
  const likely = timely.length > 0 ? timely : alternatives;
  const named = likely.filter(({ provider }) => issuers.has(provider));
  return (named.length === 1 ? named : likely).includes(candidate);
};

const tier = ({ source }: RawCandidate): number => (source === "link" || source === "label" ? 0 : 1);

const withoutRepeats = (candidates: readonly RawCandidate[]): readonly RawCandidate[] => {
  const kept: RawCandidate[] = [];
  const byStrength = candidates.toSorted(
    (a, b) =>
      Number(b.source === "link") - Number(a.source === "link") ||
      b.word.length - a.word.length ||
      a.missing.length - b.missing.length ||
      tier(a) - tier(b) ||
      a.at - b.at,
  );
  for (const candidate of byStrength) {
    if (!kept.some((other) => repeats(candidate, other))) kept.push(candidate);
  }
  return kept;
};

/** Whether a candidate says no more than a stronger one: the same reading again, or a word that is part of its reference. */
export const repeats = (candidate: RawCandidate, other: RawCandidate): boolean => {
  if (candidate.word === other.word)
    return candidate.provider === other.provider || (other.source === "link" && candidate.source !== "link");
  if (candidate.at === other.at) return candidate.provider === other.provider && candidate.source !== "link";
  return candidate.word.length >= 10 && isPartOf(candidate.word, other.word);
};

/** `FT26319K4Q7Z` of `FT26319K4Q7Z00004321`: the same receipt, told more fully. */
export const isPartOf = (short: string, long: string): boolean =>
  /^[A-Z0-9-]+$/.test(long) && (long.startsWith(short) || long.endsWith(short));
