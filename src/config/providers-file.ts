import { X509Certificate } from "node:crypto";
import { dirname, resolve } from "node:path";
import { type ParseError, parse, printParseErrorCode, visit } from "jsonc-parser";
import { z } from "zod";
import { nearest } from "../core/nearest.ts";
import { err, ok, type Result } from "../core/result.ts";
import { jsonFields, type ProviderSettings } from "../providers/provider.ts";
import { providerLabels, settingsRules } from "../providers/registry.ts";
import { entrySchema } from "./providers-file-entry.ts";
import { readAtMost, settingsBytesMax } from "./read-file.ts";

export type SettingsByLabel = Readonly<Record<string, ProviderSettings>>;

/**
 * Reads the operator's providers file. On failure: every problem at once, each a sentence that
 * names the file, the provider and the key; never a value, which may be a secret header.
 */
export const readProvidersFile = (path: string): Result<SettingsByLabel, readonly string[]> => {
  const text = readText(path);
  if (!text.ok) return err([`PROVIDERS_FILE ${text.error}`]);
  const json = parseJson(text.value);
  if (!json.ok) return err([`PROVIDERS_FILE ${path}: ${json.error}`]);

  const root = z.record(z.string(), z.unknown()).safeParse(json.value);
  if (!root.success)
    return err([`PROVIDERS_FILE ${path}: must hold one object with a provider under each key`]);
  const entries = Object.entries(root.data).map(
    ([label, value]) => [label, readEntry(label, value, dirname(path))] as const,
  );
  const problems = entries.flatMap(([, entry]) => (entry.ok ? [] : entry.error));
  if (problems.length > 0)
    return err([...new Set(problems)].map((problem) => `PROVIDERS_FILE ${path}: ${problem}`));
  if (entries.length === 0) return err([`PROVIDERS_FILE ${path}: names no provider`]);
  return ok(
    Object.fromEntries(entries.flatMap(([label, entry]) => (entry.ok ? [[label, entry.value]] : []))),
  );
};

const readText = (path: string): Result<string, string> => {
  try {
    const bytes = readAtMost(path, settingsBytesMax);
    return bytes === null ? err(`${path} is larger than 1 MiB`) : ok(bytes.toString("utf8"));
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return err(
      missing
        ? `${path} does not exist; copy providers.example.json there and put your providers' hosts in`
        : `${path} cannot be read; check that it is a file this program may read`,
    );
  }
};

/**
 * Not `JSON.parse`, whose messages quote the text. A key that stands twice is a problem, too: one of the two would do
 * nothing.
 */
export const parseJson = (text: string): Result<unknown, string> => {
  // Before it is parsed: the parser calls itself for each level.
  if (depthOf(text) > depthMax) return err(`is nested more than ${depthMax} levels deep`);
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  if (first === undefined) {
    const repeated = lineOfRepeatedKey(text);
    return repeated === null ? ok(value) : err(`names a key twice at line ${repeated}`);
  }
  const line = text.slice(0, first.offset).split("\n").length;
  return err(`is no valid JSON at line ${line} (${printParseErrorCode(first.error)})`);
};

/** What the settings need is far less. */
const depthMax = 50;

/** Brackets within a text do not count. */
const depthOf = (text: string): number => {
  let [depth, deepest, isText] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') isText = !isText;
    else if (isText && sign === "\\") at += 1;
    else if (!isText && /[[{]/.test(sign)) depth += 1;
    else if (!isText && /[\]}]/.test(sign)) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

/** Counted from 1; null: each object has each of its keys once. */
const lineOfRepeatedKey = (text: string): number | null => {
  const seen = new Set<string>();
  let repeated: number | null = null;
  visit(text, {
    onObjectProperty: (name, _offset, _length, line, _character, path) => {
      const place = JSON.stringify([...path(), name]);
      if (seen.has(place)) repeated ??= line + 1;
      seen.add(place);
    },
  });
  return repeated;
};

const readEntry = (label: string, value: unknown, folder: string): Result<ProviderSettings, string[]> => {
  const rules = settingsRules.get(label);
  if (rules === undefined) return err([unknownName("provider", label, providerLabels)]);
  const parsed = entrySchema.safeParse(value);
  if (!parsed.success) return err(parsed.error.issues.flatMap((issue) => sentences(label, issue)));
  const { ca, ...settings } = parsed.data;
  const problem = rules.settingsProblem(settings);
  if (problem !== null) return err([`${label}.${problem}`]);
  const misnamed = unknownLabels(label, Object.keys(settings.labels), rules.labels);
  if (misnamed.length > 0) return err(misnamed);
  if (ca === undefined) return ok(settings);
  const certificates = readCertificates(resolve(folder, ca));
  return certificates.ok
    ? ok({ ...settings, ca: certificates.value })
    : err([`${label}.ca ${certificates.error}`]);
};

const sentences = (label: string, issue: z.core.$ZodIssue): string[] =>
  issue.code === "unrecognized_keys"
    ? issue.keys.map(
        (key) => `${[label, ...issue.path].join(".")}: ${unknownName("key", key, knownAt(issue.path))}`,
      )
    : [`${[label, ...issue.path].map(String).join(".")} ${issue.message}`];

/** A synonym for an unknown label would have no effect, and the operator would not notice. */
const unknownLabels = (provider: string, named: readonly string[], contract: readonly string[]): string[] =>
  named
    .filter((name) => !contract.includes(name))
    .map((name) => `${provider}.labels: ${unknownName("label", name, contract)}`);

const knownAt = ([key]: readonly PropertyKey[]): readonly string[] =>
  key === "json" ? jsonFields : Object.keys(entrySchema.shape);

const unknownName = (kind: string, name: string, known: readonly string[]): string => {
  const near = nearest(name, known);
  return `unknown ${kind} "${name}"${near ? `, did you mean "${near}"?` : `; known are ${known.join(", ")}`}`;
};

const readCertificates = (path: string): Result<string, string> => {
  const text = readText(path);
  if (!text.ok) return err(`${path} cannot be read`);
  const blocks = text.value.match(/-----BEGIN CERTIFICATE-----[^-]{1,20000}-----END CERTIFICATE-----/g) ?? [];
  const whole = blocks.length > 0 && blocks.every(isCertificate);
  return whole ? ok(text.value) : err(`${path} must hold certificates in PEM form`);
};

const isCertificate = (pem: string): boolean => {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
};
