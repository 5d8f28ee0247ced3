import { describe, expect, test } from "vitest";
import { bankPages, sent } from "../support/bank-pages.ts";
import { oneIn } from "../support/extent.ts";
import { readingOf } from "../support/outside-reading.ts";
import {
  type Drawing,
  drawPage,
  inColumns,
  inOneRun,
  inWrappedRows,
  type Mark,
  type Placing,
  type Run,
} from "../support/plain-pdf.ts";

/**
 * A PDF that says anywhere that the payment was undone is never Verified, however that is drawn; one that only says
 * what happens to payments in general, or whose payer writes such words, is.
 */

const columns = inColumns(260);

const turned = (text: string, turn: number, size = 30): Mark => ({
  ...{ text, turn, size },
  ...{ x: 200, y: 600, color: "#cccccc" },
});

/** Each letter at a place of its own. */
const letters = (text: string, x: number, y: number, dx: number, dy: number): readonly Mark[] =>
  [...text].map((letter, at) => ({ text: letter, x: x + at * dx, y: y + at * dy, size: 26 }));

const undone: Readonly<Record<string, readonly Mark[]>> = {
  "a word in a corner": [{ text: "REVERSED", x: 440, y: 8 }],
  "a word under the title": [{ text: "Cancelled", x: 180, y: 60, size: 13 }],
  "a word behind the title": [{ text: "- Refunded", x: 400, y: 40, size: 13 }],
  "a statement in small letters": [{ text: "this transaction has been reversed", x: 40, y: 800 }],
  "a statement with its day": [{ text: "REVERSED ON 16-NOV-2026", x: 200, y: 800 }],
  "a longer statement": [{ text: "This payment was refunded to the sender on 16/11/2026.", x: 40, y: 800 }],
  "two lines": [
    { text: "NO LONGER", x: 400, y: 780, size: 16 },
    { text: "VALID", x: 400, y: 798, size: 16 },
  ],
  "two lines that it is under way": [
    { text: "IN", x: 400, y: 780, size: 16 },
    { text: "PROGRESS", x: 400, y: 798, size: 16 },
  ],
  "two lines that it is held": [
    { text: "ON", x: 411, y: 770, size: 16 },
    { text: "HOLD", x: 400, y: 805, size: 16 },
  ],
  "two lines of one word": [
    { text: "REVER", x: 400, y: 780, size: 16 },
    { text: "SED", x: 400, y: 798, size: 16 },
  ],
  "two lines with their amount of room": [
    { text: "NOT", x: 400, y: 765, size: 16 },
    { text: "PAID", x: 400, y: 804, size: 16 },
  ],
  "a status in capitals without a space behind its label": [{ text: "STATUSPENDING", x: 40, y: 800 }],
  "a notice without a verb": [{ text: "Warning! Payment processing", x: 40, y: 800 }],
  "an amount without a verb": [{ text: "Payment of ETB 500.00 processing", x: 40, y: 800 }],
  "a greeting before it": [{ text: "Dear customer, your payment is returned", x: 40, y: 800 }],
  "a sentence that begins with when": [
    { text: "Before the account is blocked, this payment was reversed", x: 40, y: 800 },
  ],
  "two words of one payment": [{ text: "Reversed or cancelled after review", x: 40, y: 800 }],
  "a field of another name": [
    { text: "Settlement", x: 40, y: 800 },
    { text: "Expired", x: 300, y: 800 },
  ],
  "a field of the reversal": [
    { text: "Reversal date", x: 40, y: 800 },
    { text: "16/11/2026", x: 300, y: 800 },
  ],
  "the number of the reversal": [
    { text: "Reversal Reference No.", x: 40, y: 800 },
    { text: "FT26320AAAAA", x: 300, y: 800 },
  ],
  "the number of the reversal behind two signs": [
    { text: "Reversal No.:", x: 40, y: 800 },
    { text: "R12", x: 300, y: 800 },
  ],
  "the number of the refund behind its label": [{ text: "Refund Invoice No. FT26320AAAAA", x: 40, y: 800 }],
  "a label and a value that say together that it is not done": [
    { text: "Completed", x: 40, y: 800 },
    { text: "No", x: 300, y: 800 },
  ],
  "the same with a colon": [
    { text: "Approval :", x: 40, y: 800 },
    { text: "Pending", x: 300, y: 800 },
  ],
  "the same in one text": [{ text: "On Hold: Yes", x: 40, y: 800 }],
  "the same below each other": [
    { text: "Cancel Date", x: 400, y: 780 },
    { text: "16/11/2026", x: 400, y: 792 },
  ],
  "an amount that is pending": [{ text: "Pending: 500.00", x: 40, y: 800 }],
  "a word before lost letters": [{ text: "Pending ???", x: 40, y: 800 }],
  "a time by which it was over": [
    { text: "Time out", x: 40, y: 800 },
    { text: "12:00:31", x: 300, y: 800 },
  ],
  "a small word below a sentence": [
    { text: "Thank you for your visit to our branch", x: 40, y: 788 },
    { text: "reversed", x: 40, y: 800 },
  ],
  "the same below a question without its mark": [
    { text: "Do you have any questions about your payment", x: 40, y: 788 },
    { text: "reversed", x: 40, y: 800 },
  ],
  "the same below an offer of help": [
    { text: "Any questions? We can help", x: 40, y: 788 },
    { text: "reversed", x: 40, y: 800 },
  ],
  "a stamp over two cells": [
    { text: "NOT", x: 40, y: 800 },
    { text: "COMPLETED", x: 300, y: 800 },
  ],
  "an amount in brackets without a verb": [{ text: "Payment (ETB 500.00) processing", x: 40, y: 800 }],
  "a refund that was made": [
    { text: "Refund", x: 40, y: 800 },
    { text: "Processed within 7 days", x: 300, y: 800 },
  ],
  "a reversal that is made": [
    { text: "Reversal", x: 40, y: 800 },
    { text: "within 24 hours", x: 300, y: 800 },
  ],
  "a refund beside nothing": [{ text: "Refund", x: 40, y: 800 }],
  "an offer beside what expired": [{ text: "The payment of our offer has expired", x: 40, y: 800 }],
  "advice while this payment is under way": [
    { text: "While your payment is being processed do not close the app", x: 40, y: 800 },
  ],
  "a status of another name": [{ text: "Final status: Pending", x: 40, y: 800 }],
  "a status without a space behind its label": [{ text: "StatusPending", x: 40, y: 800 }],
  "the same beside its time": [
    { text: "16/11/2026", x: 40, y: 800 },
    { text: "StatusOn hold", x: 300, y: 800 },
  ],
  "a sentence that it is under way": [{ text: "Dear customer, your payment is pending.", x: 40, y: 800 }],
  "the same of its receiver": [{ text: "Your transfer to HANA MEKONNEN is pending", x: 40, y: 800 }],
  "the same of its amount": [{ text: "Payment of ETB 500.00 on hold", x: 40, y: 800 }],
  "the same behind a notice": [
    { text: "Notice: your payment is still processing, please wait", x: 40, y: 800 },
  ],
  "the same on two lines": [
    { text: "Dear customer, your transfer to", x: 40, y: 788 },
    { text: "HANA MEKONNEN is pending.", x: 40, y: 800 },
  ],
  "a pale word over the rows": [{ text: "REVERSED", x: 60, y: 350, size: 90, opacity: 0.15 }],
  "a stamp turned a little": [turned("VOID", 5)],
  "a stamp turned by half of a right angle": [turned("CANCELLED", -45, 60)],
  "a stamp turned by a right angle": [turned("REFUNDED", 90)],
  "a stamp upside down": [turned("FAILED", 180)],
  "a stamp of two words": [turned("PAYMENT REVERSED", -30)],
  "a stamp of two pieces": [turned("TRANSACTION", -90), { ...turned("REVERSED", -90), y: 380 }],
  "a stamp of two lines": [turned("NOT", -90), { ...turned("COMPLETED", -90), x: 232 }],
  "a stamp of two lines that it is under way": [turned("UNDER", -90), { ...turned("REVIEW", -90), x: 232 }],
  "a stamp of one word on two lines": [turned("CANCEL", -45), { ...turned("LED", -45), x: 222, y: 622 }],
  "a turned word that it is under way": [turned("PENDING", -45)],
  "a note that it is under way": [{ note: "In progress", x: 300, y: 700, subtype: "Stamp" }],
  "a stamp of spaced letters": [{ ...turned("REVERSED", -30), spacing: 14 }],
  "a stamp of spaced letters that the payment is under way": [{ ...turned("Pending", -60, 8), spacing: 4 }],
  "a line of spaced letters that it is under way": [{ text: "Pending", x: 100, y: 800, spacing: 5 }],
  "two words of spaced letters": [{ text: "ON HOLD", x: 100, y: 800, size: 12, spacing: 9 }],
  "two words in letters of one width": [{ text: "Not completed", x: 128, y: 8, size: 8, font: "Courier" }],
  "letters of several sizes": [..."REVERSED"].map((text, at) => ({
    ...{ text, x: 60 + at * 40, y: 780 + (at % 2) * 12, size: 20 + (at % 3) },
  })),
  "letters far apart": [{ text: "REVERSED", x: 100, y: 800, size: 12, spacing: 30 }],
  "letters far apart that the payment is under way": [
    { text: "Pending", x: 100, y: 800, size: 12, spacing: 30 },
  ],
  "letters along a falling line": letters("REVERSED", 120, 250, 30, 30),
  "letters along a rising line": letters("CANCELLED", 120, 600, 30, -30),
  "letters on nearly one line": letters("REVERSED", 120, 700, 22, 6),
  "letters under each other": letters("REFUNDED", 570, 200, 0, 34),
  Amharic: [{ text: "ተሰርዟል", x: 300, y: 800, font: "Ethiopic", size: 16 }],
  "a sentence in Amharic": [{ text: "ይህ ክፍያ አልተሳካም", x: 40, y: 800, font: "Ethiopic" }],
  "a turned stamp in Amharic": [{ ...turned("ተመላሽ ሆኗል", -45), font: "Ethiopic" }],
  "a note on the page": [{ note: "REVERSED", x: 300, y: 700, subtype: "FreeText" }],
  "a stamp put on the page": [{ note: "This payment was cancelled", x: 300, y: 700, subtype: "Stamp" }],
  "a stamp that is only named": [{ note: "", x: 300, y: 700, subtype: "Stamp", name: "Expired" }],
  "a comment": [{ note: "Refunded", x: 300, y: 700, subtype: "Text" }],
  "a colour of the page that repeats it": [{ repeated: "REVERSED", by: "area" }],
  "a colour of a line that repeats it": [{ repeated: "REVERSED", by: "line" }],
  "a letter that is a word": [{ letter: "REVERSED", x: 300, y: 800 }],
  "a form's field": [{ field: "REVERSED", x: 300, y: 790 }],
};

