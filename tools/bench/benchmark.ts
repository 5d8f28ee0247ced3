/** What one benchmark found: numbers of one run, measured side by side, and what their ratio should be. */
export type Comparison = {
  readonly name: string;
  /** Of the first number to the second, each with its unit in its name. */
  readonly ratio: number;
  readonly measured: Readonly<Record<string, number>>;
  readonly wanted: { readonly atLeast: number } | { readonly atMost: number };
};

/** One file of this folder whose name ends in `.bench.ts` exports one as `benchmark`. */
export type Benchmark = { readonly run: () => Promise<readonly Comparison[]> };

export const isHeld = ({ ratio, wanted }: Comparison): boolean =>
  "atLeast" in wanted ? ratio >= wanted.atLeast : ratio <= wanted.atMost;

/** Milliseconds that `work` takes. */
export const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** Runs `work(0)` to `work(count - 1)`, at most `width` at once. */
export const inParallel = async (
  count: number,
  width: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> => {
  let next = 0;
  const runOn = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: width }, runOn));
};

export const medianOf = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

export const percentileOf = (numbers: readonly number[], percent: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.ceil((numbers.length * percent) / 100) - 1] ?? 0;
