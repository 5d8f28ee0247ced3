import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { newKeyText } from "../../src/accounts/key-text.ts";
import { preferredLanguage, wantsProblem } from "../../src/http/negotiation.ts";
import { failureSentence } from "../../src/texts/texts.ts";
import { bodyOf, startApi } from "../support/api.ts";

const key = "drs_live_0123456789abcdefghijklmnopqrstuvwxyz";

describe("an API key", () => {
  test("in the header is refused, never taken for none", async () => {
    const api = await startApi();
    for (const value of [key, "anything", ""]) {
      for (const path of ["/api/verify-beta", "/api/verify", "/api/detect", "/api/verify-iota"]) {
        const reply = await api.post(path, { reference: "DKF7ABCD12" }, { "x-api-key": value });
        expect(reply.status).toBe(401);
        expect((await bodyOf(reply)).error.code).toBe("invalid_api_key");
      }
    }
    expect(api.orders).toEqual([]);
    await api.close();
  });

  test("in the address is refused on every path, by its name or by its shape", async () => {
    const api = await startApi();
    const queries = [
      "?api_key=1",
      "?X-API-Key=1",
      "?apikey",
      "?a=b&key=c",
      `?q=${key}`,
      "?q=drs%5Ftest%5Fabc",
    ];
    for (const query of queries) {
      for (const path of ["/api/verify-beta", "/nowhere", "/healthz"]) {
        const reply = await api.post(path + query, { reference: "DKF7ABCD12" });
        expect([reply.status, (await bodyOf(reply)).error.code]).toEqual([400, "api_key_in_url"]);
      }
    }
    expect((await api.post("/api/detect?lang=am", { text: "" })).status).toBe(200);
    expect(api.orders).toEqual([]);
    await api.close();
  });
});

test("neither keys nor what stands in an address are logged", async () => {
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const known = newKeyText("live");
  const api = await startApi({
    log,
    keys: { [known]: { mode: "live", account: { id: "acc_1", tier: "balance" } } },
  });
  const body = { reference: "DKF7ABCD12" };
  await api.post("/api/verify-beta", body, { "x-api-key": known, "idempotency-key": "order-42" });
  await api.post("/api/verify-beta", body, { "x-api-key": key });
  await api.post(`/api/verify-beta?q=${known}&note=private`, body);
  await api.post(`/api/${known}`, body);
  await api.close();
  const told = lines.filter((line) => !line.includes("Server listening"));
  expect(told).toHaveLength(4);
  expect(told.join("\n")).not.toMatch(/drs_|order-42|private|DKF7ABCD12|127\.0\.0\.1/);
});

describe("who asks", () => {
  test("is the socket's peer, whatever it claims, while no proxy is trusted", async () => {
    const api = await startApi();
    await api.post("/api/verify-beta", { reference: "DKF7ABCD12" }, { "x-forwarded-for": "203.0.113.9" });
    expect(api.orders.map(({ caller }) => caller)).toEqual([{ kind: "address", address: "127.0.0.1" }]);
    await api.close();
  });

  test("is whom a trusted proxy names", async () => {
    const api = await startApi({ trustedProxies: [ipaddr.parseCIDR("127.0.0.0/8")] });
    const forwarded = { "x-forwarded-for": "198.51.100.1, 203.0.113.9" };
    await api.post("/api/verify-beta", { reference: "DKF7ABCD12" }, forwarded);
    expect(api.orders.map(({ caller }) => caller)).toEqual([{ kind: "address", address: "203.0.113.9" }]);
    await api.close();
  });

  /** Whom the service takes for the caller, with these blocks trusted. */
  const callerBehind = async (blocks: readonly string[], forwarded: readonly string[]) => {
    const api = await startApi({ trustedProxies: blocks.map((block) => ipaddr.parseCIDR(block)) });
    for (const header of forwarded)
      await api.post("/api/verify-beta", { reference: "DKF7ABCD12" }, { "x-forwarded-for": header });
    await api.close();
    return api.orders.map(({ caller }) => (caller.kind === "address" ? caller.address : caller.kind));
  };
  const proxies = ["127.0.0.0/8", "10.0.0.0/8", "fd00::/8"];

  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["198.51.100.1, 203.0.113.9, 10.2.2.2", "203.0.113.9"],
    ["203.0.113.9, unknown", "127.0.0.1"],
    ["203.0.113.9, unknown, 10.2.2.2", "10.2.2.2"],
    ["203.0.113.9:5123", "203.0.113.9"],
    ["203.0.113.9:5123, 10.2.2.2:80", "203.0.113.9"],
    ["[2001:db8::7]:443", "2001:db8::7"],
    ["2001:db8::7, [fd00::1]:443", "2001:db8::7"],
    ["::ffff:203.0.113.9, ::ffff:10.0.0.1", "203.0.113.9"],
    ["10.0.0.2, 10.0.0.3", "10.0.0.2"],
    ["", "127.0.0.1"],
  ])("behind our proxies with %s is %s", async (forwarded, expected) => {
    expect(await callerBehind(proxies, [forwarded])).toEqual([expected]);
  });

  test("is the peer where only other proxies are trusted", async () => {
    expect(await callerBehind(["10.0.0.0/8"], ["10.0.0.1", "203.0.113.9"])).toEqual([
      "127.0.0.1",
      "127.0.0.1",
    ]);
  });

  test("cannot be forged by a stranger behind a proxy", async () => {
    const claims = fc.sample(fc.string({ unit: "grapheme-ascii" }), 100);
    const seen = await callerBehind(
      proxies,
      claims.map((claim) => `${claim}, 203.0.113.9`),
    );
    expect(seen).toEqual(claims.map(() => "203.0.113.9"));
  });
});

describe("an error's form", () => {
  test.each([
    [undefined, "en"],
    ["am", "am"],
    ["am-ET,en;q=0.8", "am"],
    ["en;q=0.5, am;q=0.9", "am"],
    ["fr, de;q=0.9", "en"],
    ["am;q=0", "en"],
    ["fr, am;q=0.3", "am"],
    ["*, am;q=0.3", "en"],
    [";;,q=,am;q=x", "en"],
  ])("for Accept-Language %s is %s", (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });

  test.each([
    [undefined, false],
    ["*/*", false],
    ["application/json", false],
    ["application/problem+json", true],
    ["application/json, application/problem+json", true],
    ["application/problem+json;q=0.5, application/json", false],
    ["application/problem+json;q=0", false],
  ])("for Accept %s is a problem document: %s", (header, expected) => {
    expect(wantsProblem(header)).toBe(expected);
  });

  test("is RFC 9457 with the same facts, in Amharic when asked", async () => {
    const api = await startApi();
    const headers = {
      accept: "application/problem+json",
      "accept-language": "am",
      "x-request-id": "test-request-0001",
    };
    const reply = await api.post("/api/verify-beta", { referense: "DKF7ABCD12" }, headers);
    const { message, hint } = failureSentence(
      { code: "parameter_unknown", param: "referense", subject: "reference" },
      "am",
    );
    expect(reply.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
    expect(reply.headers.get("content-language")).toBe("am");
    const { errors, ...problem } = await bodyOf(reply);
    expect(errors).toHaveLength(2);
    expect(problem).toEqual({
      type: "https://deresegn.example/docs/errors/parameter_unknown",
      title: "parameter unknown",
      status: 400,
      detail: message,
      instance: "urn:deresegn:request:test-request-0001",
      code: "parameter_unknown",
      param: "referense",
      hint,
      retryable: false,
      charged: false,
      meta: { request_id: "test-request-0001" },
    });
    await api.close();
  });
});
