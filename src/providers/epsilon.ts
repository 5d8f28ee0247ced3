import { z } from "zod";
import { fail } from "../core/failure.ts";
import { asPayersReference } from "../core/receipt.ts";
import type { HtmlDocument } from "../documents/document.ts";
import { pdfTitle } from "../documents/document-title.ts";
import { isBlockPage } from "../documents/html/block-page.ts";
import { usualWordings } from "../documents/labelled.ts";
import { hasBankForm, paymentKindOfNarrative, paysNobody } from "../documents/payment-kind.ts";
import { readGrid } from "../documents/pdf/grid.ts";
import { undoneTitle } from "../documents/pdf/not-completed.ts";
import { namesUndoing } from "../documents/undone/types.ts";
import { saysUndone } from "../documents/undone/undone.ts";
import { type Party, validateFields } from "../documents/validate-receipt.ts";
import { type AnswerRules, onlyReceipts } from "./answers.ts";
import { browserHeaders, defineProvider } from "./define-provider.ts";
import { letterDate } from "./encoded-date.ts";
import { phoneField, referenceField } from "./request-fields.ts";

/**
 * epsilon, the state bank's wallet: a PDF, found by its number and the phone of the party whose receipt it is.
 *
 * A receiver with a phone has epsilon's wallet. Any other number is an account at a bank that the document does not name.
 */

const date = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2}) (?<hour>\d{2}):(?<minute>\d{2})$/;

const contract = {
  labels: {
    customer: { names: ["Customer Name"] },
    debit: { names: ["Debit Account"] },
    credit: { names: ["Credit Account"] },
    receiver: { names: ["Receiver Name"] },
    status: { names: ["Transaction Status"] },
    amount: { names: ["Paid amount"] },
    commission: { names: ["Service Charge"] },
    vat: { names: ["VAT"] },
    tip: { names: ["Tip"], optional: true },
    total: { names: ["Total Paid Amount"] },
    reason: { names: ["Payment Reason"], optional: true },
    order: { names: ["Order ID"], optional: true },
  },
  row: {
    reference: { names: ["Receipt Number"], shape: /^[A-Z0-9]{6,30}$/i },
    date: { names: ["Transaction Date"], shape: date },
    detail: { names: ["Amount"], shape: /^[\d,]+(?:\.\d{1,2})?(?: ?(?:ETB|Birr))?$/i },
  },
  ends: [
    ...["VAT Invoice/ Customer Receipt", "Company Address & Other Information", "Customer Information"],
    ...[
      "Country",
      "City",
      "Address",
      "Postal code",
      "SWIFT Code",
      "Email",
      "Tel",
      "Fax",
      "TIN",
      "TIN (TAX ID)",
    ],
    ...["VAT Invoice No", "VAT Receipt No", "VAT Registration No", "VAT Registration Date"],
    ...["Region", "Sub city", "Wereda/kebele", "Branch", "Transaction Information", "Transaction Details"],
    ...["Reference", "Total Amount in word", "Total Amount in words"],
    "Payment Channel",
  ],
  bilingual: false,
} as const;

const title = /VAT Invoice ?\/ ?Customer Receipt/i;

/** A miss is an empty report viewer: the page holds only the words of its toolbar. */
const emptyFrame = /^(?:auto ?receipt|report ?viewer)$/i;
const toolWords = new Set(
  [
    "auto autoreceipt receipt report reportviewer viewer loading please wait find next of export print refresh first",
    "previous last page go to parent zoom whole width back document map show hide parameters view select a format",
    "word excel powerpoint pdf tiff file csv comma delimited xml with data mhtml web archive atom feed drop down menu",
  ].flatMap((words) => words.split(" ")),
);
const isEmptyFrame = ({ title, text }: HtmlDocument): boolean =>
  emptyFrame.test(title) && (text.toLowerCase().match(/\p{L}+/gu) ?? []).every((word) => toolWords.has(word));

const answers: AnswerRules<"pdf"> = {
  receipts: ["pdf"],
  // A piece of a page tells neither.
  notFound: ({ document }) => document.kind === "html" && document.whole && isEmptyFrame(document),
  blocked: ({ whole, text }) => whole && isBlockPage(text),
};

const encodedDate = (reference: string) => letterDate(reference, 2023);

