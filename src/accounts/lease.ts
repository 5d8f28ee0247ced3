import { randomBytes } from "node:crypto";
import type { Failure } from "../failure.ts";
import type { Result } from "../result.ts";
import type { Store } from "../store/store.ts";

/** That this process lives. Without it the reservations it left behind are void (design 5). */
export type Lease = {
  /** Null before the first renewal, and when the last one is too long ago to be relied on. */
  readonly id: () => string | null;
  /** Due every `leaseRenewedMs`; fails with `overloaded`. */
  readonly renew: () => Promise<Result<unknown, Failure>>;
  /** Gives it up. */
  readonly end: () => Promise<void>;
};

export const leaseRenewedMs = 5_000;
const leaseMs = 25_000;

type Dependencies = { readonly store: Pick<Store, "transaction">; readonly now: () => Date };

export const createLease = ({ store, now }: Dependencies): Lease => {
  const id = randomBytes(12).toString("base64url");
  let expiresAt = 0;
  return {
    id: () => (now().getTime() < expiresAt ? id : null),
    renew: async () => {
      const expires_at = now().getTime() + leaseMs;
      const renewed = await store.transaction((work) =>
        work
          .insertInto("process_lease")
          .values({ id, expires_at })
          .onConflict((conflict) => conflict.column("id").doUpdateSet({ expires_at }))
          .execute(),
      );
      if (renewed.ok) expiresAt = expires_at;
      return renewed;
    },
    end: async () => {
      if (expiresAt === 0) return;
      expiresAt = 0;
      // Where the database is away it runs out by itself.
      await store.transaction((work) => work.deleteFrom("process_lease").where("id", "=", id).execute());
    },
  };
};
