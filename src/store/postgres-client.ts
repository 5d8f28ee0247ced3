import type { PoolClient } from "pg";
import { awayError } from "./away.ts";

/** A connection that was taken out of its pool: knows whether it still stands, and gives it back exactly once. */
export const holdClient = (client: PoolClient, onReleased: () => void) => {
  let lost: Error | null = null;
  let isReleased = false;
  let timer: NodeJS.Timeout | undefined;
  const release = () => {
    clearTimeout(timer);
    if (isReleased) return;
    isReleased = true;
    client.off("error", cutBy);
    client.release(lost ?? undefined);
    onReleased();
  };
  // A connection that is given back with an error is closed by the pool, whatever still runs on it.
  const cut = (reason: string) => {
    lost ??= awayError(reason);
    release();
  };
  const cutBy = (error: Error) => {
    lost ??= awayError(reasonOf(error), error);
  };
  client.on("error", cutBy);
  return {
    cut,
    release,
    query: (text: string, values: unknown[]) => client.query(text, values),
    isCut: () => lost !== null,
    isReleased: () => isReleased,
    mustHold: () => {
      if (lost !== null) throw lost;
    },
    limit: (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => cut("it took too long"), Math.max(0, ms));
    },
  };
};

/** Of a connection to a name with several addresses only the code says something. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
};
