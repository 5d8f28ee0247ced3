import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";
import { sqlState } from "./away.ts";

/** A charge that may have been made must not be answered as if it had not: worth waiting for longer than for a lock. */
const askMsMax = 10_000;
const pauseMs = 100;

/**
 * Whether a transaction was kept whose connection was lost in its commit: asks the server by the transaction's id on
 * other connections until it tells. Null when it cannot be asked for `askMs`.
 */
export const wasKept = async (pool: Pool, id: string, askMs = askMsMax): Promise<boolean | null> => {
  const giveUpAt = performance.now() + askMs;
  do {
    const status = await statusOf(pool, id);
    if (status === "committed") return true;
    if (status === "aborted") return false;
    await delay(pauseMs);
  } while (performance.now() < giveUpAt);
  return null;
};

/** Null when the server cannot be asked now. One that still runs has lost us, and is ended. */
const statusOf = async (pool: Pool, id: string): Promise<string | null> => {
  try {
    const { rows } = await pool.query("select pg_xact_status($1::text::xid8) as status", [id]);
    const status = String(rows[0]?.status);
    if (status === "in progress") await pool.query(endIt, [id]);
    return status;
  } catch (error) {
    // A server that never gave this id out (22023) took the place of the one that did.
    if (sqlState(error) === "22023") return "aborted";
    return null;
  }
};

/** Sessions show the lower 32 bits of the id. */
const endIt = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where backend_xid::text = mod($1::text::numeric, 4294967296)::text`;
