import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Failure } from "../failure.ts";
import type { Result } from "../result.ts";
import type { JsonRequest } from "./verify-routes.ts";

/** Where Telegram posts updates, and how it shows that it is Telegram. */
export type Webhook = {
  /** Path of `TELEGRAM_WEBHOOK_URL`. */
  readonly path: string;
  readonly secret: string;
  /** Writes one update down. Null: what came is no update. */
  readonly take: (json: unknown) => Promise<Result<void, Failure>> | null;
};

/** An update holds one message of at most 4,096 characters, and what it quotes. */
const updateBytesMax = 1024 * 1024;

/**
 * Telegram's webhook: an update is answered with 200 once it is in the inbox and never before; anything else makes
 * Telegram bring it again.
 */
export const addWebhookRoute = (
  server: FastifyInstance,
  { path, secret, take }: Webhook,
  isDraining: () => boolean,
): void => {
  const options = { bodyLimit: updateBytesMax, config: { unpaced: true } };
  server.register(async (route) => {
    // Before any of the body is read.
    route.addHook("onRequest", async (request, reply) => {
      const shown = request.headers["x-telegram-bot-api-secret-token"];
      if (!isTelegram(shown, secret)) return reply.code(401).send();
      return isDraining() ? reply.code(503).send() : undefined;
    });
    route.post(path, options, async (request: JsonRequest, reply) => {
      const taken = request.body?.ok === true ? await take(request.body.value) : null;
      // What is no update would come again and again: it is taken from Telegram and left.
      return reply.code(taken === null || taken.ok ? 200 : 503).send();
    });
  });
};

/** Compared by their hashes: the time it takes says nothing about either. */
const isTelegram = (shown: unknown, secret: string): boolean =>
  typeof shown === "string" && timingSafeEqual(hashOf(shown), hashOf(secret));

const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
