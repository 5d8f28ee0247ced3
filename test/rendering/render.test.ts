import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AskedEarly } from "../../src/accounts/accounts.ts";
import type { VerifiedReceipt } from "../../src/core/receipt.ts";
import { formatAmount } from "../../src/rendering/amounts.ts";
import { type ReceiptReply, renderReceipt } from "../../src/rendering/render.ts";
import { catalogues, languages } from "../../src/texts/texts.ts";
import { noClaims } from "../../src/verify/claims.ts";
import { ageOfDays } from "../../src/verify/payment-age.ts";
import { assessReceipt, type ReceiptCircumstances } from "../../src/verify/receipt-assessment.ts";
import { morning, verified } from "../support/bot-world.ts";
import { runs } from "../support/properties.ts";

const resetAt = new Date("2026-11-16T21:00:00Z");
const billing = { kind: "quota", counted: true, quota: { limit: 10, remaining: 9, resetAt } } as const;
const banks = [
  { label: "alpha", name: "TEST Alpha Bank" },
  { label: "beta", name: "TEST Beta Wallet" },
];
const hana = { provider: "", number: "251911008765", name: "Hana Mekonnen" };

type Known = Partial<ReceiptCircumstances> & Partial<ReceiptReply>;

/** A rendered receipt, for given facts about its caller. */
const show = (shown: VerifiedReceipt, known: Known = {}) => {
  const seenBefore = known.seenBefore ?? null;
  const assessment = assessReceipt(shown, {
    saved: [hana],
    answered: null,
    claims: noClaims,
    isSeenElsewhere: seenBefore !== null,
    banks,
    now: morning,
    ...known,
  });
  return renderReceipt(shown, {
    assessment,
    decider: "person",
    shop: "",
    expected: null,
    seenBefore,
    billing,
    isGroup: false,
    isUnfolded: false,
    isGuest: false,
    bankOf: (label) => banks.find((bank) => bank.label === label)?.name ?? label,
    language: "en",
    calendar: null,
    now: morning,
    ...known,
  });
};

const linesOf = (shown: VerifiedReceipt, known: Known = {}): readonly string[] =>
  show(shown, known).text.split("\n");
const firstLine = (facts: Parameters<typeof verified>[1], receipt = {}): string | undefined =>
  linesOf(verified(receipt, facts))[0];

describe("an answer ✅", () => {
  test("is short: amount and receiver, payer, date, bank and reference, what is left", () => {
    expect(linesOf(verified({ receiver_name: "HANA MEKONNEN TADESSE" }))).toEqual([
      "✅ 1,250.00 ETB to you · HANA MEKONNEN TADESSE",
      "From: Selam Getachew",
      "6 Hedar 2019 E.C. · 15 Nov 2026 G.C. · 10:20 · 23 hours ago",
      "TEST Beta Wallet · DKF1AB2CD3",
      "9 of 10 free checks left",
    ]);
  });

  test.each(["en", "am", "om", "ti"] as const)(
    "takes at most seven lines of 40 characters in %s",
    (language) => {
      const shown = linesOf(verified({ receiver_name: "HANA MEKONNEN TADESSE" }), { language });
      const rows = shown.reduce((sum, line) => sum + Math.ceil(line.length / 40), 0);
      expect(rows).toBeLessThan(8);
    },
  );

  test("shows when it is unfolded what the receipt prints besides", () => {
    const shown = linesOf(verified({ commission: "5.22 ETB", vat_on_commission: "0.78 ETB" }), {
      isUnfolded: true,
    });
    expect(shown.slice(4, -1)).toEqual([
      "Date as printed: 15-11-2026 10:20:30",
      "Kind: transfer",
      "From account: 2519****4321",
      "To account: 2519****8765",
      "Fee: 5.22 ETB",
      "VAT: 0.78 ETB",
      "Total paid: 1256.00 ETB",
    ]);
  });
});

describe("the age of a receipt", () => {
  test("is a warning from 48 hours on, and never invents an hour", () => {
    expect(firstLine({ paymentDateIso: "2026-11-14T10:00:00+03:00" })).toMatch(/^✅/);
    expect(firstLine({ paymentDateIso: "2026-11-14T09:59:59+03:00" })).toBe(
      "⚠️ 1,250.00 ETB, real, but 2 days old",
    );
    expect(firstLine({ paymentDateIso: "2024-11-29T10:00:00+03:00" })).toBe(
      "⚠️ 1,250.00 ETB, real, but almost 2 years old",
    );
    expect(firstLine({ paymentDateIso: "2026-11-14" })).toMatch(/^✅/);
    expect(firstLine({ paymentDateIso: "2026-11-13" })).toBe("⚠️ 1,250.00 ETB, real, but 2 days old");
    expect(linesOf(verified({}, { paymentDateIso: "2026-11-15" }))).toContain(
      "6 Hedar 2019 E.C. · 15 Nov 2026 G.C. · yesterday",
    );
  });

  test("is in doubt where the date lies ahead or can be read in two ways", () => {
    const line = "⚠️ 1,250.00 ETB, real, but its date is in doubt: 15-11-2026 10:20:30";
    for (const paymentDateIso of [null, "2026-11-17", "2026-11-16T12:00:00+03:00"])
      expect(firstLine({ paymentDateIso })).toBe(line);
  });

  test.each([
    [59, "day", 59],
    [61, "month", 2],
    [340, "month", 11],
    [358, "year", 1, "almost"],
    [366, "year", 1],
    [500, "year", 1, "over"],
    [717, "year", 2, "almost"],
    [1461, "year", 4],
  ])("of %i days is told in the %s", (days, unit, count, rounded?: string) => {
    expect(ageOfDays(days)).toEqual({ unit, count, ...(rounded && { rounded }) });
  });
});

