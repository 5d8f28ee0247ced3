import { isStartProblem, type StartProblem, startProblem } from "../start-problem.ts";
import { isBusy, sqliteCode } from "./away.ts";

/** The start problem behind an error of opening the file at `path`; any other error is given back as it is. */
export const asStartProblem = (error: unknown, path: string): unknown => {
  if (isStartProblem(error)) return error;
  if (isBusy(error))
    return startProblem(`Another program keeps ${path} locked: stop it and start again.`, error);
  const code = sqliteCode(error);
  if (code === 11) return damagedFile(path, error);
  if (code === 26) return foreignFile(path, error);
  if (code === 13) return startProblem(`No space is left for ${path}: free some and start again.`, error);
  const reason = code === null ? systemCode(error) : errorText(error);
  return reason ? unusablePlace(path, reason, error) : error;
};

export const foreignFile = (path: string, cause?: unknown): StartProblem =>
  startProblem(
    `${path} is not a database of this program: put its backup back, or set DATABASE_URL to another file. It was left as it is.`,
    cause,
  );

export const damagedFile = (path: string, cause?: unknown): StartProblem =>
  startProblem(
    `${path} is damaged: put its backup back, or set DATABASE_URL to another file. It was left as it is.`,
    cause,
  );

const unusablePlace = (path: string, reason: string, cause: unknown): StartProblem =>
  startProblem(
    `${path} cannot be written (${reason}): make its folder writable for this user, or set DATABASE_URL to another place.`,
    cause,
  );

/** Such as `EACCES`; null when the error did not come from the file system. */
const systemCode = (error: unknown): string | null =>
  error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : null;

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
