/** Choices that the same seed makes again. */
export type Dice = {
  /** A whole number from 0 up to, not including, `limit`. */
  readonly below: (limit: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** True this often in a hundred. */
  readonly chance: (percent: number) => boolean;
  readonly shuffle: <Item>(items: readonly Item[]) => Item[];
};

/** Dice for one document: every document of a run can be made again from the run's seed and its own number. */
export const createDice = (seed: number, number: number): Dice => {
  let state = scramble(scramble(seed) ^ scramble(number + 0x9e3779b9));
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    return scramble(state) / 0x1_0000_0000;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  return {
    below,
    pick,
    chance: (percent) => next() * 100 < percent,
    shuffle: (items) => {
      const order = items.map((item) => ({ item, at: next() }));
      return order.sort((a, b) => a.at - b.at).map(({ item }) => item);
    },
  };
};

/** Mixes 32 bits (the finalizer of splitmix32). */
const scramble = (value: number): number => {
  let mixed = value >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};