const general: Readonly<Record<string, readonly Mark[]>> = {
  "help with a failed payment": [{ text: "If this transaction failed call 8080", x: 40, y: 800 }],
  "the same on two lines": [
    { text: "If you are told that this transaction", x: 40, y: 788 },
    { text: "failed call 8080", x: 40, y: 800 },
  ],
  "the same in capitals": [
    { text: "IF YOU ARE TOLD THAT THIS TRANSACTION", x: 40, y: 788 },
    { text: "FAILED CALL 8080", x: 40, y: 800 },
  ],
  "a question that goes on": [
    { text: "Do you need any help to get a payment", x: 40, y: 788 },
    { text: "refunded", x: 40, y: 800 },
  ],
  "how it is done": [
    { text: "How do you get a payment", x: 40, y: 788 },
    { text: "refunded", x: 40, y: 800 },
  ],
  "cells that only seem to say so": [
    { text: "Not", x: 40, y: 800 },
    { text: "Applicable", x: 300, y: 800 },
  ],
  "a rule on two lines": [
    { text: "Tickets for the bus cannot be", x: 40, y: 788 },
    { text: "refunded", x: 40, y: 800 },
  ],
  "help with a pending payment": [{ text: "If your payment is pending, call 8080", x: 40, y: 800 }],
  "the same in two lines": [
    { text: "If you are told that for any reason", x: 40, y: 788 },
    { text: "your payment is pending, call 8080", x: 40, y: 800 },
  ],
  "what is said of all payments on hold": [
    { text: "Payments on hold are released within a day.", x: 40, y: 800 },
  ],
  terms: [{ text: "This payment is non-refundable. Cancellation fees apply.", x: 40, y: 800 }],
  "a fee": [
    { text: "Cancellation fee", x: 40, y: 800 },
    { text: "0.00 ETB", x: 300, y: 800 },
  ],
  "a field that says no": [
    { text: "Reversed", x: 40, y: 800 },
    { text: "No", x: 300, y: 800 },
  ],
  "a field that says no behind a colon": [
    { text: "Reversed", x: 40, y: 800 },
    { text: ":", x: 280, y: 800 },
    { text: "No", x: 300, y: 800 },
  ],
  "rules of refunds": [
    { text: "Refund", x: 40, y: 788 },
    { text: "within 7 days", x: 300, y: 788 },
    { text: "Cancellation", x: 40, y: 800 },
    { text: ":", x: 280, y: 800 },
    { text: "Not possible", x: 300, y: 800 },
  ],
  "an offer that is over": [{ text: "Our Meskel offer has expired", x: 40, y: 800 }],
  "advice while a payment is under way": [
    { text: "While a payment is being processed do not close the app", x: 40, y: 800 },
  ],
  "amounts that say that nothing is pending or held": [
    { text: "Transfer pending: 0", x: 40, y: 776 },
    { text: "Held: 0.00", x: 40, y: 788 },
    { text: "Unpaid balance: ETB 0.00", x: 40, y: 800 },
  ],
  "a question as a heading": [{ text: "Payment pending?", x: 40, y: 800 }],
  "when somebody left in one text": [{ text: "Time out: 12:00", x: 40, y: 800 }],
  "when somebody left": [
    { text: "Time out", x: 40, y: 788 },
    { text: "12:00", x: 300, y: 788 },
  ],
  "fields that say that it is done": [
    { text: "Completed", x: 40, y: 788 },
    { text: "Yes", x: 300, y: 788 },
    { text: "Cancel Date", x: 40, y: 800 },
    { text: "-", x: 300, y: 800 },
  ],
  "a watermark": [turned("CUSTOMER COPY", -45, 50)],
  "a turned line beside the page": [
    { text: "Printed by Core Banking, page 1 of 1", x: 580, y: 700, size: 7, turn: -90 },
  ],
  "a colour that repeats harmless words": [{ repeated: "CUSTOMER COPY", by: "area" }],
  "a harmless note": [{ note: "Customer copy", x: 300, y: 700, subtype: "FreeText" }],
  "lines that only together would say so": [
    { text: "Paid in", x: 400, y: 784 },
    { text: "Complete settlement", x: 400, y: 796 },
  ],
  "advice in Amharic": [{ text: "ግብይቱ ካልተሳካ ይደውሉ", x: 40, y: 800, font: "Ethiopic" }],
};

