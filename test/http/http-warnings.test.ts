import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, bodyOf, startApi } from "../support/api.ts";
import { allProviders } from "../support/detection.ts";

/** What a reference gives away before the bank is asked (its date is 15 November 2026 for the clock of these tests). */
let api: Api;
beforeAll(async () => {
  api = await startApi({ providers: allProviders, notOffered: [] });
});
beforeEach(() => {
  api.orders.length = 0;
});
afterAll(() => api.close());

const candidatesOf = async (text: string) =>
  (await bodyOf(await api.post("/api/detect", { text }))).candidates;

describe("POST /api/detect", () => {
  test("warns of a slip, with what was probably meant", async () => {
    expect((await candidatesOf("reference: 411OBTS26Z190091"))[0]).toEqual({
      provider: "delta",
      request: { reference: "411OBTS26Z190091" },
      missing: [],
      encoded_date: null,
      warnings: [{ code: "reference_maybe_mistyped", suggestion: "411OBTS262190091" }],
    });
  });

  test("says how old a receipt is from the third day on", async () => {
    expect((await candidatesOf("UHD5E6R7T8"))[0]).toEqual({
      provider: "iota",
      request: { transactionId: "UHD5E6R7T8" },
      missing: [],
      encoded_date: "2026-08-13",
      warnings: [{ code: "receipt_old", days: 94 }],
    });
  });

  test("has nothing to say of one that is neither", async () => {
    expect((await candidatesOf("DKF1AB2CD3"))[0]).toEqual({
      provider: "beta",
      request: { reference: "DKF1AB2CD3" },
      missing: [],
      encoded_date: "2026-11-15",
    });
  });
});

describe("POST /api/verify", () => {
  const refusal = async (body: object) => {
    const reply = await api.post("/api/verify", body);
    return { status: reply.status, ...(await bodyOf(reply)).error };
  };

  test("does not ask for a reference that a slip explains, unless the bank is named", async () => {
    expect(await refusal({ text: "reference: 411OBTS26Z190091" })).toMatchObject({
      status: 400,
      code: "reference_ambiguous",
      charged: false,
      candidates: [{ provider: "delta", warnings: [{ suggestion: "411OBTS262190091" }] }],
    });
    expect(api.orders).toEqual([]);
    const reply = await api.post("/api/verify", { text: "reference: 411OBTS26Z190091", provider: "delta" });
    expect(reply.status).toBe(200);
    expect(api.orders).toHaveLength(1);
  });

  test("asks for an old one, and for one without a date that nothing explains", async () => {
    for (const text of ["UHD5E6R7T8", "Txn ID DK09QW8ER7"]) {
      const reply = await api.post("/api/verify", { text, provider: text.startsWith("U") ? "iota" : "beta" });
      expect(reply.status, text).toBe(200);
    }
  });

  test.each(["with Ref No FT26319K4", "FT26319K4Q7", "411OBTS2631900911"])(
    "calls %s malformed, which nothing is asked for",
    async (text) => {
      expect(await refusal({ text })).toMatchObject({
        status: 400,
        code: "reference_malformed",
        param: "text",
      });
      expect(api.orders).toEqual([]);
    },
  );
});
