import { execFile } from "node:child_process";
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { createAccounts } from "../../../src/accounts/accounts.ts";
import { openStore } from "../../../src/database/store.ts";
import { openHook } from "../../chat/hook.ts";
import { openLeanTelegram, type Trouble } from "../../chat/lean-telegram.ts";
import { type Program, startProgram, token } from "../../chat/program.ts";
import { readBooks } from "../../invariants/books.ts";
import type { Said } from "../../invariants/chats.ts";
import type { RedisServer } from "../../redis/server.ts";
import { type Asking, createDeeds, linesOfChats, receiptsOf } from "../deeds.ts";
import { judge } from "../judge.ts";
import type { BankMood, TelegramMood } from "../moods.ts";
import type { Deed, Fault, Plan } from "../plan.ts";
import { prepareShop } from "../shop.ts";
import { playTimeline } from "../timeline.ts";
import { openChaosBank } from "./bank.ts";

export type RealOutcome = {
  readonly wrong: readonly string[];
  readonly history: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
};

/** An empty database on a server of ours, and a Redis; null: SQLite alone. */
type Servers = { readonly url: string; readonly redis: RedisServer } | null;

const secret = "a secret of the chaos, 32 bytes and more";
const settleMsMax = 120_000;
const patienceMs = 60_000;

type Slot = {
  readonly number: number;
  /** Null while it is away. */
  program: Program | null;
  disturbed: number;
  isPaused: boolean;
  fuse: "said" | "answered" | null;
};

const troubles: Readonly<Record<TelegramMood, Trouble>> = {
  well: null,
  flood: "flood",
  error: "bad gateway",
  "answers lost": "lost answer",
  refused: "hang up",
  silent: "silence",
};

const changesChat = /^(?:sendMessage|editMessageText|deleteMessage)$/;