export const epsilon = defineProvider({
  label: "epsilon",
  limited: false,
  holdsAccounts: false,
  contractVersion: 2,
  labels: [...usualWordings(contract.labels, contract.row), ...contract.ends],

  shapes: [
    {
      // Eleven characters since 2026 (D), ten before; the year letters begin with A for 2023.
      pattern: /^(?<receipt>[A-Z][A-L][1-9A-V][A-Z0-9]{8}|[A-C][A-L][1-9A-V][A-Z0-9]{7})$/,
      width: "narrow",
      missing: ["phone"],
      encodedDate,
    },
    { pattern: /^(?<receipt>(?!FT)[A-Z0-9]{6,30})$/, width: "loose", missing: ["phone"] },
  ],

  readLink: ({ path, query }) => {
    const fields = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
    const receipt = fields.get("tid")?.trim().toUpperCase() ?? "";
    if (!/^\/aureceipt\/?$/i.test(path) || !/^[A-Z0-9]{6,30}$/.test(receipt)) return undefined;
    const phone = phoneField().safeParse(fields.get("ph"));
    return phone.success
      ? { kind: "receipt", request: { receipt, phone: phone.data[0] }, missing: [] }
      : { kind: "receipt", request: { receipt }, missing: ["phone"] };
  },

  request: z.strictObject({
    receipt: referenceField(/^[A-Z0-9]{6,30}$/, "6 to 30 letters and digits"),
    phone: phoneField(),
  }),

  digits: { field: "phone", askWith: ({ receipt }, phone) => ({ receipt, phone }) },

  locate: ({ receipt, phone }, settings) => {
    const request = (form: string) => ({
      url: `${settings.url}/aureceipt?TID=${receipt}&PH=${form}`,
      headers: { ...browserHeaders, accept: "application/pdf" },
      statuses: [200],
    });
    return {
      canonical: `${receipt} ${phone.toSorted()[0]}`,
      secondNumber: phone[0],
      encodedDate: encodedDate(receipt),
      page: `${settings.url}/aureceipt?TID=${receipt}&PH=${phone[0]}`,
      requests: [request(phone[0]), request(phone[1])],
    };
  },

  read: onlyReceipts(answers, (document, { receipt, phone }, context) => {
    const cells = readGrid(document, contract, context.settings.labels);
    if (!cells.ok) return cells;
    const { customer, debit, credit, receiver, tip, order = "", reason = "", ...printed } = cells.value;
    const [payer, payee] = [partyOf(debit), partyOf(credit)];
    // The payer may have written the reason.
    const paymentKind = paymentKindOfNarrative(reason);
    // Words instead of an account are the bank's own. A payment to a person has an account on the receiving side.
    if (!digits.test(payee.account) && !paysNobody(paymentKind))
      return fail("provider_format_changed", { detail: "credit account" });
    const isReceivers = customer === receiver && payer.name !== "";
    return validateFields(
      {
        ...printed,
        documentType:
          undoneTitle(document, context.settings.labels) ??
          pdfTitle(document, "VAT Invoice/ Customer Receipt", title, context.settings.labels),
        payer: { name: customer === "" || isReceivers ? payer.name : customer, account: payer.account },
        receiver: { name: receiver === "" ? payee.name : receiver, account: payee.account },
        transactionType: (hasBankForm(reason) && saysUndone(reason)) || namesUndoing(reason) ? reason : "",
        paymentKind,
        receiverBank: phoneNumber.test(payee.account) ? context.label : null,
        // A payment from an account at a bank has that bank's reference here.
        payersReference: asPayersReference(order),
        perhapsAdded: [tip || undefined],
      },
      { reference: receipt, phone },
      {
        reference: /^[A-Z0-9]{6,30}$/i,
        accounts: /^\+?\d[\d*]{4,}$|^[A-Z][A-Z ]+$/i,
        dates: [date],
        amounts: "plain",
        shows: ["commission", "vat_on_commission"],
        encodedDate: encodedDate(receipt),
        pdfAvailable: true,
      },
      context,
    );
  }),
});

const digits = /^\+?\d[\d*]{4,}$/;

const phoneNumber = /^(?:\+?251|0)[79][\d*]{4,8}$/;

/** `0911000000 - HANA MEKONNEN`, or words alone such as `Org Account`. */
const partyOf = (text: string): Party => {
  const [, account, name] = /^(\+?[\d*]{5,}|[A-Z ]+?) ?- ?(.+)$/i.exec(text) ?? [];
  return { account: account ?? text, name: name ?? "" };
};
