import type { GridReceipt } from "./drawn-grid.ts";

/** What a drawn receipt of epsilon or iota says; amounts in santim. */
export type Receipt = {
  readonly payer: string;
  readonly receiver: string;
  readonly payerPhone: string;
  readonly receiverPhone: string;
  readonly amount: number;
  readonly fee: number;
  readonly reason: string;
};

export const birr = (santim: number) =>
  `${Math.trunc(santim / 100)}.${String(santim % 100).padStart(2, "0")}`;
export const vatOf = ({ fee }: Receipt) => Math.round(fee * 0.15);
export const totalOf = (one: Receipt) => one.amount + one.fee + vatOf(one);

const epsilonPage = (one: Receipt): GridReceipt => ({
  title: "VAT Invoice/ Customer Receipt",
  tables: [
    [
      ["Customer Name", one.payer],
      ["Region", "_"],
      ["TIN (TAX ID)", "_"],
    ],
    [
      ["Debit Account", `${one.payerPhone} - ${one.payer}`],
      ["Credit Account", `${one.receiverPhone} - ${one.receiver}`],
      ["Receiver Name", one.receiver],
      ["Order ID", "FT26319K4Q7Z"],
      ["Transaction Status", "Completed"],
      ["Reference", one.reason],
    ],
  ],
  row: [
    ["Receipt Number", "DKF41PM7JLY"],
    ["Transaction Date", "2026-11-15 10:20"],
    ["Amount", birr(one.amount)],
  ],
  below: [
    ["Paid amount", birr(one.amount)],
    ["Service Charge", birr(one.fee)],
    ["VAT", birr(vatOf(one))],
    ["Total Paid Amount", birr(totalOf(one))],
    ["Payment Reason", one.reason],
    ["Payment Channel", "USSD"],
  ],
});

const iotaPage = (one: Receipt): GridReceipt => ({
  title: "Payment receipt",
  halves: {
    "SENDER NAME": "የላኪ ስም",
    "SENDER PHONE NUMBER": "የላኪ ስልክ ቁጥር",
    "RECEIVER NAME": "የተቀባይ ስም",
    "RECEIVER NUMBER": "የተቀባይ ቁጥር",
    "TRANSACTION ID": "የግብይት መለያ",
    "RECEIPT NO": "የደረሰኝ ቁጥር",
    "PAYMENT DATE": "የክፍያ ቀን",
    "SETTLED AMOUNT": "የተከፈለው መጠን",
    "SERVICE FEE": "የአገልግሎት ክፍያ",
    "+ 15% VAT": "ተ.እ.ታ",
    TOTAL: "ጠቅላላ",
    "TRANSACTION TYPE": "የግብይት አይነት",
    "PAYMENT REASON": "የክፍያ ምክንያት",
  },
  tables: [
    [
      ["SENDER NAME", one.payer],
      ["SENDER PHONE NUMBER", one.payerPhone],
    ],
    [
      ["RECEIVER NAME", one.receiver],
      ["RECEIVER NUMBER", one.receiverPhone],
      ["TRANSACTION ID", "UKF41PM7JL"],
    ],
  ],
  row: [
    ["RECEIPT NO", "RCPT0001234"],
    ["PAYMENT DATE", "2026-11-15 10:20:30"],
    ["SETTLED AMOUNT", birr(one.amount)],
  ],
  below: [
    ["SERVICE FEE", `${birr(one.fee)} Birr`],
    ["DISCOUNT", "- - -"],
    ["+ 15% VAT", `${birr(vatOf(one))} Birr`],
    ["TOTAL", `${birr(totalOf(one))} Birr`],
    ["TRANSACTION TYPE", "Send Money"],
    ["PAYMENT REASON", one.reason],
  ],
});

/** Each bank's page, the request for it and the parts of its record that never change. */
export const banks = {
  epsilon: {
    page: epsilonPage,
    request: (one: Receipt) => ({ receipt: "DKF41PM7JLY", phone: one.payerPhone }),
    wrap: (pdf: Uint8Array) => pdf,
    record: {
      bank: "Epsilon",
      document_type: "VAT Invoice/ Customer Receipt",
      transaction_reference: "DKF41PM7JLY",
      payment_date: "2026-11-15 10:20",
    },
  },
  iota: {
    page: iotaPage,
    request: () => ({ transactionId: "UKF41PM7JL" }),
    wrap: (pdf: Uint8Array) =>
      Buffer.from(JSON.stringify({ responseCode: "0", base64Data: Buffer.from(pdf).toString("base64") })),
    record: {
      bank: "Iota",
      document_type: "Send Money",
      transaction_reference: "UKF41PM7JL",
      payment_date: "2026-11-15 10:20:30",
    },
  },
};
