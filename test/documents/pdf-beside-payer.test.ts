import { describe, expect, test } from "vitest";
import { drawGrid, type GridLayout, type Row } from "../support/drawn-grid.ts";
import { readingOf } from "../support/outside-reading.ts";

/** The bank's labels in a table beside the payer's name are read, however many lines the name has. */

const usual: GridLayout = {
  size: 8,
  padding: 6,
  labelGap: 15,
  tableGap: 30,
  valueWidth: 120,
  colon: "",
  vertical: "top",
  tables: "beside",
  labels: "left",
  values: "left",
  columns: "left",
  columnOrder: [0, 1, 2],
  glued: false,
  pieces: "lines",
  order: "rows",
  halves: "none",
};

const account = "1000200008765";

const receivers: Readonly<Record<string, readonly Row[]>> = {
  "a person": [
    ["RECEIVER NAME", "HANA MEKONNEN"],
    ["RECEIVER PHONE NUMBER", account],
  ],
  "a business": [
    ["RECEIVER BUSINESS NAME", "HANA MEKONNEN"],
    ["RECEIVER BUSINESS NUMBER", account],
  ],
  "an account": [
    ["RECEIVER NAME", "HANA MEKONNEN"],
    ["RECEIVER ACCOUNT NUMBER", account],
    ["BANK NAME", "Alpha Bank"],
  ],
};

const payers = {
  "one line": "SELAM GETACHEW",
  "two lines": "SELAM GETACHEW ALEMU WOLDEMARIAM",
  "three lines": "BIRHANU NEGA AND SONS GENERAL TRADING SHARE COMPANY ADDIS ABABA",
  "four lines": "Addis Ababa City Administration Revenue Bureau - Bole Sub City Woreda 03 Branch",
};

/** The transaction's number stands below, so that all labels right of the payer's are the receiver's. */
const read = async (payer: string, receiver: readonly Row[], layout: GridLayout) => {
  const sender: readonly Row[] = [
    ["SENDER NAME", payer],
    ["SENDER PHONE NUMBER", "251711000123"],
  ];
  const pdf = await drawGrid(
    {
      title: "Payment receipt",
      tables: [sender, receiver],
      row: [
        ["RECEIPT NO", "RCPT26319000123"],
        ["PAYMENT DATE", "2026-11-15 10:20:30"],
        ["SETTLED AMOUNT", "1,250.00"],
      ],
      below: [
        ["TRANSACTION ID", "UKF1AB2CD3"],
        ["SERVICE FEE", "5.00 Birr"],
        ["+ 15% VAT", "0.75 Birr"],
        ["TOTAL", "1,255.75 Birr"],
        ["TRANSACTION TYPE", "Send Money"],
        ["PAYMENT REASON", "rent"],
      ],
    },
    layout,
  );
  const base64Data = Buffer.from(pdf ?? []).toString("base64");
  return readingOf("iota", JSON.stringify({ responseCode: "0", base64Data }), "application/json");
};

const layouts: Readonly<Record<string, Partial<GridLayout>>> = {
  "close rows": { padding: 2 },
  "rows apart": {},
  "tables swapped": { tables: "beside-swapped" },
  "tables swapped, close rows": { tables: "beside-swapped", padding: 2 },
  "labels flush right": { labels: "right" },
  "labels in the middle": { vertical: "middle" },
};

describe.each(Object.entries(receivers))("a receipt of iota to %s", (_, receiver) => {
  test.each(
    Object.entries(layouts).flatMap(([name, layout]) =>
      Object.entries(payers).map(([lines, payer]) => [name, lines, payer, layout] as const),
    ),
  )("is read with %s and a payer's name of %s", async (_name, _lines, payer, layout) => {
    const fields = (await read(payer, receiver, { ...usual, ...layout })).split(" | ");
    expect(fields.slice(3, 7)).toEqual([payer, "251711000123", "HANA MEKONNEN", account]);
  });
});
