import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ok } from "../src/result.ts";
import type { Work } from "../src/store/schema.ts";
import { openStore, type Store } from "../src/store/store.ts";
import { type Benchmark, inParallel, medianOf, timeOf } from "./benchmark.ts";

/** Reserve and commit on SQLite, with many callers at once: one commit for all that wait, against one for each. */
export const benchmark: Benchmark = {
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "deresegn-bench-"));
    const secret = "a secret of the benchmarks, 32 bytes";
    const store = await openStore({
      databaseUrl: `sqlite:${folder}/db.sqlite`,
      secret,
      now: () => new Date(),
    });
    const transactions: Record<string, Store["transaction"]> = {
      together: store.transaction,
      each: async (work) => ok(await store.db.transaction().execute(work)),
    };
    const rates: Record<string, number[]> = { together: [], each: [] };
    let run = 0;
    for (let round = 0; round < 5; round++)
      for (const [name, transaction] of Object.entries(transactions)) {
        const prefix = `${run++}`;
        const ms = await timeOf(() => inParallel(pairs, callers, (n) => pair(transaction, `${prefix}-${n}`)));
        rates[name]?.push((pairs / ms) * 1000);
      }
    await store.close();
    rmSync(folder, { recursive: true, force: true });
    const [together, each] = [medianOf(rates.together ?? []), medianOf(rates.each ?? [])];
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

const pairs = 1_000;
const callers = 64;

const pair = async (transaction: Store["transaction"], id: string): Promise<void> => {
  await transaction((work) => reserve(work, id));
  await transaction((work) => commit(work, id));
};

const reserve = async (work: Work, id: string): Promise<void> => {
  await work
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
  await work
    .insertInto("chat")
    .values({ chat_id: idOf(id), language: "en" })
    .execute();
};

const commit = async (work: Work, id: string): Promise<void> => {
  await work.updateTable("chat").set({ language: "am" }).where("chat_id", "=", idOf(id)).execute();
};
const idOf = (id: string): number => Number(id.replace("-", "00000"));
