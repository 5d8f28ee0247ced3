import type { JsonValue } from "./document.ts";
import { textOfJson } from "./json-fields.ts";
import { squeeze } from "./white-space.ts";

/** Words of all keys that name a status, in whatever spelling; two that differ are no status word at all. */
export const statusIn = (object: JsonValue | undefined): string | undefined => {
  const members = object?.kind === "object" ? object.members : [];
  const words = members
    .filter(({ key }) => /^(?:transaction|payment|record)?(?:status|state)$/.test(squeeze(key)))
    .map(({ value }) => textOfJson(value) ?? "");
  return words.length === 0 ? undefined : [...new Set(words)].join(" / ");
};
