import { z } from "zod";
import { type Failure, fail } from "../core/failure.ts";
import { asPayersReference, type PaymentKind } from "../core/receipt.ts";
import { ok, type Result } from "../core/result.ts";
import type { Document, HtmlDocument, JsonValue, PdfDocument } from "../documents/document.ts";
import { pdfTitle } from "../documents/document-title.ts";
import { isBlockPage } from "../documents/html/block-page.ts";
import { readLines } from "../documents/html/fields.ts";
import { jsonSaysOtherwise, type ReadValue } from "../documents/json/elsewhere.ts";
import { type JsonPath, readPaths, textsIn } from "../documents/json/fields.ts";
import { type FieldLabel, usualWordings } from "../documents/labelled.ts";
import { isBlank, namedBank, paymentKindOf, paymentKindOfNarrative } from "../documents/payment-kind.ts";
import { readForm } from "../documents/pdf/form.ts";
import { undoneTitle } from "../documents/pdf/not-completed.ts";
import { kindGoesOnToUndoing, namesUndoing } from "../documents/undone/types.ts";
import { type AbsentField, validateFields } from "../documents/validate-receipt.ts";
import { browserHeaders, defineProvider } from "./define-provider.ts";
import { readReceiptUrl } from "./link-address.ts";
import type { JsonField, ProviderSettings, ReceiptLink } from "./provider.ts";
import { linkField } from "./request-fields.ts";

/**
 * zeta, a commercial bank: a "Digital Advice" behind a link whose token never reaches the host by itself. The call
 * that fetches it and its layout are published nowhere: both are configuration, and what is written here is the
 * sandbox's.
 *
 * Where no bank is named, a receiver has an account at zeta when its number is masked as zeta's messages mask their own;
 * any other may lie anywhere, for what goes out by IPS names no bank.
 */

const adviceTitle = "Digital Advice";
const defaultMiss = "receipt does not exist";

/** Labels of a page or PDF, and the path in a JSON answer. */
const contract = {
  transaction_reference: { names: ["Transaction Reference", "Reference Number"], path: "data.reference" },
  receipt_status: { names: ["Transaction Status", "Payment Status", "Status"], path: "data.status" },
  payment_date: { names: ["Transaction Date", "Payment Date"], path: "data.date" },
  payer_name: { names: ["Payer Name", "Sender Name"], path: "data.payer.name" },
  payer_account: { names: ["Payer Account", "Sender Account"], path: "data.payer.account" },
  receiver_name: { names: ["Receiver Name", "Beneficiary Name"], path: "data.receiver.name" },
  receiver_account: { names: ["Receiver Account", "Beneficiary Account"], path: "data.receiver.account" },
  receiver_bank: { names: ["Receiver Bank", "Beneficiary Bank"], path: "data.receiver.bank", optional: true },
  transaction_type: { names: ["Transaction Type"], path: "data.type", optional: true },
  narrative: { names: ["Narrative"], path: "data.narrative", optional: true },
  transferred_amount: { names: ["Amount", "Transferred Amount"], path: "data.amount" },
  commission: { names: ["Service Charge", "Commission"], path: "data.charge", optional: true },
  vat_on_commission: { names: ["VAT", "VAT on Commission"], path: "data.vat", optional: true },
  total_debited: { names: ["Total Amount", "Total Debited"], path: "data.total" },
} as const satisfies Partial<Record<JsonField, FieldLabel & { readonly path: string }>>;

const ends = [adviceTitle, "Channel", "Branch", "Amount in words", "Thank you for banking with us"];

/** The slash in front never counts as part of the token, or a token that lost a letter would look whole. */
const token = /^\/(?:feedback\/)?(?<token>[A-Za-z0-9+/]{43}=)$/;
const sharedToken = /#\/(?:feedback\/)?([A-Za-z0-9+/]{43}=)/g;

/** `426*******611` */
const ownAccount = /^\d{3}\*+\d{3}$/;

const defaultCall = "/api/receipt/{token}";

/** `XXXXETAAFT26319FLQKV`: what comes by IPS keeps the reference of the payer's bank, behind the name of that bank. */
const behindBank = /^[A-Z]{4}ET[A-Z\d]{2}(.+)$/;

