import { z } from "zod";
import { type Failure, fail } from "../core/failure.ts";
import { parseSantim } from "../core/money.ts";
import type { PaymentKind, UnverifiedReceipt } from "../core/receipt.ts";
import { ok, type Result } from "../core/result.ts";
import { dayMs, inAddisAbaba, readMoment } from "../core/time.ts";
import type { Document, JsonValue } from "../documents/document.ts";
import { pdfTitle } from "../documents/document-title.ts";
import { isBlockPage } from "../documents/html/block-page.ts";
import { jsonSaysOtherwise, readValues } from "../documents/json/elsewhere.ts";
import { member, readFields, statusIn, textOfJson, textsIn } from "../documents/json/fields.ts";
import { usualWordings } from "../documents/labelled.ts";
import { paymentKindOf } from "../documents/payment-kind.ts";
import { undoneTitle } from "../documents/pdf/not-completed.ts";
import { readTable } from "../documents/pdf/table.ts";
import { type PrintedFields, type Style, validateFields } from "../documents/validate-receipt.ts";
import { type AnswerRules, onlyReceipts, pageSays } from "./answers.ts";
import { browserHeaders, defineProvider } from "./define-provider.ts";
import { yearAndDay } from "./encoded-date.ts";
import { readReceiptUrl } from "./link-address.ts";
import type { Answer, ProviderSettings, ReadingContext, ReceiptLink, ReceiptLocation } from "./provider.ts";
import {
  accountNumberField,
  linkField,
  neededUnless,
  notTogether,
  referenceField,
} from "./request-fields.ts";

/**
 * alpha, a state bank. A receipt is a one-page PDF, found by its reference and the last eight digits of either party's
 * account. Its newer links hold a token instead of a reference and lead to JSON.
 */

/** Labels of the receipt and of a branch's slip, each one page as PDF. */
const pageContract = {
  labels: {
    payer: { names: ["Payer"] },
    payerAccount: { names: ["Account"] },
    receiver: { names: ["Receiver"] },
    receiverAccount: { names: ["Account"] },
    date: { names: ["Payment Date & Time"] },
    reference: { names: ["Reference No. (VAT Invoice No)"] },
    reason: { names: ["Reason / Type of service"] },
    amount: { names: ["Transferred Amount"] },
    commission: { names: ["Commission or Service Charge"] },
    vat: { names: ["15% VAT on Commission"] },
    total: { names: ["Total amount debited from customers account"] },
    // The receipts we know have no status. If one is printed, it decides.
    status: {
      names: ["Transaction Status", "Payment Status", "Status of Transaction", "Status"],
      optional: true,
    },
  },
  heading: "Payment / Transaction Information",
  ends: ["Amount in Word"],
} as const;

/** Keys of the JSON behind a token, which are those of the core-banking system. */
const detailContract = {
  reference: { names: ["id"] },
  payer: { names: ["debitAccountHolder"] },
  payerAccount: { names: ["debitAccountNo"] },
  receiver: { names: ["creditAccountHolder"] },
  receiverAccount: { names: ["creditAccountNo"] },
  amount: { names: ["amountCredited"] },
  total: { names: ["amountDebited"], optional: true },
  debit: { names: ["debitAmount"], optional: true },
  commission: { names: ["serviceChargeValue"], optional: true },
  vat: { names: ["vatValue"], optional: true },
  levy: { names: ["drCharge"], optional: true },
  creditCurrency: { names: ["creditCurrency"], optional: true },
  debitCurrency: { names: ["debitCurrency"], optional: true },
  currency: { names: ["currency"], optional: true },
  type: { names: ["transactionType"], optional: true },
} as const;

/** What these values mean under any key. */
const meanings = { reference: "reference", amount: "amount", total: "amount", debit: "amount" } as const;

/** Where the JSON of a token lies. */
const detailPath = "/api/v1/transactions/public/transaction-detail/";

