const awayName = "StoreAway";

/** The database cannot be used now, and later it may. */
export const awayError = (reason: string, cause?: unknown): Error =>
  Object.assign(new Error(reason, { cause }), { name: awayName });

/** Primary result codes that are mistakes of ours: SQL, constraints, types, misuse, ranges. */
const bugCodes: ReadonlySet<number> = new Set([1, 19, 20, 21, 25]);

/**
 * Classes of SQLSTATE that are no mistakes of ours: connections, credentials, a database that is not there, other
 * transactions, resources, locks, the operator, the system, damage. And a transaction that may only read (25006), or
 * was ended because it idled (25P03).
 */
const awayStates = /^(?:08|28|3D|40|53|55|57|58|F0|XX)|^25(?:006|P03)$/;

/** Whether a query failed because the database is locked, full, damaged, closed or gone, not by our mistake. */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error.name === awayName || "syscall" in error) return true;
  if ("code" in error && error.code === "ERR_INVALID_STATE") return true;
  const state = sqlState(error);
  if (state !== null) return awayStates.test(state);
  const code = sqliteCode(error);
  return code !== null && !bugCodes.has(code);
};

/** Another connection holds the lock (SQLITE_BUSY, SQLITE_LOCKED). */
export const isBusy = (error: unknown): boolean => {
  const code = sqliteCode(error);
  return code === 5 || code === 6;
};

/** PostgreSQL's own word on an error; null for errors that did not come from its server. */
export const sqlState = (error: unknown): string | null =>
  error instanceof Error && "severity" in error && "code" in error && typeof error.code === "string"
    ? error.code
    : null;

/**
 * Ends a transaction that finds what it has read changed by another since. It is run again, as after a serialization
 * failure of PostgreSQL's own; SQLite runs one after the other.
 */
export const overtaken = (): Error =>
  Object.assign(new Error("another transaction was quicker"), { severity: "ERROR", code: "40001" });

/** SQLite's primary result code, https://www.sqlite.org/rescode.html; null for any other error. */
export const sqliteCode = (error: unknown): number | null => {
  if (!(error instanceof Error && "code" in error) || error.code !== "ERR_SQLITE_ERROR") return null;
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode & 0xff;
  return codesByText.get(error.message) ?? null;
};

/** The driver's `all` throws SQLite's text without its code; these are the texts that `sqlite3_errstr` gives. */
const codesByText: ReadonlyMap<string, number> = new Map([
  ["database is locked", 5],
  ["database table is locked", 6],
  ["out of memory", 7],
  ["attempt to write a readonly database", 8],
  ["interrupted", 9],
  ["disk I/O error", 10],
  ["database disk image is malformed", 11],
  ["database or disk is full", 13],
  ["unable to open database file", 14],
  ["locking protocol", 15],
  ["file is not a database", 26],
]);
