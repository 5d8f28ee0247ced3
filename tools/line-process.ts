import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A process that speaks JSON lines: one for each order, in the order in which they were given. */
export type LineProcess = {
  readonly pid: number;
  readonly say: (order: unknown) => void;
  /** The next line; null when the process has ended. */
  readonly hear: () => Promise<unknown>;
  /** By SIGKILL; resolves when it has ended. */
  readonly kill: () => Promise<void>;
};

export const startLineProcess = (
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): LineProcess => {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], env: { ...environment } });
  const exited = once(child, "exit");
  // A killed process does not read what was still written to it.
  child.stdin.on("error", () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    say: (order) => {
      child.stdin.write(`${JSON.stringify(order)}\n`);
    },
    hear: async () => {
      const { value, done } = await lines.next();
      return done ? null : JSON.parse(value);
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
};
