#!/usr/bin/env node
import { createInterface } from "node:readline/promises";
import { readEnvironment } from "../../config/config.ts";
import { createClock } from "../../core/clock.ts";
import { runTool } from "./run.ts";

/** `npx deresegn <command>`: the operator's tool, beside running processes and from their variables. */
const main = async (): Promise<void> => {
  const clock = createClock();
  const hasTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const { exitCode, stdout, stderr } = await runTool(process.argv.slice(2), readEnvironment(), {
    now: clock.now,
    clock,
    ...(hasTerminal && { confirm: confirmAtTerminal }),
  });
  for (const stream of [process.stdout, process.stderr]) stream.on("error", unlessGone);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = exitCode;
};

/** Only a plain yes is one. stdout holds nothing but the answer of the command. */
const confirmAtTerminal = async (question: string): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  const answer = await Promise.race([terminal.question(`${question} [y/N] `), ended]);
  terminal.close();
  return /^\s*y(?:es)?\s*$/i.test(answer);
};

/** The reader of the pipe, such as `head`, has closed it. */
const unlessGone = (error: Error): void => {
  if (!("code" in error) || error.code !== "EPIPE") throw error;
};

main().catch((bug: unknown) => {
  process.stderr.write(`${bug instanceof Error ? bug.stack : String(bug)}\n`);
  if (process.argv.includes("--json"))
    process.stdout.write(`${JSON.stringify({ status: "error", error: { code: "internal_error" } })}\n`);
  process.exitCode = 3;
});
