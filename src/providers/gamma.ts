import { z } from "zod";
import { type Failure, fail } from "../core/failure.ts";
import type { UnverifiedReceipt } from "../core/receipt.ts";
import type { Result } from "../core/result.ts";
import type { JsonDocument, JsonValue } from "../documents/document.ts";
import { jsonSaysOtherwise, readValues } from "../documents/json/elsewhere.ts";
import { member, readFields, statusIn, textOfJson } from "../documents/json/fields.ts";
import { type Synonyms, usualWordings } from "../documents/labelled.ts";
import { isBlank, leadsElsewhere, namedBank, paymentKindOf, paysNobody } from "../documents/payment-kind.ts";
import { type AskedFields, validateFields } from "../documents/validate-receipt.ts";
import { type AnswerRules, onlyReceipts } from "./answers.ts";
import { browserHeaders, defineProvider } from "./define-provider.ts";
import { yearAndDay } from "./encoded-date.ts";
import type { ReadingContext } from "./provider.ts";
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
  bank: {
    names: ["Beneficiary Bank", "Beneficiary Bank Name", "Receiver's Bank", "Receiver's Bank Name"],
    optional: true,
  },
} as const;

/** Cash that is paid out at a counter has no receiver. */
const contractOfCash = {
  ...contract,
  receiver: { ...contract.receiver, optional: true },
  receiverAccount: { ...contract.receiverAccount, optional: true },
} as const;

/** What these values mean under any key. */
const meanings = { reference: "reference", amount: "amount", total: "amount" } as const;

const typeAlone = { documentType: contract.documentType } as const;

/** gamma's own accounts, whole or as it masks them: `1*****88`. */
const ownAccount = /^1\*+\d{2,4}$|^1\d{12}$/;

/** What a miss says in place of the payer. */
const notFound = /^invalid reference number\.?$/i;

const answers: AnswerRules<"json"> = {
  receipts: ["json"],
  notFound: ({ document }, { labels }) =>
    document.kind === "json" && isMiss(onlyEntry(document.root), labels),
  // Every page is of the bank's firewall.
  blocked: () => true,
};

/** `15/11/26 10:20` and `15/07/2026, 14:04:20`. */
const dates = [
  /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4}|\d{2}),? (?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2}))?$/,
];

const encodedDate = (word: string) => yearAndDay(word, 2);

