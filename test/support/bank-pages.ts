import type { Pairs, Placing, Run } from "./plain-pdf.ts";

/** The banks' receipts as their wording is known, to be put on a page in any way. */

const line = (text: string, x: number, y: number, size = 10): Run => ({ text, x, y, size });
const inRow = (texts: readonly string[], y: number): readonly Run[] =>
  texts.map((text, at) => line(text, 40 + at * 150, y));

/** Parts of a page under each other, each where it is drawn or lower. */
const stacked = (...parts: readonly (readonly Run[])[]): readonly Run[] => {
  const runs: Run[] = [];
  for (const part of parts) {
    const bottom = Math.max(0, ...runs.map(({ y }) => y));
    const shift = Math.max(0, bottom + 14 - Math.min(...part.map(({ y }) => y)));
    runs.push(...part.map((run) => ({ ...run, y: run.y + shift })));
  }
  return runs;
};

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
const alphaPage = (place: Placing, row: Rows): readonly Run[] =>
  stacked(
    [line("VAT Invoice / Customer Receipt", 180, 40, 13)],
    [line("Company Address & Other Information", 40, 70), line("Customer Information", 320, 70)],
    [...oneRun(company, 40, 86), ...oneRun(row(customer), 320, 86)],
    // As near to the first row as a row to the next one.
    [line("Payment / Transaction Information", 200, 300, 12), ...place(row(alpha), 40, 320)],
    [line("Amount in Word", 40, 600), line("ETB Five Hundred and 58 cents", 320, 600)],
  );

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
const etaPage = (place: Placing, row: Rows): readonly Run[] =>
  stacked(
    [line("Transaction Receipt", 230, 44, 13)],
    place(row(eta), 40, 80),
    [line("Transaction Detail", 40, 290, 12)],
    place(row(etaAmounts), 40, 320),
    [line("Total amount in word: SIX THOUSAND FIVE BIRR AND SEVENTY FIVE CENT(S)", 40, 440)],
  );

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
const deltaPage = (place: Placing, row: Rows): readonly Run[] =>
  stacked(
    [line("Electronic Value Added Tax Receipt", 180, 20, 12)],
    place(row(deltaLines), 40, 50),
    [line("Transaction Details", 40, 300, 12)],
    place(row(deltaAmounts), 40, 330),
    [line("Amount in words: fifty thousand", 40, 600)],
  );

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
const epsilonCustomer: Pairs = [
  ["Customer Name", "SELAM GETACHEW"],
  ["Region", "_"],
  ["TIN (TAX ID)", "_"],
];
const epsilonPage = (place: Placing, row: Rows): readonly Run[] =>
  stacked(
    [line("VAT Invoice/ Customer Receipt", 200, 20, 13)],
    [line("Customer Information", 40, 60)],
    place(row(epsilonCustomer), 40, 80),
    [line("Transaction Information", 40, 170)],
    place(row(epsilonParties), 40, 190),
    [line("Transaction Details", 40, 330)],
    [
      ...inRow(["Receipt Number", "Transaction Date", "Amount"], 350),
      ...inRow(["DKF41PM7JLY", "2026-11-15 10:39", "20.00"], 366),
    ],
    place(row(epsilonAmounts), 40, 390),
  );

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
  (place: Placing, row: Rows): readonly Run[] => {
    const named = (rows: Pairs): Pairs => rows.map(([label, value]) => [before + label, value]);
    return stacked(
      place(named(row(iotaParties)), 40, 60),
      [line(`${before}TRANSACTION DETAIL`, 40, 190)],
      [
        ...inRow([`${before}RECEIPT NO`, `${before}PAYMENT DATE`, `${before}SETTLED AMOUNT`], 210),
        ...inRow(["RCPT0001", "2026-11-15 10:20:30", "1,250.00"], 226),
      ],
      place(named(row(iotaAmounts)), 40, 250),
      [line("SCAN TO VERIFY", 240, 420)],
    );
  };

