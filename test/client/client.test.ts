import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { bodyOf } from "../support/bank.ts";
import { keepCollectingGarbage } from "../support/garbage.ts";
import { answer as answerWith } from "../support/misbehaving-server.ts";
import { must, openShop } from "../support/shop.ts";

/** The client against the real service, and against what may stand between them. */

type Reply = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void | Promise<void>;

/** A server that does one thing after the other to what it is sent, the last one for ever. */
const startPeer = async (...replies: readonly Reply[]) => {
  const seen: { readonly path: string; readonly headers: IncomingMessage["headers"] }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const reply = replies[Math.min(seen.length, replies.length - 1)];
    seen.push({ path: request.url ?? "", headers: request.headers });
    await reply?.(request, response, Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
};

const refusal = (code: string, retryable: boolean) =>
  JSON.stringify({
    status: "error",
    error: { code, message: "No.", retryable, charged: false, doc_url: "http://127.0.0.1/" },
    meta: { request_id: "12345678" },
  });

const answer =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);

const busy = (retryAfter: string) => answer(503, refusal("overloaded", true), { "retry-after": retryAfter });

/** Passes a request on, and its answer back, or loses the answer. */
const forward =
  (to: string, isLost = false): Reply =>
  async (request, response, body) => {
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const reply = await fetch(`${to}${request.url}`, {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const text = await reply.text();
    if (isLost) response.destroy();
    else response.writeHead(reply.status, { "content-type": "application/json" }).end(text);
  };

/** A client that waits for nothing and says how long it would have waited. */
const clientOf = (baseUrl: string, more: Partial<Parameters<typeof createClient>[0]> = {}) => {
  const waits: number[] = [];
  const client = createClient({
    baseUrl,
    pause: async (ms) => void waits.push(ms),
    ...more,
  });
  return { client, waits };
};

test("verifies a receipt, and tells why there is none, with the types of the API", async () => {
  const shop = await openShop();
  const { key } = await shop.open({ mode: "test" });
  const { client } = clientOf(`${shop.url}/`, { apiKey: key });

  const real = await client.verify("beta", {
    reference: "DKF1AB2CD3",
    expect: { amount: "1250.00" },
  });
  expect(real).toMatchObject({
    ok: true,
    data: { status: "Verified", transferred_amount: "1250.00 ETB" },
    meta: { mode: "test", checks: { amount: "match" } },
  });
  if (real.ok) expect(real.data.receiver_name.length).toBeGreaterThan(3);

  const missing = await client.verify("beta", { reference: "DKF0N0T1N0" });
  expect(missing).toMatchObject({
    ok: false,
    httpStatus: 404,
    error: { code: "receipt_not_found", reason: "too_recent", retryable: true },
  });

  const text = await client.verifyText({ text: "Your transaction number is DKF1AB2CD3." });
  expect(text.ok && text.meta.provider).toBe("beta");
  const found = await client.detect("DKF1AB2CD3");
  expect(found.ok && found.candidates[0]?.provider).toBe("beta");
  const batch = await client.verifyBatch([
    { text: "DKF1AB2CD3" },
    { provider: "beta", reference: "DKF0N0T1N0" },
  ]);
  expect(batch.ok && batch.results.map(({ http_status }) => http_status)).toEqual([200, 404]);
  const offered = await client.providers();
  expect(offered.ok && offered.providers.map(({ provider }) => provider)).toContain("alpha");
  const account = await client.account();
  expect(account.ok && account.meta.mode).toBe("test");
  const picture = await client.upload({ image: new Blob(["no picture"]), provider: "beta" });
  expect(picture).toMatchObject({ ok: false, error: { code: "image_type_unsupported" } });
});

test("says errors in the language that it is made with", async () => {
  const shop = await openShop();
  const { client } = clientOf(shop.url, { language: "am" });
  const refused = await client.verifyText({ text: "hello" });
  expect(!refused.ok && refused.error.message).toMatch(/[\u1200-\u137f]/);
});

test("is charged once for a call whose first answer was lost, under one Idempotency-Key", async () => {
  const shop = await openShop();
  const { key, account } = await shop.open({ santim: 5_000 });
  const peer = await startPeer(forward(shop.url, true), forward(shop.url));
  const { client, waits } = clientOf(peer.url, { apiKey: key });
  const order = shop.bank.newOrder();
  const real = await client.verify("beta", order.body as { readonly reference: string });
  expect(real).toMatchObject({ ok: true, data: { status: "Verified" } });
  expect(waits).toEqual([500]);
  const keys = peer.seen.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(4_500);

  await client.verify("beta", order.body as { readonly reference: string }, { idempotencyKey: "order-17" });
  expect(peer.seen.at(-1)?.headers["idempotency-key"]).toBe("order-17");
});

/** A bank that takes so long. */
const slowBank = async (shop: Awaited<ReturnType<typeof openShop>>, ms: number) => {
  const order = shop.bank.newOrder();
  const page = await bodyOf("beta", "verified", order.reference);
  shop.bank.misbehave(order, (socket, request) => {
    setTimeout(() => answerWith(200, page)(socket, request), ms);
  });
  return order.body as { readonly reference: string };
};

test("waits for its own request that runs on after the connection was lost, and is charged once", async () => {
  const shop = await openShop();
  const { key, account } = await shop.open({ santim: 5_000 });
  const body = await slowBank(shop, 1_500);
  let calls = 0;
  const breaking: typeof fetch = (url, init) => {
    calls += 1;
    return fetch(url, calls === 1 ? { ...init, signal: AbortSignal.timeout(300) } : init);
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
  const client = createClient({ baseUrl: shop.url, apiKey: key, fetch: breaking, pause });
  expect(await client.verify("beta", body)).toMatchObject({ ok: true, data: { status: "Verified" } });
  expect(calls).toBeGreaterThan(4);
  expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(4_500);
});

test("waits for its own request until a time is over, and tells the key under which it is taken up again", async () => {
  const running = answer(409, refusal("request_in_progress", true), { "retry-after": "20" });
  const peer = await startPeer(running);
  const { client, waits } = clientOf(peer.url);
  const failed = await client.verify("beta", { reference: "DKF1AB2CD3" });
  expect(failed).toMatchObject({ ok: false, httpStatus: 409, error: { code: "request_in_progress" } });
  expect(waits).toEqual([20_000, 20_000, 20_000]);
  const sent = peer.seen[0]?.headers["idempotency-key"];
  expect(!failed.ok && failed.idempotencyKey).toBe(sent);
  expect(await client.verifyBatch([{ text: "DKF1AB2CD3" }], { idempotencyKey: "order-17" })).toMatchObject({
    ok: false,
    idempotencyKey: "order-17",
  });
  expect(waits).toHaveLength(3 + 27);
  expect(await client.account()).not.toHaveProperty("idempotencyKey");

  // What fails beside it is repeated as often as ever.
  const between = await startPeer(busy("1"), running, busy("1"), running, busy("1"));
  expect(await clientOf(between.url).client.verify("beta", {})).toMatchObject({
    ok: false,
    error: { code: "overloaded" },
  });
  expect(between.seen).toHaveLength(5);
});

test("gives an attempt at a batch longer than the service takes for it", async () => {
  const timeout = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timeout.mockRestore());
  const peer = await startPeer(answer(422, refusal("parameter_invalid", false)));
  const { client } = clientOf(peer.url);
  await client.verify("beta", {});
  await client.verifyBatch([]);
  await clientOf(peer.url, { timeoutMs: 7_000 }).client.verifyBatch([]);
  const waited = timeout.mock.calls.map(([, ms]) => ms);
  expect(waited.filter((ms) => ms === 60_000 || ms === 540_000 || ms === 7_000)).toEqual([
    60_000, 540_000, 7_000,
  ]);
});

test("waits as Retry-After says, twice at most, and else a little longer each time", async () => {
  const peer = await startPeer(busy("7"), busy("none"), busy("3"));
  const { client, waits } = clientOf(peer.url);
  expect(await client.providers()).toMatchObject({
    ok: false,
    httpStatus: 503,
    error: { code: "overloaded" },
  });
  expect([peer.seen.length, waits]).toEqual([3, [7_000, 1_000]]);
});

test("does not wait for what takes longer than it may, nor repeat what repeating cannot change", async () => {
  const quota = answer(429, refusal("daily_quota_exceeded", true), { "retry-after": "40000" });
  const missing = answer(404, refusal("receipt_not_found", true), { "retry-after": "1" });
  const changed = answer(502, refusal("provider_format_changed", false));
  for (const reply of [quota, missing, changed]) {
    const peer = await startPeer(reply);
    const { client, waits } = clientOf(peer.url, { apiKey: "drs_test_x" });
    expect((await client.verify("beta", { reference: "DKF1AB2CD3" })).ok).toBe(false);
    expect([peer.seen.length, waits]).toEqual([1, []]);
  }
});

test("takes nothing for a receipt that does not say so in all three places", async () => {
  const success = JSON.stringify({ status: "success", data: { status: "Reversed" }, meta: {} });
  const page = "<html><body>Bad gateway</body></html>";
  for (const [status, body, tries] of [
    [200, success, 1],
    [200, page, 3],
    [200, "", 3],
    [408, page, 3],
    [429, "", 3],
    [502, page, 3],
    [500, success, 3],
    [404, JSON.stringify({ status: "success", data: { status: "Verified" } }), 1],
    [200, refusal("overloaded", true), 3],
  ] as const) {
    const peer = await startPeer(answer(status, body));
    const { client } = clientOf(peer.url);
    expect(await client.verify("beta", { reference: "DKF1AB2CD3" })).toMatchObject({
      ok: false,
      httpStatus: status,
      error: { code: "not_understood" },
    });
    // Under the same key a cut answer is brought once more.
    expect(peer.seen.length).toBe(tries);
  }
});

test("takes nothing for a batch that holds no results", async () => {
  const peer = await startPeer(answer(200, JSON.stringify({ status: "success" })));
  const answered = await clientOf(peer.url).client.verifyBatch([{ text: "DKF1AB2CD3" }]);
  expect(answered).toMatchObject({ ok: false, error: { code: "not_understood" } });
});

test("takes the key to no other host", async () => {
  const elsewhere = await startPeer(answer(200, "{}"));
  const peer = await startPeer((_request, response) => {
    response.writeHead(307, { location: `${elsewhere.url}/` }).end();
  });
  const { client } = clientOf(peer.url, { apiKey: "drs_live_secret" });
  expect(await client.account()).toMatchObject({
    ok: false,
    httpStatus: null,
    error: { code: "unreachable" },
  });
  expect(elsewhere.seen).toEqual([]);
  // A header's name, and a provider's, cannot turn the path around.
  await client.verify("../account/keys?x=", {});
  expect(peer.seen.at(-1)?.path).toBe("/api/verify-..%2Faccount%2Fkeys%3Fx%3D");
});

test("says that nobody answered, and ends when it is told to", async () => {
  const silent = await startPeer(() => {});
  const { client: hasty, waits } = clientOf(silent.url, { timeoutMs: 50 });
  expect(await hasty.providers()).toMatchObject({
    ok: false,
    httpStatus: null,
    error: { code: "unreachable" },
  });
  expect(waits).toEqual([500, 1_000]);

  keepCollectingGarbage();
  const ending = new AbortController();
  const { client: hearing } = clientOf(silent.url, { timeoutMs: 200 });
  expect(await hearing.providers({ signal: ending.signal })).toMatchObject({
    ok: false,
    error: { code: "unreachable", message: expect.stringContaining("took too long"), retryable: true },
  });
  const { client } = clientOf(silent.url);
  const running = client.providers({ signal: ending.signal });
  ending.abort();
  expect(await running).toMatchObject({ ok: false, error: { code: "unreachable", retryable: false } });
});

test("ends while it waits to try again", async () => {
  for (const when of [(abort: () => void) => abort(), setImmediate]) {
    const ending = new AbortController();
    const peer = await startPeer(busy("20"));
    // Nothing ends this wait but the signal.
    const pause = () => {
      when(() => ending.abort());
      return new Promise(() => {});
    };
    const { client } = clientOf(peer.url, { pause });
    expect(await client.providers({ signal: ending.signal })).toMatchObject({
      ok: false,
      error: { code: "overloaded" },
    });
    expect(peer.seen).toHaveLength(1);
  }
}, 20_000);

test("tells at once what cannot be sent, and repeats nothing of it", async () => {
  const peer = await startPeer(answer(200, "{}"));
  for (const wrong of [
    "ትዕዛዝ-17-secret",
    "order-17-secret\n",
    "order 17-secret",
    "17-secret".repeat(40),
    "",
  ]) {
    const { client, waits } = clientOf(peer.url, { apiKey: "drs_test_x" });
    const failed = await client.verify("beta", { reference: "DKF1AB2CD3" }, { idempotencyKey: wrong });
    expect(failed).toMatchObject({
      ok: false,
      httpStatus: null,
      error: { code: "parameter_invalid", param: "Idempotency-Key", retryable: false, charged: false },
    });
    expect([JSON.stringify(failed).includes("secret"), waits]).toEqual([false, []]);
  }
  for (const apiKey of ["drs_live_secret\n", "drs_live_secret\r\nx-other: 1", "ቁልፍ-secret"]) {
    const { client, waits } = clientOf(peer.url, { apiKey });
    const failed = await client.account();
    expect(failed).toMatchObject({ ok: false, error: { code: "invalid_api_key", retryable: false } });
    expect([JSON.stringify(failed).includes("secret"), waits]).toEqual([false, []]);
  }
  expect(peer.seen).toEqual([]);
});

test("is one file without imports when it is built", () => {
  const built = readFileSync(new URL("../../dist/src/client/client.js", import.meta.url), "utf8");
  expect(built).not.toMatch(/^\s*(?:import|export .* from)\b|\bimport\(|\brequire\(/m);
  expect(built).toContain("export const createClient");
});
