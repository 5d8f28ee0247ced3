import { blocksOf } from "./blocks.ts";
import { type Format, formatWords, isTurned, type Layout } from "./layout.ts";
import { correctBlock } from "./reed-solomon.ts";

/** Check codewords that are never spent on doubtful places: what is left must agree by itself. */
const spare = 3;

/** A whole symbol, mended: 1 dark, 0 light, in rows. */
type Mended = { readonly modules: Uint8Array; readonly format: Format };

/**
 * Reads a symbol from how sure each of its modules is dark (log-likelihood ratios, rows of `symbol.size`): the
 * likeliest formats first, and for each the least sure codewords given up step by step. `isRight` judges a mended symbol
 * against the picture; null when none passes.
 */
export const decodeSoftly = (
  symbol: Layout,
  ratios: Float64Array,
  isRight: (mended: Mended) => boolean,
): Mended | null => {
  for (const format of likelyFormats(symbol, ratios)) {
    const modules = mendWith(symbol, ratios, format);
    if (modules === null) continue;
    const mended = { modules, format };
    if (isRight(mended)) return mended;
  }
  return null;
};

/** The format words that agree best with both copies, at most six. */
const likelyFormats = (symbol: Layout, ratios: Float64Array): readonly (typeof formatWords)[number][] => {
  const clipped = (place: number): number => Math.max(-4, Math.min(4, ratios[place] ?? 0));
  const scored = formatWords.map((format) => {
    let score = 0;
    for (const copy of symbol.formatPlaces)
      copy.forEach((place, bit) => {
        score += ((format.word >> (14 - bit)) & 1) === 1 ? clipped(place) : -clipped(place);
      });
    return { format, score };
  });
  const best = scored.sort((a, b) => b.score - a.score);
  return best.slice(0, 6).map(({ format }) => format);
};

const mendWith = (
  symbol: Layout,
  ratios: Float64Array,
  format: (typeof formatWords)[number],
): Uint8Array | null => {
  const { codewords, doubts } = readCodewords(symbol, ratios, format.mask);
  for (const { places, checkCount } of blocksOf(symbol, format.level)) {
    const received = Uint8Array.from(places, (place) => codewords[place] ?? 0);
    const mended = mendBlock(
      received,
      places.map((place) => doubts[place] ?? 0),
      checkCount,
    );
    if (mended === null) return null;
    places.forEach((place, at) => {
      codewords[place] = mended[at] ?? 0;
    });
  }
  return writeModules(symbol, codewords, format);
};

/** Hard codewords and, for each, how doubtful its least sure bits are (higher is worse). */
const readCodewords = (symbol: Layout, ratios: Float64Array, mask: number) => {
  const { bitPlaces, size } = symbol;
  const count = Math.floor(bitPlaces.length / 8);
  const codewords = new Uint8Array(count);
  const doubts = new Float64Array(count);
  for (let at = 0; at < count * 8; at += 1) {
    const place = bitPlaces[at] ?? 0;
    const ratio = ratios[place] ?? 0;
    const isDark = ratio > 0 !== isTurned(mask, place % size, Math.floor(place / size));
    const word = at >> 3;
    codewords[word] = ((codewords[word] ?? 0) << 1) | (isDark ? 1 : 0);
    // Chance that this bit is wrong; small ones add up.
    doubts[word] = (doubts[word] ?? 0) + 1 / (1 + Math.exp(Math.min(30, Math.abs(ratio))));
  }
  return { codewords, doubts };
};

const mendBlock = (
  received: Uint8Array,
  doubts: readonly number[],
  checkCount: number,
): Uint8Array | null => {
  const byDoubt = doubts.map((_, at) => at).sort((a, b) => (doubts[b] ?? 0) - (doubts[a] ?? 0));
  for (let erased = 0; erased + spare <= checkCount; erased += 1) {
    const mended = correctBlock(received, checkCount, byDoubt.slice(0, erased), spare);
    if (mended !== null) return mended;
  }
  return null;
};

const writeModules = (
  symbol: Layout,
  codewords: Uint8Array,
  format: (typeof formatWords)[number],
): Uint8Array => {
  const { size, known, bitPlaces, formatPlaces } = symbol;
  const modules = Uint8Array.from(known, (value) => (value > 0 ? 1 : 0));
  bitPlaces.forEach((place, at) => {
    const bit = ((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    modules[place] = bit ^ (isTurned(format.mask, place % size, Math.floor(place / size)) ? 1 : 0);
  });
  for (const copy of formatPlaces)
    copy.forEach((place, bit) => {
      modules[place] = (format.word >> (14 - bit)) & 1;
    });
  return modules;
};
