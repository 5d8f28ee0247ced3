import { type Failure, fail } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import type { Store } from "./store.ts";

/** Work that one process at a time may do. */
export type Job = "polling";

/** Which process does a job: one that lives. When it is gone, the next one that asks does it. */
export type JobLease = {
  /** Takes the job, or keeps it. False: another process does it. Fails with `overloaded` while the database is away. */
  readonly hold: () => Promise<Result<boolean, Failure>>;
  /** Leaves the job to others at once. */
  readonly release: () => Promise<void>;
};

type Dependencies = {
  readonly store: Pick<Store, "transaction">;
  /** This process's row in `process_lease`; null while it has none, and then it does no such job. */
  readonly leaseId: () => string | null;
  readonly now: () => Date;
};

export const createJobLease = (job: Job, { store, leaseId, now }: Dependencies): JobLease => ({
  hold: async () => {
    const lease = leaseId();
    if (lease === null) return fail("overloaded", { detail: "this process has no lease now" });
    return store.transaction(async (trx) => {
      const alive = trx.selectFrom("process_lease").select("id").where("expires_at", ">", now().getTime());
      // One statement decides, on the row itself.
      const held = await trx
        .insertInto("job_lease")
        .values({ job, lease })
        .onConflict((conflict) =>
          conflict
            .column("job")
            .doUpdateSet({ lease })
            .where((eb) =>
              eb.or([eb("job_lease.lease", "=", lease), eb("job_lease.lease", "not in", alive)]),
            ),
        )
        .returning("lease")
        .executeTakeFirst();
      return held !== undefined;
    });
  },

  release: async () => {
    const lease = leaseId();
    // Else it is free when the lease of this process ends.
    if (lease === null) return;
    await store.transaction((trx) =>
      trx.deleteFrom("job_lease").where("job", "=", job).where("lease", "=", lease).execute(),
    );
  },
});
