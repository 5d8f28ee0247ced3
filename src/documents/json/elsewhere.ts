import { parseSantim } from "../../core/money.ts";
import { squeeze } from "../../core/white-space.ts";
import { visibleDigits } from "../account-digits.ts";
import type { JsonValue } from "../document.ts";
import { type FieldLabel, type Synonyms, wordingsOf } from "../labelled.ts";
import { isBirr, isCurrencyLabel, lettersOf } from "../other-currency.ts";
import { isBlank } from "../payment-kind.ts";
import { textOfJson } from "./fields.ts";

/** A value that was read: the keys that lead to it from the receipt's own object inwards, in each wording. */
export type ReadValue = {
  readonly wordings: readonly (readonly string[])[];
  readonly value: string;
  /** What the value tells of the receipt, where its key alone is too common a word to be the label of nothing else. */
  readonly means?: Meaning;
};

type Meaning = "reference" | "amount" | "date";

/** The values of a contract's labels, with all wordings of their keys. */
export const readValues = (
  labels: Readonly<Record<string, FieldLabel>>,
  values: Readonly<Record<string, string | undefined>>,
  synonyms: Synonyms,
  meanings: Readonly<Record<string, Meaning>>,
): readonly ReadValue[] =>
  Object.entries(labels).flatMap(([key, label]) => {
    const [value, means] = [values[key], meanings[key]];
    if (value === undefined) return [];
    const wordings = wordingsOf(label, synonyms).map((wording) => [wording]);
    return [{ wordings, value, ...(means === undefined ? {} : { means }) }];
  });

/**
 * Whether JSON gives a label that was read another value anywhere, at any depth and in any spelling, names another
 * currency than the birr, or tells of a second transaction. Copies that agree are none.
 */
export const jsonSaysOtherwise = (root: JsonValue, values: readonly ReadValue[]): boolean => {
  const reference = values.find(({ means }) => means === "reference")?.value ?? "";
  const read = values.map(({ wordings, ...rest }) => ({
    ...rest,
    keys: wordings.map((path) => path.map(lettersOf)),
  }));
  const visit = (value: JsonValue, within: readonly string[]): boolean => {
    if (value.kind === "array") return value.items.some((item) => visit(item, within));
    if (value.kind !== "object") return false;
    return (
      value.members.some(namesOtherCurrency) ||
      isOther(value, within, read, reference) ||
      value.members.some((one) => visit(one.value, [...within, one.key]))
    );
  };
  return visit(root, []);
};

type Members = Extract<JsonValue, { readonly kind: "object" }>;
type Read = Omit<ReadValue, "wordings"> & { readonly keys: readonly (readonly string[])[] };

/** Whether a key of the currency, in any spelling, names another one than birr. */
const namesOtherCurrency = ({ key, value }: Members["members"][number]): boolean => {
  const currency = textOfJson(value);
  return currency !== null && isCurrencyLabel(key) && /^\p{L}/u.test(currency) && !isBirr(currency);
};

const isOther = (
  object: Members,
  within: readonly string[],
  read: readonly Read[],
  reference: string,
): boolean => {
  const differing = read.filter(({ keys, value, means }) =>
    keys.some((path) =>
      // One matching item of a list is enough.
      valuesAt(object, path).some((texts) => !texts.some((text) => isSame(value, text, means))),
    ),
  );
  if (differing.some((one) => isTelling(one, object, within, reference))) return true;
  const texts = object.members.map(({ key, value }) => ({ key, text: textOfJson(value) ?? "" }));
  const isOfThis = texts.some(({ text }) => squeeze(text) === squeeze(reference));
  if (isOfThis && differing.some(({ means }) => means === "date")) return true;
  // Under other keys, too, a reference of this shape beside an amount is another transaction.
  return (
    texts.some(({ text }) => isOtherReference(text, reference)) &&
    texts.some(({ key, text }) => /amount|total/i.test(key) && isOtherAmount(text, read))
  );
};

