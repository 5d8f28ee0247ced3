import { type Failure, fail } from "../core/failure.ts";
import { createLruCache } from "../core/lru-cache.ts";
import { ok, type Result } from "../core/result.ts";
import { createSlidingWindow, type SlidingWindow } from "../core/sliding-window.ts";
import { hourMs } from "../core/time.ts";
import type { PictureCaller } from "./picture-caller.ts";

/**
 * How many pictures a caller may send in an hour that lead to no check, since reading them costs them nothing: those that
 * point to no receipt or to several, and those that point to one. Of honest pictures many lack a number, which is asked
 * for, so there may be more of the latter.
 */
const allowances = {
  unclear: { anonymous: 20, keyed: 120 },
  clear: { anonymous: 60, keyed: 360 },
};

/** A picture that may turn out to lead to no check. */
type Attempt = {
  /** It points to one receipt, and counts among those. */
  readonly countAsClear: () => void;
  /** It led to a check, or was not looked at: it does not count. */
  readonly undo: () => void;
};

/** The allowance of each caller, in the memory of this process. */
export type PictureAllowance = {
  /** Failure `rate_limited` with `cause` "pictures" and the seconds to wait, once the allowance is used up. */
  readonly check: (caller: PictureCaller) => Result<true, Failure>;
  /** The same, and counts one more among the unclear ones. */
  readonly attempt: (caller: PictureCaller) => Result<Attempt, Failure>;
};

type Pictures = Readonly<Record<keyof typeof allowances, SlidingWindow<symbol>>>;

type Dependencies = { readonly now: () => Date; readonly callersMax?: number };

/** `callersMax`: beyond so many those whose last picture was longest ago are forgotten. */
export const createPictureAllowance = ({ now, callersMax = 20_000 }: Dependencies): PictureAllowance => {
  const sent = createLruCache<string, Pictures>(callersMax);
  const openWindow = () => createSlidingWindow<symbol>(hourMs, () => now().getTime());

  const check: PictureAllowance["check"] = ({ id, isKeyed }) => {
    const pictures = sent.peek(id);
    const tier = isKeyed ? "keyed" : "anonymous";
    const oldestMs = [
      pictures?.unclear.atOfLast(allowances.unclear[tier]),
      pictures?.clear.atOfLast(allowances.clear[tier]),
    ].filter((atMs) => typeof atMs === "number");
    if (oldestMs.length === 0) return ok(true);
    const waitMs = Math.max(...oldestMs) + hourMs - now().getTime();
    return fail("rate_limited", {
      cause: "pictures",
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  };

  return {
    check,
    attempt: (caller) => {
      const checked = check(caller);
      if (!checked.ok) return checked;
      const one = Symbol("picture");
      const pictures = sent.get(caller.id) ?? { unclear: openWindow(), clear: openWindow() };
      sent.set(caller.id, pictures);
      pictures.unclear.add(one);
      const undo = () => {
        pictures.unclear.remove(one);
        pictures.clear.remove(one);
      };
      const countAsClear = () => {
        undo();
        pictures.clear.add(one);
      };
      return ok({ countAsClear, undo });
    },
  };
};
