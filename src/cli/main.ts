#!/usr/bin/env node
import { readEnvironment } from "../config.ts";
import { runTool } from "./run.ts";

/** `npx deresegn <command>`: the operator's tool, beside running processes and from their variables. */
const main = async (): Promise<void> => {
  const { exitCode, stdout, stderr } = await runTool(process.argv.slice(2), readEnvironment(), {
    now: () => new Date(),
  });
  for (const stream of [process.stdout, process.stderr]) stream.on("error", unlessGone);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = exitCode;
};

/** Whoever read, such as `head`, has read enough. */
const unlessGone = (error: Error): void => {
  if (!("code" in error) || error.code !== "EPIPE") throw error;
};

main().catch((bug: unknown) => {
  process.stderr.write(`${bug instanceof Error ? bug.stack : String(bug)}\n`);
  if (process.argv.includes("--json"))
    process.stdout.write(`${JSON.stringify({ status: "error", error: { code: "internal_error" } })}\n`);
  process.exitCode = 3;
});