export const alpha = defineProvider({
  label: "alpha",
  limited: true,
  contractVersion: 2,
  labels: [...usualWordings(pageContract.labels), ...pageContract.ends, ...usualWordings(detailContract)],
  timeoutMs: 30_000,

  shapes: [
    {
      pattern: /^(?<transactionRef>FT\d{5}[A-Z0-9]{5})(?<accountNumber>\d{8})$/,
      width: "narrow",
      begins: ["FT"],
      missing: [],
      encodedDate: (word) => yearAndDay(word, 2),
    },
    {
      pattern: /^(?<transactionRef>FT\d{5}[A-Z0-9]{5})$/,
      width: "narrow",
      begins: ["FT"],
      missing: ["accountNumber"],
      encodedDate: (word) => yearAndDay(word, 2),
    },
    { pattern: /^(?<transactionRef>FT[A-Z0-9]{10})$/, width: "wide", missing: ["accountNumber"] },
  ],

  readLink: (link) => {
    const target = targetOf(link);
    if (target === undefined) return undefined;
    if ("token" in target) {
      const isUsual = /^(?:v\d-)?.{18,20}$/.test(target.token);
      return { kind: "receipt", request: { link: link.link }, missing: [], isUsual };
    }
    const { transactionRef, accountNumber } = target;
    return accountNumber === undefined
      ? { kind: "receipt", request: { transactionRef }, missing: ["accountNumber"] }
      : { kind: "receipt", request: { transactionRef, accountNumber }, missing: [] };
  },

  request: z
    .strictObject({
      transactionRef: referenceField(/^FT[A-Z0-9]{10}$/, "FT + 10").optional(),
      accountNumber: accountNumberField().optional(),
      link: linkField().optional(),
    })
    .refine(...notTogether(["link"], ["transactionRef", "accountNumber"]))
    .refine(...neededUnless("link", "transactionRef"))
    .refine(...neededUnless("link", "accountNumber")),

  // A link that holds a reference with its digits asks for these, and both must be repeated.
  resolve: ({ transactionRef = "", accountNumber = "", link }, settings): Result<Asked, Failure> => {
    if (link === undefined) return ok({ transactionRef, accountNumber });
    const read = readReceiptUrl(link, settings, "link");
    if (!read.ok) return read;
    const target = targetOf(read.value);
    if (target === undefined) return fail("reference_malformed", { param: "link" });
    if ("token" in target) return ok({ token: target.token, link });
    const { accountNumber: digits } = target;
    if (digits === undefined) return fail("account_number_required", { param: "accountNumber" });
    return ok({ transactionRef: target.transactionRef, accountNumber: digits });
  },

  digits: {
    field: "accountNumber",
    // A token alone finds its receipt.
    askWith: (asked, accountNumber) =>
      "token" in asked ? { link: asked.link } : { transactionRef: asked.transactionRef, accountNumber },
  },

  locate: (asked, settings) =>
    "token" in asked ? locationByToken(asked, settings) : locationByReference(asked, settings),

  read: (answer, asked, context) =>
    "token" in asked ? readDetail(answer, asked, context) : readPage(answer, asked, context),
});

type ByToken = { readonly token: string };
type ByReference = { readonly transactionRef: string; readonly accountNumber: string };
type Asked = (ByToken & { readonly link: string }) | ByReference;

/** The slip of a branch has another address with the same reference and digits. */
const locationByReference = (
  { transactionRef, accountNumber }: ByReference,
  { url }: ProviderSettings,
): ReceiptLocation => {
  const digits = accountNumber.slice(-8);
  const headers = { ...browserHeaders, accept: "application/pdf" };
  const statuses = [200, 404];
  return {
    canonical: `${transactionRef} ${accountNumber}`,
    secondNumber: accountNumber,
    encodedDate: yearAndDay(transactionRef, 2),
    page: `${url}/?id=${transactionRef}${digits}`,
    requests: [
      { url: `${url}/?id=${transactionRef}${digits}`, headers, statuses },
      { url: `${url}/BranchReceipt/${transactionRef}&${digits}`, headers, statuses, nothingThere: [404] },
    ],
  };
};

