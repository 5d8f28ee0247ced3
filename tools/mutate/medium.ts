import type { Dice } from "./dice.ts";
import type { Expectation, Sheet, Written } from "./sheet.ts";

export type DocumentKind = "html" | "json" | "pdf" | "pdf in json";

/** How one kind of document is written from a sheet. */
export type Medium = {
  readonly kind: DocumentKind;
  /** What the fixture prints. */
  readonly sheet: Sheet;
  /** What a document that was written from a sheet shows, where labels and values run together; else the sheet. */
  readonly shown?: (sheet: Sheet) => Sheet;
  /** Whether a reader may say that it cannot tell labels and values apart. */
  readonly mayDoubt?: (sheet: Sheet) => boolean;
  /** Without dice as the fixture is written; with dice in another way that means the same. */
  readonly write: (sheet: Sheet, dice: Dice | null) => Promise<Written>;
  /** Changes that only this kind of document knows. */
  readonly twists: Readonly<Record<string, Twist>>;
};

/** A document with what may come of it, given what may come of its sheet. */
export type Twist = (
  sheet: Sheet,
  dice: Dice,
  expectation: (sheet: Sheet, must: boolean) => Expectation,
) => Promise<{ readonly written: Written; readonly expectation: Expectation } | null>;
