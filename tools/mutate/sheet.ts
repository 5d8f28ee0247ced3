import type { FailureCode } from "../../src/core/failure.ts";
import type { Receipt } from "../../src/core/receipt.ts";
import type { Dice } from "./dice.ts";

/** What a receipt prints, as the mutator knows it because it writes it: labels and the values beside them, in page order. */
export type Sheet = {
  /** The document's title; of gamma the status in the answer's header. */
  readonly heading: string;
  /** An address that the page carries where nobody sees it. */
  readonly link?: string;
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
  /** As the document prints it; absent where it was asked for by a token that is not printed. */
  readonly reference?: string;
  /** As the record shows it, where that is not as printed. */
  readonly shownReference?: string;
  /** One of them must be an account of one party: its last digits, or all of them when `isWhole`. */
  readonly accounts: readonly { readonly digits: string; readonly isWhole: boolean }[];
  /** The token of the receipt's address; `pattern` finds tokens in addresses, as its first group. */
  readonly token?: { readonly pattern: RegExp; readonly isAsked: (text: string) => boolean };
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
