import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Api, HttpError, InputFile } from "grammy";
import { expect, onTestFinished, test } from "vitest";
import {
  clientOptions,
  createLongPoll,
  createTelegramFetch,
  createTelegramPolicy,
  isUncertain,
} from "../../src/bot/telegram/client.ts";
import { type BotTimings, pause, usualTimings } from "../../src/bot/telegram/timings.ts";
import {
  answer,
  type Behaviour,
  bytesThenEnd,
  closedPort,
  drip,
  head,
  reset,
  silence,
  startMisbehavingServer,
} from "../support/misbehaving-server.ts";
import { token } from "../support/telegram.ts";

const sayText = (api: Api): Promise<unknown> => api.sendMessage(1, "a text");
const sendFile = (api: Api): Promise<unknown> =>
  api.sendDocument(1, new InputFile(Buffer.from("a file"), "file.txt"));

const openApi = (apiRoot: string, limits: Partial<BotTimings> & { connections?: number } = {}): Api => {
  const timings = { ...usualTimings, retryMs: 1, ...limits };
  const { fetch, close } = createTelegramFetch(timings);
  onTestFinished(close);
  const api = new Api(token, clientOptions({ apiRoot, fetch }, timings.callTimeoutMs));
  api.config.use(createTelegramPolicy(timings));
  return api;
};

/** The result or error of a call to a server. */
const called = (apiRoot: string, call = sayText, limits: Partial<BotTimings> = {}): Promise<unknown> =>
  call(openApi(apiRoot, limits)).catch((error: unknown) => error);

const noAnswers: readonly (readonly [string, Behaviour])[] = [
  ["no answer", reset],
  ["half an answer", bytesThenEnd(`${head(200, { "content-length": "100" })}{"ok":`)],
  ["a longer answer than any is", answer(200, JSON.stringify("x".repeat(17 * 1024 * 1024)))],
  ["a gateway's page", answer(502, "<html>a gateway</html>")],
  ["somebody else's JSON", answer(502, '{"error":"a gateway"}')],
  ["somebody else's consent", answer(200, '{"ok":true}')],
  ["consent to nothing", answer(200, '{"ok":true,"result":null}')],
  ["somebody else's refusal", answer(502, '{"ok":false,"error":"a gateway"}')],
  ["nothing in JSON", answer(200, "null")],
];

test.each(
  noAnswers.flatMap(([what, behaviour]) => [
    ["text", what, sayText, behaviour] as const,
    ["file", what, sendFile, behaviour] as const,
  ]),
)("a %s that gets %s is sent once, and may have arrived", async (_, __, call, behaviour) => {
  const server = await startMisbehavingServer(behaviour);
  onTestFinished(server.close);
  const error = await called(server.url, call);
  expect(error).toBeInstanceOf(HttpError);
  expect(isUncertain(error)).toBe(true);
  // The parts of a form have headers of their own.
  expect(server.requests.filter((head) => head.startsWith("POST"))).toHaveLength(1);
  expect(error instanceof Error && error.stack).not.toContain(token);
});

test("a call to where nobody listens has not arrived", async () => {
  const error = await called(`http://127.0.0.1:${await closedPort()}`);
  expect(error).toBeInstanceOf(HttpError);
  expect(isUncertain(error)).toBe(false);
});

test("a call to a peer that speaks no TLS has not arrived, and is tried again", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => socket.destroy());
    socket.once("data", () => socket.end(head(400)));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const error = await called(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(error).toBeInstanceOf(HttpError);
  expect(isUncertain(error)).toBe(false);
  expect(connections).toBeGreaterThan(1);
});

test("a call to a peer that never ends its handshake has not arrived", async () => {
  const server = await startMisbehavingServer(silence);
  onTestFinished(server.close);
  const { fetch, close } = createTelegramFetch({ connectTimeoutMs: 1 });
  onTestFinished(close);
  const apiRoot = server.url.replace("http:", "https:");
  const api = new Api(token, clientOptions({ apiRoot, fetch }, usualTimings.callTimeoutMs));
  const error = await sayText(api).catch((failed: unknown) => failed);
  expect(error).toBeInstanceOf(HttpError);
  expect(isUncertain(error)).toBe(false);
});

