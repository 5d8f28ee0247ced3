import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openProviders } from "../../src/providers/registry.ts";
import { settingsOf, startApi } from "../support/api.ts";
import { caseNamed } from "../support/cases.ts";
import { createWorld, type World } from "../support/world.ts";

/** `POST /api/scan-alpha`: what verify-alpha answers, and beside it what the code pointed to. */

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const path = "/api/scan-alpha";
const request = { transactionRef: "FT26319K4Q7Z", accountNumber: "1000200004321" };
const token = "v2-hqWErTyUiOpAsDfGhJkL";
const atAlpha = (rest: string) => `${world.providers.alpha?.url}/${rest}`;
const hostOfAlpha = () => new URL(atAlpha("")).host;

const recordOf = (name: string) => {
  const { expected } = caseNamed("alpha", name);
  return "receipt" in expected ? expected.receipt : null;
};

describe("a scanned reference", () => {
  test("gets the record of verify-alpha, and is counted like one", async () => {
    const scanned = await world.post(path, {
      transactionRef: " ft26319k4q7z ",
      accountNumber: "1000-200004321",
    });
    const asked = await world.post("/api/verify-alpha", request);
    expect([scanned.status, scanned.body.data]).toEqual([200, recordOf("verified")]);
    expect(scanned.body.data).toEqual(asked.body.data);
    expect([scanned.remaining, asked.remaining]).toEqual([4, 4]);
    expect(scanned.body.meta).toMatchObject({
      extracted: {
        kind: "reference_and_account",
        provider: "alpha",
        reference: "FT26319K4Q7Z",
        account_digits: "1000200004321",
      },
    });
    expect(asked.body.meta).not.toHaveProperty("extracted");
  });

  test("may be held against expectations", async () => {
    const { body } = await world.post(path, { ...request, expect: { amount: "1250.00" } });
    expect(body.meta).toMatchObject({
      checks: { amount: "match" },
      extracted: { reference: "FT26319K4Q7Z" },
    });
  });
});

describe("a scanned link", () => {
  test("whose token is no reference gets its record, and only its host is told", async () => {
    const { status, body } = await world.post(path, { link: atAlpha(token) });
    expect([status, body.data]).toEqual([200, recordOf("verified-link")]);
    expect(body.meta).toMatchObject({ extracted: { kind: "token", provider: "alpha", host: hostOfAlpha() } });
    expect(Object.keys(Object(body.meta).extracted)).toEqual(["kind", "provider", "host"]);
  });

  test("that holds a reference is looked up by it", async () => {
    const { status, body } = await world.post(path, { link: atAlpha("?id=FT26319K4Q7Z00004321") });
    expect([status, body.data]).toEqual([200, recordOf("verified")]);
    expect(body.meta).toMatchObject({
      extracted: {
        kind: "link",
        provider: "alpha",
        reference: "FT26319K4Q7Z",
        account_digits: "00004321",
        host: hostOfAlpha(),
      },
    });
  });
});

describe("all that a code holds, sent as its reference", () => {
  const whole = { kind: "link", provider: "alpha", reference: "FT26319K4Q7Z", account_digits: "00004321" };

  test.each([
    ["a link", () => atAlpha("?id=FT26319K4Q7Z00004321"), {}, "verified"],
    [
      "a link, beside a party's number",
      () => atAlpha("?id=FT26319K4Q7Z00004321"),
      { accountNumber: "1000200004321" },
      "verified",
    ],
    ["a reference with digits", () => " FT26319K4Q7Z00004321", {}, "verified"],
    [
      "a link without digits",
      () => atAlpha("?id=FT26319K4Q7Z"),
      { accountNumber: "1000200004321" },
      "verified",
    ],
    ["a token's link", () => atAlpha(token), {}, "verified-link"],
  ])("%s is looked up by what it says", async (_, text, besides, name) => {
    const { status, body } = await world.post(path, { transactionRef: text(), ...besides });
    expect([status, body.data]).toEqual([200, recordOf(name)]);
  });

  test("is told apart in meta.extracted", async () => {
    const { body } = await world.post(path, { transactionRef: atAlpha("?id=FT26319K4Q7Z00004321") });
    expect(body.meta).toMatchObject({ extracted: { ...whole, host: hostOfAlpha() } });
  });

  test.each([
    [
      "another's number",
      "?id=FT26319K4Q7Z00004321",
      { accountNumber: "1000099998888" },
      422,
      "receipt_mismatch",
    ],
    ["no digits at all", "?id=FT26319K4Q7Z", {}, 422, "account_number_required"],
  ])("with %s is refused", async (_, rest, besides, status, code) => {
    const answered = await world.post(path, { transactionRef: atAlpha(rest), ...besides });
    expect([answered.status, answered.body.error.code]).toEqual([status, code]);
  });

  test.each([
    ["https://evil.example/?id=FT26319K4Q7Z00004321", "qr_untrusted_host", "evil.example"],
    ["WIFI:S:shop;T:WPA;P:secret;;", "qr_not_alpha", undefined],
  ])("%s is another code", async (transactionRef, code, host) => {
    const { status, body } = await world.post(path, { transactionRef, accountNumber: "1000200004321" });
    expect([status, body.error.code]).toEqual([422, code]);
    expect(Object(body.meta).extracted?.host).toBe(host);
  });
});

