import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import { squeeze } from "./white-space.ts";

/** A label or key in all the wordings it is known by, the usual one first. */
export type FieldLabel = { readonly names: readonly [string, ...string[]]; readonly optional?: true };

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

/** Further wordings that the operator knows of, by the label's usual wording. */
export type Synonyms = Readonly<Record<string, readonly string[]>>;

/** Every wording of a label, the operator's last. */
export const wordingsOf = ({ names }: FieldLabel, synonyms: Synonyms): readonly string[] => [
  ...names,
  ...(synonyms[names[0]] ?? []),
];

/** The same as labels are compared, worked out once for each set of synonyms. */
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

/** The values as what their labels promise; `provider_format_changed` when one that must be there is missing. */
export const promisedValues = <Promised extends Labels>(
  values: Readonly<Record<string, string>>,
  labels: Promised,
): Result<Values<Promised>, Failure> => {
  if (isComplete(values, labels)) return ok(values);
  const [missing] = missingIn(values, labels);
  return missing === undefined ? fail("provider_format_changed") : unmet(missing, 0);
};

/** The refusal of a document with a label too many or too few, naming it as an operator can give it synonyms. */
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
