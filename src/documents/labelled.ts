import { type Failure, fail } from "../core/failure.ts";
import { remembered } from "../core/remembered.ts";
import { ok, type Result } from "../core/result.ts";
import { collapse, squeeze } from "../core/white-space.ts";

/** A label or key with all its wordings, the usual one first. */
export type FieldLabel = {
  readonly names: readonly [string, ...string[]];
  readonly optional?: true;
  /** Whether its value is a status. A status that is printed away from its label's place must be a good one. */
  readonly isStatus?: true;
};

/** A label that may be missing. */
export const optional = (...names: FieldLabel["names"]) => ({ names, optional: true }) as const;

/** The same label, whose value is a status. */
export const asStatus = <Label extends FieldLabel>(label: Label) => ({ ...label, isStatus: true }) as const;

type Labels = Readonly<Record<string, FieldLabel>>;

/**
 * Values by key, as a contract's labels promise them: a key whose label is marked `optional: true` may have
 * none, every other has one.
 */
export type Values<Promised extends Labels> = {
  readonly [Key in keyof Promised as Promised[Key] extends { optional: true } ? never : Key]: string;
} & {
  readonly [Key in keyof Promised as Promised[Key] extends { optional: true } ? Key : never]?: string;
};

/** Wordings that the operator added, by the label's usual wording. */
export type Synonyms = Readonly<Record<string, readonly string[]>>;

/** Every wording of a label, the operator's last. */
export const wordingsOf = ({ names }: FieldLabel, synonyms: Synonyms): readonly string[] => [
  ...names,
  ...(synonyms[names[0]] ?? []),
];

/** The wordings of a label in the form in which labels are compared, cached for each set of synonyms. */
export const lettersOf = (label: FieldLabel, synonyms: Synonyms): readonly string[] => {
  const known = lettersBySynonyms.get(synonyms) ?? new WeakMap<FieldLabel, readonly string[]>();
  lettersBySynonyms.set(synonyms, known);
  const letters = known.get(label) ?? wordingsOf(label, synonyms).map(squeeze);
  known.set(label, letters);
  return letters;
};

const lettersBySynonyms = new WeakMap<Synonyms, WeakMap<FieldLabel, readonly string[]>>();

/** Usual wordings of all labels of some contracts: those under which an operator can give synonyms. */
export const usualWordings = (...contracts: readonly Labels[]): readonly string[] =>
  contracts.flatMap((labels) => Object.values(labels).map(({ names }) => names[0]));

/**
 * The value of each label, `find` giving every text that stands beside one, null for a label without a place for
 * its value. `provider_format_changed` unless each is there exactly once, an optional one at most once.
 */
export const pickValues = <Label extends FieldLabel, Promised extends Readonly<Record<string, Label>>>(
  labels: Promised,
  find: (label: Label) => readonly (string | null)[],
): Result<Values<Promised>, Failure> => {
  const values: Record<string, string> = {};
  for (const [key, label] of Object.entries<Label>(labels)) {
    const found = find(label);
    const [value] = found;
    if (found.length > 1 || value === null) return unmet(label, found.length);
    if (value !== undefined) values[key] = value;
  }
  return promisedValues(values, labels);
};

/** Checks that every required value is there; `provider_format_changed` if one is missing. */
export const promisedValues = <Promised extends Labels>(
  values: Readonly<Record<string, string>>,
  labels: Promised,
): Result<Values<Promised>, Failure> => {
  if (isComplete(values, labels)) return ok(values);
  const [missing] = missingIn(values, labels);
  return missing === undefined ? fail("provider_format_changed") : unmet(missing, 0);
};

/** Refuses a document in which a label stands too often or not at all. Names the label as `providers.json` does. */
export const unmet = ({ names }: FieldLabel, times: number) =>
  fail("provider_format_changed", { detail: `label “${names[0]}”: ${times} times` });

const isComplete = <Promised extends Labels>(
  values: Readonly<Record<string, string>> | Values<Promised>,
  labels: Promised,
): values is Values<Promised> => missingIn(values, labels).length === 0;

const missingIn = (values: object, labels: Labels): readonly FieldLabel[] =>
  Object.entries(labels).flatMap(([key, label]) =>
    label.optional === true || Object.hasOwn(values, key) ? [] : [label],
  );

/**
 * Whether a text is, as a whole, a label of what a person typed or is called: a name, a reason, a note. What stands
 * beside it says nothing of what became of the payment. English or Amharic, or both.
 */
