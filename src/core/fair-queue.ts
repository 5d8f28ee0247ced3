/** Whose turn it is. */
export type WaitingCaller = {
  /** The same for all keys of one account, for one chat, or for one network without a key. */
  readonly id: string;
  /** Known by a key or by a chat with an account. */
  readonly isKeyed: boolean;
};

/** What waits, in the order of turns: callers take turns, and of one caller what came first goes first. */
type FairQueue<Entry> = {
  readonly add: (caller: WaitingCaller, entry: Entry) => void;
  /** The one whose turn it is, which stays in the queue. */
  readonly peek: () => Entry | undefined;
  /** Takes it out. */
  readonly next: () => Entry | undefined;
  readonly remove: (entry: Entry) => void;
  readonly size: () => number;
  /** Empties it. */
  readonly takeAll: () => readonly Entry[];
};

/** Keyed callers go first, but after so many of their turns in a row an anonymous one that waits has the next. */
const keyedInARowMax = 3;

/** Callers in the order of their turns, with what each of them waits for. */
type Ring<Entry> = Map<string, Entry[]>;

export const createFairQueue = <Entry>(): FairQueue<Entry> => {
  const keyed: Ring<Entry> = new Map();
  const anonymous: Ring<Entry> = new Map();
  let keyedInARow = 0;

  const ringOfTurn = (): Ring<Entry> =>
    keyed.size === 0 || (anonymous.size > 0 && keyedInARow >= keyedInARowMax) ? anonymous : keyed;

  const takeFrom = (ring: Ring<Entry>, id: string, entry: Entry): void => {
    const left = (ring.get(id) ?? []).filter((one) => one !== entry);
    ring.delete(id);
    if (left.length > 0) ring.set(id, left);
  };

  const peek = (): Entry | undefined => [...ringOfTurn().values()][0]?.[0];

  const all = (): readonly Entry[] => [...keyed.values(), ...anonymous.values()].flat();

  return {
    add: ({ id, isKeyed }, entry) => {
      const ring = isKeyed ? keyed : anonymous;
      ring.set(id, [...(ring.get(id) ?? []), entry]);
    },
    peek,
    next: () => {
      const ring = ringOfTurn();
      const [first] = ring;
      if (first === undefined) return undefined;
      const [id, [entry]] = first;
      if (entry === undefined) return undefined;
      // Its caller's next one goes behind those of all others.
      takeFrom(ring, id, entry);
      keyedInARow = ring === keyed && anonymous.size > 0 ? keyedInARow + 1 : 0;
      return entry;
    },
    remove: (entry) => {
      for (const ring of [keyed, anonymous])
        for (const [id, entries] of ring) {
          const left = entries.filter((one) => one !== entry);
          if (left.length === 0) ring.delete(id);
          else ring.set(id, left);
        }
    },
    size: () => all().length,
    takeAll: () => {
      const entries = all();
      keyed.clear();
      anonymous.clear();
      return entries;
    },
  };
};
