import { Api, HttpError } from "grammy";
import { expect, onTestFinished, test } from "vitest";
import { usualPace } from "../src/bot/pace.ts";
import { createTelegramCalls } from "../src/bot/telegram-calls.ts";
import { createTelegramPolicy, isUncertain } from "../src/bot/telegram-policy.ts";
import { createServerPost } from "../src/upstream/server-post.ts";
import {
  answer,
  type Behaviour,
  closedPort,
  reset,
  startMisbehavingServer,
} from "./support/misbehaving-server.ts";
import { token } from "./support/telegram.ts";

/** What the bot gets of a call to whoever listens there. */
const called = async (apiRoot: string): Promise<unknown> => {
  const { post, close } = createServerPost();
  onTestFinished(close);
  const { signal } = new AbortController();
  const pace = { ...usualPace, retryMs: 1 };
  const api = new Api(token, { apiRoot });
  const methodRoot = `${apiRoot}/bot${token}/`;
  api.config.use(createTelegramCalls({ methodRoot, post, pace, signal }), createTelegramPolicy(pace));
  return api.sendMessage(1, "a text").catch((error: unknown) => error);
};

test.each<readonly [string, Behaviour]>([
  ["no answer", reset],
  ["a gateway's page", answer(502, "<html>a gateway</html>")],
  ["somebody else's JSON", answer(502, '{"error":"a gateway"}')],
  ["nothing in JSON", answer(200, "null")],
])("a call that gets %s is made once, and may have arrived", async (_, behaviour) => {
  const server = await startMisbehavingServer(behaviour);
  onTestFinished(server.close);
  const error = await called(server.url);
  expect(error).toBeInstanceOf(HttpError);
  expect(isUncertain(error)).toBe(true);
  expect(server.requests).toHaveLength(1);
  expect(error instanceof Error && error.stack).not.toContain(token);
});

test("a call to where nobody listens has not arrived", async () => {
  const error = await called(`http://127.0.0.1:${await closedPort()}`);
  expect(error).toBeInstanceOf(HttpError);
  expect(isUncertain(error)).toBe(false);
});
