import type { Failure } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import type { Tables, Work } from "../../database/schema.ts";
import type { Store } from "../../database/store.ts";

/**
 * Receipts whose layout this version does not know: `verified` when they met their contract nevertheless,
 * `format_changed` when they did not.
 */
export type Drift = {
  readonly provider: string;
  readonly contractVersion: number;
  /** `""` where nothing could be decoded. */
  readonly fingerprint: string;
  readonly outcome: "verified" | "format_changed";
  /** What of the contract was not met; `""` where all was. */
  readonly clause: string;
  /** The first such document as `sampleOf` shows it; `""` where nothing could be decoded. */
  readonly sample: string;
  readonly times: number;
};

/** What is known of one drift: how often, and since when. */
export type KnownDrift = Drift & { readonly firstAt: Date; readonly lastAt: Date };

/** The operator's list of drift, in SQL, so that counts outlive a restart and processes share them. */
export type DriftBook = {
  /** Adds what was seen; resolves with what no process had seen before. Fails with `overloaded`, nothing written. */
  readonly add: (seen: readonly Drift[]) => Promise<Result<readonly Drift[], Failure>>;
  /** Newest first. */
  readonly list: () => Promise<Result<readonly KnownDrift[], Failure>>;
};

type Dependencies = { readonly store: Pick<Store, "transaction">; readonly now: () => Date };

/** Of each provider the newest are kept. */
const keptMax = 200;

export const createDriftBook = ({ store, now }: Dependencies): DriftBook => ({
  add: (seen) =>
    store.transaction(async (work) => {
      const at = now().getTime();
      const unheard: Drift[] = [];
      for (const drift of seen) if (await addOne(work, drift, at)) unheard.push(drift);
      for (const provider of new Set(unheard.map((drift) => drift.provider)))
        await forgetOldest(work, provider);
      return unheard;
    }),
  list: () =>
    store.transaction(async (work) => {
      const rows = await work
        .selectFrom("drift")
        .selectAll()
        .orderBy("last_at", "desc")
        .orderBy("first_at", "desc")
        .orderBy("id")
        .execute();
      return rows.map(driftOf);
    }),
});

/** Whether it is new. */
const addOne = async (work: Work, drift: Drift, at: number): Promise<boolean> => {
  const { provider, contractVersion, fingerprint, outcome, clause, sample, times } = drift;
  const { times: timesInAll } = await work
    .insertInto("drift")
    .values({
      id: JSON.stringify([provider, contractVersion, fingerprint, outcome, clause]),
      provider,
      contract_version: contractVersion,
      fingerprint,
      outcome,
      clause,
      sample,
      first_at: at,
      last_at: at,
      times,
    })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({ last_at: at, times: eb("drift.times", "+", times) })),
    )
    .returning("times")
    .executeTakeFirstOrThrow();
  return Number(timesInAll) === times;
};

const forgetOldest = async (work: Work, provider: string): Promise<void> => {
  const oldest = work
    .selectFrom("drift")
    .select("id")
    .where("provider", "=", provider)
    .orderBy("last_at", "desc")
    .orderBy("first_at", "desc")
    .orderBy("id")
    .limit(1_000)
    .offset(keptMax);
  await work.deleteFrom("drift").where("id", "in", oldest).execute();
};

const driftOf = (row: Tables["drift"]): KnownDrift => ({
  provider: row.provider,
  contractVersion: row.contract_version,
  fingerprint: row.fingerprint,
  outcome: row.outcome,
  clause: row.clause,
  sample: row.sample,
  firstAt: new Date(Number(row.first_at)),
  lastAt: new Date(Number(row.last_at)),
  times: Number(row.times),
});
