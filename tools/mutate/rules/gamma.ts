import { collapse } from "../printed.ts";
import { clockOf } from "./clock.ts";
import type { Layout, Role, Rules } from "./rules.ts";
import { comesToNobody, letters } from "./wording.ts";

const roles: Readonly<Record<string, Role>> = {
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
  "Beneficiary Bank": "bank",
  "Beneficiary Bank Name": "bank",
  "Receiver's Bank": "bank",
  "Receiver's Bank Name": "bank",
};

/** No key of the receipts we know, so any spelling of it counts. */
const isStatus = (label: string): boolean =>
  /^(?:transaction|payment)?(?:status|state)$/.test(letters(label));

const usual: Layout = {
  roleOf: (label) => (isStatus(label) ? "status" : (roles[label] ?? null)),
  times: {
    ...{ date: 1, reference: 1, amount: 1, total: 1, receiver: 1 },
    ...{ payerAccount: 1, receiverAccount: 1, documentType: 1 },
  },
  mayBeEmpty: ["payer", "payerOfAccount", "commission", "vat", "currency", "status", "bank"],
  say: (at, { heading }) => {
    const name = at("payerOfAccount") ?? at("payer") ?? "";
    return {
      documentType: at("documentType") ?? "",
      type: at("documentType"),
      reference: at("reference") ?? "",
      status: at("status"),
      date: at("date") ?? "",
      payer: { name, account: at("payerAccount") ?? "" },
      receiver: { name: at("receiver") ?? "", account: at("receiverAccount") ?? "" },
      amount: at("amount") ?? "",
      commission: at("commission"),
      vat: at("vat"),
      total: at("total") ?? "",
      currency: at("currency"),
      header: collapse(heading),
    };
  },
};

/** Cash from a counter: keys of a receiver that is nobody may be missing. */
const cash: Layout = {
  ...usual,
  times: { date: 1, reference: 1, amount: 1, total: 1, payerAccount: 1, documentType: 1 },
  mayBeEmpty: [...(usual.mayBeEmpty ?? []), "receiver", "receiverAccount"],
  say: (at, sheet) => (comesToNobody(at("documentType")) ? usual.say(at, sheet) : null),
};

export const gamma: Rules = {
  layouts: [usual, cash],
  reference: /^(FT|TT)[A-Z0-9]{10}$/i,
  moment: clockOf("DD/MM/YY[,] HH:mm[:ss]", "DD/MM/YYYY[,] HH:mm[:ss]"),
  amounts: "thousands",
  shows: [],
  visible: [2, 5],
  fresh: {
    money: (number, dice) => (dice.chance(50) ? `ETB ${number}` : `${number} ETB`),
    date: (at, dice) =>
      dice.chance(50)
        ? `${at.day}/${at.month}/${at.year.slice(2)} ${at.hour}:${at.minute}`
        : `${at.day}/${at.month}/${at.year}, ${at.hour}:${at.minute}:${at.second}`,
    scripts: "any",
  },
};
