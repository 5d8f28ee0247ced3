import type { Failure } from "../failure.ts";
import type { Result } from "../result.ts";
import type { JsonValue } from "./document.ts";
import { type FieldLabel, pickValues, type Synonyms, type Values, wordingsOf } from "./labelled.ts";
import { collapse } from "./white-space.ts";

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