describe("further reasons", () => {
  test("follow the strongest one, a line each, and say whose money it is", () => {
    const shown = verified({}, { paymentDateIso: "2026-11-12T10:00:00+03:00", paymentKind: "withdrawal" });
    const seenBefore = {
      isByOtherBank: false,
      firstAt: new Date("2026-11-12T07:00:00Z"),
      times: 1,
      isSameSource: false,
      who: { kind: "you" },
      message: null,
    } as const;
    const claims = { amountsSantim: [1_250_000], areTransferred: true };
    expect(linesOf(shown, { seenBefore, claims }).slice(0, 6)).toEqual([
      "⚠️ 1,250.00 ETB, real, but a cash withdrawal, not a payment",
      "⚠️ The message says 12,500.00 ETB.",
      "⚠️ You checked it 4 days ago.",
      "⚠️ It is 4 days old.",
      "✅ It was paid to you · Hana Mekonnen",
      "From: Selam Getachew",
    ]);
  });

  test("name the account that could not be compared, and the name that it is saved under", () => {
    const shown = linesOf(verified({ receiver_name: "Abebe Bekele" }));
    expect(shown.slice(0, 3)).toEqual([
      "❓ Real payment: 1,250.00 ETB to Abebe Bekele. Is that you?",
      "Your account …8765 is saved under another name: Hana Mekonnen",
      "To: 2519****8765",
    ]);
  });
});

describe("an earlier question, before the bank confirmed the receipt", () => {
  const earlyAt = new Date("2026-11-16T05:05:00Z");
  const told = (known: Partial<AskedEarly>, more: Known = {}) => {
    const askedEarly = {
      askedAt: earlyAt,
      isSameMessage: false,
      who: { kind: "unknown" },
      ...known,
    } as const;
    return linesOf(verified(), { askedEarly, ...more }).filter((line) => line.startsWith("ℹ️"));
  };

  test("is told with its hour and with who asked, and its day where that is another", () => {
    const { further } = catalogues.en;
    expect(told({})).toEqual(["ℹ️ It was already asked about at 08:05, before the bank confirmed it."]);
    expect(told({ who: { kind: "key" } })[0]).toMatch(/^ℹ️ Your API key already asked about it at 08:05/);
    const askedAt = new Date("2026-11-15T20:50:00Z");
    expect(told({ isSameMessage: true, askedAt })).toEqual([`ℹ️ ${further.askedHere("15 Nov 2026, 23:50")}`]);
  });

  test.each(languages)("names nobody in a group, in %s", (language) => {
    const who = { kind: "member", name: "Abel" } as const;
    const [named, unnamed, own] = [
      told({ who }, { language }),
      told({ who }, { language, isGroup: true }),
      told({ isSameMessage: true }, { language }),
    ];
    for (const lines of [named, unnamed, own]) expect(lines.join("\n")).toMatch(/^ℹ️ .*08:05.*$/);
    expect(named[0]).toContain("Abel");
    expect(unnamed[0]).not.toContain("Abel");
    expect(new Set([...named, ...unnamed, ...own]).size).toBe(3);
  });
});

describe("an expected sum", () => {
  const sum = (amountSantim: number, receivedSantim: number, isAdded = true) =>
    linesOf(verified(), { expected: { amountSantim, receivedSantim, isAdded } }).find((line) =>
      line.startsWith("➕"),
    );

  test("is told as far as it has come, and a part is no warning", () => {
    expect(sum(2_500_00, 1_250_00)).toBe("➕ 1,250.00 of 2,500.00 ETB received");
    expect(sum(2_500_00, 2_500_00)).toBe("➕ 2,500.00 of 2,500.00 ETB received: all of it ✅");
    expect(sum(1_200_00, 1_250_00)).toBe(
      "➕ 1,250.00 of 1,200.00 ETB received: 50.00 ETB more than expected",
    );
    expect(sum(2_500_00, 0, false)).toBe("➕ 0.00 of 2,500.00 ETB received; this receipt is not added");
    expect(linesOf(verified(), { expected: null })[0]).toMatch(/^✅/);
  });
});

describe("what is left", () => {
  const left = (remaining: number, counted = true) =>
    linesOf(verified(), { billing: { ...billing, counted, quota: { ...billing.quota, remaining } } }).at(-1);

  test("is one short line, with one warning at two", () => {
    expect([3, 2, 1].map((remaining) => left(remaining))).toEqual([
      "3 of 10 free checks left",
      "⚠️ Only 2 of 10 free checks left today",
      "1 of 10 free checks left",
    ]);
    expect(left(2, false)).toBe("Not counted · 2 of 10 free checks left");
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

test("whatever a receipt prints, it moves no line and no entity of ours", async () => {
  const value = fc.oneof(fc.string({ unit: "grapheme", maxLength: 300 }), fc.string({ unit: "binary" }));
  await fc.assert(
    fc.property(value, value, value, value, (payer, receiver, account, reference) => {
      const receipt = { payer_name: payer, receiver_name: receiver, receiver_account: account };
      const { text, entities } = show(verified({ ...receipt, transaction_reference: reference }));
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cf}\p{Cc}]/u);
      expect(text.match(/✅/g) ?? []).toHaveLength(text.startsWith("✅") ? 1 : 0);
      expect(text.length).toBeLessThan(4_096);
      for (const { offset, length } of entities) {
        expect(length).toBeGreaterThan(0);
        expect(text.slice(offset, offset + length)).not.toContain("\n");
      }
      const bold = entities.filter(({ type }) => type === "bold");
      expect(bold.map(({ offset, length }) => text.slice(offset, offset + length))).toEqual(["1,250.00 ETB"]);
    }),
    runs(200),
  );
});