const zeta: Pairs = [
  ["Transaction Reference", "XXXXETAAFT26319FLQKV"],
  ["Transaction Status", "Completed"],
  ["Transaction Date", "15-11-2026 16:01:11"],
  ["Payer Name", "SELAM GETACHEW ALEMU"],
  ["Payer Account", "426*******611"],
  ["Receiver Name", "HANA MEKONNEN TADESSE"],
  ["Receiver Account", "100*******765"],
  ["Narrative", "IPS OUT GOING"],
  ["Amount", "2,012.00 ETB"],
  ["Service Charge", "10.00 ETB"],
  ["VAT", "1.50 ETB"],
  ["Total Amount", "2,023.50 ETB"],
];
const zetaPage = (place: Placing, row: Rows): readonly Run[] =>
  stacked([line("Digital Advice", 240, 40, 14)], place(row(zeta), 40, 90), [
    line("Thank you for banking with us", 200, 420),
  ]);

/** Rows with some values changed. */
type Rows = (rows: Pairs) => Pairs;

const oneRun = (rows: Pairs, x: number, y: number): readonly Run[] =>
  rows.map(([label, value], at) => ({ text: `${label} ${value}`, x, y: y + at * 16 }));

/** A bank's page with the record that its own values come to. */
type BankPage = {
  readonly label: string;
  /** `changes`: other values, by their labels. */
  readonly page: (place: Placing, changes?: Readonly<Record<string, string>>) => readonly Run[];
  readonly record: string;
};

const withChanges =
  (page: (place: Placing, row: Rows) => readonly Run[]): BankPage["page"] =>
  (place, changes = {}) =>
    page(place, (rows) => rows.map(([label, value]) => [label, changes[label] ?? value] as const));

export const bankPages: readonly BankPage[] = [
  {
    label: "alpha",
    page: withChanges(alphaPage),
    record:
      "VAT Invoice / Customer Receipt | FT26319K4Q7Z | 11/15/2026, 9:08:00 AM | SELAM GETACHEW ALEMU | 1****4321 | HANA MEKONNEN TADESSE | 1****8765 | 500.00 ETB | 0.50 ETB | 500.58 ETB",
  },
  {
    label: "delta",
    page: withChanges(deltaPage),
    record:
      "Electronic Value Added Tax Receipt | 822WDTS263160002 | Nov 12, 2026, 02:07:46 am | SELAM GETACHEW ALEMU | 5822**011 | HANA MEKONNEN | 5822**014 | 50000.00 ETB | 10.00 ETB | 1.50 ETB | 50012.00 ETB",
  },
  {
    label: "epsilon",
    page: withChanges(epsilonPage),
    record:
      "VAT Invoice/ Customer Receipt | DKF41PM7JLY | 2026-11-15 10:39 | SELAM GETACHEW | 0911000000 | HANA MEKONNEN | 0922000000 | 20.00 ETB | 0.50 ETB | 0.08 ETB | 20.58 ETB",
  },
  {
    label: "eta",
    page: withChanges(etaPage),
    record:
      "Transaction Receipt | 174ETTB263190007 | 15-Nov-2026 | SELAM GETACHEW | 174****7012 | HANA MEKONNEN | 109****7018 | 6000.00 ETB | 5.00 ETB | 0.75 ETB | 6005.75 ETB",
  },
  {
    label: "zeta",
    page: withChanges(zetaPage),
    record:
      "Digital Advice | XXXXETAAFT26319FLQKV | 15-11-2026 16:01:11 | SELAM GETACHEW ALEMU | 426*******611 | HANA MEKONNEN TADESSE | 100*******765 | 2012.00 ETB | 10.00 ETB | 1.50 ETB | 2023.50 ETB",
  },
  ...["", "/ "].map((before) => ({
    label: "iota",
    page: withChanges(iotaPage(before)),
    record:
      "Send Money | UKF1AB2CD3 | 2026-11-15 10:20:30 | SELAM GETACHEW | 251711000123 | HANA MEKONNEN | 251711000999 | 1250.00 ETB | 5.00 ETB | 0.75 ETB | 1255.75 ETB",
  })),
];

/** A receipt's PDF as the provider sends it. */
export const sent = (label: string, pdf: Uint8Array): readonly [body: string | Uint8Array, type: string] => {
  if (label !== "iota") return [pdf, "application/pdf"];
  const answer = {
    responseCode: "0",
    responseDescription: "Success",
    base64Data: Buffer.from(pdf).toString("base64"),
  };
  return [JSON.stringify(answer), "application/json"];
};
