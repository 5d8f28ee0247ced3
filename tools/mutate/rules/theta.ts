import { collapse } from "../printed.ts";
import { clockOf } from "./clock.ts";
import type { At, Role, Rules, Said } from "./rules.ts";
import { byWording, letters } from "./wording.ts";

const roles = byWording({
  date: "Transaction Date|Transaction Time",
  documentType: "Transaction Type",
  status: "Transaction Status|Payment Status|Status",
  amount: "Amount",
  commission: "Charge",
  vat: "VAT",
  account: "Account No",
  sender: "Sender Name",
  senderNumber: "Sender Account",
  beneficiary: "Beneficiary Name",
  beneficiaryAccount: "Beneficiary Account",
  bank: "Beneficiary Bank",
  receiver: "Receiver Name",
  receiverAccount: "Receiver Account",
  recipient: "Recipient",
  merchant: "Merchant",
  till: "Till Number",
  phone: "Phone Number",
  sourceAccount: "Source Account",
  reference: "Transaction ID",
  customer: "Customer Name",
  reason: "Reason",
});

/** Kinds of transaction by the rows of their receiver, with the other rows that each must have (formats 8). */
const kinds: readonly {
  readonly account: Role;
  readonly name: Role | null;
  readonly needs: readonly Role[];
}[] = [
  { account: "beneficiaryAccount", name: "beneficiary", needs: ["sender", "senderNumber", "vat"] },
  { account: "receiverAccount", name: "receiver", needs: ["sender", "senderNumber", "commission", "vat"] },
  { account: "recipient", name: null, needs: ["customerName", "account"] },
  { account: "till", name: "merchant", needs: ["sender", "account"] },
  {
    account: "phone",
    name: "phoneName",
    needs: ["customerName", "account", "sourceAccount", "commission", "vat"],
  },
];

export const theta: Rules = {
  layouts: [
    {
      roleOf: (label) => roles.get(letters(label)) ?? null,
      times: { date: 1, documentType: 1, amount: 1, reference: 1 },
      // The customer's block comes before the transaction's.
      owner: (role, above) => {
        if (role !== "customer") return role;
        return above.includes("date") || above.includes("documentType") ? "phoneName" : "customerName";
      },
      say: (at, { heading, link = "" }) => {
        const found = kinds.filter(
          ({ account, name }) => at(account) !== undefined || (name && at(name) !== undefined),
        );
        const [kind] = found;
        if (kind === undefined || found.length > 1) return null;
        const { account, name, needs } = kind;
        if ([account, name ?? account, ...needs].some((role) => at(role) === undefined)) return null;
        const payerAccount = at("senderNumber") ?? at("account") ?? "";
        return {
          documentType: at("documentType") ?? "",
          type: at("documentType"),
          reference: at("reference") ?? "",
          status: statusIn(at("status"), collapse(heading)),
          date: at("date") ?? "",
          payer: { name: at("sender") ?? at("customerName") ?? "", account: withoutBank(payerAccount) },
          receiver: {
            name: name === null ? "" : (at(name) ?? ""),
            account: withoutBank(at(account) ?? ""),
          },
          amount: at("amount") ?? "",
          commission: shown(at, "commission"),
          vat: shown(at, "vat"),
          total: undefined,
          absent: name === null ? (["receiver_name"] as const) : [],
          links: [link],
        } satisfies Said;
      },
    },
  ],
  reference: /^[0-9]{15}$/,
  moment: clockOf("YYYY-MM-DD h:mm:ss a", "YYYY-MM-DD HH:mm:ss", "YYYY-MM-DD"),
  amounts: "printed",
  shows: ["commission", "vat_on_commission"],
  visible: [1, 3],
  fresh: {
    money: (number, dice) => dice.pick([`${number} ETB`, `${number} ETB`, number]),
    date: (at, dice) =>
      dice.pick([
        `${at.year}-${at.month}-${at.day} ${at.hour}:${at.minute}:${at.second}`,
        `${at.year}-${at.month}-${at.day} ${at.hour12}:${at.minute}:${at.second} ${at.half.toUpperCase()}`,
        `${at.year}-${at.month}-${at.day}`,
      ]),
    value: (role, _, { payer, receiver }) => {
      if (role === "customer" || role === "sender") return payer;
      return role === "beneficiary" || role === "merchant" || role === "phoneName" ? receiver : undefined;
    },
    scripts: "any",
  },
};

/** A cell that is left empty holds a dash. */
const shown = (at: At, role: Role): string | undefined => (at(role) === "-" ? undefined : at(role));

const withoutBank = (account: string): string => account.split("/")[0]?.trim() ?? "";

/** The title says how the transaction went when no row does; a word of failure in it counts in any case. */
const statusIn = (row: string | undefined, title: string): string | undefined => {
  const words = title.split(" ");
  const bad = words.find((word) => failures.has(word.toLowerCase()));
  if (bad !== undefined) return bad;
  if (row !== undefined) return row;
  const [first, ...rest] = words;
  if (first?.toLowerCase() !== "transaction" || rest.length === 0) return undefined;
  const outcome = rest.join(" ");
  return /^(?:receipt|details?|information|slip)$/i.test(outcome) ? undefined : outcome;
};

const failures = new Set([
  ...["pending", "processing", "initiated", "failed", "unsuccessful", "reversed", "refunded"],
  ...["cancelled", "canceled", "declined", "rejected", "expired"],
]);
