import { renameSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";
import { sql } from "kysely";
import type { Store } from "../../../src/database/store.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** The database of all processes, and what is wrong with it now. */
export type DatabaseFile = {
  readonly path: string;
  isAway: boolean;
  isSlow: boolean;
  /** Connections for whose end every other writer waits. */
  readonly locks: Set<InstanceType<typeof DatabaseSync>>;
};

export const createDatabaseFile = (path: string): DatabaseFile => ({
  path,
  isAway: false,
  isSlow: false,
  locks: new Set(),
});

/** Takes the file away from where it is looked for, or brings it back. */
export const moveAway = (file: DatabaseFile, away: boolean): void => {
  if (away === file.isAway) return;
  file.isAway = away;
  renameSync(away ? file.path : `${file.path}.away`, away ? `${file.path}.away` : file.path);
};

export const lockFor = async (file: DatabaseFile, time: VirtualTime, forMs: number): Promise<void> => {
  if (file.isAway) return;
  const lock = new DatabaseSync(file.path, { timeout: 0 });
  try {
    lock.exec("begin immediate");
  } catch {
    return lock.close();
  }
  file.locks.add(lock);
  await time.sleep(forMs);
  if (file.locks.delete(lock)) lock.close();
};

export const releaseLocks = ({ locks }: DatabaseFile): void => {
  for (const lock of locks) lock.close();
  locks.clear();
};

/** A process's store, whose transactions take long while the file is slow. */
export const slowedStore = (file: DatabaseFile, time: VirtualTime, store: Store): Store => ({
  ...store,
  transaction: async (change) => {
    if (!file.isSlow) return store.transaction(change);
    await time.sleep(300);
    const done = await store.transaction(change);
    await time.sleep(300);
    return done;
  },
});

export type DiskMood = "well" | "full" | "read-only";

/** Makes a connection answer as it would on such a disk. */
export const setDisk = async ({ db }: Store, how: DiskMood): Promise<void> => {
  if (how === "read-only") return void (await sql.raw("pragma query_only = 1").execute(db));
  if (how === "well") {
    await sql.raw("pragma query_only = 0").execute(db);
    await sql.raw("pragma max_page_count = 1073741823").execute(db);
    return;
  }
  const { rows } = await sql.raw<{ page_count: number }>("pragma page_count").execute(db);
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 1}`).execute(db);
};
