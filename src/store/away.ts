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
export const sqliteCode = (error: unknown): number | null =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode & 0xff
    : null;
