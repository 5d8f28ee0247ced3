import { type Failure, fail } from "../core/failure.ts";
import { createLruCache } from "../core/lru-cache.ts";
import { ok, type Result } from "../core/result.ts";
import { createSlidingWindow, type SlidingWindow } from "../core/sliding-window.ts";
import { hourMs } from "../core/time.ts";
import type { PictureCaller } from "./picture-caller.ts";

/** How many pictures that point to no receipt a caller may send in an hour. They are not charged. */
const unreadableMax = { anonymous: 20, keyed: 120 };

/** A picture that may turn out to be unreadable. */
type Attempt = {
  /** It was readable, or not looked at: it does not count. */
  readonly undo: () => void;
};

/** The allowance of each caller, in the memory of this process. */
export type UnreadableLimit = {
  /** Failure `rate_limited` with `subject` "pictures" and the seconds to wait, once the allowance is used up. */
  readonly check: (caller: PictureCaller) => Result<true, Failure>;
  /** The same, and counts one more until it is undone. */
  readonly attempt: (caller: PictureCaller) => Result<Attempt, Failure>;
};

type Dependencies = { readonly now: () => Date; readonly callersMax?: number };

/** `callersMax`: beyond so many those whose last picture was longest ago are forgotten. */
export const createUnreadableLimit = ({ now, callersMax = 20_000 }: Dependencies): UnreadableLimit => {
  const attempts = createLruCache<string, SlidingWindow<symbol>>(callersMax);

  const check: UnreadableLimit["check"] = (caller) => {
    const most = caller.isKeyed ? unreadableMax.keyed : unreadableMax.anonymous;
    const oldestMs = attempts.peek(caller.id)?.atOfLast(most) ?? null;
    if (oldestMs === null) return ok(true);
    const waitMs = oldestMs + hourMs - now().getTime();
    return fail("rate_limited", {
      subject: "pictures",
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  };

  return {
    check,
    attempt: (caller) => {
      const checked = check(caller);
      if (!checked.ok) return checked;
      const one = Symbol("picture");
      const recent = attempts.get(caller.id) ?? createSlidingWindow(hourMs, () => now().getTime());
      attempts.set(caller.id, recent);
      recent.add(one);
      const undo = () => recent.remove(one);
      return ok({ undo });
    },
  };
};
