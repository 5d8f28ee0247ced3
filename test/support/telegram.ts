import fastify from "fastify";
import { onTestFinished } from "vitest";
import { mountBotApi } from "../../tools/demo/telegram/bot-api.ts";
import { mountChat } from "../../tools/demo/telegram/chat-routes.ts";
import { createPlayer } from "../../tools/demo/telegram/player.ts";
import { createTelegram } from "../../tools/demo/telegram/telegram.ts";

export const token = "700000000:a-token-for-the-tests-only";

/** One call of the bot as it arrived. */
export type Call = { readonly method: string; readonly payload: Record<string, unknown> };

/** What goes wrong with a call: Telegram refuses it, does it and loses its answer, or hangs. */
export type Fault =
  | {
      readonly kind: "refuse";
      readonly code: number;
      readonly description: string;
      readonly retryAfter?: number;
      readonly movedTo?: number;
    }
  | { readonly kind: "lose answer" }
  | { readonly kind: "never answer" };

/** The emulated Telegram over HTTP, recording every call, with faults on demand. */
export const openTelegram = async (now: () => Date) => {
  const telegram = createTelegram({ token, botUsername: "deresegn_bot", now });
  const calls: Call[] = [];
  const faults: ((call: Call) => Fault | undefined)[] = [];
  const state = { deliverTwice: false };
  const watchers = new Set<() => void>();

  const server = fastify({ forceCloseConnections: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  const losing = new WeakSet<object>();
  server.addHook("preHandler", async (request, reply) => {
    const method = /^\/bot[^/]+\/(\w+)/.exec(request.url)?.[1];
    if (method === undefined) return undefined;
    // Of a form, which carries a file, nothing is recorded but that it came.
    const isJson = request.headers["content-type"]?.startsWith("application/json") === true;
    const body = isJson && Buffer.isBuffer(request.body) ? request.body.toString() : "";
    const call = { method, payload: body === "" ? {} : (JSON.parse(body) as Record<string, unknown>) };
    const fault = faults.map((choose) => choose(call)).find((chosen) => chosen !== undefined);
    calls.push(call);
    for (const tell of watchers) tell();
    if (fault?.kind === "never answer") {
      // The request's own "close" comes as soon as its body has been read.
      await new Promise<void>((resolve) => reply.raw.once("close", resolve));
      return reply.hijack();
    }
    if (fault?.kind === "lose answer") losing.add(request);
    if (fault?.kind !== "refuse") return undefined;
    const { code: error_code, description, retryAfter, movedTo } = fault;
    const parameters = { retry_after: retryAfter, migrate_to_chat_id: movedTo };
    return reply.code(error_code).send({ ok: false, error_code, description, parameters });
  });
  server.addHook("onSend", async (request, reply, payload) => {
    if (losing.has(request)) reply.raw.destroy();
    if (!state.deliverTwice || !request.url.endsWith("/getUpdates") || typeof payload !== "string")
      return payload;
    const answer = JSON.parse(payload) as { result: unknown[] };
    return JSON.stringify({ ...answer, result: [...answer.result, ...answer.result] });
  });
  mountBotApi(server, telegram, token);
  mountChat(server, telegram);
  const url = await server.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(async () => {
    telegram.updates.close();
    await server.close();
  });

  /** Resolves once the calls so far are as wanted. */
  const untilCalls = (isAsWanted: (calls: readonly Call[]) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (!isAsWanted(calls)) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });

  return {
    url,
    telegram,
    calls,
    faults,
    state,
    untilCalls,
    selam: createPlayer(url, "selam"),
    hana: createPlayer(url, "hana"),
    callsOf: (method: string) => calls.filter((call) => call.method === method),
  };
};