/** `15-11-2026 16:01:11` as its messages write, or the order of ISO 8601; the day alone where no time is given. */
const dates = [
  /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})(?: (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2}))?$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[ T](?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.\d{1,9})?(?:\+03:00)?)?$/,
];

/** Without it every question would get the same document; in the host's name a stranger would choose the host. */
const hasTokenBehindHost = (url: string): boolean => /^[^/]*\/\/[^/?{}]+[/?][^{}]*\{token\}[^{}]*$/.test(url);

export const zeta = defineProvider({
  label: "zeta",
  limited: false,
  contractVersion: 2,
  labels: [...usualWordings(contract), ...ends],

  shapes: [],

  readLink: (link) => {
    const found = pointerIn(link);
    if (found === null) return undefined;
    if (!found.isFeedback) return { kind: "receipt", request: { url: link.link }, missing: [] };
    if (found.token === undefined) return { kind: "feedback" };
    const request = { url: `${link.link.slice(0, link.link.indexOf("#"))}#/${found.token}` };
    return { kind: "feedback", derived: { request, missing: [] } };
  },

  unlookable: {
    wording: /\bA (?:Deposit|Withdrawal) of [^\n]{1,40} has been made (?:to|from) your account\b/i,
  },

  request: z.strictObject({ url: linkField() }),

  settingsProblem: ({ apiUrl }) =>
    apiUrl === undefined || hasTokenBehindHost(apiUrl)
      ? null
      : "apiUrl must hold {token} once, behind the host, e.g. https://api.zeta.example/receipts/{token}",

  // The token of a receipt's link, its letters as they are.
  resolve: ({ url }, settings) => {
    const link = readReceiptUrl(url, settings);
    if (!link.ok) return link;
    const found = pointerIn(link.value);
    if (found?.isFeedback) return fail("receipt_url_feedback_link", { param: "url" });
    return found?.token === undefined ? fail("reference_malformed", { param: "url" }) : ok(found.token);
  },

  locate: (asked, settings) => {
    const call = settings.apiUrl?.includes("{token}")
      ? settings.apiUrl
      : `${settings.apiUrl ?? settings.url}${defaultCall}`;
    const request = {
      url: call.replaceAll("{token}", encodeURIComponent(asked)),
      headers: { ...browserHeaders, accept: "application/json, text/html, application/pdf" },
      statuses: [200, 400, 404],
    };
    const page = `${settings.url}/receipt/#/${asked}`;
    return { canonical: asked, encodedDate: null, page, requests: [request] };
  },

  read: ({ status, document }, asked, context) => {
    const fields = readAdvice(document, context.settings);
    // The order matters: the words of a miss, which the operator sets, may stand in a receipt as well.
    if (!fields.ok || status !== 200) {
      if (isMiss(document, context.settings)) return fail("receipt_not_found");
      if (document.kind === "html" && isBlockPage(document.text)) return fail("provider_blocked");
      return fields.ok ? fail("provider_format_changed", { detail: `status ${status}` }) : fields;
    }
    const shared = textsOf(document).flatMap((text) => [...text.matchAll(sharedToken)]);
    if (shared.some(([, other]) => other !== asked))
      return fail("receipt_mismatch", { mismatch: "reference" });

    const { receipt_status, commission, vat_on_commission, total_debited, ...printed } = fields.value;
    const { transaction_type = "", narrative = "", receiver_bank, receiver_account = "" } = printed;
    return validateFields(
      {
        documentType: printed.document_type ?? adviceTitle,
        reference: printed.transaction_reference ?? "",
        ...(receipt_status === undefined ? {} : { status: receipt_status }),
        date: printed.payment_date ?? "",
        payer: { name: printed.payer_name ?? "", account: printed.payer_account ?? "" },
        receiver: { name: printed.receiver_name ?? "", account: receiver_account },
        transactionType: isUndoing(narrative) ? narrative : transaction_type,
        paymentKind: kindOf(transaction_type, narrative),
        receiverBank: namedBank(receiver_bank) ?? (ownAccount.test(receiver_account) ? context.label : null),
        payersReference: asPayersReference(behindBank.exec(printed.transaction_reference ?? "")?.[1] ?? ""),
        amount: printed.transferred_amount ?? "",
        ...(commission === undefined ? {} : { commission }),
        ...(vat_on_commission === undefined ? {} : { vat: vat_on_commission }),
        ...(total_debited === undefined ? {} : { total: total_debited }),
        absent: mayBeAbsent.filter((field) => printed[field] === undefined),
      },
      {},
      {
        reference: /^[A-Z0-9][A-Z0-9/._-]{3,63}$/i,
        accounts: /^\+?\d*\*+\d+$|^\+?\d{5,20}$/,
        dates,
        amounts: "plain",
        shows: ["commission", "vat_on_commission"],
        encodedDate: null,
        pdfAvailable: document.kind === "pdf",
      },
      context,
    );
  },
});

