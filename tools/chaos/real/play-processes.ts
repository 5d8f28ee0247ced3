import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openStore, type Store } from "../../../src/database/store.ts";
import { readBooks } from "../../invariants/books.ts";
import { createDeeds, linesOfChats, receiptsOf } from "../deeds.ts";
import { createHistory } from "../history.ts";
import { judge } from "../judge.ts";
import type { Deed, Fault, Plan } from "../plan.ts";
import { prepareShop, secret } from "../shop.ts";
import { playTimeline } from "../timeline.ts";
import { type Environment, folderOf, prepareEnvironment, type Servers } from "./environment.ts";
import { strike } from "./faults.ts";
import { requestsIn } from "./requests.ts";
import { killAll, programsOf, start, stopAll } from "./supervisor.ts";
import { openWorld } from "./world.ts";

export type RealOutcome = {
  readonly wrong: readonly string[];
  readonly history: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
};

const settleMsMax = 120_000;

/** Plays one plan with two processes of the built program, and looks at everything in the end. */
export const playProcesses = async (plan: Plan, folder: string, servers: Servers): Promise<RealOutcome> => {
  const { lines: history, note } = createHistory(() => performance.now());
  const wrong = new Set<string>();
  note(servers === null ? "SQLite" : "PostgreSQL and Redis");
  const environment = prepareEnvironment(folder, servers, plan.startsAt);
  const { databaseUrl, now } = environment;
  const place = { databaseUrl, secret, now };
  const shop = await prepareShop(place);
  const { references, truthOf } = receiptsOf(plan, now());
  const world = await openWorld({ environment, truthOf, note, wrong });
  const { supervisor, telegram } = world;
  const { slots } = supervisor;
  const deeds = createDeeds(requestsIn(world, shop), { shop, references, truthOf, note });
  const noteBroken = (what: Deed | Fault) => (error: unknown) =>
    note(`${JSON.stringify(what)} broke: ${String(error).slice(0, 300)}`);

  try {
    await Promise.all(slots.map((slot) => start(supervisor, slot)));
    const { ended, running } = await playTimeline(plan, {
      act: (deed, number) => deeds.act(deed, number).catch(noteBroken(deed)),
      strike: (fault) => strike(world, fault).catch(noteBroken(fault)),
      nowMs: () => performance.now(),
      sleep: delay,
    });
    await Promise.race([ended, delay(90_000)]);
    for (const name of running) wrong.add(`never ended: ${name}`);
    for (const slot of slots) slot.fuse = null;
    while (programsOf(supervisor).length < slots.length) await delay(50);
    note("everything is well again");

    const store = await openStore(place);
    const left = await settle(store);
    if (left !== "") wrong.add(`never settled: ${left}`);
    await delay(500);
    const books = await readBooks(store);
    await store.close();

    await stopAll(supervisor);
    const disturbances = slots.reduce((sum, { disturbed }) => sum + disturbed, 0);
    const heard = { ...deeds, said: telegram.said };
    const repeats = (chatId: number) => disturbances + telegram.lostIn(chatId);
    for (const mistake of judge({ plan, books, shop, secret, truthOf, heard, repeats })) wrong.add(mistake);
    history.push(...linesOfChats(telegram.said));
    if (wrong.size > 0) for (const slot of slots) history.push(...logOf(environment, slot.number));
    const charged = books.entries.filter(({ kind }) => kind === "charge").length;
    const counts = { answered: deeds.answeredCount(), charged, kills: supervisor.kills };
    return { wrong: [...wrong], history, counts };
  } finally {
    await killAll(supervisor);
    await world.close();
  }
};

/** Waits until nothing is left to do. Returns what is left after two minutes, or nothing. */
const settle = async (store: Store): Promise<string> => {
  const until = performance.now() + settleMsMax;
  for (;;) {
    const left = await leftOver(store);
    if (performance.now() > until) return left;
    if (left === '{"messages":0,"holds":0,"retries":0}') return "";
    // What would be asked again in some minutes is asked again now.
    await store.transaction((trx) => trx.updateTable("retry").set({ due_at: 0 }).execute());
    await delay(500);
  }
};

/** What still waits, or why that cannot be said. */
const leftOver = async (store: Store): Promise<string> => {
  const waiting = await store.read(async (db) => ({
    messages: (await db.selectFrom("inbox").select("update_id").where("state", "=", "waiting").execute())
      .length,
    holds: (await db.selectFrom("reservation").select("id").where("state", "=", "pending").execute()).length,
    retries: (await db.selectFrom("retry").select("id").execute()).length,
  }));
  return waiting.ok ? JSON.stringify(waiting.value) : waiting.error.code;
};

/** The end of what a process wrote to its log. */
const logOf = (environment: Environment, number: number): readonly string[] => {
  try {
    const log = readFileSync(join(folderOf(environment, number), "log.txt"), "utf8");
    return log
      .trim()
      .split("\n")
      .slice(-60)
      .map((line) => `process ${number}: ${line.slice(0, 400)}`);
  } catch {
    return [];
  }
};
