import type { FailureCode } from "../../src/core/failure.ts";
import type { VerifiedReceipt } from "../../src/core/receipt.ts";
import { directions, type Effect, type Paper } from "./paper.ts";
import { collapse, lastDigitsOf, santimOf } from "./printed.ts";
import { clock, type Outcome, type Specimen } from "./specimen.ts";
import {
  type Carrier,
  type Field,
  fields,
  isAmount,
  prints,
  squeezed,
  type Trace,
  valueIn,
} from "./trace.ts";
import { isCompleted } from "./words.ts";

/** What is wrong with an outcome: what may come of the document, and what came. Null when it is right. */
export type Complaint = { readonly expected: string; readonly got: string } | null;

/** What a document prints now beside the labels of one field. */
type Printed = {
  /** Beside its label as it was. */
  readonly sure: readonly string[];
  /** Where the label or its place are in doubt. */
  readonly perhaps: readonly string[];
};

const textOf = (bits: readonly { readonly text: string }[]): string => bits.map(({ text }) => text).join(" ");

const printedAt = (paper: Paper, { tag, label, half, direction, cells, isPart }: Carrier): Printed => {
  const bits = paper.bits();
  if (label === null)
    return { sure: bits.filter((bit) => bit.tag === tag).map(({ text }) => text), perhaps: [] };
  const found = bits
    .filter((bit) => bit.tag === label && bit.text.trim() !== "")
    .map((bit) => {
      const now = paper.beside(bit, direction);
      // A copy may stand beside its value in another way than its original.
      const otherwise = directions.flatMap((one) =>
        now.length > 0 ? [] : paper.beside(bit, one).slice(0, 1),
      );
      const [first = []] = now;
      const part = first.find((one) => one.tag === tag);
      const own = isPart && part !== undefined ? part.text : textOf(first);
      // Beside more cells than before nobody knows which one is meant.
      const more = now.length > cells ? [...now.slice(1).map(textOf), textOf(now.flat())] : [];
      const inPieces = first.length > 1 ? [textOf(first), first.map(({ text }) => text).join("")] : [];
      return {
        isDoubtful: bit.isDoubtful === true || now.length === 0,
        own,
        perhaps: [...more, ...inPieces, ...otherwise.map(textOf)],
      };
    });
  // Nobody knows what one half of a label in two scripts still says.
  const isHalf = half !== null && bits.some((bit) => bit.tag === half);
  const halved = isHalf ? bits.filter((bit) => bit.tag === tag).map(({ text }) => text) : [];
  const isSure = (one: { readonly isDoubtful: boolean }) => !one.isDoubtful && half === null;
  return {
    sure: found.flatMap((one) => (isSure(one) ? [one.own] : [])),
    perhaps: halved.concat(found.flatMap((one) => (isSure(one) ? one.perhaps : [one.own, ...one.perhaps]))),
  };
};

const isBlank = (text: string): boolean =>
  !/[\p{L}\p{N}]/u.test(text) || /^(?:null|none|n\/?a)$/i.test(collapse(text));

/** Labels of the same wording are told from each other by their place alone. */
const siblingsOf = (trace: Trace, field: Field): readonly Carrier[] => {
  const own = trace.places.get(field)?.own ?? [];
  const all = [...trace.places.values()].flatMap((places) => places.own);
  return all.filter((one) =>
    own.some(({ label, labelText }) => label !== null && one.label !== label && one.labelText === labelText),
  );
};

