import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { openStore, type Store } from "../../src/database/store.ts";
import type { LineProcess } from "../line-process.ts";
import { type Books, createBooks } from "./books.ts";
import type { CrashReport, Deed, Orders } from "./orders.ts";

type Crash = {
  readonly databaseUrl: string;
  readonly secret: string;
  readonly kills: number;
  readonly startVictim: () => LineProcess;
  /** Hears after each kill how many mistakes there are by now. */
  readonly onKill?: (kill: number, wrong: number) => void;
};

/**
 * Kills a process under load again and again, at random points of its life, and looks at the books each time. The
 * clock is handed in: between a death and the next start it goes on by 45 seconds, after which nothing may still be
 * held for the dead.
 */
export const runCrash = async (crash: Crash): Promise<CrashReport> => {
  let startMs = Date.parse("2026-11-15T06:00:00Z");
  const { databaseUrl, secret, kills, startVictim, onKill } = crash;
  const store = await openStore({ databaseUrl, secret, now: () => new Date(startMs) });
  const orders = await prepare(store, secret, () => new Date(startMs));
  const books = createBooks(store);
  let victim = startVictim();
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const next = startVictim();
      victim.say({ ...orders, startMs, repeat: books.requestsToRepeat(orders.accounts) } satisfies Orders);
      // The first lives until it has charged, so that a run of few kills has told charges to lose.
      const deeds = kill === 1 ? await chargeAndDie(victim, books) : await liveAndDie(victim, books);
      await quiet(store, databaseUrl);
      await books.check(deeds, `kill ${kill}`);
      victim = next;
      startMs += staleMsMax;
      onKill?.(kill, books.report().wrong.length);
    }
    // Once more, so that what the last one left is looked at, too.
    victim.say({ ...orders, startMs, repeat: [] } satisfies Orders);
    if ((await victim.hear()) !== null) await books.checkStale("the end");
  } finally {
    await victim.kill();
    await store.close();
  }
  return { kills, ...books.report() };
};

/** A reservation whose process is gone is void this long after the restart. */
const staleMsMax = 45_000;

const prepare = async (store: Store, secret: string, now: () => Date) => {
  const accounts = createAccounts({ store, secret, now });
  const paying = [];
  for (let n = 0; n < 4; n++) {
    const account = given(await accounts.createAccount({ name: `Crash ${n}`, tier: "balance" }));
    // Two have money enough, two run out of it.
    given(await accounts.topUp(account.id, n < 2 ? 1_000_000_000 : 5_000, "operator"));
    paying.push({ id: account.id, key: given(await accounts.createKey(account.id, "live")).key });
  }
  const users = Array.from({ length: 20 }, (_, n) => ({ kind: "telegram", userId: n + 1 }) as const);
  for (const { userId } of users.slice(0, 10)) given(await accounts.registerTelegram(userId));
  const addresses = Array.from(
    { length: 20 },
    (_, n) => ({ kind: "address", address: `203.0.113.${n}` }) as const,
  );
  const keys = paying.flatMap(({ key }) => Array.from({ length: 10 }, () => ({ kind: "key", key }) as const));
  return { width: 12, callers: [...keys, ...users, ...addresses], accounts: paying };
};

const given = <T>(result: { ok: true; value: T } | { ok: false; error: { code: string } }): T => {
  if (!result.ok) throw new Error(`cannot be prepared: ${result.error.code}`);
  return result.value;
};

/** One of ten dies while it opens the database, the others under load. Gives what the victim had said. */
const liveAndDie = async (victim: LineProcess, books: Books): Promise<readonly Deed[]> => {
  if (randomInt(10) === 0) {
    await delay(randomInt(80));
    return await die(victim, []);
  }
  await begin(victim, books);
  const deeds: Deed[] = [];
  for (let left = randomInt(60); left > 0; left--) deeds.push(await hearDeed(victim));
  await delay(randomInt(20));
  return await die(victim, deeds);
};

const chargeAndDie = async (victim: LineProcess, books: Books): Promise<readonly Deed[]> => {
  await begin(victim, books);
  const deeds: Deed[] = [];
  while (deeds.at(-1)?.did !== "charged") deeds.push(await hearDeed(victim));
  return await die(victim, deeds);
};

const begin = async (victim: LineProcess, books: Books): Promise<void> => {
  if ((await victim.hear()) === null) throw new Error("the victim ended by itself");
  await books.checkStale("a start");
  victim.say("begin");
};

const hearDeed = async (victim: LineProcess): Promise<Deed> => {
  const line = await victim.hear();
  if (!isDeed(line)) throw new Error("the victim ended by itself");
  return line;
};

/** Gives what it had said, to the last line before its death. */
const die = async (victim: LineProcess, said: readonly Deed[]): Promise<readonly Deed[]> => {
  await victim.kill();
  const deeds = [...said];
  for (let line = await victim.hear(); line !== null; line = await victim.hear())
    if (isDeed(line)) deeds.push(line);
  return deeds;
};

const isDeed = (line: unknown): line is Deed => typeof line === "object" && line !== null && "did" in line;

/** A server goes on for a moment with what the dead had sent. */
const quiet = async (store: Store, databaseUrl: string): Promise<void> => {
  if (databaseUrl.startsWith("sqlite:")) return;
  for (;;) {
    const running = await runningOn(store);
    if (running === 0) return;
    await delay(5);
  }
};

const runningOn = async (store: Store): Promise<number> => {
  const { rows } = await sql<{ running: number }>`
    select count(*) as running from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and (state <> 'idle' or backend_xid is not null)
      and backend_type = 'client backend'`.execute(store.db);
  return rows[0]?.running ?? 0;
};