export const isPayersLabel = remembered((label: string): boolean => {
  const plain = collapse(label.slice(0, 200).replace(/[:：.*]/g, " "));
  return !banksWords.test(plain) && plain.split("/").some((half) => isTyped(half.trim()));
});

/** The bank itself fills these fields, for both parties. */
const banksWords =
  /\b(?:status|state|result|outcome|response|revers|refund|cancel|void|fail)|\bbank(?:'s)? (?:note|remark|comment)|\bsystem\b|ሁኔታ|ውጤት|የባንኩ? (?:ማስታወሻ|አስተያየት|መልዕክት|መልእክት)/i;

const isTyped = (label: string): boolean => {
  const words = label
    .toLowerCase()
    .split(/[\s()_,-]+|['’]s?(?= |$)/)
    .filter((word) => word !== "");
  if (words.length === 0 || words.length > labelWordsMax) return false;
  if (parties.has(words.join(" "))) return true;
  return (
    (words.some((word) => heads.has(word)) && words.every((word) => heads.has(word) || about.has(word))) ||
    /^(?:customer|payer|sender|your) message$/.test(words.join(" ")) ||
    headsInAmharic.test(label)
  );
};

const labelWordsMax = 6;

const heads = new Set([
  ...[
    "name",
    "names",
    "reason",
    "reasons",
    "narrative",
    "narratives",
    "narration",
    "holder",
    "note",
    "notes",
  ],
  ...["remark", "remarks", "comment", "comments", "description", "descriptions", "purpose", "memo"],
  ...["particulars", "address", "city"],
]);

/** What such a label says besides: whose text it is, and of what. */
const about = new Set([
  ...["payer", "payee", "sender", "receiver", "recipient", "beneficiary", "merchant", "customer", "buyer"],
  ...["seller", "agent", "teller", "cashier", "owner", "user", "client", "biller", "party", "account"],
  ...[
    "credited",
    "debited",
    "credit",
    "debit",
    "source",
    "destination",
    "business",
    "company",
    "shop",
    "store",
  ],
  ...["institution", "organization", "organisation", "branch", "bank", "school", "student", "till", "wallet"],
  ...[
    "payment",
    "transfer",
    "transaction",
    "service",
    "item",
    "product",
    "package",
    "order",
    "full",
    "first",
  ],
  ...["last", "middle", "father", "your", "own", "further", "of", "for", "and", "the", "to", "from", "sub"],
  ...["region", "no", "1", "2", "3"],
]);

const headsInAmharic =
  /^(?:[\u1200-\u137f]+ ){0,3}[\u1200-\u137f]*(?:ስም|ምክንያት|መልዕክት|መልእክት|ማስታወሻ|አድራሻ)[\u1200-\u137f]?$/u;

/** Labels of people that say no more than who they are. */
const parties = new Set([
  ...["payer", "payee", "sender", "sent by", "sent to", "receiver", "recipient", "beneficiary", "merchant"],
  ...["customer", "account holder", "from", "to", "paid to", "paid by", "received from"],
]);

/** Whether such a label is of what somebody is called. */
export const isNameLabel = (label: string): boolean =>
  isPayersLabel(label) &&
  label.split("/").some((half) => {
    const plain = collapse(half.replace(/[:：.*]/g, " ")).toLowerCase();
    return parties.has(plain) || /\b(?:names?|holder)$|ስም$/.test(plain);
  });

/** Whether the bank may also write under such a label. */
export const isOpenNote = (label: string): boolean =>
  /^\W*(?:(?:payment|transaction|transfer) )?(?:notes?|remarks?|comments?|descriptions?|nb)\W*$|^\P{L}*(?:የ(?:ክፍያው?|ግብይቱ?|ዝውውሩ?) )?ማስታወሻ\P{L}*$/iu.test(
    label,
  );

/**
 * A label and what stands behind its colon in one text; null: no colon stands behind anything. A label comes first, so the
 * first colon counts, whatever follows it. `labelOf` of a line that may be a sentence leaves times out.
 */
export const splitAtColon = (text: string): { readonly label: string; readonly value: string } | null => {
  const colon = text.search(/[:：]/);
  return colon < 1 ? null : { label: text.slice(0, colon), value: text.slice(colon + 1) };
};

/** What stands before a text's colon, or all of it. */
export const beforeColon = (text: string): string => splitAtColon(text)?.label ?? text;
