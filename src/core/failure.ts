/**
 * The closed list of failures, by the side that each is of. The side says who can mend it and whether the answer counts:
 * only definitive answers about a receipt do.
 */
export const failuresBySide = {
  /** The caller's request. */
  request: [
    "json_invalid",
    "parameter_missing",
    "parameter_unknown",
    "parameter_invalid",
    "parameters_exclusive",
    "reference_malformed",
    "reference_not_ascii",
    "reference_ambiguous",
    "reference_not_found_in_text",
    "receipt_url_untrusted",
    "receipt_url_feedback_link",
    "account_number_required",
    "route_not_found",
    "provider_not_offered",
    "method_not_allowed",
    "body_too_large",
    "media_type_unsupported",
    "request_in_progress",
    "idempotency_key_reused",
  ],
  /** The caller's picture. */
  picture: [
    "image_too_large",
    "image_type_unsupported",
    "image_unreadable",
    "image_dimensions_too_large",
    "qr_not_found",
    "qr_ambiguous",
    "qr_not_alpha",
    "qr_untrusted_host",
  ],
  /** The caller's access. */
  access: [
    "invalid_api_key",
    "api_key_revoked",
    "api_key_expired",
    "api_key_in_url",
    "account_suspended",
    "balance_exhausted",
    "daily_quota_exceeded",
    "rate_limited",
    "abnormal_usage",
    "live_key_required",
    "key_scope_missing",
    "key_address_refused",
    "key_limit_reached",
    "key_replaced",
    "too_many_link_codes",
  ],
  /** A receipt that is handed in to top up. */
  topUp: ["topup_not_offered", "receipt_not_creditable", "receipt_already_credited"],
  /** The receipt: the definitive answers, which count. */
  receipt: ["receipt_not_found", "receipt_not_completed", "receipt_mismatch"],
  /** The provider, which gave no answer about the receipt that we can read. */
  provider: [
    "provider_format_changed",
    "provider_error",
    "provider_tls_failure",
    "provider_blocked",
    "provider_unavailable",
    "provider_timeout",
  ],
  /** We. */
  ours: ["overloaded", "internal_error"],
} as const;

type Side = keyof typeof failuresBySide;
type CodeOf<One extends Side> = (typeof failuresBySide)[One][number];

export type FailureCode = CodeOf<Side>;

export const failureCodes: readonly FailureCode[] = Object.values(failuresBySide).flat();

/** What an answer without a receipt means for the merchant who asks. */
export const failureAssessmentKinds = [
  "undone",
  "pending",
  /** A second number, or a choice of bank, was part of the question: either may be wrong. */
  "number_in_doubt",
  "not_found_yet",
  "not_found",
  "another_receipt",
  "unreadable",
  "no_answer",
  "not_asked",
] as const;

export type FailureAssessmentKind = (typeof failureAssessmentKinds)[number];

/** Why a receipt was not found, as the API names it (`error.reason`). */
export const notFoundReasons = ["other_number_possible", "too_recent", "unknown"] as const;

export type NotFoundReason = (typeof notFoundReasons)[number];

/** How a caller comes to more checks. */
export type QuotaCause = "anonymous" | "registered" | "test" | "guest" | "operator";

/** Why a real receipt is not credited. */
export type UncreditedCause = "provider" | "kind" | "age" | "date" | "amount";

/** What became of a receipt that the same account had handed in. */
export type HandedInCause = "credited" | "waiting" | "declined";

/** Which of its cases a code means, where it has several. Each is worded in its own way. */
export type FailureCause =
  // `daily_quota_exceeded`; `balance_exhausted` knows the operator's alone
  | QuotaCause
  // `receipt_not_creditable`
  | UncreditedCause
  // `receipt_already_credited`
  | HandedInCause
  // `receipt_mismatch`: a payment that tops nobody up; `daily_quota_exceeded`: the tries to top up, no checks
  | "topup"
  // `invalid_api_key`: there is none
  | "missing"
  // `api_key_in_url`: it was a key in force
  | "revoked"
  // `rate_limited`; unset: too many requests
  | "pictures"
  | "unanswered"
  | "under way"
  // `reference_ambiguous`; unset: one receipt of one of several banks
  | "several receipts"
  | "letter in doubt";

