import { collapse } from "../printed.ts";
import type { Role } from "./rules.ts";

/** A label as it is compared: without spaces, without its colon, in small letters. */
export const letters = (label: string): string => {
  const known = knownLetters.get(label);
  if (known !== undefined) return known;
  const made = collapse(label).replaceAll(" ", "").replace(/:+$/, "").toLowerCase();
  if (knownLetters.size > 5_000) knownLetters.clear();
  knownLetters.set(label, made);
  return made;
};

/** The same labels come back in document after document. */
const knownLetters = new Map<string, string>();

/** The half of a bilingual label after its last slash. */
export const englishHalf = (label: string): string => letters(label).split("/").at(-1) ?? "";

/** Roles by wording, each with its wordings parted by `|`. */
export const byWording = (wordings: Readonly<Partial<Record<Role, string>>>): ReadonlyMap<string, Role> =>
  new Map(
    Object.entries(wordings).flatMap(([role, texts]) =>
      texts.split("|").map((text) => [letters(text), role as Role] as const),
    ),
  );

/** Whether a bank's words for a payment name cash, airtime or a bill, which come to nobody. */
export const comesToNobody = (type: string | undefined): boolean =>
  /withdraw|cash ?out|\batm\b|airtime|package|bill/i.test(type ?? "");

/** Values of the roles that have one, in order. */
export const present = (...texts: (string | undefined)[]): readonly string[] =>
  texts.filter((text) => text !== undefined && text !== "") as string[];