const refused = /^(?:provider_format_changed|receipt_not_completed)/;

const draw = async (label: string, marks: readonly Mark[], drawing: Drawing = "runs") =>
  readingOf(label, ...sent(label, await drawPage(marks, drawing)));

/** alpha's page, and each time that of another bank; or only one of both. */
const pagesFor = (at: number) =>
  oneIn(2, [bankPages[0], bankPages[1 + (at % (bankPages.length - 1))]], at).flatMap((one) => one ?? []);

const numbered = (all: Readonly<Record<string, readonly Mark[]>>) =>
  Object.entries(all).map(([name, marks], at) => [name, marks, at] as const);

describe("a receipt as PDF", () => {
  test.each(numbered(undone))("does not get away with %s", async (_, marks, at) => {
    for (const { label, page } of pagesFor(at))
      expect(await draw(label, [...page(columns), ...marks]), label).toMatch(refused);
  });

  test.each(numbered(general))("may print %s", async (_, marks, at) => {
    for (const { label, page, record } of pagesFor(at))
      expect(await draw(label, [...page(columns), ...marks]), label).toBe(record);
  });

  test.each(bankPages)(
    "of $label does not get away with a word below its running text",
    async ({ label, page }) => {
      for (const drawing of ["words", "glyphs"] as const) {
        const rows = page(inOneRun(" "));
        const below = { text: "REVERSED ON 16-NOV-2026", x: 40, y: Math.max(...rows.map(({ y }) => y)) + 16 };
        expect(await draw(label, [...rows, below], drawing)).toMatch(refused);
      }
    },
  );
});

