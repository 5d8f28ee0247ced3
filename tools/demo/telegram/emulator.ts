import fastify from "fastify";
import { answerOwnHosts } from "../../../src/http/browser-safety.ts";
import { mountBotApi } from "./bot-api.ts";
import { mountChat } from "./chat-routes.ts";
import type { ExampleSection, LinkedPage } from "./examples.ts";
import { fileBytesMax } from "./files.ts";
import { mountPage } from "./page.ts";
import { createTelegram } from "./telegram.ts";

export type TelegramEmulator = {
  /**
   * @param port 0 for any free one. @returns the address: Bot API root and chat page in one. Rejects when the port is
   * taken.
   */
  readonly listen: (port: number, host: string) => Promise<{ readonly url: string }>;
  readonly close: () => Promise<void>;
};

type Settings = {
  readonly token: string;
  readonly botUsername: string;
  readonly now: () => Date;
  /** What the page offers to send with one press; unset: nothing. */
  readonly examples?: readonly ExampleSection[];
  /** What the page links to; asked for at each look, because the service starts after the emulator. Unset: nothing. */
  readonly linkedPages?: () => readonly LinkedPage[];
};

/**
 * Telegram on one port, for people who try the bot and for tests: the Bot API over HTTP, refusing in
 * Telegram's words, and the chat as a phone shows it. It remembers everything in memory.
 */
export const createTelegramEmulator = ({
  token,
  botUsername,
  now,
  examples = [],
  linkedPages = () => [],
}: Settings): TelegramEmulator => {
  const telegram = createTelegram({ token, botUsername, now });
  const server = fastify({ bodyLimit: fileBytesMax, forceCloseConnections: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  mountBotApi(server, telegram, token);
  mountChat(server, telegram);
  mountPage(server, examples);
  server.get("/linked-pages.json", (_request, reply) => reply.send(linkedPages()));

  return {
    listen: async (port, host) => {
      answerOwnHosts(server, host, null);
      return { url: await server.listen({ port, host }) };
    },
    close: async () => {
      telegram.updates.close();
      await server.close();
    },
  };
};
