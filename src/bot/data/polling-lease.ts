import { createJobLease, type JobLease } from "../../database/job-lease.ts";

/** Telegram serves one poller of a bot: of all its processes that have this database, the one that holds the lease polls. */
export type PollingLease = JobLease;

export const createPollingLease = (deps: Parameters<typeof createJobLease>[1]): PollingLease =>
  createJobLease("polling", deps);
