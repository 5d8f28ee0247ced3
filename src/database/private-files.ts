import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";

/** Our own user alone reads and writes what we keep. */
const fileMode = 0o600;
const folderMode = 0o700;

/**
 * Makes the folder of a file that is ours, when it is missing, and closes it to other users; one that holds files of
 * others too stays as it is. Throws the error of the place.
 */
export const makePrivateFolder = (path: string): void => {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: folderMode });
  const isOurs = readdirSync(folder).every(
    (name) => /\.sqlite(?:-|$)/.test(name) || name.startsWith(basename(path)),
  );
  if (isOurs) closeTo(folder, folderMode);
};

/**
 * Makes a file when it is missing, and closes it and its log to other users; SQLite gives what it puts beside a file the
 * file's own mode. Throws the error of the place.
 */
export const makePrivateFile = (path: string): void => {
  closeSync(openSync(path, "a", fileMode));
  for (const one of [path, `${path}-wal`, `${path}-shm`]) closeTo(one, fileMode);
};

/** What is another user's, not there, closed to writers, or neither file nor folder stays as it is. */
const closeTo = (path: string, mode: number): void => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (!found.isFile() && !found.isDirectory())) return;
  const isOpen = (found.mode & 0o077) !== 0 && (found.mode & 0o200) !== 0;
  if (!isOpen) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code !== "EPERM" && code !== "EROFS") throw error;
  }
};
