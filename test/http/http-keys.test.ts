import { describe, expect, test } from "vitest";
import { providerLabels } from "../../src/providers/registry.ts";
import { bodyOf as documentOf } from "../support/bank.ts";
import { caseNamed } from "../support/cases.ts";
import { answer } from "../support/misbehaving-server.ts";
import { must, openShop } from "../support/shop.ts";
import { databaseKinds } from "../support/temporary-store.ts";

const path = "/api/verify-beta";
const dayEnd = "2026-11-15T21:00:00.000Z";
/** Of the test clock to that. */
const secondsLeft = 49_110;

describe("a key", () => {
  test("of a paying account pays for each answer and is told what is left, without a word of quotas", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 1_200 });
    const first = await shop.ask(path, { key, body: shop.bank.newOrder().body });
    expect([first.status, first.body.data.bank, first.body.meta.mode]).toEqual([
      200,
      "Live beta bank",
      "live",
    ]);
    expect(first.body.meta.billing).toEqual({ charged_minor: 500, balance_minor: 700 });
    expect(first.headers.get("ratelimit")).toBeNull();
    expect(first.headers.get("ratelimit-policy")).toBeNull();

    const missing = shop.bank.newOrder();
    shop.bank.misbehave(missing, answer(200, await documentOf("beta", "not-found", missing.reference)));
    const second = await shop.ask(path, { key, body: missing.body });
    expect([second.status, second.code, second.body.error.charged]).toEqual([404, "receipt_not_found", true]);
    expect(second.body.meta.billing).toEqual({ charged_minor: 500, balance_minor: 200 });

    const asked = shop.bank.requests.length;
    const third = await shop.ask(path, { key, body: shop.bank.newOrder().body });
    expect([third.status, third.code, third.body.error.charged]).toEqual([402, "balance_exhausted", false]);
    expect(shop.bank.requests.length).toBe(asked);
    expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(200);
  });

  test("of a registered account has ten answers a day, then hears when there are more", async () => {
    const shop = await openShop();
    const { key } = await shop.open();
    const order = shop.bank.newOrder();
    const replies = [];
    for (let turn = 0; turn < 11; turn += 1) replies.push(await shop.ask(path, { key, body: order.body }));
    expect(replies.map(({ status }) => status)).toEqual([...new Array(10).fill(200), 429]);
    expect(replies[0]?.headers.get("ratelimit-policy")).toBe('"daily";q=10;w=86400');
    expect(replies[2]?.headers.get("ratelimit")).toBe(`"daily";r=7;t=${secondsLeft}`);
    expect(replies[2]?.body.meta.billing).toEqual({ counted: true, remaining: 7 });

    const last = replies[10];
    expect(last?.body.error).toMatchObject({
      code: "daily_quota_exceeded",
      charged: false,
      reset_at: dayEnd,
    });
    expect(last?.body.error.hint).toMatch(/top up/);
    expect(last?.headers.get("retry-after")).toBe(String(secondsLeft));
    expect(last?.headers.get("ratelimit")).toBe(`"daily";r=0;t=${secondsLeft}`);
    shop.later(secondsLeft * 1000);
    expect((await shop.ask(path, { key, body: order.body })).status).toBe(200);
  });

  test("pays nothing for what is not a definitive answer", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 1_000 });
    const order = shop.bank.newOrder();
    shop.bank.misbehave(order, answer(200, Buffer.from("<html><body>Hello</body></html>")));
    const reply = await shop.ask(path, { key, body: order.body });
    expect([reply.code, reply.body.error.charged]).toEqual(["provider_format_changed", false]);
    expect((await shop.ask(path, { key, body: { reference: "FT" } })).code).toBe("reference_malformed");
    expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(1_000);
    expect(must(await shop.accounts.ledgerOf(account, { limit: 10 }))).toHaveLength(1);
  });

  test("says when its account has seen the receipt before", async () => {
    const shop = await openShop();
    const { key } = await shop.open({ santim: 5_000 });
    const stranger = await shop.open({ santim: 5_000 });
    const { body } = shop.bank.newOrder();
    const first = await shop.ask(path, { key, body });
    expect(first.body.meta.seen_before).toBeNull();
    shop.later(60_000);
    const second = await shop.ask(path, { key, body });
    expect(second.body.meta.seen_before).toEqual({ first_at: "2026-11-15T07:21:30.000Z", times: 1 });
    expect((await shop.ask(path, { key: stranger.key, body })).body.meta.seen_before).toBeNull();
  });
});

