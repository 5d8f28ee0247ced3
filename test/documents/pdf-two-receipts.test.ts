import { describe, expect, test } from "vitest";
import { bankPages, sent } from "../support/bank-pages.ts";
import { oneIn } from "../support/extent.ts";
import { readingOf } from "../support/outside-reading.ts";
import { drawPage, inColumns, inOneRun, type Mark, type Run } from "../support/plain-pdf.ts";

/** A PDF that holds two receipts, or gives a label that is read another value elsewhere, is never Verified. */

type Changes = Readonly<Record<string, string>>;

/** What another receipt of the same bank says. */
const others: Readonly<Record<string, Changes>> = {
  alpha: {
    Payer: "OTHER PAYER",
    Receiver: "OTHER PERSON",
    "Payment Date & Time": "11/10/2026, 9:08:00 AM",
    "Reference No. (VAT Invoice No)": "FT26319XXXXX",
    "Transferred Amount": "900.00 ETB",
    "Total amount debited from customers account": "900.58 ETB",
  },
  delta: {
    "Receiver Name:": "OTHER PERSON",
    "Receiver Account Number:": "5822**999",
    "Transaction Reference:": "822WDTS263160009",
    "Transaction Amount": "ETB 90,000.00",
    Total: "ETB 90,012.00",
  },
  epsilon: {
    "Receiver Name": "OTHER PERSON",
    "Credit Account": "0933000000 - OTHER PERSON",
    "Transaction Status": "Blocked",
    "Paid amount": "90.00",
    "Total Paid Amount": "90.58",
  },
  eta: {
    "Date:": "01-Nov-2026",
    "Recipient name:": "OTHER PERSON",
    "Reference No": "174ETTB263190009",
    "Total Amount Paid": "ETB 9,005.75",
  },
  zeta: {
    "Transaction Reference": "XXXXETAAFT26319FLQKX",
    "Receiver Name": "OTHER PERSON",
    Amount: "9,012.00 ETB",
    "Total Amount": "9,023.50 ETB",
  },
  iota: {
    "RECEIVER NAME": "OTHER PERSON",
    "RECEIVER PHONE NUMBER": "251711000888",
    "TRANSACTION ID": "UKF1AB2CD9",
    TOTAL: "9,255.75 Birr",
  },
};

const shrunk = (runs: readonly Run[], factor: number, dx: number, dy: number): readonly Run[] =>
  runs.map((run) => ({ ...run, x: dx + run.x * factor, y: dy + run.y * factor, size: 6 }));

const shifted = (runs: readonly Run[], dx: number, page: number): readonly Run[] =>
  runs.map((run) => ({ ...run, x: run.x + dx, page }));

const placings = { "two columns": inColumns(240), "running text": inOneRun(" ") };

const arrangements: Readonly<
  Record<string, (own: readonly Run[], other: readonly Run[]) => readonly Mark[]>
> = {
  "on the next page": (own, other) => [...own, ...shifted(other, 0, 2)],
  "on the next page, farther right": (own, other) => [...own, ...shifted(other, 25, 2)],
  "on the page before": (own, other) => [...other, ...shifted(own, 25, 2)],
  "below the first": (own, other) => [...shrunk(own, 0.5, 0, 0), ...shrunk(other, 0.5, 25, 420)],
  "beside the first": (own, other) => [...shrunk(own, 0.5, 0, 0), ...shrunk(other, 0.5, 300, 0)],
  "twice the same": (own) => [...own, ...shifted(own, 25, 2)],
};

const read = async (label: string, marks: readonly Mark[]) =>
  readingOf(label, ...sent(label, await drawPage(marks)));

describe.each(bankPages)("a PDF of $label", ({ label, page }) => {
  const turn = bankPages.findIndex((one) => one.label === label);

  test.each(oneIn(2, Object.entries(arrangements), turn))(
    "with a second receipt, %s, is refused",
    async (_, arrange) => {
      for (const [name, place] of oneIn(2, Object.entries(placings), turn)) {
        const marks = arrange(page(place), page(place, others[label]));
        expect(await read(label, marks), name).toMatch(/^(?:provider_format_changed|receipt_)/);
      }
    },
  );

  test.each(oneIn(2, Object.entries(others[label] ?? {}), turn))(
    "with another “%s” elsewhere is refused",
    async (name, value) => {
      const rows = page(placings["two columns"]);
      const labelled = name.replace(/:$/, "");
      const elsewhere: readonly (readonly Mark[])[] = [
        [
          { text: labelled, x: 270, y: 8 },
          { text: value, x: 500, y: 8 },
        ],
        [{ text: `${labelled}: ${value}`, x: 320, y: 800 }],
        [{ text: `${labelled} ${value}`, x: 90, y: 400, page: 2 }],
      ];
      for (const marks of oneIn(3, elsewhere, turn))
        expect(await read(label, [...rows, ...marks])).toMatch(/^(?:provider_format_changed|receipt_)/);
    },
  );

  test("may print a label's words in a sentence", async () => {
    for (const name of oneIn(2, Object.keys(others[label] ?? {}), turn)) {
      const text = `${name.replace(/:$/, "")} and other words are explained on our page`;
      const outcome = await read(label, [...page(placings["two columns"]), { text, x: 200, y: 60, page: 2 }]);
      expect(outcome, text).not.toMatch(/^(?:provider|receipt)_/);
    }
  });
});
