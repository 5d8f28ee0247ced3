import { availableParallelism } from "node:os";
import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import { noAnswerFailure } from "./no-answer.ts";
import { onlyCaller, type PictureCaller } from "./picture-caller.ts";
import { pictureBytesMax, pictureKindOf } from "./picture-kind.ts";
import { withoutBallast } from "./picture-parts.ts";
import { createProcessPool } from "./process-pool.ts";
import type { PictureAnswer, PictureJob } from "./read-picture.ts";

/** `codes`: every distinct text in the order found, with the stage that read it (for logs and benchmarks only). */
type PictureReading = Omit<Extract<PictureAnswer, { readonly kind: "read" }>, "kind"> & {
  /** The picture as the next reader may decode it, see `withoutBallast`. */
  readonly bytes: Uint8Array;
};

/**
 * From a picture's bytes to the texts of its QR codes, in processes with a budget and a hard stop; nothing is
 * written to disk. Failures: `image_type_unsupported` (`subject` names HEIC), `image_too_large`,
 * `image_dimensions_too_large`, `image_unreadable`, `overloaded`, `internal_error`. No code is no failure.
 */
export type PhotoReader = {
  readonly read: (bytes: Uint8Array, caller?: PictureCaller) => Promise<Result<PictureReading, Failure>>;
  /** Gives back the memory that it holds for the next pictures. */
  readonly giveBack: () => Promise<void>;
  /** What is read now, and what waits. */
  readonly reading: () => { readonly running: number; readonly waiting: number };
  readonly close: () => Promise<void>;
};

type Options = {
  /** The compiled `picture-process`. */
  readonly processFile: URL;
  readonly processes?: number;
  /** After this no further stage begins. */
  readonly budgetMs?: number;
  /** Longest time for one picture, after which its process is killed and replaced. */
  readonly timeoutMs?: number;
  /** Longest time until a new process is ready. */
  readonly startMs?: number;
  /** Pictures that may wait for a process. */
  readonly waitingMax?: number;
  /** After so long without a picture a process gives its memory back. */
  readonly idleMs?: number;
};

export const createPhotoReader = ({
  processFile,
  processes = Math.min(2, availableParallelism()),
  budgetMs = 1_500,
  timeoutMs = 3_000,
  startMs = 15_000,
  waitingMax = 256,
  idleMs = 300_000,
}: Options): PhotoReader => {
  const pool = createProcessPool<PictureJob, PictureAnswer>({
    processFile,
    codeFolder: new URL("../", processFile),
    processes,
    timeoutMs,
    startMs,
    waitingMax,
    heapMegabytes: 128,
    idleMs,
  });

  return {
    read: async (sent, caller = onlyCaller) => {
      if (sent.length > pictureBytesMax) return fail("image_too_large");
      const kind = pictureKindOf(sent);
      if (!kind.ok) return kind;
      const bytes = withoutBallast(sent, kind.value);
      if (bytes === null) return fail("image_unreadable", { detail: "too many parts" });
      const ask = ({ isGlance, isAlone }: { readonly isGlance: boolean; readonly isAlone: boolean }) =>
        pool.run({ bytes, budgetMs, isAlone, isGlance }, { isAlone, isLong: !isGlance, caller });
      // Beside others a glance comes first, so that a code that is easy to read waits for no hard picture.
      const isGlance = !pool.isIdle();
      const first = await ask({ isGlance, isAlone: false });
      const isLarge = first.ok && first.value.kind === "large";
      const answer =
        isLarge || (isGlance && mayHoldMore(first))
          ? await ask({ isGlance: false, isAlone: isLarge })
          : first;
      if (!answer.ok) return noAnswerFailure(answer.error, "picture");
      switch (answer.value.kind) {
        case "read": {
          const { kind: _kind, ...read } = answer.value;
          return ok({ ...read, bytes });
        }
        case "refused":
          return fail(answer.value.code);
        case "large":
          throw new Error("a large picture was asked for alone and refused");
      }
    },
    giveBack: pool.giveBack,
    reading: pool.reading,
    close: pool.close,
  };
};

/** Whether a longer look at a picture may find a code that a glance has missed. */
const mayHoldMore = (glance: Result<PictureAnswer, unknown>): boolean =>
  glance.ok && glance.value.kind === "read" && glance.value.codes.length === 0 && !glance.value.isBlank;
