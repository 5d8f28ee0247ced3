import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { startProblem } from "../core/start-problem.ts";

/**
 * Makes a file that is there whole or not at all, for our own user alone, and never in the place of another. `write`
 * gets the path of an empty file beside it. Rejects with what `write` rejected with, or with a start problem.
 */
export const makeWholeFile = async (path: string, write: (part: string) => Promise<void>): Promise<void> => {
  const whole = resolve(path);
  const part = `${whole}.part`;
  if (existsSync(whole)) throw thereAlready(whole);
  try {
    closeSync(openSync(part, "wx", 0o600));
  } catch (error) {
    throw asPlaceProblem(error, part);
  }
  try {
    await write(part);
    keep(part, whole);
  } finally {
    rmSync(part, { force: true });
  }
};

const keep = (part: string, whole: string): void => {
  try {
    syncFile(part);
    // Fails where there is a file of that name, which renaming would replace.
    linkSync(part, whole);
    syncFile(dirname(whole));
  } catch (error) {
    throw asPlaceProblem(error, whole);
  }
};

/** Brings what was written to a file, or into a folder, to the disk. */
export const syncFile = (path: string): void => {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

const asPlaceProblem = (error: unknown, path: string): unknown => {
  const code = error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : null;
  if (code === null) return error;
  if (code === "EEXIST") return thereAlready(path, error);
  return startProblem(
    `${path} cannot be written (${code}): name a folder that this user may write to.`,
    error,
  );
};

const thereAlready = (path: string, cause?: unknown) =>
  startProblem(`${path} is there already: name another file, or move it away first.`, cause);
