/** Who takes turns, or holds permits, with others. */
export type TurnTaker = {
  /** The same for all keys of one account, for one chat, or for one network without a key. */
  readonly id: string;
  /** Known by a key or by a chat with an account. */
  readonly isKeyed: boolean;
};

/** What waits, in the order of turns: callers take turns, and of one caller what came first goes first. */
type FairQueue<Entry> = {
  readonly add: (caller: TurnTaker, entry: Entry) => void;
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
export const keyedInARowMax = 3;

/** Callers in the order of their turns, with what each of them waits for. */
type Ring<Entry> = Map<string, Line<Entry>>;

/** Entries in the order of their coming. However many there are, the next one is found and taken at once. */
type Line<Entry> = {
  readonly add: (entry: Entry) => void;
  readonly first: () => Entry | undefined;
  readonly takeFirst: () => void;
  readonly remove: (entry: Entry) => void;
  readonly all: () => readonly Entry[];
};

const createLine = <Entry>(): Line<Entry> => {
  let entries: Entry[] = [];
  /** Those before it were taken. */
  let from = 0;
  return {
    add: (entry) => void entries.push(entry),
    first: () => entries[from],
    takeFirst: () => {
      from += 1;
      if (from <= entries.length / 2) return;
      entries = entries.slice(from);
      from = 0;
    },
    remove: (entry) => {
      const at = entries.indexOf(entry, from);
      if (at !== -1) entries.splice(at, 1);
    },
    all: () => entries.slice(from),
  };
};

export const createFairQueue = <Entry>(): FairQueue<Entry> => {
  const keyed: Ring<Entry> = new Map();
  const anonymous: Ring<Entry> = new Map();
  let keyedInARow = 0;

  const ringOfTurn = (): Ring<Entry> =>
    keyed.size === 0 || (anonymous.size > 0 && keyedInARow >= keyedInARowMax) ? anonymous : keyed;

  const peek = (): Entry | undefined => ringOfTurn().values().next().value?.first();

  const all = (): readonly Entry[] =>
    [...keyed.values(), ...anonymous.values()].flatMap((line) => line.all());

  return {
    add: ({ id, isKeyed }, entry) => {
      const ring = isKeyed ? keyed : anonymous;
      const line = ring.get(id) ?? createLine<Entry>();
      ring.set(id, line);
      line.add(entry);
    },
    peek,
    next: () => {
      const ring = ringOfTurn();
      const [first] = ring;
      if (first === undefined) return undefined;
      const [id, line] = first;
      const entry = line.first();
      line.takeFirst();
      // Its caller's next one goes behind those of all others.
      ring.delete(id);
      if (line.first() !== undefined) ring.set(id, line);
      keyedInARow = ring === keyed && anonymous.size > 0 ? keyedInARow + 1 : 0;
      return entry;
    },
    remove: (entry) => {
      for (const ring of [keyed, anonymous])
        for (const [id, line] of ring) {
          line.remove(entry);
          if (line.first() === undefined) ring.delete(id);
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
