import { clockOf } from "./clock.ts";
import type { At, Role, Rules } from "./rules.ts";
import { byWording, letters } from "./wording.ts";

const roles = byWording({
  sender: "SENDER NAME",
  senderNumber: "SENDER NUMBER|SENDER PHONE NUMBER",
  buyer: "BUYER NAME",
  buyerNumber: "BUYER PHONE NUMBER|BUYER NUMBER",
  receiver: "RECEIVER NAME",
  receiverNumber: "RECEIVER PHONE NUMBER|RECEIVER NUMBER",
  receiverAccount: "RECEIVER ACCOUNT NUMBER",
  business: "RECEIVER BUSINESS NAME",
  businessNumber: "RECEIVER BUSINESS NUMBER",
  reference: "TRANSACTION ID",
  receiptNumber: "RECEIPT NO|RECEIPT NO.",
  date: "PAYMENT DATE",
  amount: "SETTLED AMOUNT",
  commission: "SERVICE FEE",
  discount: "DISCOUNT",
  vat: "+ 15% VAT|15% VAT",
  total: "TOTAL",
  documentType: "TRANSACTION TYPE",
  status: "TRANSACTION STATUS|PAYMENT STATUS|STATUS",
  reason: "PAYMENT REASON",
  bank: "BANK NAME",
  package: "PACKAGE DETAILS",
});

/** The English half follows a slash; before it stands Amharic, or what a font without such letters made of it. */
const half = (label: string): string => {
  const parts = letters(label).split("/");
  return parts.at(-1) ?? "";
};

export const iota: Rules = {
  layouts: [
    {
      roleOf: (label) => roles.get(half(label)) ?? null,
      times: {
        ...{ reference: 1, receiptNumber: 1, date: 1, amount: 1 },
        ...{ commission: 1, vat: 1, total: 1, documentType: 1 },
      },
      mayBeEmpty: [
        ...(["sender", "senderNumber", "buyer", "buyerNumber", "receiver", "receiverNumber"] as const),
        ...(["receiverAccount", "business", "businessNumber", "commission", "discount", "vat"] as const),
        ...(["documentType", "status", "bank", "package"] as const),
      ],
      isOdd: (role, text) => role === "receiptNumber" && !/^[A-Z0-9][A-Z0-9/_-]{2,39}$/i.test(text),
      isBlank: (text) => /^(?:[-–—_ ]*|null)$/i.test(text),
      say: (at) => {
        const payer = oneOf(at, ["sender", "buyer"]);
        const payerAccount = oneOf(at, ["senderNumber", "buyerNumber"]);
        const account = oneOf(at, ["receiverNumber", "receiverAccount", "businessNumber"]);
        if (payer === null || payerAccount === null || account === null) return null;
        const [first, second]: readonly Role[] =
          at("businessNumber") === undefined ? ["receiver", "business"] : ["business", "receiver"];
        const name = at(first ?? "receiver") ?? at(second ?? "business") ?? "";
        // Who buys a package for a number is not told whose it is.
        const isUnnamed = name === "" && at("sender") === undefined && at("buyer") !== undefined;
        return {
          documentType: at("documentType") ?? "",
          type: at("package") === undefined ? at("documentType") : "package",
          reference: at("reference") ?? "",
          status: at("status"),
          date: at("date") ?? "",
          payer: { name: payer, account: payerAccount },
          receiver: { name, account },
          amount: at("amount") ?? "",
          commission: at("commission"),
          vat: at("vat"),
          maybeSubtracted: at("discount") === undefined ? [] : [at("discount") ?? ""],
          total: at("total") ?? "",
          absent: isUnnamed ? (["receiver_name"] as const) : [],
        };
      },
    },
  ],
  reference: /^[A-Z0-9]{8,16}$/i,
  moment: clockOf("YYYY-MM-DD HH:mm:ss"),
  amounts: "plain",
  shows: ["commission", "vat_on_commission"],
  isAccount: (text) => /^\+?[0-9]{1,20}(?:\*+[0-9]*)?$/.test(text),
  visible: [0, 3],
  fresh: {
    money: (number, dice) => dice.pick([number, `${number} Birr`]),
    date: (at) => `${at.year}-${at.month}-${at.day} ${at.hour}:${at.minute}:${at.second}`,
    value: (role, { value }, { payer, receiver }) => {
      if (/^(?:[-–—_ ]*|null)$/i.test(value)) return value;
      if (role === "sender" || role === "buyer") return payer;
      return role === "business" ? receiver : undefined;
    },
    scripts: "one of both",
  },
};

/** Each stands under one of several labels, the others being blank: `""` when none does, null when two differ. */
const oneOf = (at: At, among: readonly Role[]): string | null => {
  const [text = "", ...others] = new Set(among.flatMap((role) => at(role) ?? []));
  return others.length > 0 ? null : text;
};
