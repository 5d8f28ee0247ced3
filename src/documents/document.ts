/**
 * What is left of an upstream body once it has been decoded: text in its place on the page, nothing
 * interpreted. Plain data, so that it can cross from the decoding worker.
 */
export type Document = PdfDocument | HtmlDocument | JsonDocument;

/** A run of text as the page draws it. Points, origin at the top left of its page; `baseline` grows downwards. */
export type PdfFragment = {
  readonly text: string;
  readonly page: number;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Font size. */
  readonly size: number;
};

export type PdfDocument = {
  readonly kind: "pdf";
  /** The whole text in reading order, white space collapsed; where the place on the page does not matter. */
  readonly text: string;
  readonly fragments: readonly PdfFragment[];
  /** Runs that are not level, such as a stamp's: places are along and across the run's own direction. */
  readonly turned: readonly TurnedFragment[];
  /** What notes, stamps and form fields that were put on the page say. */
  readonly notes: readonly string[];
};

export type TurnedFragment = PdfFragment & {
  /** Whole degrees. */
  readonly turn: number;
};

export type HtmlDocument = {
  readonly kind: "html";
  /** False when `</html>` is not the last thing in the page: a fragment or a cut page. */
  readonly whole: boolean;
  readonly title: string;
  /** All visible text, white space collapsed. */
  readonly text: string;
  /** Every web address in the source, attributes and scripts included. */
  readonly links: readonly string[];
  /**
   * Innermost table rows with their cells, in page order; rows without a cell are left out. A `blemish` stands in them
   * where something cannot be seen, or not as it is written.
   */
  readonly rows: readonly (readonly string[])[];
  /** Each text that stands by itself in a row of one cell or in none, in page order, with blemishes. */
  readonly lines: readonly string[];
  /** All that the page says, cells and alternative texts of pictures included, without blemishes. */
  readonly passages: readonly Passage[];
  /** Labels of a status, each with a short text that stands right behind it within a line, without blemishes. */
  readonly statuses: readonly (readonly [label: string, value: string])[];
  /** Short texts that are hidden, and those that they are part of. */
  readonly hiddenTexts: readonly string[];
  /**
   * Those of them that a payer may have hidden: they stand behind a payer's field, or a style sheet does. What the page calls
   * a status stands behind that label.
   */
  readonly hiddenByPayer: readonly string[];
  /** Hidden texts of the same places that may be a label with its value. */
  readonly hiddenPairs: readonly (readonly [label: string, value: string])[];
  /** Short texts of markup that a tag, a comment or a script has swallowed, opened in one place and closed in another. */
  readonly swallowed: readonly string[];
  /** Whether the page has a password field. Such a page says nothing about a receipt. */
  readonly asksForPassword: boolean;
};

/** A text that stands by itself on a page. */
export type Passage = {
  /** The text between two line breaks. */
  readonly parts: readonly string[];
  /** Texts that may be its label because of their position, such as the cell to the left. */
  readonly labels: readonly string[];
  /** The text in the cell to the right; null if there is no such cell. */
  readonly next: string | null;
  /** Whether its row has several cells. */
  readonly isInRow: boolean;
  /** Whether its cell holds several blocks as well: then what labels the cell is no label of it alone. */
  readonly isAmongOthers: boolean;
  /** Whether it is the alternative text of a picture, or a part that is set apart within a line. */
  readonly isAside: boolean;
  /** Whether the whole text is a link or a button. */
  readonly isAction: boolean;
};

/** Replaces hidden text in the text of a page, and surrounds text that is struck out, raised or lowered. */
export const blemish = "\ue000";

export type JsonValue =
  | {
      readonly kind: "object";
      readonly members: readonly { readonly key: string; readonly value: JsonValue }[];
    }
  | { readonly kind: "array"; readonly items: readonly JsonValue[] }
  | { readonly kind: "string"; readonly text: string }
  /** Numbers keep their source text, so that no amount passes through a float. */
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "literal"; readonly text: "true" | "false" | "null" };

/** Members are kept as printed, duplicates included, so that the contract can refuse a key that stands twice. */
export type JsonDocument = {
  readonly kind: "json";
  readonly root: JsonValue;
  /** The PDF that one member of the root object carries as base64, already decoded, with the member's key. */
  readonly embedded?: { readonly key: string; readonly document: PdfDocument };
};
