import { request } from "node:http";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { ok } from "../../src/core/result.ts";
import { createTelegramEmulator } from "../../tools/demo/telegram/emulator.ts";
import { noon, startApi } from "../support/api.ts";
import { token } from "../support/telegram.ts";

const open = async (options: Parameters<typeof startApi>[0] = {}) => {
  const api = await startApi(options);
  onTestFinished(() => api.close());
  return api;
};

/** What is answered to a request that names this host. */
const answerTo = (url: string, host: string, path = "/openapi.json") =>
  new Promise<{ readonly status: number; readonly headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const asked = request(`${url}${path}`, { headers: { host }, setHost: false }, (reply) => {
        reply.resume();
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers });
      });
      asked.on("error", reject).end();
    },
  );

const pages = ["/healthz", "/api/providers", "/openapi.json", "/nothing"];

/** What no page may do, as its policy says it. */
const nothing = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];

const policyOf = (headers: Headers) =>
  headers
    .get("content-security-policy")
    ?.split(";")
    .map((part) => part.trim());

describe("every page", () => {
  test.each(pages)(
    "%s may load nothing, be framed by nobody, and is taken for what it says it is",
    async (path) => {
      const api = await open();
      const { headers } = await fetch(`${api.url}${path}`);
      expect(policyOf(headers)).toEqual(nothing);
      expect(Object.fromEntries(headers)).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(headers.has("x-powered-by")).toBe(false);
    },
  );

  test("has them also when it is refused before it is looked for", async () => {
    const api = await open();
    const key = `drs_live_${"a".repeat(36)}`;
    const { status, headers } = await fetch(`${api.url}/api/providers?key=${key}`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("has what matters of them where the path cannot be decoded", async () => {
    const api = await open();
    const { status, headers } = await fetch(`${api.url}/%ff`);
    expect(status).toBe(404);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each([
    ["https://receipts.example", "max-age=31536000"],
    ["http://receipts.example", null],
    [null, null],
  ])("under %s is told to be asked for by https alone: %s", async (publicUrl, told) => {
    const api = await open({ publicUrl });
    expect((await fetch(`${api.url}/openapi.json`)).headers.get("strict-transport-security")).toBe(told);
  });
});

describe("/.well-known/security.txt", () => {
  const path = "/.well-known/security.txt";

  test.each([
    ["@deresegn_help", "https://t.me/deresegn_help"],
    ["https://receipts.example/help", "https://receipts.example/help"],
  ])("names %s as the contact, for half a year", async (operatorContact, contact) => {
    const api = await open({ operatorContact, publicUrl: "https://receipts.example", now: () => noon });
    const reply = await fetch(`${api.url}${path}`);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(await reply.text()).toBe(
      [
        `Contact: ${contact}`,
        "Expires: 2027-05-14T09:00:00Z",
        "Preferred-Languages: en, am",
        `Canonical: https://receipts.example${path}`,
        "",
      ].join("\n"),
    );
  });

  test("is not there without a contact", async () => {
    const api = await open();
    expect((await fetch(`${api.url}${path}`)).status).toBe(404);
  });
});

const strangers = [
  "evil.example",
  "evil.example:3000",
  "127.0.0.1.evil.example",
  "192.0.2.7",
  "localhost@evil.example",
  "",
];

describe("the demo", () => {
  test("answers its own host names only, with its API", async () => {
    const api = await open({ onlyHostsOf: "127.0.0.1", publicUrl: "http://shop.example" });
    for (const host of ["localhost:3000", "127.0.0.1", "[::1]:3000", "LOCALHOST", "shop.example"])
      expect((await answerTo(api.url, host)).status, host).toBe(200);
    for (const host of strangers)
      for (const path of ["/", "/healthz", "/api/providers", "/nothing"])
        expect((await answerTo(api.url, host, path)).status, host).toBe(421);
  });

  test("answers any address, and no foreign name, where it listens on all of them", async () => {
    const api = await open({ onlyHostsOf: "0.0.0.0" });
    expect((await answerTo(api.url, "192.0.2.7:3000")).status).toBe(200);
    expect((await answerTo(api.url, "evil.example")).status).toBe(421);
  });

  test("answers its own host names only, with its chat and its Bot API", async () => {
    const emulator = createTelegramEmulator({ token, botUsername: "deresegn_bot", now: () => noon });
    onTestFinished(emulator.close);
    const { url } = await emulator.listen(0, "127.0.0.1");
    for (const path of ["/", "/chat.js", "/chat/selam", `/bot${token}/getMe`]) {
      expect((await answerTo(url, new URL(url).host, path)).status, path).toBe(200);
      expect((await answerTo(url, "evil.example", path)).status, path).toBe(421);
    }
    const { headers } = await fetch(url);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get("x-frame-options")).toBe("DENY");
  });

  test("is the only one that looks: a proxy may name us as it likes", async () => {
    const api = await open();
    expect((await answerTo(api.url, "receipts.example")).status).toBe(200);
  });
});

describe("a request of more than a thousand headers", () => {
  test("is refused for its bad key all the same", async () => {
    const api = await open();
    const padding = Array.from({ length: 1_100 }, () => ["a", "1"]).flat();
    const { hostname, port } = new URL(api.url);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = [...padding, "host", "localhost", "x-api-key", `drs_live_${"a".repeat(36)}`];
      const asked = request({ hostname, port, path: "/api/account", headers }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      });
      asked.on("error", reject).end();
    });
    expect(status).toBe(401);
  });
});

describe("the webhook's path", () => {
  test("is in no line of the log, whatever is posted there", async () => {
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    const path = "/telegram/5ad1f0c2";
    const taken = { isAway: false };
    const webhook = {
      path,
      secret: "a-secret-of-the-tests",
      arrive: async () => {
        if (taken.isAway) throw new Error("a bug");
        return ok(undefined);
      },
    };
    const api = await open({ log, webhook });
    const post = (secret: string, body: string, type = "application/json") =>
      fetch(`${api.url}${path}`, {
        method: "POST",
        body,
        headers: { "content-type": type, "x-telegram-bot-api-secret-token": secret },
      });
    const right = webhook.secret;
    await post(right, "{}");
    await post("wrong", "{}");
    await post(right, "{");
    await post(right, "x", "text/plain");
    await fetch(`${api.url}${path}`);
    taken.isAway = true;
    expect((await post(right, "{}")).status).toBe(503);
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.join("")).toContain('"route":"webhook"');
    expect(lines.filter((line) => line.includes("5ad1f0c2") || line.includes("/telegram/"))).toEqual([]);
  });
});
