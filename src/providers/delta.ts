import { z } from "zod";
import { fail } from "../failure.ts";
import { isBlockPage } from "../reading/block-page.ts";
import type { HtmlDocument, PdfDocument } from "../reading/document.ts";
import { readLines } from "../reading/html-lines.ts";
import { member, textOfJson } from "../reading/json-fields.ts";
import { judge } from "../reading/judge.ts";
import type { Synonyms } from "../reading/labelled.ts";
import { readForm } from "../reading/pdf-form.ts";
import { yearAndDay } from "../text/encoded-date.ts";
import { defineProvider } from "./define-provider.ts";
import { browserHeaders } from "./headers.ts";
import { referenceField } from "./request-fields.ts";

/** delta, a commercial bank: a page of labelled lines and a table of amounts, a PDF in older years, found by reference alone. */

const optional = (...names: string[]) => ({ names, optional: true }) as const;

const amounts = {
  amount: { names: ["Transaction Amount"] },
  commission: { names: ["Service Charge"] },
  vat: { names: ["VAT (15%)"] },
  levy: optional("DRRF Fee"),
  excise: optional("Excise Tax (15%)"),
  penalty: optional("Penalty Fee"),
  incomeTax: optional("Income Tax Fee"),
  tax: optional("Tax"),
  interest: optional("Interest Fee"),
  stampDuty: optional("Stamp Duty"),
  discount: optional("Discount Amount"),
  total: { names: ["Total"] },
  // Not on the receipts we know; where one is printed it decides.
  status: optional("Transaction Status", "Payment Status", "Status"),
};

const contract = {
  payer: { names: ["Sender Name"] },
  payerAccount: { names: ["Sender Account Number"] },
  receiver: { names: ["Receiver Name"] },
  receiverAccount: { names: ["Receiver Account Number"] },
  reference: { names: ["Transaction Reference"] },
  date: { names: ["Transaction Date"] },
  ...amounts,
};

/** PDFs of 2025 name both parties alike, the sender first. */
const contractOf2025 = {
  payer: { names: ["Account Holder Name"] },
  payerAccount: { names: ["Account Number"] },
  receiver: { names: ["Account Holder Name"] },
  receiverAccount: { names: ["Account Number"] },
  reference: { names: ["Transaction Ref"] },
  date: { names: ["Date"] },
  ...amounts,
};

const heading = ["Transaction Details", "Transaction Detail"];

const ends = [
  ...["Transaction Channel", "Service Type", "Narrative", "Transfer Reference"],
  ...["Beneficiary Bank Name", "Institution Name", "Instituton Name"],
  "Amount in words",
];

const title = /Electronic Value Added Tax Receipt/i;

const notFound = /^transaction not found\.?$/i;

/** `Nov 15, 2026, 10:20:30 am`. */
const date =
  /^(?<month>[A-Z][a-z]{2}) (?<day>\d{1,2}), (?<year>\d{4}),? (?<hour>\d{1,2}):(?<minute>\d{2}):(?<second>\d{2}) (?<half>[ap]m)$/i;

const encodedDate = (reference: string) => yearAndDay(reference, 7);

export const delta = defineProvider({
  label: "delta",
  limited: false,
  contractVersion: 1,

  shapes: [
    {
      pattern: /^(?<reference>[A-Z0-9]\d{2}[A-Z]{4}\d{5}[A-Z0-9]{4})$/,
      width: "narrow",
      missing: [],
      typical: /^...(?:WDTS|WDTI|LTWS|OBTS|OBTI|IPSS|ETAP)/,
      encodedDate,
    },
    { pattern: /^(?<reference>\d{3}(?=\d*[A-Z])[A-Z0-9]{13})$/, width: "wide", missing: [] },
  ],

  readLink: ({ path }) => {
    const reference = /^\/receipt\/([A-Z0-9]\d{2}[A-Z0-9]{13})\/?$/i.exec(path)?.[1]?.toUpperCase();
    return reference === undefined ? undefined : { kind: "receipt", request: { reference }, missing: [] };
  },

  request: z.strictObject({
    reference: referenceField(
      /^(?:\d{3}[A-Z0-9]{13}|[A-Z]\d{2}[A-Z0-9]{4}\d{5}[A-Z0-9]{4})$/,
      "3 digits + 13, as behind “Transaction Reference”; the longer “Transfer Reference” cannot be looked up",
    ),
  }),

  locate: ({ reference }, settings) => ({
    canonical: reference,
    requests: [
      {
        url: `${settings.url}/receipt/${reference}`,
        headers: { ...browserHeaders, accept: "text/html, application/pdf" },
        statuses: [200, 400, 404],
      },
    ],
  }),

  read: ({ status, document }, { reference }, context) => {
    if (document.kind === "json" && notFound.test(textOfJson(member(document.root, "message")) ?? ""))
      return fail("receipt_not_found");
    if (document.kind === "html" && isBlockPage(document.text)) return fail("provider_blocked");
    if (status !== 200 || document.kind === "json" || (document.kind === "html" && !document.whole))
      return fail("provider_format_changed", { detail: `${status} ${document.kind}` });

    const cells = readReceipt(document, context.settings.labels);
    if (!cells.ok) return cells;
    const { payer, payerAccount, receiver, receiverAccount, ...others } = cells.value;
    const { excise, penalty, incomeTax, tax, interest, stampDuty, discount, ...printed } = others;
    return judge(
      {
        ...printed,
        documentType: title.exec(textOf(document))?.[0] ?? "",
        payer: { name: payer, account: payerAccount },
        receiver: { name: receiver, account: receiverAccount },
        surcharges: present(excise, penalty, incomeTax, tax, interest, stampDuty),
        perhapsSubtracted: present(discount),
      },
      { reference },
      {
        reference: /^[A-Z0-9]{16}$/i,
        accounts: /^\+?\d*\*+\d{2,}$|^\+?\d{5,20}$/,
        dates: [date],
        amounts: "plain",
        shows: ["commission", "vat_on_commission"],
        encodedDate: encodedDate(reference),
        pdfAvailable: document.kind === "pdf",
      },
      context,
    );
  },
});

const readReceipt = (document: HtmlDocument | PdfDocument, synonyms: Synonyms) => {
  if (document.kind === "html") return readLines(document, contract, synonyms);
  const form = readForm(document, { labels: contract, ends, heading }, synonyms);
  const older = form.ok ? form : readForm(document, { labels: contractOf2025, ends, heading }, synonyms);
  return older.ok ? older : form;
};

const textOf = (document: HtmlDocument | PdfDocument): string =>
  document.kind === "html" ? `${document.title} ${document.text}` : document.text;

const present = (...texts: (string | undefined)[]): string[] => texts.filter((text) => text !== undefined);
