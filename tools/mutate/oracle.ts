import type { FailureCode } from "../../src/core/failure.ts";
import type { Receipt } from "../../src/core/receipt.ts";
import { judgements } from "./judgements.ts";
import { amountOf, santimOf, showSantim } from "./printed.ts";
import { rulesOf } from "./rules/index.ts";
import type { Layout, Role, Rules, Said } from "./rules/rules.ts";
import { comesToNobody } from "./rules/wording.ts";
import type { Asked, Expectation, Expected, Sheet } from "./sheet.ts";
import { totalOf } from "./totals.ts";
import { closest, valuesOf } from "./values.ts";

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
    const said = read === null ? null : settled(layout.say(read, sheet));
    const unmet = said === null ? (["provider_format_changed"] as const) : judgements(said, rules, question);
    const record = said !== null && unmet.length === 0 ? recordOf(said, rules, question) : null;
    if (record !== null && !records.some((one) => isSame(one, record))) records.push(record);
    for (const code of [...unmet, ...(said === null ? partlyRead(layout, sheet, rules, question) : [])])
      codes.add(code);
    if (unmet.length > 0 && valuesOf(layout, sheet).isOdd) codes.add("provider_format_changed");
  }
  if (records.length === 0) return { records, must: false, codes };
  return { records, must, codes: new Set(must ? [] : ["provider_format_changed"]) };
};

const isSame = (one: Expected, other: Expected): boolean => JSON.stringify(one) === JSON.stringify(other);

/** With a label missing or there twice a document is changed, whatever else may be wrong with it. */
const partlyRead = (
  layout: Layout,
  sheet: Sheet,
  rules: Rules,
  question: Question,
): readonly FailureCode[] => {
  const said = settled(layout.say((role) => valuesOf(layout, sheet).values.get(role), sheet));
  return said === null ? [] : judgements(said, rules, question);
};

/** Cash, airtime and bills come to nobody: what is left empty of the receiver is absent then. */
const settled = (said: Said | null): Said | null => {
  if (said === null || !comesToNobody(said.type)) return said;
  const isBlank = (text: string) => /^(?:[-–—_. ]*|null|none|n\/a)$/i.test(text);
  const { name, account } = said.receiver;
  return {
    ...said,
    receiver: { name: isBlank(name) ? "" : name, account: isBlank(account) ? "" : account },
    absent: [
      ...(said.absent ?? []),
      ...(isBlank(name) ? (["receiver_name"] as const) : []),
      ...(isBlank(account) ? (["receiver_account"] as const) : []),
    ],
  };
};

const readBy = (layout: Layout, sheet: Sheet): ((role: Role) => string | undefined) | null => {
  const { values, isComplete } = valuesOf(layout, sheet);
  return isComplete ? (role) => values.get(role) : null;
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
