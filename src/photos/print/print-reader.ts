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
  readonly read: (picture: GreyPicture) => Promise<Result<readonly PrintedLine[], Failure>>;
  /** Ends the process; what waits or runs is answered `overloaded`. */
  readonly close: () => Promise<void>;
};

type Options = {
  /** The compiled `print-process`. */
  readonly processFile: URL;
  /** Longest time for one picture, after which the process is killed. */
  readonly timeoutMs?: number;
  /** Time after which no further line is begun: what was read till then is the answer. */
  readonly budgetMs?: number;
  /** Longest time until a new process has its models. */
  readonly startMs?: number;
  /** Pictures that may wait. */
  readonly waitingMax?: number;
};

type Answer = Result<readonly PrintedLine[], Failure>;
type Waiting = { readonly picture: GreyPicture; readonly settle: (answer: Answer) => void };
/** What the process says: that it is ready, or the lines of a picture. */
type Message = { readonly lines: readonly PrintedLine[] | null };

export const createPrintReader = ({
  processFile,
  timeoutMs = 4_000,
  budgetMs = 3_000,
  startMs = 15_000,
  waitingMax = 8,
}: Options): PrintReader => {
  const waiting: Waiting[] = [];
  let idle: ChildProcess | null = null;
  let giveUp: ((code: "overloaded", detail: string) => void) | null = null;
  let closed = false;

  const next = () => {
    if (giveUp !== null) return;
    const entry = waiting.shift();
    if (entry !== undefined) run(entry);
  };

  const run = ({ picture, settle }: Waiting) => {
    const isNew = idle === null;
    const child = idle ?? startProcess(processFile);
    idle = null;
    keepAlive(child, true);
    const end = (answer: Answer, isReusable: boolean) => {
      clearTimeout(timer);
      child.removeAllListeners();
      keepAlive(child, false);
      giveUp = null;
      if (isReusable) idle = child;
      else kill(child);
      settle(answer);
      next();
    };
    const ask = () => {
      timer = setTimeout(
        () => end(fail("image_unreadable", { detail: "print took too long" }), false),
        timeoutMs,
      );
      child.send({ picture, budgetMs });
    };
    giveUp = (code, detail) => end(fail(code, { detail }), false);
    let timer = setTimeout(() => end(fail("internal_error", { detail: "print process" }), false), startMs);
    child.on("message", ({ lines }: Message) => {
      if (lines !== null) return end(ok(lines), true);
      clearTimeout(timer);
      ask();
    });
    child.once("error", ({ name }) =>
      end(fail("internal_error", { detail: `print process ${name}` }), false),
    );
    child.once("exit", (code) =>
      end(fail("internal_error", { detail: `print process ended ${code}` }), false),
    );
    if (isNew) return;
    clearTimeout(timer);
    ask();
  };

  return {
    read: (picture) =>
      new Promise((settle) => {
        if (closed || waiting.length >= waitingMax)
          return settle(fail("overloaded", { detail: "print queue" }));
        waiting.push({ picture, settle });
        next();
      }),
    close: async () => {
      closed = true;
      for (const { settle } of waiting.splice(0)) settle(fail("overloaded", { detail: "stopping" }));
      giveUp?.("overloaded", "stopping");
      if (idle !== null) await kill(idle);
      idle = null;
    },
  };
};

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
  if (isKept) child.ref();
  else child.unref();
  if (isKept) child.channel?.ref();
  else child.channel?.unref();
};

const kill = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
