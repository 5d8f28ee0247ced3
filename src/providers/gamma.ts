import { z } from "zod";
import { fail } from "../failure.ts";
import type { JsonValue } from "../reading/document.ts";
import { member, readFields, textOfJson } from "../reading/json-fields.ts";
import { statusIn } from "../reading/json-status.ts";
import { judge } from "../reading/judge.ts";
import { ok } from "../result.ts";
import { yearAndDay } from "../text/encoded-date.ts";
import { defineProvider } from "./define-provider.ts";
import { browserHeaders } from "./headers.ts";
import { accountNumberField, referenceField } from "./request-fields.ts";

/** gamma, a commercial bank: JSON with keys made for people, found by reference and an account's last five digits. */

const contract = {
  payer: { names: ["Payer's Name"], optional: true },
  payerOfAccount: { names: ["Source Account Name"], optional: true },
  payerAccount: { names: ["Source Account", "Payer's Account"] },
  receiver: { names: ["Receiver's Name", "Beneficiary Name"] },
  receiverAccount: { names: ["Receiver's Account", "Beneficiary Account"] },
  amount: { names: ["Transferred Amount", "Transferred amount"] },
  commission: { names: ["Service Charge"], optional: true },
  vat: { names: ["VAT (15%)"], optional: true },
  total: { names: ["Total Amount including VAT"] },
  documentType: { names: ["Transaction Type"] },
  date: { names: ["Transaction Date"] },
  reference: { names: ["Transaction Reference"] },
  currency: { names: ["currency"], optional: true },
} as const;

/** What a miss says in place of the payer. */
const notFound = /^invalid reference number\.?$/i;

/** `15/11/26 10:20` and `15/07/2026, 14:04:20`. */
const dates = [
  /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4}|\d{2}),? (?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2}))?$/,
];

const encodedDate = (word: string) => yearAndDay(word, 2);

export const gamma = defineProvider({
  label: "gamma",
  limited: true,
  contractVersion: 1,

  shapes: [
    { pattern: /^(?<reference>(?:FT|TT)\d{5}[A-Z0-9]{5}\d{5})$/, width: "narrow", missing: [], encodedDate },
    {
      pattern: /^(?<reference>(?:FT|TT)\d{5}[A-Z0-9]{5})$/,
      width: "narrow",
      missing: ["accountNumber"],
      encodedDate,
    },
    { pattern: /^(?<reference>FT[A-Z0-9]{15})$/, width: "wide", missing: [] },
    { pattern: /^(?<reference>FT[A-Z0-9]{10})$/, width: "wide", missing: ["accountNumber"] },
  ],

  readLink: ({ path, query }) => {
    const id = (query.get("trx") ?? query.get("id") ?? "").toUpperCase();
    const page = path.toLowerCase().replace(/\/$/, "");
    if (page === "/slip" || page === "/api/onlineslip/getdetails") {
      // Digits that are fewer belong to a link that was cut, and are none.
      const [, reference, digits] = /^((?:FT|TT)[A-Z0-9]{10}(?:([A-Z0-9]{5})$|(?=\d{0,4}$)))/.exec(id) ?? [];
      if (reference === undefined) return undefined;
      return {
        kind: "receipt",
        request: { reference },
        missing: digits === undefined ? ["accountNumber"] : [],
      };
    }
    if (page !== "/cs") return undefined;
    // The feedback link carries C or D (credit, debit) and the reference without the account's digits.
    const reference = /^[CD]((?:FT|TT)[A-Z0-9]{10})$/.exec(id)?.[1];
    return reference === undefined
      ? { kind: "feedback" }
      : { kind: "feedback", derived: { request: { reference }, missing: ["accountNumber"] } };
  },

  request: z
    .strictObject({
      reference: referenceField(/^(?:FT|TT)[A-Z0-9]{10}(?:[A-Z0-9]{5})?$/, "FT + 15, or FT + 10"),
      accountNumber: accountNumberField().optional(),
    })
    .superRefine(({ reference, accountNumber }, context) => {
      if (
        accountNumber === undefined ||
        reference.length === 12 ||
        accountNumber.endsWith(reference.slice(12))
      )
        return;
      const params = { failure: "parameter_invalid", subject: reference.slice(12) };
      context.addIssue({ code: "custom", path: ["accountNumber"], params });
    }),

  digits: {
    field: "accountNumber",
    askWith: ({ reference }, accountNumber) => ok({ reference: reference.slice(0, 12), accountNumber }),
  },

  locate: (fields, settings) => ({
    canonical: idOf(fields),
    requests: [
      {
        url: `${settings.apiUrl ?? settings.url}/api/onlineSlip/getDetails/?id=${idOf(fields)}`,
        headers: { ...browserHeaders, accept: "application/json", referer: `${settings.url}/slip/` },
        statuses: [200],
      },
    ],
  }),

  read: ({ document }, fields, context) => {
    // The bank's firewall answers with a page of its own.
    if (document.kind === "html") return fail("provider_blocked");
    if (document.kind !== "json") return fail("provider_format_changed", { detail: document.kind });
    const entry = onlyEntry(document.root);
    if (notFound.test(textOfJson(member(entry, "Payer's Name")) ?? ""))
      return idOf(fields).length === 12
        ? fail("account_number_required", { param: "accountNumber" })
        : fail("receipt_not_found");

    const cells = readFields(entry, contract, context.settings.labels);
    if (!cells.ok) return cells;
    const { payer, payerOfAccount, payerAccount, receiver, receiverAccount, currency, ...printed } =
      cells.value;
    if (currency !== undefined && currency.toUpperCase() !== "ETB")
      return fail("provider_format_changed", { detail: "currency" });
    // The header's word is the interface's, not the receipt's.
    const header = textOfJson(member(member(document.root, "header"), "status"));
    if (header?.toLowerCase() !== "success") return fail("provider_format_changed", { detail: "header" });
    const status = statusIn(entry);
    const digits = idOf(fields).slice(12);
    return judge(
      {
        ...printed,
        // Only posted payments are served; where an answer has a status all the same, it decides.
        ...(status === undefined ? {} : { status }),
        payer: { name: payerOfAccount ?? payer ?? "", account: payerAccount },
        receiver: { name: receiver, account: receiverAccount },
      },
      {
        reference: fields.reference.slice(0, 12),
        ...(/^\d{5}$/.test(digits) ? { account: askedAccount(fields, digits) } : {}),
      },
      {
        reference: /^(?:FT|TT)[A-Z0-9]{10}$/i,
        accounts: /^\d*\*+\d{2,}$|^\d{5,}$/,
        dates,
        amounts: "thousands",
        shows: [],
        encodedDate: encodedDate(fields.reference),
        pdfAvailable: true,
      },
      context,
    );
  },
});

type Fields = { readonly reference: string; readonly accountNumber?: string | undefined };

/** 12 characters and an account's last five digits, or the 12 alone where the caller gave no more. */
const idOf = ({ reference, accountNumber }: Fields): string =>
  reference.length === 12 ? reference + (accountNumber?.slice(-5) ?? "") : reference;

/** A caller's number longer than the usual last eight digits is a whole one, whose visible beginning must agree too. */
const askedAccount = ({ accountNumber }: Fields, digits: string) =>
  accountNumber !== undefined && accountNumber.length > 8
    ? { digits: accountNumber, isWhole: true }
    : { digits, isWhole: false };

/** `body` holds one receipt; an empty one says nothing. */
const onlyEntry = (root: JsonValue): JsonValue | undefined => {
  const body = member(root, "body");
  return body?.kind === "array" && body.items.length === 1 ? body.items[0] : undefined;
};
