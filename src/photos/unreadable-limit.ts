import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { PictureCaller } from "./picture-caller.ts";

/** How many pictures that point to no receipt a caller may send in an hour. They are charged to nobody. */
export const unreadableMax = { anonymous: 20, keyed: 120 };

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

const hourMs = 60 * 60 * 1000;

/** `callersMax`: beyond so many those whose last picture was longest ago are forgotten. */
export const createUnreadableLimit = ({ now, callersMax = 20_000 }: Dependencies): UnreadableLimit => {
  /** When each caller's pictures of the last hour were sent, the oldest first. */
  const attempts = new Map<string, { readonly atMs: number }[]>();

  const recentOf = ({ id }: PictureCaller) =>
    (attempts.get(id) ?? []).filter(({ atMs }) => now().getTime() - atMs < hourMs);

  const check: UnreadableLimit["check"] = (caller) => {
    const recent = recentOf(caller);
    const most = caller.isKeyed ? unreadableMax.keyed : unreadableMax.anonymous;
    const [oldest] = recent.slice(-most);
    if (recent.length < most || oldest === undefined) return ok(true);
    const waitMs = oldest.atMs + hourMs - now().getTime();
    return fail("rate_limited", {
      subject: "pictures",
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  };

  const remember = (id: string, recent: { readonly atMs: number }[]): void => {
    attempts.delete(id);
    if (recent.length > 0) attempts.set(id, recent);
    for (const first of attempts.keys()) {
      if (attempts.size <= callersMax) break;
      attempts.delete(first);
    }
  };

  return {
    check,
    attempt: (caller) => {
      const checked = check(caller);
      if (!checked.ok) return checked;
      const one = { atMs: now().getTime() };
      remember(caller.id, [...recentOf(caller), one]);
      const undo = () =>
        remember(
          caller.id,
          (attempts.get(caller.id) ?? []).filter((other) => other !== one),
        );
      return ok({ undo });
    },
  };
};
