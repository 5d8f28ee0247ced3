import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { createRequire, syncBuiltinESMExports } from "node:module";

/** A simulated process: what it begins is its own, and goes with it. */
export type Owner = { readonly name: string; state: "running" | "paused" | "dead" };

type Event = {
  readonly at: number;
  readonly number: number;
  readonly owner: Owner | null;
  readonly act: () => void;
};

/**
 * A clock that goes on by itself only when nothing is left to do. Timers, pauses and turns of the whole program wait on it,
 * each for the simulated process that set it: a dead one's never come, a paused one's come when it goes on.
 */
export type VirtualTime = {
  /** Goes on evenly, whatever the wall clock is set to. */
  readonly monotonicMs: () => number;
  /** Sets the wall clock on or back. */
  readonly jump: (ms: number) => void;
  readonly wallMs: () => number;
  /** Runs `act`, and all that it leads to, as this process. */
  readonly as: <T>(owner: Owner | null, act: () => T) => T;
  readonly owner: () => Owner | null;
  /** Calls back after so long, as this process or, for null, as the world around all of them. */
  readonly after: (ms: number, owner: Owner | null, act: () => void) => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly resume: (owner: Owner) => void;
  /** Drops all that was to come, when nobody is left who waits for it. */
  readonly forget: () => void;
  /** Lets the time go on until the work is done; rejects when nothing is left that could end it. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Takes the time of this program over, for good. One that needs the real time must not do so. */
export const takeTimeOver = (): VirtualTime => {
  const { setImmediate: realTurn } = globalThis;
  const owners = new AsyncLocalStorage<Owner | null>();
  const state = { nowMs: 0, wallAheadMs: 0, number: 0 };
  const queue = createQueue();
  const held = new Map<Owner, Event[]>();
  const turn = () => new Promise<void>((resolve) => realTurn(() => resolve()));

  const schedule = (ms: number, owner: Owner | null, act: () => void): Event => {
    state.number += 1;
    const event = { at: state.nowMs + Math.max(0, ms || 0), number: state.number, owner, act };
    queue.push(event);
    return event;
  };
  const fire = ({ owner, act }: Event): void => {
    if (owner?.state === "dead") return;
    owners.run(owner, act);
  };
  const step = (): boolean => {
    const event = queue.pop();
    if (event === undefined) return false;
    state.nowMs = Math.max(state.nowMs, event.at);
    if (event.owner?.state === "paused") held.set(event.owner, [...(held.get(event.owner) ?? []), event]);
    else fire(event);
    return true;
  };

  const time: VirtualTime = {
    monotonicMs: () => state.nowMs,
    jump: (ms) => {
      state.wallAheadMs += ms;
    },
    wallMs: () => state.nowMs + state.wallAheadMs,
    as: (owner, act) => owners.run(owner, act),
    owner: () => owners.getStore() ?? null,
    after: (ms, owner, act) => void schedule(ms, owner, act),
    sleep: (ms) =>
      new Promise((resolve) => {
        schedule(ms, owners.getStore() ?? null, () => resolve());
      }),
    resume: (owner) => {
      owner.state = "running";
      for (const event of held.get(owner) ?? []) schedule(0, owner, event.act);
      held.delete(owner);
    },
    forget: () => {
      queue.clear();
      held.clear();
    },
    run: async (work) => {
      let isOver = false;
      const result = owners.run(null, work).finally(() => {
        isOver = true;
      });
      result.catch(() => undefined);
      for (;;) {
        // What the last event led to comes first: promises, ticks, and turns of the platform's own.
        await turn();
        await turn();
        if (isOver) return result;
        if (!step()) {
          await turn();
          if (!isOver && queue.size() === 0) throw new Error("nothing is left that could go on");
        }
      }
    },
  };
  replaceTimers(schedule, () => owners.getStore() ?? null);
  replaceClocks(time);
  return time;
};

type Schedule = (ms: number, owner: Owner | null, act: () => void) => Event;
type Handle = { isCleared: boolean };

/** Timers and turns as programs know them, globally and as promises. */
const replaceTimers = (schedule: Schedule, ownerNow: () => Owner | null): void => {
  const begin = (act: (...args: unknown[]) => void, ms: number, args: unknown[], isRepeated: boolean) => {
    const owner = ownerNow();
    const bound = AsyncResource.bind(() => act(...args));
    const handle: Handle = { isCleared: false };
    let latest = 0;
    const plan = (): void => {
      latest += 1;
      const mine = latest;
      schedule(isRepeated ? Math.max(1, ms) : ms, owner, () => {
        if (handle.isCleared || mine !== latest) return;
        if (isRepeated) plan();
        bound();
      });
    };
    plan();
    const refresh = () => {
      if (!handle.isCleared) plan();
      return timer;
    };
    const timer = Object.assign(handle, {
      ref: () => timer,
      unref: () => timer,
      hasRef: () => true,
      refresh,
    });
    return timer;
  };
  const clear = (timer: unknown): void => {
    if (typeof timer === "object" && timer !== null) Object.assign(timer, { isCleared: true });
  };
  const replaced = {
    setTimeout: (act: () => void, ms = 0, ...args: unknown[]) => begin(act, ms, args, false),
    setInterval: (act: () => void, ms = 0, ...args: unknown[]) => begin(act, ms, args, true),
    setImmediate: (act: () => void, ...args: unknown[]) => begin(act, 0, args, false),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
  Object.assign(globalThis, replaced);
  const require = createRequire(import.meta.url);
  Object.assign(require("node:timers"), replaced);
  const wait = (ms: number, value: unknown) =>
    new Promise((resolve) => {
      replaced.setTimeout(() => resolve(value), ms);
    });
  Object.assign(require("node:timers/promises"), {
    setTimeout: (ms = 0, value?: unknown) => wait(ms, value),
    setImmediate: (value?: unknown) => wait(0, value),
  });
  syncBuiltinESMExports();
};

const replaceClocks = ({ wallMs, monotonicMs }: Pick<VirtualTime, "wallMs" | "monotonicMs">): void => {
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length === 0 ? [wallMs()] : given, made),
    get: (target, name, receiver) => (name === "now" ? wallMs : Reflect.get(target, name, receiver)),
  });
  performance.now = monotonicMs;
};

/** A binary heap of events: the earliest first, and of one moment in the order in which they were made. */
const createQueue = () => {
  const heap: Event[] = [];
  const isBefore = (one: Event, other: Event): boolean =>
    one.at < other.at || (one.at === other.at && one.number < other.number);
  const swap = (one: number, other: number): void => {
    const [a, b] = [heap[one], heap[other]];
    if (a !== undefined && b !== undefined) [heap[one], heap[other]] = [b, a];
  };
  const precedes = (one: number, other: number): boolean => {
    const [a, b] = [heap[one], heap[other]];
    return a !== undefined && b !== undefined && isBefore(a, b);
  };
  return {
    size: () => heap.length,
    clear: () => heap.splice(0),
    push: (event: Event): void => {
      heap.push(event);
      for (let at = heap.length - 1; at > 0; ) {
        const above = (at - 1) >> 1;
        if (!precedes(at, above)) break;
        swap(at, above);
        at = above;
      }
    },
    pop: (): Event | undefined => {
      const first = heap[0];
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return first;
      heap[0] = last;
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        const child = precedes(right, left) ? right : left;
        if (!precedes(child, at)) break;
        swap(at, child);
        at = child;
      }
      return first;
    },
  };
};
