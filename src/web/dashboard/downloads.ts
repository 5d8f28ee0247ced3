import type { FastifyReply } from "fastify";
import { fail } from "../../core/failure.ts";
import { createSemaphore, type Semaphore } from "../../core/semaphore.ts";
import { createSharedValues } from "../../core/shared-values.ts";
import { createTurns } from "../../core/turns.ts";
import { onceEnded } from "../../http/reply-end.ts";
import { refusal } from "../../http/request-body.ts";

type Download = {
  /** Reads a part of the file when it is the account's turn. */
  readonly turnOfPage: <T>(read: () => Promise<T>) => Promise<T>;
};

/**
 * Files that are read in pages. An account has one download at a time, and of all downloads one page is read at a time, so
 * that they take one connection of the database and little of the thread that answers everybody.
 */
type Downloads = {
  /** Resolves when the account's downloads before have ended. Rejects with `rate_limited` where too many wait. */
  readonly begin: (account: string, reply: FastifyReply) => Promise<Download>;
};

/** Downloads of one account that wait for the one that runs. */
const waitingMax = 30;
const retryAfterSeconds = 10;
/** A reader who takes nothing for so long is gone. */
const stalledMsMax = 60_000;

export const createDownloads = (): Downloads => {
  const places = createSharedValues<Semaphore>();
  const pages = createTurns();

  return {
    begin: async (account, reply) => {
      const place = places.take(account, () => createSemaphore({ running: 1, waiting: waitingMax }));
      const ended = new AbortController();
      onceEnded(reply.raw, () => {
        place.giveBack();
        ended.abort();
      });
      const permit = await place.value.acquire(ended.signal);
      // Of one who hung up nobody reads the answer.
      if (!permit.ok) throw refusal(fail("rate_limited", { retryAfterSeconds }).error);
      ended.signal.addEventListener("abort", permit.value);
      if (ended.signal.aborted) permit.value();
      // A phone that went out of its network would keep the account's next download waiting for a quarter of an hour.
      reply.raw.setTimeout(stalledMsMax, () => reply.raw.destroy());
      return { turnOfPage: (read) => pages.run({ id: account, isKeyed: true }, read) };
    },
  };
};
