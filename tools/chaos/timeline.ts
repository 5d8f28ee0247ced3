import type { Deed, Fault, Plan } from "./plan.ts";

type Playing = {
  readonly act: (deed: Deed, number: number) => Promise<unknown>;
  readonly strike: (fault: Fault) => Promise<unknown>;
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
};

/** Begins each deed and fault of a plan at its time. `running` names those that have not ended. */
export const playTimeline = async (
  { deeds, faults }: Plan,
  { act, strike, nowMs, sleep }: Playing,
): Promise<{ readonly ended: Promise<unknown>; readonly running: ReadonlySet<string> }> => {
  const events = [
    ...deeds.map((deed, number) => ({ atMs: deed.atMs, what: deed, begin: () => act(deed, number) })),
    ...faults.map((fault) => ({ atMs: fault.atMs, what: fault, begin: () => strike(fault) })),
  ].sort((one, other) => one.atMs - other.atMs);
  const running = new Set<string>();
  const begun: Promise<unknown>[] = [];
  const begunMs = nowMs();
  for (const { atMs, what, begin } of events) {
    const waitMs = begunMs + atMs - nowMs();
    if (waitMs > 0) await sleep(waitMs);
    const name = JSON.stringify(what);
    running.add(name);
    begun.push(begin().finally(() => running.delete(name)));
  }
  return { ended: Promise.all(begun), running };
};
