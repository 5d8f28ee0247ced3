import { err, ok, type Result } from "../core/result.ts";
import { createSlidingWindow } from "../core/sliding-window.ts";

/**
 * What one question told about the provider's health. `layout_changed`: a whole answer that is not what we know, which
 * says nothing against its infrastructure. `untold`: the question ended on our side.
 */
export type Health =
  | { readonly kind: "answered" | "layout_changed" | "untold" }
  | { readonly kind: "failed"; readonly pauseMs?: number };

/** Leave to ask once; settled exactly once, later settlements change nothing. */
export type Pass = { readonly settle: (health: Health) => void };

/**
 * Circuit breaker of one provider: asks nothing while most of what was asked failed, then lets one
 * probe through at a time. `pauseMs` of a failure, which the provider named itself, opens it at once. A caller is known by
 * any name; null: no particular one. The probe of one caller keeps it open for everybody once. When another one of the same
 * caller fails, only that caller waits: it may be what they ask.
 */
export type Circuit = {
  /** Milliseconds until asking can help this caller again; 0 while `admit` would give a pass. */
  readonly refusesForMs: (caller?: string | null) => number;
  /** `openMs`: for how long it has not been closed. */
  readonly reading: () => CircuitReading;
  /** A pass, or the milliseconds until asking can help again. */
  readonly admit: (caller?: string | null) => Result<Pass, number>;
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
  /** Whose probe has failed since it was closed, and for how long they send none. */
  const probed = new Map<string, { readonly until: number; readonly nextMs: number }>();
  /** When it was last closed. */
  let closedUntil = 0;

  /** Whether a caller's failure says anything: after a few of them it may be what they ask, and not the provider. */
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

  const failProbe = (pauseMs: number, nextOpenMs: number, caller: string | null): void => {
    const openMs = Math.max(nextOpenMs, pauseMs);
    const before = caller === null ? undefined : probed.get(caller);
    if (before === undefined) open(openMs, nextOpenMs * 2);
    else open(0, nextOpenMs);
    if (caller === null) return;
    const ownMs = before?.nextMs ?? openMs;
    const nextMs = Math.min(ownMs * 2, limits.longestOpenMs);
    probed.set(caller, { until: monotonicMs() + ownMs, nextMs });
  };

  const settleProbe = (health: Health, nextOpenMs: number, caller: string | null): void => {
    if (health.kind === "failed") failProbe(health.pauseMs ?? 0, nextOpenMs, caller);
    else if (health.kind === "untold") open(0, nextOpenMs);
    else {
      probed.clear();
      state = { kind: "closed" };
    }
  };

  const passOf = (admitted: State, caller: string | null): Pass => ({
    settle: (health) => {
      // What was asked before the circuit opened tells nothing about how the provider is now.
      if (admitted !== state) return;
      if (admitted.kind === "probing") settleProbe(health, admitted.nextOpenMs, caller);
      else settleClosed(health.kind === "failed" && !isTelling(caller) ? { kind: "untold" } : health);
    },
  });

  const refusesForMs = (caller: string | null = null): number => {
    if (state.kind === "closed") return 0;
    if (state.kind === "probing") return limits.probeWaitMs;
    const ownUntil = caller === null ? 0 : (probed.get(caller)?.until ?? 0);
    return Math.max(0, Math.max(state.until, ownUntil) - monotonicMs());
  };

  return {
    refusesForMs,
    reading: () => ({
      state: state.kind,
      openMs: state.kind === "closed" ? 0 : monotonicMs() - closedUntil,
    }),
    admit: (caller = null) => {
      const waitMs = refusesForMs(caller);
      if (waitMs > 0) return err(waitMs);
      if (state.kind === "open") state = { kind: "probing", nextOpenMs: state.nextOpenMs };
      return ok(passOf(state, caller));
    },
  };
};
