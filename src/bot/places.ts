/** So many at once and no more: those that are begun, and those that are asked for and may come. */
export type Places = {
  /** Lets at most as many be begun by `ask` as are wanted, and as there are places. */
  readonly withRoom: <T>(wanted: number, ask: (room: number) => Promise<T>) => Promise<T>;
};

/** `taken`: how many are begun. */
export const createPlaces = (most: number, taken: () => number): Places => {
  let promised = 0;
  return {
    withRoom: async (wanted, ask) => {
      const room = Math.max(0, Math.min(wanted, most - taken() - promised));
      promised += room;
      try {
        return await ask(room);
      } finally {
        promised -= room;
      }
    },
  };
};
