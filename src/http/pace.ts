/**
 * At most so many requests a minute from one network (design 5), whatever they ask. Kept in memory: it guards
 * this process, and counts nothing that anyone pays for.
 */
export type Pace = {
  /** Counts a request: 0 when it may go on, else the seconds after which one may. A refused one is not counted. */
  readonly take: (network: string) => number;
};

type Limits = {
  readonly requestsPerMinute: number;
  /** Networks that are remembered at once; beyond them those that were heard of first are forgotten. */
  readonly networksMax: number;
};

export const addressPace: Limits = { requestsPerMinute: 600, networksMax: 20_000 };

/** Requests of one network by stretches of five seconds; `stretch` is the number of the latest. */
type Tally = { readonly counts: number[]; stretch: number };

const stretchMs = 5_000;
/** A whole minute whatever the moment: twelve full stretches and the running one. */
const stretchesKept = 60_000 / stretchMs + 1;

export const createPace = ({ requestsPerMinute, networksMax }: Limits, now: () => Date): Pace => {
  const tallies = new Map<string, Tally>();

  const tallyOf = (network: string, stretch: number): Tally => {
    const known = tallies.get(network);
    if (known !== undefined) return advance(known, stretch);
    for (const first of tallies.keys()) {
      if (tallies.size < networksMax) break;
      tallies.delete(first);
    }
    const tally = { counts: new Array<number>(stretchesKept).fill(0), stretch };
    tallies.set(network, tally);
    return tally;
  };

  return {
    take: (network) => {
      const atMs = now().getTime();
      const stretch = Math.floor(atMs / stretchMs);
      const tally = tallyOf(network, stretch);
      const taken = tally.counts.reduce((sum, count) => sum + count, 0);
      if (taken >= requestsPerMinute) return secondsUntilRoom(tally, atMs);
      const at = tally.stretch % stretchesKept;
      tally.counts[at] = (tally.counts[at] ?? 0) + 1;
      return 0;
    },
  };
};

/** Forgets the stretches that have passed since; a clock that was set back changes nothing. */
const advance = (tally: Tally, stretch: number): Tally => {
  const passed = Math.min(Math.max(0, stretch - tally.stretch), stretchesKept);
  for (let one = 1; one <= passed; one += 1) tally.counts[(tally.stretch + one) % stretchesKept] = 0;
  tally.stretch = Math.max(tally.stretch, stretch);
  return tally;
};

/** When the oldest stretch that holds requests is forgotten. */
const secondsUntilRoom = ({ counts, stretch }: Tally, atMs: number): number => {
  const ages = counts.map((_, back) => stretchesKept - 1 - back);
  const oldest = ages.find((age) => (counts[(stretch - age + stretchesKept) % stretchesKept] ?? 0) > 0) ?? 0;
  const roomAtMs = (stretch - oldest + stretchesKept) * stretchMs;
  return Math.max(1, Math.ceil((roomAtMs - atMs) / 1000));
};
