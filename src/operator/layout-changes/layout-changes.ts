import type { Failure } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import type { Tables, Transaction } from "../../database/schema.ts";
import type { Store } from "../../database/store.ts";

/** Receipts of a layout that this version does not know. `verified`: they met their contract all the same. */
export type LayoutChange = {
  readonly provider: string;
  readonly contractVersion: number;
  /** Empty where nothing could be decoded. */
  readonly fingerprint: string;
  readonly outcome: "verified" | "format_changed";
  /** The part of the contract that was not met; empty where all was. */
  readonly clause: string;
  /** The first such document as `sampleOf` shows it; empty where nothing could be decoded. */
  readonly sample: string;
  readonly times: number;
};

/** A change that is stored. */
export type KnownLayoutChange = LayoutChange & { readonly firstAt: Date; readonly lastAt: Date };

/** The operator's list of layout changes. Counts outlive a restart and processes share them. */
export type LayoutChanges = {
  /** Resolves with the changes that no process had seen before. Failure: `overloaded`, with nothing written. */
  readonly add: (seen: readonly LayoutChange[]) => Promise<Result<readonly LayoutChange[], Failure>>;
  /** What of its contract a provider's receipts did not meet last; empty where that is not known. */
  readonly clauseOf: (provider: string) => Promise<string>;
  /** Newest first. */
  readonly list: () => Promise<Result<readonly KnownLayoutChange[], Failure>>;
};

type Dependencies = { readonly store: Pick<Store, "transaction" | "read">; readonly now: () => Date };

/** The newest changes of each provider are kept. */
const keptMax = 200;

export const createLayoutChanges = ({ store, now }: Dependencies): LayoutChanges => ({
  add: (seen) =>
    store.transaction(async (trx) => {
      const at = now().getTime();
      const added: LayoutChange[] = [];
      for (const change of seen) if (await addOne(trx, change, at)) added.push(change);
      for (const provider of new Set(added.map((change) => change.provider)))
        await deleteOldest(trx, provider);
      return added;
    }),
  clauseOf: async (provider) => {
    const found = await store.read((db) =>
      db
        .selectFrom("layout_change")
        .select("clause")
        .where("provider", "=", provider)
        .where("outcome", "=", "format_changed")
        .orderBy("last_at", "desc")
        .limit(1)
        .executeTakeFirst(),
    );
    return found.ok ? (found.value?.clause ?? "") : "";
  },
  list: () =>
    store.transaction(async (trx) => {
      const rows = await trx
        .selectFrom("layout_change")
        .selectAll()
        .orderBy("last_at", "desc")
        .orderBy("first_at", "desc")
        .orderBy("id")
        .execute();
      return rows.map(rowToChange);
    }),
});

/** Whether it is new. */
const addOne = async (trx: Transaction, change: LayoutChange, at: number): Promise<boolean> => {
  const { provider, contractVersion, fingerprint, outcome, clause, sample, times } = change;
  const { times: timesInAll } = await trx
    .insertInto("layout_change")
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
      conflict
        .column("id")
        .doUpdateSet((eb) => ({ last_at: at, times: eb("layout_change.times", "+", times) })),
    )
    .returning("times")
    .executeTakeFirstOrThrow();
  return Number(timesInAll) === times;
};

const deleteOldest = async (trx: Transaction, provider: string): Promise<void> => {
  const oldest = trx
    .selectFrom("layout_change")
    .select("id")
    .where("provider", "=", provider)
    .orderBy("last_at", "desc")
    .orderBy("first_at", "desc")
    .orderBy("id")
    .limit(1_000)
    .offset(keptMax);
  await trx.deleteFrom("layout_change").where("id", "in", oldest).execute();
};

const rowToChange = (row: Tables["layout_change"]): KnownLayoutChange => ({
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
