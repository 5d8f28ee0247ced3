import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../../src/database/store.ts";
import { readBooks } from "../../invariants/books.ts";
import { createDice } from "../../mutate/dice.ts";
import { createDeeds, linesOfChats, type Processes, receiptsOf } from "../deeds.ts";
import { createHistory } from "../history.ts";
import { judge } from "../judge.ts";
import type { Plan } from "../plan.ts";
import { prepareShop, type Shop, secret } from "../shop.ts";
import { playTimeline } from "../timeline.ts";
import { heal, strike } from "./faults.ts";
import type { Tamper } from "./process.ts";
import { type RunningSlot, runningAt, start, stopAll, within } from "./supervisor.ts";
import type { VirtualTime } from "./virtual-time.ts";
import { settle, startWatch } from "./watch.ts";
import { createWorld, type World } from "./world.ts";

export type Outcome = {
  readonly wrong: readonly string[];
  /** What happened, line by line. */
  readonly history: readonly string[];
  readonly counts: { readonly answered: number; readonly charged: number; readonly kills: number };
};

/** Plays one plan with two simulated processes on one database, and looks at everything in the end. */
export const simulate = async (
  time: VirtualTime,
  plan: Plan,
  folder: string,
  tamper: Tamper = (accounts) => accounts,
): Promise<Outcome> => {
  const scratch = mkdtempSync(join(folder, "chaos-"));
  const dice = createDice(plan.seed, 1);
  Math.random = () => dice.below(1_000_000) / 1_000_000;
  time.jump(Date.parse(plan.startsAt) - time.wallMs());
  try {
    return await time.run(() => play(time, plan, join(scratch, "deresegn.sqlite"), tamper));
  } finally {
    time.forget();
    rmSync(scratch, { recursive: true, force: true });
  }
};

const play = async (
  time: VirtualTime,
  plan: Plan,
  databasePath: string,
  tamper: Tamper,
): Promise<Outcome> => {
  const { lines: history, note } = createHistory(time.monotonicMs);
  const wrong = new Set<string>();
  const place = { databaseUrl: `sqlite:${databasePath}`, secret, now };
  const shop = await prepareShop(place);
  const { references, truthOf } = receiptsOf(plan, now());
  const world = createWorld(time, { databasePath, truthOf, tamper, note });
  const { supervisor, telegram } = world;
  const deeds = createDeeds(requestsIn(world, shop), { shop, references, truthOf, note });
  const observer = await openStore(place);
  const watched = { world, observer, shop, wrong };

  await Promise.all(supervisor.slots.map((slot) => start(supervisor, slot)));
  const watch = startWatch(watched);
  const { ended, running } = await playTimeline(plan, {
    act: deeds.act,
    strike: (fault) => strike(world, fault),
    nowMs: time.monotonicMs,
    sleep: time.sleep,
  });
  await time.sleep(1_000);
  await Promise.race([ended, time.sleep(5 * 60_000)]);
  await heal(world);
  note("everything is well again");
  await Promise.race([ended, time.sleep(10 * 60_000)]);
  for (const name of running) wrong.add(`never ended: ${name}`);
  const left = await settle(watched);
  if (left !== "") wrong.add(`never settled: ${left}`);
  await time.sleep(5_000);
  await watch.end();

  const books = await readBooks(observer);
  const disturbances = supervisor.slots.reduce((sum, { disturbed }) => sum + disturbed, 0);
  const heard = { ...deeds, said: telegram.said };
  const repeats = (chatId: number) => disturbances + telegram.lostIn(chatId);
  for (const mistake of judge({ plan, books, shop, secret, truthOf, heard, repeats })) wrong.add(mistake);
  for (const number of await stopAll(supervisor)) wrong.add(`process ${number} did not stop`);
  await observer.close();
  history.push(...linesOfChats(telegram.said));
  const charged = books.entries.filter(({ kind }) => kind === "charge").length;
  const counts = { answered: deeds.answeredCount(), charged, kills: supervisor.kills };
  return { wrong: [...wrong], history, counts };
};

const now = () => new Date();

/** How people and programs reach the processes. */
const requestsIn = ({ time, supervisor, telegram }: World, shop: Shop): Processes<RunningSlot> => ({
  runningAt: (turn) => runningAt(supervisor, turn),
  post: async (slot, update) => (await within(supervisor, slot, () => slot.process.post(update))) === true,
  ask: (slot, reference, asking) => within(supervisor, slot, () => slot.process.ask(reference, asking)),
  payIn: async (santim, source, turn) => {
    const slot = await runningAt(supervisor, turn);
    const paid = await within(supervisor, slot, () =>
      slot.process.accounts.topUp(shop.account, santim, source),
    );
    return paid?.ok === true;
  },
  nextMessageId: telegram.chats.nextId,
  now,
  sleep: time.sleep,
  patience: { postAgainMs: 500, askAgainMs: 4_000, asksMax: 8 },
});
