import { collapse } from "../printed.ts";
import { clockOf } from "./clock.ts";
import type { Party, Rules } from "./rules.ts";
import { byWording, comesToNobody, letters, present } from "./wording.ts";

const roles = byWording({
  customer: "Customer Name",
  debit: "Debit Account",
  credit: "Credit Account",
  receiver: "Receiver Name",
  status: "Transaction Status",
  reference: "Receipt Number",
  date: "Transaction Date",
  detail: "Amount",
  amount: "Paid amount",
  commission: "Service Charge",
  vat: "VAT",
  tip: "Tip",
  total: "Total Paid Amount",
  type: "Payment Reason",
});

export const epsilon: Rules = {
  layouts: [
    {
      roleOf: (label) => roles.get(letters(label)) ?? null,
      times: {
        ...{ customer: 1, debit: 1, credit: 1, receiver: 1, status: 1 },
        ...{ reference: 1, date: 1, detail: 1, amount: 1, commission: 1, vat: 1, total: 1 },
      },
      mayBeEmpty: ["tip"],
      isOdd: (role, text) =>
        role === "detail" && !/^[0-9,]+(?:\.[0-9]{1,2})?(?: ?(?:ETB|Birr))?$/i.test(text),
      say: (at, { heading }) => {
        const [payer, payee] = [partyIn(at("debit") ?? ""), partyIn(at("credit") ?? "")];
        const [customer, receiver] = [at("customer") ?? "", at("receiver") ?? ""];
        // On the receiver's own receipt the customer is the receiver.
        const isReceivers = customer === receiver && payer.name !== "";
        if (!comesToNobody(at("type")) && !/^\+?[0-9][0-9*]{4,}$/.test(payee.account)) return null;
        return {
          documentType: /VAT Invoice ?\/ ?Customer Receipt/i.exec(collapse(heading))?.[0] ?? "",
          type: at("type"),
          reference: at("reference") ?? "",
          status: at("status"),
          date: at("date") ?? "",
          payer: { name: customer === "" || isReceivers ? payer.name : customer, account: payer.account },
          receiver: { name: receiver === "" ? payee.name : receiver, account: payee.account },
          amount: at("amount") ?? "",
          commission: at("commission"),
          vat: at("vat"),
          maybeAdded: present(at("tip")),
          total: at("total") ?? "",
        };
      },
    },
  ],
  reference: /^[A-Z0-9]{6,30}$/i,
  moment: clockOf("YYYY-MM-DD HH:mm"),
  amounts: "plain",
  shows: ["commission", "vat_on_commission"],
  // The paying side may be words, such as `Org Account`.
  isAccount: (text) => /^\+?[0-9][0-9*]{4,}$/.test(text) || /^[A-Z][A-Z ]+$/i.test(text),
  visible: [0, 0],
  fresh: {
    money: (number, dice) => (dice.chance(60) ? number.replaceAll(",", "") : number),
    date: (at) => `${at.year}-${at.month}-${at.day} ${at.hour}:${at.minute}`,
    value: (role, { value }, { payer, receiver, before }) => {
      if (role === "debit") return value.includes(" - ") ? `${value.split(" - ")[0]} - ${payer}` : undefined;
      if (role === "credit")
        return value.includes(" - ") ? `${value.split(" - ")[0]} - ${receiver}` : undefined;
      return role === "customer" ? (value === before?.receiver.name ? receiver : payer) : undefined;
    },
    scripts: "latin",
  },
};

/** `0911000000 - HANA MEKONNEN`; without a name, all of it is the account. */
const partyIn = (text: string): Party => {
  const at = text.indexOf("-");
  const [account, name] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const isParty = at > 0 && name !== "" && (/^\+?[0-9*]{5,}$/.test(account) || /^[A-Z ]+$/i.test(account));
  return isParty ? { account, name } : { account: text, name: "" };
};
