import { collapse } from "../printed.ts";
import { clockOf } from "./clock.ts";
import type { At, Layout, Role, Rules } from "./rules.ts";
import { byWording, letters } from "./wording.ts";

const sums = {
  amount: "Transaction Amount",
  commission: "Service Charge",
  vat: "VAT (15%)",
  levy: "DRRF Fee",
  discount: "Discount Amount",
  total: "Total",
  status: "Transaction Status|Payment Status|Status",
  type: "Service Type",
  bank: "Beneficiary Bank Name",
  institution: "Institution Name|Instituton Name",
} as const;

/** Each may be printed once, and is part of the total. */
const fees = [
  "Excise Tax (15%)",
  "Penalty Fee",
  "Income Tax Fee",
  "Tax",
  "Interest Fee",
  "Stamp Duty",
] as const;

const once = { payer: 1, payerAccount: 1, receiver: 1, receiverAccount: 1, reference: 1, date: 1 } as const;

const layoutOf = (roles: ReadonlyMap<string, Role>, owner: Layout["owner"]): Layout => ({
  roleOf: (label) => {
    const fee = fees.findIndex((name) => letters(name) === letters(label));
    return fee === -1 ? (roles.get(letters(label)) ?? null) : (feeRoles[fee] ?? null);
  },
  times: { ...once, amount: 1, commission: 1, vat: 1, total: 1 },
  ...(owner === undefined ? {} : { owner }),
  say: (at, { heading }) => ({
    documentType: /Electronic Value Added Tax Receipt/i.exec(collapse(heading))?.[0] ?? "",
    type: at("type"),
    reference: at("reference") ?? "",
    status: at("status"),
    date: at("date") ?? "",
    payer: { name: at("payer") ?? "", account: at("payerAccount") ?? "" },
    receiver: { name: at("receiver") ?? "", account: at("receiverAccount") ?? "" },
    amount: at("amount") ?? "",
    commission: at("commission"),
    vat: at("vat"),
    levy: at("levy"),
    added: feesOf(at),
    maybeSubtracted: at("discount") === undefined ? [] : [at("discount") ?? ""],
    total: at("total") ?? "",
  }),
});

const feeRoles = ["fee0", "fee1", "fee2", "fee3", "fee4", "fee5"] as const satisfies readonly Role[];

/** A fee that is printed without an amount is no fee of nothing. */
const feesOf = (at: At): readonly string[] =>
  feeRoles.flatMap((role) => (at(role) === undefined ? [] : [at(role) ?? ""]));

const today = byWording({
  payer: "Sender Name",
  payerAccount: "Sender Account Number",
  receiver: "Receiver Name",
  receiverAccount: "Receiver Account Number",
  reference: "Transaction Reference",
  date: "Transaction Date",
  reason: "Narrative",
  ...sums,
});

/** PDFs of 2025 name both parties alike, the sender first. */
const in2025 = byWording({
  holder: "Account Holder Name",
  account: "Account Number",
  reference: "Transaction Ref",
  date: "Date",
  reason: "Narrative",
  ...sums,
});

export const delta: Rules = {
  layouts: [
    layoutOf(today, undefined),
    layoutOf(in2025, (role, above) => {
      if (role === "holder") return above.includes("payer") ? "receiver" : "payer";
      if (role === "account") return above.includes("payerAccount") ? "receiverAccount" : "payerAccount";
      return role;
    }),
  ],
  reference: /^[A-Z0-9]{16}$/i,
  moment: clockOf("Mon D, YYYY[,] h:mm:ss a"),
  amounts: "plain",
  shows: ["commission", "vat_on_commission"],
  visible: [1, 5],
  fresh: {
    money: (number, dice) => (dice.chance(80) ? `ETB ${number}` : `${number} ETB`),
    date: (at) =>
      `${at.mon} ${Number(at.day)}, ${at.year}, ${at.hour12}:${at.minute}:${at.second} ${at.half}`,
    scripts: "latin",
  },
};
