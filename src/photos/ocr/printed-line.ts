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
  readonly runnerUp: string;
  /** Width by height of the shape that was read; null where letters touch. */
  readonly proportion: number | null;
  /** Height of the shape in pixels of the picture; null where letters touch. */
  readonly height: number | null;
  /** How far the shape reaches below the line that letters stand on, in pixels of the picture; null likewise. */
  readonly drop: number | null;
  /** How much of the shape's width its lowest stroke takes, 0 to 1: Z from 7, E from F; null likewise. */
  readonly foot: number | null;
  /** How much ink crosses the middle of the shape, in pixels of the picture: the width of an I or l; null likewise. */
  readonly stroke: number | null;
  /** Of more than one piece, as a letter with its dot; null likewise. */
  readonly isPieced: boolean | null;
  /** White space up to the next shape, over a space that was read, by the height of the lower; null where unseen. */
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
