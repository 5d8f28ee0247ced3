import { renameSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import type { Note } from "../history.ts";
import type { FaultOf } from "../plan.ts";
import { signal } from "./signal.ts";
import type { Supervisor } from "./supervisor.ts";

type How = FaultOf<"database">["how"];

/** Resolves when nothing is wrong with the file any more. */
export const strikeFile = async (
  supervisor: Supervisor,
  databasePath: string,
  how: How,
  forMs: number,
): Promise<void> => {
  if (how === "away" || how === "cut") {
    if (supervisor.isFileAway) return;
    supervisor.isFileAway = true;
    renameSync(databasePath, `${databasePath}.away`);
    await delay(how === "cut" ? 100 : forMs);
    renameSync(`${databasePath}.away`, databasePath);
    supervisor.isFileAway = false;
    return;
  }
  // A slow one lets others in for a moment, again and again.
  const until = performance.now() + forMs;
  while (performance.now() < until && !supervisor.isFileAway) {
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

/** Resolves when nothing is wrong with the server any more, or when it recovers by itself. */
export const strikeServer = async (url: string, how: How, forMs: number, note: Note): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    const pids = await othersOn(client);
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

/** The server's processes that serve other connections to this database. */
const othersOn = async (client: pg.Client): Promise<readonly number[]> => {
  const { rows } = await client.query(
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  return rows.map(({ pid }) => Number(pid));
};
