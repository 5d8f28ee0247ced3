import { expect, onTestFinished, test } from "vitest";
import { createServerFetch } from "../src/upstream/server-fetch.ts";
import { answer, bytesThenEnd, head, startMisbehavingServer } from "./support/misbehaving-server.ts";

const open = async (behaviour: Parameters<typeof startMisbehavingServer>[0]) => {
  const server = await startMisbehavingServer(behaviour);
  const { fetch, close } = createServerFetch();
  onTestFinished(async () => {
    await close();
    await server.close();
  });
  const post = async (signal = new AbortController().signal) =>
    (await fetch(server.url, { headers: {}, body: "{}", signal })).json();
  return { post, server };
};

test("an answer is read as JSON, whatever its status", async () => {
  const { post } = await open(answer(429, '{"ok":false}'));
  expect(await post()).toEqual({ ok: false });
});

test("an answer that is cut off is an error at once, and not when time is over", async () => {
  const { post } = await open(bytesThenEnd(`${head(200, { "content-length": "100" })}{"ok":`));
  await expect(post()).rejects.toThrow();
});

test("connections are kept for the next calls", async () => {
  const { post, server } = await open(answer(200, "{}"));
  for (let call = 0; call < 10; call += 1) await post();
  expect(server.requests).toHaveLength(10);
  // One may still be on its way back while the next call is made.
  expect(server.connections()).toBeLessThanOrEqual(2);
});

test("whoever does not wait any longer is told so", async () => {
  const { post } = await open(() => undefined);
  const asker = new AbortController();
  const posted = post(asker.signal);
  asker.abort();
  await expect(posted).rejects.toThrow();
});
