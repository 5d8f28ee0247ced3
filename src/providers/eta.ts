import { z } from "zod";
import { foreignCharacter } from "../core/clean-text.ts";
import { fail } from "../core/failure.ts";
import type { PaymentKind } from "../core/receipt.ts";
import { ok } from "../core/result.ts";
import type { PdfDocument } from "../documents/document.ts";
import { bankLinesIn } from "../documents/document-title.ts";
import { type Synonyms, usualWordings } from "../documents/labelled.ts";
import { leadsElsewhere, paymentKindOf } from "../documents/payment-kind.ts";
import { readBetween, readForm } from "../documents/pdf/form.ts";
import { undoneTitle } from "../documents/pdf/not-completed.ts";
import { validateFields } from "../documents/validate-receipt.ts";
import { type AnswerRules, jsonSays, onlyReceipts } from "./answers.ts";
import { browserHeaders, defineProvider } from "./define-provider.ts";
import { yearAndDay } from "./encoded-date.ts";
import { readReceiptUrl } from "./link-address.ts";
import type { ReceiptLink } from "./provider.ts";
import {
  accountNumberField,
  linkField,
  neededUnless,
  notTogether,
  referenceField,
} from "./request-fields.ts";

/** eta, a commercial bank: a one-page PDF, found by reference and the last eight digits of either party's account. */

const detail = ["Transaction Detail", "Transaction Details"] as const;
const charge = ["Service Charge"] as const;

const contract = {
  labels: {
    date: { names: ["Date"] },
    payer: { names: ["Payer name"] },
    payerAccount: { names: ["Payer account no.", "Payer account no"] },
    receiver: { names: ["Recipient name"] },
    receiverAccount: { names: ["Recipient account no.", "Recipient account no"] },
    reference: { names: ["Reference No", "Reference No."] },
    status: { names: ["Transaction status"] },
    commission: { names: charge },
    vat: { names: ["VAT 15%"] },
    total: { names: ["Total Amount Paid"] },
  },
  ends: ["Invoice No.", "Invoice No", "Total amount in word", "Total amount in words"],
  // The row of the amount is named after the kind of transaction, so it is known by its place.
  heading: detail,
  asideUntil: charge,
} as const;

const answers: AnswerRules<"pdf"> = {
  receipts: ["pdf"],
  notFound: jsonSays("messages", /^transaction not found\.?$/i),
};

const typeCodes = "(?:ATCW|ATWR|IBFT|IBET|ETTB|P2PI|TEIN|BALE|PORE)";

/** Whether it is a transfer to another bank, which has another address. */
const isExternal = (reference: string): boolean => reference.slice(3, 7) === "IBET";

export const eta = defineProvider({
  label: "eta",
  limited: false,
  contractVersion: 2,
  labels: [...usualWordings(contract.labels), ...contract.ends, ...detail],

  shapes: [
    {
      // Digits of an account, the last eight or all of them, and the reference behind.
      pattern: /^(?<url>\d{8,20}\d{3}[A-Z0-9]{4}\d{5}[A-Z0-9]{4})$/,
      width: "narrow",
      missing: [],
      typical: new RegExp(`^\\d{11,23}${typeCodes}.{9}$`),
      encodedDate: (word) => yearAndDay(word, word.length - 9),
    },
    {
      pattern: /^(?<reference>\d{3}[A-Z0-9]{4}\d{5}[A-Z0-9]{4})$/,
      width: "narrow",
      missing: ["accountNumber"],
      typical: new RegExp(`^...${typeCodes}`),
      encodedDate: (word) => yearAndDay(word, 7),
    },
  ],

  readLink: (link) => {
    if (/^\/feedback\b/i.test(link.path)) return { kind: "feedback" };
    return askedByLink(link) && { kind: "receipt", request: { url: link.link }, missing: [] };
  },

  request: z
    .strictObject({
      reference: referenceField(/^[A-Z0-9]{16}$/, "16 letters and digits").optional(),
      accountNumber: accountNumberField().optional(),
      url: linkField().optional(),
    })
    .refine(...notTogether(["url"], ["reference", "accountNumber"]))
    .refine(...neededUnless("url", "reference"))
    .refine(...neededUnless("url", "accountNumber")),

  // A link, digits of an account with the reference behind them, or both apart.
  resolve: ({ reference = "", accountNumber = "", url }, settings) => {
    if (url === undefined) return ok({ digits: accountNumber.slice(-8), reference });
    const combined = /^(\d{8,20})([A-Z0-9]{16})$/i.exec(url);
    if (combined !== null) return ok(askedWith(combined[1], combined[2]));
    const foreign = /[/.]/.test(url) ? null : foreignCharacter(url);
    if (foreign !== null) return fail("reference_not_ascii", { param: "url", subject: foreign });
    const link = readReceiptUrl(url, settings);
    if (!link.ok) return link;
    if (/^\/feedback\b/i.test(link.value.path)) return fail("receipt_url_feedback_link", { param: "url" });
    const asked = askedByLink(link.value);
    return asked === undefined ? fail("reference_malformed", { param: "url" }) : ok(asked);
  },

  digits: {
    field: "accountNumber",
    askWith: ({ reference }, accountNumber) => ({ reference, accountNumber }),
  },

  locate: ({ digits, reference }, settings) => {
    const place = (folder: "rt" | "ft") => ({
      url: `${settings.url}/${folder}/${digits}${reference}/pdf`,
      headers: { ...browserHeaders, accept: "application/pdf" },
      statuses: [200, 404],
    });
    const [here, there] = [place("rt"), place("ft")];
    return {
      canonical: `${digits} ${reference}`,
      secondNumber: digits,
      encodedDate: yearAndDay(reference, 7),
      page: (isExternal(reference) ? there : here).url,
      requests: isExternal(reference) ? [there, here] : [here, there],
    };
  },

  read: onlyReceipts(answers, (document, { digits, reference }, context) => {
    const cells = readForm(document, contract, context.settings.labels);
    if (!cells.ok) return cells;
    const rows = readBetween(document, detail, charge, context.settings.labels) ?? [];
    const amount = amountIn(rows);
    if (amount === null) return fail("provider_format_changed", { detail: "not one amount" });
    const { payer, payerAccount, receiver, receiverAccount, ...printed } = cells.value;
    const type = rows.map((row) => row.replace(amount, "")).join(" ");
    return validateFields(
      {
        ...printed,
        amount,
        documentType:
          undoneTitle(document, context.settings.labels) ?? titleOf(document, context.settings.labels),
        payer: { name: payer, account: payerAccount },
        receiver: { name: receiver, account: receiverAccount },
        transactionType: type,
        paymentKind: kindOf(type, reference),
        receiverBank: isOwn(type, reference, receiverAccount) ? context.label : null,
      },
      { reference, account: { digits, isWhole: false } },
      {
        reference: /^[A-Z0-9]{16}$/i,
        accounts: /^\+?\d*\*+\d+$|^\+?\d{8,20}$/,
        dates: [date],
        amounts: "plain",
        shows: ["commission", "vat_on_commission"],
        encodedDate: yearAndDay(reference, 7),
        pdfAvailable: true,
      },
      context,
    );
  }),
});

