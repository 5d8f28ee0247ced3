const releases: (() => void)[] = [];

/**
 * Gives an array of at least a length, the same one each time: as new ones, the large arrays of one picture after
 * another would pile up until they are collected. What it held before is still in it.
 */
export const reused = <Kept extends { readonly length: number }>(
  create: (length: number) => Kept,
): ((length: number) => Kept) => {
  let kept = create(0);
  releases.push(() => {
    kept = create(0);
  });
  return (length) => {
    if (kept.length < length) {
      // The smaller one goes first, with what else was let go of: both at once are memory that nobody uses.
      kept = create(0);
      globalThis.gc?.();
      kept = create(length);
    }
    return kept;
  };
};

/** Gives all that is kept back to the system. */
export const releaseReused = (): void => {
  for (const release of releases) release();
  globalThis.gc?.();
};