/** zeta calls every debit a withdrawal, so only words about cash make it one. The payer may have written the narrative. */
const kindOf = (type: string, narrative: string): PaymentKind => {
  const told = isBlank(type) ? paymentKindOfNarrative(narrative) : paymentKindOf(type);
  const words = isBlank(type) ? narrative : type;
  return told === "withdrawal" && !/\b(?:cash|atm|agent)|ካሽ|ገንዘብ/i.test(words) ? "transfer" : told;
};

/** Whether the bank's own narrative (`IPS OUT GOING`) says that the payment was undone. A payer's says nothing. */
const isUndoing = (narrative: string): boolean => namesUndoing(narrative) || kindGoesOnToUndoing(narrative);

/** What the link points to; null for no page of receipts. Browsers may percent-encode the token's marks. */
const pointerIn = ({ path, fragment }: ReceiptLink) => {
  if (!/^\/receipt\/?$/i.test(path)) return null;
  const text = fragment.replace(/%2B/gi, "+").replace(/%2F/gi, "/").replace(/%3D/gi, "=");
  const groups = token.exec(text)?.groups;
  const isFeedback = /^\/?feedback\b/.test(text);
  return groups === undefined && !isFeedback ? null : { token: groups?.token, isFeedback };
};

/** What is printed, by field of the record. */
type Advice = Readonly<Partial<Record<JsonField, string>>>;

/**
 * A page or PDF by its labels, a JSON answer by the operator's paths and else the sandbox's.
 * `provider_format_changed` when the answer does not have all that its contract asks for.
 */
const readAdvice = (document: Document, settings: ProviderSettings): Result<Advice, Failure> => {
  if (document.kind === "json") return readAnswer(document.root, settings);
  if (document.kind === "html" && !document.whole)
    return fail("provider_format_changed", { detail: "fragment" });
  const read = readLabels(document, contract, settings);
  const title =
    document.kind === "html"
      ? document.title
      : (undoneTitle(document, settings.labels) ??
        pdfTitle(document, adviceTitle, /digital advice/i, settings.labels));
  return read.ok ? ok({ ...read.value, ...(title ? { document_type: title } : {}) }) : read;
};

/** The sandbox's layout holds the currency. The operator's layout has no setting for it. */
const readAnswer = (root: JsonValue, settings: ProviderSettings): Result<Advice, Failure> => {
  const currency =
    settings.json === undefined
      ? readPaths(root, { currency: { path: "data.currency", optional: true } })
      : ok({ currency: undefined });
  if (!currency.ok) return currency;
  if ((currency.value.currency ?? "ETB").toUpperCase() !== "ETB")
    return fail("provider_format_changed", { detail: "currency" });
  const paths = pathsOf(settings);
  const read = readPaths(root, paths);
  return read.ok && jsonSaysOtherwise(root, valuesAt(paths, read.value))
    ? fail("provider_format_changed", { detail: "another value elsewhere" })
    : read;
};

