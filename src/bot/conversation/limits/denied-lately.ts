import { createLruCache } from "../../../core/lru-cache.ts";
import { minuteMs } from "../../../core/time.ts";
import type { Candidate } from "../../../verify/candidates.ts";

/** At which banks people were told that they get no answers, as far as that is remembered. */
const deniedMax = 5_000;

/** People who were told why they get no answers, for a minute: at each bank by itself, since some limits are a bank's. */
export const createDeniedLately = (now: () => Date) => {
  const deniedAt = createLruCache<string, number>(deniedMax);
  return {
    has: (person: number, named: readonly Pick<Candidate, "provider">[]): boolean => {
      const earliest = now().getTime() - minuteMs;
      return named.every(({ provider }) => (deniedAt.get(`${person} ${provider}`) ?? 0) > earliest);
    },
    note: (person: number, named: readonly Pick<Candidate, "provider">[]): void => {
      for (const { provider } of named) deniedAt.set(`${person} ${provider}`, now().getTime());
    },
  };
};
