const releases: (() => void)[] = [];

/**
 * Gives an array of at least a length, the same one each time. New arrays for each picture would pile up until they are
 * collected. The array still holds what it held before.
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
      // The smaller array is collected before the larger one is made.
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
