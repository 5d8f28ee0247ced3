import type { JsonValue } from "./document.ts";
import { textOfJson } from "./json-fields.ts";
import { squeeze } from "./white-space.ts";

/** The word of all keys that name a status, in whatever spelling; `""`, which is no status word, where two differ. */
export const statusIn = (object: JsonValue | undefined): string | undefined => {
  const members = object?.kind === "object" ? object.members : [];
  const [word, ...others] = new Set(
    members.filter(({ key }) => ownStatus.test(squeeze(key))).map(({ value }) => textOfJson(value) ?? ""),
  );
  return others.length === 0 ? word : "";
};

const ownStatus = /^(?:transaction|txn|trx|payment|transfer|receipt|record)?(?:status|state)$/;
