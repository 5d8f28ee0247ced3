import { type Failure, fail } from "../core/failure.ts";
import type { NoAnswer } from "./reading-process.ts";

/** A picture that takes too long or too much is the picture's fault, a process that breaks is ours. */
export const noAnswerFailure = (
  { kind, detail = "" }: NoAnswer,
  what: string,
): { ok: false; error: Failure } => {
  if (kind === "queue_full" || kind === "stopped")
    return fail("overloaded", { retryAfterSeconds: 5, detail: `${what}: ${kind}` });
  if (kind === "broken") return fail("internal_error", { detail: `${what} process: ${detail}` });
  return fail("image_unreadable", { detail: `${what}: ${kind} ${detail}`.trimEnd() });
};
