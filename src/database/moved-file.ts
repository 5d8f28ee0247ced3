import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { postgresHostUrls } from "../core/postgres-hosts.ts";
import { type StartProblem, startProblem } from "../core/start-problem.ts";
import { syncFile } from "./new-file.ts";

/**
 * A file beside a database says that its data was moved, and where to. It is called `.moving` from just before the
 * commit of the other database until that is known to be made, and `.moved` from then on. Nobody works on a database
 * that has either.
 */
const movingOf = (path: string): string => `${path}.moving`;
const movedOf = (path: string): string => `${path}.moved`;

/** Both, for whoever looks for what is left of a database. */
export const movedFilesOf = (path: string): readonly string[] => [movingOf(path), movedOf(path)];

/** Is on the disk when it returns. `to`: a `postgres:` URL. Throws the error of the place. */
export const noteMoving = (path: string, to: string): void => {
  const part = `${movingOf(path)}.part`;
  writeFileSync(part, placeOf(to), { mode: 0o600, flush: true });
  renameSync(part, movingOf(path));
  syncFile(dirname(path));
};

/** After `noteMoving`: the other database has everything. Throws the error of the place. */
export const noteMoved = (path: string): void => {
  renameSync(movingOf(path), movedOf(path));
  syncFile(dirname(path));
};

/** After `noteMoving`: the other database has nothing. */
export const forgetMoving = (path: string): void => rmSync(movingOf(path), { force: true });

/** In this order, for a move turns the first into the second. */
export const isMoved = (path: string): boolean => movedFilesOf(path).some((file) => existsSync(file));

/** Why nobody may work on the database at `path`; null: it was not moved. */
export const movedProblem = (path: string, cause?: unknown): StartProblem | null => {
  const file = movedFilesOf(path).find((one) => existsSync(one));
  if (file === undefined) return null;
  const place = `PostgreSQL at ${readFileSync(file, "utf8")}`;
  return startProblem(
    file === movedOf(path)
      ? `The data of ${path} was moved to ${place}: set DATABASE_URL to that database. To undo the move, stop all processes and delete ${file}; what was done since the move is not in the file.`
      : `The move of ${path} to ${place} was cut off in its last step, or is at it now. When no move runs, look where the data is: set DATABASE_URL to that database and run deresegn accounts list: when it lists the accounts, start all processes there. When it lists none, set DATABASE_URL back, delete ${file}, and move again.`,
    cause,
  );
};

export const requireNotMoved = (path: string): void => {
  const problem = movedProblem(path);
  if (problem !== null) throw problem;
};

/** Hosts and database alone: no password, wherever the URL has one. */
const placeOf = (url: string): string =>
  (postgresHostUrls(url) ?? []).map(({ host, pathname }) => host + pathname).join(" or ");
