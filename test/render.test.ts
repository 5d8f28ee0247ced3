import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canChange, formatAmount, renderFailure, renderReading } from "../src/bot/render.ts";
import type { Failure } from "../src/failure.ts";
import { morning, reading } from "./support/bot-world.ts";

const resetAt = new Date("2026-11-16T21:00:00Z");
const billing = { kind: "quota", counted: true, quota: { limit: 5, remaining: 4, resetAt } } as const;
const circumstances = { billing, language: "en", now: morning } as const;

const firstLine = (facts: Parameters<typeof reading>[1], receipt = {}): string | undefined =>
  renderReading(reading(receipt, facts), circumstances).text.split("\n")[0];

const yesterday = { year: 2026, month: 11, day: 15 };
const refuse = (failure: Failure, encodedDate: typeof yesterday | null = null): string[] =>
  renderFailure(failure, {
    ...circumstances,
    bank: "TEST Alpha Bank",
    reference: "FT26319K4Q7Z",
    encodedDate,
    warnings: [],
    checkedAt: morning,
  }).text.split("\n");

describe("the first line of a verified record", () => {
  test("is ✅ and asks whether the receiver is the reader, up to 48 hours", () => {
    const line = "✅ Verified: paid to Hana Mekonnen. Is that you?";
    expect(firstLine({ paymentDateIso: "2026-11-16T09:59:30+03:00" })).toBe(line);
    expect(firstLine({ paymentDateIso: "2026-11-14T10:00:00+03:00" })).toBe(line);
  });

  test("is a warning for an older receipt", () => {
    expect(firstLine({ paymentDateIso: "2026-11-14T09:59:59+03:00" })).toBe("⚠️ Real receipt, but 2 days old");
    expect(firstLine({ paymentDateIso: "2026-08-13T10:00:00+03:00" })).toBe(
      "⚠️ Real receipt, but 95 days old",
    );
  });

  test("takes a receipt that names only its day for recent as long as it may be, and invents no hour", () => {
    expect(firstLine({ paymentDateIso: "2026-11-14" })).toMatch(/^✅/);
    expect(firstLine({ paymentDateIso: "2026-11-13" })).toBe("⚠️ Real receipt, but 2 days old");
    expect(firstLine({ paymentDateIso: "2026-11-17" })).toBe("⚠️ Real receipt, but check its date");
    const { text } = renderReading(reading({}, { paymentDateIso: "2026-11-15" }), circumstances);
    expect(text).toMatch(/^15 Nov 2026 · 6 Hedar 2019 E\.C\.$/m);
  });

  test("is a warning when the date is in doubt or lies ahead", () => {
    expect(firstLine({ paymentDateIso: null })).toBe("⚠️ Real receipt, but check its date");
    expect(firstLine({ paymentDateIso: "2026-11-16T12:00:00+03:00" })).toBe(
      "⚠️ Real receipt, but check its date",
    );
  });

  test("names the account where the receipt has no receiver's name", () => {
    expect(firstLine({}, { receiver_name: "" })).toBe("✅ Verified: paid to 2519****8765. Is that you?");
  });
});

describe("a refusal", () => {
  test("of a reference of today or yesterday is 'not found yet', of an older one final", () => {
    expect(refuse({ code: "receipt_not_found" }, yesterday)[0]).toBe("❌ Not found yet.");
    expect(refuse({ code: "receipt_not_found" }, { ...yesterday, day: 14 })[0]).toBe(
      "❌ There is no such receipt.",
    );
    expect(refuse({ code: "receipt_not_found" })[0]).toBe("❌ There is no such receipt.");
  });

  test("says for which receipt, when it was asked and what it cost", () => {
    expect(refuse({ code: "receipt_not_completed", receiptStatus: "Pending" })).toEqual([
      "❌ The payment is not completed: the receipt says “Pending”.",
      "Do not count on this money until the receipt says that the payment is completed.",
      "",
      "Reference: FT26319K4Q7Z · TEST Alpha Bank",
      "Checked at 10:00",
      "Counted. Left today: 4 of 5",
    ]);
  });

  test("can be checked again only where the answer may become another one", () => {
    const again = (failure: Failure, date: typeof yesterday | null = null) =>
      canChange(failure, date, morning);
    expect(again({ code: "receipt_not_completed", receiptStatus: "Pending" })).toBe(true);
    expect(again({ code: "receipt_not_completed", receiptStatus: "Reversed" })).toBe(false);
    expect(again({ code: "receipt_not_found" }, yesterday)).toBe(true);
    expect(again({ code: "receipt_not_found" }, { ...yesterday, day: 13 })).toBe(false);
    expect(again({ code: "provider_timeout" })).toBe(true);
    expect(again({ code: "receipt_mismatch" })).toBe(false);
    expect(again({ code: "daily_quota_exceeded" })).toBe(false);
  });

  test("says of a bank that does not answer that nothing is decided", () => {
    for (const code of ["provider_timeout", "provider_unavailable", "provider_format_changed"] as const)
      expect(refuse({ code })[0]).toMatch(/^⏳ .*nothing is decided\.$/);
  });
});

describe("amounts", () => {
  test("show two decimals and separate thousands", () => {
    expect([5, 100, 99_999, 125_000, 100_000_050].map(formatAmount)).toEqual([
      "0.05",
      "1.00",
      "999.99",
      "1,250.00",
      "1,000,000.50",
    ]);
  });
});

test("whatever a receipt prints, the entities cover exactly the amount, the reference and values that look like links", () => {
  const value = fc.oneof(fc.string({ unit: "grapheme", maxLength: 300 }), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(value, value, value, value, (payer, receiver, account, reference) => {
      const receipt = { payer_name: payer, receiver_name: receiver, receiver_account: account };
      const { text, entities } = renderReading(
        reading({ ...receipt, transaction_reference: reference }),
        circumstances,
      );
      expect(text.split("\n")).toHaveLength(10);
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cf}\p{Cc}]/u);
      expect(text.length).toBeLessThan(4_096);
      for (const { offset, length } of entities) {
        expect(length).toBeGreaterThan(0);
        expect(text.slice(offset, offset + length)).not.toContain("\n");
      }
      const bold = entities.filter(({ type }) => type === "bold");
      expect(bold.map(({ offset, length }) => text.slice(offset, offset + length))).toEqual(["1,250.00 ETB"]);
    }),
    { numRuns: 200 },
  );
});
