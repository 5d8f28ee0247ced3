import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

/** One reply as it left. */
export type SentReply = {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};

const sent = new Map<string, SentReply>();

/** Keeps the replies of a server for `takeReplies`, whoever asks, until the returned function is called. */
export const keepReplies = (url: string): (() => void) => {
  // A benchmark uses the same servers, and looks at nothing afterwards.
  if (process.env.VITEST === undefined) return () => {};
  return watchReplies(url, (reply) => {
    // A thousand answers that differ in nothing but an id are looked at once.
    const { method, path, status, body } = reply;
    const kind = body.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, "0");
    // The demo's refusal of foreign hosts.
    if (status !== 421) sent.set(`${method} ${path} ${status} ${kind}`, reply);
  });
};

/** What was kept since the last call. */
export const takeReplies = (): readonly SentReply[] => {
  const replies = [...sent.values()];
  sent.clear();
  return replies;
};

const watched = new Map<number, (reply: SentReply) => void>();
let isListening = false;

/** Hears of every reply that the server at `url` sends from now on. Returns what ends it. */
const watchReplies = (url: string, onReply: (reply: SentReply) => void): (() => void) => {
  const port = Number(new URL(url).port);
  watched.set(port, onReply);
  if (!isListening) subscribe("http.server.request.start", (message) => note(message as Started));
  isListening = true;
  return () => void watched.delete(port);
};

type Started = { readonly request: IncomingMessage; readonly response: ServerResponse };

const note = ({ request, response }: Started): void => {
  const onReply = watched.get(request.socket.localPort ?? 0);
  // Telegram's webhook is described to nobody.
  if (onReply === undefined || request.headers["x-telegram-bot-api-secret-token"] !== undefined) return;
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const { write, writeHead, end } = response;
  // Headers that come with the status are not among those that were set before.
  let given: object = {};
  response.writeHead = ((...parts: Parameters<typeof writeHead>) => {
    const headers = parts.find((part) => typeof part === "object" && !Array.isArray(part));
    given = Object.fromEntries(
      Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return writeHead.apply(response, parts);
  }) as typeof writeHead;
  response.write = ((...parts: Parameters<typeof write>) => {
    keep(parts[0]);
    return write.apply(response, parts);
  }) as typeof write;
  response.end = ((...parts: Parameters<typeof end>) => {
    keep(parts[0]);
    const { method = "", url = "" } = request;
    onReply({
      method,
      path: url.split("?", 1)[0] ?? "",
      status: response.statusCode,
      headers: { ...response.getHeaders(), ...given },
      body: Buffer.concat(chunks).toString("utf8"),
    });
    return end.apply(response, parts);
  }) as typeof end;
};
