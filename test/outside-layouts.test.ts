import { describe, expect, test } from "vitest";
import { readingOf } from "./support/outside-reading.ts";
import {
  type Drawing,
  drawPage,
  flushRight,
  inColumns,
  inOneRun,
  type Pairs,
  type Placing,
  type Run,
} from "./support/plain-pdf.ts";

/** Receipts as their wording is known, put on a page by others than the fixtures' authors. */

const line = (text: string, x: number, y: number, size = 10): Run => ({ text, x, y, size });
const inRow = (texts: readonly string[], y: number): readonly Run[] =>
  texts.map((text, at) => line(text, 40 + at * 150, y));

const alpha: Pairs = [
  ["Payer", "SELAM GETACHEW ALEMU"],
  ["Account", "1****4321"],
  ["Receiver", "HANA MEKONNEN TADESSE"],
  ["Account", "1****8765"],
  ["Payment Date & Time", "11/15/2026, 9:08:00 AM"],
  ["Reference No. (VAT Invoice No)", "FT26319K4Q7Z"],
  ["Reason / Type of service", "goods done via Mobile"],
  ["Transferred Amount", "500.00 ETB"],
  ["Commission or Service Charge", "0.50 ETB"],
  ["15% VAT on Commission", "0.08 ETB"],
  ["Total amount debited from customers account", "500.58 ETB"],
];
const company: Pairs = [
  ["Country:", "Ethiopia"],
  ["City:", "Addis Ababa"],
  ["SWIFT Code:", "XXXXETAA"],
  ["Tin:", "0000000001"],
  ["VAT Receipt No:", "FT26319K4Q7Z"],
  ["VAT Registration Date:", "01/01/2003"],
];
const customer: Pairs = [
  ["Customer Name:", "SELAM GETACHEW ALEMU"],
  ["Region:", "_"],
  ["City:", "_"],
  ["TIN (TAX ID):", "_"],
  ["Branch:", "HEAD OFFICE"],
];
const alphaPage = (place: Placing): readonly Run[] => [
  line("VAT Invoice / Customer Receipt", 180, 40, 13),
  line("Company Address & Other Information", 40, 70),
  ...inOneRun(" ")(company, 40, 86),
  line("Customer Information", 320, 70),
  ...inOneRun(" ")(customer, 320, 86),
  // As near to the first row as a row to the next one.
  line("Payment / Transaction Information", 200, 300, 12),
  ...place(alpha, 40, 320),
  line("Amount in Word", 40, 600),
  line("ETB Five Hundred and 58 cents", 320, 600),
];

const eta: Pairs = [
  ["Invoice No.:", "2611150001"],
  ["Date:", "15-Nov-2026"],
  ["Payer name:", "SELAM GETACHEW"],
  ["Payer account no.:", "174****7012"],
  ["Recipient name:", "HANA MEKONNEN"],
  ["Recipient account no.:", "109****7018"],
  ["Reference No:", "174ETTB263190007"],
  ["Transaction status:", "Completed"],
];
const etaAmounts: Pairs = [
  ["WALLET TRANSFER", "ETB 6,000.00"],
  ["Service Charge", "ETB 5.00"],
  ["VAT 15%", "ETB 0.75"],
  ["Total Amount Paid", "ETB 6,005.75"],
];
const etaPage = (place: Placing): readonly Run[] => [
  line("Transaction Receipt", 230, 44, 13),
  ...place(eta, 40, 80),
  line("Transaction Detail", 40, 290, 12),
  ...place(etaAmounts, 40, 320),
  line("Total amount in word: SIX THOUSAND FIVE BIRR AND SEVENTY FIVE CENT(S)", 40, 440),
];

const deltaLines: Pairs = [
  ["Sender Name:", "SELAM GETACHEW ALEMU"],
  ["Sender Account Number:", "5822**011"],
  ["Transaction Channel:", "Mobile"],
  ["Service Type:", "Transfer"],
  ["Narrative:", "rent"],
  ["Receiver Name:", "HANA MEKONNEN"],
  ["Receiver Account Number:", "5822**014"],
  ["Transaction Reference:", "822WDTS263160002"],
  ["Transfer Reference:", "WDTI2026111200001234"],
  ["Transaction Date:", "Nov 12, 2026, 02:07:46 am"],
];
const deltaAmounts: Pairs = [
  ["Transaction Amount", "ETB 50,000.00"],
  ["Service Charge", "ETB 10.00"],
  ["Excise Tax (15%):", "ETB 0"],
  ["DRRF Fee", "ETB 0.50"],
  ["VAT (15%):", "ETB 1.50"],
  ["Penalty Fee", "ETB 0"],
  ["Income Tax Fee", "ETB 0"],
  ["Tax", "ETB 0"],
  ["Stamp Duty", "ETB 0"],
  ["Total", "ETB 50,012.00"],
];
const deltaPage = (place: Placing): readonly Run[] => [
  line("Electronic Value Added Tax Receipt", 180, 20, 12),
  ...place(deltaLines, 40, 50),
  line("Transaction Details", 40, 300, 12),
  ...place(deltaAmounts, 40, 330),
  line("Amount in words: fifty thousand", 40, 600),
];

