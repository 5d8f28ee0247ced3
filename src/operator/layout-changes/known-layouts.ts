import { readFileSync } from "node:fs";
import { z } from "zod";

/** The layouts that this version was made with: those of every verified fixture. */
export type KnownLayouts = {
  readonly has: (provider: string, fingerprint: string) => boolean;
  /** The words of their labels, as `wordsOf` gives them: they name no person. */
  readonly words: ReadonlySet<string>;
};

/** `layouts.json`: by provider, fingerprints with the fixtures that show them, and words with spaces between them. */
const layoutsSchema = z.strictObject({
  fingerprints: z.record(z.string(), z.record(z.string(), z.string())),
  words: z.record(z.string(), z.string()),
});

export type Layouts = z.infer<typeof layoutsSchema>;

const file = new URL("../../providers/layouts.json", import.meta.url);

export const readKnownLayouts = (): KnownLayouts =>
  knownLayouts(layoutsSchema.parse(JSON.parse(readFileSync(file, "utf8"))));

export const knownLayouts = ({ fingerprints, words }: Layouts): KnownLayouts => ({
  has: (provider, fingerprint) => Object.hasOwn(fingerprints[provider] ?? {}, fingerprint),
  words: new Set(Object.values(words).flatMap((listed) => listed.split(" "))),
});

/** The words of a label as they are compared: lower case, `payerName` being two. */
export const wordsOf = (label: string): readonly string[] =>
  (label.match(word) ?? []).map((each) => each.toLowerCase());

/** A run of letters, ended by the next capital. */
export const word = /\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lu}\p{Lo}\p{Lt}\p{Lm}\p{M}]+/gu;
