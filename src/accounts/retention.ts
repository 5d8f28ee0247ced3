import type { Failure } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import { dayMs } from "../core/time.ts";
import { deleteOldAccountData } from "../database/retention.ts";
import type { Transaction } from "../database/schema.ts";
import type { Store } from "../database/store.ts";
import { lastingActs } from "./audit.ts";
import type { AccountsContext } from "./context.ts";
import { eraseLateActs, eraseSomeHistory } from "./erase.ts";
import { type Lease, leaseRenewedMs } from "./lease.ts";
import { voidStale } from "./reservations.ts";

/** Voids stale reservations and deletes old rows in regular rounds. */
export type AccountsRetention = {
  /** Renews the lease of this process once. */
  readonly renew: Lease["renew"];
  /** One round: voids at most 1,000 stale reservations, and deletes some of the old rows. */
  readonly applyRetention: () => Promise<Result<{ readonly voided: number }, Failure>>;
  /** Renews the lease every five seconds and applies retention every ten; resolves after the first round. */
  readonly start: () => Promise<void>;
  /** Ends the lease; resolves when the running round has ended. */
  readonly close: () => Promise<void>;
};

type Dependencies = Pick<AccountsContext, "seal" | "pseudonyms"> & {
  readonly store: Pick<Store, "transaction" | "scrub">;
  readonly lease: Lease;
  readonly now: () => Date;
  readonly historyDays: number;
  readonly onRetentionFailed: (failure: Failure) => void;
};

/** Retention is applied at every second renewal. */
const renewalsPerRound = 2;

export const createAccountsRetention = (dependencies: Dependencies): AccountsRetention => {
  const { lease, onRetentionFailed } = dependencies;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let renewals = 0;

  const renewAndApply = async (): Promise<void> => {
    const renewed = await lease.renew();
    const isDue = renewed.ok && renewals++ % renewalsPerRound === 0;
    const done = isDue ? await applyRetention(dependencies) : renewed;
    if (!done.ok) onRetentionFailed(done.error);
  };

  const runRound = (): Promise<void> => {
    round = round.then(renewAndApply).catch((bug: unknown) =>
      // A bug in one round must neither end the process nor the rounds after it.
      onRetentionFailed({ code: "internal_error", detail: String(bug).slice(0, 200) }),
    );
    return round;
  };

  return {
    renew: lease.renew,
    applyRetention: () => applyRetention(dependencies),
    start: () => {
      timer = setInterval(runRound, leaseRenewedMs).unref();
      return runRound();
    },
    close: async () => {
      clearInterval(timer);
      await round;
      await lease.end();
    },
  };
};

const applyRetention = async ({
  store,
  seal,
  pseudonyms,
  now,
  historyDays,
}: Dependencies): Promise<Result<{ readonly voided: number }, Failure>> => {
  const at = now();
  const voided = await store.transaction((trx) => voidStale(trx, at));
  if (!voided.ok) return voided;
  const deleted = await store.transaction(async (trx) => {
    await deleteOldAccountData(trx, at, { historyDays, lastingActs });
    await eraseLateAnswers(trx, at.getTime() - dayMs);
    return eraseLateActs(trx, { seal, pseudonyms, now });
  });
  if (!deleted.ok) return deleted;
  const scrubbed = await store.scrub(deleted.value ? "now" : "if owed");
  return scrubbed.ok ? ok({ voided: voided.value }) : scrubbed;
};

/** An answer that was under way while its account was erased may have written rows. */
const eraseLateAnswers = async (trx: Transaction, since: number): Promise<void> => {
  const erased = await trx
    .selectFrom("account")
    .select("id")
    .where("erased_at", ">", since)
    .orderBy("erased_at", "desc")
    .limit(100)
    .execute();
  for (const { id } of erased) await eraseSomeHistory(trx, id);
};