describe("a link whose token is no reference", () => {
  test("is detected in a message, and verified as it was detected", async () => {
    const link = atAlpha(token);
    const text = `ከሂሳብዎ ወጪ ሆኗል። Thanks for Banking with us. ${link}  for feedback: https://forms.gle/abcDEF123`;
    const { body } = await world.post("/api/detect", { text });
    expect(body.candidates).toMatchObject([
      { provider: "alpha", request: { link }, missing: [], encoded_date: null },
    ]);
    expect(body.refused).toEqual([]);
    const [{ request: detected }] = body.candidates as readonly [{ request: unknown }];
    const verified = await world.post("/api/verify-alpha", detected);
    expect([verified.status, verified.body.data]).toEqual([200, recordOf("verified-link")]);
    expect((await world.post("/api/verify", { text })).body.data).toEqual(verified.body.data);
  });
});

describe("a scan that is refused", () => {
  const reference = { kind: "reference_and_account", provider: "alpha" };
  const rows: readonly (readonly [what: string, body: () => unknown, seen: unknown, extracted: unknown])[] = [
    [
      "not found",
      () => ({ ...request, transactionRef: "FT26319N0T1N" }),
      [404, "receipt_not_found", true],
      { ...reference, reference: "FT26319N0T1N", account_digits: "1000200004321" },
    ],
    [
      "another receipt",
      () => ({ ...request, transactionRef: "FT26319M1SRF" }),
      [422, "receipt_mismatch", true],
      { ...reference, reference: "FT26319M1SRF", account_digits: "1000200004321" },
    ],
    [
      "a token that is not known",
      () => ({ link: atAlpha("v2-NoSuChToKeNqWeRtYuI6") }),
      [404, "receipt_not_found", true],
      { kind: "token", provider: "alpha", host: "here" },
    ],
    [
      "a link to nobody's host",
      () => ({ link: `https://evil.example/${token}` }),
      [400, "receipt_url_untrusted", false],
      { kind: "token", provider: "alpha", host: "evil.example" },
    ],
    [
      "a link without the digits",
      () => ({ link: atAlpha("?id=FT26319K4Q7Z") }),
      [422, "account_number_required", false],
      { kind: "link", provider: "alpha", reference: "FT26319K4Q7Z", host: "here" },
    ],
    [
      "no reference",
      () => ({ ...request, transactionRef: "FT26" }),
      [400, "reference_malformed", false],
      reference,
    ],
    ["no account", () => ({ transactionRef: "FT26319K4Q7Z" }), [400, "parameter_missing", false], reference],
    [
      "both forms",
      () => ({ ...request, link: atAlpha(token) }),
      [400, "parameters_exclusive", false],
      { kind: "link", provider: "alpha" },
    ],
    [
      "a field of another kind",
      () => ({ ...request, image: "x" }),
      [400, "parameter_unknown", false],
      reference,
    ],
    ["broken JSON", () => "{", [400, "json_invalid", false], undefined],
  ];

  test.each(rows)("as %s says why, and what was scanned", async (_, body, seen, extracted) => {
    const answered = await world.post(path, body());
    const { code, charged } = answered.body.error;
    expect([answered.status, code, charged]).toEqual(seen);
    const told = JSON.stringify(Object(answered.body.meta).extracted)?.replace(hostOfAlpha(), "here");
    expect(told && JSON.parse(told)).toEqual(extracted);
  });

  test("says so in a problem document too", async () => {
    const accept = { accept: "application/problem+json" };
    const { body } = await world.post(path, { ...request, transactionRef: "FT26319N0T1N" }, accept);
    expect(body).toMatchObject({ status: 404, meta: { extracted: { reference: "FT26319N0T1N" } } });
  });
});

describe("a deployment", () => {
  const post = async (options: Parameters<typeof startApi>[0]) => {
    const api = await startApi(options);
    onTestFinished(api.close);
    return (await api.post(path, request)).status;
  };
  const settings = { alpha: settingsOf("alpha"), delta: settingsOf("delta") };

  test("that is limited offers it", async () => {
    expect(await post({ providers: openProviders(settings, "limited") })).toBe(200);
  });

  test("without alpha says that it does not", async () => {
    expect(await post({ providers: openProviders({ delta: settings.delta }, "full") })).toBe(404);
  });
});
