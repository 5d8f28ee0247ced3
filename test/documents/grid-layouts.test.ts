import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeDocument } from "../../src/documents/decode.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { drawGrid, type GridLayout } from "../support/drawn-grid.ts";
import { banks, birr, type Receipt, totalOf, vatOf } from "../support/grid-receipts.ts";
import { runs } from "../support/properties.ts";

/** epsilon's and iota's receipts, drawn in ways that nobody showed us: right or refused, and never wrong. */

const now = new Date("2026-11-15T10:21:30+03:00");
const settings = { aliases: [], headers: {}, labels: {} };
const providers = openProviders(
  {
    epsilon: { bank: "Epsilon", url: "https://epsilon.example", ...settings },
    iota: { bank: "Iota", url: "https://iota.example", ...settings },
  },
  "full",
);
const providerOf = (label: string): Provider => {
  const found = providers.find((one) => one.label === label);
  if (found === undefined) throw new Error(`${label} is not registered`);
  return found;
};

const layouts: fc.Arbitrary<GridLayout> = fc.record({
  size: fc.integer({ min: 7, max: 11 }),
  padding: fc.integer({ min: 0, max: 12 }),
  labelGap: fc.integer({ min: 3, max: 50 }),
  tableGap: fc.integer({ min: 8, max: 40 }),
  valueWidth: fc.integer({ min: 90, max: 230 }),
  colon: fc.constantFrom("", ":", " :"),
  vertical: fc.constantFrom("top", "middle"),
  tables: fc.constantFrom("stacked", "beside", "beside-swapped"),
  labels: fc.constantFrom("left", "right"),
  values: fc.constantFrom("left", "right"),
  columns: fc.constantFrom("left", "center", "right"),
  columnOrder: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
  glued: fc.boolean(),
  pieces: fc.constantFrom("lines", "words"),
  order: fc.constantFrom("rows", "values-first", "upwards"),
  halves: fc.constantFrom("run", "line", "none"),
});

/** Such as a person would call tidy: rows that stand apart, tables with room between them. */
const tidy = layouts.map(
  (layout): GridLayout => ({
    ...layout,
    size: Math.min(layout.size, 9),
    padding: Math.max(layout.padding, layout.size),
    labelGap: Math.max(layout.labelGap, 14),
    tableGap: Math.max(layout.tableGap, 24),
    // A label of two lines has its value beside the second.
    vertical: layout.halves === "line" ? "top" : layout.vertical,
    // An amount after a number, or a number after a date, can be cut in several ways when nothing parts them.
    columnOrder: layout.glued ? [0, 1, 2] : layout.columnOrder,
  }),
);

const words = [
  "GETACHEW",
  "ALEMU",
  "TIP",
  "Receiver",
  "O'NEILL",
  "&",
  "TRADING",
  "PLC",
  "Mr",
  "WOLDEMARIAM",
  "Total",
];
const names = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 7 })
  .map((parts) => ["HANA", ...parts].join(" "));
const phones = fc.integer({ min: 0, max: 9_999_999 }).map((end) => `09${String(end).padStart(8, "0")}`);
const receipts: fc.Arbitrary<Receipt> = fc.record({
  payer: names,
  receiver: names,
  payerPhone: phones,
  receiverPhone: phones,
  amount: fc.integer({ min: 100, max: 99_999_999 }),
  fee: fc.integer({ min: 0, max: 9_999 }),
  reason: fc.oneof(fc.constant("_"), fc.constant(""), names),
});
/** A page with Amharic on it takes thirty times as long to draw. */
const examples = { epsilon: 200, iota: 60 };

/** Its reason has three lines around its label, and the first of them was read as part of the type above. */
const leaked: [Receipt, GridLayout] = [
  {
    payer: "HANA GETACHEW",
    receiver: "HANA GETACHEW",
    payerPhone: "0900000000",
    receiverPhone: "0900000000",
    amount: 100,
    fee: 0,
    reason: "HANA GETACHEW GETACHEW GETACHEW GETACHEW",
  },
  {
    size: 7,
    padding: 0,
    labelGap: 3,
    tableGap: 8,
    valueWidth: 90,
    colon: "",
    vertical: "middle",
    tables: "stacked",
    labels: "left",
    values: "left",
    columns: "left",
    columnOrder: [2, 1, 0],
    glued: false,
    pieces: "lines",
    order: "rows",
    halves: "run",
  },
];

const read = async (label: keyof typeof banks, one: Receipt, layout: GridLayout) => {
  const bank = banks[label];
  const question = providerOf(label).open(bank.request(one));
  if (!question.ok) throw new Error(`the question is refused: ${question.error.code}`);
  const drawn = await drawGrid(bank.page(one), layout);
  fc.pre(drawn !== null);
  const document = await decodeDocument(bank.wrap(drawn ?? new Uint8Array()), "");
  return document.ok ? question.value.read({ status: 200, document: document.value }, now) : document;
};

const expected = (label: keyof typeof banks, one: Receipt) => ({
  ...banks[label].record,
  status: "Verified",
  payer_name: one.payer,
  payer_account: one.payerPhone,
  receiver_name: one.receiver,
  receiver_account: one.receiverPhone,
  transferred_amount: `${birr(one.amount)} ETB`,
  commission: `${birr(one.fee)} ETB`,
  vat_on_commission: `${birr(vatOf(one))} ETB`,
  total_debited: `${birr(totalOf(one))} ETB`,
  pdf_available: true,
});

describe.each(["epsilon", "iota"] as const)("%s in a layout of its own", (label) => {
  test("is read exactly or refused", async () => {
    await fc.assert(
      fc.asyncProperty(receipts, layouts, async (one, layout) => {
        const result = await read(label, one, layout);
        if (result.ok) expect(result.value.receipt).toEqual(expected(label, one));
        else expect(result.error.code).toBe("provider_format_changed");
      }),
      { ...runs(examples[label]), examples: [leaked] },
    );
  });

  test("is read when its rows and tables stand apart", async () => {
    await fc.assert(
      fc.asyncProperty(receipts, tidy, async (one, layout) => {
        const result = await read(label, one, layout);
        // A line of a wrapped name that begins with a label's word may be taken for a label.
        if (!result.ok && /TIP|Receiver|Total/.test(`${one.payer} ${one.receiver} ${one.reason}`))
          expect(result.error).toMatchObject({
            code: "provider_format_changed",
            detail: "a label elsewhere",
          });
        else expect(result.ok ? result.value.receipt : result.error).toEqual(expected(label, one));
      }),
      runs(examples[label]),
    );
  });
});
