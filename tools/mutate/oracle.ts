import type { FailureCode } from "../../src/failure.ts";
import type { Receipt } from "../../src/receipt.ts";
import { collapse, endsOf, momentOf, santimOf, showSantim } from "./printed.ts";
import { labelsOf, type Role } from "./roles.ts";
import type { Asked, Expectation, Sheet } from "./sheet.ts";
import { totalHolds } from "./totals.ts";

export type Question = {
  readonly provider: string;
  readonly bank: string;
  readonly asked: Asked;
  readonly now: Date;
};

/**
 * What may come of a document that prints this sheet, by the rules of truth (design 3 and 6). It knows nothing
 * of the readers: it looks at what was written, not at bytes.
 */
export const expectationOf = (sheet: Sheet, question: Question, must: boolean): Expectation => {
  const { values, isComplete } = valuesOf(sheet, question.provider);
  const codes = new Set(judgements(values, sheet, question));
  // With a label missing or there twice it is changed, whatever else may be wrong with it.
  if (!isComplete) codes.add("provider_format_changed");
  if (codes.size > 0) return { records: [], must: false, codes };
  const amountSantim = santimOf(values.get("amount") ?? "") ?? 0;
  return {
    records: [{ receipt: recordOf(values, sheet, question), amountSantim }],
    must,
    codes: new Set(must ? [] : ["provider_format_changed"]),
  };
};

type Values = ReadonlyMap<Role, string>;

/** What says nothing when it is empty, as if it were not there: not every receipt has it. */
const mayBeEmpty: Readonly<Record<string, readonly Role[]>> = {
  beta: ["bankAccount", "stampDuty", "discount", "vat", "vatOnFee"],
  gamma: ["payer", "payerOfAccount", "commission", "vat", "currency", "status"],
};

/** Values by role, and whether every label is there as often as the layout has it. */
const valuesOf = ({ rows }: Sheet, provider: string): { values: Values; isComplete: boolean } => {
  const { roleOf, times } = labelsOf(provider);
  const values = new Map<Role, string>();
  const count = new Map<Role, number>();
  let party: Role | null = null;
  let isComplete = true;
  for (const { label, value } of rows) {
    const role = roleOf(label);
    if (role === null || (collapse(value) === "" && mayBeEmpty[provider]?.includes(role))) continue;
    count.set(role, (count.get(role) ?? 0) + 1);
    if (role === "payer" || role === "receiver") party = role;
    const owner: Role = party === "payer" ? "payerAccount" : "receiverAccount";
    const key: Role = role === "account" ? owner : role;
    // Of two accounts after one party nobody can say whose the second is.
    const isTwice = values.has(key) && !(role === "status" && values.get(key) === collapse(value));
    if (isTwice || (role === "account" && party === null)) isComplete = false;
    else values.set(key, collapse(value));
  }
  for (const [role, number] of Object.entries(times)) isComplete &&= count.get(role as Role) === number;
  isComplete &&= values.has("payer") || values.has("payerOfAccount");
  isComplete &&= provider !== "beta" || values.has("vat") || values.has("vatOnFee");
  return { values, isComplete };
};

type Parties = Record<"payer" | "payerAccount" | "receiver" | "receiverAccount", string>;

const partiesOf = (values: Values): Parties | null => {
  const at = (role: Role) => values.get(role) ?? "";
  const credited = { receiver: at("receiver"), receiverAccount: at("receiverAccount") };
  const payer = { payer: values.get("payerOfAccount") ?? at("payer"), payerAccount: at("payerAccount") };
  if (at("bankAccount") === "") return { ...payer, ...credited };
  // A transfer to a bank names its receiver in a row of its own.
  const [account = "", ...name] = at("bankAccount").split(" ");
  return endsOf(account) === null ? null : { ...payer, receiver: name.join(" "), receiverAccount: account };
};

const completed = new Set(["completed", "successful", "success"]);

/** Words that design 6 names as known and not final. */
export const notFinal = [
  "Pending",
  "Processing",
  "Initiated",
  "Failed",
  "Reversed",
  "Cancelled",
  "Declined",
  "Rejected",
  "Expired",
] as const;

/** Words that say the same without being named. */
const alike = new Set(["unsuccessful", "refunded", "canceled", "in progress"]);

/** A status that is printed decides; most receipts of alpha and gamma print none. */
const statusCodes = (printed: string | undefined): readonly FailureCode[] => {
  const word = printed === undefined ? undefined : collapse(printed).toLowerCase();
  if (word === undefined || completed.has(word)) return [];
  if (alike.has(word)) return ["receipt_not_completed", "provider_format_changed"];
  const isKnown = notFinal.some((known) => known.toLowerCase() === word);
  return isKnown ? ["receipt_not_completed"] : ["provider_format_changed"];
};

