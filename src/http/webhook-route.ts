import type { FastifyError, FastifyInstance } from "fastify";
import { isSecret } from "../core/crypto.ts";
import type { Failure } from "../core/failure.ts";
import type { Log } from "../core/log.ts";
import { ok, type Result } from "../core/result.ts";
import { parseJsonBody } from "./request-body.ts";

/** Where Telegram posts updates, and how it shows that it is Telegram. */
export type Webhook = {
  /** Path of `TELEGRAM_WEBHOOK_URL`. */
  readonly path: string;
  readonly secret: string;
  /** Puts updates into the inbox and drops what is none. Fails when Telegram must send them again. */
  readonly arrive: (brought: readonly unknown[]) => Promise<Result<void, Failure>>;
};

type Dependencies = { readonly isDraining: () => boolean; readonly log: Pick<Log, "warn"> };

/** An update holds one message of at most 4,096 characters, and what it quotes. */
const updateBytesMax = 2 * 1024 * 1024;
/** A longer body is read to its end, so that Telegram hears the answer, and dropped. */
const bodyBytesMax = 4 * updateBytesMax;

/**
 * Telegram's webhook. An update is answered with 200 when it is in the inbox, or when it never can be. After any other
 * answer Telegram sends it again.
 */
export const addWebhookRoute = (
  server: FastifyInstance,
  { path, secret, arrive }: Webhook,
  { isDraining, log }: Dependencies,
): void => {
  const options = {
    bodyLimit: bodyBytesMax,
    // Its path is a secret.
    schema: { hide: true },
    config: { hasNoRateLimit: true, named: "webhook" },
  };
  server.register(async (route) => {
    route.removeContentTypeParser("application/json");
    route.addContentTypeParser(
      "application/json",
      { parseAs: "buffer" },
      async (_request: unknown, body: Buffer) => {
        const update = body.length > updateBytesMax ? ok(tooLong(body)) : parseJsonBody(body);
        return update.ok ? update.value : null;
      },
    );
    // Before any of the body is read.
    route.addHook("onRequest", async (request, reply) => {
      const shown = request.headers["x-telegram-bot-api-secret-token"];
      if (!isTelegram(shown, secret)) return reply.code(401).send();
      return isDraining() ? reply.code(503).send() : undefined;
    });
    route.post(path, options, async (request, reply) => {
      const taken = await arrive([request.body ?? null]);
      return reply.code(taken.ok ? 200 : 503).send();
    });
    // What cannot be read would come again and again, so it is accepted and dropped.
    route.setErrorHandler((error: FastifyError, _request, reply) => {
      const isUnreadable = error.statusCode !== undefined && error.statusCode < 500;
      log.warn({ updateId: null, code: error.code }, "an update could not be read");
      if (isUnreadable) reply.header("connection", "close");
      return reply.code(isUnreadable ? 200 : 503).send();
    });
  });
};

/** Stands for an update that is too long, with the id that Telegram writes first. */
const tooLong = (body: Buffer) => {
  const [, id] =
    /^\s{0,9}\{\s{0,9}"update_id"\s{0,9}:\s{0,9}(\d{1,15})/.exec(body.toString("latin1", 0, 100)) ?? [];
  return { update_id: id === undefined ? null : Number(id), message: "too long" };
};

const isTelegram = (shown: unknown, secret: string): boolean =>
  typeof shown === "string" && isSecret(shown, secret);
