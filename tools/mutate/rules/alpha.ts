import { collapse, santimOf } from "../printed.ts";
import { clockOf } from "./clock.ts";
import type { Layout, Role, Rules } from "./rules.ts";
import { byWording, letters } from "./wording.ts";

const roles = byWording({
  payer: "Payer",
  account: "Account",
  receiver: "Receiver",
  date: "Payment Date & Time",
  reference: "Reference No. (VAT Invoice No)",
  reason: "Reason / Type of service",
  amount: "Transferred Amount",
  commission: "Commission or Service Charge",
  vat: "15% VAT on Commission",
  total: "Total amount debited from customers account",
  status: "Transaction Status|Payment Status|Status",
});

const page: Layout = {
  roleOf: (label) => roles.get(letters(label)) ?? null,
  times: {
    ...{ date: 1, reference: 1, amount: 1, total: 1, receiver: 1, payer: 1 },
    ...{ payerAccount: 1, receiverAccount: 1, reason: 1, commission: 1, vat: 1 },
  },
  // An account is that of the party above it.
  owner: (role, above) => {
    if (role !== "account") return role;
    const party = above.findLast((one) => one === "payer" || one === "receiver");
    return party === undefined ? null : party === "payer" ? "payerAccount" : "receiverAccount";
  },
  say: (at, { heading }) => ({
    documentType: /VAT Invoice ?\/ ?Customer Receipt/i.exec(collapse(heading))?.[0] ?? "",
    reference: at("reference") ?? "",
    status: at("status"),
    date: at("date") ?? "",
    payer: { name: at("payer") ?? "", account: at("payerAccount") ?? "" },
    receiver: { name: at("receiver") ?? "", account: at("receiverAccount") ?? "" },
    amount: at("amount") ?? "",
    commission: at("commission"),
    vat: at("vat"),
    total: at("total") ?? "",
  }),
};

/** What is behind a token: JSON with the keys of a core-banking system. */
const keys: Readonly<Record<string, Role>> = {
  id: "reference",
  debitAccountHolder: "payer",
  debitAccountNo: "payerAccount",
  creditAccountHolder: "receiver",
  creditAccountNo: "receiverAccount",
  amountCredited: "amount",
  amountDebited: "total",
  debitAmount: "detail",
  serviceChargeValue: "commission",
  vatValue: "vat",
  drCharge: "levy",
  creditCurrency: "currency",
  debitCurrency: "otherCurrency",
  transactionType: "type",
  "dateTimes.0": "date",
  "paymentDetails.0": "reason",
};

const json: Layout = {
  roleOf: (label) =>
    /^(?:transaction|payment|record)?(?:status|state)$/.test(letters(label))
      ? "status"
      : (keys[label] ?? null),
  times: { reference: 1, payer: 1, payerAccount: 1, receiver: 1, receiverAccount: 1, amount: 1, date: 1 },
  mayBeEmpty: ["total", "detail", "commission", "vat", "levy", "currency", "otherCurrency", "type"],
  say: (at, { rows }) => {
    const [total, debit] = [at("total"), at("detail")];
    const sums = [at("amount") ?? "", total ?? ""].map(santimOf);
    // A debit beside the total is that, or the amount without fees.
    if (total !== undefined && debit !== undefined && !sums.includes(santimOf(debit))) return null;
    const currencies = [at("currency") ?? "ETB", at("otherCurrency") ?? "ETB"];
    return {
      documentType: "VAT Invoice / Customer Receipt",
      type: at("type"),
      reference: at("reference") ?? "",
      status: at("status"),
      date: inAddisAbaba(at("date") ?? ""),
      payer: { name: at("payer") ?? "", account: at("payerAccount") ?? "" },
      receiver: { name: at("receiver") ?? "", account: at("receiverAccount") ?? "" },
      amount: at("amount") ?? "",
      commission: at("commission"),
      vat: at("vat"),
      levy: at("levy"),
      total: total ?? debit ?? "",
      currency: currencies.find((currency) => currency.toUpperCase() !== "ETB") ?? "ETB",
      links: rows.map(({ value }) => collapse(value)),
    };
  },
};

/** An instant in UTC by the clock of Addis Ababa, in the shape of the pages; `""` for anything else. */
const inAddisAbaba = (printed: string): string => {
  if (!/^[0-9]{4}(?:-[0-9]{2}){2}T[0-9]{2}(?::[0-9]{2}){2}(?:\.[0-9]{1,9})?(?:Z|\+00:00)$/.test(printed))
    return "";
  const local = new Date(Date.parse(printed) + 3 * 3_600_000);
  if (Number.isNaN(local.getTime()) || !isoOf(local, -3).startsWith(printed.slice(0, 19))) return "";
  const [hour, rest] = [local.getUTCHours(), isoOf(local, 0).slice(14, 19)];
  const day = `${local.getUTCMonth() + 1}/${local.getUTCDate()}/${local.getUTCFullYear()}`;
  return `${day}, ${hour % 12 || 12}:${rest} ${hour < 12 ? "AM" : "PM"}`;
};

const isoOf = (time: Date, hours: number): string =>
  new Date(time.getTime() + hours * 3_600_000).toISOString();

export const alpha: Rules = {
  layouts: [page, json],
  reference: /^FT[A-Z0-9]{10}$/i,
  moment: clockOf("M/D/YYYY[,] h:mm:ss a"),
  amounts: "plain",
  shows: ["commission"],
  visible: [1, 8],
  fresh: {
    money: (number) => `${number} ETB`,
    value: (role, { value }, { date }) =>
      role === "date" && value.includes("T") ? `${isoOf(new Date(date), 0).slice(0, 19)}Z` : undefined,
    date: (at) =>
      `${Number(at.month)}/${Number(at.day)}/${at.year}, ${Number(at.hour12)}:${at.minute}:${at.second} ${at.half.toUpperCase()}`,
    scripts: "latin",
  },
};