/** Whether another value under a key belongs to a second receipt, and not to a fee, a channel or a balance. */
const isTelling = (
  { keys, means }: Read,
  object: Members,
  within: readonly string[],
  reference: string,
): boolean => {
  if (keys.some((path) => path.length > 1 || !common.has(path[0] ?? ""))) return true;
  if (means === "reference")
    return keys.some(([key = ""]) =>
      textsAt(object, [key]).some((text) => isOtherReference(text, reference)),
    );
  if (means !== "amount") return false;
  const isNothing = keys.every((path) => textsAt(object, path).every((text) => parseSantim(text) === 0));
  if (isNothing) return false;
  if (object.members.some(({ key }) => paging.test(key))) return false;
  const names = object.members.filter(({ key }) => naming.has(lettersOf(key)));
  const words = [...within, ...names.map(({ value }) => textOfJson(value) ?? "")];
  return !words.some((word) => besideAmount.test(word));
};

/** Keys that mean many things in JSON when they stand alone. */
const common = new Set([
  ...["id", "reference", "date", "amount", "charge", "vat", "total", "type", "status", "currency", "title"],
  ...["narrative", "name", "account", "bank"],
]);

const naming = new Set(["name", "label", "title", "type", "code", "kind", "category", "description", "key"]);

/** Beside such a key `total` is the number of entries. */
const paging = /^(?:page|pages|per_?page|page_?size|limit|offset)$/i;

/** Words for amounts other than those of the payment itself. */
const besideAmount =
  /fee|charge|tax|vat|levy|commission|duty|discount|balance|limit|drrf|stamp|bonus|cashback|reward|points?|penalt|tip/i;

/** The texts at the end of a path of keys, or all texts of a list there. */
const valuesAt = (value: JsonValue, [key, ...keys]: readonly string[]): readonly (readonly string[])[] => {
  if (value.kind === "array") return value.items.flatMap((item) => valuesAt(item, [key ?? "", ...keys]));
  if (value.kind !== "object") return [];
  return value.members
    .filter((one) => lettersOf(one.key) === key)
    .flatMap((one) => (keys.length === 0 ? [leavesOf(one.value)] : valuesAt(one.value, keys)))
    .filter((texts) => texts.length > 0);
};

const textsAt = (value: JsonValue, keys: readonly string[]): readonly string[] =>
  valuesAt(value, keys).flat();

const leavesOf = (value: JsonValue): readonly string[] => {
  if (value.kind === "array") return value.items.flatMap(leavesOf);
  return value.kind === "object" ? [] : [textOfJson(value) ?? ""];
};

/** Whether two values agree. A blank agrees with everything, amounts in any notation, accounts behind any fitting mask. */
const isSame = (one: string, other: string, means: ReadValue["means"]): boolean => {
  if (isBlank(other) || squeeze(one) === squeeze(other)) return true;
  const santim = parseSantim(one);
  if (santim !== null && santim === parseSantim(other)) return true;
  return means === undefined && isSameAccount(one, other);
};

const isSameAccount = (one: string, other: string): boolean => {
  const [first, second] = [visibleDigits(one), visibleDigits(other)];
  if (first === null || second === null || (!first.masked && !second.masked)) return false;
  const fits = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);
  const ends = (a: string, b: string) => a.endsWith(b) || b.endsWith(a);
  return fits(first.prefix, second.prefix) && ends(first.suffix, second.suffix);
};

/** Whether a text is a different reference: same length, letters and digits in the same places in the first half. */
const isOtherReference = (text: string, reference: string): boolean => {
  const half = (word: string) =>
    squeeze(word)
      .slice(0, Math.ceil(reference.length / 2))
      .replace(/[a-z]/g, "a")
      .replace(/\d/g, "0");
  const [own, other] = [squeeze(reference), squeeze(text)];
  return own !== other && own.length === other.length && half(own) === half(other);
};

const isOtherAmount = (text: string, read: readonly Read[]): boolean => {
  const santim = parseSantim(text);
  return santim !== null && !read.some(({ value }) => parseSantim(value) === santim);
};
