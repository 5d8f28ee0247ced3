import { z } from "zod";
import type { Failure } from "../core/failure.ts";
import type { UnverifiedReceipt } from "../core/receipt.ts";
import type { Result } from "../core/result.ts";
import type { HtmlDocument, PdfDocument } from "../documents/document.ts";
import { pdfTitle, titlesIn } from "../documents/document-title.ts";
import { readLines } from "../documents/html/fields.ts";
import { asStatus, type FieldLabel, optional, type Synonyms, usualWordings } from "../documents/labelled.ts";
import { leadsElsewhere, namedBank, staysInside } from "../documents/payment-kind.ts";
import { readForm, showsLabel } from "../documents/pdf/form.ts";
import { undoneTitle } from "../documents/pdf/not-completed.ts";
import { validateFields } from "../documents/validate-receipt.ts";
import { type AnswerRules, jsonSays, onlyReceipts } from "./answers.ts";
import { browserHeaders, defineProvider } from "./define-provider.ts";
import { yearAndDay } from "./encoded-date.ts";
import type { ReadingContext } from "./provider.ts";
import { referenceField } from "./request-fields.ts";

/**
 * delta, a commercial bank: a page of labelled lines and a table of amounts, a PDF in older years, found by reference
 * alone.
 */

const always = (...names: FieldLabel["names"]) => ({ names }) as const;

const amounts = {
  amount: always("Transaction Amount"),
  commission: always("Service Charge"),
  vat: always("VAT (15%)"),
  levy: optional("DRRF Fee"),
  excise: optional("Excise Tax (15%)"),
  penalty: optional("Penalty Fee"),
  incomeTax: optional("Income Tax Fee"),
  tax: optional("Tax"),
  interest: optional("Interest Fee"),
  stampDuty: optional("Stamp Duty"),
  discount: optional("Discount Amount"),
  total: always("Total"),
  // The receipts we know have no status. If one is printed, it decides.
  status: asStatus(optional("Transaction Status", "Payment Status", "Status")),
};

const described = {
  type: optional("Service Type"),
  bank: optional("Beneficiary Bank Name"),
  institution: optional("Institution Name", "Instituton Name"),
};

const today = {
  payer: always("Sender Name"),
  payerAccount: always("Sender Account Number"),
  receiver: always("Receiver Name"),
  receiverAccount: always("Receiver Account Number"),
  reference: always("Transaction Reference"),
  date: always("Transaction Date"),
};

const contract = { ...today, ...described, ...amounts };

/** PDFs of 2025 name both parties alike, the sender first. */
const contractOf2025 = {
  payer: always("Account Holder Name"),
  payerAccount: always("Account Number"),
  receiver: always("Account Holder Name"),
  receiverAccount: always("Account Number"),
  reference: always("Transaction Ref"),
  date: always("Date"),
  ...described,
  ...amounts,
};

const heading = ["Transaction Details", "Transaction Detail"];

const ends = [...["Transaction Channel", "Narrative", "Transfer Reference", "Amount in words"]];

const usualTitle = "Electronic Value Added Tax Receipt";
const title = /Electronic Value Added Tax Receipt/i;

const answers: AnswerRules<"html" | "pdf"> = {
  receipts: ["html", "pdf"],
  notFound: jsonSays("message", /^transaction not found\.?$/i),
};

/** `Nov 15, 2026, 10:20:30 am`. */
const date =
  /^(?<month>[A-Z][a-z]{2}) (?<day>\d{1,2}), (?<year>\d{4}),? (?<hour>\d{1,2}):(?<minute>\d{2}):(?<second>\d{2}) (?<half>[ap]m)$/i;

