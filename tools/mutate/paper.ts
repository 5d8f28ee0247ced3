import type { Dice } from "./dice.ts";

/**
 * A piece of printed text. `tag` says which piece of the untouched document it is, and copies keep it; a label that
 * was renamed into another one bears the other's tag, any other new text none.
 */
export type Bit = {
  text: string;
  tag: number;
  /** Says that the payment is not completed, or that the document is no receipt: whoever sees it must refuse. */
  isDamning?: boolean;
  /** A label whose wording was changed so little that it may still count. */
  isDoubtful?: boolean;
};

export const noTag = -1;

/** Where a value stands, seen from its label. */
export type Direction = "member" | "inline" | "right" | "below";
export const directions: readonly Direction[] = ["member", "inline", "right", "below"];

/** A part of a document that moves as one: an element, a member, a row of a page. */
export type Block = {
  readonly bits: readonly Bit[];
  readonly remove: () => void;
  /** The bits of the copy; where it is put the dice say. */
  readonly copy: (dice: Dice) => readonly Bit[];
  readonly move: (dice: Dice) => void;
  /** Exchanges places with another block of this paper; false where that cannot be. */
  readonly swap: (other: Block) => boolean;
};

/** What a mutation was and what may come of it, beside a refusal for a changed layout. */
export type Effect = {
  /** It says the same as before, so it must be read. */
  readonly isSame?: boolean;
  /** It is as good as before, with other values: it must be read. */
  readonly isGood?: boolean;
  /** It says the same, though nobody need be able to read it. */
  readonly isStill?: boolean;
  /** It must not be read as a receipt. */
  readonly isRefused?: boolean;
};

export type Written = { readonly bytes: Uint8Array; readonly contentType: string };

/** Tags of the values that the record comes from, and of the amount and the total among them; what was asked for. */
export type Told = {
  readonly told: ReadonlySet<number>;
  readonly amounts: ReadonlySet<number>;
  readonly reference: string;
};

/** A change that only one kind of document knows; null where it has no place. */
export type Twist = (dice: Dice, tags: Told) => Effect | null;

/** A document as a tree of labelled texts, made for one mutation. */
export type Paper = {
  /** What is to be seen, in reading order. */
  readonly bits: () => readonly Bit[];
  /** The cells from a label in that direction, the next one first. */
  readonly beside: (label: Bit, direction: Direction) => readonly (readonly Bit[])[];
  readonly blockOf: (bit: Bit, dice: Dice) => Block;
  /** Prints a value behind a label, or a text alone, somewhere. */
  readonly add: (label: Bit | null, value: Bit, dice: Dice) => void;
  /** Takes a text out of sight or strikes it out; false where the kind of document cannot. */
  readonly conceal: (bit: Bit, dice: Dice) => boolean;
  readonly twists: Readonly<Record<string, Twist>>;
  /** In one of the ways that say the same; plain without dice. */
  readonly write: (dice: Dice | null) => Promise<Written>;
};

export type Kind = "html" | "json" | "pdf";

/** A fixture's document: `open` gives a fresh paper with the same tags each time, its texts parted as `part` said. */
export type Source = {
  readonly kind: Kind;
  readonly open: () => Paper;
  /** Parts a text where a value stands in its middle, before the first `open` that counts. */
  readonly part: (tag: number, at: readonly number[]) => void;
};
