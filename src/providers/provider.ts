import type { z } from "zod";
import type { Failure } from "../core/failure.ts";
import type { SecondNumberField } from "../core/field-names.ts";
import type { UnverifiedReceipt, VerifiedReceipt } from "../core/receipt.ts";
import type { Result } from "../core/result.ts";
import type { CalendarDate } from "../core/time.ts";
import type { Document } from "../documents/document.ts";

/** What `json` can say a place for: fields of the record, the status word of the receipt, and what the payment was. */
export const jsonFields = [
  "document_type",
  "transaction_reference",
  "receipt_status",
  "payment_date",
  "payer_name",
  "payer_account",
  "receiver_name",
  "receiver_account",
  "receiver_bank",
  "transaction_type",
  "narrative",
  "transferred_amount",
  "commission",
  "vat_on_commission",
  "total_debited",
] as const;

export type JsonField = (typeof jsonFields)[number];

/** What an operator says of one provider in `providers.json`, validated. */
export type ProviderSettings = {
  /** Shown as `data.bank` and on buttons. */
  readonly bank: string;
  /** Receipt host as users see it in links: scheme, host and port, no trailing slash. */
  readonly url: string;
  /** Further hosts whose links are accepted and never fetched. */
  readonly aliases: readonly string[];
  /** Where the data is fetched when it is not `url`; may hold a path and `{token}`. */
  readonly apiUrl?: string;
  /** Host of a second kind of link. */
  readonly linkUrl?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** PEM certificates that are trusted besides the public roots. */
  readonly ca?: string;
  /** Name that the certificate must carry when it is not the host's. */
  readonly tlsName?: string;
  readonly proxy?: string;
  /** Total budget of a look-up in milliseconds. */
  readonly timeoutMs?: number;
  /** Dotted paths into a JSON answer whose layout the operator knows; elsewhere the reader's own hold. */
  readonly json?: Readonly<Partial<Record<JsonField, string>>>;
  /** A text that the provider's not-found answer contains. */
  readonly miss?: string;
  /** Further wordings of a label, by the label as the contract spells it. */
  readonly labels: Readonly<Record<string, readonly string[]>>;
};

/** Fields of the provider's endpoint, as found or given, under names of `core/field-names.ts`; nothing is validated yet. */
export type RequestFields = Readonly<Record<string, string>>;

/** One GET. The URL is built from the configured host and a validated token, never from a user's link. */
export type UpstreamRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Statuses whose body the provider's reader understands; all others are the transport's to judge. */
  readonly statuses: readonly number[];
  /** Of these, those that the provider also gives in passing: asked once more before the reader sees one. */
  readonly transientStatuses?: readonly number[];
  /** Of these, at a second place: those that only say that nothing lies there. What the place before answered stands. */
  readonly nothingThere?: readonly number[];
};

export type Answer = { readonly status: number; readonly document: Document };

/** What a reader may know besides the document. */
export type ReadingContext = {
  /** Of the provider whose document it is. */
  readonly label: string;
  readonly settings: ProviderSettings;
  readonly now: Date;
};

/**
 * How a bare word is recognised. Named groups of `pattern` are request fields. `pattern` is tried on a word
 * that is cleaned and upper-cased, anchored at both ends, without nested repetition.
 */
export type Shape = {
  readonly pattern: RegExp;
  /**
   * `narrow`: the shape of its real references. `wide`: what its endpoint takes besides; offered when nothing narrower
   * fits. `loose`: wide, and says nothing but a length: in a sentence only a label makes such a word a reference.
   */
  readonly width: "narrow" | "wide" | "loose";
  /** The letters that each reference begins with one of, e.g. `["FT"]`; unset: many. Where one is missing, it is told. */
  readonly begins?: readonly string[];
  /** Fields that a look-up needs besides, e.g. `["accountNumber"]`. */
  readonly missing: readonly SecondNumberField[];
  /** True for references without a letter: a number is one only behind a label or as the whole message. */
  readonly isNumber?: true;
  /** Marks that only this provider's references are known to bear, such as a type code: ranks before alternatives. */
  readonly typical?: RegExp;
  /** Date that the reference carries, or null when it carries none that exists. */
  readonly encodedDate?: (reference: string, now: Date) => CalendarDate | null;
};

/** A link on one of the provider's own hosts, taken apart. `query` holds decoded values, last `&amp;` forms mended. */
export type ReceiptLink = {
  /** The whole link as written, perhaps without its scheme: what a request's `url` field keeps. */
  readonly link: string;
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  /** Everything after `?` and after `#`, as written. */
  readonly search: string;
  readonly fragment: string;
};

/** Messages of this bank that lead to no receipt. */
type UnlookableMessages = {
  /** How it words them, where no other bank does and its name may be missing. */
  readonly wording?: RegExp;
  /** Whether a text holds a number of its own by which it finds nothing. */
  readonly hasNumber?: (text: string, now: Date) => boolean;
};

/** What a link on a provider's host means. `undefined`: nothing of this provider's. */
export type LinkReading =
  | {
      readonly kind: "receipt";
      readonly request: RequestFields;
      readonly missing: readonly SecondNumberField[];
      /** A token of the usual length: not cut where its link was broken, nor run together with what follows. */
      readonly isUsual?: boolean;
    }
  | {
      readonly kind: "feedback";
      readonly derived?: { readonly request: RequestFields; readonly missing: readonly SecondNumberField[] };
    }
  | undefined;

