/** Values under names. A value is made for the first who takes it, and dropped when the last one gave it back. */
type SharedValues<T> = {
  /** `giveBack` may be called more than once. */
  readonly take: (name: string, make: () => T) => { readonly value: T; readonly giveBack: () => void };
};

export const createSharedValues = <T>(): SharedValues<T> => {
  const values = new Map<string, { readonly value: T; users: number }>();
  return {
    take: (name, make) => {
      const shared = values.get(name) ?? { value: make(), users: 0 };
      values.set(name, shared);
      shared.users += 1;
      let isTaken = true;
      const giveBack = () => {
        if (!isTaken) return;
        isTaken = false;
        shared.users -= 1;
        if (shared.users === 0) values.delete(name);
      };
      return { value: shared.value, giveBack };
    },
  };
};