/** The words of the last rows of each page, and the edge of what stands there. */
const lastRows: Readonly<Record<string, RegExp>> = {
  alpha: /^Total amount debited/,
  delta: /^Transfer Reference/,
  epsilon: /^Payment Channel/,
  eta: /^Transaction status/,
  zeta: /^Total Amount/,
  iota: /TRANSACTION ID$/,
};

describe("a line right below the rows", () => {
  const below = async (
    { label, page }: (typeof bankPages)[number],
    text: string,
    under: RegExp,
    changes = {},
  ) => {
    const rows = page(columns, changes);
    const row = rows.find((run) => under.test(run.text));
    if (row === undefined) throw new Error(`no row ${under}`);
    return draw(label, [...rows, { text, x: row.x, y: row.y + 14 }]);
  };

  test.each(bankPages)("of $label that says that the payment was undone is seen", async (bank) => {
    for (const text of [
      "This payment has been reversed",
      "The transaction was reversed on 16/11/2026",
      "This transaction has been cancelled by the bank",
      "The amount was returned to the sender",
      "Status changed to reversed on 16-Nov-2026",
      "Note: this payment has been reversed",
    ])
      expect(await below(bank, text, lastRows[bank.label] ?? /^$/), text).toMatch(refused);
  });

  test.each([
    ["iota", "PAYMENT REASON"],
    ["zeta", "Narrative"],
  ])("of %s is no part of the payer's reason above it", async (label, name) => {
    const [bank] = bankPages.filter((one) => one.label === label);
    if (bank === undefined) throw new Error(label);
    const reason = "GETACHEW ALEMU rent for the month of november";
    for (const text of ["Transaction reversed", "REVERSED ON 16-NOV-2026", "This payment has been reversed"])
      expect(await below(bank, text, /^GETACHEW/, { [name]: reason }), text).toMatch(refused);
  });
});