export const delta = defineProvider({
  label: "delta",
  limited: false,
  contractVersion: 2,
  labels: [...usualWordings(contract, contractOf2025), ...heading, ...ends],

  shapes: [
    {
      pattern: /^(?<reference>[A-Z0-9]\d{2}[A-Z]{4}\d{5}[A-Z0-9]{4})$/,
      width: "narrow",
      missing: [],
      typical: /^...(?:WDTS|WDTI|LTWS|OBTS|OBTI|IPSS|ETAP)/,
      encodedDate: (word) => yearAndDay(word, 7),
    },
    { pattern: /^(?<reference>\d{3}(?=\d*[A-Z])[A-Z0-9]{13})$/, width: "wide", missing: [] },
  ],

  readLink: ({ path }) => {
    const reference = /^\/receipt\/([A-Z0-9]\d{2}[A-Z0-9]{13})\/?$/i.exec(path)?.[1]?.toUpperCase();
    return reference === undefined ? undefined : { kind: "receipt", request: { reference }, missing: [] };
  },

  unlookable: {
    // `Your account '1234****567' is credited with`
    wording: /\byour account ['‘"]?\d{4}\*{2,8}\d{3}['’"]? is (?:credited|debited) with\b/i,
  },

  request: z.strictObject({
    reference: referenceField(
      /^(?:\d{3}[A-Z0-9]{13}|[A-Z]\d{2}[A-Z0-9]{4}\d{5}[A-Z0-9]{4})$/,
      "3 digits + 13, as behind “Transaction Reference”; the longer “Transfer Reference” cannot be looked up",
    ),
  }),

  locate: ({ reference }, settings) => ({
    canonical: reference,
    encodedDate: yearAndDay(reference, 7),
    page: `${settings.url}/receipt/${reference}`,
    requests: [
      {
        url: `${settings.url}/receipt/${reference}`,
        headers: { ...browserHeaders, accept: "text/html, application/pdf" },
        statuses: [200, 400, 404],
      },
    ],
  }),

  read: onlyReceipts(answers, (document, { reference }, context) =>
    readReceipt(document, reference, context),
  ),
});

/** The record of a page or PDF, or why there is none. */
const readReceipt = (
  document: HtmlDocument | PdfDocument,
  reference: string,
  context: ReadingContext,
): Result<UnverifiedReceipt, Failure> => {
  const cells = readCells(document, context.settings.labels);
  if (!cells.ok) return cells;
  const {
    payer,
    payerAccount,
    receiver,
    receiverAccount,
    type = "",
    bank,
    institution,
    ...others
  } = cells.value;
  const { excise, penalty, incomeTax, tax, interest, stampDuty, discount, ...printed } = others;
  return validateFields(
    {
      ...printed,
      documentType: titleOf(document, context.settings.labels),
      payer: { name: payer, account: payerAccount },
      receiver: { name: receiver, account: receiverAccount },
      transactionType: type,
      receiverBank:
        namedBank(bank, institution) ?? (isOwn(type, reference, receiverAccount) ? context.label : null),
      surcharges: [excise, penalty, incomeTax, tax, interest, stampDuty],
      perhapsSubtracted: [discount],
    },
    { reference },
    {
      reference: /^[A-Z0-9]{16}$/i,
      accounts: /^\+?\d*\*+\d+$|^\+?\d{5,20}$/,
      dates: [date],
      amounts: "plain",
      shows: ["commission", "vat_on_commission"],
      encodedDate: yearAndDay(reference, 7),
      pdfAvailable: document.kind === "pdf",
    },
    context,
  );
};

/**
 * Whether a receiver whose bank is not named has an account at delta: as the kind of payment says, in words or else by
 * the code in the reference, and where neither does, by the shape of the number.
 */
const isOwn = (type: string, reference: string, account: string): boolean => {
  const code = reference.slice(3, 5).toUpperCase();
  const [isInside, isElsewhere] = [staysInside(type), leadsElsewhere(type)];
  if (isInside !== isElsewhere) return isInside;
  if (/^(?:OB|IP|LT)$/.test(code)) return false;
  return code === "WD" || /^\d{4}\*+\d{3}$/.test(account);
};

const readCells = (document: HtmlDocument | PdfDocument, synonyms: Synonyms) => {
  if (document.kind === "html") return readLines(document, contract, synonyms);
  // A payer may type the labels of 2025 into a receipt of today, so that nothing but these is left to be read.
  return showsLabel(document, today, synonyms)
    ? readForm(document, { labels: contract, ends, heading }, synonyms)
    : readForm(document, { labels: contractOf2025, ends, heading }, synonyms);
};

const titleOf = (document: HtmlDocument | PdfDocument, synonyms: Synonyms): string =>
  document.kind === "pdf"
    ? (undoneTitle(document, synonyms) ?? pdfTitle(document, usualTitle, title, synonyms))
    : (titlesIn(document).flatMap((text) => title.exec(text) ?? [])[0] ?? "");
