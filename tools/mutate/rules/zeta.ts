import { collapse } from "../printed.ts";
import { clockOf } from "./clock.ts";
import type { At, Layout, Role, Rules, Said } from "./rules.ts";
import { byWording, letters } from "./wording.ts";

const once = {
  ...{ reference: 1, status: 1, date: 1, payer: 1, payerAccount: 1 },
  ...{ receiver: 1, receiverAccount: 1, amount: 1, total: 1 },
} as const;

const saidOf = (at: At, documentType: string, links: readonly string[]): Said => ({
  documentType: documentType === "" ? "Digital Advice" : documentType,
  type: at("type"),
  reference: at("reference") ?? "",
  status: at("status"),
  date: at("date") ?? "",
  payer: { name: at("payer") ?? "", account: at("payerAccount") ?? "" },
  receiver: { name: at("receiver") ?? "", account: at("receiverAccount") ?? "" },
  amount: at("amount") ?? "",
  commission: at("commission"),
  vat: at("vat"),
  total: at("total") ?? "",
  currency: at("currency"),
  links,
});

/** Its pages and PDFs, by label. */
const printedRoles = byWording({
  reference: "Transaction Reference|Reference Number",
  status: "Transaction Status|Payment Status|Status",
  date: "Transaction Date|Payment Date",
  payer: "Payer Name|Sender Name",
  payerAccount: "Payer Account|Sender Account",
  receiver: "Receiver Name|Beneficiary Name",
  receiverAccount: "Receiver Account|Beneficiary Account",
  amount: "Amount|Transferred Amount",
  commission: "Service Charge|Commission",
  vat: "VAT|VAT on Commission",
  total: "Total Amount|Total Debited",
  type: "Narrative",
  detail: "Transaction Type",
  bank: "Receiver Bank|Beneficiary Bank",
});

const page: Layout = {
  roleOf: (label) => printedRoles.get(letters(label)) ?? null,
  times: once,
  say: (at, { heading, link = "" }) => saidOf(at, collapse(heading), [link]),
};

/** On a PDF nothing but its own words tells the title from other lines. */
const pdf: Layout = {
  ...page,
  say: (at, { heading, link = "" }) =>
    saidOf(at, /digital advice/i.exec(collapse(heading))?.[0] ?? "", [link]),
};

/** Its JSON, by path. */
const paths: Readonly<Record<string, Role>> = {
  "data.title": "documentType",
  "data.reference": "reference",
  "data.status": "status",
  "data.date": "date",
  "data.payer.name": "payer",
  "data.payer.account": "payerAccount",
  "data.receiver.name": "receiver",
  "data.receiver.account": "receiverAccount",
  "data.narrative": "type",
  "data.amount": "amount",
  "data.charge": "commission",
  "data.vat": "vat",
  "data.total": "total",
  "data.currency": "currency",
  "data.link": "link",
};

const json: Layout = {
  roleOf: (label) => paths[label] ?? null,
  times: once,
  mayBeEmpty: ["documentType", "commission", "vat", "currency"],
  say: (at, { rows }) =>
    saidOf(
      at,
      at("documentType") ?? "",
      rows.map(({ value }) => value),
    ),
};

export const zeta: Rules = {
  layouts: [json, page, pdf],
  reference: /^[A-Z0-9][A-Z0-9/._-]{3,63}$/i,
  moment: clockOf("DD-MM-YYYY[ HH:mm:ss]", "YYYY-MM-DD[ HH:mm:ss]"),
  amounts: "plain",
  shows: ["commission", "vat_on_commission"],
  visible: [1, 5],
  fresh: {
    money: (number, dice) => dice.pick([number, `ETB ${number}`, `${number} ETB`]),
    date: (at, dice) =>
      dice.chance(80)
        ? `${at.day}-${at.month}-${at.year} ${at.hour}:${at.minute}:${at.second}`
        : `${at.day}-${at.month}-${at.year}`,
    scripts: "latin",
  },
};
