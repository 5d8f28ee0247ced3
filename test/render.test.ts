import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAmount } from "../src/bot/amounts.ts";
import { createJudging } from "../src/bot/judging.ts";
import { renderReading } from "../src/bot/render.ts";
import { canChange, renderFailure } from "../src/bot/render-failure.ts";
import type { Failure } from "../src/failure.ts";
import type { Reading } from "../src/receipt.ts";
import type { OwnAccount } from "../src/receivers.ts";
import { ok } from "../src/result.ts";
import type { ExpectedSum } from "../src/store/expected-sums.ts";
import { morning, reading } from "./support/bot-world.ts";

const resetAt = new Date("2026-11-16T21:00:00Z");
const billing = { kind: "quota", counted: true, quota: { limit: 5, remaining: 4, resetAt } } as const;
const circumstances = { billing, language: "en", now: morning } as const;

type Told = {
  readonly own?: readonly OwnAccount[];
  readonly seenAt?: Date;
  readonly sum?: ExpectedSum;
  readonly isSameShowing?: boolean;
};

/** A record as it is shown to somebody who has told so much. */
const show = async (shown: Reading, { own = [], seenAt, sum, isSameShowing = false }: Told = {}) => {
  const saved = own.map((account, at) => ({ ...account, provider: "", id: `${at}` }));
  const judge = createJudging({
    ownAccounts: { of: async () => ({ account: "a", isOwner: true, saved }) },
    expectedSums: {
      of: async () => sum ?? null,
      add: async (_, { amountSantim }) => ok(sum ? added(sum, amountSantim) : null),
    },
    now: () => morning,
  });
  const seenBefore = seenAt
    ? { firstAt: seenAt, times: 1, by: "another" as const, who: { kind: "you" as const }, message: null }
    : null;
  const asker = { place: { chatId: 1, messageId: 1 }, userId: 1, language: "en" } as const;
  const judgement = await judge(asker, { reading: shown, provider: "beta", seenBefore, isSameShowing });
  return renderReading(shown, { ...circumstances, seenBefore, judgement });
};

const added = (sum: ExpectedSum, amountSantim: number) => ({
  ...sum,
  receivedSantim: sum.receivedSantim + amountSantim,
  receipts: sum.receipts + 1,
  isAdded: true,
});

const firstLine = async (facts: Parameters<typeof reading>[1], receipt = {}): Promise<string | undefined> =>
  (await show(reading(receipt, facts))).text.split("\n")[0];

