import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { sql } from "kysely";
import { createLog } from "../../../src/core/log.ts";
import { openStore, type Store } from "../../../src/database/store.ts";
import { mistakesInBooks, readBooks } from "../../invariants/books.ts";
import { createDice } from "../../mutate/dice.ts";
import { createDeeds, linesOfChats, receiptsOf } from "../deeds.ts";
import { judge } from "../judge.ts";
import type { BankMood, TelegramMood } from "../moods.ts";
import type { Fault, Plan } from "../plan.ts";
import { prepareShop } from "../shop.ts";
import { playTimeline } from "../timeline.ts";
import { createBankConnections } from "./bank.ts";
import { type SimulatedProcess, startSimulatedProcess, type Tamper } from "./process.ts";
import { createSimulatedTelegram } from "./telegram.ts";
import type { Owner, VirtualTime } from "./virtual-time.ts";

export type Outcome = {
  readonly wrong: readonly string[];
  /** What happened, line by line. */
  readonly history: readonly string[];
  readonly counts: { readonly answered: number; readonly charged: number; readonly kills: number };
};

const secret = "a secret of the chaos, 32 bytes and more";
const settleMsMax = 60 * 60_000;
const lookEveryMs = 15_000;

type Slot = {
  readonly number: number;
  owner: Owner;
  process: SimulatedProcess | null;
  store: Store | null;
  /** Resolves when the process that is here now dies. */
  died: Promise<void>;
  die: () => void;
  /** How often something was done to it. */
  disturbed: number;
  /** When it is to be killed. */
  fuse: "said" | "answered" | null;
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
  const startedMs = time.monotonicMs();
  const history: string[] = [];
  const note = (what: string) =>
    void history.push(`${String(Math.round(time.monotonicMs() - startedMs)).padStart(7)} ms ${what}`);
  const wrong = new Set<string>();
  const now = () => new Date();
  const moods: {
    bank: BankMood;
    telegram: TelegramMood;
    cache: "well" | "away" | "silent";
    isSlow: boolean;
  } = {
    bank: "well",
    telegram: "well",
    cache: "well",
    isSlow: false,
  };
  let isAway = false;
  let isEnding = false;

  const place = { databaseUrl: `sqlite:${databasePath}`, secret, now };
  const shop = await prepareShop(place);
  const { references, truthOf } = receiptsOf(plan, now());

  const slots: Slot[] = [0, 1].map((number) => ({
    number,
    owner: { name: `process ${number}`, state: "dead" },
    process: null,
    store: null,
    died: Promise.resolve(),
    die: () => {},
    disturbed: 0,
    fuse: null,
  }));
  const slotOf = (owner: Owner | null) => slots.find((slot) => slot.owner === owner);
  const blow = (fuse: Slot["fuse"], owner: Owner | null) => {
    const slot = slotOf(owner);
    if (slot === undefined || slot.fuse !== fuse || fuse === null) return;
    slot.fuse = null;
    void kill(slot, 1_000);
  };
  const bank = createBankConnections(time, {
    truthOf,
    mood: () => moods.bank,
    onAnswer: (owner) => blow("answered", owner),
  });
  const telegram = createSimulatedTelegram(time, {
    mood: () => moods.telegram,
    onSaid: (owner) => blow("said", owner),
  });
  const cached = new Map<string, string>();
  const cacheMood = async <T>(act: () => T): Promise<T> => {
    if (moods.cache === "away") throw new Error("the cache is away");
    if (moods.cache === "silent") return new Promise<never>(() => {});
    return act();
  };
  const log = createLog("error", {
    write: (line: string) => note(line.trim().slice(0, 1_000)),
  });
  const overStore = (store: Store): Store => ({
    ...store,
    transaction: async (work) => {
      if (!moods.isSlow) return store.transaction(work);
      await time.sleep(300);
      const done = await store.transaction(work);
      await time.sleep(300);
      return done;
    },
  });

  const start = async (slot: Slot): Promise<void> => {
    const owner: Owner = { name: `process ${slot.number}`, state: "running" };
    slot.owner = owner;
    slot.died = new Promise((resolve) => {
      slot.die = resolve;
    });
    // Where the file is away a start would make a new one.
    while (isAway) await time.sleep(100);
    if (isDead(owner)) return;
    const edges = {
      databasePath,
      secret,
      connectToBank: bank.connect,
      fetchFromTelegram: telegram.fetch,
      cache: {
        get: (key: string) => cacheMood(() => cached.get(key)),
        set: (key: string, value: string) => cacheMood(() => cached.set(key, value)),
      },
      overStore,
      tamper,
      log,
    };
    const process = await time
      .as(owner, () =>
        startSimulatedProcess(edges, (store) => {
          slot.store = store;
        }),
      )
      .catch((error: unknown) => {
        note(`process ${slot.number} cannot start: ${String(error).slice(0, 200)}`);
        return null;
      });
    // As a dead one it does not come here.
    if (process === null) {
      await time.sleep(1_000);
      if (!isEnding && slot.owner === owner) await start(slot);
      return;
    }
    slot.process = process;
    note(`process ${slot.number} has started`);
  };
  let kills = 0;
  const kill = async (slot: Slot, downMs: number): Promise<void> => {
    const { process, store } = slot;
    kills += 1;
    note(`process ${slot.number} is killed`);
    slot.owner.state = "dead";
    slot.process = null;
    slot.store = null;
    slot.disturbed += 1;
    slot.die();
    if (process !== null) await process.release();
    else await store?.db.destroy();
    await time.sleep(downMs);
    await start(slot);
  };
  const restart = async (slot: Slot, downMs: number): Promise<void> => {
    const { process, owner } = slot;
    if (process === null || owner.state !== "running") return;
    note(`process ${slot.number} stops`);
    slot.process = null;
    slot.store = null;
    slot.disturbed += 1;
    await Promise.race([time.as(owner, process.stop), slot.died, time.sleep(30_000)]);
    if (isDead(owner)) return;
    slot.die();
    owner.state = "dead";
    await process.release().catch(() => undefined);
    await time.sleep(downMs);
    await start(slot);
  };

  const locks = new Set<InstanceType<typeof DatabaseSync>>();
  const stores = () => slots.flatMap(({ store }) => (store === null ? [] : [store]));
  const pragmaOf = async (store: Store, how: "full" | "read-only" | "well") => {
    if (how === "read-only") return void (await sql.raw("pragma query_only = 1").execute(store.db));
    if (how === "well") {
      await sql.raw("pragma query_only = 0").execute(store.db);
      await sql.raw("pragma max_page_count = 1073741823").execute(store.db);
      return;
    }
    const { rows } = await sql.raw<{ page_count: number }>("pragma page_count").execute(store.db);
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 1}`).execute(store.db);
  };
  const disk = (how: "full" | "read-only" | "well") =>
    Promise.all(
      stores().map((store) => pragmaOf(store, how).catch((error) => note(`disk ${how}: ${error}`))),
    );
  const moveAway = (away: boolean) => {
    if (away === isAway) return;
    isAway = away;
    renameSync(away ? databasePath : `${databasePath}.away`, away ? `${databasePath}.away` : databasePath);
  };

  const heal = async (): Promise<void> => {
    Object.assign(moods, { bank: "well", telegram: "well", cache: "well", isSlow: false });
    moveAway(false);
    for (const lock of locks) lock.close();
    locks.clear();
    await disk("well");
    for (const slot of slots) {
      slot.fuse = null;
      if (slot.owner.state === "paused") time.resume(slot.owner);
    }
  };

  const strike = async (fault: Fault): Promise<void> => {
    note(`fault: ${JSON.stringify(fault)}`);
    const { forMs } = fault;
    switch (fault.what) {
      case "process": {
        const slot = slots[fault.process];
        if (slot === undefined) return;
        if (fault.how === "killed") return kill(slot, forMs);
        if (fault.how === "restarted") return restart(slot, forMs);
        if (fault.how === "killed once it has said something") slot.fuse = "said";
        else if (fault.how === "killed once a bank has answered") slot.fuse = "answered";
        else if (slot.owner.state === "running") {
          const { owner } = slot;
          owner.state = "paused";
          slot.disturbed += 1;
          await time.sleep(forMs);
          if (owner.state === "paused") time.resume(owner);
        }
        return;
      }
      case "database":
        if (fault.how === "locked") {
          if (isAway) return;
          const lock = new DatabaseSync(databasePath, { timeout: 0 });
          try {
            lock.exec("begin immediate");
          } catch {
            return lock.close();
          }
          locks.add(lock);
          await time.sleep(Math.min(forMs, 8_000));
          if (locks.delete(lock)) lock.close();
          return;
        }
        if (fault.how === "slow") {
          moods.isSlow = true;
          await time.sleep(forMs);
          moods.isSlow = false;
          return;
        }
        moveAway(true);
        await time.sleep(fault.how === "cut" ? 200 : Math.min(forMs, 20_000));
        moveAway(false);
        return;
      case "disk":
        await disk(fault.how);
        await time.sleep(forMs);
        await disk("well");
        return;
      case "cache":
        if (fault.how === "emptied") return cached.clear();
        moods.cache = fault.how;
        await time.sleep(forMs);
        moods.cache = "well";
        return;
      case "bank":
        moods.bank = fault.how;
        await time.sleep(forMs);
        moods.bank = "well";
        return;
      case "telegram":
        moods.telegram = fault.how;
        await time.sleep(forMs);
        moods.telegram = "well";
        return;
      case "clock":
        time.jump(fault.byMs);
        for (const slot of slots) slot.disturbed += 1;
    }
  };

  const runningAt = async (number: number): Promise<Slot & { process: SimulatedProcess }> => {
    for (let turn = number; ; turn += 1) {
      const slot = slots[turn % slots.length];
      if (slot?.process != null) return slot as Slot & { process: SimulatedProcess };
      await time.sleep(250);
    }
  };
  /** Null: the process died first, or stood still for longer than anybody waits. */
  const within = async <T>(slot: Slot, act: () => Promise<T>): Promise<T | null> => {
    const lost = Promise.race([slot.died, time.sleep(120_000)]).then(() => null);
    return Promise.race([time.as(slot.owner, act), lost]);
  };

  const deeds = createDeeds(
    {
      runningAt,
      post: async (slot, update) => (await within(slot, () => slot.process.post(update))) === true,
      ask: (slot, reference, asking) => within(slot, () => slot.process.ask(reference, asking)),
      payIn: async (santim, source, turn) => {
        const slot = await runningAt(turn);
        const paid = await within(slot, () => slot.process.accounts.topUp(shop.account, santim, source));
        return paid?.ok === true;
      },
      nextMessageId: telegram.chats.nextId,
      now,
      sleep: time.sleep,
      patience: { postAgainMs: 500, askAgainMs: 4_000, asksMax: 8 },
    },
    { shop, references, truthOf, note },
  );

  const observer = await openStore(place);
  const look = async (): Promise<void> => {
    if (isAway || locks.size > 0) return;
    const books = await readBooks(observer).catch(() => null);
    if (books !== null) for (const mistake of mistakesInBooks(books, shop)) wrong.add(mistake);
  };
  /** What still waits; empty when all is settled. */
  const leftOver = async (): Promise<string> => {
    const { rows } = await sql<{ messages: number; holds: number; retries: number }>`
      select (select count(*) from inbox where state = 'waiting') as messages,
        (select count(*) from reservation where state = 'pending') as holds,
        (select count(*) from retry) as retries`.execute(observer.db);
    const { messages = 0, holds = 0, retries = 0 } = rows[0] ?? {};
    return messages + holds + retries === 0
      ? ""
      : `${messages} messages, ${holds} reservations and ${retries} retries`;
  };

  await Promise.all(slots.map(start));
  let isLooking = true;
  const looking = (async () => {
    while (isLooking) {
      await time.sleep(lookEveryMs);
      await look();
    }
  })();
  const { ended, running } = await playTimeline(plan, {
    act: deeds.act,
    strike,
    nowMs: time.monotonicMs,
    sleep: time.sleep,
  });
  await time.sleep(1_000);
  await Promise.race([ended, time.sleep(5 * 60_000)]);
  await heal();
  note("everything is well again");
  await Promise.race([ended, time.sleep(10 * 60_000)]);
  for (const name of running) wrong.add(`never ended: ${name}`);
  const settleUntil = time.monotonicMs() + settleMsMax;
  while ((await leftOver()) !== "" && time.monotonicMs() < settleUntil) await time.sleep(2_000);
  const left = await leftOver();
  if (left !== "") wrong.add(`never settled: ${left}`);
  await time.sleep(5_000);
  isLooking = false;
  await looking;
  await look();

  const books = await readBooks(observer);
  const disturbances = slots.reduce((sum, { disturbed }) => sum + disturbed, 0);
  const heard = { ...deeds, said: telegram.said };
  const repeats = (chatId: number) => disturbances + telegram.lostIn(chatId);
  for (const mistake of judge({ plan, books, shop, secret, truthOf, heard, repeats })) wrong.add(mistake);

  isEnding = true;
  for (const slot of slots) {
    const { process } = slot;
    if (process === null) continue;
    const hasStopped = await Promise.race([
      time.as(slot.owner, process.stop).then(() => true),
      time.sleep(60_000).then(() => false),
    ]);
    if (!hasStopped) wrong.add(`process ${slot.number} did not stop`);
    slot.owner.state = "dead";
  }
  await observer.close();
  history.push(...linesOfChats(telegram.said));
  const charged = books.entries.filter(({ kind }) => kind === "charge").length;
  return { wrong: [...wrong], history, counts: { answered: deeds.answeredCount(), charged, kills } };
};

const isDead = ({ state }: Owner): boolean => state === "dead";
