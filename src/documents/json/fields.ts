import { type Failure, fail } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import { collapse, squeeze } from "../../core/white-space.ts";
import type { JsonValue } from "../document.ts";
import { type FieldLabel, pickValues, type Synonyms, type Values, wordingsOf } from "../labelled.ts";

/** The value of a member that stands exactly once; undefined otherwise. */
export const member = (value: JsonValue | undefined, key: string): JsonValue | undefined => {
  if (value?.kind !== "object") return undefined;
  const found = value.members.filter((one) => one.key === key);
  return found.length === 1 ? found[0]?.value : undefined;
};

/** Nothing is said by it, as if it were not there. */
const isEmpty = (value: JsonValue): boolean =>
  (value.kind === "string" && collapse(value.text) === "") ||
  (value.kind === "literal" && value.text === "null");

/** Text of a string, digits of a number as the source writes them; null for anything else. */
export const textOfJson = (value: JsonValue | undefined): string | null =>
  value?.kind === "string" || value?.kind === "number" ? collapse(value.text) : null;

/**
 * Values by key. Each field must be there in exactly one of its spellings, exactly once (an optional one at
 * most once, and empty it counts as absent), as text or number: else `provider_format_changed`.
 *
 * @param synonyms further spellings, by the field's first name
 */
export const readFields = <Fields extends Readonly<Record<string, FieldLabel>>>(
  object: JsonValue | undefined,
  fields: Fields,
  synonyms: Synonyms,
): Result<Values<Fields>, Failure> => {
  const members = object?.kind === "object" ? object.members : [];
  return pickValues(fields, (field: FieldLabel) => {
    const known = wordingsOf(field, synonyms);
    return members
      .filter(({ key, value }) => known.includes(key) && !(field.optional === true && isEmpty(value)))
      .map(({ value }) => textOfJson(value));
  });
};

/** Where a value lies: keys, and places in arrays, from the root inwards, e.g. `data.items.0.amount`. */
export type JsonPath = { readonly path: string; readonly optional?: true };

/**
 * Texts and numbers by key; `null` is as good as not there. `provider_format_changed` when a value that must be
 * there is missing, when a key on the way stands twice, or when something else lies there.
 */
export const readPaths = (
  root: JsonValue,
  paths: Readonly<Record<string, JsonPath>>,
): Result<Readonly<Partial<Record<string, string>>>, Failure> => {
  const values: Record<string, string> = {};
  for (const [key, { path, optional }] of Object.entries(paths)) {
    const found = valuesAt(root, path.split("."));
    const [value] = found;
    const isMissing = value === undefined || (value.kind === "literal" && value.text === "null");
    if (found.length <= 1 && isMissing && optional === true) continue;
    const text = textOfJson(value);
    if (found.length !== 1 || text === null)
      return fail("provider_format_changed", { detail: `path ${key}: ${found.length} times` });
    values[key] = text;
  }
  return ok(values);
};

/** Every text in a document, at any depth, as a person reads it: a token may not hide behind invisible letters. */
export const textsIn = (value: JsonValue): readonly string[] => {
  if (value.kind === "object") return value.members.flatMap((one) => textsIn(one.value));
  return value.kind === "array" ? value.items.flatMap(textsIn) : [collapse(value.text)];
};

const valuesAt = (value: JsonValue, [step, ...steps]: readonly string[]): readonly JsonValue[] => {
  if (step === undefined) return [value];
  if (value.kind === "object")
    return value.members.flatMap((one) => (one.key === step ? valuesAt(one.value, steps) : []));
  const item = value.kind === "array" && /^\d{1,3}$/.test(step) ? value.items[Number(step)] : undefined;
  return item === undefined ? [] : valuesAt(item, steps);
};

/** The word of all keys that name a status, in any spelling; `""`, which is no status word, where two differ. */
export const statusIn = (object: JsonValue | undefined): string | undefined => {
  const members = object?.kind === "object" ? object.members : [];
  const [word, ...others] = new Set(
    members.filter(({ key }) => ownStatus.test(squeeze(key))).map(({ value }) => textOfJson(value) ?? ""),
  );
  return others.length === 0 ? word : "";
};

const ownStatus = /^(?:transaction|txn|trx|payment|transfer|receipt|record)?(?:status|state)$/;
