import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RedisServer } from "../../redis/server.ts";

/** An empty database on a server of ours, and a Redis; null: SQLite alone. */
export type Servers = { readonly url: string; readonly redis: RedisServer } | null;

/** Where the processes run. */
export type Environment = {
  readonly folder: string;
  readonly databasePath: string;
  readonly databaseUrl: string;
  readonly servers: Servers;
  /** How far the clock of the processes is ahead, which they read in a file. */
  readonly clock: { readonly file: string; aheadMs: number };
  readonly now: () => Date;
};

export const prepareEnvironment = (folder: string, servers: Servers, startsAt: string): Environment => {
  const databasePath = join(folder, "deresegn.sqlite");
  const databaseUrl = servers?.url ?? `sqlite:${databasePath}`;
  const clock = { file: join(folder, "clock"), aheadMs: 0 };
  // Who shares a server goes by its clock, which stays right.
  setClock(clock, servers === null ? Date.parse(startsAt) - Date.now() : 0);
  const now = () => new Date(Date.now() + (servers === null ? clock.aheadMs : 0));
  return { folder, databasePath, databaseUrl, servers, clock, now };
};

export const setClock = (clock: Environment["clock"], aheadMs: number): void => {
  clock.aheadMs = aheadMs;
  writeFileSync(clock.file, String(aheadMs));
};

/** Where a process keeps its log and what is its own. */
export const folderOf = ({ folder }: Environment, number: number): string =>
  join(folder, `process-${number}`);
