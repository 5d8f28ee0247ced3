import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { JsonValue } from "./document.ts";
import { type FieldLabel, labelClause, type Synonyms, type Values } from "./labelled.ts";
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
  const values: Record<string, string> = {};
  for (const [key, { names, optional }] of Object.entries(fields)) {
    const known = [...names, ...(synonyms[names[0] ?? ""] ?? [])];
    const found = members.filter(
      (one) => known.includes(one.key) && !(optional === true && isEmpty(one.value)),
    );
    const text = textOfJson(found[0]?.value);
    if (found.length === 0 && optional === true) continue;
    if (found.length !== 1 || text === null)
      return fail("provider_format_changed", { detail: labelClause(names[0] ?? key, found.length) });
    values[key] = text;
  }
  // Each key whose field must be there has its value by now.
  return ok(values as Values<Fields>);
};