/** The first values of blocks of rows: above them is room for a line. */
const firstValues = (rows: readonly Run[]) =>
  rows.filter(
    ({ x, y }, at) =>
      x === 300 &&
      !rows.slice(0, at).some((other) => other.x + other.text.length * 5 > x && y - other.y < 20),
  );

describe("a line right above the first value of a block", () => {
  test.each(bankPages)("of $label that says that the payment was undone is seen", async ({ label, page }) => {
    const rows = page(columns);
    const places = firstValues(rows);
    expect(places.length).toBeGreaterThan(0);
    for (const { x, y } of places)
      for (const lines of [
        ["This payment was refunded to the sender."],
        ["This transaction has been reversed by the bank at the request of the payer"],
        ["REVERSED ON 16-NOV-2026 BY THE BANK"],
        ["This transaction was found by our own auditors", "to have been reversed by the payer's own bank"],
      ]) {
        const above = lines.map((text, at) => ({ text, x, y: y - 12 * (lines.length - at) }));
        expect(await draw(label, [...rows, ...above]), lines.join(" / ")).toMatch(refused);
      }
  });

  const others = bankPages.filter(({ label }) => label !== "epsilon");
  test.each(others)("of $label may begin a name", async ({ label, page, record }) => {
    const receiver = record.includes("TADESSE") ? "HANA MEKONNEN TADESSE" : "HANA MEKONNEN";
    const place = placings["wrapped values in the middle of their rows"];
    const name = "REFUND FOR UNPAID AND FAILED ORDERS OF REVERSED PAYMENTS";
    const changes = Object.fromEntries((typed[label]?.names ?? []).map((one) => [one, name]));
    expect(await draw(label, page(place, changes))).toBe(record.replace(receiver, name));
  });
});

