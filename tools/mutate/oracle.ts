import type { FailureCode } from "../../src/failure.ts";
import type { Receipt } from "../../src/receipt.ts";
import { amountOf, collapse, endsOf, santimOf, showSantim } from "./printed.ts";
import { rulesOf } from "./rules/index.ts";
import type { Layout, Role, Rules, Said } from "./rules/rules.ts";
import type { Asked, Expectation, Expected, Sheet } from "./sheet.ts";
import { totalOf } from "./totals.ts";

export type Question = {
  readonly provider: string;
  readonly bank: string;
  readonly asked: Asked;
  readonly now: Date;
  /** Whether the document that is read is a PDF, or a page that offers one. */
  readonly pdfAvailable: boolean;
};

/**
 * What may come of a document that prints this sheet, by the rules of truth (design 3 and 6). It knows nothing
 * of the readers: it looks at what was written, not at bytes.
 */
export const expectationOf = (sheet: Sheet, question: Question, must: boolean): Expectation => {
  const rules = rulesOf(question.provider);
  const records: Expected[] = [];
  const codes = new Set<FailureCode>();
  for (const layout of closest(rules.layouts, sheet)) {
    const read = readBy(layout, sheet);
    const said = read === null ? null : layout.say(read, sheet);
    const unmet = said === null ? (["provider_format_changed"] as const) : judgements(said, rules, question);
    const record = said !== null && unmet.length === 0 ? recordOf(said, rules, question) : null;
    if (record !== null && !records.some((one) => isSame(one, record))) records.push(record);
    for (const code of [...unmet, ...(said === null ? partlyRead(layout, sheet, rules, question) : [])])
      codes.add(code);
    if (unmet.length > 0 && valuesOf(layout, sheet).isRepeated) codes.add("provider_format_changed");
  }
  if (records.length === 0) return { records, must: false, codes };
  return { records, must, codes: new Set(must ? [] : ["provider_format_changed"]) };
};

const isSame = (one: Expected, other: Expected): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The layouts whose labels the sheet has most of. */
const closest = (layouts: readonly Layout[], { rows }: Sheet): readonly Layout[] => {
  const fits = layouts.map(({ roleOf }) => rows.filter(({ label }) => roleOf(label) !== null).length);
  return layouts.filter((_, at) => fits[at] === Math.max(...fits));
};

/** With a label missing or there twice a document is changed, whatever else may be wrong with it. */
const partlyRead = (
  layout: Layout,
  sheet: Sheet,
  rules: Rules,
  question: Question,
): readonly FailureCode[] => {
  const said = layout.say((role) => valuesOf(layout, sheet).values.get(role), sheet);
  return said === null ? [] : judgements(said, rules, question);
};

const readBy = (layout: Layout, sheet: Sheet): ((role: Role) => string | undefined) | null => {
  const { values, isComplete } = valuesOf(layout, sheet);
  return isComplete ? (role) => values.get(role) : null;
};

/** Values by role, and whether every label is there as often as the layout has it. */
const valuesOf = (layout: Layout, { rows }: Sheet) => {
  const { roleOf, times, mayBeEmpty, isBlank = (text) => text === "", owner = (role) => role } = layout;
  const values = new Map<Role, string>();
  const above: Role[] = [];
  let isComplete = true;
  let isRepeated = false;
  for (const { label, value } of rows) {
    const printed = roleOf(label);
    if (printed === null) continue;
    const text = collapse(value);
    const saysNothing = isBlank(text) && mayBeEmpty?.includes(printed) === true;
    if (saysNothing && times[printed] === undefined) continue;
    const role = owner(printed, above);
    if (role === null) isComplete = false;
    else if (text === "" && above.includes(role)) {
      // A label that is there once more without a value says nothing new, but may be one too many.
      isRepeated = true;
    } else {
      above.push(role);
      const isTwice = values.has(role) && !mayRepeat(role, text, values.get(role));
      if (isTwice) isComplete = false;
      else if (!saysNothing) values.set(role, text);
    }
  }
  for (const [role, number] of Object.entries(times))
    isComplete &&= above.filter((one) => one === role).length === number;
  return { values, isComplete, isRepeated };
};

/** What is no part of the record, and a status that says the same again. */
const mayRepeat = (role: Role, text: string, before: string | undefined): boolean =>
  role === "reason" || role === "link" || (role === "status" && text === before);

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

/** A status that is printed decides; some receipts print none. */
const statusCodes = (printed: string | undefined): readonly FailureCode[] => {
  const word = printed === undefined ? undefined : collapse(printed).toLowerCase();
  if (word === undefined || completed.has(word)) return [];
  if (alike.has(word)) return ["receipt_not_completed", "provider_format_changed"];
  const isKnown = notFinal.some((known) => known.toLowerCase() === word);
  return isKnown ? ["receipt_not_completed"] : ["provider_format_changed"];
};