/** A reference of 16 characters, and the last eight digits of either party's account. */
type Asked = { readonly digits: string; readonly reference: string };

/** `/rt/<digits><reference>/pdf`, or `/ft/…` of a transfer to another bank. */
const askedByLink = ({ path }: ReceiptLink): Asked | undefined => {
  const found = /^\/[rf]t\/(\d{8})([A-Z0-9]{16})(?:\/pdf)?\/?$/i.exec(path);
  return found === null ? undefined : askedWith(found[1], found[2]);
};

const askedWith = (digits = "", reference = ""): Asked => ({
  digits: digits.slice(-8),
  reference: reference.toUpperCase(),
});

/** `15-Nov-2026`, perhaps with `, 10:20:30 am`. */
const date =
  /^(?<day>\d{1,2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{4})(?:,? (?<hour>\d{1,2}):(?<minute>\d{2}):(?<second>\d{2}) (?<half>[ap]m))?$/i;

/** The label of the amount's row names the kind of payment, and so does a code in the reference. */
const kindOf = (type: string, reference: string): PaymentKind => {
  const code = codeOf(reference);
  const kind = paymentKindOf(type);
  if (code === "ATCW" || code === "ATWR") return "withdrawal";
  if (code === "PORE") return kind === "withdrawal" ? kind : "merchant";
  return kind;
};

/**
 * Whether the receiver has an account at eta, which no document says. An account of eta's own shape counts as one unless
 * the kind of payment or its code says that the money went to another bank.
 */
const isOwn = (type: string, reference: string, account: string): boolean =>
  codeOf(reference) !== "IBET" && !leadsElsewhere(type) && /^\d{3}\*+\d{4}$|^\d{16}$/.test(account);

const codeOf = (reference: string): string => reference.slice(3, 7).toUpperCase();

/** The one amount that the rows print, at the end of its row; null when there is another number of amounts. */
const amountIn = (rows: readonly string[]): string | null => {
  const found = rows.flatMap((row) => row.match(/(?:ETB|Birr) ?\d[\d.,]{0,20}/gi) ?? []);
  // A number before the currency may belong to the kind: `WALLET 911000000 ETB 20.00`.
  const rest = rows.map((row) => found.reduce((text, amount) => text.replace(amount, "|"), row));
  found.push(...rest.flatMap((row) => row.match(/(?<!\d[.,]?)\d[\d.,]{0,20} ?(?:ETB|Birr)\b/gi) ?? []));
  const [amount] = found;
  if (amount === undefined || found.length > 1) return null;
  const row = rows.find((one) => one.endsWith(amount))?.slice(0, -amount.length);
  // What stands right before an amount may be its sign.
  return row !== undefined && /(?:^|[\p{L}\p{N}).:]) ?$/u.test(row) ? amount : null;
};

/** The document's own line, such as `Transaction Receipt`. */
const titleOf = (document: PdfDocument, synonyms: Synonyms): string => {
  const lines = bankLinesIn(document, synonyms);
  const isTitle = /^[\p{L} /&-]{3,60} receipt$/iu;
  const found = lines.flatMap((line) => /transaction receipt$/i.exec(line) ?? isTitle.exec(line) ?? []);
  return found[0] ?? "";
};
