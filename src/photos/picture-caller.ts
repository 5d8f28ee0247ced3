import type { TurnTaker } from "../core/fair-queue.ts";

/** Whose picture it is, and how long it may wait for its turn. */
export type PictureCaller = TurnTaker & {
  /** How long its picture may wait, in milliseconds. */
  readonly waitMaxMs: number;
  /** Raised when the picture is to wait no longer; one that is being read goes on. */
  readonly signal?: AbortSignal;
};

/** Pictures of one caller that are read at the same time. */
export const permitsOf = ({ isKeyed }: Pick<PictureCaller, "isKeyed">): number => (isKeyed ? 2 : 1);

/** For a program with a single caller. */
export const onlyCaller: PictureCaller = { id: "", isKeyed: true, waitMaxMs: 60_000 };
