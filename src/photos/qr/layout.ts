/**
 * What a QR symbol looks like before anything is written into it (ISO/IEC 18004): the modules that every
 * symbol of a version has, the order of the others, masks, format words and blocks. Versions 1 to 10: a
 * receipt's code is short.
 */
export type Layout = {
  readonly version: number;
  /** Modules a side. */
  readonly size: number;
  /** Per module in rows: 1 dark, -1 light, 0 for modules that differ between symbols. */
  readonly known: Int8Array;
  /** Places of the codewords' bits in their order, most significant first. */
  readonly bitPlaces: Uint16Array;
  /** Places of the two copies of the format word, 15 each, most significant bit first. */
  readonly formatPlaces: readonly [readonly number[], readonly number[]];
};

/** The modules of one version, 1 to 10. */
export const layoutOf = (version: number): Layout => {
  const size = sizeOf(version);
  const known = new Int8Array(size * size);
  const taken = new Uint8Array(size * size);
  const put = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    known[y * size + x] = dark ? 1 : -1;
    taken[y * size + x] = 1;
  };
  for (let at = 0; at < size; at += 1) {
    put(at, 6, at % 2 === 0);
    put(6, at, at % 2 === 0);
  }
  for (const y of alignmentCentres(version))
    for (const x of alignmentCentres(version))
      if (!isAtFinder(x, y, size)) drawSquares(put, x, y, 2, (ring) => ring !== 1);
  for (const [x, y] of finderCentres(size)) drawSquares(put, x, y, 4, (ring) => ring !== 2 && ring !== 4);
  put(8, size - 8, true);
  const formatPlaces = formatPlacesOf(size);
  for (const place of formatPlaces.flat()) taken[place] = 1;
  if (version >= 7) putVersion(version, put);
  return { version, size, known, bitPlaces: bitPlacesOf(size, taken), formatPlaces };
};

export const versionMax = 10;

export const sizeOf = (version: number): number => 17 + 4 * version;

const finderCentres = (size: number) =>
  [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const;

/** Concentric squares around a centre, out to `reach` modules. */
const drawSquares = (
  put: (x: number, y: number, dark: boolean) => void,
  centreX: number,
  centreY: number,
  reach: number,
  isDark: (ring: number) => boolean,
): void => {
  for (let dy = -reach; dy <= reach; dy += 1)
    for (let dx = -reach; dx <= reach; dx += 1)
      put(centreX + dx, centreY + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
};

const alignmentCentres = (version: number): readonly number[] =>
  version === 1 ? [] : version < 7 ? [6, 10 + 4 * version] : [6, 8 + 2 * version, 10 + 4 * version];

const isAtFinder = (x: number, y: number, size: number): boolean =>
  (x === 6 && y === 6) || (x === size - 7 && y === 6) || (x === 6 && y === size - 7);

const formatPlacesOf = (size: number): readonly [readonly number[], readonly number[]] => {
  const first: number[] = [];
  const second: number[] = [];
  for (let bit = 0; bit < 15; bit += 1) {
    const along = bit < 6 ? bit : bit < 8 ? bit + 1 : 14 - bit + (bit === 8 ? 1 : 0);
    first.push(bit < 8 ? 8 * size + along : along * size + 8);
    second.push(bit < 7 ? (size - 1 - bit) * size + 8 : 8 * size + (size - 15 + bit));
  }
  return [first, second];
};

/** Version words (7 to 10) are known once the size is. */
const putVersion = (version: number, put: (x: number, y: number, dark: boolean) => void): void => {
  const size = sizeOf(version);
  let word = version << 12;
  for (let bit = 17; bit >= 12; bit -= 1) if ((word >> bit) & 1) word ^= 0x1f25 << (bit - 12);
  word |= version << 12;
  for (let bit = 0; bit < 18; bit += 1) {
    const dark = ((word >> bit) & 1) === 1;
    const [long, short] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
    put(short, long, dark);
    put(long, short, dark);
  }
};

/** Two columns at a time from the right, up and down in turn, past the timing column. */
const bitPlacesOf = (size: number, taken: Uint8Array): Uint16Array => {
  const places: number[] = [];
  let isUpward = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (taken[y * size + x] === 0) places.push(y * size + x);
    }
    isUpward = !isUpward;
  }
  return Uint16Array.from(places);
};

/** Whether a mask turns the module over. */
export const isTurned = (mask: number, x: number, y: number): boolean => {
  const product = x * y;
  switch (mask) {
    case 0:
      return (x + y) % 2 === 0;
    case 1:
      return y % 2 === 0;
    case 2:
      return x % 3 === 0;
    case 3:
      return (x + y) % 3 === 0;
    case 4:
      return (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0;
    case 5:
      return (product % 2) + (product % 3) === 0;
    case 6:
      return ((product % 2) + (product % 3)) % 2 === 0;
    default:
      return (((x + y) % 2) + (product % 3)) % 2 === 0;
  }
};

/** Level of error correction in the order of the format word's two bits: M, L, H, Q. */
export type Format = { readonly level: 0 | 1 | 2 | 3; readonly mask: number };

/** The 32 format words as written, 15 bits, with what each says. */
export const formatWords: readonly (Format & { readonly word: number })[] = [0, 1, 2, 3].flatMap((bits) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => {
    const value = (bits << 3) | mask;
    let rest = value << 10;
    for (let bit = 14; bit >= 10; bit -= 1) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10);
    const level = bits === 0 ? 0 : bits === 1 ? 1 : bits === 2 ? 2 : 3;
    return { level, mask, word: ((value << 10) | rest) ^ 0x5412 };
  }),
);
