import { type Failure, fail } from "../failure.ts";
import type { ReadingContext } from "../providers/provider.ts";
import { ok, type Result } from "../result.ts";
import type { HtmlDocument } from "./document.ts";
import { type CellLabel, readCells } from "./html-fields.ts";
import type { Printed } from "./judge.ts";
import { type Synonyms, usualWordings, type Values } from "./labelled.ts";
import { paymentKindOf } from "./payment-kind.ts";
import { namedBank } from "./receiver-bank.ts";
import { completionOf } from "./status-word.ts";

/** theta's page: three-cell rows in a customer's and a transaction's block, the latter of five kinds (formats 8). */

const right = (...names: CellLabel["names"]) => ({ names, value: "right" }) as const satisfies CellLabel;
const optional = (...names: CellLabel["names"]) =>
  ({ names, value: "right", optional: true }) as const satisfies CellLabel;

const contract = {
  date: right("Transaction Date", "Transaction Time"),
  documentType: right("Transaction Type"),
  status: optional("Transaction Status", "Payment Status", "Status"),
  amount: right("Amount"),
  charge: optional("Charge"),
  vat: optional("VAT"),
  accountNumber: optional("Account No"),
  senderName: optional("Sender Name"),
  senderAccount: optional("Sender Account"),
  beneficiaryName: optional("Beneficiary Name"),
  beneficiaryAccount: optional("Beneficiary Account"),
  beneficiaryBank: optional("Beneficiary Bank"),
  receiverName: optional("Receiver Name"),
  receiverAccount: optional("Receiver Account"),
  recipient: optional("Recipient"),
  merchant: optional("Merchant"),
  till: optional("Till Number"),
  phone: optional("Phone Number"),
  sourceAccount: optional("Source Account"),
  transactionId: right("Transaction ID"),
};

/** In the customer's block, and of a transfer to beta's wallet in the transaction's block too. */
const customer = { name: optional("Customer Name") };

/** What an operator can give synonyms for. */
export const thetaLabels = usualWordings(contract, customer);

type Row = keyof typeof contract | "customerName" | "phoneName";

/** A kind of transaction, known by the rows of its receiver; no kind has another's. `needs`: its other rows. */
type Kind = {
  readonly receiver: { readonly account: Row; readonly name?: Row };
  readonly needs: readonly Row[];
};

const kinds: readonly Kind[] = [
  // IPS Bank Transfer; the older ones print a charge as well.
  {
    receiver: { account: "beneficiaryAccount", name: "beneficiaryName" },
    needs: ["senderName", "senderAccount", "vat"],
  },
  // Send To Bank
  {
    receiver: { account: "receiverAccount", name: "receiverName" },
    needs: ["senderName", "senderAccount", "charge", "vat"],
  },
  // Send Money, to a wallet: its receiver has a number and no name
  { receiver: { account: "recipient" }, needs: ["customerName", "accountNumber"] },
  // Merchant Payment
  { receiver: { account: "till", name: "merchant" }, needs: ["senderName", "accountNumber"] },
  // Transfer to beta's wallet
  {
    receiver: { account: "phone", name: "phoneName" },
    needs: ["customerName", "accountNumber", "sourceAccount", "charge", "vat"],
  },
];

/** All that the page prints but the reference, which it prints as a number of 15 digits. */
export type ThetaPage = Omit<Printed, "reference"> & { readonly transactionId: string };

