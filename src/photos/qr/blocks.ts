import type { Format, Layout } from "./layout.ts";

/** Codewords of one block: how many carry text, how many correct. `places`: their indices among all codewords. */
export type Block = {
  readonly textCount: number;
  readonly checkCount: number;
  readonly places: readonly number[];
};

/** Check codewords in a block, and blocks, by level (M, L, H, Q) and version from 1. */
const checkCounts = [
  [10, 16, 26, 18, 24, 16, 18, 22, 22, 26],
  [7, 10, 15, 20, 26, 18, 20, 24, 30, 18],
  [17, 28, 22, 16, 22, 28, 26, 26, 24, 28],
  [13, 22, 18, 26, 18, 24, 18, 22, 20, 24],
] as const;
const blockCounts = [
  [1, 1, 1, 2, 2, 4, 4, 4, 5, 5],
  [1, 1, 1, 1, 1, 2, 2, 2, 2, 4],
  [1, 1, 2, 4, 4, 4, 5, 6, 8, 8],
  [1, 1, 2, 2, 4, 4, 6, 6, 8, 8],
] as const;

/** Where each block's codewords stand: interleaved, the longer blocks last. */
export const blocksOf = ({ version, bitPlaces }: Layout, level: Format["level"]): readonly Block[] => {
  const total = Math.floor(bitPlaces.length / 8);
  const checkCount = checkCounts[level][version - 1] ?? 0;
  const blockCount = blockCounts[level][version - 1] ?? 1;
  const textTotal = total - checkCount * blockCount;
  const short = Math.floor(textTotal / blockCount);
  const shortBlocks = blockCount - (textTotal % blockCount);
  return Array.from({ length: blockCount }, (_, block) => {
    const isLong = block >= shortBlocks;
    const places = Array.from({ length: short }, (_unused, row) => row * blockCount + block);
    if (isLong) places.push(short * blockCount + block - shortBlocks);
    for (let row = 0; row < checkCount; row += 1) places.push(textTotal + row * blockCount + block);
    return { textCount: short + (isLong ? 1 : 0), checkCount, places };
  });
};