describe("a PDF whose type undoes a payment is none of a completed one", () => {
  const titles: Readonly<Record<string, readonly [usual: string, ...undoing: string[]]>> = {
    alpha: ["VAT Invoice / Customer Receipt", "Refund Receipt", "VAT Invoice / Customer Receipt - REVERSAL"],
    delta: ["Electronic Value Added Tax Receipt", "Electronic Value Added Tax Refund Receipt"],
    epsilon: ["VAT Invoice/ Customer Receipt", "Reversal Receipt"],
    eta: ["Transaction Receipt", "Reversal Receipt", "Cancelled Transaction Receipt"],
    zeta: ["Digital Advice", "Reversal Advice"],
  };

  test.each(Object.entries(titles))("of %s, by its title", async (label, [usual, ...undoing]) => {
    const rows = bankPages.find((one) => one.label === label)?.page(columns) ?? [];
    for (const title of undoing) {
      const titled = rows.map((run) => (run.text === usual ? { ...run, text: title } : run));
      expect(await draw(label, titled), title).toMatch(/^receipt_not_completed/);
    }
  });

  test.each([
    ["delta", "Service Type:", "Transfer Reversal"],
    ["epsilon", "Payment Reason", "ReversalFromMMToBank by Customer to Customer"],
    ["epsilon", "Payment Reason", "Transaction Reversal"],
    ["iota", "TRANSACTION TYPE", "Refund"],
    ["iota", "TRANSACTION TYPE", "Reversal of Send Money"],
  ])("of %s, by its %s %s", async (label, name, type) => {
    for (const { page } of bankPages.filter((one) => one.label === label))
      expect(await draw(label, page(columns, { [name]: type }))).toMatch(/^receipt_not_completed/);
  });

  test("of eta, by what its amount is named", async () => {
    const rows = bankPages.find(({ label }) => label === "eta")?.page(columns) ?? [];
    for (const kind of ["WALLET REVERSAL", "REFUND"]) {
      const named = rows.map((run) => (run.text === "WALLET TRANSFER" ? { ...run, text: kind } : run));
      expect(await draw("eta", named)).toMatch(/^receipt_not_completed/);
    }
  });
});

/** Labels of the receiver's name and of the reason, and the name that the page has there. */
const typed: Readonly<Record<string, { readonly names: readonly string[]; readonly reason?: string }>> = {
  alpha: { names: ["Receiver"], reason: "Reason / Type of service" },
  delta: { names: ["Receiver Name:"], reason: "Narrative:" },
  epsilon: { names: ["Receiver Name"], reason: "Payment Reason" },
  eta: { names: ["Recipient name:"] },
  zeta: { names: ["Receiver Name"], reason: "Narrative" },
  iota: { names: ["RECEIVER NAME"], reason: "PAYMENT REASON" },
};

const placings = {
  "two columns": inColumns(240),
  "wrapped values": inWrappedRows({ gap: 200, width: 130, padding: 4 }),
  "wrapped values in narrow rows": inWrappedRows({ gap: 200, width: 130, padding: 1 }),
  "wrapped values in the middle of their rows": inWrappedRows({
    gap: 200,
    width: 130,
    padding: 6,
    isCentred: true,
  }),
  "running text with colons": inWrappedRows({ gap: 0, width: 500, padding: 4, between: ": " }),
};

