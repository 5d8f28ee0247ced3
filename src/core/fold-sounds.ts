/** Letters of equal sound that writers use for each other: ሒሳብ and ሂሳብ. The length is kept. */
export const foldSounds = (text: string): string =>
  text.replace(/[ሐ-ሗኀ-ኆሠ-ሧዐ-ዖፀ-ፆ]/g, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((rows.get(code & ~7) ?? code & ~7) + (code & 7));
  });

/** Rows of eight letters, by their first one. */
const rows: ReadonlyMap<number, number> = new Map(
  [..."ሐሀኀሀሠሰዐአፀጸ"].flatMap((letter, at, all) =>
    at % 2 === 0 ? [[letter.charCodeAt(0), (all[at + 1] ?? letter).charCodeAt(0)] as const] : [],
  ),
);
