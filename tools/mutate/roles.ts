import { collapse } from "./printed.ts";
import type { Row } from "./sheet.ts";

/** What a label stands for. */
export type Role =
  | "payer"
  | "payerOfAccount"
  | "payerAccount"
  | "receiver"
  | "receiverAccount"
  | "account"
  | "bankAccount"
  | "status"
  | "date"
  | "reference"
  | "reason"
  | "amount"
  | "commission"
  | "vat"
  | "vatOnFee"
  | "stampDuty"
  | "discount"
  | "total"
  | "documentType"
  | "currency";

/** How a provider words its labels (formats 1 to 3), and which must be there: how often, or at most once. */
export type Labels = {
  readonly roleOf: (label: string) => Role | null;
  readonly times: Readonly<Partial<Record<Role, number>>>;
};

const letters = (label: string): string =>
  collapse(label).replaceAll(" ", "").replace(/:+$/, "").toLowerCase();

/** The half of a bilingual label after its last slash. */
const englishHalf = (label: string): string => letters(label).split("/").at(-1) ?? "";

const alphaRoles: Readonly<Record<string, Role>> = {
  payer: "payer",
  account: "account",
  receiver: "receiver",
  "paymentdate&time": "date",
  "referenceno.(vatinvoiceno)": "reference",
  "reason/typeofservice": "reason",
  transferredamount: "amount",
  commissionorservicecharge: "commission",
  "15%vatoncommission": "vat",
  totalamountdebitedfromcustomersaccount: "total",
  transactionstatus: "status",
  paymentstatus: "status",
  status: "status",
};

const betaRoles: Readonly<Record<string, Role>> = {
  payername: "payer",
  creditedpartyname: "receiver",
  creditedpartyaccountno: "receiverAccount",
  bankaccountnumber: "bankAccount",
  transactionstatus: "status",
  "invoiceno.": "reference",
  "receiptno.": "reference",
  paymentdate: "date",
  settledamount: "amount",
  stampduty: "stampDuty",
  discountamount: "discount",
  servicefee: "commission",
  servicefeevat: "vatOnFee",
  vat: "vat",
  totalpaidamount: "total",
};

const gammaRoles: Readonly<Record<string, Role>> = {
  "Payer's Name": "payer",
  "Source Account Name": "payerOfAccount",
  "Source Account": "payerAccount",
  "Payer's Account": "payerAccount",
  "Receiver's Name": "receiver",
  "Beneficiary Name": "receiver",
  "Receiver's Account": "receiverAccount",
  "Beneficiary Account": "receiverAccount",
  "Transferred Amount": "amount",
  "Transferred amount": "amount",
  "Service Charge": "commission",
  "VAT (15%)": "vat",
  "Total Amount including VAT": "total",
  "Transaction Type": "documentType",
  "Transaction Date": "date",
  "Transaction Reference": "reference",
  currency: "currency",
};

/** No key of the receipts we know, so any spelling of it counts. */
const isStatus = (label: string): boolean =>
  /^(?:transaction|payment)?(?:status|state)$/.test(letters(label));

/** Between the words stands the brand, which is nobody's TIN or VAT number. */
const isPayerNumber = (half: string): boolean =>
  /^payer.*no\.?$/.test(half) && !half.startsWith("payertin") && !half.startsWith("payervat");

const once = { date: 1, reference: 1, amount: 1, total: 1, receiver: 1 } as const;

const labels: Readonly<Record<string, Labels>> = {
  alpha: {
    roleOf: (label) => alphaRoles[letters(label)] ?? null,
    times: { ...once, payer: 1, account: 2, reason: 1, commission: 1, vat: 1 },
  },
  beta: {
    roleOf: (label) =>
      isPayerNumber(englishHalf(label)) ? "payerAccount" : (betaRoles[englishHalf(label)] ?? null),
    times: { ...once, payer: 1, payerAccount: 1, receiverAccount: 1, status: 1, commission: 1 },
  },
  gamma: {
    roleOf: (label) => (isStatus(label) ? "status" : (gammaRoles[label] ?? null)),
    times: { ...once, payerAccount: 1, receiverAccount: 1, documentType: 1 },
  },
};

export const labelsOf = (provider: string): Labels => {
  const found = labels[provider];
  if (found === undefined) throw new Error(`no labels of ${provider}`);
  return found;
};

export const roleOf = (provider: string, { label }: Row): Role | null => labelsOf(provider).roleOf(label);
