import { HttpError } from "grammy";
import type { Failure } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import { floodSecondsOf, isUncertain } from "./client.ts";

/** The error that ends work on an update which must be worked off again later; `cause` is the failure. */
export const postponement = (cause: Failure): Error =>
  Object.assign(new Error("the database is away", { cause }), { name: postponedName });

const postponedName = "PostponedError";

/** The value, or a postponement while the database is away. Any other refusal is a bug here, and ends the update. */
export const orLater = <T>(result: Result<T, { readonly code: string }>): T => {
  if (result.ok) return result.value;
  if (result.error.code === "overloaded") throw postponement({ code: "overloaded" });
  throw new Error(`refused, which nothing here expects: ${result.error.code}`);
};

/**
 * Whether an update can be worked off later though it cannot now: the database or Telegram is away, or Telegram asks
 * for a long wait.
 *
 * @param isAway whether an error of the database means that it is away
 */
export const isPostponed = (error: unknown, isAway: (error: unknown) => boolean): boolean =>
  isTelegramAway(error) || (error instanceof Error && error.name === postponedName) || isAway(error);

/** Whether Telegram was not reached, failed, or asks for a long wait. */
export const isTelegramAway = (error: unknown): boolean =>
  error instanceof HttpError || floodSecondsOf(error) !== null || isUncertain(error);

/** The error that ends work on an update which another process has taken over. */
export const takenOver = (): Error =>
  Object.assign(new Error("another process works on this update"), { name: takenOverName });

const takenOverName = "TakenOverError";

export const isTakenOver = (error: unknown): boolean =>
  error instanceof Error && error.name === takenOverName;
