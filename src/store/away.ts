const awayName = "StoreAway";

/** The database cannot be used now, and later it may. */
export const awayError = (reason: string): Error => Object.assign(new Error(reason), { name: awayName });

/** Primary result codes that are mistakes of ours: SQL, constraints, types, misuse, ranges. */
const bugCodes: ReadonlySet<number> = new Set([1, 19, 20, 21, 25]);

/** Whether a query failed because the database is locked, full, damaged, closed or gone, not by our mistake. */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error.name === awayName || "syscall" in error) return true;
  if ("code" in error && error.code === "ERR_INVALID_STATE") return true;
  const code = sqliteCode(error);
  return code !== null && !bugCodes.has(code);
};

/** Another connection holds the lock (SQLITE_BUSY, SQLITE_LOCKED). */
export const isBusy = (error: unknown): boolean => {
  const code = sqliteCode(error);
  return code === 5 || code === 6;
};

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