/** Plays one plan with two processes of the built program, and looks at everything in the end. */
export const playProcesses = async (plan: Plan, folder: string, servers: Servers): Promise<RealOutcome> => {
  const startedAt = performance.now();
  const history: string[] = [];
  const note = (what: string) =>
    void history.push(`${String(Math.round(performance.now() - startedAt)).padStart(7)} ms ${what}`);
  const wrong = new Set<string>();
  const databasePath = join(folder, "deresegn.sqlite");
  const databaseUrl = servers?.url ?? `sqlite:${databasePath}`;
  note(servers === null ? "SQLite" : "PostgreSQL and Redis");
  const clockFile = join(folder, "clock");
  const clock = { aheadMs: Date.parse(plan.startsAt) - Date.now() };
  // Who shares a server goes by its clock, which stays right.
  if (servers !== null) clock.aheadMs = 0;
  const setClock = () => writeFileSync(clockFile, String(clock.aheadMs));
  setClock();
  const now = () => new Date(Date.now() + (servers === null ? clock.aheadMs : 0));
  const place = { databaseUrl, secret, now };
  const shop = await prepareShop(place);
  const { references, truthOf } = receiptsOf(plan, now());

  const moods: { bank: BankMood; telegram: TelegramMood } = { bank: "well", telegram: "well" };
  const slots: Slot[] = [0, 1].map((number) => ({
    number,
    program: null,
    disturbed: 0,
    isPaused: false,
    fuse: null,
  }));
  const blow = (fuse: "said" | "answered") => {
    for (const slot of slots) {
      if (slot.fuse !== fuse) continue;
      slot.fuse = null;
      void kill(slot, 500);
    }
  };
  const said: Said[] = [];
  const lostIn = new Map<number, number>();
  const telegram = await openLeanTelegram({
    token,
    onSaid: ({ id, quotes, text }, isNew, chatId) => {
      said.push({ chatId, id, quotes, text, isNew });
      blow("said");
    },
    troubleOf: (method, payload) => {
      if (!changesChat.test(method)) return null;
      const trouble = troubles[moods.telegram];
      const chatId = Number(payload.chat_id);
      if (trouble !== null && trouble !== "flood") lostIn.set(chatId, (lostIn.get(chatId) ?? 0) + 1);
      return trouble;
    },
  });
  const bank = await openChaosBank({
    truthOf,
    mood: () => moods.bank,
    onAnswer: () => blow("answered"),
    now,
  });

  const state = { isAway: false, isEnding: false };
  const start = async (slot: Slot): Promise<void> => {
    // Where the file is away a start would make a new one.
    while (state.isAway) await delay(50);
    if (state.isEnding) return;
    try {
      const program = await startProgram({
        folder: join(folder, `process-${slot.number}`),
        databaseUrl,
        secret,
        telegramUrl: telegram.url,
        settings: bank.settings,
        clockFile,
        outlivesFullDisk: true,
        env: {
          TRUSTED_PROXIES: "127.0.0.1",
          ...(servers !== null && { CACHE_URL: servers.redis.url }),
        },
      });
      slot.program = program;
      note(`process ${slot.number} has started`);
    } catch (error) {
      note(`process ${slot.number} cannot start: ${String(error).slice(0, 200)}`);
      await delay(1_000);
      await start(slot);
    }
  };
  let kills = 0;
  const kill = async (slot: Slot, downMs: number): Promise<void> => {
    const { program } = slot;
    if (program === null) return;
    kills += 1;
    slot.program = null;
    slot.disturbed += 1;
    note(`process ${slot.number} is killed`);
    await program.kill();
    await delay(downMs);
    await start(slot);
  };
  const restart = async (slot: Slot, downMs: number): Promise<void> => {
    const { program } = slot;
    if (program === null || slot.isPaused) return;
    slot.program = null;
    slot.disturbed += 1;
    note(`process ${slot.number} stops`);
    const code = await program.stop();
    if (code !== 0) wrong.add(`process ${slot.number} ended with ${code} when it was asked to stop`);
    await delay(downMs);
    await start(slot);
  };
  const pauseProcess = async (slot: Slot, forMs: number): Promise<void> => {
    const { program } = slot;
    if (program === null) return;
    slot.disturbed += 1;
    slot.isPaused = true;
    signal(program.pid, "SIGSTOP");
    await delay(forMs);
    signal(program.pid, "SIGCONT");
    slot.isPaused = false;
  };
  const programs = () => slots.flatMap(({ program }) => (program === null ? [] : [program]));

  const onFile = async (how: "away" | "cut" | "locked" | "slow", forMs: number): Promise<void> => {
    if (how === "away" || how === "cut") {
      if (state.isAway) return;
      state.isAway = true;
      renameSync(databasePath, `${databasePath}.away`);
      await delay(how === "cut" ? 100 : forMs);
      renameSync(`${databasePath}.away`, databasePath);
      state.isAway = false;
      return;
    }
    // A slow one lets others in for a moment, again and again.
    const until = performance.now() + forMs;
    while (performance.now() < until && !state.isAway) {
      const lock = new DatabaseSync(databasePath, { timeout: 100 });
      try {
        lock.exec("begin immediate");
        await delay(how === "locked" ? forMs : 250);
      } catch {
        await delay(20);
      } finally {
        lock.close();
      }
      await delay(50);
    }
  };
  const onServer = async (
    url: string,
    how: "away" | "cut" | "locked" | "slow",
    forMs: number,
  ): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    await client.connect();
    const others = async (): Promise<number[]> => {
      const { rows } = await client.query(
        "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      return rows.map(({ pid }) => Number(pid));
    };
    try {
      const pids = await others();
      if (how === "cut")
        await client.query("select pg_terminate_backend(pid) from unnest($1::int[]) pid", [pids]);
      // The server ends all its processes when one was killed, and recovers from its log.
      if (how === "away" && pids[0] !== undefined) signal(pids[0], "SIGKILL");
      if (how === "locked") {
        await client.query("begin");
        await client.query("lock table balance, inbox, reservation in access exclusive mode");
        await delay(forMs);
        await client.query("rollback");
      }
      if (how === "slow") {
        for (const pid of pids) signal(pid, "SIGSTOP");
        await delay(forMs);
        for (const pid of pids) signal(pid, "SIGCONT");
      }
    } catch (error) {
      note(`database: ${String(error).slice(0, 200)}`);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  /** No file of these processes may grow, or again as much as it wants. */
  const limitFiles = async (bytes: number | "unlimited"): Promise<void> => {
    for (const { pid } of programs())
      await run("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`]).catch((error: unknown) =>
        note(`prlimit: ${String(error).slice(0, 100)}`),
      );
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
        if (fault.how === "paused") return pauseProcess(slot, forMs);
        slot.fuse = fault.how === "killed once it has said something" ? "said" : "answered";
        return;
      }
      case "database":
        return servers === null ? onFile(fault.how, forMs) : onServer(servers.url, fault.how, forMs);
      case "disk": {
        if (servers !== null) return onServer(servers.url, "away", forMs);
        await limitFiles(fault.how === "full" && existsSync(databasePath) ? statSync(databasePath).size : 0);
        await delay(forMs);
        return limitFiles("unlimited");
      }
      case "cache": {
        const redis = servers?.redis;
        if (redis === undefined) return;
        if (fault.how === "silent") {
          redis.freeze();
          await delay(forMs);
          return redis.thaw();
        }
        await redis.kill();
        if (fault.how === "away") await delay(forMs);
        return redis.restart();
      }
      case "bank":
        moods.bank = fault.how;
        await delay(forMs);
        moods.bank = "well";
        return;
      case "telegram":
        moods.telegram = fault.how;
        await delay(forMs);
        moods.telegram = "well";
        return;
      case "clock":
        clock.aheadMs += fault.byMs;
        setClock();
        for (const slot of slots) slot.disturbed += 1;
    }
  };

  const runningAt = async (first: number): Promise<Slot & { program: Program }> => {
    for (let turn = first; ; turn += 1) {
      const slot = slots[turn % slots.length];
      if (slot?.program != null) return slot as Slot & { program: Program };
      await delay(50);
    }
  };
  /** As the operator's tool does, in a process of its own. */
  const payIn = async (santim: number, source: string): Promise<boolean> => {
    if (state.isAway) return false;
    const store = await openStore(place).catch(() => null);
    if (store === null) return false;
    const paid = await createAccounts({ ...place, store })
      .topUp(shop.account, santim, source)
      .catch(() => null);
    await store.close().catch(() => undefined);
    return paid?.ok === true;
  };
  const deeds = createDeeds(
    {
      runningAt,
      post: async ({ program }, update) => {
        const hook = openHook(program.hookUrl, 1);
        const isTaken = await Promise.race([hook.post(update), delay(patienceMs, false)]);
        await hook.close();
        return isTaken;
      },
      ask: ({ program }, reference, asking) => verifyAt(program.url, reference, asking),
      payIn,
      nextMessageId: telegram.chats.nextId,
      now,
      sleep: delay,
      patience: { postAgainMs: 200, askAgainMs: 1_500, asksMax: 12 },
    },
    { shop, references, truthOf, note },
  );
  const noteBroken = (what: Deed | Fault) => (error: unknown) =>
    note(`${JSON.stringify(what)} broke: ${String(error).slice(0, 300)}`);

  try {
    await Promise.all(slots.map(start));
    const { ended, running } = await playTimeline(plan, {
      act: (deed, number) => deeds.act(deed, number).catch(noteBroken(deed)),
      strike: (fault) => strike(fault).catch(noteBroken(fault)),
      nowMs: () => performance.now(),
      sleep: delay,
    });
    await Promise.race([ended, delay(90_000)]);
    for (const name of running) wrong.add(`never ended: ${name}`);
    for (const slot of slots) slot.fuse = null;
    while (programs().length < slots.length) await delay(50);
    note("everything is well again");

    const store = await openStore(place);
    const until = performance.now() + settleMsMax;
    let left = "";
    for (;;) {
      const waiting = await store.read(async (db) => ({
        messages: (await db.selectFrom("inbox").select("update_id").where("state", "=", "waiting").execute())
          .length,
        holds: (await db.selectFrom("reservation").select("id").where("state", "=", "pending").execute())
          .length,
        retries: (await db.selectFrom("retry").select("id").execute()).length,
      }));
      left = waiting.ok ? JSON.stringify(waiting.value) : waiting.error.code;
      if (left === '{"messages":0,"holds":0,"retries":0}' || performance.now() > until) break;
      // What would be asked again in some minutes is asked again now.
      await store.transaction((work) => work.updateTable("retry").set({ due_at: 0 }).execute());
      await delay(500);
    }
    if (performance.now() > until) wrong.add(`never settled: ${left}`);
    await delay(500);
    const books = await readBooks(store);
    await store.close();

    state.isEnding = true;
    for (const slot of slots) {
      const code = await slot.program?.stop();
      slot.program = null;
      if (code !== 0) wrong.add(`process ${slot.number} ended with ${code} when it was asked to stop`);
    }
    const disturbances = slots.reduce((sum, { disturbed }) => sum + disturbed, 0);
    const heard = { ...deeds, said };
    const repeats = (chatId: number) => disturbances + (lostIn.get(chatId) ?? 0);
    for (const mistake of judge({ plan, books, shop, secret, truthOf, heard, repeats })) wrong.add(mistake);
    history.push(...linesOfChats(said));
    if (wrong.size > 0) for (const slot of slots) history.push(...logOf(folder, slot.number));
    const charged = books.entries.filter(({ kind }) => kind === "charge").length;
    return { wrong: [...wrong], history, counts: { answered: deeds.answeredCount(), charged, kills } };
  } finally {
    state.isEnding = true;
    for (const program of programs()) {
      signal(program.pid, "SIGCONT");
      await program.kill();
    }
    await telegram.close();
    await bank.close();
  }
};

const run = promisify(execFile);

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
};

const logOf = (folder: string, number: number): readonly string[] => {
  try {
    const log = readFileSync(join(folder, `process-${number}`, "log.txt"), "utf8");
    return log
      .trim()
      .split("\n")
      .slice(-60)
      .map((line) => `process ${number}: ${line.slice(0, 400)}`);
  } catch {
    return [];
  }
};

/** Null: no whole reply came. */
const verifyAt = async (
  url: string,
  reference: string,
  { key, idempotencyKey, address }: Asking,
): Promise<{ readonly status: number; readonly body: string } | null> => {
  try {
    const reply = await fetch(`${url}/api/verify-beta`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": address,
        ...(key === null ? {} : { "x-api-key": key }),
        ...(idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }),
      },
      body: JSON.stringify({ reference }),
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: reply.status, body: await reply.text() };
  } catch {
    return null;
  }
};
