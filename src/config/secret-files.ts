import { isUtf8 } from "node:buffer";
import { resolve } from "node:path";
import { readAtMost } from "./read-file.ts";

/** Secrets that a file may hold: the variable with `_FILE` behind its name says which. */
const fromFiles = [
  "SECRET",
  "TELEGRAM_BOT_TOKEN",
  "DATABASE_URL",
  "CACHE_URL",
  "TELEGRAM_WEBHOOK_SECRET",
  "METRICS_TOKEN",
] as const;

/** The content of a variable's file, or why it cannot be used. `source` names the file in a problem. */
type SecretFile = {
  readonly variable: string;
  readonly source: string;
  readonly text: string | null;
  readonly problem: string | null;
};

/** Reads the secrets that are kept in files. A line break at the end is left out. No problem repeats a secret. */
export const readSecretFiles = (given: Readonly<Record<string, string | undefined>>): readonly SecretFile[] =>
  fromFiles.flatMap((variable): readonly SecretFile[] => {
    const path = given[`${variable}_FILE`];
    if (path === undefined) return [];
    const source = `${variable}_FILE ${resolve(path)}`;
    const problem = `${variable}_FILE and ${variable} are both set; leave one of them out`;
    if (given[variable] !== undefined) return [{ variable, source, text: null, problem }];
    return [{ variable, source, ...readSecretFile(resolve(path), source) }];
  });

const secretBytesMax = 8_192;

/** A secret without the line break at its file's end, or a sentence about `source` that does not repeat it. */
export const readSecretFile = (path: string, source: string): Pick<SecretFile, "text" | "problem"> => {
  try {
    const bytes = readAtMost(path, secretBytesMax);
    if (bytes === null)
      return { text: null, problem: `${source} is longer than a secret: ${secretBytesMax} bytes at most` };
    // Read as text all the same, such bytes become one sign, and the secret is weaker than it looks.
    if (!isUtf8(bytes))
      return { text: null, problem: `${source} is no text: write the secret in letters and digits` };
    const text = bytes.toString("utf8").replace(/\r?\n$/, "");
    return text.trim() === "" ? { text: null, problem: `${source} is empty` } : { text, problem: null };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    return { text: null, problem: `${source} cannot be read (${code})` };
  }
};