/** The host sometimes answers 400 or 500 for a token that it knows a moment later. */
const locationByToken = (
  { token }: ByToken,
  { apiUrl, linkUrl, url }: ProviderSettings,
): ReceiptLocation => ({
  canonical: `link ${token}`,
  encodedDate: null,
  page: `${linkUrl ?? url}/${token}`,
  requests: [
    {
      url: `${apiUrl ?? linkUrl ?? url}${detailPath}${token}`,
      headers: { ...browserHeaders, accept: "application/json" },
      statuses: [200, 400, 404, 500],
      transientStatuses: [400, 500],
    },
  ],
});

/**
 * `/?id=<reference><digits>`, on a branch's slip `/BranchReceipt/<reference>&<digits>`; `/<token>`, or where its
 * data is fetched.
 */
const targetOf = ({
  path,
  query,
  search,
}: ReceiptLink): ByToken | { transactionRef: string; accountNumber: string | undefined } | undefined => {
  const slip = /^\/BranchReceipt\/(.+)$/i.exec(path)?.[1];
  const word = path.startsWith(detailPath) ? path.slice(detailPath.length) : path.slice(1);
  const id = slip ?? (path === "/" ? (query.get("id") ?? search) : word.replace(/\/$/, ""));
  const shape = slip === undefined && path !== "/" ? narrowId : wideId;
  const { transactionRef, accountNumber } = shape.exec(id.toUpperCase())?.groups ?? {};
  if (transactionRef !== undefined) return { transactionRef, accountNumber };
  return shape === narrowId && isToken(id) ? { token: id } : undefined;
};

/** Fewer than eight digits come from a cut link and are ignored. */
const wideId = /^(?<transactionRef>FT[A-Z0-9]{10})&?(?:(?<accountNumber>\d{8})|\d{0,7})$/;
const narrowId = /^(?<transactionRef>FT\d{5}[A-Z0-9]{5})&?(?:(?<accountNumber>\d{8})|\d{0,7})$/;

/**
 * Whether a word is a token: mixed letters and digits, unlike the words in paths of other pages, and no broken
 * reference.
 */
const isToken = (word: string): boolean => {
  if (/^FT\d{5}/i.test(word)) return false;
  const [, version, letters = ""] = /^(v\d-)?([A-Za-z0-9]{11,32})$/.exec(word) ?? [];
  if (version !== undefined) return /[A-Z0-9]/.test(letters);
  return (
    /[A-Za-z]/.test(letters) && (/\d/.test(letters) || (/[A-Z]{2}/.test(letters) && /[a-z]/.test(letters)))
  );
};

/** The title of the page, which is the kind of document. */
const title = "VAT Invoice / Customer Receipt";

const titleWording = /VAT Invoice ?\/ ?Customer Receipt/i;

const pageAnswers: AnswerRules<"pdf"> = {
  receipts: ["pdf"],
  notFound: pageSays(/^you are not allowed to see this data(?:[,.]? ?please check your link)?[.!]?$/i),
};

/** `11/15/2026, 9:08:00 PM`: month first. */
const pageDate =
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}),? (?<hour>\d{1,2}):(?<minute>\d{2}):(?<second>\d{2}) (?<half>[AP]M)$/i;

/** The shape of alpha's record, the same for each kind of document. */
const style = {
  reference: /^FT[A-Z0-9]{10}$/i,
  accounts: /^\d*\*+\d+$|^\d{8,}$/,
  dates: [pageDate],
  amounts: "plain",
  shows: ["commission"],
  encodedDate: null,
  pdfAvailable: true,
} as const satisfies Style;

/**
 * alpha's own accounts, whole or as it masks them: `1****4321`, `1********4321`. As many stars as another bank's longer number
 * has digits are no mask of alpha's.
 */
const ownAccount = /^1(?:\*{4}|\*{8})\d{4}$|^1\d{12}$/;