describe("a key that does not count", () => {
  test.each([
    ["malformed", "drs_live_short", 401, "invalid_api_key"],
    ["empty", "", 401, "invalid_api_key"],
    ["unknown", "unknown", 401, "invalid_api_key"],
    ["revoked", "revoked", 401, "api_key_revoked"],
    ["expired", "expired", 401, "api_key_expired"],
    ["of a suspended account", "suspended", 403, "account_suspended"],
  ])(
    "%s is refused, never taken for none, and nothing is counted or asked",
    async (_, kind, status, code) => {
      const shop = await openShop();
      const { key: known, keyId, account } = await shop.open({ santim: 1_000 });
      if (kind === "revoked") must(await shop.accounts.revokeKey(keyId));
      if (kind === "expired") must(await shop.accounts.rotateKey(keyId));
      if (kind === "suspended") must(await shop.accounts.suspend(account));
      shop.later(kind === "expired" ? 24 * 3_600_000 : 0);
      // Made in another installation: its checksum holds, and nobody here has it.
      const foreign = kind === "unknown" ? (await (await openShop()).open()).key : null;
      const key = kind.startsWith("drs_") || kind === "" ? kind : (foreign ?? known);

      for (const [target, body] of [
        [path, shop.bank.newOrder().body],
        ["/api/verify", { text: "DKF7ABCD12" }],
        ["/api/verify/batch", { items: [{ text: "DKF7ABCD12" }] }],
        ["/api/detect", { text: "DKF7ABCD12" }],
        ["/api/account", undefined],
        ["/api/account/ledger", undefined],
        ["/api/providers", undefined],
      ] as const) {
        const reply = await shop.ask(target, { key, body });
        expect([target, reply.status, reply.code]).toEqual([target, status, code]);
      }
      expect(shop.bank.requests).toEqual([]);
      expect(await shop.store.db.selectFrom("quota_day").selectAll().execute()).toEqual([]);
      expect(must(await shop.accounts.ledgerOf(account, { limit: 10 }))).toHaveLength(1);
    },
  );
});

test("a revoked key goes on saying so, however often it is sent, and is no guess", async () => {
  const shop = await openShop();
  const { key, keyId } = await shop.open();
  must(await shop.accounts.revokeKey(keyId));
  for (let sent = 0; sent < 25; sent += 1)
    expect((await shop.ask("/api/account", { key })).code).toBe("api_key_revoked");
  expect((await shop.ask(path, { body: shop.bank.newOrder().body })).status).toBe(200);
});

describe("a key in the address", () => {
  test("is refused and revoked, whatever the parameter is called", async () => {
    const shop = await openShop();
    for (const name of ["api_key", "apikey", "key", "token", "x-api-key", "q"]) {
      const { key } = await shop.open();
      expect((await shop.ask("/api/account", { key })).status).toBe(200);
      const reply = await shop.ask(`/api/account?${name}=${key}`, { key });
      expect([reply.status, reply.code]).toEqual([400, "api_key_in_url"]);
      expect(reply.body.error.hint).toContain("this key was revoked at once");
      expect((await shop.ask("/api/account", { key })).code).toBe("api_key_revoked");
    }
  });

  test("that is only called like one is refused, and whose it is goes on", async () => {
    const shop = await openShop();
    const { key } = await shop.open();
    const reply = await shop.ask("/api/providers?token=1", { key });
    expect([reply.code, reply.body.error.hint]).toEqual([
      "api_key_in_url",
      expect.stringContaining("replace this key"),
    ]);
    expect((await shop.ask("/api/account", { key })).status).toBe(200);
  });
});

describe("a test key", () => {
  test("is answered from the sandbox, and nothing of it reaches a live bank or costs money", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 1_000, mode: "test" });
    const { request } = caseNamed("beta", "verified");
    const reply = await shop.ask(path, { key, body: request });
    expect([reply.status, reply.body.data.bank, reply.body.meta.mode]).toEqual([
      200,
      "TEST beta bank",
      "test",
    ]);
    expect(reply.body.meta.billing).toEqual({ counted: true, remaining: 999 });
    expect(reply.headers.get("ratelimit-policy")).toBe('"daily";q=1000;w=86400');
    const found = await shop.ask("/api/verify", { key, body: { text: request.reference } });
    expect(found.body.data.bank).toBe("TEST beta bank");
    expect(shop.bank.requests).toEqual([]);
    expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(1_000);
  });

  test("is offered what the sandbox has, others only what the operator configured", async () => {
    const shop = await openShop();
    const { key } = await shop.open({ mode: "test" });
    const live = await shop.ask("/api/providers");
    const test = await shop.ask("/api/providers", { key });
    const labelsOf = ({ body }: typeof live) =>
      (body as unknown as { providers: { provider: string }[] }).providers.map(({ provider }) => provider);
    expect(labelsOf(live)).toEqual(["beta"]);
    expect(labelsOf(test)).toEqual(providerLabels);
    const gamma = { reference: "FT26319K4Q7Z12345" };
    expect((await shop.ask("/api/verify-gamma", { body: gamma })).code).toBe("provider_not_offered");
    expect((await shop.ask("/api/verify-gamma", { key, body: gamma })).code).toBe("receipt_not_found");
  });

  test("is the only one: a live key and an address never get the sandbox's answer, not even from the cache", async () => {
    const shop = await openShop();
    const { key } = await shop.open({ santim: 5_000 });
    const { key: testKey } = await shop.open({ mode: "test" });
    const { body } = shop.bank.newOrder();
    await shop.ask(path, { key: testKey, body });
    expect(shop.bank.requests).toEqual([]);
    for (const caller of [{ key }, {}]) {
      const reply = await shop.ask(path, { ...caller, body });
      expect([reply.body.data.bank, reply.body.meta.mode]).toEqual(["Live beta bank", "live"]);
    }
    expect(shop.bank.requests).toHaveLength(1);
    expect((await shop.ask(path, { key: testKey, body })).body.meta?.mode).not.toBe("live");
  });
});

test.each(databaseKinds)(
  "an id that no key can have is unknown on %s, whatever characters it holds",
  async (kind) => {
    const shop = await openShop({ databaseKind: kind });
    const { key, keyId } = await shop.open();
    for (const id of ["%00", `${keyId}%00`, "key_unknown"]) {
      const reply = await shop.ask(`/api/account/keys/${id}`, { key, method: "DELETE" });
      expect([id, reply.status]).toEqual([id, 404]);
    }
  },
);