/** Complains of a receipt that does not say what the document prints beside its labels. */
const wrongField = (
  field: Field,
  { receipt }: VerifiedReceipt,
  specimen: Specimen,
  trace: Trace,
  paper: Paper,
): Complaint => {
  const value = receipt[field] ?? "";
  const was = valueIn(specimen, field);
  const got = `${field}: ${JSON.stringify(value)}`;
  const { own, others } = trace.places.get(field) ?? { own: [], others: [] };
  // Beside an account may stand whose or where it is: `01425*****400/BANK`, `0911000000 - HANA`.
  const piecesOf = (text: string) => (/_(?:name|account)$/.test(field) ? text.split(/\/| - /) : []);
  const isLike = (text: string) => [text, ...piecesOf(text)].some((one) => prints(field, value, one));
  if (own.length === 0) {
    if (value === was || looksChanged(field, trace, paper)) return null;
    // What was not there before stands anywhere now.
    const isPrinted =
      was === "" && paper.bits().some(({ text }) => isLike(text) || squeezed(text).includes(squeezed(value)));
    return isPrinted ? null : { expected: `${field}: ${JSON.stringify(was)}`, got };
  }
  const printed = own.map((carrier) => printedAt(paper, carrier));
  const sure = printed.flatMap((one) => one.sure);
  const again = siblingsOf(trace, field).map((carrier) => printedAt(paper, carrier));
  const perhaps = [
    ...printed.flatMap((one) => one.perhaps),
    ...(isMoved(trace, paper) ? again.flatMap((one) => [...one.sure, ...one.perhaps]) : []),
  ];
  const told = sure.filter((text) => !isBlank(text));
  const expected = `${field}: ${JSON.stringify([...new Set([...told, ...perhaps])])}`;
  const rivals = told.filter((text) => !isAmount(field) || santimOf(text) !== null);
  const isSingle = own.length === 1 && own[0]?.label !== null;
  if (isSingle && new Set(rivals.map((text) => canonical(field, text))).size > 1)
    return { expected: `a refusal, for ${expected} says two things`, got };
  // A kind of document has a name even where its page has no title, or an unknown one.
  const isTitle = field === "document_type" && own.every(({ label }) => label === null);
  if (value === was && (isTitle || (field === "document_type" && told.length === 0))) return null;
  if (value === "") return told.length === 0 || perhaps.length > 0 ? null : { expected, got };
  if ([...sure, ...perhaps].some(isLike)) return null;
  const isFallback =
    told.length === 0 &&
    (others.some((carrier) => printedAt(paper, carrier).sure.some(isLike)) ||
      isNamedElsewhere(field, sure.length + perhaps.length > 0, own, trace, paper, isLike));
  if (isFallback || (sure.length > 0 && isInGlued(value, own, paper))) return null;
  return {
    expected: told.length === 0 && perhaps.length === 0 ? `${field}: nothing, or a refusal` : expected,
    got,
  };
};

/** Whether beside an empty cell a party is taken from another label's value, as it was printed before. */
const isNamedElsewhere = (
  field: Field,
  hasLabel: boolean,
  own: readonly Carrier[],
  { told, before }: Trace,
  paper: Paper,
  isLike: (text: string) => boolean,
): boolean => {
  const hasParts = own.some(({ isPart }) => isPart);
  if (!/^(?:payer|receiver)_/.test(field) || !(hasLabel || hasParts)) return false;
  const isUntold = (tag: number) => hasParts || !told.has(tag);
  return paper.bits().some(({ tag, text }) => isUntold(tag) && before.get(tag) === text && isLike(text));
};

/** Whether a value stands in texts without a space between them, which may be parted in more than one way. */
const isInGlued = (value: string, own: readonly Carrier[], paper: Paper): boolean =>
  own.some(({ isPart }) => isPart) &&
  squeezed(
    paper
      .bits()
      .map(({ text }) => text)
      .join(""),
  ).includes(squeezed(value.replace(/ ETB$/, "")));

const canonical = (field: Field, text: string): string | number =>
  isAmount(field) ? (santimOf(text) ?? squeezed(text)) : squeezed(text);

/** Whether a text that a value without a place of its own may come from has changed: a sum, or a date in another form. */
const looksChanged = (field: Field, { before }: Trace, paper: Paper): boolean => {
  const look = isAmount(field) ? /./ : field === "payment_date" ? /\d\D\d/ : null;
  if (look === null) return false;
  const textsOf = (texts: readonly (readonly [tag: number, text: string])[]) =>
    texts.flatMap(([tag, text]) => (look.test(text) ? [`${tag} ${text}`] : [])).join("\n");
  return textsOf([...before]) !== textsOf(paper.bits().map(({ tag, text }) => [tag, text]));
};

/** Whether texts were put in, taken out or brought into another order. */
const isMoved = ({ before }: Pick<Trace, "before">, paper: Paper): boolean =>
  [...before.keys()].join() !==
  paper
    .bits()
    .map(({ tag }) => tag)
    .join();

/** Digits in the request besides the reference; one of the parties' accounts has to end like them. */
const askedDigits = ({ asked, reference }: Specimen): readonly string[] =>
  asked
    .flatMap((text) => text.replace(reference, " ").match(/\d{5,}/g) ?? [])
    .map((digits) => digits.slice(-8));

