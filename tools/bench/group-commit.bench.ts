import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ok } from "../../src/core/result.ts";
import type { Transaction } from "../../src/database/schema.ts";
import { openStore, type Store } from "../../src/database/store.ts";
import { type Benchmark, inParallel, medianOf, timeOf } from "./benchmark.ts";

/** Reserve and commit on SQLite, with many callers at once: one commit for all that wait, against one for each. */
export const benchmark: Benchmark = {
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "deresegn-bench-"));
    const store = await openNew(join(folder, "db.sqlite"));
    const [together = 0, each = 0] = await ratesOf([
      store.transaction,
      async (change) => ok(await store.db.transaction().execute(change)),
    ]);
    await store.close();
    rmSync(folder, { recursive: true, force: true });
    return [
      {
        name: `reserve and commit on SQLite by ${callers} callers at once, group commit to one commit each`,
        ratio: together / each,
        measured: { "pairs/s together": together, "pairs/s each": each },
        wanted: { atLeast: 5 },
      },
    ];
  },
};

const openNew = (path: string): Promise<Store> =>
  openStore({
    databaseUrl: `sqlite:${path}`,
    secret: "a secret of the benchmarks, 32 bytes",
    now: () => new Date(),
  });

type Transact = Store["transaction"];

/** Pairs a second of each; they take turns. */
const ratesOf = async (transactions: readonly Transact[]): Promise<readonly number[]> => {
  const rates = transactions.map((): number[] => []);
  let run = 0;
  for (let round = 0; round < 5; round++)
    for (const [index, transaction] of transactions.entries()) {
      const prefix = `${run++}`;
      const ms = await timeOf(() => inParallel(pairs, callers, (n) => pair(transaction, `${prefix}-${n}`)));
      rates[index]?.push((pairs / ms) * 1000);
    }
  return rates.map(medianOf);
};

const pairs = 1_000;
const callers = 64;

const pair = async (transaction: Transact, id: string): Promise<void> => {
  await transaction((trx) => reserve(trx, id));
  await transaction((trx) => commit(trx, id));
};

const reserve = async (trx: Transaction, id: string): Promise<void> => {
  await trx
    .insertInto("quota_day")
    .values({ subject: id, day: "2026-11-15", taken: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["subject", "day"])
        .doUpdateSet((eb) => ({ taken: eb("quota_day.taken", "+", 1) }))
        .where("quota_day.taken", "<", 5),
    )
    .returning("taken")
    .executeTakeFirst();
  await trx
    .insertInto("chat")
    .values({ chat_id: idOf(id), language: "en" })
    .execute();
};

const commit = async (trx: Transaction, id: string): Promise<void> => {
  await trx.updateTable("chat").set({ language: "am" }).where("chat_id", "=", idOf(id)).execute();
};
const idOf = (id: string): number => Number(id.replace("-", "00000"));