/** The values by their paths, seen from the object that all of them lie in. */
const valuesAt = (
  paths: Readonly<Record<string, JsonPath>>,
  values: Readonly<Partial<Record<string, string>>>,
): readonly ReadValue[] => {
  const found = Object.entries(paths).flatMap(([field, { path }]) => {
    const value = values[field];
    return value === undefined ? [] : [{ field, keys: path.split("."), value }];
  });
  const [first = []] = found.map(({ keys }) => keys);
  const differing = first.findIndex((key, at) =>
    found.some(({ keys }) => keys[at] !== key || keys.length === at + 1),
  );
  return found.map(({ field, keys, value }) => {
    const means = meanings.get(field);
    const own = keys.slice(differing).filter((key) => !/^\d+$/.test(key));
    return { wordings: [own], value, ...(means === undefined ? {} : { means }) };
  });
};

const meanings: ReadonlyMap<string, ReadValue["means"]> = new Map<string, ReadValue["means"]>([
  ["transaction_reference", "reference"],
  ["transferred_amount", "amount"],
  ["total_debited", "amount"],
  ["payment_date", "date"],
]);

/** Fields that may be missing if the operator's `json` does not name them. */
const mayBeAbsent = [
  "payer_name",
  "payer_account",
  "receiver_name",
] as const satisfies readonly AbsentField[];
const mayBeUnnamed: readonly string[] = [...mayBeAbsent, "receipt_status", "total_debited"];

/** Everything that an answer says, its links included. */
const textsOf = (document: Document): readonly string[] => {
  if (document.kind === "json") return textsIn(document.root);
  return document.kind === "html" ? [document.text, ...document.links] : [document.text];
};

/**
 * Positive words of the bank, in an answer that has neither a reference nor anything else of a receipt: a payer's
 * remark is no miss, wherever its receipt lies, nor are words of a server, a gate or a form.
 */
const isMiss = (document: Document, settings: ProviderSettings): boolean => {
  const words = (settings.miss ?? defaultMiss).toLowerCase();
  if (document.kind === "html" && document.asksForPassword) return false;
  const texts = textsOf(document).map((text) => text.toLowerCase());
  const isSaid = (text: string) =>
    settings.miss === undefined ? text.replace(/[.!]$/, "") === words : text.includes(words);
  if (!texts.some(isSaid) || texts.some((text) => isOfReceipt(text) || isOfServer.test(text))) return false;
  const { transaction_reference } = contract;
  if (document.kind !== "json") return !readLabels(document, { transaction_reference }, settings).ok;
  const path = settings.json?.transaction_reference ?? transaction_reference.path;
  return !readPaths(document.root, { transaction_reference: { path } }).ok;
};

/** Words of a server, a gate or a form: `database`, `access denied`, `log in`. */
const isOfServer =
  /\b(?:hosts?|servers?|database|gateway|proxy|exception|ora-\d|sql|log ?in|sign ?in|password|captcha|denied|blocked|rejected)\b/;

/** An amount of money or a masked account. */
const isOfReceipt = (text: string): boolean => /\d[.,]\d{2}(?!\d)|\bETB\b|\d\*+\d/i.test(text);

const readLabels = <Labels extends Readonly<Record<string, FieldLabel>>>(
  document: HtmlDocument | PdfDocument,
  labels: Labels,
  { labels: synonyms }: ProviderSettings,
) =>
  document.kind === "html"
    ? readLines(document, labels, synonyms)
    : readForm(document, { labels, ends }, synonyms);

/** Fields that are only read from an operator's layout if its `json` names them. */
const isOfSandbox = (field: string): boolean =>
  field === "receiver_bank" || field === "transaction_type" || field === "narrative";

const pathsOf = ({ json }: ProviderSettings): Readonly<Record<string, JsonPath>> => {
  const own: Readonly<Record<string, string | undefined>> = json ?? {};
  const labels = { document_type: { path: "data.title", optional: true }, ...contract };
  const known = Object.entries(labels).filter(
    ([field]) => json === undefined || own[field] !== undefined || !isOfSandbox(field),
  );
  const paths = known.map(([field, label]): [string, JsonPath] => {
    const isLeftOut = json !== undefined && own[field] === undefined && mayBeUnnamed.includes(field);
    const path = own[field] ?? label.path;
    return [field, "optional" in label || isLeftOut ? { path, optional: true } : { path }];
  });
  return Object.fromEntries(paths);
};
