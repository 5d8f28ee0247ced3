import type { Bit } from "./paper.ts";

/** A text parted at these places, each part with a tag of its own. */
export const cutAt = (bit: Bit, at: readonly number[] = []): Bit[] => {
  const ends = [...at, bit.text.length];
  return ends.map((end, part) => ({
    ...bit,
    tag: bit.tag + part,
    text: bit.text.slice(ends[part - 1] ?? 0, end),
  }));
};
