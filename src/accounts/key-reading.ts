import { sql } from "kysely";
import type { Failure } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import type { AccountsContext } from "./context.ts";
import { type KeyGuard, keysMax } from "./key-guard.ts";
import { isActiveKeyAt } from "./keys.ts";
import { createReadingOfNew } from "./new-rows.ts";

type Dependencies = Pick<AccountsContext, "store" | "now"> & Pick<KeyGuard, "noteActiveKeys">;

export type KeyReading = {
  /**
   * Reads which keys work, so that each is known before it is shown to this process: all at first, and then those that
   * were made since. Failure: `overloaded`; the next reading reads these, too.
   */
  readonly readActiveKeys: () => Promise<Result<void, Failure>>;
};

export const createKeyReading = ({ store, now, noteActiveKeys }: Dependencies): KeyReading => ({
  readActiveKeys: createReadingOfNew(now, async (since, at) => {
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
    return ok(undefined);
  }),
});
