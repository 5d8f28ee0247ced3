import { existsSync, rmSync } from "node:fs";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { makePrivateFile } from "./private-files.ts";

/** Tells the processes of one database of each other's end, however it came. `id`: of a row in `process_lease`. */
export type Lifeline = {
  /** Holds on from now until `letGo`, or until this process is no more. */
  readonly hold: (id: string) => void;
  readonly letGo: () => void;
  /** Whether who held on under this id is no more; false where that is not certain. */
  readonly isGone: (id: string) => boolean;
  /** Tidies up behind one that is gone. */
  readonly bury: (id: string) => void;
};

/**
 * A locked file beside the database at `path` for each process: the system unlocks it however the process ends. Who
 * shares a database of SQLite shares its locks, or the database itself could not be shared.
 */
export const createLifeline = (path: string): Lifeline => {
  const fileOf = (id: string): string => `${path}-process-${id}`;
  let held: { readonly id: string; readonly file: DatabaseSyncInstance } | null = null;

  const bury = (id: string): void => rmSync(fileOf(id), { force: true });

  return {
    hold: (id) => {
      if (held !== null) return;
      const file = lockedFile(fileOf(id));
      // One that is there and not locked would tell that this process is gone.
      if (file === null) bury(id);
      else held = { id, file };
    },
    letGo: () => {
      if (held === null) return;
      held.file.close();
      bury(held.id);
      held = null;
    },
    isGone: (id) => {
      if (id === held?.id || !existsSync(fileOf(id))) return false;
      const file = lockedFile(fileOf(id));
      file?.close();
      return file !== null;
    },
    bury,
  };
};

/** Null when another process has locked it, or the disk does not let us. */
const lockedFile = (path: string): DatabaseSyncInstance | null => {
  let file: DatabaseSyncInstance | null = null;
  try {
    makePrivateFile(path);
    file = new DatabaseSync(path, { timeout: 0 });
    // Nothing is ever written into it, so that it needs no journal beside it.
    file.exec("pragma journal_mode = memory; begin exclusive");
    return file;
  } catch {
    file?.close();
    return null;
  }
};
