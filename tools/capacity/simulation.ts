import TinyQueue from "tinyqueue";
import { createDice } from "../mutate/dice.ts";

/** The cost of one question in milliseconds: processor time, and in `waitMs` time without work. */
export type PathCost = {
  /** On the service's main thread, of which each process has one. */
  readonly mainMs: number;
  /** On its other threads, and in the processes that it starts. */
  readonly otherMs: number;
  /** In the database server; 0 where the database is a file. */
  readonly databaseMs: number;
  /** The wait for the bank, the disk and the network while nothing else runs. */
  readonly waitMs: number;
  /** Used by the callers and the bank; 0 where they run on other machines. */
  readonly besideMs: number;
};

export type Fleet = {
  readonly machines: number;
  readonly cores: number;
  readonly processesEach: number;
  /** Processors of the database's own machine; null: it shares the first machine's. */
  readonly databaseCores: number | null;
};

export type Traffic = {
  /** How often each of `costs` is asked, as weights. */
  readonly mix: readonly { readonly cost: PathCost; readonly weight: number }[];
  /** Callers who ask again as soon as they have their answer, or arrivals by chance, so many a second. */
  readonly arrivals: { readonly callers: number } | { readonly perSecond: number };
  readonly seconds: number;
  readonly seed: number;
};

export type Simulated = {
  readonly answeredPerSecond: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Of the processors of all machines, and of the database's. */
  readonly busy: number;
  readonly databaseBusy: number;
};

/** Something that a few can hold at once; the others wait in their order. */
type Places = { free: number; busyMs: number; readonly size: number; readonly waiting: (() => void)[] };

const placesOf = (size: number): Places => ({ free: size, busyMs: 0, size, waiting: [] });

/**
 * Questions that move through the threads, processors and database of a fleet, in simulated time. A question is worked on
 * by the main thread three times: before the bank is asked, when it has answered, and when the answer is counted.
 */
export const simulate = (fleet: Fleet, { mix, arrivals, seconds, seed }: Traffic): Simulated => {
  const dice = createDice(seed, 0);
  const fraction = () => dice.below(1_000_000) / 1_000_000;
  const events = createAgenda();
  const machines = Array.from({ length: fleet.machines }, () => ({
    cores: placesOf(fleet.cores),
    mains: Array.from({ length: fleet.processesEach }, () => placesOf(1)),
  }));
  const first = machines[0]?.cores ?? placesOf(1);
  const database = fleet.databaseCores === null ? first : placesOf(fleet.databaseCores);
  const endMs = seconds * 1_000;
  const times: number[] = [];
  let asked = 0;
  let databaseMs = 0;

  const drawn = (meanMs: number): number => meanMs * (0.5 + fraction());
  const hold = (places: Places, ms: number, then: () => void): void =>
    take(places, () =>
      events.add(ms, () => {
        places.busyMs += ms;
        give(places);
        then();
      }),
    );
  const onMain = (main: Places, cores: Places, ms: number, then: () => void): void =>
    take(main, () =>
      hold(cores, ms, () => {
        give(main);
        then();
      }),
    );

  const ask = (then: () => void): void => {
    asked += 1;
    const { cores, mains } = machines[asked % machines.length] ?? { cores: first, mains: [] };
    const main = mains[Math.floor(asked / machines.length) % mains.length] ?? placesOf(1);
    const cost = chosenBy(mix, fraction());
    const startedAt = events.now();
    const part = cost.mainMs / 3;
    const worked = (next: () => void) => onMain(main, cores, drawn(part), next);
    const inDatabase = (next: () => void) => {
      const ms = drawn(cost.databaseMs / 2);
      hold(database, ms, () => {
        databaseMs += ms;
        next();
      });
    };
    const waited = (next: () => void) => events.add(drawn(cost.waitMs / 2), next);
    const steps = [
      (next: () => void) => hold(first, drawn(cost.besideMs), next),
      worked,
      inDatabase,
      waited,
      (next: () => void) => (cost.otherMs > 0 ? hold(cores, drawn(cost.otherMs), next) : next()),
      worked,
      inDatabase,
      waited,
      worked,
    ];
    const go = (at: number): void => {
      const step = steps[at];
      if (step === undefined) {
        times.push(events.now() - startedAt);
        then();
      } else step(() => go(at + 1));
    };
    go(0);
  };

  if ("callers" in arrivals) {
    const askAgain = (): void => ask(askAgain);
    for (let caller = 0; caller < arrivals.callers; caller += 1) askAgain();
  } else {
    const meanMs = 1_000 / arrivals.perSecond;
    const arrive = (): void => {
      ask(() => {});
      events.add(-Math.log(1 - fraction()) * meanMs, arrive);
    };
    arrive();
  }
  events.runUntil(endMs);

  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.POSITIVE_INFINITY;
  const processorMs = machines.reduce((sum, { cores }) => sum + cores.busyMs, 0);
  return {
    answeredPerSecond: times.length / seconds,
    medianMs: at(0.5),
    p95Ms: at(0.95),
    busy: processorMs / (fleet.machines * fleet.cores * endMs),
    databaseBusy: databaseMs / (database.size * endMs),
  };
};

const take = (places: Places, then: () => void): void => {
  if (places.free === 0) {
    places.waiting.push(then);
    return;
  }
  places.free -= 1;
  then();
};

const give = (places: Places): void => {
  const next = places.waiting.shift();
  if (next === undefined) places.free += 1;
  else next();
};

const chosenBy = (mix: Traffic["mix"], fraction: number): PathCost => {
  const total = mix.reduce((sum, { weight }) => sum + weight, 0);
  let left = fraction * total;
  for (const { cost, weight } of mix) {
    left -= weight;
    if (left < 0) return cost;
  }
  const last = mix.at(-1);
  if (last === undefined) throw new Error("there is nothing to ask");
  return last.cost;
};

type Due = { readonly at: number; readonly run: () => void };

/** What is due, the soonest first. */
const createAgenda = () => {
  const queue = new TinyQueue<Due>([], (a, b) => a.at - b.at);
  let now = 0;
  return {
    now: () => now,
    add: (inMs: number, run: () => void): void => queue.push({ at: now + inMs, run }),
    runUntil: (endMs: number): void => {
      for (let due = queue.pop(); due !== undefined && due.at <= endMs; due = queue.pop()) {
        now = due.at;
        due.run();
      }
    },
  };
};
