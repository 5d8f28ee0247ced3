import type { Failure } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Store } from "../../database/store.ts";

/** Goes through the accounts and compares what each holds with its entries in the ledger. */
export type BookAudit = {
  /** Looks at the next accounts; after the last it begins again. Failure: `overloaded`, while the database is away. */
  readonly step: () => Promise<Result<void, Failure>>;
  /** Whether all accounts were looked at. */
  readonly isWhole: () => boolean;
  /** Santim by which balances and entries differ, over the accounts as they were last looked at. Anything but 0 is a bug. */
  readonly imbalanceSantim: () => number;
};

const accountsAtOnce = 200;
/** Older entries are taken at the balance that they ended in. */
const entriesSummed = 1_000;

export const createBookAudit = (store: Pick<Store, "read">): BookAudit => {
  const differences = new Map<string, number>();
  let reached = "";
  let isWhole = false;
  return {
    step: async () => {
      const looked = await lookAt(store, reached);
      if (!looked.ok) return looked;
      for (const { account, santim } of looked.value)
        if (santim === 0) differences.delete(account);
        else differences.set(account, santim);
      if (looked.value.length < accountsAtOnce) isWhole = true;
      reached = looked.value.length < accountsAtOnce ? "" : (looked.value.at(-1)?.account ?? "");
      return ok(undefined);
    },
    isWhole: () => isWhole,
    imbalanceSantim: () => [...differences.values()].reduce((sum, santim) => sum + santim, 0),
  };
};

const lookAt = (store: Pick<Store, "read">, after: string) =>
  store.read(async (db) => {
    // One statement: what is charged meanwhile is in both or in neither.
    const rows = await db
      .selectFrom("balance")
      .select((eb) => [
        "balance.account_id",
        "balance.posted_santim",
        eb
          .selectFrom("ledger_entry")
          .select((entry) => entry.fn.sum<number | null>("ledger_entry.amount_santim").as("sum"))
          .whereRef("ledger_entry.account_id", "=", "balance.account_id")
          .where((entry) => entry("ledger_entry.seq", ">", entry("balance.entries", "-", entriesSummed)))
          .as("recent"),
        eb
          .selectFrom("ledger_entry")
          .select("ledger_entry.balance_santim")
          .whereRef("ledger_entry.account_id", "=", "balance.account_id")
          .where((entry) => entry("ledger_entry.seq", "=", entry("balance.entries", "-", entriesSummed)))
          .as("before"),
      ])
      .where("balance.account_id", ">", after)
      .orderBy("balance.account_id")
      .limit(accountsAtOnce)
      .execute();
    return rows.map(({ account_id, posted_santim, recent, before }) => ({
      account: account_id,
      santim: Math.abs(Number(posted_santim) - Number(before ?? 0) - Number(recent ?? 0)),
    }));
  });
