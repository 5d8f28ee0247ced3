import { setTimeout as delay, setImmediate as nextRound } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { callerName } from "../accounts/accounts.ts";
import { createFairQueue, type WaitingCaller } from "../core/fair-queue.ts";
import { addressOf } from "./callers.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly textTurns: TextTurns;
  }
}

/**
 * One text is searched at a time, and callers take turns. The longest texts take some milliseconds of the thread that answers
 * everybody.
 */
type TextTurns = {
  /** Resolves when the caller may search one text, at once and without waiting. */
  readonly take: (caller: WaitingCaller) => Promise<void>;
};

export const addTextTurns = (server: FastifyInstance): void => {
  server.decorate("textTurns", createTextTurns());
};

/** Resolves when it is this request's turn to search one text. `account`: the id of whoever asks; unset: the key's. */
export const turnForText = (
  request: FastifyRequest,
  account: string | null = request.caller?.account?.id ?? null,
): Promise<void> => request.server.textTurns.take(waitingCallerOf(request, account));

/** The pause between two turns is as long as the first one took, at most this. */
const restMsMax = 30;

/**
 * Lets others have the thread after a turn. Node takes up one new connection in a round, and without a rest those behind a
 * flood would wait for it all.
 */
export const restAfter = async (startedAt: number): Promise<void> => {
  await nextRound();
  const tookMs = performance.now() - startedAt;
  if (tookMs >= 1) await delay(Math.min(tookMs, restMsMax));
};

const createTextTurns = (): TextTurns => {
  const waiting = createFairQueue<() => void>();
  let isRunning = false;
  const giveTurns = async () => {
    isRunning = true;
    for (let begin = waiting.next(); begin !== undefined; begin = waiting.next()) {
      const startedAt = performance.now();
      begin();
      await restAfter(startedAt);
    }
    isRunning = false;
  };
  return {
    take: (caller) =>
      new Promise((begin) => {
        waiting.add(caller, begin);
        if (!isRunning) void giveTurns();
      }),
  };
};

const waitingCallerOf = (request: FastifyRequest, account: string | null): WaitingCaller => {
  const id = callerName({ kind: "address", address: addressOf(request) }, account);
  return { id, isKeyed: account !== null };
};
