import { Api, HttpError, InputFile } from "grammy";
import { expect, onTestFinished, test } from "vitest";
import { type Pace, usualPace } from "../src/bot/pace.ts";
import { createTelegramCalls, toGrammyFetch } from "../src/bot/telegram-calls.ts";
import { createTelegramPolicy, isUncertain } from "../src/bot/telegram-policy.ts";
import { createServerPost } from "../src/upstream/server-post.ts";
import {
  answer,
  type Behaviour,
  closedPort,
  reset,
  silence,
  startMisbehavingServer,
} from "./support/misbehaving-server.ts";
import { token } from "./support/telegram.ts";

const sayText = (api: Api): Promise<unknown> => api.sendMessage(1, "a text");
const sendFile = (api: Api): Promise<unknown> =>
  api.sendDocument(1, new InputFile(Buffer.from("a file"), "file.txt"));

const openApi = (apiRoot: string, limits: Partial<Pace> = {}): Api => {
  const { post, close } = createServerPost();
  onTestFinished(close);
  const { signal } = new AbortController();
  const pace = { ...usualPace, retryMs: 1, ...limits };
  const api = new Api(token, { apiRoot, fetch: toGrammyFetch(post, pace) });
  const methodRoot = `${apiRoot}/bot${token}/`;
  api.config.use(createTelegramCalls({ methodRoot, post, pace, signal }), createTelegramPolicy(pace));
  return api;
};

/** What the bot gets of a call to whoever listens there. */
const called = (apiRoot: string, call = sayText, limits: Partial<Pace> = {}): Promise<unknown> =>
  call(openApi(apiRoot, limits)).catch((error: unknown) => error);

const noAnswers: readonly (readonly [string, Behaviour])[] = [
  ["no answer", reset],
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
  // The parts of a form have heads of their own.
  expect(server.requests.filter((head) => head.startsWith("POST"))).toHaveLength(1);
  expect(error instanceof Error && error.stack).not.toContain(token);
});

test("a call to where nobody listens has not arrived", async () => {
  const error = await called(`http://127.0.0.1:${await closedPort()}`);
  expect(error).toBeInstanceOf(HttpError);
  expect(isUncertain(error)).toBe(false);
});

test.each<readonly [string, Behaviour]>([
  ["speaks no TLS", answer(400, "plain")],
  ["never ends its handshake", silence],
])("a call to a peer that %s has not arrived, and is tried again", async (_, behaviour) => {
  const server = await startMisbehavingServer(behaviour);
  onTestFinished(server.close);
  const error = await called(server.url.replace("http:", "https:"), sayText, { callTimeoutMs: 50 });
  expect(error).toBeInstanceOf(HttpError);
  expect(isUncertain(error)).toBe(false);
  expect(server.connections()).toBeGreaterThan(1);
});

test("a chat that must wait for long is not written to after a shorter wait that it was told of later", async () => {
  const made: string[] = [];
  const call = async (method: string) => {
    made.push(method);
    if (made.length > 2) return { ok: true, result: true };
    return { ok: false, error_code: 429, parameters: { retry_after: method === "sendLocation" ? 20 : 1 } };
  };
  const policy = createTelegramPolicy({ ...usualPace, floodSecondMs: 5 });
  const payload = { chat_id: 1 } as never;
  await Promise.all([
    policy(call as never, "sendLocation", payload),
    policy(call as never, "sendMessage", payload),
  ]);
  expect(made.slice(2)).toEqual(["sendLocation", "sendMessage"]);
});

test("who must wait with a method of no chat waits with that one alone", async () => {
  const flood = { ok: false, error_code: 429, description: "Too Many", parameters: { retry_after: 60 } };
  const server = await startMisbehavingServer((socket, request) => {
    const told = request.head.includes("setMyCommands") ? flood : { ok: true, result: true };
    answer(200, JSON.stringify(told))(socket, request);
  });
  onTestFinished(server.close);
  const api = openApi(server.url);
  void api.setMyCommands([]);
  // By then the flood is known.
  for (let call = 0; call < 10; call += 1) await api.sendMessage(1, "a text");
  expect(await api.getFile("a file")).toBe(true);
});