const names = [
  ...["Void Kebede", "CANCELLED ORDER TRADING AND REFUND SERVICES PLC", "TOTAL ENERGIES PLC"],
  ...["Status Trading", "STATUS TRADING AND IMPORT EXPORT PLC", "Date Palm PLC", "Amount Tesfaye"],
  ...["Payer Kebede", "Tax Consult PLC", "Service Charge PLC", "Branch Office Supplies", "VAT Trading House"],
];

const reasons = [
  ...["refund for cancelled order", "refund for cancelled order 12 of the second of november"],
  ...["REFUND FOR CANCELLED ORDER", "Reversed", "the former payment has been reversed so I pay again"],
  ...["On Hold: Yes", "Completed: No", "Cancel Date: 16/11/2026", "Settlement: Pending"],
  ...["Total payment for goods", "Status of order 5", "Amount due for rent", "Date palm seeds", "Total"],
];

describe.each(bankPages.map((one) => [one.label, one] as const))(
  "what people write on a receipt of %s",
  (label, { page, record }) => {
    const turn = bankPages.findIndex((one) => one.label === label);
    test.each(Object.entries(placings))("is no word of the bank's, in %s", async (_, place) => {
      const { names: labels = [], reason } = typed[label] ?? {};
      const receiver = record.includes("TADESSE") ? "HANA MEKONNEN TADESSE" : "HANA MEKONNEN";
      for (const [at, name] of oneIn(6, [...names.entries()], turn)) {
        const changes = {
          ...Object.fromEntries(labels.map((one) => [one, name])),
          ...(label === "epsilon" ? { "Credit Account": `0922000000 - ${name}` } : {}),
          ...(reason === undefined ? {} : { [reason]: reasons[at % reasons.length] ?? "" }),
        };
        for (const drawing of ["runs", "words"] as const)
          expect(await draw(label, page(place, changes), drawing), JSON.stringify(changes)).toBe(
            record.replace(receiver, name),
          );
      }
    });
  },
);

describe("a name that ends in a word of a payment that is under way", () => {
  /** With another name in place of a party's, in all its fields. */
  const named =
    (place: Placing, party: RegExp, name: string): Placing =>
    (rows, x, y) =>
      place(
        rows.map(([label, value]) => [label, value.replace(party, name)] as const),
        x,
        y,
      );
  const parties = [/HANA MEKONNEN(?: TADESSE)?/, /SELAM GETACHEW(?: ALEMU)?/];

  test.each(bankPages)("is read on a receipt of $label", async ({ label, page, record }) => {
    for (const name of [
      "ABEBA COFFEE PROCESSING",
      "Abeba Coffee and Oil Seed Processing",
      "HABESHA RETURN PLC",
    ])
      for (const party of parties)
        for (const place of oneIn(
          3,
          Object.values(placings),
          bankPages.findIndex((one) => one.label === label),
        ))
          expect(await draw(label, page(named(place, party, name))), name).toBe(record.replace(party, name));
  });

  test.each(bankPages)(
    "is none with the bank's own word below it, on one of $label",
    async ({ label, page }) => {
      const place = placings["wrapped values"];
      const rows = page(named(place, /HANA MEKONNEN(?: TADESSE)?/, "ABEBA COFFEE"));
      const name = rows.find(({ text }) => /^(?:0922000000 - )?ABEBA(?: COFFEE)?$/.test(text));
      if (name === undefined) throw new Error("no name");
      for (const below of [
        { text: "PROCESSING", y: name.y + 8 },
        { text: "PROCESSING", y: name.y + 5 },
        { text: "Processing", y: name.y + 10 },
        { text: "REVERSED", y: name.y + 10 },
      ])
        expect(await draw(label, [...rows, { ...below, x: name.x }]), below.text).toMatch(refused);
    },
  );
});
