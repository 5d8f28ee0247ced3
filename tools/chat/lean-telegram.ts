import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type BotMessage, createLeanChats, type Refusal } from "./lean-chats.ts";

/** One call of the bot; `at` is of `performance.now()`. */
export type Call = {
  readonly method: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly at: number;
};

/**
 * What goes wrong with a call: Telegram wants the bot to wait, does it and loses its answer, does it and never answers,
 * has a gateway that answers in its place, or hangs up before it has read it.
 */
export type Trouble = "flood" | "lost answer" | "silence" | "bad gateway" | "hang up" | null;

type Options = {
  readonly token: string;
  readonly onCall?: (call: Call) => void;
  readonly troubleOf?: (method: string, payload: Call["payload"]) => Trouble;
  readonly onSaid?: (message: BotMessage, isNew: boolean, chatId: number) => void;
};

/**
 * As much of a Bot API server as a chat about receipts needs, and no more, so that little of what is measured is its
 * own. Texts, answers and refusals are as Telegram's.
 */
export const openLeanTelegram = async ({
  token,
  onCall = () => {},
  troubleOf = () => null,
  onSaid = () => {},
}: Options) => {
  const chats = createLeanChats(onSaid);
  const prefix = `/bot${token}/`;

  const answer = (reply: ServerResponse, status: number, body: unknown): void => {
    const bytes = Buffer.from(JSON.stringify(body));
    reply.writeHead(status, { "content-type": "application/json", "content-length": bytes.length });
    reply.end(bytes);
  };
  const refuse = (reply: ServerResponse, { code, description, ...rest }: Refusal): void =>
    answer(reply, code, { ok: false, error_code: code, description, ...rest });

  const serve = (request: IncomingMessage, body: string, reply: ServerResponse): void => {
    const method = request.url?.startsWith(prefix) ? request.url.slice(prefix.length) : "";
    const payload: Record<string, unknown> = body === "" ? {} : JSON.parse(body);
    onCall({ method, payload, at: performance.now() });
    const trouble = troubleOf(method, payload);
    if (trouble === "flood") {
      const description = "Too Many Requests: retry after 1";
      refuse(reply, { code: 429, description, parameters: { retry_after: 1 } });
      return;
    }
    if (trouble === "hang up") {
      request.socket.destroy();
      return;
    }
    if (trouble === "bad gateway") {
      refuse(reply, { code: 502, description: "Bad Gateway" });
      return;
    }
    const outcome = chats.call(method, payload);
    if (trouble === "silence") return;
    if (trouble === "lost answer") request.socket.destroy();
    else if (outcome.ok) answer(reply, 200, { ok: true, result: outcome.value });
    else refuse(reply, outcome.error);
  };

  const server = createServer({ keepAlive: true, keepAliveTimeout: 60_000 }, (request, reply) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => {
      body += part;
    });
    request.on("end", () => serve(request, body, reply));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    chats,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};
