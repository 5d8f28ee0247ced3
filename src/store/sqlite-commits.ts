import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import type { Disk, Savepoint } from "./group-commit.ts";
import type { SqliteLog } from "./sqlite-log.ts";

/** On the connection itself, because each unit of work needs one. */
export const createSavepoint = (sqlite: DatabaseSyncInstance): Savepoint => {
  const set = sqlite.prepare("savepoint unit");
  const release = sqlite.prepare("release unit");
  const undo = sqlite.prepare("rollback to unit");
  return {
    set: () => {
      set.run();
    },
    release: () => {
      release.run();
    },
    undo: () => {
      undo.run();
      release.run();
    },
  };
};

/** Only the commits within `later` leave the sync to the log; any other waits for its own. */
export const createDisk = (sqlite: DatabaseSyncInstance, { synced }: SqliteLog): Disk => ({
  later: async (work) => {
    sqlite.exec("pragma synchronous = normal");
    try {
      return await work();
    } finally {
      if (sqlite.isOpen) sqlite.exec("pragma synchronous = full");
    }
  },
  synced,
});
