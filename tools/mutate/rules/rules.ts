import type { Dice } from "../dice.ts";
import type { Row, Sheet } from "../sheet.ts";

/** What a label stands for. */
export type Role =
  | "payer"
  | "payerOfAccount"
  | "payerAccount"
  | "receiver"
  | "receiverAccount"
  | "account"
  | "holder"
  | "bankAccount"
  | "customer"
  | "debit"
  | "credit"
  | "sender"
  | "senderNumber"
  | "buyer"
  | "buyerNumber"
  | "receiverNumber"
  | "business"
  | "businessNumber"
  | "sourceAccount"
  | "customerName"
  | "phoneName"
  | "phone"
  | "recipient"
  | "merchant"
  | "till"
  | "beneficiary"
  | "beneficiaryAccount"
  | "status"
  | "date"
  | "reference"
  | "reason"
  /** The bank's words for the kind of payment, and what only one kind has. */
  | "type"
  | "package"
  | "airtimeFor"
  | "serviceNumber"
  /** Where the receiver's account lies. */
  | "bank"
  | "institution"
  | "amount"
  | "detail"
  | "commission"
  | "vat"
  | "vatOnFee"
  | "levy"
  | "fee0"
  | "fee1"
  | "fee2"
  | "fee3"
  | "fee4"
  | "fee5"
  | "stampDuty"
  | "discount"
  | "tip"
  | "total"
  | "documentType"
  | "currency"
  | "otherCurrency"
  | "receiptNumber"
  | "link";

export type Party = { readonly name: string; readonly account: string };

/** Fields that a kind of receipt may have no place for. */
export type Absent = "payer_name" | "payer_account" | "receiver_name" | "receiver_account";

/** What a receipt says to a person who reads it, nothing converted. */
export type Said = {
  readonly documentType: string;
  /** The bank's words for the kind of payment. */
  readonly type?: string | undefined;
  readonly reference: string;
  readonly date: string;
  readonly payer: Party;
  readonly receiver: Party;
  readonly amount: string;
  /** Undefined where no total is printed: it is the sum of the parts. */
  readonly total: string | undefined;
  readonly status?: string | undefined;
  readonly commission?: string | undefined;
  readonly vat?: string | undefined;
  readonly levy?: string | undefined;
  /** Further parts of the total; parts that may be in it; parts that may have been taken off it. */
  readonly added?: readonly string[];
  readonly maybeAdded?: readonly string[];
  readonly maybeSubtracted?: readonly string[];
  readonly currency?: string | undefined;
  /** What the interface around the receipt says of it. */
  readonly header?: string;
  readonly absent?: readonly Absent[];
  /** Addresses of receipts that the document carries. */
  readonly links?: readonly string[];
};

export type At = (role: Role) => string | undefined;

/** One way in which a provider lays its receipts out: how it words its labels, and which must be there. */
export type Layout = {
  readonly roleOf: (label: string) => Role | null;
  /** Labels that must be there, and how often; all others may be there once. */
  readonly times: Readonly<Partial<Record<Role, number>>>;
  /** What says nothing when it is empty, as if its label were not there. */
  readonly mayBeEmpty?: readonly Role[];
  /** What is printed where there is nothing to say; white space alone when absent. */
  readonly isBlank?: (text: string) => boolean;
  /** What the record does not show, and a reader may yet refuse: a column of a row is told by what it looks like. */
  readonly isOdd?: (role: Role, text: string) => boolean;
  /** Whose a label is that stands for one thing or another, by those above it; null: nobody can say. */
  readonly owner?: (role: Role, above: readonly Role[]) => Role | null;
  /** Null when it is no receipt of this layout. */
  readonly say: (at: At, sheet: Sheet) => Said | null;
};

/** What a provider's receipts look like, by spec 2 and the formats page alone. */
export type Rules = {
  readonly layouts: readonly [Layout, ...Layout[]];
  /** A row whose meaning its place alone tells. */
  readonly placed?: (sheet: Sheet, row: Row) => Role | null;
  readonly reference: RegExp;
  /** Milliseconds since the epoch; null when a date has another shape or does not exist. */
  readonly moment: (printed: string) => number | null;
  readonly amounts: "plain" | "thousands" | "printed";
  readonly shows: readonly ("commission" | "vat_on_commission")[];
  /** Whether a document may print this in the place of an account; digits with one mask when absent. */
  readonly isAccount?: (text: string) => boolean;
  /** Fewest digits at the end of an account: behind a mask, and of a whole one. */
  readonly visible: readonly [masked: number, whole: number];
  readonly fresh: Fresh;
};

/** How another good receipt of the provider is written. */
export type Fresh = {
  readonly money: (number: string, dice: Dice) => string;
  readonly date: (parts: DateParts, dice: Dice) => string;
  /** The new value of a row that is more than its role alone says; undefined: the usual one. */
  readonly value?: (role: Role, row: Row, people: People) => string | undefined;
  /** Scripts that the document's fonts have. */
  readonly scripts: "latin" | "any" | "one of both";
};

/** Who and when the new receipt is about, `date` as the provider writes it, and what it said before. */
export type People = {
  readonly payer: string;
  readonly receiver: string;
  readonly date: string;
  readonly before: Said | null;
};

/** Two digits each, the year with four. */
export type DateParts = Readonly<
  Record<"year" | "month" | "day" | "hour" | "minute" | "second" | "hour12" | "half" | "mon", string>
>;
