import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { JsonValue } from "./document.ts";
import { textOfJson } from "./json-fields.ts";
import { collapse } from "./white-space.ts";

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

/** Every text in a document, at any depth, as a person reads it: a token may not hide behind letters that nobody sees. */
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
