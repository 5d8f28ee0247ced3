import { Agent, request } from "node:http";
import { connect } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { bodyOf, startApi, verified } from "../support/api.ts";

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

/** An API whose bank answers once the gate is open. */
const startSlowApi = async (health?: {
  readonly databaseReady: () => Promise<boolean>;
  readonly cacheKind: "memory";
}) => {
  const [begun, answered] = [{ count: 0 }, gate()];
  const api = await startApi({
    ...(health && { health }),
    answer: async () => {
      begun.count += 1;
      await answered.opened;
      return verified();
    },
  });
  return { api, begun, answered };
};

/** Of one bank, at which a caller without a key has two places. */
const tenItems = {
  items: Array.from({ length: 10 }, (_, at) => ({ provider: "beta", reference: `DKF7ABCD1${at}` })),
};

describe("readiness", () => {
  test("says what keeps the cache, and that the database takes writes", async () => {
    const api = await startApi({ health: { databaseReady: async () => true, cacheKind: "sqlite" } });
    const reply = await fetch(`${api.url}/readyz`);
    expect([reply.status, await bodyOf(reply)]).toEqual([
      200,
      { status: "ready", database: "ok", cache: "sqlite" },
    ]);
    await api.close();
  });

  test("is one question to the database, however many ask meanwhile, and a new one afterwards", async () => {
    const [began, answered] = [gate(), gate()];
    let questions = 0;
    const databaseReady = async () => {
      questions += 1;
      began.open();
      await answered.opened;
      return true;
    };
    const api = await startApi({ health: { databaseReady, cacheKind: "sqlite" } });
    const ask = async () => (await fetch(`${api.url}/readyz`)).status;
    const many = Array.from({ length: 20 }, ask);
    await began.opened;
    await fetch(`${api.url}/healthz`);
    answered.open();
    expect(await Promise.all(many)).toEqual(many.map(() => 200));
    expect(questions).toBeLessThan(10);
    const before = questions;
    expect([await ask(), questions]).toEqual([200, before + 1]);
    await api.close();
  });

  test("fails while the database is away; the process is alive all the same", async () => {
    const api = await startApi({ health: { databaseReady: async () => false, cacheKind: "memory" } });
    const reply = await fetch(`${api.url}/readyz`);
    expect([reply.status, await bodyOf(reply)]).toEqual([
      503,
      { status: "not_ready", database: "away", cache: "memory" },
    ]);
    const health = await fetch(`${api.url}/healthz`);
    expect([health.status, await bodyOf(health)]).toEqual([200, { status: "ok" }]);
    expect(health.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    await api.close();
  });
});

describe("draining", () => {
  test("answers what runs, refuses what comes, and leaves no connection behind", async () => {
    const asked = gate();
    const answered = gate();
    const api = await startApi({
      answer: async () => {
        asked.open();
        await answered.opened;
        return verified();
      },
    });
    const agent = new Agent({ keepAlive: true });
    const running = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const options = { method: "POST", agent, headers: { "content-type": "application/json" } };
      const sent = request(`${api.url}/api/verify-beta`, options, (reply) => {
        let body = "";
        reply.setEncoding("utf8").on("data", (part: string) => {
          body += part;
        });
        reply.on("end", () => resolve({ status: reply.statusCode, body }));
      });
      sent.on("error", reject).end(JSON.stringify({ reference: "DKF7ABCD12" }));
    });
    await asked.opened;

    let isDrained = false;
    const drained = api.drain().then(() => {
      isDrained = true;
    });
    const ready = await fetch(`${api.url}/readyz`);
    expect([ready.status, (await bodyOf(ready)).status]).toEqual([503, "draining"]);
    const late = await api.post("/api/verify-beta", { reference: "DKF7ABCD12" });
    expect([late.status, (await bodyOf(late)).error.code]).toEqual([503, "overloaded"]);
    expect(late.headers.get("retry-after")).toBe("2");
    expect(isDrained).toBe(false);

    answered.open();
    const reply = await running;
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body).data.status).toBe("Verified");
    await drained;
    await api.close();
    await expect(fetch(`${api.url}/healthz`)).rejects.toThrow();
    expect(api.orders).toHaveLength(1);
    agent.destroy();
  });

  test("waits for nobody who hung up with a second request behind the first", async () => {
    const probed = gate();
    const databaseReady = async () => {
      probed.open();
      return true;
    };
    const { api, begun, answered } = await startSlowApi({ databaseReady, cacheKind: "memory" });
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    const body = JSON.stringify({ reference: "DKF7ABCD12" });
    socket.write(
      `POST /api/verify-beta HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}GET /readyz HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`,
    );
    await expect.poll(() => begun.count).toBe(1);
    await probed.opened;
    // Until its reply waits behind the first one, and until the server knows that both are read by nobody.
    await delay(50);
    socket.destroy();
    await delay(200);
    answered.open();
    await expect(Promise.race([api.drain().then(() => "drained"), delay(5_000)])).resolves.toBe("drained");
    await api.close();
  });

  test("begins no further receipt of a batch, and answers what has begun", async () => {
    const { api, begun, answered } = await startSlowApi();
    const sent = api.post("/api/verify/batch", tenItems);
    await expect.poll(() => begun.count).toBe(2);
    const drained = api.drain();
    answered.open();
    const { results } = JSON.parse(await (await sent).text());
    const told = results.map((one: { http_status: number; error?: { code: string; charged: boolean } }) =>
      one.error === undefined ? one.http_status : `${one.error.code} ${one.error.charged}`,
    );
    expect(told).toEqual([...Array(2).fill(200), ...Array(8).fill("overloaded false")]);
    expect(begun.count).toBe(2);
    await drained;
    await api.close();
  });

  test("ends a kept-alive connection as soon as its reply has left, while others still run", async () => {
    const gates = [gate(), gate()];
    const begun = [gate(), gate()];
    let next = 0;
    const api = await startApi({
      answer: async () => {
        const mine = next++;
        begun[mine]?.open();
        await gates[mine]?.opened;
        return verified();
      },
    });
    const body = JSON.stringify({ reference: "DKF7ABCD12" });
    const ask = () => {
      const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
      socket.write(
        "POST /api/verify-beta HTTP/1.1\r\nHost: deresegn\r\nContent-Type: application/json\r\n" +
          `Content-Length: ${body.length}\r\n\r\n${body}`,
      );
      return textOf(socket);
    };
    const first = ask();
    await begun[0]?.opened;
    const second = ask();
    await begun[1]?.opened;
    const drained = api.drain();

    gates[0]?.open();
    expect(await first).toContain('"status":"Verified"');
    gates[1]?.open();
    expect(await second).toContain('"status":"Verified"');
    await drained;
    await api.close();
  });

  test("does not wait for a connection that sent only half a request", async () => {
    const api = await startApi();
    const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => {});
    await new Promise((resolve) => socket.write("POST /api/verify-beta HTTP/1.1\r\nHost: x\r\n", resolve));
    await api.drain();
    await api.close();
    await closed;
  });
});

test("a batch whose caller has hung up begins no further receipt", async () => {
  const { api, begun, answered } = await startSlowApi();
  const leaving = new AbortController();
  const sent = fetch(`${api.url}/api/verify/batch`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(tenItems),
    signal: leaving.signal,
  });
  await expect.poll(() => begun.count).toBe(2);
  leaving.abort();
  await expect(sent).rejects.toThrow("abort");
  // The other connection is served after the end of the first one was heard.
  await expect.poll(async () => (await fetch(`${api.url}/healthz`)).status).toBe(200);
  answered.open();
  await api.drain();
  await api.close();
  expect(begun.count).toBe(2);
});

test("a process without the api role serves its health alone", async () => {
  const api = await startApi({ servesApi: false });
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  expect((await api.post("/api/verify-beta", {})).status).toBe(404);
  await api.close();
});
