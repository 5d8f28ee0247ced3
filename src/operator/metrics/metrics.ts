import { setTimeout as delay } from "node:timers/promises";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Observe } from "../../core/measurements.ts";
import type { Store } from "../../database/store.ts";
import { createCounted } from "./counted.ts";
import { createGauges, type OwnReadings } from "./gauges.ts";
import { readStored, type StoredReadings } from "./stored-readings.ts";

/** Everything that this process measures, as Prometheus reads it. */
export type Metrics = {
  /** Counts one fact. */
  readonly observe: Observe;
  /** The text of a scrape. It waits for the database a second at most, and says what it has without it. */
  readonly scrape: () => Promise<string>;
  readonly contentType: string;
};

/** What is read when somebody asks. */
export type ScrapeSources = {
  readonly own: () => OwnReadings;
  readonly store: Pick<Store, "read">;
  readonly now: () => Date;
};

/** Scrapes within this time share one look into the database. */
const storedForMs = 5_000;
const patienceMs = 1_000;

/** `sourcesOf` is asked at the first scrape: the parts that are measured are made after this. */
export const createMetrics = (sourcesOf: () => ScrapeSources | null): Metrics => {
  const collected = new Registry();
  collectDefaultMetrics({ register: collected });
  const gauges = createGauges(collected);
  const latest: { at: number; reading: Promise<StoredReadings | null> } = {
    at: Number.NEGATIVE_INFINITY,
    reading: Promise.resolve(null),
  };
  return {
    observe: createCounted(collected),
    scrape: async () => {
      const sources = sourcesOf();
      if (sources !== null) {
        gauges.setOwn(sources.own());
        if (performance.now() - latest.at > storedForMs) {
          latest.at = performance.now();
          latest.reading = storedOf(sources);
        }
        gauges.setStored(await inTime(latest.reading));
      }
      return collected.metrics();
    },
    contentType: collected.contentType,
  };
};

const storedOf = async ({ store, now }: ScrapeSources): Promise<StoredReadings | null> => {
  const stored = await readStored(store, now());
  return stored.ok ? stored.value : null;
};

const inTime = async (reading: Promise<StoredReadings | null>): Promise<StoredReadings | null> => {
  const over = new AbortController();
  const late = delay(patienceMs, null, { signal: over.signal }).catch(() => null);
  try {
    return await Promise.race([reading, late]);
  } finally {
    over.abort();
  }
};
