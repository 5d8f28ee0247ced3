import { readCanaryFile } from "../../config/canary-file.ts";
import {
  canaryFileOf,
  type Environment,
  parseConfig,
  providersFileOf,
  topUpFileOf,
} from "../../config/config.ts";
import { readProvidersFile } from "../../config/providers-file.ts";
import { readTopUpFile } from "../../config/top-up-file.ts";
import { createLog } from "../../core/log.ts";
import { nearest } from "../../core/nearest.ts";
import { ok } from "../../core/result.ts";
import { isStartProblem } from "../../core/start-problem.ts";
import {
  type Answer,
  type Command,
  type ExitCode,
  type Given,
  type Installation,
  problem,
} from "./command.ts";
import { commands } from "./commands.ts";
import { givenTo } from "./given.ts";
import { wrapped } from "./layout.ts";

/** What the tool says: results on `stdout`, progress and problems on `stderr`. */
export type Said = { readonly exitCode: ExitCode; readonly stdout: string; readonly stderr: string };

/** What the tool is told besides the words and the variables. */
type Surroundings = Pick<Installation, "now" | "clock" | "workerFile" | "decoder" | "confirm">;

/**
 * Runs one command of the operator's tool. With `--json` stdout holds exactly one JSON value, also when the command
 * is refused or used wrongly.
 */
export const runTool = async (
  words: readonly string[],
  environment: Environment,
  surroundings: Surroundings,
): Promise<Said> => {
  const isJson = words.includes("--json");
  const { confirm, ...others } = surroundings;
  // A program that reads JSON cannot answer questions.
  const asked = isJson || confirm === undefined ? others : { ...others, confirm };
  const { exitCode, json, text } = await answerTo(words, environment, asked);
  if (isJson) return { exitCode, stdout: `${JSON.stringify(json)}\n`, stderr: "" };
  return { exitCode, stdout: exitCode === 0 ? `${text}\n` : "", stderr: exitCode === 0 ? "" : `${text}\n` };
};

const answerTo = async (
  words: readonly string[],
  environment: Environment,
  surroundings: Surroundings,
): Promise<Answer> => {
  const named = commandIn(words);
  if (named.kind === "none")
    return words.includes("--help") ? help(commands) : problem(2, "usage", usage(commands));
  if (named.kind === "several")
    return words.includes("--help") ? help(named.group) : problem(2, "usage", usage(named.group));
  if (named.kind === "unknown" && named.name === "help") return help(commands);
  if (named.kind === "unknown")
    return problem(2, "usage", `${unknownCommand(named.name)}\n${usage(commands)}`);
  const given = givenTo(named.command, named.rest);
  if (!given.ok) return problem(2, "usage", `${given.error}\n${usageOf(named.command)}`);
  if (given.value === "help") return help([named.command]);
  return runIn(named.command, given.value, environment, surroundings);
};

const runIn = async (
  command: Command,
  given: Given,
  environment: Environment,
  surroundings: Surroundings,
): Promise<Answer> => {
  // The tool is neither of the two roles, and needs what neither needs.
  const config = parseConfig({ ...environment, ROLES: "api" });
  const settings = () => readProvidersFile(providersFileOf(environment));
  const topUpFile = topUpFileOf(environment);
  const topUpTerms = (offered: readonly string[]) =>
    topUpFile === null ? ok(null) : readTopUpFile(topUpFile, offered);
  const canaryFile = canaryFileOf(environment);
  const canaries = (offered: readonly string[]) =>
    canaryFile === null ? ok([]) : readCanaryFile(canaryFile, offered);
  const files = { settings, topUpTerms, canaries };
  try {
    if (config.ok) {
      const log = createLog(config.value.logLevel, "stderr");
      return await command.run(given, { ...surroundings, config: config.value, ...files, log });
    }
    const bare = { ...surroundings, ...files, log: createLog("warn", "stderr") };
    if (command.runUnconfigured) return await command.runUnconfigured(config.error, bare);
    return problem(3, "unavailable", config.error.join("\n"));
  } catch (error) {
    if (!isStartProblem(error)) throw error;
    return problem(3, "unavailable", error.message);
  }
};

type Named =
  | { readonly kind: "none" }
  | { readonly kind: "one"; readonly command: Command; readonly rest: readonly string[] }
  /** The first word of several commands, without a second that names one. */
  | { readonly kind: "several"; readonly group: readonly Command[] }
  | { readonly kind: "unknown"; readonly name: string };

/** Options may stand before and between the words of a name, such as `--json`. */
const commandIn = (words: readonly string[]): Named => {
  const [first, second] = words.flatMap((word, at) => (word.startsWith("-") ? [] : [{ word, at }]));
  if (first === undefined) return { kind: "none" };
  const ofTwo = second && commands.find(({ name }) => name === `${first.word} ${second.word}`);
  if (ofTwo) return { kind: "one", command: ofTwo, rest: without(words, first.at, second.at) };
  const ofOne = commands.find(({ name }) => name === first.word);
  if (ofOne) return { kind: "one", command: ofOne, rest: without(words, first.at) };
  const group = commands.filter(({ name }) => name.startsWith(`${first.word} `));
  return group.length > 0 ? { kind: "several", group } : { kind: "unknown", name: first.word };
};

const without = (words: readonly string[], ...places: readonly number[]): readonly string[] =>
  words.filter((_, at) => !places.includes(at));

const usageOf = ({ name, synopsis, summary }: Command): string =>
  [wrapped(`deresegn ${name} ${synopsis}`.trimEnd(), 2), wrapped(summary, 6)].join("\n");

const usage = (some: readonly Command[]): string =>
  ["Usage:", ...some.map(usageOf), wrapped(footer, 0)].join("\n");

const footer =
  "With --json stdout holds one JSON value. It ends with 0 (done), 1 (refused), 2 (used wrongly) or 3 (something that it needs is not there).";

const help = (some: readonly Command[]): Answer => ({
  exitCode: 0,
  json: some.map(({ name, synopsis, summary }) => ({ name, synopsis, summary })),
  text: usage(some),
});

const unknownCommand = (name: string): string => {
  const near = nearest(name, [...new Set(commands.map((one) => one.name.replace(/ .*/, "")))]);
  return `Unknown command “${name}”${near ? `, did you mean “${near}”?` : "."}`;
};
