import { type Failure, fail } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import type { GreyPicture } from "../grey-picture.ts";
import { noAnswerFailure } from "../no-answer.ts";
import { onlyCaller, type PictureCaller } from "../picture-caller.ts";
import { createProcessPool } from "../process-pool.ts";
import type { PrintedLine } from "./printed-line.ts";

/**
 * Reads the lines of text in a picture that was judged before, or decoded, one at a time, in a process of its own that
 * is killed and replaced when it takes too long. Failures: `overloaded` when too many wait or the reader is closed,
 * `image_unreadable` after a kill, `internal_error`.
 */
export type PrintReader = {
  readonly read: (
    picture: Uint8Array | GreyPicture,
    caller?: PictureCaller,
  ) => Promise<Result<readonly PrintedLine[], Failure>>;
  /** What is read now, and what waits. */
  readonly reading: () => { readonly running: number; readonly waiting: number };
  /** Ends the process; what waits or runs is answered `overloaded`. */
  readonly close: () => Promise<void>;
};

export type PrintJob = { readonly picture: Uint8Array | GreyPicture; readonly budgetMs: number };

/** What the process answers. */
export type PrintAnswer =
  | { readonly kind: "read"; readonly lines: readonly PrintedLine[] }
  | { readonly kind: "unreadable" };

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
  /** After so long without a picture the process gives its memory back. */
  readonly idleMs?: number;
};

export const createPrintReader = ({
  processFile,
  timeoutMs = 4_000,
  budgetMs = 3_000,
  startMs = 15_000,
  waitingMax = 256,
  idleMs = 300_000,
}: Options): PrintReader => {
  const pool = createProcessPool<PrintJob, PrintAnswer>({
    processFile,
    codeFolder: new URL("../../", processFile),
    processes: 1,
    timeoutMs,
    startMs,
    waitingMax,
    heapMegabytes: 256,
    // Given back and asked for anew with each line it took two thirds of the time.
    spareMegabytes: 16,
    idleMs,
  });

  return {
    read: async (picture, caller = onlyCaller) => {
      const answer = await pool.run({ picture, budgetMs }, { isAlone: true, isLong: true, caller });
      if (!answer.ok) return noAnswerFailure(answer.error, "print");
      return answer.value.kind === "read" ? ok(answer.value.lines) : fail("image_unreadable");
    },
    reading: pool.reading,
    close: pool.close,
  };
};
