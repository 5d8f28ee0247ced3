import type { RawCandidate } from "./candidate.ts";

/** Whether a candidate says no more than a stronger one: the same reading again, or a word that is part of its reference. */
const repeats = (candidate: RawCandidate, other: RawCandidate): boolean => {
  if (candidate.word === other.word)
    return candidate.provider === other.provider || (other.source === "link" && candidate.source !== "link");
  if (candidate.at === other.at) return candidate.provider === other.provider && candidate.source !== "link";
  return candidate.word.length >= partMin && isPartOf(candidate.word, other.word);
};

/** `FT26319K4Q7Z` of `FT26319K4Q7Z00004321`: the same receipt, told more fully. */
export const isPartOf = (short: string, long: string): boolean =>
  isPlain(long) && (long.startsWith(short) || long.endsWith(short));

/** Shorter words may stand in another one by chance. */
const partMin = 10;

const isPlain = (word: string): boolean => /^[A-Z0-9-]+$/.test(word);

/*
 * A text can hold hundreds of references. So candidates are compared by what they have in common, and not each with all.
 */

/** Each candidate once: the first of those that repeat each other. */
export const withoutRepeated = (candidates: readonly RawCandidate[]): readonly RawCandidate[] => {
  const lengths = partLengths(candidates);
  const byWord = new Map<string, RawCandidate[]>();
  const byPlace = new Map<number, RawCandidate[]>();
  const byPart = new Map<string, RawCandidate[]>();
  const keep = (candidate: RawCandidate): void => {
    add(byWord, candidate.word, candidate);
    add(byPlace, candidate.at, candidate);
    for (const part of partsOf(candidate.word, lengths)) add(byPart, part, candidate);
  };
  return candidates.filter((candidate) => {
    const { word, at } = candidate;
    const isRepeated = [byWord.get(word), byPlace.get(at), byPart.get(word)].some((alike) =>
      alike?.some((other) => repeats(candidate, other)),
    );
    if (!isRepeated) keep(candidate);
    return !isRepeated;
  });
};

/** Finds those of all candidates that repeat one of them at another place, in their order. */
export const createRepeatsOf = (all: readonly RawCandidate[]) => {
  const lengths = partLengths(all);
  const byWord = new Map<string, number[]>();
  for (const [index, { word }] of all.entries()) add(byWord, word, index);
  return (kept: readonly RawCandidate[]): readonly RawCandidate[] => {
    const found = new Set<number>();
    for (const one of kept)
      for (const word of [one.word, ...partsOf(one.word, lengths)])
        for (const index of byWord.get(word) ?? []) {
          const other = all[index];
          if (other !== undefined && other.at !== one.at && repeats(other, one)) found.add(index);
        }
    return [...found].sort((a, b) => a - b).flatMap((index) => all[index] ?? []);
  };
};

/** How long the words are that may be part of another one. */
const partLengths = (candidates: readonly RawCandidate[]): readonly number[] => [
  ...new Set(candidates.map(({ word }) => word.length).filter((length) => length >= partMin)),
];

/** What a word begins and ends with, as long as other words are. */
const partsOf = (word: string, lengths: readonly number[]): readonly string[] =>
  isPlain(word)
    ? lengths
        .filter((length) => length < word.length)
        .flatMap((length) => [word.slice(0, length), word.slice(-length)])
    : [];

const add = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void => {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
};
