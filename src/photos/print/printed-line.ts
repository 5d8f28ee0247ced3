/** A line of printed text as it was read off a picture. */
export type PrintedLine = {
  readonly marks: readonly Mark[];
  /** In pixels of the picture; right and bottom are outside. */
  readonly box: Box;
};

/** One character as it was read, and what speaks for and against it. */
export type Mark = {
  readonly character: string;
  /** How sure the reader is of it, 0 to 1. */
  readonly certainty: number;
  /** What else it might be in the reader's eyes; empty for nothing at all. */
  readonly rival: string;
  /** Width by height of the shape that was read; null where letters touch. */
  readonly proportion: number | null;
  /** Height of the shape by that of the line, with the line's margins; null where letters touch. */
  readonly height: number | null;
  /** White space up to the next character's shape, by the height of both; null where unseen. */
  readonly gap: number | null;
  /** Middle of the character by the height of the line, from the line's left end. */
  readonly middle: number;
  /** Whether more shapes stand before the next character than were read. */
  readonly isCrowded: boolean;
};

export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};