/** `provider_format_changed` unless the rows are those of exactly one kind. Synonyms: by a label's usual wording. */
export const readThetaPage = (
  document: HtmlDocument,
  { label, settings }: ReadingContext,
): Result<ThetaPage, Failure> => {
  const read = readRows(document, settings.labels);
  if (!read.ok) return read;
  const rows = read.value;
  const kind = kindOf(rows);
  if (kind === null) return fail("provider_format_changed", { detail: "rows of no kind" });
  const { account, name } = kind.receiver;
  const { date, documentType, amount, transactionId } = rows;
  return ok({
    date,
    documentType,
    amount,
    transactionId,
    ...statusOf(rows.status, document.title),
    ...(isEmpty(rows.charge) ? {} : { commission: rows.charge }),
    ...(isEmpty(rows.vat) ? {} : { vat: rows.vat }),
    payer: {
      name: rows.senderName ?? rows.customerName ?? "",
      account: withoutBank(rows.senderAccount ?? rows.accountNumber ?? ""),
    },
    receiver: {
      name: name === undefined ? "" : (rows[name] ?? ""),
      account: withoutBank(rows[account] ?? ""),
    },
    transactionType: documentType,
    ...(name === "merchant" && paymentKindOf(documentType) === "other" ? { paymentKind: "merchant" } : {}),
    receiverBank: namedBank(rows.beneficiaryBank) ?? (isOwn(account, rows[account] ?? "") ? label : null),
    isTill: account === "till",
    absent: name === undefined ? ["receiver_name"] : [],
  });
};

/**
 * Whether a receiver whose bank the page does not name is theta's own: its tills, what it marks as an account or wallet
 * behind a slash, and accounts of its own shape. IPS transfers lead to other banks, and phones to beta's wallet.
 */
const isOwn = (row: Row, printed: string): boolean => {
  if (row === "till") return true;
  if (row === "beneficiaryAccount" || row === "phone") return false;
  return /\/(?:BANK|WALLET)$/i.test(printed) || /^01\d{3}\*+\d{3,4}$|^01\d{12}$/.test(printed);
};

/** What the page prints in a cell that it leaves empty; a cell without anything is none that we know. */
const isEmpty = (text: string | undefined): text is undefined | "-" => text === undefined || text === "-";

type Rows = Values<typeof contract> & { readonly customerName?: string; readonly phoneName?: string };

const readRows = (document: HtmlDocument, synonyms: Synonyms): Result<Rows, Failure> => {
  const { date, documentType } = contract;
  const opens = (row: readonly string[]) =>
    [{ date }, { documentType }].some((label) => readCells({ ...document, rows: [row] }, label, synonyms).ok);
  const start = document.rows.findIndex(opens);
  const cells = readCells(document, contract, synonyms);
  if (!cells.ok) return cells;
  const before = readCells({ ...document, rows: document.rows.slice(0, start) }, customer, synonyms);
  if (!before.ok) return before;
  const after = readCells({ ...document, rows: document.rows.slice(start) }, customer, synonyms);
  if (!after.ok) return after;
  return ok({
    ...cells.value,
    ...(before.value.name === undefined ? {} : { customerName: before.value.name }),
    ...(after.value.name === undefined ? {} : { phoneName: after.value.name }),
  });
};

/** The kind whose rows are all there, and no other kind's. */
const kindOf = (rows: Rows): Kind | null => {
  const has = (row: Row | undefined) => row !== undefined && rows[row] !== undefined;
  const [kind, ...others] = kinds.filter(({ receiver }) => has(receiver.account) || has(receiver.name));
  if (kind === undefined || others.length > 0) return null;
  const { receiver, needs } = kind;
  return [receiver.account, receiver.name ?? receiver.account, ...needs].every(has) ? kind : null;
};

/** A row decides; else the title, where it says how the transaction went. */
const statusOf = (row: string | undefined, title: string): { readonly status?: string } => {
  const bad = title.split(" ").find((word) => completionOf(word) === "not_completed");
  if (bad !== undefined) return { status: bad };
  if (row !== undefined) return { status: row };
  const outcome = /^transaction (?!(?:receipt|details?|information|slip)$)(.+)$/i.exec(title)?.[1];
  return outcome === undefined ? {} : { status: outcome };
};

/** `01425******7400/BANK` */
const withoutBank = (account: string): string => account.split("/")[0]?.trim() ?? "";
