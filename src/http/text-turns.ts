import type { FastifyInstance, FastifyRequest } from "fastify";
import { callerName } from "../accounts/accounts.ts";
import type { TurnTaker } from "../core/fair-queue.ts";
import { createTurns, type Turns } from "../core/turns.ts";
import { addressOf } from "./callers.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** One text is searched at a time: the longest take some milliseconds of the thread that answers everybody. */
    readonly textTurns: Turns;
  }
}

export const addTextTurns = (server: FastifyInstance): void => {
  server.decorate("textTurns", createTurns());
};

/**
 * Resolves when it is this request's turn to search one text. The caller searches it at once, and waits for
 * nothing before. `account`: the id of whoever asks; unset: the key's.
 */
export const turnForText = (
  request: FastifyRequest,
  account: string | null = request.caller?.account?.id ?? null,
): Promise<void> => request.server.textTurns.run(waitingCallerOf(request, account), async () => undefined);

const waitingCallerOf = (request: FastifyRequest, account: string | null): TurnTaker => {
  const id = callerName({ kind: "address", address: addressOf(request) }, account);
  return { id, isKeyed: account !== null };
};