/** alpha prints no bank's name. The bank of an account that does not look like alpha's own is unknown. */
const bankOf = (account: string, label: string): string | null => (ownAccount.test(account) ? label : null);

/**
 * The payer writes the reason, so it does not change the kind of a payment. It may name a withdrawal only if the money
 * did not leave the payer's own account.
 */
const kindOf = (reason: string, payerAccount: string, receiverAccount: string): PaymentKind =>
  payerAccount === receiverAccount && paymentKindOf(reason) === "withdrawal" ? "withdrawal" : "transfer";

/** A complete account number has 13 digits, so that its visible beginning can be compared too. */
const accountDigits = 13;

/** The record of an answer to a reference and an account's digits, or why there is none. */
const readPage = onlyReceipts(pageAnswers, (document, asked: ByReference, context) => {
  const { transactionRef, accountNumber } = asked;
  const cells = readTable(document, pageContract, context.settings.labels);
  if (!cells.ok) return cells;
  const { payer, payerAccount, receiver, receiverAccount, reason, ...printed } = cells.value;
  const isWhole = accountNumber.length === accountDigits;
  return validateFields(
    {
      ...printed,
      documentType:
        undoneTitle(document, context.settings.labels) ??
        pdfTitle(document, title, titleWording, context.settings.labels),
      payer: { name: payer, account: payerAccount },
      receiver: { name: receiver, account: receiverAccount },
      paymentKind: kindOf(reason, payerAccount, receiverAccount),
      receiverBank: bankOf(receiverAccount, context.label),
    },
    {
      reference: transactionRef,
      account: { digits: isWhole ? accountNumber : accountNumber.slice(-8), isWhole },
    },
    { ...style, encodedDate: yearAndDay(transactionRef, 2) },
    context,
  );
});

/** `2026-05-29T08:30:00Z`. */
const instant =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})T(?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.\d{1,9})?(?:Z|\+00:00)$/;

/**
 * The record of an answer to a token, or why there is none. A token is on no receipt: nothing that was asked for can
 * be compared, and every other rule holds.
 */
const readDetail = (
  answer: Answer,
  { token }: ByToken,
  context: ReadingContext,
): Result<UnverifiedReceipt, Failure> => {
  const { status, document } = answer;
  if (status !== 200 || document.kind !== "json") return refusalOf(answer);
  const bearsAnother = textsIn(document.root).some((text) => (tokenAtEnd.exec(text)?.[1] ?? token) !== token);
  if (bearsAnother) return fail("receipt_mismatch", { mismatch: "reference" });
  const printed = printedIn(document.root, context);
  return printed.ok ? validateFields(printed.value, {}, style, context) : printed;
};

/** What the JSON says, its date in Addis Ababa time and in the shape of alpha's pages. */
const printedIn = (root: JsonValue, { label, settings }: ReadingContext): Result<PrintedFields, Failure> => {
  const fields = readFields(root, detailContract, settings.labels);
  if (!fields.ok) return fields;
  const paidAt = { wordings: [["dateTimes"]], value: momentIn(root), means: "date" } as const;
  if (
    jsonSaysOtherwise(root, [...readValues(detailContract, fields.value, settings.labels, meanings), paidAt])
  )
    return fail("provider_format_changed", { detail: "another value elsewhere" });
  const { payer, payerAccount, receiver, receiverAccount, debit, type, ...others } = fields.value;
  const { creditCurrency, debitCurrency, currency, ...printed } = others;
  const currencies = [creditCurrency, debitCurrency, currency];
  if (currencies.some((word) => word !== undefined && word.toUpperCase() !== "ETB"))
    return fail("provider_format_changed", { detail: "currency" });
  const total = totalOf(printed.amount, printed.total, debit);
  if (total === null) return fail("provider_format_changed", { detail: "debited amount" });
  const status = statusIn(root);
  return ok({
    ...printed,
    total,
    // The kind of document is the bank's; its JSON names only the kind of transfer, by a code such as `ACNX`.
    documentType: title,
    ...(status === undefined ? {} : { status }),
    date: localDate(paidAt.value),
    payer: { name: payer, account: payerAccount },
    receiver: { name: receiver, account: receiverAccount },
    // Codes that begin with AC are of transfers between accounts.
    transactionType: type === undefined || /^AC[A-Z]{0,2}$/.test(type) ? "" : type,
    receiverBank: bankOf(receiverAccount, label),
  });
};

