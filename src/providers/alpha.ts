import { z } from "zod";
import { fail } from "../failure.ts";
import { isBlockPage } from "../reading/block-page.ts";
import { judge } from "../reading/judge.ts";
import { readTable } from "../reading/pdf-table.ts";
import { squeeze } from "../reading/white-space.ts";
import { yearAndDay } from "../text/encoded-date.ts";
import { defineProvider } from "./define-provider.ts";
import { browserHeaders } from "./headers.ts";
import type { ReceiptLink } from "./provider.ts";
import { accountNumberField, referenceField } from "./request-fields.ts";

/** alpha, a state bank: a one-page PDF, found by reference and the last eight digits of either party's account. */

/** A complete account number has 13 digits, so that its visible beginning can be compared too. */
const accountDigits = 13;

const contract = {
  labels: {
    payer: "Payer",
    payerAccount: "Account",
    receiver: "Receiver",
    receiverAccount: "Account",
    date: "Payment Date & Time",
    reference: "Reference No. (VAT Invoice No)",
    reason: "Reason / Type of service",
    amount: "Transferred Amount",
    commission: "Commission or Service Charge",
    vat: "15% VAT on Commission",
    total: "Total amount debited from customers account",
  },
  // Not on the receipts we know; where one is printed it decides.
  optional: { status: ["Transaction Status", "Payment Status", "Status of Transaction", "Status"] },
  ends: ["Amount in Word"],
};

const title = "VAT Invoice / Customer Receipt";

/** The title as printed, told from its letters when the page sets them apart. */
const titleOf = (text: string): string => {
  const printed = /VAT Invoice ?\/ ?Customer Receipt/i.exec(text)?.[0];
  return printed ?? (squeeze(text).includes(squeeze(title)) ? title : "");
};

/** The provider's own words for a receipt it does not have. */
const notFound = /\byou are not allowed to see this data\b/i;

/** `11/15/2026, 9:08:00 PM`: month first. */
const date =
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}),? (?<hour>\d{1,2}):(?<minute>\d{2}):(?<second>\d{2}) (?<half>[AP]M)$/i;

export const alpha = defineProvider({
  label: "alpha",
  limited: true,
  contractVersion: 1,
  timeoutMs: 30_000,

  shapes: [
    {
      pattern: /^(?<transactionRef>FT\d{5}[A-Z0-9]{5})(?<accountNumber>\d{8})$/,
      width: "narrow",
      missing: [],
      encodedDate: (word) => yearAndDay(word, 2),
    },
    {
      pattern: /^(?<transactionRef>FT\d{5}[A-Z0-9]{5})$/,
      width: "narrow",
      missing: ["accountNumber"],
      encodedDate: (word) => yearAndDay(word, 2),
    },
    { pattern: /^(?<transactionRef>FT[A-Z0-9]{10})$/, width: "wide", missing: ["accountNumber"] },
  ],

  readLink: (link) => {
    const id = idOf(link)?.toUpperCase() ?? "";
    const { transactionRef, accountNumber } =
      /^(?<transactionRef>FT[A-Z0-9]{10})&?(?<accountNumber>\d{8})?$/.exec(id)?.groups ?? {};
    if (transactionRef === undefined) return undefined;
    return accountNumber === undefined
      ? { kind: "receipt", request: { transactionRef }, missing: ["accountNumber"] }
      : { kind: "receipt", request: { transactionRef, accountNumber }, missing: [] };
  },

  request: z.strictObject({
    transactionRef: referenceField(/^FT[A-Z0-9]{10}$/, "FT + 10"),
    accountNumber: accountNumberField(),
  }),

  locate: ({ transactionRef, accountNumber }, settings) => ({
    canonical: `${transactionRef} ${accountNumber}`,
    requests: [
      {
        url: `${settings.url}/?id=${transactionRef}${accountNumber.slice(-8)}`,
        headers: { ...browserHeaders, accept: "application/pdf" },
        statuses: [200, 404],
      },
    ],
  }),

  read: ({ status, document }, { transactionRef, accountNumber }, context) => {
    if (document.kind === "html") {
      if (notFound.test(document.text)) return fail("receipt_not_found");
      if (isBlockPage(document.text)) return fail("provider_blocked");
    }
    if (status !== 200 || document.kind !== "pdf")
      return fail("provider_format_changed", { detail: `${status} ${document.kind}` });

    const cells = readTable(document, contract, context.settings.labels);
    if (!cells.ok) return cells;
    const { payer, payerAccount, receiver, receiverAccount, ...printed } = cells.value;
    const isWhole = accountNumber.length === accountDigits;
    return judge(
      {
        ...printed,
        documentType: titleOf(document.text),
        payer: { name: payer, account: payerAccount },
        receiver: { name: receiver, account: receiverAccount },
      },
      {
        reference: transactionRef,
        account: { digits: isWhole ? accountNumber : accountNumber.slice(-8), isWhole },
      },
      {
        reference: /^FT[A-Z0-9]{10}$/i,
        accounts: /^\d*\*+\d{3,}$|^\d{8,}$/,
        dates: [date],
        amounts: "plain",
        shows: ["commission"],
        encodedDate: yearAndDay(transactionRef, 2),
        pdfAvailable: true,
      },
      context,
    );
  },
});

/** `/?id=<reference><digits>`, or on a branch's slip `/BranchReceipt/<reference>&<digits>`. */
const idOf = ({ path, query, search }: ReceiptLink): string | undefined =>
  /^\/BranchReceipt\/(.+)$/i.exec(path)?.[1] ?? (path === "/" ? (query.get("id") ?? search) : undefined);
