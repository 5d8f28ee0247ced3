import { type Failure, fail } from "../failure.ts";
import type { Answer, ReadingContext } from "../providers/provider.ts";
import type { Reading } from "../receipt.ts";
import { ok, type Result } from "../result.ts";
import { bankOf, style, title } from "./alpha.ts";
import { isBlockPage } from "./block-page.ts";
import type { Document, JsonValue } from "./document.ts";
import { jsonSaysOtherwise, readValues } from "./json-elsewhere.ts";
import { member, readFields, textOfJson } from "./json-fields.ts";
import { textsIn } from "./json-paths.ts";
import { statusIn } from "./json-status.ts";
import { judge, type Printed } from "./judge.ts";
import { usualWordings } from "./labelled.ts";
import { parseSantim } from "./money.ts";
import { readMoment } from "./printed-date.ts";

/** alpha's receipts behind a token: flat JSON with the keys of its core-banking system. */

const contract = {
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
  type: { names: ["transactionType"], optional: true },
} as const;

/** What these values are, whatever their keys. */
const meanings = { reference: "reference", amount: "amount", total: "amount", debit: "amount" } as const;

/** What an operator can give synonyms for. */
export const detailLabels = usualWordings(contract);

/** `2026-05-29T08:30:00Z`. */
const instant =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})T(?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.\d{1,9})?(?:Z|\+00:00)$/;

/**
 * The record of an answer to a token, or why there is none. A token is on no receipt: nothing that was asked for can
 * be compared, and every other rule holds.
 */
export const readDetail = (
  answer: Answer,
  { token }: { readonly token: string },
  context: ReadingContext,
): Result<Reading, Failure> => {
  const { status, document } = answer;
  if (status !== 200 || document.kind !== "json") return refusalOf(answer);
  const bearsAnother = textsIn(document.root).some((text) => (tokenAtEnd.exec(text)?.[1] ?? token) !== token);
  if (bearsAnother) return fail("receipt_mismatch", { mismatch: "reference" });
  const printed = printedIn(document.root, context);
  return printed.ok ? judge(printed.value, {}, style, context) : printed;
};

/** What the JSON says, its date in Addis Ababa time and in the shape of alpha's pages. */
const printedIn = (root: JsonValue, { label, settings }: ReadingContext): Result<Printed, Failure> => {
  const fields = readFields(root, contract, settings.labels);
  if (!fields.ok) return fields;
  const paidAt = {
    wordings: [["dateTimes"]],
    value: firstOf(member(root, "dateTimes")),
    means: "date",
  } as const;
  if (jsonSaysOtherwise(root, [...readValues(contract, fields.value, settings.labels, meanings), paidAt]))
    return fail("provider_format_changed", { detail: "another value elsewhere" });
  const { payer, payerAccount, receiver, receiverAccount, debit, type, ...others } = fields.value;
  const { creditCurrency, debitCurrency, ...printed } = others;
  if ([creditCurrency, debitCurrency].some((word) => word !== undefined && word.toUpperCase() !== "ETB"))
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
    date: localDate(firstOf(member(root, "dateTimes"))),
    payer: { name: payer, account: payerAccount },
    receiver: { name: receiver, account: receiverAccount },
    // A code that begins so is an account transfer's.
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
  if (status === 404 && (words.some((text) => notFound.test(text)) || isBareProblem(document)))
    return fail("receipt_not_found");
  // The app's headers are configuration; without them nothing is ever found.
  if (status === 400 && words.some((text) => /\bmissing headers?\b/i.test(text)))
    return fail("provider_blocked", { detail: `${detail}: the configured headers do not suffice` });
  return fail(status === 400 || status >= 500 ? "provider_error" : "provider_format_changed", { detail });
};

/** A token by itself or at the end of a link. */
const tokenAtEnd = /(?:^|\/)(v\d-[A-Za-z0-9]{11,32})$/;

/** Title and detail of a problem document (RFC 9457). */
const wordsOf = (root: JsonValue): readonly string[] =>
  ["title", "detail", "message"].map((key) => textOfJson(member(root, key)) ?? "");

/** The problem document that says no more than the status: whoever stands before the bank sends none. */
const isBareProblem = (document: Document): boolean => {
  if (document.kind !== "json" || member(document.root, "type") === undefined) return false;
  const [title = "", ...others] = wordsOf(document.root);
  return /^not found[.!]?$/i.test(title) && others.every((text) => text === "");
};

/** A whole sentence of a miss: that a page or a host was not found is none. */
const tampered = /^(?:an error occurred: )?invalid or tampered (?:legacy )?token[.!]?$/i;
const notFound =
  /^(?:the )?(?:transaction|receipt|token|payment)(?: details?)? (?:(?:was |is )?not found|(?:does not|doesn't) exist)[.!]?$/i;

/** The amount debited; beside it, or in its place, stands the debit without its fees. */
const totalOf = (amount: string, total: string | undefined, debit: string | undefined): string | null => {
  if (total === undefined) return debit ?? null;
  const isKnown = debit === undefined || [amount, total].map(parseSantim).includes(parseSantim(debit));
  return isKnown ? total : null;
};

const firstOf = (value: JsonValue | undefined): string =>
  (value?.kind === "array" ? textOfJson(value.items[0]) : null) ?? "";

const addisAbabaMs = 3 * 3_600_000;

/** `5/29/2026, 11:30:00 AM`; `""` for anything but an instant in UTC. */
const localDate = (text: string): string => {
  const at = readMoment(text, [instant]);
  if (at === null) return "";
  const utc = Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second);
  const local = new Date(utc + addisAbabaMs);
  const hour = local.getUTCHours();
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${local.getUTCMonth() + 1}/${local.getUTCDate()}/${local.getUTCFullYear()}`;
  const minutes = `${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`;
  return `${day}, ${hour % 12 || 12}:${minutes} ${hour < 12 ? "AM" : "PM"}`;
};
