import { ok, type Result } from "../../../src/core/result.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Happening, Update } from "./wire.ts";

type PollParameters = {
  /** First update to hand out; all earlier ones are confirmed. Negative counts from the end. */
  readonly offset: number;
  readonly limit: number;
  readonly timeoutSeconds: number;
  /** Kinds to hand out from now on; undefined keeps the last choice, empty means all. */
  readonly allowed: readonly string[] | undefined;
};

type Polled = Result<readonly Update[], Refusal>;

export type UpdateQueue = {
  readonly push: (happening: Happening) => void;
  /** Long poll. A second poller ends the first one with 409, as Telegram does. */
  readonly poll: (parameters: PollParameters, signal: AbortSignal) => Promise<Polled>;
  readonly pendingCount: () => number;
  readonly allowed: () => readonly string[];
  readonly drop: () => void;
  readonly close: () => void;
};

const updatesKept = 1000;

/** Updates wait here until a poller confirms them. */
export const createUpdateQueue = (): UpdateQueue => {
  let nextId = 1;
  let updates: readonly Update[] = [];
  let allowed: readonly string[] = [];
  let poller: { readonly wake: () => void; readonly end: (polled: Polled) => void } | null = null;

  const confirm = (offset: number) => {
    updates = offset < 0 ? updates.slice(offset) : updates.filter((update) => update.update_id >= offset);
  };

  return {
    push: (happening) => {
      if (allowed.length > 0 && !Object.keys(happening).some((kind) => allowed.includes(kind))) return;
      updates = [...updates, { update_id: nextId++, ...happening }].slice(-updatesKept);
      poller?.wake();
    },
    poll: ({ offset, limit, timeoutSeconds, allowed: wanted }, signal) => {
      allowed = wanted ?? allowed;
      poller?.end(conflict());
      confirm(offset);
      return new Promise((resolve) => {
        const end = (polled: Polled) => {
          clearTimeout(timer);
          signal.removeEventListener("abort", abandon);
          if (poller === me) poller = null;
          resolve(polled);
        };
        const wake = () => {
          if (updates.length > 0) end(ok(updates.slice(0, limit)));
        };
        const abandon = () => end(ok([]));
        const me = { wake, end };
        poller = me;
        const timer = setTimeout(abandon, timeoutSeconds * 1000);
        signal.addEventListener("abort", abandon);
        wake();
      });
    },
    pendingCount: () => updates.length,
    allowed: () => allowed,
    drop: () => {
      updates = [];
    },
    close: () => poller?.end(ok([])),
  };
};

const conflict = () =>
  refuse(
    409,
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
  );
