import type { FailureCode } from "../../core/failure.ts";
import type { CalendarDate } from "../../core/time.ts";
import type { Provider, RequestFields, Shape } from "../../providers/provider.ts";

/** What detection needs to know of a provider. */
export type DetectProvider = Pick<
  Provider,
  "label" | "shapes" | "readLink" | "settings" | "open" | "unlookable"
>;

/** One candidate of one place in the text, before it is compared with its alternatives. */
export type RawCandidate = {
  readonly provider: string;
  readonly request: RequestFields;
  readonly missing: readonly string[];
  readonly encodedDate: CalendarDate | null;
  /** First and last code unit (exclusive) in the cleaned text. */
  readonly at: number;
  readonly end: number;
  /** What says that this is a reference. `elsewhere`: a label that calls it another bank's number. */
  readonly source: "link" | "label" | "elsewhere" | "bare";
  /** The reference in capitals; of a link that holds none the question that it asks, the same on all hosts. */
  readonly word: string;
  /** Of the shape that it meets; a link needs none. */
  readonly width: Shape["width"];
  /** Bears the provider's own type code. */
  readonly isTypical: boolean;
  /** Carries a day between 2020 and tomorrow, or none at all. */
  readonly isTimely: boolean;
};

/** What was found in one place: candidates, refusals, both (a feedback link), or nothing. */
export type FoundCandidates = {
  readonly candidates: readonly RawCandidate[];
  readonly refused: readonly Refused[];
};

/** A link or word that looks like a receipt and must not be looked up. */
export type Refused = {
  readonly text: string;
  readonly code: FailureCode;
  /** Of `reference_malformed`: the word is one character shorter or longer than these providers' references. */
  readonly otherLength?: OtherLength;
};

/** How long a word is, and how long the references are, by provider, from which it differs in one character. */
export type OtherLength = {
  readonly length: number;
  readonly expected: readonly { readonly provider: string; readonly length: number }[];
};