/** What an answer without a receipt means. "Not found" only in the bank's own words. */
const refusalOf = ({ status, document }: Answer): { readonly ok: false; readonly error: Failure } => {
  const detail = `${status} ${document.kind}`;
  if (document.kind === "html" && isBlockPage(document.text)) return fail("provider_blocked", { detail });
  const words = document.kind === "json" ? wordsOf(document.root) : [];
  if (status !== 200 && words.some((text) => tampered.test(text))) return fail("receipt_not_found");
  if (status === 404 && (words.some((text) => noSuchReceipt.test(text)) || isBareProblem(document)))
    return fail("receipt_not_found");
  // The app's headers are configuration. Without them the host finds nothing.
  if (status === 400 && words.some((text) => /\bmissing headers?\b/i.test(text)))
    return fail("provider_blocked", { detail: `${detail}: the configured headers do not suffice` });
  return fail(status === 400 || status >= 500 ? "provider_error" : "provider_format_changed", { detail });
};

/** A token by itself or at the end of a link. */
const tokenAtEnd = /(?:^|\/)(v\d-[A-Za-z0-9]{11,32})$/;

/** Title and detail of a problem document (RFC 9457). */
const wordsOf = (root: JsonValue): readonly string[] =>
  ["title", "detail", "message"].map((key) => textOfJson(member(root, key)) ?? "");

/** A problem document that only repeats the status. Proxies in front of the bank send no problem documents. */
const isBareProblem = (document: Document): boolean => {
  if (document.kind !== "json" || member(document.root, "type") === undefined) return false;
  const [title = "", ...others] = wordsOf(document.root);
  return /^not found[.!]?$/i.test(title) && others.every((text) => text === "");
};

/** The whole sentence of a miss. A page or a host that was not found is no miss. */
const tampered = /^(?:an error occurred: )?invalid or tampered (?:legacy )?token[.!]?$/i;
const noSuchReceipt =
  /^(?:the )?(?:transaction|receipt|token|payment)(?: details?)? (?:(?:was |is )?not found|(?:does not|doesn't) exist)[.!]?$/i;

/** The amount debited. The debit without fees may stand beside it or replace it. */
const totalOf = (amount: string, total: string | undefined, debit: string | undefined): string | null => {
  if (total === undefined) return debit ?? null;
  const isKnown = debit === undefined || [amount, total].map(parseSantim).includes(parseSantim(debit));
  return isKnown ? total : null;
};

/** The first of the payment's moments; `""` where there is none, or another one lies more than a day from it. */
const momentIn = (root: JsonValue): string => {
  const list = member(root, "dateTimes");
  const [first = "", ...others] =
    list?.kind === "array" ? list.items.map((item) => textOfJson(item) ?? "") : [];
  const at = (text: string) => Date.parse(instant.test(text) ? text : "");
  return others.every((other) => Math.abs(at(other) - at(first)) <= dayMs) ? first : "";
};

/** `5/29/2026, 11:30:00 AM`; `""` for anything but an instant in UTC. */
const localDate = (text: string): string => {
  const utc = readMoment(text, [instant]);
  if (utc === null) return "";
  const { year, month, day, hour, minute, second } = inAddisAbaba(utc);
  const [minutes, seconds] = [minute, second].map((value) => String(value).padStart(2, "0"));
  return `${month}/${day}/${year}, ${hour % 12 || 12}:${minutes}:${seconds} ${hour < 12 ? "AM" : "PM"}`;
};
