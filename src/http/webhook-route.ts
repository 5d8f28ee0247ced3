import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyError, FastifyInstance } from "fastify";
import type { Failure } from "../failure.ts";
import type { Log } from "../log.ts";
import { ok, type Result } from "../result.ts";
import { parseJsonBody } from "./json-body.ts";
import type { JsonRequest } from "./verify-routes.ts";

/** Where Telegram posts updates, and how it shows that it is Telegram. */
export type Webhook = {
  /** Path of `TELEGRAM_WEBHOOK_URL`. */
  readonly path: string;
  readonly secret: string;
  /** Writes updates down, or writes off what is none. Fails when they must be brought again. */
  readonly arrive: (brought: readonly unknown[]) => Promise<Result<void, Failure>>;
};

type Dependencies = { readonly isDraining: () => boolean; readonly log: Pick<Log, "warn"> };

/** An update holds one message of at most 4,096 characters, and what it quotes. */
const updateBytesMax = 2 * 1024 * 1024;
/** A longer body is read to its end, or Telegram would not hear the answer, and not looked into. */
const bodyBytesMax = 4 * updateBytesMax;

/**
 * Telegram's webhook: an update is answered with 200 once it is in the inbox, or written off because it can never be;
 * anything else makes Telegram bring it again.
 */
export const addWebhookRoute = (
  server: FastifyInstance,
  { path, secret, arrive }: Webhook,
  { isDraining, log }: Dependencies,
): void => {
  const options = { bodyLimit: bodyBytesMax, config: { unpaced: true, named: "webhook" } };
  server.register(async (route) => {
    route.removeContentTypeParser("application/json");
    route.addContentTypeParser(
      "application/json",
      { parseAs: "buffer" },
      async (_request: unknown, body: Buffer) =>
        body.length > updateBytesMax ? ok(tooLong(body)) : parseJsonBody(body),
    );
    // Before any of the body is read.
    route.addHook("onRequest", async (request, reply) => {
      const shown = request.headers["x-telegram-bot-api-secret-token"];
      if (!isTelegram(shown, secret)) return reply.code(401).send();
      return isDraining() ? reply.code(503).send() : undefined;
    });
    route.post(path, options, async (request: JsonRequest, reply) => {
      const taken = await arrive([request.body?.ok === true ? request.body.value : null]);
      return reply.code(taken.ok ? 200 : 503).send();
    });
    // What cannot be read would come again and again: it is taken from Telegram and left.
    route.setErrorHandler((error: FastifyError, _request, reply) => {
      const isUnreadable = error.statusCode !== undefined && error.statusCode < 500;
      log.warn({ updateId: null, code: error.code }, "an update could not be read");
      if (isUnreadable) reply.header("connection", "close");
      return reply.code(isUnreadable ? 200 : 503).send();
    });
  });
};

/** What fits no update, with the id that Telegram writes first, so that it is written off by that. */
const tooLong = (body: Buffer) => {
  const [, id] =
    /^\s{0,9}\{\s{0,9}"update_id"\s{0,9}:\s{0,9}(\d{1,15})/.exec(body.toString("latin1", 0, 100)) ?? [];
  return { update_id: id === undefined ? null : Number(id), message: "too long" };
};

/** Compared by their hashes: the time it takes says nothing about either. */
const isTelegram = (shown: unknown, secret: string): boolean =>
  typeof shown === "string" && timingSafeEqual(hashOf(shown), hashOf(secret));

const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
