import { describe, inject, test } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    readonly isFull: boolean;
  }
}

/** `npm run test:full` tries everything; `npm test` holds each guarantee by a few examples, the same each time. */
export const isFull = inject("isFull");

/** So many in a full run; else a twentieth of it, but ten at least. */
export const upTo = (count: number): number =>
  isFull ? count : Math.min(count, Math.max(10, Math.ceil(count / 20)));

/** All of them in a full run; else one in so many, and with each turn the next ones. */
export const oneIn = <T>(step: number, all: readonly T[], turn = 0): readonly T[] =>
  isFull ? all : all.filter((_, at) => at % step === turn % step);

/** All of them in a full run; else the first of each kind. */
export const firstOfEach = <T>(all: readonly T[], kindOf: (one: T) => string): readonly T[] => {
  const kinds = all.map(kindOf);
  return isFull ? all : all.filter((_, at) => kinds.indexOf(kinds[at] ?? "") === at);
};

/** A test that takes seconds, beside short ones that hold the same guarantee: of the full run alone. */
export const longTest = (name: string, run: () => Promise<void>): void => {
  if (isFull) test(name, run);
};

/** A group that holds nothing else. */
export const longTests = (name: string, define: () => void): void => {
  if (isFull) describe(name, define);
};
