import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, bodyOf, startApi } from "../support/api.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => {
  api.orders.length = 0;
});
afterAll(() => api.close());

const beta = { reference: "DKF7ABCD12" };

describe("what the caller expects", () => {
  test.each([
    ["/api/verify-beta", beta, {}],
    ["/api/verify", { text: "Your transaction number is DKF7ABCD12." }, { claimed_amount: "unknown" }],
  ])("is answered beside the record by %s and changes no verdict", async (path, body, more) => {
    const expected = {
      amount: "1250.00",
      receiver_account: "0911004321",
      receiver_name: "Abebe",
      max_age_hours: 48,
    };
    const reply = await api.post(path, { ...body, expect: expected });
    expect(reply.status).toBe(200);
    expect((await bodyOf(reply)).meta.checks).toEqual({
      amount: "match",
      receiver_account: "match",
      receiver_name: "mismatch",
      max_age_hours: "match",
      ...more,
    });
    expect(api.orders.map((request) => request.body)).toEqual([beta]);
  });

  test("is not answered when nothing is expected", async () => {
    const { meta } = await bodyOf(await api.post("/api/verify-beta", beta));
    expect(meta).not.toHaveProperty("checks");
    const empty = await bodyOf(await api.post("/api/verify-beta", { ...beta, expect: {} }));
    expect(empty.meta.checks).toEqual({});
  });

  test.each([
    [{ amount: "a lot" }, "parameter_invalid", "expect.amount"],
    [{ amout: "5" }, "parameter_unknown", "expect.amout"],
    ["soon", "parameter_invalid", "expect"],
    [[], "parameter_invalid", "expect"],
  ])("is refused as %j, and nobody is asked", async (expected, code, param) => {
    const reply = await api.post("/api/verify-beta", { ...beta, expect: expected });
    expect(reply.status).toBe(400);
    expect((await bodyOf(reply)).error).toMatchObject({ code, param });
    expect(api.orders).toEqual([]);
  });

  test("is the nearest name to one that is misspelt", async () => {
    const reply = await api.post("/api/verify-beta", { ...beta, expcet: {} });
    expect((await bodyOf(reply)).error).toMatchObject({
      code: "parameter_unknown",
      hint: "Did you mean expect?",
    });
  });
});
