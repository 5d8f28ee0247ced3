import { err, ok, type Result } from "../core/result.ts";
import { createSlidingWindow } from "../core/sliding-window.ts";

/**
 * What one question told about the provider's health. `layout_changed`: a whole answer that is not what we know, which
 * says nothing against its infrastructure. `untold`: the question ended on our side.
 */
export type Health =
  | { readonly kind: "answered" | "layout_changed" | "untold" }
  | { readonly kind: "failed"; readonly pauseMs?: number };

/**
 * Leave to ask once; settled exactly once, later settlements change nothing. `caller`: whose question it was, by any name;
 * null: of no particular caller.
 */
export type Pass = { readonly settle: (health: Health, caller?: string | null) => void };

/**
 * Circuit breaker of one provider (design 7): asks nothing while most of what was asked failed, then lets one
 * probe through at a time. `pauseMs` of a failure, which the provider named itself, opens it at once.
 */
export type Circuit = {
  /** Milliseconds until asking can help again; 0 while `admit` would give a pass. */
  readonly refusesForMs: () => number;
  /** `openMs`: for how long it has not been closed. */
  readonly reading: () => CircuitReading;
  /** A pass, or the milliseconds until asking can help again. */
  readonly admit: () => Result<Pass, number>;
};

export type CircuitReading = { readonly state: State["kind"]; readonly openMs: number };

export type CircuitLimits = {
  readonly windowMs: number;
  /** Settled questions in the window below which nothing is concluded. */
  readonly leastQuestions: number;
  readonly failedShare: number;
  readonly firstOpenMs: number;
  readonly longestOpenMs: number;
  /** What a caller is told while a probe is on its way. */
  readonly probeWaitMs: number;
  /** Failures of one caller that count at most within the window, so that no caller shuts a provider for the others. */
  readonly failuresOfOneCallerMax: number;
};

type State =
  | { readonly kind: "closed" }
  | { readonly kind: "open"; readonly until: number; readonly nextOpenMs: number }
  | { readonly kind: "probing"; readonly nextOpenMs: number };

export const createCircuit = (limits: CircuitLimits, monotonicMs: () => number): Circuit => {
  const settled = createSlidingWindow<"answered" | "failed">(limits.windowMs, monotonicMs);
  /** Who asked what failed. */
  const blamed = createSlidingWindow<string>(limits.windowMs, monotonicMs);
  let state: State = { kind: "closed" };
  /** When it was last closed. */
  let closedUntil = 0;

  /** Whether an caller's failure says anything: after a few of them it may be what they ask, and not the provider. */
  const isTelling = (caller: string | null): boolean => {
    if (caller === null) return true;
    if (blamed.events().filter((one) => one === caller).length >= limits.failuresOfOneCallerMax) return false;
    blamed.add(caller);
    return true;
  };

  const open = (openMs: number, nextOpenMs: number): void => {
    settled.clear();
    if (state.kind === "closed") closedUntil = monotonicMs();
    state = {
      kind: "open",
      until: monotonicMs() + openMs,
      nextOpenMs: Math.min(nextOpenMs, limits.longestOpenMs),
    };
  };

  const settleClosed = (health: Health): void => {
    if (health.kind === "answered") settled.add("answered");
    if (health.kind !== "failed") return;
    settled.add("failed");
    const events = settled.events();
    const failed = events.filter((one) => one === "failed").length;
    const isTripped = events.length >= limits.leastQuestions && failed / events.length >= limits.failedShare;
    if (isTripped) open(Math.max(limits.firstOpenMs, health.pauseMs ?? 0), limits.firstOpenMs * 2);
    else if (health.pauseMs !== undefined) open(health.pauseMs, limits.firstOpenMs);
  };

  const settleProbe = (health: Health, nextOpenMs: number): void => {
    if (health.kind === "failed") open(Math.max(nextOpenMs, health.pauseMs ?? 0), nextOpenMs * 2);
    else if (health.kind === "untold") open(0, nextOpenMs);
    else state = { kind: "closed" };
  };

  const passOf = (admitted: State): Pass => ({
    settle: (told, caller = null) => {
      // What was asked before the circuit opened tells nothing about how the provider is now.
      if (admitted !== state) return;
      const health: Health = told.kind === "failed" && !isTelling(caller) ? { kind: "untold" } : told;
      if (admitted.kind === "probing") settleProbe(health, admitted.nextOpenMs);
      else settleClosed(health);
    },
  });

  const refusesForMs = (): number => {
    if (state.kind === "closed") return 0;
    return state.kind === "open" ? Math.max(0, state.until - monotonicMs()) : limits.probeWaitMs;
  };

  return {
    refusesForMs,
    reading: () => ({
      state: state.kind,
      openMs: state.kind === "closed" ? 0 : monotonicMs() - closedUntil,
    }),
    admit: () => {
      const waitMs = refusesForMs();
      if (waitMs > 0) return err(waitMs);
      if (state.kind === "open") state = { kind: "probing", nextOpenMs: state.nextOpenMs };
      return ok(passOf(state));
    },
  };
};
