import { sql } from "kysely";
import type { Failure } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import { minuteMs } from "../core/time.ts";
import type { AccountsContext } from "./context.ts";
import { type KeyGuard, keysMax } from "./key-guard.ts";
import { isActiveKeyAt } from "./keys.ts";

/** A key may be kept so long after the time at which it was made, by the clock of the process that made it. */
const lateMs = 5 * minuteMs;

type Dependencies = Pick<AccountsContext, "store" | "now"> & Pick<KeyGuard, "noteActiveKeys">;

export type KeyReading = {
  /**
   * Reads which keys work, so that each is known before it is shown to this process: all at first, and then those that
   * were made since. Failure: `overloaded`; the next reading reads these, too.
   */
  readonly readActiveKeys: () => Promise<Result<void, Failure>>;
};

export const createKeyReading = ({ store, now, noteActiveKeys }: Dependencies): KeyReading => {
  let readAt = 0;
  return {
    readActiveKeys: async () => {
      const at = now();
      // A clock that was ahead must not hide what is made after it was set right.
      const since = Math.min(readAt, at.getTime()) - lateMs;
      const keys = await store.read((db) =>
        db
          .selectFrom("api_key")
          .select(["hash", "account_id", "replaced_at"])
          .where("created_at", ">", since)
          .where(isActiveKeyAt(at))
          .orderBy(sql`coalesce(last_used_at, created_at)`, "desc")
          .limit(keysMax)
          .execute(),
      );
      if (!keys.ok) return keys;
      noteActiveKeys(
        keys.value.map(({ hash, account_id, replaced_at }) => ({
          hash,
          replacedOf: replaced_at === null ? null : account_id,
        })),
      );
      readAt = at.getTime();
      return ok(undefined);
    },
  };
};
