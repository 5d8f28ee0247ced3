import { getEventListeners } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { createServerPost } from "../src/upstream/server-post.ts";
import {
  answer,
  type Behaviour,
  bytesThenEnd,
  drip,
  head,
  reset,
  silence,
  startMisbehavingServer,
} from "./support/misbehaving-server.ts";

const open = async (behaviour: Behaviour) => {
  const server = await startMisbehavingServer(behaviour);
  const { post, close } = createServerPost();
  onTestFinished(async () => {
    await close();
    await server.close();
  });
  const ask = (limits: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {}) =>
    post(server.url, { headers: {}, body: "{}", timeoutMs: 60_000, ...limits });
  return { ask, server };
};

test("an answer is read as JSON, whatever its status", async () => {
  const { ask } = await open(answer(429, '{"ok":false}'));
  expect(await ask()).toEqual({ ok: false });
});

test("an answer that comes in pieces is put together, letters that were cut in two as well", async () => {
  const body = Buffer.from(JSON.stringify("👀 ሰላም"));
  const { ask } = await open(async (socket) => {
    socket.setNoDelay(true).write(head(200, { "content-length": String(body.length) }));
    for (const byte of body) {
      socket.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  expect(await ask()).toBe("👀 ሰላም");
});

test.each<readonly [string, Behaviour]>([
  ["cut off", bytesThenEnd(`${head(200, { "content-length": "100" })}{"ok":`)],
  ["never begun", reset],
  ["a gateway's page", answer(502, "<html>")],
  ["longer than any is", answer(200, JSON.stringify("x".repeat(17 * 1024 * 1024)))],
])("an answer that is %s is an error at once, and not when time is over", async (_, behaviour) => {
  const { ask } = await open(behaviour);
  await expect(ask()).rejects.toThrow();
});

test.each<readonly [string, Behaviour]>([
  ["never comes", silence],
  ["never ends", drip(5)],
])(
  "an answer that %s is waited for as long as is said, and its connection is given up",
  async (_, behaviour) => {
    const ended: Promise<unknown>[] = [];
    const { ask } = await open((socket, request) => {
      ended.push(new Promise((resolve) => socket.once("close", resolve)));
      behaviour(socket, request);
    });
    await expect(ask({ timeoutMs: 50 })).rejects.toThrow("not waited for");
    expect(await Promise.all(ended)).toHaveLength(1);
  },
);

test("whoever does not wait any longer is told so, and what was not sent by then is not", async () => {
  const { ask, server } = await open(silence);
  const asker = new AbortController();
  const posted = ask({ signal: asker.signal });
  asker.abort();
  await expect(posted).rejects.toThrow("not waited for");
  await expect(ask({ signal: asker.signal })).rejects.toThrow("not waited for");
  await expect(ask({ timeoutMs: 50 })).rejects.toThrow("not waited for");
  expect(server.requests).toHaveLength(1);
});

test("what waits too long for a connection is not sent, and leaves the connection to the next", async () => {
  let isAborted = false;
  const server = await startMisbehavingServer((socket, request) =>
    (isAborted ? answer(200, "{}") : silence)(socket, request),
  );
  const { post, close } = createServerPost({ connections: 1 });
  onTestFinished(async () => {
    await close();
    await server.close();
  });
  const asker = new AbortController();
  const ask = (limits: { readonly timeoutMs?: number; readonly signal?: AbortSignal }) =>
    post(server.url, { headers: {}, body: "{}", timeoutMs: 60_000, ...limits });
  const first = ask({ signal: asker.signal });
  const others = Array.from({ length: 20 }, () => ask({ timeoutMs: 50 }).catch((error: unknown) => error));
  for (const error of await Promise.all(others)) expect(error).toMatchObject({ code: "NOT_SENT" });
  isAborted = true;
  asker.abort();
  await expect(first).rejects.toThrow("not waited for");
  expect(await ask({})).toEqual({});
  expect(server.connections()).toBeLessThanOrEqual(3);
});

test("nothing is left at a signal that outlives its calls", async () => {
  const { ask } = await open(answer(200, "{}"));
  const { signal } = new AbortController();
  const asked = ask({ signal });
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await asked;
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("connections are kept for the next calls", async () => {
  const { ask, server } = await open(answer(200, "{}"));
  for (let call = 0; call < 10; call += 1) await ask();
  expect(server.requests).toHaveLength(10);
  // One may still be on its way back while the next call is made.
  expect(server.connections()).toBeLessThanOrEqual(2);
});
