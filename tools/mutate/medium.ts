import type { Dice } from "./dice.ts";
import type { Expectation, Sheet, Written } from "./sheet.ts";

/** How one kind of document is written from a sheet. */
export type Medium = {
  /** What the fixture prints. */
  readonly sheet: Sheet;
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