const epsilonParties: Pairs = [
  ["Debit Account", "0911000000 - SELAM GETACHEW"],
  ["Credit Account", "0922000000 - HANA MEKONNEN"],
  ["Receiver Name", "HANA MEKONNEN"],
  ["Order ID", "FT26319K4Q7Z"],
  ["Transaction Status", "Completed"],
  ["Reference", "x12"],
];
const epsilonAmounts: Pairs = [
  ["Paid amount", "20.00"],
  ["Service Charge", "0.50"],
  ["VAT", "0.08"],
  ["Total Paid Amount", "20.58"],
  ["Total Amount in word", "Twenty birr"],
  ["Payment Reason", "Send"],
  ["Payment Channel", "USSD"],
];
const epsilonPage = (place: Placing): readonly Run[] => [
  line("VAT Invoice/ Customer Receipt", 200, 20, 13),
  line("Customer Information", 40, 60),
  ...place(
    [
      ["Customer Name", "SELAM GETACHEW"],
      ["Region", "_"],
      ["TIN (TAX ID)", "_"],
    ],
    40,
    80,
  ),
  line("Transaction Information", 40, 170),
  ...place(epsilonParties, 40, 190),
  line("Transaction Details", 40, 330),
  ...inRow(["Receipt Number", "Transaction Date", "Amount"], 350),
  ...inRow(["DKF41PM7JLY", "2026-11-15 10:39", "20.00"], 366),
  ...place(epsilonAmounts, 40, 390),
];

const iotaParties: Pairs = [
  ["SENDER NAME", "SELAM GETACHEW"],
  ["SENDER NUMBER", "251711000123"],
  ["SENDER TIN NO", "- - -"],
  ["RECEIVER NAME", "HANA MEKONNEN"],
  ["RECEIVER PHONE NUMBER", "251711000999"],
  ["TRANSACTION ID", "UKF1AB2CD3"],
];
const iotaAmounts: Pairs = [
  ["SERVICE FEE", "5.00 Birr"],
  ["DISCOUNT", "0.00 Birr"],
  ["+ 15% VAT", "0.75 Birr"],
  ["TOTAL", "1,255.75 Birr"],
  ["TOTAL AMOUNT IN WORDS", "one"],
  ["PAYMENT METHOD", "Iota"],
  ["TRANSACTION TYPE", "Send Money"],
  ["PAYMENT REASON", "null"],
];
const iotaPage =
  (before: string) =>
  (place: Placing): readonly Run[] => {
    const named = (rows: Pairs): Pairs => rows.map(([label, value]) => [before + label, value]);
    return [
      ...place(named(iotaParties), 40, 60),
      line(`${before}TRANSACTION DETAIL`, 40, 190),
      ...inRow([`${before}RECEIPT NO`, `${before}PAYMENT DATE`, `${before}SETTLED AMOUNT`], 210),
      ...inRow(["RCPT0001", "2026-11-15 10:20:30", "1,250.00"], 226),
      ...place(named(iotaAmounts), 40, 250),
      line("SCAN TO VERIFY", 240, 420),
    ];
  };

type Sheet = readonly [label: string, page: (place: Placing) => readonly Run[], record: string];

const sheets: readonly Sheet[] = [
  [
    "alpha",
    alphaPage,
    "VAT Invoice / Customer Receipt | FT26319K4Q7Z | 11/15/2026, 9:08:00 AM | SELAM GETACHEW ALEMU | 1****4321 | HANA MEKONNEN TADESSE | 1****8765 | 500.00 ETB | 0.50 ETB | 500.58 ETB",
  ],
  [
    "delta",
    deltaPage,
    "Electronic Value Added Tax Receipt | 822WDTS263160002 | Nov 12, 2026, 02:07:46 am | SELAM GETACHEW ALEMU | 5822**011 | HANA MEKONNEN | 5822**014 | 50000.00 ETB | 10.00 ETB | 1.50 ETB | 50012.00 ETB",
  ],
  [
    "epsilon",
    epsilonPage,
    "VAT Invoice/ Customer Receipt | DKF41PM7JLY | 2026-11-15 10:39 | SELAM GETACHEW | 0911000000 | HANA MEKONNEN | 0922000000 | 20.00 ETB | 0.50 ETB | 0.08 ETB | 20.58 ETB",
  ],
  [
    "eta",
    etaPage,
    "Transaction Receipt | 174ETTB263190007 | 15-Nov-2026 | SELAM GETACHEW | 174****7012 | HANA MEKONNEN | 109****7018 | 6000.00 ETB | 5.00 ETB | 0.75 ETB | 6005.75 ETB",
  ],
  ...["", "/ "].map(
    (before): Sheet => [
      "iota",
      iotaPage(before),
      "Send Money | UKF1AB2CD3 | 2026-11-15 10:20:30 | SELAM GETACHEW | 251711000123 | HANA MEKONNEN | 251711000999 | 1250.00 ETB | 5.00 ETB | 0.75 ETB | 1255.75 ETB",
    ],
  ),
];

const placings: Readonly<Record<string, Placing>> = {
  "two columns": inColumns(260),
  "two narrow columns": inColumns(240, 12),
  "one run": inOneRun(" "),
  "one run with a colon": (rows, x, y) =>
    inOneRun(": ")(
      rows.map(([label, value]) => [label.replace(/:$/, ""), value]),
      x,
      y,
    ),
  "values flush right": flushRight(540),
};

const drawings: readonly Drawing[] = ["runs", "words", "glyphs", "upwards"];

/** As the provider sends it. */
const sent = (label: string, pdf: Uint8Array): readonly [body: string | Uint8Array, type: string] => {
  if (label !== "iota") return [pdf, "application/pdf"];
  const answer = {
    responseCode: "0",
    responseDescription: "Success",
    base64Data: Buffer.from(pdf).toString("base64"),
  };
  return [JSON.stringify(answer), "application/json"];
};

describe.each(sheets)("a PDF of %s", (label, page, record) => {
  test.each(Object.keys(placings))("is read from %s, however it is drawn", async (name) => {
    const place = placings[name] ?? inOneRun(" ");
    for (const drawing of drawings) {
      const pdf = await drawPage(page(place), drawing);
      expect(await readingOf(label, ...sent(label, pdf)), drawing).toBe(record);
    }
  });
});