const endsAlike = (account: string, digits: string): boolean => {
  const last = lastDigitsOf(account);
  const length = Math.min(last.length, digits.length);
  return length > 1 && last.slice(-length) === digits.slice(-length);
};

const isAskedFor = (
  { payer_account, receiver_account }: Readonly<Record<"payer_account" | "receiver_account", string>>,
  specimen: Specimen,
): boolean =>
  askedDigits(specimen).some(
    (digits) => endsAlike(payer_account, digits) || endsAlike(receiver_account, digits),
  );

/** Complains of what no receipt may be, whatever it prints. */
const wrongReading = (
  reading: VerifiedReceipt,
  specimen: Specimen,
  trace: Trace | null,
  paper: Paper | null,
): Complaint => {
  const { receipt, amountMinor, paymentDateIso, totalCheck } = reading;
  const { expected } = specimen;
  if (!("receipt" in expected)) return { expected: expected.code, got: "Verified" };
  const got = JSON.stringify(receipt);
  const was = valueIn(specimen, "transaction_reference");
  const isAsked = specimen.asked.some((text) => text.toUpperCase().includes(was.toUpperCase()));
  if (isAsked && receipt.transaction_reference.toUpperCase() !== was.toUpperCase())
    return { expected: `a refusal, for ${was} was asked for`, got };
  const [payer, receiver] = [valueIn(specimen, "payer_account"), valueIn(specimen, "receiver_account")];
  if (
    isAskedFor({ payer_account: payer, receiver_account: receiver }, specimen) &&
    !isAskedFor(receipt, specimen)
  )
    return { expected: `a refusal, for ${askedDigits(specimen).join(" or ")} was asked for`, got };
  if (santimOf(receipt.transferred_amount) !== amountMinor)
    return { expected: `an amount of ${receipt.transferred_amount}`, got: String(amountMinor) };
  if (paymentDateIso !== null && !isDay(paymentDateIso))
    return { expected: "a date that exists", got: paymentDateIso };
  if (amountMinor === 0) return { expected: "a refusal, for nothing was paid", got };
  const sum =
    trace === null || paper === null || totalCheck === "unknown"
      ? null
      : wrongSum(reading, specimen, trace, paper);
  return (
    sum ?? (receipt.bank === expected.receipt.bank ? null : { expected: String(expected.receipt.bank), got })
  );
};

const isDay = (iso: string): boolean => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (
    iso.slice(0, 19).match(/\d+/g) ?? []
  ).map(Number);
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isSame = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && at.getUTCHours() === hour;
  return (
    isSame && minute < 60 && second < 60 && year >= 2015 && at.getTime() <= clock.getTime() + 2 * 86_400_000
  );
};

/** Where the whole sum is printed, its amounts change together, but for the levy of 5 % of the commission. */
const wrongSum = (
  { receipt }: VerifiedReceipt,
  specimen: Specimen,
  { before, told }: Trace,
  paper: Paper,
): Complaint => {
  const { expected } = specimen;
  if (!("receipt" in expected) || expected.total_check === "unknown") return null;
  const textsOf = (texts: readonly (readonly [number, string])[]) =>
    texts
      .flatMap(([tag, text]) => (!told.has(tag) && santimOf(text) !== null ? [`${tag} ${text}`] : []))
      .join("\n");
  const now = paper.bits().map(({ tag, text }) => [tag, text] as const);
  if (textsOf([...before]) !== textsOf(now) || isMoved({ before }, paper)) return null;
  const parts = ["transferred_amount", "commission", "vat_on_commission"] as const;
  const restOf = (amountOf: (field: Field) => string) =>
    (santimOf(amountOf("total_debited")) ?? 0) -
    parts.reduce((sum, field) => sum + (santimOf(amountOf(field)) ?? 0), 0);
  if (parts.some((field) => (receipt[field] === undefined) !== (valueIn(specimen, field) === "")))
    return null;
  const by = Math.abs(restOf((field) => receipt[field] ?? "") - restOf((field) => valueIn(specimen, field)));
  const fees = now.flatMap(([tag, text]) => (told.has(tag) ? [] : (santimOf(text) ?? [])));
  const commissions = [receipt.commission, valueIn(specimen, "commission")].map(
    (text) => santimOf(text ?? "") ?? 0,
  );
  const levy = Math.max(0, ...fees, ...commissions) * 0.05 + 2;
  const isPrinted = [...before.values()].some((text) => santimOf(text) === by);
  return by <= levy || isPrinted
    ? null
    : { expected: "a refusal, for the total is another", got: JSON.stringify(receipt) };
};

