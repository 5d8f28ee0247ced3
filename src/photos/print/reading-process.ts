import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Failure, fail } from "../../failure.ts";
import { ok, type Result } from "../../result.ts";
import type { GreyPicture } from "../grey-picture.ts";
import type { PrintedLine } from "./printed-line.ts";

/** The lines of a picture, or why there are none. */
export type Answer = Result<readonly PrintedLine[], Failure>;

export type Limits = {
  /** Longest time for one picture, after which the process is killed. */
  readonly timeoutMs: number;
  /** Time after which no further line is begun: what was read till then is the answer. */
  readonly budgetMs: number;
  /** Longest time until a new process has its models. */
  readonly startMs: number;
};

/** What the process says: that it is ready (no lines), or the lines of a picture. */
type Message = { readonly lines: readonly PrintedLine[] | null };

/** One picture read by a process. After a failure the process is good for nothing more. */
export const readIn = (
  child: ChildProcess,
  isReady: boolean,
  picture: GreyPicture,
  { timeoutMs, budgetMs, startMs }: Limits,
  stopped: AbortSignal,
): Promise<Answer> =>
  new Promise((resolve) => {
    const settle = (answer: Answer) => {
      clearTimeout(timer);
      child.removeAllListeners();
      stopped.removeEventListener("abort", stop);
      // A pipe that breaks later is seen at the next picture, or never.
      child.on("error", () => undefined);
      resolve(answer);
    };
    const broken = (detail: string) => settle(fail("internal_error", { detail: `print process ${detail}` }));
    const stop = () => settle(fail("overloaded", { detail: "stopping" }));
    const ask = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => settle(fail("image_unreadable", { detail: "print took too long" })),
        timeoutMs,
      );
      child.send({ picture, budgetMs });
    };
    let timer = setTimeout(() => broken("did not start"), startMs);
    child.on("message", ({ lines }: Message) => (lines === null ? ask() : settle(ok(lines))));
    child.once("error", ({ name }) => broken(name));
    child.once("exit", (code) => broken(`ended with ${code}`));
    stopped.addEventListener("abort", stop);
    if (stopped.aborted) stop();
    else if (isReady) ask();
  });

/** It needs nothing of the program's variables, and gets none; few arenas keep its memory from growing in pieces. */
export const startProcess = (file: URL): ChildProcess =>
  fork(fileURLToPath(file), [], {
    serialization: "advanced",
    env: { MALLOC_ARENA_MAX: "2" },
    execArgv: ["--max-old-space-size=256", "--expose-gc"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });

/** A running picture keeps the program alive; an idle process does not. */
export const keepAlive = (child: ChildProcess, isKept: boolean): void => {
  for (const handle of [child, child.channel]) {
    if (isKept) handle?.ref();
    else handle?.unref();
  }
};

/** @returns when it is gone. */
export const kill = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.ref();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
