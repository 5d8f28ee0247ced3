import { execFileSync } from "node:child_process";
import { closeSync, open, openSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { ok } from "../../src/core/result.ts";
import type { ReadAnswer } from "../../src/upstream/client.ts";
import type { UpstreamAnswer } from "../../src/upstream/get.ts";
import { createUpstream, type Upstream } from "../../src/upstream/upstream.ts";
import {
  answer,
  type Behaviour,
  bytesThenEnd,
  head,
  inTurn,
  type MisbehavingServer,
  silence,
  startMisbehavingServer,
} from "../support/misbehaving-server.ts";
import { temporaryFolder } from "../support/temporary-store.ts";
import { ask, settingsOf, shortBudgets, told } from "../support/upstream-asking.ts";

let upstream: Upstream;
const servers: MisbehavingServer[] = [];

const serve = async (behaviour: Behaviour): Promise<MisbehavingServer> => {
  const server = await startMisbehavingServer(behaviour);
  servers.push(server);
  return server;
};

beforeEach(() => {
  upstream = createUpstream({ budgets: shortBudgets });
});

afterEach(async () => {
  await upstream.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const page = "<html>a receipt</html>";

describe("a provider that cannot be reached", () => {
  test("a handshake that never ends is a timeout of the connection, tried twice", async () => {
    const server = await startMisbehavingServer(silence);
    servers.push(server);
    const settings = settingsOf(`https://127.0.0.1:${server.port}`);
    expect(told(await ask(upstream, settings, { timeoutMs: 5_000 }))).toBe("provider_timeout");
    expect(server.connections()).toBe(2);
  });

  test("a handshake that never ends ends at the deadline when that comes first", async () => {
    const server = await startMisbehavingServer(silence);
    servers.push(server);
    upstream = createUpstream({ budgets: { ...shortBudgets, connectMs: 60_000 } });
    const settings = settingsOf(`https://127.0.0.1:${server.port}`);
    expect(told(await ask(upstream, settings, { timeoutMs: 200 }))).toBe("provider_timeout");
    expect(server.connections()).toBe(1);
    await server.close();
  });

  test("one deadline holds for both attempts", async () => {
    const server = await serve(inTurn(answer(503), silence));
    upstream = createUpstream({ budgets: { ...shortBudgets, firstByteMs: () => 60_000 } });
    expect(told(await ask(upstream, settingsOf(server.url), { timeoutMs: 200 }))).toBe("provider_timeout");
    expect(server.requests).toHaveLength(2);
  });
});

describe("a status that the reader does not understand", () => {
  test.each([
    [501, "provider_error", 1],
    [404, "provider_format_changed", 1],
  ])("status %i is %s after %i requests", async (status, code, requests) => {
    const server = await serve(answer(status, page));
    expect(told(await ask(upstream, settingsOf(server.url)))).toBe(code);
    expect(server.requests).toHaveLength(requests);
  });

  test.each([404, 403, 500])("status %i is an answer where the reader understands it", async (status) => {
    const server = await serve(answer(status, "no such receipt"));
    const result = await ask(upstream, settingsOf(server.url), { statuses: [200, status] });
    expect(told(result)).toBe(`${status} no such receipt`);
  });

  test.each([
    ["7", 7],
    ["3600", 60],
    ["soon", 15],
  ])("Retry-After %s of a 429 is told as %i seconds", async (retryAfter, seconds) => {
    const server = await serve(answer(429, "", { "Retry-After": retryAfter }));
    expect(await ask(upstream, settingsOf(server.url))).toMatchObject({
      error: { code: "provider_unavailable", retryAfterSeconds: seconds },
    });
  });

  test("Retry-After as a date is measured by the answer's own clock", async () => {
    const server = await serve(
      answer(429, "", {
        Date: "Sun, 15 Nov 2026 10:00:00 GMT",
        "Retry-After": "Sun, 15 Nov 2026 10:00:09 GMT",
      }),
    );
    expect(await ask(upstream, settingsOf(server.url))).toMatchObject({ error: { retryAfterSeconds: 9 } });
  });

  test("a 503 that names a time is not asked again at once", async () => {
    const server = await serve(answer(503, "", { "Retry-After": "5" }));
    expect(await ask(upstream, settingsOf(server.url))).toMatchObject({
      error: { code: "provider_error", retryAfterSeconds: 5 },
    });
    expect(server.requests).toHaveLength(1);
  });

  test("the endless body of an error is not read", async () => {
    const server = await serve((socket) => {
      socket.write(head(500));
      const timer = setInterval(() => socket.write("x".repeat(1000)), 1);
      socket.on("close", () => clearInterval(timer));
    });
    expect(told(await ask(upstream, settingsOf(server.url), { timeoutMs: 60_000 }))).toBe("provider_error");
  });

  test.each([301, 302, 303, 307, 308])("redirect %i is not followed", async (status) => {
    const elsewhere = await serve(answer(200, page));
    const server = await serve(answer(status, "", { Location: `${elsewhere.url}/receipt/1` }));
    expect(told(await ask(upstream, settingsOf(server.url)))).toBe("provider_error");
    expect(server.requests).toHaveLength(1);
    expect(elsewhere.connections()).toBe(0);
  });
});

describe("a body that is cut or not what it says", () => {
  test.each<[string, Behaviour]>([
    ["gzip that is none", answer(200, page, { "Content-Encoding": "gzip" })],
    ["an empty gzip", answer(200, "", { "Content-Encoding": "gzip" })],
    ["a head only half sent", bytesThenEnd("HTTP/1.1 200 OK\r\nContent-Le")],
  ])("%s is the provider's error", async (_, behaviour) => {
    const server = await serve(behaviour);
    expect(told(await ask(upstream, settingsOf(server.url)))).toBe("provider_error");
  });

  test("what ends with the connection is passed on as it came", async () => {
    const server = await serve(bytesThenEnd(`${head(200)}<html>half a rec`));
    expect(told(await ask(upstream, settingsOf(server.url)))).toBe("200 <html>half a rec");
  });

  test.each([
    ["gzip", gzipSync(page)],
    ["x-gzip", gzipSync(page)],
    ["deflate", deflateSync(page)],
    ["deflate", deflateRawSync(page)],
    ["br", brotliCompressSync(page)],
    ["identity", Buffer.from(page)],
  ])("a whole %s body is unpacked", async (encoding, body) => {
    const server = await serve(answer(200, body, { "Content-Encoding": encoding }));
    expect(told(await ask(upstream, settingsOf(server.url)))).toBe(`200 ${page}`);
  });
});

test("a body that waits for a thread to unpack it ends at the deadline", async () => {
  const server = await serve((socket, request) => {
    // Each thread that could unpack waits until somebody writes to the pipe.
    holdThreads();
    answer(200, gzipSync(page), { "Content-Encoding": "gzip" })(socket, request);
  });
  const pipe = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [pipe]);
  const holdThreads = () => {
    for (let thread = 0; thread < Number(process.env.UV_THREADPOOL_SIZE ?? 4); thread += 1)
      open(pipe, "r", (error, file) => (error === null ? closeSync(file) : undefined));
  };
  onTestFinished(() => closeSync(openSync(pipe, "r+")));
  expect(told(await ask(upstream, settingsOf(server.url), { timeoutMs: 500 }))).toBe("provider_timeout");
}, 20_000);

describe("an answer that is too large", () => {
  const megabyte = 1024 * 1024;

  test("2 MiB arrive, one byte more does not", async () => {
    const server = await serve(
      inTurn(
        answer(200, Buffer.alloc(2 * megabyte, 0x61)),
        answer(200, Buffer.alloc(2 * megabyte + 1, 0x61)),
      ),
    );
    const whole = await ask(upstream, settingsOf(server.url), { timeoutMs: 10_000 });
    expect(whole.ok && whole.value.bytes.length).toBe(2 * megabyte);
    expect(told(await ask(upstream, settingsOf(server.url)))).toBe("provider_error");
  });

  test("4 MiB are unpacked, one byte more is not", async () => {
    const packed = (size: number) =>
      answer(200, gzipSync(Buffer.alloc(size)), { "Content-Encoding": "gzip" });
    const server = await serve(
      inTurn(packed(4 * megabyte), packed(4 * megabyte + 1), packed(100 * megabyte)),
    );
    const whole = await ask(upstream, settingsOf(server.url), { timeoutMs: 10_000 });
    expect(whole.ok && whole.value.bytes.length).toBe(4 * megabyte);
    expect(told(await ask(upstream, settingsOf(server.url)))).toBe("provider_error");
    expect(told(await ask(upstream, settingsOf(server.url)))).toBe("provider_error");
  });

  test.each(["000", "099", "20", "1000"])("a status of %s is the provider's error", async (status) => {
    const server = await serve((socket) =>
      socket.end(`HTTP/1.1 ${status} Odd\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`),
    );
    expect(told(await ask(upstream, settingsOf(server.url)))).toBe("provider_error");
  });
});

describe("what is sent", () => {
  test("the request's headers and the configured ones, each once", async () => {
    const server = await serve(answer(200, page));
    const settings = settingsOf(server.url, { headers: { Accept: "text/html", "X-App": "one" } });
    await ask(upstream, settings, { path: "/receipt/1?a=b", headers: { accept: "*/*", Referer: "here" } });
    const lines = server.requests[0]?.toLowerCase().split("\r\n") ?? [];
    expect(lines[0]).toBe("get /receipt/1?a=b http/1.1");
    expect(lines.filter((line) => line.startsWith("accept:"))).toEqual(["accept: text/html"]);
    expect(lines).toContain("x-app: one");
    expect(lines).toContain("referer: here");
    expect(lines).toContain("accept-encoding: gzip, deflate");
  });

  test("closing waits for what is running and refuses what comes after", async () => {
    const server = await serve((socket, request) => setTimeout(() => answer(200, page)(socket, request), 50));
    const settings = settingsOf(server.url);
    const running = ask(upstream, settings);
    const closed = upstream.close();
    expect(told(await ask(upstream, settings))).toBe("overloaded");
    expect(told(await running)).toBe(`200 ${page}`);
    await closed;
  });

  test("closing waits until what arrived has been read", async () => {
    const server = await serve(answer(200, page));
    const order: string[] = [];
    const read: ReadAnswer<UpstreamAnswer> = async (arrived) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      order.push("read");
      return ok(arrived);
    };
    const running = ask(upstream, settingsOf(server.url), { read });
    await upstream.close();
    order.push("closed");
    await running;
    expect(order).toEqual(["read", "closed"]);
  });
});
