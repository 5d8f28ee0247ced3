import { setTimeout as delay } from "node:timers/promises";
import { sqlState } from "./away.ts";
import type { PostgresServers } from "./postgres-servers.ts";

/** A charge that may have been made must not be answered as if it had not: worth waiting for longer than for a lock. */
const askMsMax = 10_000;
const pauseMs = 100;

/** A transaction whose commit was sent. `life`: of the server that gave its id out; null where nothing tells. */
export type SentTransaction = { readonly id: string; readonly life: string | null };

/**
 * Whether a transaction was kept whose connection was lost in its commit: asks the server by the transaction's id on
 * other connections until it tells. Null when it cannot be asked for `askMs`, or can no longer tell.
 */
export const wasKept = async (
  servers: Pick<PostgresServers, "query">,
  transaction: SentTransaction,
  askMs = askMsMax,
): Promise<boolean | null> => {
  const giveUpAt = performance.now() + askMs;
  do {
    const status = await statusOf(servers, transaction);
    if (status === "committed") return true;
    if (status === "aborted") return false;
    if (status === "unknown") return null;
    await delay(pauseMs);
  } while (performance.now() < giveUpAt);
  return null;
};

/** Null when the server cannot be asked now. One that still runs has lost us, and is ended. */
const statusOf = async (
  servers: Pick<PostgresServers, "query">,
  { id, life }: SentTransaction,
): Promise<string | null> => {
  try {
    const { rows } = await servers.query(
      "select pg_xact_status($1::text::xid8) as status, current_setting('deresegn.life', true) as life",
      [id],
    );
    const status = String(rows[0]?.status);
    if (rows[0]?.life !== life) return statusInAnotherLife(status);
    if (status === "in progress") await servers.query(endIt, [id]);
    return status;
  } catch (error) {
    // A server that never gave this id out (22023) took the place of the one that did.
    if (sqlState(error) === "22023") return "aborted";
    return null;
  }
};

/**
 * A server that crashed, or took another's place, may give a lost transaction's id to a new transaction. A running one is
 * not ours then. A committed one may be ours or the new one.
 */
const statusInAnotherLife = (status: string): string =>
  status === "aborted" || status === "in progress" ? "aborted" : "unknown";

/** Sessions show the lower 32 bits of the id. */
const endIt = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where backend_xid::text = mod($1::text::numeric, 4294967296)::text`;
