import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Failure, fail } from "../../failure.ts";
import { ok, type Result } from "../../result.ts";
import type { GreyPicture } from "../grey-picture.ts";
import type { PrintedLine } from "./printed-line.ts";

/**
 * Reads the lines of text in a picture, one picture at a time, in a process of its own that is killed and
 * replaced when it takes too long. It starts with the first picture and then stays. Failures: `overloaded` when
 * too many wait or the reader is closed, `image_unreadable` after a kill, `internal_error`.
 */
export type PrintReader = {
  readonly read: (picture: GreyPicture) => Promise<Answer>;
  /** Ends the process; what waits or runs is answered `overloaded`. */
  readonly close: () => Promise<void>;
};

type Answer = Result<readonly PrintedLine[], Failure>;

type Limits = {
  /** Longest time for one picture, after which the process is killed. */
  readonly timeoutMs: number;
  /** Time after which no further line is begun: what was read till then is the answer. */
  readonly budgetMs: number;
  /** Longest time until a new process has its models. */
  readonly startMs: number;
};

type Options = Partial<Limits> & {
  /** The compiled `print-process`. */
  readonly processFile: URL;
  /** Pictures that may wait. */
  readonly waitingMax?: number;
};

type Waiting = { readonly picture: GreyPicture; readonly settle: (answer: Answer) => void };

export const createPrintReader = ({
  processFile,
  timeoutMs = 4_000,
  budgetMs = 3_000,
  startMs = 15_000,
  waitingMax = 8,
}: Options): PrintReader => {
  const limits = { timeoutMs, budgetMs, startMs };
  const waiting: Waiting[] = [];
  const closing = new AbortController();
  let idle: ChildProcess | null = null;
  let running: Promise<void> | null = null;

  const next = () => {
    const entry = running === null ? waiting.shift() : undefined;
    if (entry === undefined) return;
    running = run(entry).then(() => {
      running = null;
      next();
    });
  };

  const run = async ({ picture, settle }: Waiting): Promise<void> => {
    const isReady = idle !== null;
    const child = idle ?? startProcess(processFile);
    idle = null;
    keepAlive(child, true);
    const answer = await readIn(child, isReady, picture, limits, closing.signal);
    keepAlive(child, false);
    const isReusable = answer.ok && !closing.signal.aborted;
    if (isReusable) idle = child;
    child.once("exit", () => {
      if (idle === child) idle = null;
    });
    settle(answer);
    if (!isReusable) await kill(child);
  };

  return {
    read: (picture) =>
      new Promise((settle) => {
        if (closing.signal.aborted || waiting.length >= waitingMax)
          return settle(fail("overloaded", { detail: "print queue" }));
        waiting.push({ picture, settle });
        next();
      }),
    close: async () => {
      for (const { settle } of waiting.splice(0)) settle(fail("overloaded", { detail: "stopping" }));
      closing.abort();
      await running;
      if (idle !== null) await kill(idle);
    },
  };
};

/** What the process says: that it is ready (no lines), or the lines of a picture. */
type Message = { readonly lines: readonly PrintedLine[] | null };

/** One picture read by a process. After a failure the process is good for nothing more. */
const readIn = (
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

/** It needs nothing of the program's variables, and gets none. */
const startProcess = (file: URL): ChildProcess =>
  fork(fileURLToPath(file), [], {
    serialization: "advanced",
    env: {},
    execArgv: ["--max-old-space-size=256"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });

/** A running picture keeps the program alive; an idle process does not. */
const keepAlive = (child: ChildProcess, isKept: boolean): void => {
  for (const handle of [child, child.channel]) {
    if (isKept) handle?.ref();
    else handle?.unref();
  }
};

const kill = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.ref();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