/**
 * One bank in one file, read top to bottom in the order things happen: what it looks like, what is asked of
 * the caller, where the receipt lives, how it is read. Pure: no network, no money, no sibling. `Asked` is what its steps
 * take once a request is validated.
 */
export type ProviderDefinition<Fields, Asked, Label extends string> = {
  /** Word in the path: `/api/verify-<label>`. */
  readonly label: Label;
  /** Whether it is offered where the operator sets `DEPLOYMENT=limited` (docs/operating.md). */
  readonly limited: boolean;
  /** False for a wallet, where people are known by their phones; unset: they have account numbers. */
  readonly holdsAccounts?: false;
  /** Raised when a changed contract must not meet an older cached record. */
  readonly contractVersion: number;
  /** Usual wordings of the labels that its documents are read by: what `labels` in `providers.json` may name. */
  readonly labels: readonly string[];
  readonly shapes: readonly Shape[];
  readonly readLink: (link: ReceiptLink) => LinkReading;
  readonly unlookable?: UnlookableMessages;
  /** Body of the endpoint: cleans and validates. Unknown fields are refused (strict object). */
  readonly request: z.ZodType<Fields>;
  /** For a look-up that needs digits of an account; absent where none does. */
  readonly digits?: {
    /** The field that holds them. */
    readonly field: SecondNumberField;
    /** The same receipt asked for with these digits in place of its own. */
    readonly askWith: (asked: Asked, digits: string) => RequestFields;
  };
  /** What is wrong with the operator's settings, beginning with the key's name; null: nothing. Unset: nothing ever is. */
  readonly settingsProblem?: (settings: ProviderSettings) => string | null;
  /** Where to ask, or why not. */
  readonly locate: (asked: Asked, settings: ProviderSettings) => ReceiptLocation | Refusal;
  /** The record of an answer, or why there is none; made by `onlyReceipts` (`answers.ts`) where that says enough. */
  readonly read: (
    answer: Answer,
    asked: Asked,
    context: ReadingContext,
  ) => Result<UnverifiedReceipt, Failure>;
  /**
   * A reference, as it is printed or asked for, in the one form under which its receipt is credited once and known again;
   * unset: it is that form.
   */
  readonly receiptId?: (reference: string) => string;
  /** Budget of a look-up in milliseconds when the providers file sets none; 15 s unless the host is known to be slow. */
  readonly timeoutMs?: number;
};

/** A bank whose steps take the fields as they are. */
export type PlainDefinition<Fields, Label extends string> = ProviderDefinition<Fields, Fields, Label> & {
  readonly resolve?: undefined;
};

/** A bank that a receipt is asked of in several ways, such as by its link. Its steps take the one form that they mean. */
export type ResolvingDefinition<Fields, Asked, Label extends string> = ProviderDefinition<
  Fields,
  Asked,
  Label
> & { readonly resolve: Resolve<Fields, Asked> };

/** What the fields ask for. Refuses what only the settings can tell, such as a link on another host. */
export type Resolve<Fields, Asked> = (fields: Fields, settings: ProviderSettings) => Result<Asked, Failure>;

/** A failure as `fail` gives it. */
export type Refusal = { readonly ok: false; readonly error: Failure };

/** Where the receipt of a question lies, and what is known of it before it is asked for. */
export type ReceiptLocation = {
  /**
   * Digits of an account or phone that are part of the question beside the reference, as they are asked; absent where
   * the reference stands alone. A miss may be theirs.
   */
  readonly secondNumber?: string;
  /** Day that the reference itself carries; null when it carries none. A hint. */
  readonly encodedDate: CalendarDate | null;
  /** Where a person can open the receipt in a browser; absent where there is no such page. */
  readonly page?: string;
  /** The whole question in one line; equal questions share a fetch and a cache entry. */
  readonly canonical: string;
  /** Where the receipt may lie, in the order to ask: the next only after "not found", all within one deadline. */
  readonly requests: readonly [UpstreamRequest, ...UpstreamRequest[]];
};

/** A validated question with its fields closed over, so that all request types live in one list without a cast. */
export type Question = ReceiptLocation & {
  readonly provider: string;
  /** The body that it was opened from, so that it can be opened again elsewhere. */
  readonly body: unknown;
  readonly read: (answer: Answer, now: Date) => Result<VerifiedReceipt, Failure>;
};

/** A provider joined with the operator's settings: what the core sees. */
export type Provider = {
  readonly label: string;
  readonly limited: boolean;
  /** Whether people have account numbers there, and not only phones. */
  readonly holdsAccounts: boolean;
  readonly contractVersion: number;
  readonly timeoutMs: number;
  readonly settings: ProviderSettings;
  readonly shapes: readonly Shape[];
  readonly readLink: (link: ReceiptLink) => LinkReading;
  /** Unset: none are known. */
  readonly unlookable?: UnlookableMessages | undefined;
  readonly request: z.ZodType;
  /**
   * A reference, as it is printed or asked for, in the one form under which its receipt is credited once and known
   * again.
   */
  readonly receiptId: (reference: string) => string;
  /** Validates a body of the endpoint into a question. */
  readonly open: (body: unknown) => Result<Question, Failure>;
  /**
   * A body of the endpoint that asks for the same receipt with this account's digits and nobody else's, where a
   * look-up needs some; the digits that the given body needs may be missing in it.
   */
  readonly askWith: (body: RequestFields, accountNumber: string) => Result<RequestFields, Failure>;
};
