import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseAst } from "vitest/node";

/** Every regular expression under `src/`, those that are written and those that are put together. */

const source = resolve(import.meta.dirname, "../../src");

/** `/pattern/flags`, with the files that hold it, relative to `src/`. */
export type Regexes = ReadonlyMap<string, readonly string[]>;

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .sort();

const nodesOf = (name: string): readonly object[] => {
  const found: object[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null || node instanceof RegExp) return;
    if (!Array.isArray(node)) found.push(node);
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseAst(readFileSync(join(source, name), "utf8"), { lang: "ts" }));
  return found;
};

const nodes = new Map(files.map((name) => [name, nodesOf(name)]));

type Written = { readonly regex: { readonly pattern: string; readonly flags: string } };

const isWritten = (node: object): node is Written => "regex" in node && typeof node.regex === "object";

const isConstruction = (node: object): boolean =>
  "type" in node &&
  (node.type === "NewExpression" || node.type === "CallExpression") &&
  "callee" in node &&
  typeof node.callee === "object" &&
  node.callee !== null &&
  "name" in node.callee &&
  node.callee.name === "RegExp";

const grouped = (found: readonly (readonly [regex: string, file: string])[]): Regexes => {
  const byRegex = new Map<string, string[]>();
  for (const [regex, file] of found) byRegex.set(regex, [...(byRegex.get(regex) ?? []), file]);
  return byRegex;
};

export const writtenRegexes = (): Regexes =>
  grouped(
    [...nodes].flatMap(([name, found]) =>
      found.filter(isWritten).map(({ regex }) => [`/${regex.pattern}/${regex.flags}`, name] as const),
    ),
  );

/** Files that put regular expressions together, with how many places do so. */
export const constructingFiles = (): ReadonlyMap<string, number> =>
  new Map(
    [...nodes]
      .map(([name, found]) => [name, found.filter(isConstruction).length] as const)
      .filter(([, count]) => count > 0),
  );

/**
 * Loads files once more, each beside the module that others may have loaded, and records what they put together meanwhile.
 */
export const constructedRegexes = async (names: readonly string[]): Promise<Regexes> => {
  const original = globalThis.RegExp;
  const found: [string, string][] = [];
  globalThis.RegExp = new Proxy(original, {
    construct: (target, parameters, newTarget) => {
      const regex: RegExp = Reflect.construct(target, parameters, newTarget);
      const stack = new Error().stack ?? "";
      // The files that import it stand further behind.
      const placeOf = (name: string): number => stack.indexOf(join(source, name));
      const [file] = names.filter((name) => placeOf(name) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
      if (file !== undefined) found.push([String(regex), file]);
      return regex;
    },
  });
  try {
    for (const name of names) await import(`${join(source, name)}?once-more`);
  } finally {
    globalThis.RegExp = original;
  }
  return grouped(found);
};
