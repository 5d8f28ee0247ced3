import { type Failure, fail } from "../failure.ts";
import type { ReadingContext } from "../providers/provider.ts";
import type { Reading } from "../receipt.ts";
import type { Result } from "../result.ts";
import { yearAndDay } from "../text/encoded-date.ts";
import type { Document, JsonValue } from "./document.ts";
import { jsonSaysOtherwise, readValues } from "./json-elsewhere.ts";
import { member, readFields, textOfJson } from "./json-fields.ts";
import { statusIn } from "./json-status.ts";
import { type Asked, judge } from "./judge.ts";
import { type Synonyms, usualWordings } from "./labelled.ts";
import { isBlank, paymentKindOf, paysNobody } from "./payment-kind.ts";
import { leadsElsewhere, namedBank } from "./receiver-bank.ts";

/** gamma's slip: JSON whose keys are made for people. */

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

/** What these values are, whatever their keys. */
const meanings = { reference: "reference", amount: "amount", total: "amount" } as const;

const typeAlone = { documentType: contract.documentType } as const;

/** gamma's own accounts, whole or as it masks them: `1*****88`. */
const ownAccount = /^1\*+\d{2,4}$|^1\d{12}$/;

/** What a miss says in place of the payer. */
const notFound = /^invalid reference number\.?$/i;

/** `15/11/26 10:20` and `15/07/2026, 14:04:20`. */
const dates = [
  /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4}|\d{2}),? (?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2}))?$/,
];

/** What an operator can give synonyms for. */
export const gammaLabels = usualWordings(contract);

/** The record of an answer to a reference of 12 characters, or why there is none. */
export const readGammaSlip = (
  document: Document,
  asked: Asked & { readonly reference: string },
  context: ReadingContext,
): Result<Reading, Failure> => {
  // The bank's firewall answers with a page of its own.
  if (document.kind === "html") return fail("provider_blocked");
  if (document.kind !== "json") return fail("provider_format_changed", { detail: document.kind });
  const entry = onlyEntry(document.root);
  if (isMiss(entry, context.settings.labels)) return fail("receipt_not_found");

  const type = readFields(entry, typeAlone, context.settings.labels);
  const isCash = type.ok && paysNobody(paymentKindOf(type.value.documentType));
  const cells = readFields(entry, isCash ? contractOfCash : contract, context.settings.labels);
  if (!cells.ok) return cells;
  if (jsonSaysOtherwise(document.root, readValues(contract, cells.value, context.settings.labels, meanings)))
    return fail("provider_format_changed", { detail: "another value elsewhere" });
  const { payer, payerOfAccount, payerAccount, receiver, receiverAccount, currency, bank, ...printed } =
    cells.value;
  if (currency !== undefined && currency.toUpperCase() !== "ETB")
    return fail("provider_format_changed", { detail: "currency" });
  // The header's word is the interface's, not the receipt's.
  const header = textOfJson(member(member(document.root, "header"), "status"));
  if (header?.toLowerCase() !== "success") return fail("provider_format_changed", { detail: "header" });
  const status = statusIn(entry);
  return judge(
    {
      ...printed,
      // Only posted payments are served; where an answer has a status all the same, it decides.
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

/** Transfers to other banks come without the bank's name, so that only gamma's own kind of number is gamma's. */
const bankOf = (type: string, account: string, label: string): string | null =>
  !leadsElsewhere(type) && ownAccount.test(account) ? label : null;

/** A miss has nothing else of a receipt: a payer may be called as he likes. */
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