const hana = { number: "251911008765", name: "Hana Mekonnen" };
const selam = { number: "1000200004321", name: "Selam Getachew" };
const sumOf = (amountSantim: number, receivedSantim = 0): ExpectedSum => ({
  amountSantim,
  receivedSantim,
  receipts: receivedSantim === 0 ? 0 : 1,
});

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
  test("is ✅ and asks whether the receiver is the reader, up to 48 hours", async () => {
    const line = "✅ Verified: paid to Hana Mekonnen. Is that you?";
    expect(await firstLine({ paymentDateIso: "2026-11-16T09:59:30+03:00" })).toBe(line);
    expect(await firstLine({ paymentDateIso: "2026-11-14T10:00:00+03:00" })).toBe(line);
  });

  test("is a warning for an older receipt", async () => {
    expect(await firstLine({ paymentDateIso: "2026-11-14T09:59:59+03:00" })).toBe(
      "⚠️ Real receipt, but 2 days old",
    );
    expect(await firstLine({ paymentDateIso: "2026-08-13T10:00:00+03:00" })).toBe(
      "⚠️ Real receipt, but 95 days old",
    );
  });

  test("takes a receipt that names only its day for recent as long as it may be, and invents no hour", async () => {
    expect(await firstLine({ paymentDateIso: "2026-11-14" })).toMatch(/^✅/);
    expect(await firstLine({ paymentDateIso: "2026-11-13" })).toBe("⚠️ Real receipt, but 2 days old");
    expect(await firstLine({ paymentDateIso: "2026-11-17" })).toBe("⚠️ Real receipt, but check its date");
    const { text } = await show(reading({}, { paymentDateIso: "2026-11-15" }));
    expect(text).toMatch(/^15 Nov 2026 · 6 Hedar 2019 E\.C\. · yesterday$/m);
  });

  test("is a warning when the date is in doubt or lies ahead", async () => {
    expect(await firstLine({ paymentDateIso: null })).toBe("⚠️ Real receipt, but check its date");
    expect(await firstLine({ paymentDateIso: "2026-11-16T12:00:00+03:00" })).toBe(
      "⚠️ Real receipt, but check its date",
    );
  });

  test.each<[string, Told, string]>([
    ["it was paid to the asker", { own: [hana] }, "✅ Verified: paid to your account, Hana Mekonnen"],
    ["to somebody else", { own: [selam] }, "⚠️ Real receipt, but paid to someone else: Hana Mekonnen"],
    [
      "to another name under the same number",
      { own: [{ ...hana, name: "Selam Getachew" }] },
      "⚠️ Real receipt, but your account has another name there: Hana Mekonnen",
    ],
    [
      "it was shown before",
      { own: [hana], seenAt: new Date("2026-11-12T09:00:00Z") },
      "⚠️ Real receipt, but it was shown to you before: 12 Nov 2026, 12:00",
    ],
    [
      "it is the same showing",
      { own: [hana], seenAt: new Date("2026-11-16T06:58:00Z"), isSameShowing: true },
      "✅ Verified: paid to your account, Hana Mekonnen",
    ],
    [
      "less was paid than expected",
      { own: [hana], sum: sumOf(5_000_00) },
      "⚠️ Real receipt, but 3,750.00 ETB are still missing",
    ],
    [
      "the last part was paid",
      { sum: sumOf(5_000_00, 3_750_00) },
      "✅ Verified: paid to Hana Mekonnen. Is that you?",
    ],
    [
      "more was paid",
      { own: [hana], sum: sumOf(1_200_00) },
      "⚠️ Real receipt, but 50.00 ETB more than expected",
    ],
    [
      "it was paid to somebody else and shown before and is too little",
      { own: [selam], seenAt: morning, sum: sumOf(5_000_00) },
      "⚠️ Real receipt, but paid to someone else: Hana Mekonnen",
    ],
  ])("tells that %s", async (_, told, line) => {
    expect((await show(reading(), told)).text.split("\n")[0]).toBe(line);
  });

  test("names the account where the receipt has no receiver's name", async () => {
    expect(await firstLine({}, { receiver_name: "" })).toBe(
      "✅ Verified: paid to 2519****8765. Is that you?",
    );
  });
});

describe("the body of a verified record", () => {
  test("marks each line that speaks for or against it", async () => {
    const old = reading({}, { paymentDateIso: "2026-11-12T10:00:00+03:00" });
    const seenAt = new Date("2026-11-12T09:00:00Z");
    expect(
      (await show(old, { own: [selam], seenAt, sum: sumOf(5_000_00, 1_000_00) })).text.split("\n"),
    ).toEqual([
      "⚠️ Real receipt, but paid to someone else: Hana Mekonnen",
      "",
      "1,250.00 ETB",
      "Expected: 5,000.00 ETB · so far 1,000.00, this receipt is not added",
      "From: Selam Getachew · 2519****4321",
      "To: Hana Mekonnen · 2519****8765 · not your account ❌",
      "Date: 15-11-2026 10:20:30",
      "12 Nov 2026 · 3 Hedar 2019 E.C. · 4 days ago ⚠️",
      "Reference: DKF1AB2CD3 · TEST Beta Wallet",
      "Seen before: on 12 Nov 2026, 12:00 ⚠️",
      "",
      "Counted. Left today: 4 of 5",
    ]);
  });

  test.each<[ExpectedSum, string]>([
    [sumOf(1_250_00), "Expected: 1,250.00 ETB · ✅"],
    [sumOf(5_000_00, 3_750_00), "Expected: 5,000.00 ETB · come in 2 receipts ✅"],
    [sumOf(5_000_00), "Expected: 5,000.00 ETB · so far 1,250.00, missing 3,750.00 ⚠️"],
    [sumOf(1_200_00), "Expected: 1,200.00 ETB · so far 1,250.00, 50.00 too much ⚠️"],
  ])("says how far the expected sum has come: %o", async (sum, line) => {
    expect((await show(reading(), { sum })).text.split("\n")[3]).toBe(line);
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

test("whatever a receipt prints, the entities cover exactly the amount, the reference and values that look like links", async () => {
  const value = fc.oneof(fc.string({ unit: "grapheme", maxLength: 300 }), fc.string({ unit: "binary" }));
  await fc.assert(
    fc.asyncProperty(value, value, value, value, async (payer, receiver, account, reference) => {
      const receipt = { payer_name: payer, receiver_name: receiver, receiver_account: account };
      const { text, entities } = await show(reading({ ...receipt, transaction_reference: reference }));
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
