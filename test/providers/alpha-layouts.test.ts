import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeDocument } from "../../src/documents/decode.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { drawReceipt, type Layout } from "../support/drawn-receipt.ts";
import { runs } from "../support/properties.ts";

/** Receipts drawn in ways that nobody showed us: right or refused, and never wrong. */

const now = new Date("2026-11-15T10:21:30+03:00");
const [alpha] = openProviders(
  { alpha: { bank: "Alpha", url: "https://alpha.example", aliases: [], headers: {}, labels: {} } },
  "full",
);
if (alpha === undefined) throw new Error("alpha is not registered");

const layouts: fc.Arbitrary<Layout> = fc.record({
  labelLeft: fc.integer({ min: 20, max: 60 }),
  labelWidth: fc.integer({ min: 90, max: 250 }),
  valueWidth: fc.integer({ min: 110, max: 220 }),
  gap: fc.integer({ min: 4, max: 40 }),
  labelSize: fc.integer({ min: 7, max: 11 }),
  valueSize: fc.integer({ min: 7, max: 11 }),
  leading: fc.constantFrom(1.1, 1.2, 1.35, 1.5),
  padding: fc.integer({ min: 0, max: 14 }),
  vertical: fc.constantFrom("top", "middle"),
  align: fc.constantFrom("left", "right", "center"),
  amountsRight: fc.boolean(),
  order: fc.constantFrom("rows", "labels-first", "values-first", "upwards"),
  pieces: fc.constantFrom("lines", "words", "characters"),
  colon: fc.constantFrom("", ":", " :"),
  inline: fc.boolean(),
  heading: fc.constantFrom("left", "center", "none"),
});

const words = [
  "SELAM",
  "GETACHEW",
  "ALEMU",
  "Payer",
  "Account",
  "O'NEILL",
  "&",
  "TRADING",
  "PLC",
  "Receiver",
  "Mr",
  "WOLDEMARIAM",
  "አበበ",
];
const names = fc
  .array(fc.constantFrom(...words.slice(0, -1)), { minLength: 1, maxLength: 9 })
  .map((parts) => ["HANA", ...parts].join(" "));
const digits = fc.integer({ min: 1_000, max: 9_999 }).map(String);
const birr = fc.integer({ min: 100, max: 999_999_999 });

const documents = fc.record({
  payer: names,
  receiver: names,
  payerEnd: digits,
  receiverEnd: digits,
  reason: fc.oneof(fc.constant("_"), fc.constant(""), names),
  amount: birr,
  fee: fc.integer({ min: 0, max: 9_999 }),
  grouped: fc.boolean(),
});

const money = (santim: number, grouped: boolean) => {
  const text = Math.trunc(santim / 100).toString();
  const whole = grouped ? text.replace(/\B(?=(\d{3})+$)/g, ",") : text;
  return `${whole}.${String(santim % 100).padStart(2, "0")} ETB`;
};

type Document = typeof documents extends fc.Arbitrary<infer Value> ? Value : never;

const rowsOf = (one: Document) => [
  { label: "Payer", value: one.payer },
  { label: "Account", value: `1****${one.payerEnd}` },
  { label: "Receiver", value: one.receiver },
  { label: "Account", value: `1********${one.receiverEnd}` },
  { label: "Payment Date & Time", value: "11/15/2026, 10:20:30 AM" },
  { label: "Reference No. (VAT Invoice No)", value: "FT26319K4Q7Z" },
  { label: "Reason / Type of service", value: one.reason },
  { label: "Transferred Amount", value: money(one.amount, one.grouped) },
  { label: "Commission or Service Charge", value: money(one.fee, one.grouped) },
  { label: "15% VAT on Commission", value: money(Math.round(one.fee * 0.15), one.grouped) },
  {
    label: "Total amount debited from customers account",
    value: money(one.amount + one.fee + Math.round(one.fee * 0.15), one.grouped),
  },
  { label: "Amount in Word", value: "ETB Some Birr" },
];

const read = async (one: Document, layout: Layout) => {
  const bytes = await drawReceipt("VAT Invoice / Customer Receipt", rowsOf(one), layout);
  const question = alpha.open({ transactionRef: "FT26319K4Q7Z", accountNumber: `0000${one.payerEnd}` });
  const document = await decodeDocument(bytes, "application/pdf");
  if (!question.ok) throw new Error("the question is refused");
  return document.ok ? question.value.read({ status: 200, document: document.value }, now) : document;
};

const expected = (one: Document) => ({
  bank: "Alpha",
  document_type: "VAT Invoice / Customer Receipt",
  status: "Verified",
  transaction_reference: "FT26319K4Q7Z",
  payment_date: "11/15/2026, 10:20:30 AM",
  payer_name: one.payer,
  payer_account: `1****${one.payerEnd}`,
  receiver_name: one.receiver,
  receiver_account: `1********${one.receiverEnd}`,
  transferred_amount: money(one.amount, false),
  commission: money(one.fee, false),
  total_debited: money(one.amount + one.fee + Math.round(one.fee * 0.15), false),
  pdf_available: true,
});

describe("an alpha receipt in a layout of its own", () => {
  test("is read exactly or refused", async () => {
    await fc.assert(
      fc.asyncProperty(documents, layouts, async (one, layout) => {
        const result = await read(one, layout);
        if (result.ok) expect(result.value.receipt).toEqual(expected(one));
        else expect(result.error.code).toBe("provider_format_changed");
      }),
      runs(250),
    );
  });

  test("is read when its rows stand apart", async () => {
    const apart = layouts.map(
      (layout): Layout => ({
        ...layout,
        // In running text a wrapped line that begins with a label's word cannot be told from a label.
        inline: false,
        padding: Math.max(layout.padding, 6),
        leading: Math.min(layout.leading, 1.2),
        valueSize: layout.labelSize,
        // Letters drawn one by one show no column where it is as narrow as a space between words.
        gap: Math.max(layout.gap, 5),
      }),
    );
    await fc.assert(
      fc.asyncProperty(documents, apart, async (one, layout) => {
        const result = await read(one, layout);
        // A line of a wrapped name that begins with a label's word may be taken for a label.
        if (!result.ok && /Payer|Account|Receiver/.test(`${one.payer} ${one.receiver} ${one.reason}`))
          expect(result.error).toMatchObject({
            code: "provider_format_changed",
            detail: "a label elsewhere",
          });
        else expect(result.ok ? result.value.receipt : result.error).toEqual(expected(one));
      }),
      runs(250),
    );
  });
});
