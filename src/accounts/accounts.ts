import { createOwnUpdates } from "../bot/data/inbox.ts";
import { createSeal } from "../core/crypto.ts";
import type { Failure } from "../core/failure.ts";
import type { Store } from "../database/store.ts";
import { type AccountsAdmin, createAdmin } from "./admin.ts";
import { createCommit, createVoid } from "./commit.ts";
import type { Counting } from "./counting.ts";
import { createKeyGuard, type KeyGuard } from "./key-guard.ts";
import { createLease } from "./lease.ts";
import { createAllowanceOf, createAuthenticate, createQuotaOf, createReserve } from "./reserve.ts";
import { createNames } from "./subject.ts";
import { createUpkeep, type Upkeep } from "./upkeep.ts";

export type * from "./admin.ts";
export { endOfDay } from "./admission.ts";
export { auditActs } from "./audit.ts";
export type * from "./caller.ts";
export type * from "./counting.ts";
export type { ChatMessage, FirstAsker, ReceiptSource, SeenBefore } from "./history.ts";
export { addressBlockOf, keyScopes } from "./key-attributes.ts";
export { type KeyMode, leakedKeysIn, percentDecoded } from "./key-text.ts";
export { describeKey } from "./keys.ts";
export { readRedeemed } from "./linking.ts";
export { networkOf } from "./subject.ts";

export type Accounts = Counting & AccountsAdmin & KeyGuard;

type AccountsDependencies = {
  readonly store: Pick<Store, "transaction" | "read" | "lifeline" | "scrub">;
  readonly secret: string;
  readonly now: () => Date;
  /** How long what an account asked is kept. */
  readonly historyDays?: number;
  /** Hears of a round of upkeep that failed; the next one tries again. */
  readonly onSweepFailed?: (failure: Failure) => void;
};

/** Quotas, keys and money of all callers, the same for every face (design 5). */
export const createAccounts = (deps: AccountsDependencies): Accounts & Upkeep => {
  const { store, secret, now, historyDays = 90, onSweepFailed = () => {} } = deps;
  const names = createNames(secret);
  const lease = createLease({ store, now });
  const ownUpdates = createOwnUpdates({ secret, now });
  const context = { store, names, seal: createSeal(secret, "people"), lease, ownUpdates, now };
  return {
    authenticate: createAuthenticate(context),
    reserve: createReserve(context),
    commit: createCommit(context),
    void: createVoid(context),
    allowanceOf: createAllowanceOf(context),
    quotaOf: createQuotaOf(context),
    leaseId: lease.id,
    ...createAdmin(context),
    ...createKeyGuard({ now }),
    ...createUpkeep({ store, lease, now, historyDays, onSweepFailed }),
  };
};
