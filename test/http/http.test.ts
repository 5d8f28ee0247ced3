import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FailureCode, failureCodes } from "../../src/core/failure.ts";
import { failures } from "../../src/http/openapi.ts";
import { failureReplies } from "../../src/http/replies.ts";
import { failureSentence } from "../../src/texts/texts.ts";
import {
  type Api,
  bodyOf,
  noon,
  quota,
  refused,
  startApi,
  verified,
  verifiedReceipt,
} from "../support/api.ts";

const beta = { reference: "DKF7ABCD12" };
const id = "test-request-0001";
let next = verified();
let api: Api;
beforeAll(async () => {
  api = await startApi({ answer: async () => next });
});
afterAll(() => api.close());

const errorOf = (code: FailureCode, extra: object = {}, facts = {}) => {
  const { message, hint } = failureSentence({ code, ...facts }, "en");
  return {
    status: "error",
    error: {
      code,
      message,
      ...(hint && { hint }),
      retryable: failureReplies[code].retryable,
      charged: false,
      doc_url: `https://deresegn.example/docs/errors/${code}`,
      ...extra,
    },
    meta: { request_id: id },
  };
};

describe("a verified receipt", () => {
  test("is answered with exactly the record's fields in their order, and what is known besides", async () => {
    next = verified();
    const reply = await api.post("/api/verify-beta", beta, { "x-request-id": id });
    const body = await reply.text();
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(body).toBe(
      JSON.stringify({
        status: "success",
        data: verifiedReceipt.receipt,
        meta: {
          request_id: id,
          provider: "beta",
          checked_at: noon.toISOString(),
          source: "live",
          amount_minor: 125_000,
          payment_date_iso: "2026-11-15T10:20:30+03:00",
          mode: "live",
          total_check: "unknown",
          seen_before: null,
          absent_fields: [],
          assessment: { kind: "receiver_unknown", reasons: ["receiver_unknown"] },
          payment_kind: "transfer",
          receiver_account_shown: true,
          billing: { counted: true, remaining: 3 },
        },
      }),
    );
  });

  test("keeps the record's order when the reader set the fields in another", async () => {
    const shuffled = Object.fromEntries(
      Object.entries(verifiedReceipt.receipt).reverse(),
    ) as typeof verifiedReceipt.receipt;
    next = { ...verified(), result: { ok: true, value: { ...verifiedReceipt, receipt: shuffled } } };
    const { data } = await bodyOf(await api.post("/api/verify-beta", beta));
    expect(Object.keys(data)).toEqual(Object.keys(verifiedReceipt.receipt));
  });

  test("says how much of the day is left and where the time went", async () => {
    next = verified();
    const { headers } = await api.post("/api/verify-beta", beta);
    expect(headers.get("ratelimit-policy")).toBe('"daily";q=5;w=86400');
    expect(headers.get("ratelimit")).toBe('"daily";r=3;t=43200');
    expect(headers.get("server-timing")).toBe("admission;dur=1.0, upstream;dur=20.3, parse;dur=3.0");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-powered-by")).toBeNull();
  });
});

describe("a refused receipt", () => {
  const ofTheProvider = failures.verification.filter((code) => /^(receipt_|provider_|overloaded)/.test(code));
  const definitive = new Set(["receipt_not_found", "receipt_not_completed", "receipt_mismatch"]);

  test.each(ofTheProvider)("%s has its status and its body", async (code) => {
    next = refused({ code });
    const reply = await api.post("/api/verify-beta", beta, { "x-request-id": id });
    const charged = definitive.has(code);
    const expected = errorOf(code, { charged });
    expect(reply.status).toBe(failureReplies[code].status);
    expect(await bodyOf(reply)).toEqual(
      charged
        ? { ...expected, meta: { request_id: id, billing: { counted: true, remaining: 3 } } }
        : expected,
    );
    expect(reply.headers.get("ratelimit")).toBe('"daily";r=3;t=43200');
  });

  test("names the status word of a payment that is not completed", async () => {
    next = refused({ code: "receipt_not_completed", receiptStatus: "Pending" });
    const { error } = await bodyOf(await api.post("/api/verify-beta", beta));
    expect(error.receipt_status).toBe("Pending");
  });

  test("says when the day's quota is full again", async () => {
    next = { ...refused({ code: "daily_quota_exceeded", resetAt: quota.resetAt }), billing: null };
    const reply = await api.post("/api/verify-beta", beta, { "x-request-id": id });
    expect(reply.status).toBe(429);
    expect(reply.headers.get("retry-after")).toBe("43200");
    expect(reply.headers.get("ratelimit-policy")).toBe('"daily";q=5;w=86400');
    expect(reply.headers.get("ratelimit")).toBe('"daily";r=0;t=43200');
    expect(await bodyOf(reply)).toEqual(
      errorOf("daily_quota_exceeded", { reset_at: "2026-11-15T21:00:00.000Z" }, { resetAt: quota.resetAt }),
    );
  });

  test("says when to come back while a provider is unavailable", async () => {
    next = refused({ code: "provider_unavailable", retryAfterSeconds: 15 });
    const reply = await api.post("/api/verify-beta", beta);
    expect(reply.headers.get("retry-after")).toBe("15");
  });

  test("is not charged when the count could not be written", async () => {
    next = { ...refused({ code: "receipt_not_found" }), billing: null };
    const { error } = await bodyOf(await api.post("/api/verify-beta", beta));
    expect(error.charged).toBe(false);
  });
});

describe("our own bug", () => {
  test("is a 500 that shows nothing of the program", async () => {
    const broken = await startApi({ answer: () => Promise.reject(new Error("at /srv/secret/path.ts")) });
    const reply = await broken.post("/api/verify-beta", beta, { "x-request-id": id });
    expect(reply.status).toBe(500);
    expect(await bodyOf(reply)).toEqual(errorOf("internal_error"));
    await broken.close();
  });
});

test("every failure code has a status of its kind and a sentence in both languages", () => {
  for (const code of failureCodes) {
    expect(failureReplies[code].status).toBeGreaterThanOrEqual(400);
    expect(failureSentence({ code }, "en").message).not.toBe(failureSentence({ code }, "am").message);
  }
});