const judgements = (said: Said, rules: Rules, { asked, now }: Question): readonly FailureCode[] => {
  const codes: FailureCode[] = [];
  const changed = (unmet: boolean) => {
    if (unmet) codes.push("provider_format_changed");
  };
  const { reference, payer, receiver, absent = [] } = said;
  changed(!rules.reference.test(reference));
  if (asked.reference !== undefined && reference !== "" && reference.toUpperCase() !== asked.reference)
    codes.push("receipt_mismatch");

  const isAccount = rules.isAccount ?? ((text: string) => endsOf(text) !== null);
  const accounts = [...(absent.includes("payer_account") ? [] : [payer.account]), receiver.account];
  changed(accounts.some((account) => !isAccount(account)));
  const names = [
    ...(absent.includes("payer_name") ? [] : [payer.name]),
    ...(absent.includes("receiver_name") ? [] : [receiver.name]),
  ];
  changed(names.some((name) => !/\p{L}/u.test(name) || name === "null" || name.length > 200));
  const isAsked = asked.accounts.some((one) => accounts.some((account) => agrees(account, one)));
  if (asked.accounts.length > 0 && !isAsked && accounts.every((account) => account !== ""))
    codes.push("receipt_mismatch");
  codes.push(...linkCodes(said.links ?? [], asked));

  codes.push(...statusCodes(said.status));
  changed(said.documentType === "");
  const moment = rules.moment(said.date);
  changed(moment === null || moment < Date.UTC(2014, 11, 31, 21) || moment > now.getTime() + 86_400_000);
  changed(said.currency !== undefined && said.currency.toUpperCase() !== "ETB");
  changed(totalOf(said) === null);
  // The header's word is the interface's: that it is no success may also be called a change.
  const headed = statusCodes(said.header);
  codes.push(...headed);
  const isHeadless = said.header !== undefined && said.header.toLowerCase() !== "success";
  changed(headed.length > 0 || (isHeadless && codes.length > 0));
  changed(codes.length > 0 && accounts.some((account) => isCurtailed(account, rules)));
  return codes;
};

/** A link to another receipt; one that is broken may be taken for one. */
const linkCodes = (links: readonly string[], { token }: Asked): readonly FailureCode[] => {
  if (token === undefined) return [];
  const found = links.flatMap((link) => [...link.matchAll(token.pattern)].map(([, text = ""]) => text));
  return found.some((text) => !token.isAsked(text)) ? ["receipt_mismatch"] : [];
};

/** Fewer digits than the provider shows: a document that is refused anyway may be refused for that as well. */
const isCurtailed = (account: string, { visible: [masked, whole] }: Rules): boolean => {
  const ends = endsOf(account);
  return ends !== null && (ends.last.length < (ends.masked ? masked : whole) || ends.first === "");
};

/** Visible digits only: the number of stars says nothing (design 3). */
const agrees = (printed: string, { digits, isWhole }: Asked["accounts"][number]): boolean => {
  const ends = endsOf(printed);
  if (ends === null) return false;
  if (!ends.masked)
    return isWhole ? ends.last === digits : ends.last.length >= digits.length && ends.last.endsWith(digits);
  const length = Math.min(ends.last.length, digits.length);
  if (ends.last.slice(-length) !== digits.slice(-length)) return false;
  return !isWhole || digits.startsWith(ends.first);
};

const recordOf = (said: Said, rules: Rules, { bank, asked, pdfAvailable }: Question): Expected => {
  const show = (printed: string | undefined) =>
    rules.amounts === "printed"
      ? amountOf(printed ?? "")
      : showSantim(santimOf(printed ?? "") ?? -1, rules.amounts === "thousands");
  const optional = (field: "commission" | "vat_on_commission", printed: string | undefined) =>
    rules.shows.includes(field) && printed !== undefined ? { [field]: show(printed) } : {};
  const { payer, receiver } = said;
  const receipt: Receipt = {
    bank,
    document_type: said.documentType,
    status: "Verified",
    transaction_reference: asked.shownReference ?? said.reference,
    payment_date: said.date,
    payer_name: payer.name,
    payer_account: payer.account,
    receiver_name: receiver.name,
    receiver_account: receiver.account,
    transferred_amount: show(said.amount),
    ...optional("commission", said.commission),
    ...optional("vat_on_commission", said.vat),
    total_debited: said.total === undefined ? showSantim(totalOf(said) ?? -1, false) : show(said.total),
    pdf_available: pdfAvailable,
  };
  return { receipt, amountSantim: santimOf(said.amount) ?? -1 };
};
