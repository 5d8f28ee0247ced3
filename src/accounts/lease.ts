import { freshId } from "../core/crypto.ts";
import type { Failure } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import type { Lifeline } from "../database/lifeline.ts";
import type { Store } from "../database/store.ts";

/** The lease of this process. Its reservations become void when the lease ends. */
export type Lease = {
  /** Null before the first renewal, and when the last one is too long ago. */
  readonly id: () => string | null;
  /** Due every `leaseRenewedMs`. Also ends the leases of dead processes. Failure: `overloaded`. */
  readonly renew: () => Promise<Result<unknown, Failure>>;
  /** Ends the lease. */
  readonly end: () => Promise<void>;
};

export const leaseRenewedMs = 5_000;
const leaseMs = 20_000;

type Dependencies = { readonly store: Pick<Store, "transaction" | "lifeline">; readonly now: () => Date };

export const createLease = ({ store, now }: Dependencies): Lease => {
  const id = freshId(12);
  const { lifeline } = store;
  let expiresAt = 0;

  /** Ends the leases of dead processes before they expire. */
  const endThoseOfTheDead = async (alive: Lifeline): Promise<void> => {
    const ended = await store.transaction(async (trx) => {
      const others = await trx.selectFrom("process_lease").select("id").where("id", "!=", id).execute();
      const gone = others.map((other) => other.id).filter(alive.isGone);
      if (gone.length > 0) await trx.deleteFrom("process_lease").where("id", "in", gone).execute();
      return gone;
    });
    if (ended.ok) for (const other of ended.value) alive.bury(other);
  };

  /** No live process is ahead by so much. A wrong clock took the lease, and its process may be gone. */
  const endThoseAhead = (expires_at: number) =>
    store.transaction((trx) =>
      trx
        .updateTable("process_lease")
        .set({ expires_at })
        .where("expires_at", ">", expires_at + leaseMs)
        .execute(),
    );

  return {
    id: () => (now().getTime() < expiresAt ? id : null),
    renew: async () => {
      // The lifeline must be held before another process can ask about it.
      lifeline?.hold(id);
      const expires_at = now().getTime() + leaseMs;
      const renewed = await store.transaction((trx) =>
        trx
          .insertInto("process_lease")
          .values({ id, expires_at })
          .onConflict((conflict) => conflict.column("id").doUpdateSet({ expires_at }))
          .execute(),
      );
      if (!renewed.ok) return renewed;
      expiresAt = expires_at;
      const shortened = await endThoseAhead(expires_at);
      if (!shortened.ok) return shortened;
      if (lifeline !== null) await endThoseOfTheDead(lifeline);
      return renewed;
    },
    end: async () => {
      // The lease expires by itself when the database is away.
      if (expiresAt > 0)
        await store.transaction((trx) => trx.deleteFrom("process_lease").where("id", "=", id).execute());
      expiresAt = 0;
      lifeline?.letGo();
    },
  };
};
