import type { FailureAssessmentKind, FailureCause, FailureCode, NotFoundReason } from "../core/failure.ts";

/** `message` is what happened, `hint` what to do next; both safe to show a person. */
export type Sentence = { readonly message: string; readonly hint?: string };

/** What a failure's sentence may name, written out for the language. */
export type FailureFacts = {
  readonly param: string | undefined;
  readonly subject: string | undefined;
  readonly cause: FailureCause | undefined;
  readonly receiptStatus: string | undefined;
  /** What the answer means for the caller; undefined when no bank was asked. */
  readonly assessment: FailureAssessmentKind | undefined;
  /** Why a receipt was not found. */
  readonly reason: NotFoundReason | undefined;
  /** When a quota is full again, in Addis Ababa. */
  readonly resetAt: string | undefined;
  readonly retryAfterSeconds: number | undefined;
};

/** What a table says of a failure's case; undefined where it says nothing. */
export const inCase = <T>(
  table: Readonly<Partial<Record<FailureCause, T>>>,
  cause: FailureCause | undefined,
): T | undefined => (cause === undefined ? undefined : table[cause]);

/** One sentence per failure code; a function where it names something. */
export type FailureSentences = Readonly<Record<FailureCode, Sentence | ((facts: FailureFacts) => Sentence)>>;

/** An age in the largest unit that fits, rounded: `almost` up, `over` down. */
export type Age = {
  readonly unit: "minute" | "hour" | "day" | "month" | "year";
  readonly count: number;
  readonly rounded?: "almost" | "over";
};

/** Who checked a receipt before; `name` as it may stand in a chat. */
export type EarlierAsker =
  | { readonly kind: "you" | "key" | "unknown" }
  | { readonly kind: "member"; readonly name: string };