test("an answer that comes in pieces is put together, letters that were cut in two as well", async () => {
  const body = Buffer.from(JSON.stringify({ ok: true, result: "👀 ሰላም" }));
  const server = await startMisbehavingServer(async (socket) => {
    socket.setNoDelay(true).write(head(200, { "content-length": String(body.length) }));
    for (const byte of body) {
      socket.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  onTestFinished(server.close);
  expect(await called(server.url)).toBe("👀 ሰላም");
});

test.each<readonly [string, Behaviour]>([
  ["never comes", silence],
  ["never ends", drip(5)],
])(
  "an answer that %s is waited for until the call's deadline, and its connection is given up",
  async (_, behaviour) => {
    const ended: Promise<unknown>[] = [];
    const server = await startMisbehavingServer((socket, request) => {
      ended.push(new Promise((resolve) => socket.once("close", resolve)));
      behaviour(socket, request);
    });
    onTestFinished(server.close);
    const error = await called(server.url, sayText, { callTimeoutMs: 300 });
    expect(isUncertain(error)).toBe(true);
    expect(await Promise.all(ended)).toHaveLength(1);
  },
);

test("what has no connection at its deadline is not sent any more, and leaves the connection to the next", async () => {
  const held: Parameters<Behaviour>[] = [];
  const server = await startMisbehavingServer((...request) => void held.push(request));
  onTestFinished(server.close);
  const api = openApi(server.url, { callTimeoutMs: 300, connections: 1 });
  const calls = Array.from({ length: 20 }, () => sayText(api).catch((error: unknown) => error));
  for (const error of await Promise.all(calls)) expect(error).toBeInstanceOf(HttpError);
  // The deadlines of calls made together need not end in one moment: one more may just be in time.
  expect(held.length).toBeLessThanOrEqual(2);
});

test("a long poll ends when its signal is raised, and is not begun after that", async () => {
  const asker = new AbortController();
  const server = await startMisbehavingServer(() => asker.abort());
  onTestFinished(server.close);
  const { fetch, close } = createTelegramFetch();
  onTestFinished(close);
  const longPoll = createLongPoll(token, { apiRoot: server.url, fetch }, usualTimings);
  await expect(longPoll(0, asker.signal)).rejects.toThrow(HttpError);
  await expect(longPoll(0, asker.signal)).rejects.toThrow(HttpError);
  expect(server.requests).toHaveLength(1);
});

test("connections are kept for the next calls", async () => {
  const server = await startMisbehavingServer(answer(200, '{"ok":true,"result":true}'));
  onTestFinished(server.close);
  const api = openApi(server.url);
  for (let call = 0; call < 10; call += 1) await sayText(api);
  expect(server.requests).toHaveLength(10);
  // One may still be on its way back while the next call is made.
  expect(server.connections()).toBeLessThanOrEqual(2);
});

/** A bot whose calls Telegram answers by `waits`: a flood wait of so many seconds, or 0. */
const openFlooded = (floodSecondMs: number, waits: (method: string, chatId: unknown) => number) => {
  const made: string[] = [];
  const policy = createTelegramPolicy({ ...usualTimings, floodSecondMs });
  const call = async (method: string, chatId = 1): Promise<unknown> => {
    const answering = async (_: string, { chat_id }: { readonly chat_id: number }) => {
      made.push(method);
      const seconds = waits(method, chat_id);
      if (seconds === 0) return { ok: true, result: true };
      return { ok: false, error_code: 429, parameters: { retry_after: seconds } };
    };
    const outcome = await policy(answering as never, method as never, { chat_id: chatId } as never);
    return outcome.ok || outcome.parameters?.retry_after;
  };
  return { call, made };
};

test("a chat that must wait for long is not written to until then, though it is told of a shorter wait later", async () => {
  const { call, made } = openFlooded(5, (method) =>
    made.length > 2 ? 0 : method === "sendLocation" ? 20 : 1,
  );
  const refusals = await Promise.all([call("sendLocation"), call("sendMessage")]);
  for (const seconds of refusals) expect(seconds).toBeGreaterThan(10);
  const before = made.length;
  expect(await call("sendMessage")).toBeGreaterThan(5);
  expect(made).toHaveLength(before);
  expect(await call("sendMessage", 2)).toBe(true);
  await pause(20 * 5);
  expect(await call("sendMessage")).toBe(true);
});

test("a call waits two seconds for a chat that must wait, and no longer", async () => {
  const brief = openFlooded(100, () => (brief.made.length > 1 ? 0 : 1));
  expect(await brief.call("sendMessage")).toBe(true);
  expect(brief.made).toHaveLength(2);
  const lasting = openFlooded(100, () => 1);
  expect(await lasting.call("sendMessage")).toBe(1);
  expect(lasting.made.length).toBeLessThan(4);
});

test("a wait of more than an hour is asked about again after an hour", async () => {
  const { call } = openFlooded(usualTimings.floodSecondMs, () => 100_000);
  expect(await call("sendMessage")).toBe(3_600);
});

test("who may not react or show that it types for a while may still answer", async () => {
  const { call } = openFlooded(1_000, (method) => (method === "sendMessage" ? 0 : 60));
  expect(await call("setMessageReaction")).toBe(60);
  expect(await call("sendChatAction")).toBe(60);
  expect(await call("sendMessage")).toBe(true);
});

test("who must wait with a method of no chat waits with that one alone", async () => {
  const flood = { ok: false, error_code: 429, description: "Too Many", parameters: { retry_after: 60 } };
  const server = await startMisbehavingServer((socket, request) => {
    const told = request.head.includes("setMyCommands") ? flood : { ok: true, result: true };
    answer(200, JSON.stringify(told))(socket, request);
  });
  onTestFinished(server.close);
  const api = openApi(server.url);
  api.setMyCommands([]).catch(() => undefined);
  // By the first of these the flood is known.
  for (let call = 0; call < 10; call += 1) await api.sendMessage(1, "a text");
  expect(await api.getFile("a file")).toBe(true);
});
