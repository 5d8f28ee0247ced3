import type { FailureCode } from "../../src/failure.ts";
import type { Receipt } from "../../src/receipt.ts";
import type { Dice } from "./dice.ts";

/** What a receipt prints, as the mutator knows it because it writes it: labels and the values beside them, in page order. */
export type Sheet = {
  /** alpha: the title; beta: the page's title; gamma: the status of the answer's header. */
  readonly heading: string;
  readonly rows: readonly Row[];
};

/** One label with its value; "" where nothing is printed. */
export type Row = {
  /** Which place of the fixture's layout it stands in. A row that a mutation added says where it was put. */
  readonly slot: number | "inside" | "apart";
  readonly label: string;
  readonly value: string;
};

/** The question that the fixture asks, as far as the document must repeat it. */
export type Asked = {
  readonly reference: string;
  /** Last digits of an account of one party; all of them when `isWhole`. */
  readonly account?: { readonly digits: string; readonly isWhole: boolean };
};

/** Bytes as a provider might send them. */
export type Written = { readonly bytes: Uint8Array; readonly contentType: string };

export type Expected = { readonly receipt: Receipt; readonly amountSantim: number };

/** What may come of a document. */
export type Expectation = {
  /** The records with which it may be Verified; none when it must not be. */
  readonly records: readonly Expected[];
  /** Whether it must be Verified: nothing that matters was changed. */
  readonly must: boolean;
  /** Codes with which it may be refused. */
  readonly codes: ReadonlySet<FailureCode>;
};

/** A sheet after a mutation. `must`: it is still a good receipt, and a reader has to say so. */
export type Mutant = { readonly sheet: Sheet; readonly must: boolean };

/** Null when the sheet has nothing that this mutation could change. */
export type SheetMutation = (sheet: Sheet, dice: Dice, facts: Facts) => Mutant | null;

/** What mutations may know of the receipt they change. */
export type Facts = { readonly label: string; readonly asked: Asked };
