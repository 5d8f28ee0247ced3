import { collapse, endsOf } from "../printed.ts";
import { clockOf } from "./clock.ts";
import type { Party, Rules } from "./rules.ts";
import { byWording, englishHalf, present } from "./wording.ts";

const roles = byWording({
  payer: "Payer Name",
  receiver: "Credited Party name",
  receiverAccount: "Credited party account no",
  bankAccount: "Bank account number",
  status: "transaction status",
  reference: "Invoice No.|Receipt No.",
  date: "Payment date",
  amount: "Settled Amount",
  stampDuty: "Stamp Duty",
  discount: "Discount Amount",
  commission: "Service fee",
  vatOnFee: "Service fee VAT",
  vat: "VAT",
  total: "Total Paid Amount",
  type: "Payment Reason",
  airtimeFor: "Airtime purchased for",
  serviceNumber: "Service number",
});

/** Between the words stands the brand, which is nobody's TIN or VAT number. */
const isPayerNumber = (half: string): boolean =>
  /^payer.*no\.?$/.test(half) && !half.startsWith("payertin") && !half.startsWith("payervat");

export const beta: Rules = {
  layouts: [
    {
      roleOf: (label) => {
        const half = englishHalf(label);
        return isPayerNumber(half) ? "payerAccount" : (roles.get(half) ?? null);
      },
      times: {
        ...{ date: 1, reference: 1, amount: 1, total: 1, receiver: 1 },
        ...{ payer: 1, payerAccount: 1, receiverAccount: 1, status: 1, commission: 1 },
      },
      mayBeEmpty: [
        "bankAccount",
        "stampDuty",
        "discount",
        "vat",
        "vatOnFee",
        "type",
        "airtimeFor",
        "serviceNumber",
      ],
      say: (at, { heading }) => {
        const number = at("receiverAccount") ?? "";
        const airtimeFor = at("airtimeFor");
        const account = number === "" ? (airtimeFor ?? "") : number;
        const receiver = receiverOf({ name: at("receiver") ?? "", account }, at("bankAccount"));
        const [vat, onFee] = [at("vat"), at("vatOnFee")];
        if (receiver === null || (vat === undefined && onFee === undefined)) return null;
        return {
          documentType: collapse(heading),
          type: airtimeFor === undefined ? at("type") : "airtime",
          reference: at("reference") ?? "",
          status: at("status"),
          date: at("date") ?? "",
          payer: { name: at("payer") ?? "", account: at("payerAccount") ?? "" },
          receiver,
          amount: at("amount") ?? "",
          commission: at("commission"),
          // Besides the fee's VAT another one may be printed, which may or may not be in the settled amount.
          vat: onFee ?? vat,
          maybeAdded: present(onFee === undefined ? undefined : vat, at("stampDuty")),
          maybeSubtracted: present(at("discount")),
          total: at("total") ?? "",
        };
      },
    },
  ],
  reference: /^[A-Z0-9]{10}$/i,
  moment: clockOf("DD-MM-YYYY HH:mm:ss"),
  amounts: "plain",
  shows: ["commission"],
  visible: [2, 3],
  fresh: {
    money: (number) => `${number} Birr`,
    date: (at) => `${at.day}-${at.month}-${at.year} ${at.hour}:${at.minute}:${at.second}`,
    value: (role, _, { receiver }) => (role === "bankAccount" ? `1000400000000 ${receiver}` : undefined),
    scripts: "any",
  },
};

/** A transfer to a bank names its receiver in a row of its own. */
const receiverOf = (credited: Party, bankAccount: string | undefined): Party | null => {
  if (bankAccount === undefined) return credited;
  const [account = "", ...name] = bankAccount.split(" ");
  return endsOf(account) === null ? null : { name: name.join(" "), account };
};
