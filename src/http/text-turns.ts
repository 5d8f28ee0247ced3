import { setTimeout as delay, setImmediate as nextRound } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createFairQueue, type QueuedCaller } from "../core/fair-queue.ts";
import { addressOf } from "./callers.ts";
import { nameOf } from "./rate-limit.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly textTurns: TextTurns;
  }
}

/**
 * Texts are searched on the thread that answers everybody, and the longest take some milliseconds. One is searched at a time,
 * and callers take turns, so that whoever sends hundreds at once waits behind the others.
 */
type TextTurns = {
  /** Resolves when the caller may search one text, at once and without waiting. */
  readonly take: (caller: QueuedCaller) => Promise<void>;
};

export const addTextTurns = (server: FastifyInstance): void => {
  server.decorate("textTurns", createTextTurns());
};

/** Resolves when it is this request's turn to search one text. */
export const turnForText = (request: FastifyRequest): Promise<void> =>
  request.server.textTurns.take(queuedCallerOf(request));

/** Between two texts the thread does other work as long as the one before took, but no longer than this. */
const restMsMax = 30;

const createTextTurns = (): TextTurns => {
  const waiting = createFairQueue<() => void>();
  let isRunning = false;
  const giveTurns = async () => {
    isRunning = true;
    for (let begin = waiting.next(); begin !== undefined; begin = waiting.next()) {
      const startedAt = performance.now();
      begin();
      await nextRound();
      // Node takes up one new connection in a round. Without a rest those behind a flood would wait for it all.
      const tookMs = performance.now() - startedAt;
      if (tookMs >= 1) await delay(Math.min(tookMs, restMsMax));
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

const queuedCallerOf = (request: FastifyRequest): QueuedCaller => {
  const account = request.caller?.account ?? null;
  const caller = { kind: "address", address: addressOf(request) } as const;
  return { id: nameOf({ account, caller }), isKeyed: account !== null };
};
