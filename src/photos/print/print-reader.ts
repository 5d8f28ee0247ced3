import type { ChildProcess } from "node:child_process";
import { fail } from "../../failure.ts";
import type { GreyPicture } from "../grey-picture.ts";
import { type Answer, keepAlive, kill, type Limits, readIn, startProcess } from "./reading-process.ts";

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
