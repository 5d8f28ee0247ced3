import { parseArgs } from "node:util";
import { err, ok, type Result } from "../../core/result.ts";
import type { Command, Given } from "./command.ts";

/** What was typed after a command's name. On failure a sentence that says which option is wrong. */
export const givenTo = (
  { options, flags = [] }: Command,
  words: readonly string[],
): Result<Given | "help", string> => {
  const parsed = parse(options, [...flags, "json", "help"], words);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help !== undefined) return ok("help");
  const twice = options.find((name) => textsOf(values[name]).length > 1);
  if (twice !== undefined) return err(`--${twice} is given twice`);
  return ok({
    words: positionals,
    options: Object.fromEntries(options.map((name) => [name, textsOf(values[name])[0]])),
    flags: flags.filter((name) => values[name] !== undefined),
  });
};

type Parsed = {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
};

const parse = (
  texts: readonly string[],
  flags: readonly string[],
  words: readonly string[],
): Result<Parsed, string> => {
  try {
    const parsed = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(texts.map((name) => [name, { type: "string", multiple: true } as const])),
        ...Object.fromEntries(flags.map((name) => [name, { type: "boolean" } as const])),
      },
    });
    return ok(parsed);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return err(error.message);
  }
};

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