export const gamma = defineProvider({
  label: "gamma",
  limited: true,
  contractVersion: 3,
  labels: usualWordings(contract),

  shapes: [
    {
      pattern: /^(?<reference>(?:FT|TT)\d{5}[A-Z0-9]{5}\d{5})$/,
      width: "narrow",
      begins: ["FT", "TT"],
      missing: [],
      encodedDate,
    },
    {
      pattern: /^(?<reference>(?:FT|TT)\d{5}[A-Z0-9]{5})$/,
      width: "narrow",
      begins: ["FT", "TT"],
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
      // Fewer than five digits come from a cut link and are ignored.
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
    askWith: ({ reference }, accountNumber) => ({ reference: reference.slice(0, 12), accountNumber }),
  },

  locate: (fields, settings) => {
    const id = idOf(fields);
    // Without the digits of an account a caller could find out which references exist.
    if (id.length === referenceLength) return fail("account_number_required", { param: "accountNumber" });
    const asked = askedAccount(fields, id.slice(referenceLength));
    return {
      // A whole number must agree as a whole, so another beginning is another question.
      canonical: asked.isWhole ? `${id} ${asked.digits}` : id,
      secondNumber: id.slice(referenceLength),
      encodedDate: encodedDate(fields.reference),
      page: `${settings.url}/slip/?trx=${id}`,
      requests: [
        {
          url: `${settings.apiUrl ?? settings.url}/api/onlineSlip/getDetails/?id=${id}`,
          headers: { ...browserHeaders, accept: "application/json", referer: `${settings.url}/slip/` },
          statuses: [200],
        },
      ],
    };
  },

  read: onlyReceipts(answers, (document, fields, context) => {
    const digits = idOf(fields).slice(referenceLength);
    const asked = {
      reference: fields.reference.slice(0, referenceLength),
      ...(/^\d{5}$/.test(digits) ? { account: askedAccount(fields, digits) } : {}),
    };
    return readSlip(document, asked, context);
  }),
});

type Fields = { readonly reference: string; readonly accountNumber?: string | undefined };

const referenceLength = 12;

/** 12 characters and an account's last five digits, or the 12 alone where the caller gave no more. */
const idOf = ({ reference, accountNumber }: Fields): string =>
  reference.length === referenceLength ? reference + (accountNumber?.slice(-5) ?? "") : reference;

/** A caller's number longer than the usual last eight digits is a whole one, whose visible beginning must agree too. */
const askedAccount = ({ accountNumber }: Fields, digits: string) =>
  accountNumber !== undefined && accountNumber.length > 8
    ? { digits: accountNumber, isWhole: true }
    : { digits, isWhole: false };

/** The record of an answer to a reference of 12 characters, or why there is none. */
const readSlip = (
  document: JsonDocument,
  asked: AskedFields & { readonly reference: string },
  context: ReadingContext,
): Result<UnverifiedReceipt, Failure> => {
  const entry = onlyEntry(document.root);
  const type = readFields(entry, typeAlone, context.settings.labels);
  const isCash = type.ok && paysNobody(paymentKindOf(type.value.documentType));
  const cells = readFields(entry, isCash ? contractOfCash : contract, context.settings.labels);
  if (!cells.ok) return cells;
  if (jsonSaysOtherwise(document.root, readValues(contract, cells.value, context.settings.labels, meanings)))
    return fail("provider_format_changed", { detail: "another value elsewhere" });
  // These words stand for a payer only where there is no receipt.
  if (notFound.test(cells.value.payer ?? "")) return fail("provider_format_changed", { detail: "payer" });
  const { payer, payerOfAccount, payerAccount, receiver, receiverAccount, currency, bank, ...printed } =
    cells.value;
  if (currency !== undefined && currency.toUpperCase() !== "ETB")
    return fail("provider_format_changed", { detail: "currency" });
  // This status is of the call, not of the payment.
  const header = textOfJson(member(member(document.root, "header"), "status"));
  if (header?.toLowerCase() !== "success") return fail("provider_format_changed", { detail: "header" });
  const status = statusIn(entry);
  return validateFields(
    {
      ...printed,
      // The bank only serves posted payments. If an answer has a status, it decides.
      ...(status === undefined ? {} : { status }),
      payer: { name: payerOfAccount ?? payer ?? "", account: payerAccount },
      receiver: { name: receiver ?? "", account: receiverAccount ?? "" },
      transactionType: printed.documentType,
      receiverBank: namedBank(bank) ?? bankOf(printed.documentType, receiverAccount ?? "", context.label),
    },
    asked,
    {
      reference: /^(?:FT|TT)[A-Z0-9]{10}$/i,
      accounts: /^\d*\*+\d+$|^\d{5,}$/,
      visibleMin: 2,
      dates,
      amounts: "thousands",
      shows: [],
      encodedDate: yearAndDay(asked.reference, 2),
      pdfAvailable: true,
    },
    context,
  );
};

/** Transfers to other banks do not name the bank, so only a number of gamma's own shape counts as gamma's. */
const bankOf = (type: string, account: string, label: string): string | null =>
  !leadsElsewhere(type) && ownAccount.test(account) ? label : null;

/** Whether it is a miss, which holds nothing else of a receipt. */
const isMiss = (entry: JsonValue | undefined, synonyms: Synonyms): boolean => {
  const { amount, reference } = contract;
  const rest = {
    amount: { ...amount, optional: true },
    reference: { ...reference, optional: true },
  } as const;
  const read = readFields(entry, rest, synonyms);
  const isElseEmpty =
    read.ok && Object.values(read.value).every((text) => isBlank(text) || notFound.test(text));
  return isElseEmpty && notFound.test(textOfJson(member(entry, "Payer's Name")) ?? "");
};

/** `body` holds one receipt; an empty one says nothing. */
const onlyEntry = (root: JsonValue): JsonValue | undefined => {
  const body = member(root, "body");
  return body?.kind === "array" && body.items.length === 1 ? body.items[0] : undefined;
};
