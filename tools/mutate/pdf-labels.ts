import type { Role } from "./rules/rules.ts";

/** What a provider's PDF prints, as far as taking it apart needs to know it. */
export type PdfWording = {
  readonly title: RegExp;
  /** Every label that may have a value, in its English wording. */
  readonly labels: readonly string[];
  /** Labels that stand side by side, their values under them, and how those run together. */
  readonly row?: { readonly roles: readonly Role[]; readonly runTogether: RegExp };
  /** Labels between which rows are named by what they are for. */
  readonly between?: { readonly from: string; readonly to: string };
};

const money = [
  "Service Charge",
  "Excise Tax (15%)",
  "DRRF Fee",
  "VAT (15%)",
  "Penalty Fee",
  "Income Tax Fee",
];

const wordings: Readonly<Record<string, PdfWording>> = {
  alpha: {
    title: /^VAT Invoice/,
    labels: [
      ...["Payer", "Account", "Receiver", "Payment Date & Time", "Reference No. (VAT Invoice No)"],
      ...["Reason / Type of service", "Transferred Amount", "Commission or Service Charge"],
      ...["15% VAT on Commission", "Total amount debited from customers account"],
      ...["Transaction Status", "Payment Status", "Status"],
    ],
  },
  delta: {
    title: /Value Added Tax Receipt/,
    labels: [
      ...["Sender Name", "Sender Account Number", "Receiver Name", "Receiver Account Number"],
      ...["Account Holder Name", "Account Number", "Transaction Reference", "Transaction Ref"],
      ...["Transaction Date", "Date", "Transaction Channel", "Service Type", "Narrative"],
      ...["Transfer Reference", "Beneficiary Bank Name", "Institution Name", "Instituton Name"],
      ...["Transaction Amount", ...money, "Tax", "Interest Fee", "Stamp Duty", "Discount Amount", "Total"],
      ...["Amount in words", "Transaction Status"],
    ],
  },
  epsilon: {
    title: /^VAT Invoice\//,
    labels: [
      ...["Country", "City", "Address", "Postal code", "SWIFT Code", "Email", "Tel", "Fax", "TIN"],
      ...["VAT Invoice No", "VAT Registration No", "VAT Registration Date", "Customer Name", "Region"],
      ...["Sub city", "Wereda/kebele", "TIN (TAX ID)", "Debit Account", "Credit Account", "Receiver Name"],
      ...["Order ID", "Transaction Status", "Reference", "Paid amount", "Service Charge", "VAT", "Tip"],
      ...["Total Paid Amount", "Total Amount in word", "Payment Reason", "Payment Channel", "Branch"],
      ...["Receipt Number", "Transaction Date", "Amount"],
    ],
    row: {
      roles: ["reference", "date", "detail"],
      runTogether: /^([A-Z0-9]+?) ?([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}) ?([0-9].*)$/i,
    },
  },
  zeta: {
    title: /^Digital Advice$/,
    labels: [
      ...["Transaction Reference", "Transaction Status", "Transaction Date", "Payer Name", "Payer Account"],
      ...["Receiver Name", "Receiver Account", "Narrative", "Amount", "Service Charge", "VAT"],
      "Total Amount",
    ],
  },
  eta: {
    title: / receipt$/i,
    labels: [
      ...["Invoice No.", "Date", "Payer name", "Payer account no.", "Recipient name"],
      ...["Recipient account no.", "Reference No", "Transaction status", "Transaction Detail"],
      ...["Service Charge", "VAT 15%", "Total Amount Paid", "Total amount in word"],
    ],
    between: { from: "Transaction Detail", to: "Service Charge" },
  },
  iota: {
    title: /^Payment receipt$/,
    labels: [
      ...["SENDER NAME", "SENDER NUMBER", "SENDER PHONE NUMBER", "SENDER TIN NO", "BUYER NAME"],
      ...["BUYER PHONE NUMBER", "BUYER TIN NO", "RECEIVER NAME", "RECEIVER PHONE NUMBER"],
      ...["RECEIVER NUMBER", "RECEIVER ACCOUNT NUMBER", "RECEIVER BUSINESS NAME"],
      ...["RECEIVER BUSINESS NUMBER", "BANK NAME", "TRANSACTION ID", "RECEIPT NO", "PAYMENT DATE"],
      ...["SETTLED AMOUNT", "SERVICE FEE", "DISCOUNT", "+ 15% VAT", "TOTAL", "TOTAL AMOUNT IN WORDS"],
      ...["PAYMENT METHOD", "TRANSACTION TYPE", "PAYMENT CHANNEL", "PAYMENT REASON", "PACKAGE DETAILS"],
      ...["VALIDITY PERIOD", "TRANSACTION STATUS"],
    ],
    row: {
      roles: ["receiptNumber", "date", "amount"],
      // Of a receipt's number nobody asks more than that it is a word.
      runTogether: /^([A-Z0-9/_-]+?) ?([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}) ?([0-9].*)$/i,
    },
  },
};

export const pdfWordingOf = (provider: string): PdfWording => {
  const found = wordings[provider];
  if (found === undefined) throw new Error(`no PDF of ${provider}`);
  return found;
};
