import { GrammyError, HttpError } from "grammy";
import type { Failure } from "../failure.ts";
import type { Result } from "../result.ts";
import { isUncertain } from "./telegram-policy.ts";

/** What ends work on an update that must be done again later; `cause` is the failure. */
export const postponement = (cause: Failure): Error => new Error(postponed, { cause });

const postponed = "the database is away";

/** The value, or a postponement while the database is away. */
export const orLater = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw postponement({ code: "overloaded" });
  return result.value;
};

/**
 * Whether an update can be worked off later though it cannot now: the database is away, or Telegram, or it wants
 * us to wait for long.
 *
 * @param isAway whether the database says that it is away by this error
 */
export const isPostponed = (error: unknown, isAway: (error: unknown) => boolean): boolean =>
  error instanceof HttpError ||
  (error instanceof GrammyError && error.error_code === 429) ||
  isUncertain(error) ||
  (error instanceof Error && error.message === postponed) ||
  isAway(error);

/** What ends work on an update that another process has taken over in the meantime. */
export const takenOver = (): Error => new Error(takenOverMessage);

const takenOverMessage = "another process works on this update";

export const isTakenOver = (error: unknown): boolean =>
  error instanceof Error && error.message === takenOverMessage;
