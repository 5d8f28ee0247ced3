import { availableParallelism } from "node:os";
import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { GreyPicture } from "./grey-picture.ts";
import { readHeader } from "./picture-header.ts";
import { pictureBytesMax, pictureKindOf } from "./picture-kind.ts";
import type { PictureAnswer, PictureJob } from "./read-picture.ts";
import { createThreadPool, type Unanswered } from "./thread-pool.ts";

/** One code: its text, and the stage that read it (for logs and benchmarks only). */
export type ReadCode = { readonly text: string; readonly stage: string };

export type PictureReading = {
  /** Every distinct text, in the order found; none when no code could be read. */
  readonly codes: readonly ReadCode[];
  /** The picture upright on white, at most 2,400 pixels a side: for reading what is printed. */
  readonly grey: GreyPicture;
};

/**
 * From a picture's bytes to the texts of its QR codes (design 9), in threads with a budget and a hard stop; nothing is
 * written to disk. Failures: `image_type_unsupported` (`subject` names HEIC), `image_too_large`,
 * `image_dimensions_too_large`, `image_unreadable`, `overloaded`, `internal_error`. No code is no failure.
 */
export type PhotoReader = {
  readonly read: (bytes: Uint8Array) => Promise<Result<PictureReading, Failure>>;
  readonly close: () => Promise<void>;
};

type Options = {
  /** The compiled `picture-worker`. */
  readonly workerFile: URL;
  readonly threads?: number;
  /** After this no further stage begins. */
  readonly budgetMs?: number;
  /** Longest time for one picture, after which its thread is ended and replaced. */
  readonly timeoutMs?: number;
  /** Pictures that may wait for a thread. */
  readonly waitingMax?: number;
};

export const createPhotoReader = ({
  workerFile,
  threads = Math.min(2, availableParallelism()),
  budgetMs = 1_500,
  timeoutMs = 3_000,
  waitingMax = 8,
}: Options): PhotoReader => {
  const pool = createThreadPool<PictureJob, PictureAnswer>({
    workerFile,
    threads,
    timeoutMs,
    waitingMax,
    heapMegabytes: 128,
  });

  return {
    read: async (bytes) => {
      if (bytes.length > pictureBytesMax) return fail("image_too_large");
      const kind = pictureKindOf(bytes);
      if (!kind.ok) return kind;
      const header = await readHeader(bytes);
      if (!header.ok) return fail(header.error);
      const answer = await pool.run({ bytes, budgetMs }, { isAlone: header.value.isLarge });
      if (answer.kind === "read") return ok({ codes: answer.codes, grey: answer.grey });
      return answer.kind === "unreadable" ? fail("image_unreadable") : failureOf(answer);
    },
    close: pool.close,
  };
};

/** A picture that takes too long or too much is the picture's fault, a thread that breaks is ours. */
const failureOf = ({ kind, detail }: Unanswered): { ok: false; error: Failure } => {
  if (kind === "queue_full" || kind === "stopped") return fail("overloaded", { detail: `pictures: ${kind}` });
  if (kind === "broken") return fail("internal_error", { detail: `picture thread: ${detail}` });
  return fail("image_unreadable", { detail: `reading the picture: ${kind}` });
};
