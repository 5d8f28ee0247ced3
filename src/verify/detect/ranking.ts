import type { RawCandidate } from "./candidate.ts";
import { withoutRepeated } from "./repeats.ts";

/**
 * Sorts candidates: links and labels before bare words, then the order of the text, then typical, complete and timely
 * alternatives. Each receipt appears once.
 */
export const rank = (candidates: readonly RawCandidate[]): readonly RawCandidate[] => {
  const hasStrong = candidates.some(({ source, width }) => width === "narrow" || source !== "bare");
  const hasNamed = candidates.some(({ source, width }) => source !== "bare" && width !== "loose");
  const worthy = candidates.filter((candidate) => isWorthy(candidate, { hasStrong, hasNamed }));
  return withoutRepeats(worthy).toSorted(
    (a, b) =>
      tier(a) - tier(b) ||
      a.at - b.at ||
      Number(b.isTypical) - Number(a.isTypical) ||
      a.missing.length - b.missing.length ||
      Number(b.isTimely) - Number(a.isTimely),
  );
};

/** A word of a wider shape does not count beside stronger candidates. */
const isWorthy = (
  { source, width }: RawCandidate,
  { hasStrong, hasNamed }: { readonly hasStrong: boolean; readonly hasNamed: boolean },
): boolean => {
  if (width === "narrow" || source === "link") return true;
  return source === "bare" ? !hasStrong : width !== "loose" || !hasNamed;
};

/** The alternatives of the same word at the same place, itself among them. */
export const createAlternativesOf = (ranked: readonly RawCandidate[]) => {
  const nameOf = ({ at, word }: RawCandidate): string => `${at} ${word}`;
  const found = new Map<string, RawCandidate[]>();
  for (const candidate of ranked)
    found.set(nameOf(candidate), [...(found.get(nameOf(candidate)) ?? []), candidate]);
  return (candidate: RawCandidate): readonly RawCandidate[] => found.get(nameOf(candidate)) ?? [];
};

/** Whether no alternative is more likely by its type code, by its date, or by the sender that the message names, in this order. */
export const isLikely = (
  candidate: RawCandidate,
  alternatives: readonly RawCandidate[],
  issuers: ReadonlySet<string>,
): boolean => {
  const typical = alternatives.filter(({ isTypical }) => isTypical);
  const timely = typical.length > 0 ? typical : alternatives.filter(({ isTimely }) => isTimely);
  const likely = timely.length > 0 ? timely : alternatives;
  const named = likely.filter(({ provider }) => issuers.has(provider));
  return (named.length === 1 ? named : likely).includes(candidate);
};

const tier = ({ source }: RawCandidate): number => (source === "link" || source === "label" ? 0 : 1);

const withoutRepeats = (candidates: readonly RawCandidate[]): readonly RawCandidate[] =>
  withoutRepeated(
    candidates.toSorted(
      (a, b) =>
        Number(b.source === "link") - Number(a.source === "link") ||
        b.word.length - a.word.length ||
        a.missing.length - b.missing.length ||
        tier(a) - tier(b) ||
        a.at - b.at,
    ),
  );
