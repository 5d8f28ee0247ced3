import { request as rawRequest } from "node:http";
import { connect } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newKeyText } from "../../src/accounts/key-text.ts";
import { providerLabels } from "../../src/providers/registry.ts";
import { type Api, bodyOf, startApi } from "../support/api.ts";

const beta = { reference: "DKF7ABCD12" };
let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => {
  api.orders.length = 0;
});
afterAll(() => {
  expect(api.orders).toEqual([]);
  return api.close();
});

const refusal = async (reply: Response) => {
  const body = await bodyOf(reply);
  expect(body.status).toBe("error");
  expect(body.error.charged).toBe(false);
  expect(body.meta.request_id).toBe(reply.headers.get("x-request-id"));
  expect(body.error.doc_url).toBe(`https://deresegn.example/docs/errors/${body.error.code}`);
  expect(reply.headers.get("ratelimit")).toBeNull();
  return { status: reply.status, ...body.error };
};

describe("a body", () => {
  test.each([
    ["cut JSON", '{"reference":"DKF7ABCD12"'],
    ["no JSON at all", "reference=DKF7ABCD12"],
    ["nothing", ""],
    ["an array", "[]"],
    ["a bare text", '"DKF7ABCD12"'],
    ["null", "null"],
    ["ten thousand open brackets", "[".repeat(10_000)],
    ["the same name twice", '{"reference":"DKF7ABCD12","reference":"DKF7ABCD13"}'],
    ["the same name twice, written otherwise", '{"reference":"DKF7ABCD12","refer\\u0065nce":"DKF7ABCD12"}'],
    [
      "the same name twice in an object within",
      '{"reference":"DKF7ABCD12","expect":{"amount":"1","amount":"2"}}',
    ],
  ])("of %s is json_invalid", async (_name, body) => {
    expect(await refusal(await api.post("/api/verify-beta", body))).toMatchObject({
      status: 400,
      code: "json_invalid",
      retryable: false,
    });
  });

  test("that is no UTF-8 is json_invalid", async () => {
    const body = Buffer.from('{"reference":"DKF7ABCD1\xff"}', "latin1");
    const reply = await fetch(`${api.url}/api/verify-beta`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(await refusal(reply)).toMatchObject({ status: 400, code: "json_invalid" });
  });

  test("that is missing is json_invalid", async () => {
    const reply = await fetch(`${api.url}/api/verify-beta`, { method: "POST" });
    expect(await refusal(reply)).toMatchObject({ status: 400, code: "json_invalid" });
  });

  test("of another media type is media_type_unsupported", async () => {
    const body = "reference=DKF7ABCD12";
    const reply = await api.post("/api/verify-beta", body, {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(await refusal(reply)).toMatchObject({ status: 415, code: "media_type_unsupported" });
  });

  test("that is compressed is media_type_unsupported", async () => {
    const reply = await api.post("/api/verify-beta", beta, { "content-encoding": "gzip" });
    expect(await refusal(reply)).toMatchObject({ status: 415, code: "media_type_unsupported" });
  });

  test("above 16 KiB is body_too_large, whether or not it says its length", async () => {
    const body = JSON.stringify({ ...beta, padding: "x".repeat(16 * 1024) });
    expect(await refusal(await api.post("/api/verify-beta", body))).toMatchObject({
      status: 413,
      code: "body_too_large",
    });
    const chunked = rawRequest(`${api.url}/api/verify-beta`, {
      method: "POST",
      headers: { "content-type": "application/json", "transfer-encoding": "chunked" },
    });
    const replied = new Promise<number | undefined>((resolve, reject) => {
      chunked.once("response", (reply) => {
        resolve(reply.statusCode);
        reply.resume();
      });
      chunked.once("error", reject);
    });
    chunked.end(body);
    expect(await replied).toBe(413);
  });

  test("of exactly 16 KiB is read", async () => {
    const empty = JSON.stringify({ text: "" }).length;
    const body = JSON.stringify({ text: "x".repeat(16 * 1024 - empty) });
    expect(await refusal(await api.post("/api/detect", body))).toMatchObject({ code: "parameter_invalid" });
  });
});

describe("a field", () => {
  test("that is unknown is refused with the nearest known name", async () => {
    const reply = await api.post("/api/verify", { txt: "DKF7ABCD12" });
    expect(await refusal(reply)).toMatchObject({
      status: 400,
      code: "parameter_unknown",
      param: "txt",
      hint: "Did you mean text?",
    });
  });

  test("that would change an object's nature is unknown like any other", async () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      const reply = await api.post("/api/verify-beta", `{"reference":"DKF7ABCD12","${name}":{"a":1}}`);
      expect(await refusal(reply)).toMatchObject({ status: 400, code: "parameter_unknown" });
      const detecting = await api.post("/api/detect", `{"text":"DKF7ABCD12","${name}":"x"}`);
      expect(await refusal(detecting)).toMatchObject({ status: 400, code: "parameter_unknown" });
    }
  });

  test("may have the name of one in another object", async () => {
    const body = '{"items":[{"text":"x"},{"text":"{\\"text\\":1,\\"text\\":2}"}]}';
    expect((await api.post("/api/verify/batch", body)).status).toBe(200);
  });

  test("that is nested deeply is refused like any other", async () => {
    const nested = `{"text":${"[".repeat(8_000)}${"]".repeat(8_000)}}`;
    expect(await refusal(await api.post("/api/detect", nested))).toMatchObject({
      status: 400,
      code: "parameter_invalid",
      param: "text",
    });
  });

  test("that is called as an API key is not repeated", async () => {
    const key = newKeyText("live");
    for (const name of [key, `x-${key.toUpperCase()}`, encodeURIComponent(`"${key}"`)])
      for (const body of [
        { [name]: "x" },
        { text: "x", [name]: "x" },
        { text: "x", expect: { [name]: 1 } },
      ]) {
        const reply = await api.post("/api/verify", body);
        const text = await reply.clone().text();
        expect(await refusal(reply)).toMatchObject({ status: 400, code: "parameter_unknown" });
        expect(text.toLowerCase()).not.toContain(key.slice(4, 30).toLowerCase());
      }
  });

  test("that is missing is named", async () => {
    expect(await refusal(await api.post("/api/detect", {}))).toMatchObject({
      status: 400,
      code: "parameter_missing",
      param: "text",
    });
    expect(await refusal(await api.post("/api/verify-beta", {}))).toMatchObject({
      status: 400,
      code: "parameter_missing",
      param: "reference",
    });
  });

  test("of the wrong kind or length is parameter_invalid, every one listed", async () => {
    const body = { text: "x".repeat(4_097), accountNumber: 12_345_678 };
    expect(await refusal(await api.post("/api/verify", body))).toMatchObject({
      status: 400,
      code: "parameter_invalid",
      param: "text",
      errors: [
        { location: "text", message: "must be at most 4096 characters" },
        { location: "accountNumber", message: "must be a text" },
      ],
    });
  });
});

describe("a path", () => {
  test("that leads nowhere is route_not_found", async () => {
    for (const path of [
      "/nowhere",
      "/api",
      "/api/verify-omega",
      "/api/verify-beta/",
      "/%zz",
      "/api/../etc/passwd",
    ]) {
      const reply = await fetch(`${api.url}${path}`, { method: "POST" });
      expect(await refusal(reply)).toMatchObject({ status: 404, code: "route_not_found" });
    }
  });

  test("of a known provider that is not offered here says so", async () => {
    for (const label of providerLabels.filter((one) => !["alpha", "beta", "gamma"].includes(one))) {
      const reply = await api.post(`/api/verify-${label}`, {});
      expect(await refusal(reply)).toMatchObject({ status: 404, code: "provider_not_offered" });
    }
    const reply = await api.post("/api/verify", { text: "DKF7ABCD12", provider: "iota" });
    expect(await refusal(reply)).toMatchObject({
      status: 404,
      code: "provider_not_offered",
      param: "provider",
    });
  });

  test("asked with another method says which it takes", async () => {
    for (const method of ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const reply = await fetch(`${api.url}/api/verify-beta`, { method });
      expect(reply.headers.get("allow")).toBe("POST");
      expect(await refusal(reply)).toMatchObject({
        status: 405,
        code: "method_not_allowed",
        hint: "Use POST.",
      });
    }
    const reply = await fetch(`${api.url}/healthz`, { method: "POST" });
    expect(reply.headers.get("allow")).toBe("GET, HEAD");
  });
});

describe("a request id", () => {
  test("of the caller is kept when it is harmless, on every kind of reply", async () => {
    for (const path of ["/api/detect", "/nowhere", "/%zz"]) {
      const reply = await api.post(path, "{", { "x-request-id": "order_42-abcd" });
      expect(reply.headers.get("x-request-id")).toBe("order_42-abcd");
      expect((await bodyOf(reply)).meta.request_id).toBe("order_42-abcd");
    }
  });

  test.each(["short", "x".repeat(65), "spaces are out", "semi;colon"])("%s is replaced", async (given) => {
    const reply = await api.post("/api/detect", {}, { "x-request-id": given });
    expect(reply.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test("bytes that are no HTTP are answered with an id and a closed connection", async () => {
  const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
  socket.end("RECEIPT please\r\n\r\n");
  expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
});