/** What a refusal may be called. A document that lost something is no forgery, and never a miss. */
export const refusals: readonly FailureCode[] = ["provider_format_changed", "provider_error"];
const judgements: readonly FailureCode[] = ["receipt_mismatch", "receipt_not_completed"];

export const wrongRefusal = (code: FailureCode, allowed: readonly FailureCode[]): Complaint =>
  allowed.includes(code) ? null : { expected: allowed.join(" or "), got: code };

/** Judges what came of a mutated paper. */
export const complaintOf = (
  outcome: Outcome,
  specimen: Specimen,
  trace: Trace,
  paper: Paper,
  effect: Effect,
): Complaint => {
  const { expected } = specimen;
  const isSame = effect.isSame === true;
  if (!outcome.ok) {
    const { code } = outcome.error;
    if (!("receipt" in expected))
      return wrongRefusal(
        code,
        isSame ? [expected.code as FailureCode] : [...refusals, ...judgements, expected.code as FailureCode],
      );
    return isSame || effect.isGood === true
      ? { expected: JSON.stringify(expected.receipt), got: `${code} (${outcome.error.detail ?? ""})` }
      : wrongRefusal(code, [...refusals, ...judgements]);
  }
  const got = JSON.stringify(outcome.value.receipt);
  if (effect.isRefused) return { expected: "a refusal", got };
  const bits = paper.bits();
  const damning = bits.find((bit) => bit.isDamning === true && bit.text !== "");
  const status = bits.find(({ tag, text }) => trace.statuses.has(tag) && !isCompleted(collapse(text)));
  if (damning !== undefined || status !== undefined)
    return { expected: `a refusal, for it says ${JSON.stringify((damning ?? status)?.text)}`, got };
  if (isSame || effect.isStill)
    return isExpected(outcome.value, specimen)
      ? null
      : { expected: JSON.stringify(expected), got: JSON.stringify(outcome.value) };
  for (const field of fields) {
    const wrong = wrongField(field, outcome.value, specimen, trace, paper);
    if (wrong !== null) return wrong;
  }
  return wrongReading(outcome.value, specimen, trace, paper);
};

const isExpected = (reading: VerifiedReceipt, { expected }: Specimen): boolean =>
  "receipt" in expected &&
  JSON.stringify(reading.receipt) === JSON.stringify(expected.receipt) &&
  reading.amountMinor === expected.amount_minor &&
  reading.paymentDateIso === expected.payment_date_iso &&
  reading.totalCheck === expected.total_check &&
  reading.paymentKind === expected.payment_kind &&
  reading.receiverBank === expected.receiver_bank;

/** Judges what came of changed bytes: each value is as it was, or stands where the bytes were changed. */
export const complaintOfBytes = (
  outcome: Outcome,
  specimen: Specimen,
  before: string,
  changed: string,
): Complaint => {
  const { expected } = specimen;
  // What is wrong with the document may be gone with the byte.
  if (!("receipt" in expected)) return null;
  if (!outcome.ok) return wrongRefusal(outcome.error.code, [...refusals, ...judgements]);
  const printed = squeezed(`${before} ${unescaped(before)}`).replaceAll(",", "");
  for (const field of fields) {
    const [value, was] = [outcome.value.receipt[field] ?? "", valueIn(specimen, field)];
    // A sum, or a date in another form.
    const isDerived = !printed.includes(squeezed(was.replace(/ ETB$/, "")));
    if (isDerived && specimen.kind !== "pdf") continue;
    const bare = squeezed(value.replace(/ ETB$/, "")).replaceAll(",", "");
    const near = squeezed(`${changed} ${unescaped(changed)} ${changed.replace(/<[^<>]*>?/g, "")}`).replaceAll(
      ",",
      "",
    );
    if (value !== was && value !== "" && !near.includes(bare))
      return {
        expected: `${field}: ${JSON.stringify(was)}, or what stands in ${JSON.stringify(changed)}`,
        got: JSON.stringify(value),
      };
  }
  return wrongReading(outcome.value, specimen, null, null);
};

/** The same without the escapes of JSON and the character references of HTML. */
const unescaped = (text: string): string =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(["\\/])/g, "$1")
    .replace(/\\[bfnrt]/g, " ")
    .replace(/&#(\d{1,6});?/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot|nbsp);?/g, (_, name: string) => references[name] ?? "");

const references: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };
