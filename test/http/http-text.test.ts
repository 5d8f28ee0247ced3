import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newKeyText } from "../../src/accounts/key-text.ts";
import { chooseCandidate } from "../../src/verify/choose-candidate.ts";
import { noClaims } from "../../src/verify/claims.ts";
import type { Refused } from "../../src/verify/detect/candidate.ts";
import type { DetectedCandidate, Detection } from "../../src/verify/detect/detect.ts";
import { type Api, bodyOf, startApi } from "../support/api.ts";
import { isFull, longTest } from "../support/extent.ts";

const ft = "FT26319ABC12";
let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => {
  api.orders.length = 0;
});
afterAll(() => api.close());

const asked = () => api.orders.map(({ provider, body }) => ({ provider: provider.label, body }));
const alphaOf = (missing: string[]) => ({
  provider: "alpha",
  request: { transactionRef: ft },
  missing,
  encoded_date: "2026-11-15",
});
const gammaOf = (missing: string[]) => ({
  provider: "gamma",
  request: { reference: ft },
  missing,
  encoded_date: "2026-11-15",
});

describe("POST /api/detect", () => {
  test("lists every reading, best first, each with what it lacks, and asks nobody", async () => {
    const reply = await api.post("/api/detect", { text: `Ref ${ft}` });
    expect(reply.status).toBe(200);
    const body = await bodyOf(reply);
    expect(Object.keys(body)).toEqual(["status", "candidates", "refused"]);
    expect(body.status).toBe("success");
    expect(body.candidates).toHaveLength(2);
    expect(body.candidates).toEqual(
      expect.arrayContaining([alphaOf(["accountNumber"]), gammaOf(["accountNumber"])]),
    );
    expect(body.refused).toEqual([]);
    expect(asked()).toEqual([]);
  });

  test("says which links it refuses", async () => {
    const link = "https://receipts.beta.example.evil.example/receipt/DKF7ABCD12";
    const body = await bodyOf(await api.post("/api/detect", { text: link }));
    expect(body).toEqual({
      status: "success",
      candidates: [],
      refused: [{ text: expect.stringContaining("evil.example"), code: "receipt_url_untrusted" }],
    });
  });

  test("answers chatter with empty lists", async () => {
    const body = await bodyOf(await api.post("/api/detect", { text: "good morning" }));
    expect(body).toEqual({ status: "success", candidates: [], refused: [] });
  });
});

describe("POST /api/verify", () => {
  test("verifies the one receipt that the text points to", async () => {
    const reply = await api.post("/api/verify", { text: "https://receipts.beta.example/receipt/DKF7ABCD12" });
    expect(reply.status).toBe(200);
    expect((await bodyOf(reply)).meta.provider).toBe("beta");
    expect(asked()).toEqual([{ provider: "beta", body: { reference: "DKF7ABCD12" } }]);
  });

  test("adds the account number that the text lacks", async () => {
    const reply = await api.post("/api/verify", {
      text: ft,
      provider: "alpha",
      accountNumber: "1000 1234 5678",
    });
    expect(reply.status).toBe(200);
    expect(asked()).toEqual([
      { provider: "alpha", body: { transactionRef: ft, accountNumber: "1000 1234 5678" } },
    ]);
  });

  test("lists the readings of an ambiguous text and asks nobody", async () => {
    const reply = await api.post("/api/verify", { text: ft });
    const { error } = await bodyOf(reply);
    expect([reply.status, error.code, error.charged]).toEqual([400, "reference_ambiguous", false]);
    expect(error.candidates).toEqual(
      expect.arrayContaining([alphaOf(["accountNumber"]), gammaOf(["accountNumber"])]),
    );
    expect(asked()).toEqual([]);
  });

  test("asks for the account number when only that is missing", async () => {
    const reply = await api.post("/api/verify", { text: ft, provider: "alpha" });
    const { error } = await bodyOf(reply);
    expect([reply.status, error.code, error.param]).toEqual([
      422,
      "account_number_required",
      "accountNumber",
    ]);
  });

  test.each([
    ["good morning", "reference_not_found_in_text"],
    ["https://receipts.beta.example.evil.example/receipt/DKF7ABCD12", "receipt_url_untrusted"],
  ])("%s is %s", async (text, code) => {
    const reply = await api.post("/api/verify", { text });
    expect([reply.status, (await bodyOf(reply)).error.code]).toEqual([400, code]);
    expect(asked()).toEqual([]);
  });

  test("refuses a provider that nobody knows", async () => {
    const reply = await api.post("/api/verify", { text: ft, provider: "omega" });
    const { error } = await bodyOf(reply);
    expect([reply.status, error.code, error.param]).toEqual([400, "parameter_invalid", "provider"]);
    expect(error.errors).toEqual([
      { location: "provider", message: "is unknown; known are alpha, beta, gamma" },
    ]);
  });

  test("names the nearest provider to one that is mistyped", async () => {
    const { error } = await bodyOf(await api.post("/api/verify", { text: ft, provider: "bta" }));
    expect(error).toMatchObject({
      hint: "Did you mean beta?",
      errors: [{ location: "provider", message: "is unknown, did you mean beta?" }],
    });
  });
});

test("POST /api/detect tells a bank's message that nobody can look up", async () => {
  const text = "Dear Hana, your account 10**99 has been credited with ETB 5. Your balance is ETB 7.";
  expect(await bodyOf(await api.post("/api/detect", { text }))).toEqual({
    status: "success",
    candidates: [],
    refused: [],
    unlookable: { kind: "credit", provider: null },
  });
});

describe("the claim of a text", () => {
  const found = (
    at: number,
    provider: string,
    request: object,
    missing: string[] = [],
  ): DetectedCandidate => ({
    provider,
    request: { ...request } as DetectedCandidate["request"],
    missing,
    encodedDate: null,
    isLikely: true,
    claims: noClaims,
    warnings: [],
    phones: [],
    at,
  });
  const detection = (candidates: DetectedCandidate[], refused: Refused[] = []): Detection => ({
    candidates,
    refused,
    unlookable: null,
  });
  const outcome = (given: Detection, hints = {}) => {
    const claim = chooseCandidate(given, hints);
    if (!claim.ok) return claim.error.code;
    const { provider, body } = claim.value;
    return { provider, body };
  };
  const whole = { transactionRef: ft, accountNumber: "12345678" };

  test("is the link when the same receipt stands beside it as a bare reference", () => {
    const readings = [
      found(40, "alpha", whole),
      found(3, "alpha", { transactionRef: ft }, ["accountNumber"]),
      found(3, "gamma", { reference: ft }, ["accountNumber"]),
    ];
    expect(outcome(detection(readings))).toEqual({ provider: "alpha", body: whole });
    expect(outcome(detection(readings), { accountNumber: "87654321" })).toEqual({
      provider: "alpha",
      body: whole,
    });
  });

  test("is one receipt when a reference is repeated, in whatever order its readings come", () => {
    const [a, b] = [3, 40].map((at) => ({
      beta: found(at, "beta", { reference: "DKF7ABCD12" }),
      iota: found(at, "iota", { transactionId: "DKF7ABCD12" }, ["phone"]),
    }));
    if (!a || !b) throw new Error("two places");
    const claim = { provider: "beta", body: { reference: "DKF7ABCD12" } };
    expect(outcome(detection([a.beta, b.beta, a.iota, b.iota]))).toEqual(claim);
    expect(outcome(detection([a.beta, b.iota, a.iota, b.beta]))).toEqual(claim);
  });

  test("is the reading that lacks nothing only when it is also the best", () => {
    const eta = found(0, "eta", { reference: "X" }, ["accountNumber"]);
    const delta = found(0, "delta", { reference: "X" });
    expect(outcome(detection([delta, eta]))).toEqual({ provider: "delta", body: { reference: "X" } });
    expect(outcome(detection([eta, delta]))).toBe("reference_ambiguous");
  });

  test("is ambiguous when two readings lack nothing, or two receipts are named", () => {
    const one = found(0, "beta", { reference: "DKF7ABCD12" });
    expect(outcome(detection([one, found(0, "iota", { transactionId: "DKF7ABCD12" })]))).toBe(
      "reference_ambiguous",
    );
    expect(outcome(detection([one, found(20, "beta", { reference: "DKF7ABCD13" })]))).toBe(
      "reference_ambiguous",
    );
    expect(outcome(detection([one, found(20, "alpha", { transactionRef: ft }, ["accountNumber"])]))).toBe(
      "reference_ambiguous",
    );
  });

  test("leaves out a reading that its rival's date or type code makes unlikely, unless it is asked for by name", () => {
    const beta = found(0, "beta", { reference: "DKF7ABCD12" });
    const iota = { ...found(0, "iota", { transactionId: "DKF7ABCD12" }), isLikely: false };
    expect(outcome(detection([beta, iota]))).toEqual({ provider: "beta", body: { reference: "DKF7ABCD12" } });
    expect(outcome(detection([beta, iota]), { provider: "iota" })).toEqual({
      provider: "iota",
      body: { transactionId: "DKF7ABCD12" },
    });
  });

  test("asks for a phone as a missing field", () => {
    const epsilon = found(0, "epsilon", { receipt: "DKF7ABCD123" }, ["phone"]);
    expect(outcome(detection([epsilon]))).toBe("parameter_missing");
    expect(outcome(detection([epsilon]), { phone: "0911000000" })).toEqual({
      provider: "epsilon",
      body: { receipt: "DKF7ABCD123", phone: "0911000000" },
    });
  });

  test("is a refused link's own code only when nothing else was found", () => {
    const refused: Refused[] = [{ text: "https://x.example", code: "receipt_url_feedback_link" }];
    const beta = found(0, "beta", { reference: "DKF7ABCD12" });
    expect(outcome(detection([], refused))).toBe("receipt_url_feedback_link");
    expect(outcome(detection([beta], refused))).toEqual({
      provider: "beta",
      body: { reference: "DKF7ABCD12" },
    });
  });
});

longTest("a caller who sends many long texts at once does not hold up another's one", async () => {
  const key = newKeyText("live");
  const own = await startApi({
    keys: { [key]: { mode: "live", account: { id: "acc_1", tier: "registered" } } },
  });
  const answered: string[] = [];
  const ask = async (name: string, text: string, headers = {}) => {
    const { status } = await own.post("/api/detect", { text }, headers);
    answered.push(name);
    return status;
  };
  const long = (at: number) => `ET ${at}50.00 25${at} bir received 1A.እ 5 `.repeat(200).slice(0, 4_000);
  const many = Array.from({ length: isFull ? 60 : 16 }, (_, at) => ask("one of many", long(at)));
  expect(await ask("the other's", `Ref ${ft}`, { "x-api-key": key })).toBe(200);
  expect(answered.indexOf("the other's")).toBeLessThan(many.length / 2);
  expect(await Promise.all(many)).toEqual(many.map(() => 200));
  await own.close();
});
