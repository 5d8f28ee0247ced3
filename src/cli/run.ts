import { parseArgs } from "node:util";
import { type Environment, parseConfig, providersFileOf } from "../config.ts";
import { createLog } from "../log.ts";
import { providerLabels } from "../providers/registry.ts";
import { readProvidersFile, specLabels } from "../providers-file.ts";
import { err, ok, type Result } from "../result.ts";
import { isStartProblem } from "../start-problem.ts";
import { nearest } from "../text/nearest.ts";
import { type Answer, type Command, type ExitCode, type Given, type Place, problem } from "./command.ts";
import { commands } from "./commands.ts";

/** What the tool says: `stdout` for whoever asked, `stderr` for whoever watches. */
export type Said = { readonly exitCode: ExitCode; readonly stdout: string; readonly stderr: string };

/**
 * Runs one command of the operator's tool. With `--json` stdout holds exactly one JSON value, also when the command
 * is refused or used wrongly.
 */
export const runTool = async (
  words: readonly string[],
  environment: Environment,
  place: Pick<Place, "now" | "workerFile">,
): Promise<Said> => {
  const isJson = words.includes("--json");
  const { exitCode, json, text } = await answerTo(words, environment, place);
  if (isJson) return { exitCode, stdout: `${JSON.stringify(json)}\n`, stderr: "" };
  return { exitCode, stdout: exitCode === 0 ? `${text}\n` : "", stderr: exitCode === 0 ? "" : `${text}\n` };
};

const answerTo = async (
  words: readonly string[],
  environment: Environment,
  place: Pick<Place, "now" | "workerFile">,
): Promise<Answer> => {
  const at = words.findIndex((word) => !word.startsWith("-"));
  const name = words[at];
  if (name === undefined) return words.includes("--help") ? help(usage()) : problem(2, "usage", usage());
  if (name === "help") return help(usage());
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return problem(2, "usage", `${unknownCommand(name)}\n${usage()}`);
  const given = givenTo(command, words.toSpliced(at, 1));
  if (!given.ok) return problem(2, "usage", `${given.error}\n${usageOf(command)}`);
  if (given.value === "help") return help(usageOf(command));

  // The tool is neither of the two roles, and needs what neither needs.
  const config = parseConfig({ ...environment, ROLES: "api" });
  if (!config.ok) return problem(3, "unavailable", config.error.join("\n"));
  const settings = () => readProvidersFile(providersFileOf(environment), [...specLabels, ...providerLabels]);
  const log = createLog(config.value.logLevel, "stderr");
  try {
    return await command.run(given.value, { ...place, config: config.value, settings, log });
  } catch (error) {
    if (!isStartProblem(error)) throw error;
    return problem(3, "unavailable", error.message);
  }
};

const givenTo = (command: Command, words: readonly string[]): Result<Given | "help", string> => {
  const texts = Object.fromEntries(command.options.map((name) => [name, { type: "string" } as const]));
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { ...texts, json: { type: "boolean" }, help: { type: "boolean" } },
    });
    if (values.help === true) return ok("help");
    const options = Object.entries<unknown>(values).flatMap(([option, value]) =>
      typeof value === "string" ? [[option, value] as const] : [],
    );
    return ok({ words: positionals, options: Object.fromEntries(options) });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return err(error.message);
  }
};

const usageOf = ({ name, synopsis, summary }: Command): string =>
  `deresegn ${name}${synopsis === "" ? "" : ` ${synopsis}`} [--json]\n    ${summary}`;

const usage = (): string => ["Usage:", ...commands.map((command) => `  ${usageOf(command)}`)].join("\n");

const help = (text: string): Answer => ({
  exitCode: 0,
  json: commands.map(({ name, synopsis, summary }) => ({ name, synopsis, summary })),
  text,
});

const unknownCommand = (name: string): string => {
  const near = nearest(
    name,
    commands.map((one) => one.name),
  );
  return `Unknown command “${name}”${near ? `, did you mean “${near}”?` : "."}`;
};
