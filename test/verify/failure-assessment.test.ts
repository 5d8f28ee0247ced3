import { describe, expect, test } from "vitest";
import type { Failure } from "../../src/core/failure.ts";
import { assessFailure, notFoundReasonOf } from "../../src/verify/failure-assessment.ts";

const now = new Date("2026-11-15T12:00:00+03:00");
const today = { year: 2026, month: 11, day: 15 };
const lastWeek = { year: 2026, month: 11, day: 8 };
const alone = { isBankChosen: false, encodedDate: lastWeek };

const failures: readonly (readonly [
  what: string,
  failure: Failure,
  asked: Parameters<typeof assessFailure>[1],
  kind: string,
])[] = [
  ["an old reference alone", { code: "receipt_not_found" }, alone, "not_found"],
  [
    "a reference of today alone",
    { code: "receipt_not_found" },
    { ...alone, encodedDate: today },
    "not_found_yet",
  ],
  [
    "a reference without a date",
    { code: "receipt_not_found" },
    { ...alone, encodedDate: null },
    "not_found_yet",
  ],
  [
    "a second number, also today",
    { code: "receipt_not_found" },
    { ...alone, secondNumber: "00009999", encodedDate: today },
    "number_in_doubt",
  ],
  [
    "a bank chosen by hand",
    { code: "receipt_not_found" },
    { ...alone, isBankChosen: true },
    "number_in_doubt",
  ],
  ["another account", { code: "receipt_mismatch", mismatch: "account" }, alone, "number_in_doubt"],
  ["another reference", { code: "receipt_mismatch", mismatch: "reference" }, alone, "another_receipt"],
  ["reversed", { code: "receipt_not_completed", receiptStatus: "Reversed" }, alone, "undone"],
  ["pending", { code: "receipt_not_completed", receiptStatus: "Pending" }, alone, "pending"],
  ["awaited", { code: "receipt_not_completed", receiptStatus: "Awaiting" }, alone, "pending"],
  ["another layout", { code: "provider_format_changed" }, alone, "unreadable"],
  ["a bank that does not answer", { code: "provider_timeout" }, alone, "no_answer"],
  ["a link that is not the bank's", { code: "receipt_url_untrusted" }, alone, "not_asked"],
];

describe("what an answer without a receipt means", () => {
  test.each(failures)("%s", (_, failure, asked, kind) => {
    expect(assessFailure(failure, asked, now).kind).toBe(kind);
  });

  test("a second number is the reason before the date, and the date is told apart", () => {
    expect(notFoundReasonOf({ ...alone, secondNumber: "1", encodedDate: today }, now)).toBe(
      "other_number_possible",
    );
    expect(notFoundReasonOf({ ...alone, encodedDate: today }, now)).toBe("too_recent");
    expect(notFoundReasonOf(alone, now)).toBe("unknown");
  });
});
