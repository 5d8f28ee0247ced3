import { createLruCache } from "./lru-cache.ts";

/**
 * The most units a minute of one name, such as requests of a network or bytes of a key. Kept in memory: it guards this
 * process, and counts nothing that anyone pays for. `@fastify/rate-limit` counts in fixed windows, which lets twice the
 * limit through around a window's edge, counts what it refuses, and takes no clock.
 */
export type RateLimit = {
  /** Counts one unit or several: 0 when they fit, else the seconds after which they may. What is refused is not counted. */
  readonly take: (name: string, units?: number) => number;
  /** Takes back units that were counted a moment ago. */
  readonly giveBack: (name: string, units: number) => void;
  /** What `take` would say; counts nothing. */
  readonly waitSeconds: (name: string, units?: number) => number;
};

export type RateLimitSettings = {
  readonly unitsPerMinute: number;
  /** So many names are remembered at once. Beyond them the least recent ones are forgotten. */
  readonly namesMax: number;
};

/** Units of one name, counted by stretches of five seconds. `stretch` is the number of the latest. */
type Tally = { readonly counts: number[]; stretch: number };

const stretchMs = 5_000;
/** Twelve full stretches and the running one always cover a whole minute. */
const stretchesKept = 60_000 / stretchMs + 1;

export const createRateLimit = (
  { unitsPerMinute, namesMax }: RateLimitSettings,
  now: () => Date,
): RateLimit => {
  const tallies = createLruCache<string, Tally>(namesMax);

  const tallyOf = (name: string, stretch: number): Tally => {
    const known = tallies.get(name);
    if (known !== undefined) return advance(known, stretch);
    const tally = { counts: new Array<number>(stretchesKept).fill(0), stretch };
    tallies.set(name, tally);
    return tally;
  };

  const waitFor = (name: string, units: number): number => {
    const atMs = now().getTime();
    const tally = tallyOf(name, Math.floor(atMs / stretchMs));
    const taken = tally.counts.reduce((sum, count) => sum + count, 0);
    return taken + units > unitsPerMinute ? secondsUntilRoom(tally, atMs) : 0;
  };

  const add = (name: string, units: number): void => {
    const tally = tallyOf(name, Math.floor(now().getTime() / stretchMs));
    const at = tally.stretch % stretchesKept;
    tally.counts[at] = Math.max(0, (tally.counts[at] ?? 0) + units);
  };

  return {
    take: (name, units = 1) => {
      const wait = waitFor(name, units);
      if (wait === 0) add(name, units);
      return wait;
    },
    giveBack: (name, units) => add(name, -units),
    waitSeconds: (name, units = 1) => waitFor(name, units),
  };
};

/**
 * Forgets stretches that are over, and those that a clock far ahead has counted. One set back a little changes nothing.
 */
const advance = (tally: Tally, stretch: number): Tally => {
  if (tally.stretch - stretch > stretchesKept) {
    tally.counts.fill(0);
    tally.stretch = stretch;
  }
  const passed = Math.min(Math.max(0, stretch - tally.stretch), stretchesKept);
  for (let one = 1; one <= passed; one += 1) tally.counts[(tally.stretch + one) % stretchesKept] = 0;
  tally.stretch = Math.max(tally.stretch, stretch);
  return tally;
};

/** Seconds until the oldest stretch with units is forgotten. */
const secondsUntilRoom = ({ counts, stretch }: Tally, atMs: number): number => {
  const ages = counts.map((_, back) => stretchesKept - 1 - back);
  const oldest = ages.find((age) => (counts[(stretch - age + stretchesKept) % stretchesKept] ?? 0) > 0) ?? 0;
  const roomAtMs = (stretch - oldest + stretchesKept) * stretchMs;
  return Math.max(1, Math.ceil((roomAtMs - atMs) / 1000));
};