/** Where a request is wrong: `location` is a field name such as `transactionRef`, or `body`. */
export type FieldIssue = { readonly location: string; readonly message: string };

/**
 * An expected failure as a value. Everything but `detail` and `printedReference` may be shown to the caller. The sentence for
 * a person comes from `texts/` by `code`, so that all faces say the same.
 */
export type Failure = {
  readonly code: FailureCode;
  /** The one request field that is wrong. */
  readonly param?: string;
  /** A word the sentence names: the nearest known field, the foreign character, the allowed methods. */
  readonly subject?: string;
  /** Which of its code's cases it is; unset: the usual one. */
  readonly cause?: FailureCause;
  readonly issues?: readonly FieldIssue[];
  /** Status word as the receipt prints it, for `receipt_not_completed`. */
  readonly receiptStatus?: string;
  /** The reference on that receipt, for the books alone: a link may hide it. */
  readonly printedReference?: string;
  /** What of a `receipt_mismatch` differs: the printed reference, or both parties' accounts. */
  readonly mismatch?: "reference" | "account";
  /** Why there was a `receipt_not_found`, as far as the question tells. */
  readonly reason?: NotFoundReason;
  /** What it means for the caller; absent when no provider was asked. */
  readonly assessment?: FailureAssessmentKind;
  /** Seconds after which a retry can help; a definitive answer that has it may still change. */
  readonly retryAfterSeconds?: number;
  /** When a daily quota is full again. */
  readonly resetAt?: Date;
  /** Readings of an ambiguous text, as `/api/detect` shows them. */
  readonly candidates?: readonly unknown[];
  /** What happened, for the log only: never a name, a number, a key or a whole link. */
  readonly detail?: string;
};

export const fail = (
  code: FailureCode,
  facts: Omit<Failure, "code"> = {},
): { ok: false; error: Failure } => ({
  ok: false,
  error: { code, ...facts },
});

/** Whether an error is a failure, and no refusal that only one room knows. */
export const isFailure = (error: { readonly code: string }): error is Failure =>
  failureCodes.some((code) => code === error.code);

type Coded = { readonly code: string };

/** The code of a failure of the provider; null for any other. A `switch` over it must name each code. */
export const providerCodeOf = ({ code }: Coded): CodeOf<"provider"> | null =>
  failuresBySide.provider.find((one) => one === code) ?? null;

/** The code of a definitive answer about a receipt; null for any other. A `switch` over it must name each code. */
export const definitiveCodeOf = ({ code }: Coded): CodeOf<"receipt"> | null =>
  failuresBySide.receipt.find((one) => one === code) ?? null;

/** Whether a request ended by a failure of ours. */
export const isOurs = ({ code }: Coded): boolean => failuresBySide.ours.some((one) => one === code);

/** Whether a request ended by a failure of a provider or of ours, for which nobody who asks is to blame. */
export const isBlameless = (failure: Coded): boolean => providerCodeOf(failure) !== null || isOurs(failure);

/**
 * The same, without a bank that cannot be reached. Its receipts are refused at once, perhaps for hours. What is done for
 * them before that, such as reading a picture, needs a limit.
 */
export const isBlamelessOnce = (failure: Coded): boolean =>
  isBlameless(failure) && failure.code !== "provider_unavailable";

/** A definitive answer about a receipt. */
export type Verdict = "verified" | CodeOf<"receipt">;

/** What counts: definitive answers do, everything else is free. Null: nothing was found out, so nothing counts. */
export const verdictOf = (failure: Failure | null): Verdict | null =>
  failure === null ? "verified" : definitiveCodeOf(failure);

/** Whether an answer counts. */
export const isBillable = (failure: Failure | null): boolean => verdictOf(failure) !== null;
