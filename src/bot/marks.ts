import { type FailureCode, isBillable } from "../failure.ts";

/** Nothing is known of the receipt yet. */
export const undecided: ReadonlySet<FailureCode> = new Set([
  "provider_format_changed",
  "provider_error",
  "provider_tls_failure",
  "provider_blocked",
  "provider_unavailable",
  "provider_timeout",
  "overloaded",
  "internal_error",
]);

/** What is about the asker. */
export const access: ReadonlySet<FailureCode> = new Set([
  "account_suspended",
  "balance_exhausted",
  "daily_quota_exceeded",
  "rate_limited",
  "abnormal_usage",
]);

/** ⚠️ is for real receipts alone: it says to look twice at one. 🚫: nobody was asked. */
export const markOf = (code: FailureCode): string => {
  if (isBillable({ code })) return "❌";
  return undecided.has(code) ? "⏳" : "🚫";
};
