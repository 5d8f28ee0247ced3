import { closeSync, fdatasync, openSync, realpathSync } from "node:fs";
import { promisify } from "node:util";
import { awayError } from "./away.ts";

/** SQLite's write-ahead log beside a database that this process has open. */
export type SqliteLog = {
  /** Resolves when all that was committed before is on the disk; rejects, then and ever after, when it may not be. */
  readonly synced: () => Promise<void>;
  /** Why nothing can be promised any more; null while the disk keeps what it is given. */
  readonly loss: () => Error | null;
  readonly close: () => void;
};

/** Resolves when what was written to an open file is on the disk. */
export type SyncFile = (file: number) => Promise<void>;

/**
 * Brings commits that SQLite has only written (`synchronous = normal`) to the disk, in another thread: SQLite itself would
 * hold this one up for as long as the disk takes.
 *
 * What SQLite does with the log on its own leaves that true. Before a commit is copied into the database's file the log is
 * synced, and before the log is begun anew that file is, by whichever process does it; a new log's folder is synced with
 * its first header. The log is never deleted or replaced while a connection is open, and this one is opened while ours
 * is. SQLite locks the database's file and the shared memory, not the log, so that closing it lets go of no lock.
 *
 * One sync takes in everything that is in the file, another process's commits, too. So whoever writes because of what
 * it has read of a commit that is not on the disk yet is answered after both are; whoever only reads may be told of one
 * that a loss of power takes back.
 *
 * Once a sync has failed the system may have dropped what it could not write, and calls the rest clean: no later one
 * proves anything, and SQLite, which reads the log from its start, would lose every commit behind the gap. So nobody is
 * served until the program is started again and the log's content is in the database's file.
 *
 * @param path of the database's file
 * @param sync for tests
 * @see https://www.sqlite.org/wal.html
 */
export const openSqliteLog = (path: string, sync: SyncFile = promisify(fdatasync)): SqliteLog => {
  // SQLite puts the log beside the file itself, not beside a link to it.
  const file = openSync(`${realpathSync(path)}-wal`, "r+");
  let loss: Error | null = null;
  return {
    synced: async () => {
      if (loss !== null) throw loss;
      try {
        await sync(file);
      } catch (cause) {
        loss = awayError("the disk did not keep what was written: start the program again", cause);
        throw loss;
      }
    },
    loss: () => loss,
    close: () => closeSync(file),
  };
};
