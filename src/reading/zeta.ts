import { type Failure, fail } from "../failure.ts";
import type { JsonField, ProviderSettings } from "../providers/provider.ts";
import { ok, type Result } from "../result.ts";
import type { Document, HtmlDocument, JsonValue, PdfDocument } from "./document.ts";
import { pdfTitle } from "./document-title.ts";
import { readLines } from "./html-fields.ts";
import { jsonSaysOtherwise, type ReadValue } from "./json-elsewhere.ts";
import { type JsonPath, readPaths, textsIn } from "./json-paths.ts";
import type { AbsentField } from "./judge.ts";
import { type FieldLabel, usualWordings } from "./labelled.ts";
import { undoneTitle } from "./pdf-contradiction.ts";
import { readForm } from "./pdf-form.ts";

/** zeta's advice, whatever it comes as; its layout is published nowhere, so that these words are the sandbox's. */

export const adviceTitle = "Digital Advice";
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

/** What an operator can give synonyms for. */
export const adviceLabels = [...usualWordings(contract), ...ends];

/** What is printed, by field of the record. */
export type Advice = Readonly<Partial<Record<JsonField, string>>>;

/**
 * A page or PDF by its labels, a JSON answer by the operator's paths and else the sandbox's.
 * `provider_format_changed` when the answer does not have all that its contract asks for.
 */
export const readAdvice = (document: Document, settings: ProviderSettings): Result<Advice, Failure> => {
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

/** Of the sandbox's own layout the currency is part; where the operator's lies nobody has said. */
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

/** What a layout of the operator's may leave out: what its `json` does not name. */
export const mayBeAbsent = [
  "payer_name",
  "payer_account",
  "receiver_name",
] as const satisfies readonly AbsentField[];
const mayBeUnnamed: readonly string[] = [...mayBeAbsent, "receipt_status", "total_debited"];

/** Everything that an answer says, its links included. */
export const textsOf = (document: Document): readonly string[] => {
  if (document.kind === "json") return textsIn(document.root);
  return document.kind === "html" ? [document.text, ...document.links] : [document.text];
};

/**
 * Positive words of the bank, in an answer that has neither a reference nor anything else of a receipt: a payer's
 * remark is no miss, wherever its receipt lies, nor are words of a server, a gate or a form.
 */
export const isMiss = (document: Document, settings: ProviderSettings): boolean => {
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

/** What the operator's layout says about the payment stands where the operator says, or nowhere. */
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