const judgements = (values: Values, sheet: Sheet, { provider, asked, now }: Question): FailureCode[] => {
  const codes: FailureCode[] = [];
  const at = (role: Role) => values.get(role) ?? "";
  const changed = (unmet: boolean) => {
    if (unmet) codes.push("provider_format_changed");
  };

  const reference = at("reference");
  changed(!referenceShapes[provider]?.test(reference));
  if (values.has("reference") && reference.toUpperCase() !== asked.reference) codes.push("receipt_mismatch");

  const parties = partiesOf(values);
  changed(parties === null);
  if (parties !== null) {
    const accounts = [parties.payerAccount, parties.receiverAccount];
    changed(accounts.some((account) => endsOf(account) === null));
    changed([parties.payer, parties.receiver].some((name) => !/\p{L}/u.test(name) || name === "null"));
    const both = values.has("payerAccount") && values.has("receiverAccount");
    if (both && asked.account !== undefined && !accounts.some((account) => agrees(account, asked.account)))
      codes.push("receipt_mismatch");
  }

  codes.push(...statusCodes(values.get("status")));
  // The header's word is the interface's: that it is no success may also be called a change.
  const headed = provider === "gamma" ? statusCodes(sheet.heading) : [];
  codes.push(...headed);
  const isHeadless = provider === "gamma" && collapse(sheet.heading).toLowerCase() !== "success";
  changed(headed.length > 0 || (isHeadless && codes.length > 0));

  changed(documentTypeOf(values, sheet, provider) === "");
  const moment = momentOf(provider, at("date"));
  changed(moment === null || moment < Date.UTC(2014, 11, 31, 21) || moment > now.getTime() + 86_400_000);
  changed(values.has("currency") && at("currency").toUpperCase() !== "ETB");
  changed(!totalHolds(provider, (role) => values.get(role)));
  const accounts = [at("payerAccount"), at("receiverAccount")];
  changed(codes.length > 0 && accounts.some((account) => isCurtailed(account, provider)));
  return codes;
};

const referenceShapes: Readonly<Record<string, RegExp>> = {
  alpha: /^FT[A-Z0-9]{10}$/i,
  beta: /^[A-Z0-9]{10}$/i,
  gamma: /^(FT|TT)[A-Z0-9]{10}$/i,
};

/** Fewer digits than the provider shows: a document that is refused anyway may be refused for that as well. */
const isCurtailed = (account: string, provider: string): boolean => {
  const ends = endsOf(account);
  const [visible, whole] = provider === "alpha" ? [3, 8] : provider === "gamma" ? [2, 5] : [2, 3];
  return ends !== null && (ends.last.length < (ends.masked ? visible : whole) || ends.first === "");
};

/** Visible digits only: the number of stars says nothing (design 3). */
const agrees = (printed: string, account: Asked["account"]): boolean => {
  const ends = endsOf(printed);
  if (ends === null || account === undefined) return false;
  const { digits, isWhole } = account;
  if (!ends.masked)
    return isWhole ? ends.last === digits : ends.last.length >= digits.length && ends.last.endsWith(digits);
  const length = Math.min(ends.last.length, digits.length);
  if (ends.last.slice(-length) !== digits.slice(-length)) return false;
  return !isWhole || digits.startsWith(ends.first);
};

const documentTypeOf = (values: Values, { heading }: Sheet, provider: string): string => {
  if (provider === "gamma") return values.get("documentType") ?? "";
  const printed = collapse(heading);
  if (provider === "beta") return printed;
  return /VAT Invoice ?\/ ?Customer Receipt/i.exec(printed)?.[0] ?? "";
};

const recordOf = (values: Values, sheet: Sheet, { provider, bank }: Question): Receipt => {
  const at = (role: Role) => values.get(role) ?? "";
  const money = (role: Role) => showSantim(santimOf(at(role)) ?? -1, provider === "gamma");
  const parties = partiesOf(values);
  return {
    bank,
    document_type: documentTypeOf(values, sheet, provider),
    status: "Verified",
    transaction_reference: at("reference"),
    payment_date: at("date"),
    payer_name: parties?.payer ?? "",
    payer_account: parties?.payerAccount ?? "",
    receiver_name: parties?.receiver ?? "",
    receiver_account: parties?.receiverAccount ?? "",
    transferred_amount: money("amount"),
    ...(provider === "gamma" ? {} : { commission: money("commission") }),
    total_debited: money("total"),
    pdf_available: true,
  };
};
