import { Client } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import { keyScopes } from "../../src/accounts/key-attributes.ts";
import { newKeyText } from "../../src/accounts/key-text.ts";
import { bodyOf, refused, startApi } from "../support/api.ts";
import { isFull, longTest, longTests, oneIn } from "../support/extent.ts";
import { must, openShop } from "../support/shop.ts";
import { answerOf, createVisitor, verdictOf } from "../support/visitor.ts";
import { accountsOf, given } from "../support/web.ts";
import { createWorld, type World } from "../support/world.ts";

const path = "/api/verify-beta";

const tally = (codes: readonly (string | number)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};

type Sent = {
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Posts so many requests, twenty at a time, and says what each is answered: the status, or the code of the error. They
 * share a connection, because hundreds of `fetch` cost more than the service that answers them.
 */
const sendAll = async (
  url: string,
  count: number,
  request: (n: number) => Sent,
): Promise<readonly (string | number)[]> => {
  const client = new Client(url, { pipelining: 20 });
  const send = async ({ path, body, key, from, headers = {} }: Sent) => {
    const reply = await client.request({
      path,
      method: "POST",
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "x-api-key": key }),
        ...(from === undefined ? {} : { "x-forwarded-for": from }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      // Without these the next request waits for the reply to this one.
      idempotent: true,
      blocking: false,
    });
    const { error } = JSON.parse(await reply.body.text());
    return error?.code ?? reply.statusCode;
  };
  try {
    return await Promise.all(Array.from({ length: count }, (_, n) => send(request(n))));
  } finally {
    await client.close();
  }
};

describe("an address", () => {
  test("has exactly five answers, whatever a thousand X-Forwarded-For say", async () => {
    const shop = await openShop();
    const { body } = shop.bank.newOrder();
    const codes: (string | number)[] = [];
    const asked = isFull ? 1_000 : 100;
    for (let hundred = 0; hundred < asked / 100; hundred += 1) {
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_, one) =>
          shop.ask(path, {
            body,
            headers: { "x-forwarded-for": `203.0.${hundred}.${one}, 198.51.100.${one}` },
          }),
        ),
      );
      codes.push(...replies.map(({ status, code }) => code ?? status));
    }
    const paced = asked - 600;
    expect(tally(codes)).toEqual({
      200: 5,
      daily_quota_exceeded: Math.min(asked, 600) - 5,
      ...(paced > 0 && { rate_limited: paced }),
    });
    expect(shop.bank.requests).toHaveLength(1);
  });

  test("may send 600 requests a minute, of any kind but probes, and hears when there is room again", async () => {
    const api = await startApi();
    const ask = (target: string) => fetch(`${api.url}${target}`, { method: "POST" });
    const before = await sendAll(api.url, 600, (n) => ({
      path: ["/nowhere", "/api/detect", "/%zz"][n % 3] ?? "",
    }));
    expect(before).not.toContain("rate_limited");
    for (const target of ["/nowhere", "/api/detect", path, "/api/providers", "/?api_key=1", "/%zz"]) {
      const reply = await ask(target);
      expect([reply.status, (await bodyOf(reply)).error.code]).toEqual([429, "rate_limited"]);
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
    await api.close();
  });

  longTest("of IPv6 has 600 requests a minute with its /56, and 2,400 with its /48", async () => {
    const shop = await openShop({ trustedProxies: "127.0.0.1/32" });
    const codesFrom = async (network: string, count: number) =>
      tally(await sendAll(shop.url, count, (n) => ({ path: "/nowhere", from: `${network}::${n}` })));
    expect(await codesFrom("2001:db8:7:100", 610)).toEqual({ route_not_found: 600, rate_limited: 10 });
    for (const subnet of [200, 300, 400])
      expect(await codesFrom(`2001:db8:7:${subnet}`, 600)).toEqual({ route_not_found: 600 });
    expect(await codesFrom("2001:db8:7:500", 1)).toEqual({ rate_limited: 1 });
    expect(await codesFrom("2001:db8:8:500", 1)).toEqual({ route_not_found: 1 });
    shop.later(60_000 + 5_000);
    expect(await codesFrom("2001:db8:7:500", 1)).toEqual({ route_not_found: 1 });
  });

  longTest(
    "is not held up where a valid key pays, and no other caller's requests count toward a key's",
    async () => {
      const key = newKeyText("live");
      const api = await startApi({
        keys: { [key]: { mode: "live", account: { id: "acc_1", tier: "balance" } } },
      });
      const reference = { reference: "DKF7ABCD12" };
      await sendAll(api.url, 600, () => ({ path: "/nowhere" }));
      expect((await api.post(path, reference)).status).toBe(429);
      const paid = await sendAll(api.url, 700, () => ({ path, body: reference, key }));
      const free = await sendAll(api.url, 600, () => ({ path: "/api/detect", body: { text: "" }, key }));
      expect(tally([...paid, ...free])).toEqual({ 200: 1_300 });
      expect((await api.post("/api/detect", { text: "" }, { "x-api-key": key })).status).toBe(429);
      expect((await api.post(path, reference, { "x-api-key": key })).status).toBe(200);
      await api.close();
    },
  );
});

longTests("an account that pays", () => {
  test("may have 600 requests a minute refused that it does not pay for, by all of its keys", async () => {
    const shop = await openShop();
    const { account, key } = await shop.open({ santim: 0 });
    const { key: second } = must(await shop.accounts.createKey(account, "live"));
    // A body that asks nothing is not paid for either, and sooner refused.
    const empty = isFull ? 0 : 560;
    const request = (n: number): Sent => ({
      path,
      body: n < empty ? {} : shop.bank.newOrder().body,
      key: n % 2 ? key : second,
    });
    // Counted once it is refused, so those beyond the limit come after the others.
    const within = await sendAll(shop.url, 600, request);
    const beyond = await sendAll(shop.url, 2, () => request(600));
    expect(tally([...within, ...beyond])).toEqual({
      ...(empty > 0 && { parameter_missing: empty }),
      balance_exhausted: 600 - empty,
      rate_limited: 2,
    });
    expect(shop.bank.requests).toHaveLength(0);
    const { key: paid } = await shop.open({ santim: 1_000 });
    const { body } = shop.bank.newOrder();
    const asked = await Promise.all([1, 2, 3].map(() => shop.ask(path, { body, key: paid })));
    expect(tally(asked.map(({ status, code }) => code ?? status))).toEqual({
      200: 2,
      balance_exhausted: 1,
    });
    shop.later(60_000 + 5_000);
    expect((await shop.ask(path, { body, key })).code).toBe("balance_exhausted");
  });
});

describe("what a paying account's key is refused for", () => {
  const openKnown = async () => {
    const shop = await openShop({ trustedProxies: "127.0.0.1" });
    const { key, account } = await shop.open({ santim: 2_000, options: { scopes: ["account:read"] } });
    expect((await shop.ask("/api/account", { key })).status).toBe(200);
    const { key: whole } = must(await shop.accounts.createKey(account, "live"));
    const { body } = shop.bank.newOrder();
    expect((await shop.ask(path, { body, key: whole })).status).toBe(200);
    return { shop, key, whole, body };
  };

  longTest(
    "may be 600 times a minute that it lacks the scope, with what else the account does not pay for",
    async () => {
      const { shop, key, whole, body } = await openKnown();
      const codes = await sendAll(shop.url, 600, () => ({ path, body, key }));
      expect(tally(codes)).toEqual({ key_scope_missing: 600 });
      for (const one of [key, whole])
        expect((await shop.ask(path, { body, key: one })).code).toBe("rate_limited");
    },
  );

  test("may be 600 times a minute from one address that a key is in the request's, and its shop goes on", async () => {
    const { shop, whole, body } = await openKnown();
    const codes = await sendAll(shop.url, 610, () => ({ path: `${path}?key=1`, body, key: whole }));
    // Of either key nothing good was known at first.
    expect(tally(codes)).toEqual({ api_key_in_url: 598, rate_limited: 12 });
    expect((await shop.ask(path, { body, key: whole })).status).toBe(200);
  });
});

longTests("a key that works from its shop's addresses alone", () => {
  const [shops, thiefs] = ["203.0.113.5", "198.51.100.9"];

  const openLimited = async (given: { readonly santim?: number }) => {
    const shop = await openShop({ trustedProxies: "127.0.0.1" });
    const options = { scopes: keyScopes, addresses: ["203.0.113.0/24"] };
    const { key } = await shop.open({ ...given, options });
    /** From the shop and from the thief in turn. */
    const sendBoth = async (count: number, sent: Omit<Sent, "key" | "from">) => {
      const codes = await sendAll(shop.url, count * 2, (n) => ({
        ...sent,
        key,
        from: n % 2 ? thiefs : shops,
      }));
      return {
        ofShop: tally(codes.filter((_, n) => n % 2 === 0)),
        ofThief: tally(codes.filter((_, n) => n % 2)),
      };
    };
    return { shop, key, sendBoth };
  };

  test("loses no freedom from the limit by its use from elsewhere, which has 600 requests a minute there", async () => {
    const { shop, key, sendBoth } = await openLimited({ santim: 2_000_000 });
    const { body } = shop.bank.newOrder();
    const { ofShop, ofThief } = await sendBoth(640, { path, body });
    expect(ofShop).toEqual({ 200: 640 });
    expect(ofThief).toEqual({ key_address_refused: expect.any(Number), rate_limited: expect.any(Number) });
    expect((await shop.ask(path, { body, key, from: thiefs })).code).toBe("rate_limited");
    expect((await shop.ask(path, { body, key, from: shops })).status).toBe(200);
  });

  test("has its own 600 other requests a minute, however many come from elsewhere", async () => {
    const { sendBoth } = await openLimited({});
    const { ofShop } = await sendBoth(570, { path: "/api/detect", body: { text: "" } });
    expect(ofShop).toEqual({ 200: 570 });
  });
});

describe("texts of one network", () => {
  // The bound is one of bytes, of which these letters have three each.
  const long = "ሰላም ለሁላችሁ እንደምን አላችሁ ".repeat(250).slice(0, 4_000);
  const countAMinute = (sent: string) => Math.floor((512 * 1024) / Buffer.byteLength(sent));
  /** Posts a text as one of the endpoints takes it. */
  const bodyFor: Readonly<Record<string, (text: string) => unknown>> = {
    "/api/detect": (text) => ({ text }),
    "/api/verify": (text) => ({ text }),
    "/api/verify/batch": (text) => ({ items: [{ text }] }),
  };

  test.each(oneIn(3, Object.entries(bodyFor)))(
    "are searched up to 512 KiB a minute: %s",
    async (target, bodyOf) => {
      const shop = await openShop({ trustedProxies: "127.0.0.1" });
      const send = (text: string, from: string) => shop.ask(target, { body: bodyOf(text), from });
      const codes: (string | number)[] = [];
      const count = countAMinute(JSON.stringify(bodyOf(long)));
      for (let sent = 0; sent < count + 6; sent += 1) {
        const { status, code } = await send(long, `2001:db8:7:${sent % 90}00::1`);
        codes.push(code ?? status);
      }
      expect(tally(codes).rate_limited).toBe(6);
      // A short one still has room, and so has another network.
      expect((await send("DKF7ABCD12", "2001:db8:7:100::1")).code).not.toBe("rate_limited");
      expect((await send(long, "203.0.113.7")).code).not.toBe("rate_limited");
      shop.later(60_000 + 5_000);
      expect((await send(long, "2001:db8:7:100::1")).code).not.toBe("rate_limited");
    },
  );

  test("have no limit while an account pays for what they are answered, however many come at once", async () => {
    const key = newKeyText("live");
    const api = await startApi({
      keys: { [key]: { mode: "live", account: { id: "acc_1", tier: "balance" } } },
    });
    onTestFinished(api.close);
    const padding = " ".repeat(15_000);
    const ask = async (text: string, behind = padding) => {
      const body = `${JSON.stringify({ text })}${behind}`;
      const headers = { "content-type": "application/json", "x-api-key": key };
      const reply = await fetch(`${api.url}/api/verify`, { method: "POST", headers, body });
      return (await bodyOf(reply)).error?.code ?? reply.status;
    };
    const burst = (text: string) => Promise.all(Array.from({ length: 70 }, () => ask(text)));
    expect(await ask("DKF7ABCD12")).toBe(200);
    expect(tally(await burst("DKF7ABCD12"))).toEqual({ 200: 70 });
    // What cost the account nothing counts.
    await burst("good morning");
    expect(await ask("good morning")).toBe("rate_limited");
    expect(await ask("DKF7ABCD12", "")).toBe(200);
  });

  test("have the limit where the account could not pay for an answer, however many come at once", async () => {
    const shop = await openShop();
    const body = { text: long };
    const most = countAMinute(JSON.stringify(body));
    const burst = async (key: string): Promise<Record<string, number>> => {
      const asked = Array.from({ length: most + 10 }, () => shop.ask("/api/verify", { body, key }));
      return tally((await Promise.all(asked)).map(({ status, code }) => code ?? status));
    };
    const { account, key } = await shop.open({ santim: 499 });
    expect(await burst(key)).toMatchObject({ rate_limited: 10 });
    must(await shop.accounts.topUp(account, 1, "test"));
    shop.later(60_000 + 5_000);
    expect(await burst(key)).not.toHaveProperty("rate_limited");
    // Its test key costs it nothing.
    const { key: trial } = must(await shop.accounts.createKey(account, "test"));
    shop.later(60_000 + 5_000);
    expect(await burst(trial)).toMatchObject({ rate_limited: 10 });
  });

  test("are counted by the form in each of its fields, for a browser may send anything in them", async () => {
    const world = await createWorld();
    onTestFinished(world.close);
    const visitor = createVisitor(world.url);
    const sent = "A".repeat(15_000);
    const fields = { candidate: sent, about: sent, claims: sent, accountNumber: sent };
    const send = async () => verdictOf(await visitor.post(fields));
    for (let asked = 0; asked < countAMinute(sent.repeat(4)); asked += 1)
      expect(await send()).not.toContain("Too many requests");
    expect(await send()).toContain("Too many requests");
    expect(answerOf(await visitor.ask("DKF1AB2CD3"))).toBe("receipt");
  });

  longTest("are not searched beyond that by the form either, which keeps what was typed", async () => {
    const world = await createWorld();
    onTestFinished(world.close);
    const headers = { "x-forwarded-for": "203.0.113.7", accept: "text/html" };
    const visitor = createVisitor(world.url, headers);
    const plain = "good morning ".repeat(320).slice(0, 4_000);
    const open = (text: string) => visitor.open(`/?text=${encodeURIComponent(text)}`);
    const asksForAccount = async () => {
      const text = `FT25321QK8ZP ${plain}`;
      const page = await open(text);
      expect(page("textarea[name=text]").text()).toBe(text);
      return page("#field-accountNumber").attr("hidden") === undefined;
    };
    expect(await asksForAccount()).toBe(true);
    const page = `${world.url}/?text=${encodeURIComponent(plain)}`;
    for (let sent = 0; sent < countAMinute(plain); sent += 1)
      expect((await fetch(page, { headers })).status).toBe(200);
    expect(await asksForAccount()).toBe(false);
    const refused = await visitor.ask(`${long} DKF1AB2CD3`);
    expect(verdictOf(refused)).toContain("Too many requests");
    expect(refused("textarea[name=text]").text()).toContain("DKF1AB2CD3");
    expect(answerOf(await visitor.ask("DKF1AB2CD3"))).toBe("receipt");
  });
});

test("a test key has 600 requests a minute, whatever its simulated banks answer and whatever its account pays for", async () => {
  const key = newKeyText("test");
  const api = await startApi({
    answer: async () => ({ ...refused({ code: "provider_error" }), billing: null }),
    keys: { [key]: { mode: "test", account: { id: "acc_1", tier: "balance" } } },
  });
  onTestFinished(api.close);
  const send = (count: number) =>
    sendAll(api.url, count, () => ({ path, body: { reference: "DKF7ABCD12" }, key }));
  expect(tally(await send(1))).toEqual({ provider_error: 1 });
  expect(tally(await send(610))).toEqual({ provider_error: 600, rate_limited: 10 });
});

longTest("a free key may send 600 requests a minute, those that are counted too", async () => {
  const key = newKeyText("live");
  const api = await startApi({
    keys: { [key]: { mode: "live", account: { id: "acc_1", tier: "registered" } } },
  });
  const ask = () => api.post(path, { reference: "DKF7ABCD12" }, { "x-api-key": key });
  expect((await ask()).status).toBe(200);
  const counted = await sendAll(api.url, 600, () => ({ path, body: { reference: "DKF7ABCD12" }, key }));
  expect(tally(counted)).toEqual({ 200: 600 });
  const refused = await ask();
  expect([refused.status, (await bodyOf(refused)).error.code]).toEqual([429, "rate_limited"]);
  await api.close();
});

longTest(
  "all replaced keys of an account may send 600 requests a minute together, and its key as many beside them",
  async () => {
    const shop = await openShop();
    const { account, key: first, keyId } = await shop.open();
    const second = must(await shop.accounts.rotateKey(keyId, account));
    const { key } = must(await shop.accounts.rotateKey(second.id, account));
    const ask = async (shown: string) =>
      (await shop.ask("/api/detect", { key: shown, body: { text: "" } })).status;
    // Before that nothing good is known of them.
    for (const shown of [first, second.key, key]) expect(await ask(shown)).toBe(200);
    const statuses = await sendAll(shop.url, 600, (n) => ({
      path: "/api/detect",
      body: { text: "" },
      key: n % 2 ? first : second.key,
    }));
    expect(tally(statuses)).toEqual({ 200: 600 });
    expect([await ask(first), await ask(second.key), await ask(key)]).toEqual([429, 429, 200]);
  },
);

describe("bad keys", () => {
  const openKeys = async () => {
    const [valid, fresh] = [newKeyText("live"), newKeyText("live")];
    const account = { mode: "live", account: { id: "acc_1", tier: "balance" } } as const;
    const api = await startApi({ keys: { [valid]: account, [fresh]: account } });
    const codeOf = async (key?: string) => {
      const reply = await api.post(path, { reference: "DKF7ABCD12" }, key ? { "x-api-key": key } : {});
      return reply.ok ? reply.status : (await bodyOf(reply)).error.code;
    };
    return { api, valid, fresh, codeOf };
  };

  test("beyond twenty a minute stop requests with bad keys, and nobody else behind the address", async () => {
    const { api, valid, codeOf } = await openKeys();
    const codes: (string | number)[] = [];
    for (let tried = 0; tried < 25; tried += 1) codes.push(await codeOf(newKeyText("live")));
    expect(tally(codes)).toEqual({ invalid_api_key: 20, rate_limited: 5 });
    expect([await codeOf(), await codeOf(valid), await codeOf("no key at all")]).toEqual([
      200,
      200,
      "rate_limited",
    ]);
    await api.close();
  });

  test("have 600 requests a minute beside those without a key, where something is paid for too", async () => {
    const { api, valid, fresh, codeOf } = await openKeys();
    expect(await codeOf(valid)).toBe(200);
    const bad = newKeyText("live");
    await sendAll(api.url, 600, () => ({ path, body: { reference: "DKF7ABCD12" }, key: bad }));
    const reply = await api.post(path, { reference: "DKF7ABCD12" }, { "x-api-key": bad });
    expect([reply.status, Number(reply.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    expect(Number(reply.headers.get("retry-after"))).toBeLessThanOrEqual(65);
    // Of a key that was never shown here nothing good is known yet.
    expect([await codeOf(), await codeOf(valid), await codeOf(fresh)]).toEqual([200, 200, "rate_limited"]);
    await api.close();
  });
});

describe("while an address sends more bad keys than it may, a process answers", () => {
  const floodWithBadKeys = async (url: string) => {
    const codes = await sendAll(url, 700, () => ({ path, body: {}, key: newKeyText("live") }));
    expect(tally(codes).rate_limited).toBeGreaterThanOrEqual(100);
  };

  test("a key that works from its start, and none that was revoked or has expired", async () => {
    const before = await openShop();
    const { key } = await before.open({ santim: 1_000 });
    const revoked = await before.open({ santim: 1_000 });
    must(await before.accounts.revokeKey(revoked.keyId));
    const expiresAt = before.now();
    before.later(-60_000);
    const expired = await before.open({ santim: 1_000, options: { expiresAt } });
    const shop = await openShop({ databaseUrl: before.databaseUrl });
    await floodWithBadKeys(shop.url);
    const { body } = shop.bank.newOrder();
    const codeFor = async (shown: string) => {
      const { code, status } = await shop.ask(path, { body, key: shown });
      return code ?? status;
    };
    expect(await codeFor(key)).toBe(200);
    for (const ended of [revoked, expired]) expect(await codeFor(ended.key)).toBe("rate_limited");
  });

  test("a key that another process has made since", async () => {
    const shop = await openShop({ credentialsEveryMs: 20 });
    await floodWithBadKeys(shop.url);
    const { key } = await shop.open({ santim: 1_000 });
    const { body } = shop.bank.newOrder();
    await expect.poll(async () => (await shop.ask(path, { body, key })).status).toBe(200);
  });

  longTest("600 requests a minute with a free key, and as many with all that it has replaced", async () => {
    const before = await openShop();
    const { account, key: first, keyId } = await before.open();
    const second = must(await before.accounts.rotateKey(keyId, account));
    const { key } = must(await before.accounts.rotateKey(second.id, account));
    const shop = await openShop({ databaseUrl: before.databaseUrl });
    await floodWithBadKeys(shop.url);
    const detectWith = async (...keys: readonly string[]) => {
      const body = { text: "" };
      const request = (n: number) => ({ path: "/api/detect", body, key: keys[n % keys.length] ?? "" });
      return tally(await sendAll(shop.url, 700, request));
    };
    expect(await detectWith(key)).toEqual({ 200: 600, rate_limited: 100 });
    expect(await detectWith(first, second.key)).toEqual({ 200: 600, rate_limited: 100 });
  });
});

describe("while an address sends more requests without a key than it may", () => {
  const from = "196.188.1.1";
  const userId = 71;

  const openWorld = async (options: Parameters<typeof createWorld>[0] = {}) => {
    const world = await createWorld(options);
    onTestFinished(world.close);
    const accounts = await accountsOf(world);
    onTestFinished(accounts.end);
    return { ...world, accounts };
  };

  type Shown = Readonly<Record<string, string>>;
  type Signing = Pick<Awaited<ReturnType<typeof openWorld>>, "accounts">;

  const tokenFor = async ({ accounts }: Signing, kind: "person" | "mini", id = userId) => {
    given(await accounts.registerTelegram(id));
    return given(await accounts.createSession({ kind, userId: id }, "Chrome")).token;
  };
  const cookieOf = (token: string): Shown => ({ cookie: `language=en; session=${token}` });
  const headerOf = (token: string): Shown => ({ authorization: `Session ${token}` });

  const detectAll = async (world: Pick<World, "url">, count: number, ...shown: readonly Shown[]) =>
    tally(
      await sendAll(world.url, count, (n) => {
        const headers = shown[n % shown.length] ?? {};
        return { path: "/api/detect", body: { text: "" }, from, headers };
      }),
    );

  /** What the dashboard, the form, and the form when it is sent are answered. */
  const statusesFor = async (world: Pick<World, "url">, shown: Shown) => {
    const headers = { ...shown, "x-forwarded-for": from, "sec-fetch-site": "same-origin" };
    const body = new FormData();
    body.set("text", "DKF1AB2CD3");
    const ask = async (path: string, init: RequestInit = {}) =>
      (await fetch(`${world.url}${path}`, { ...init, headers, redirect: "manual" })).status;
    return [await ask("/dashboard"), await ask("/"), await ask("/", { method: "POST", body })];
  };
  const served = [200, 200, 200];
  const refused = [429, 429, 429];

  test("a browser and a form inside Telegram that are signed in are served, and nobody else", async () => {
    const world = await openWorld({ hasChat: true });
    const browser = cookieOf(await tokenFor(world, "person"));
    const mini = headerOf(await tokenFor(world, "mini"));
    for (const shown of [browser, mini]) expect(await statusesFor(world, shown)).toEqual(served);
    expect((await detectAll(world, 700)).rate_limited).toBeGreaterThanOrEqual(100);
    for (const shown of [browser, mini]) expect(await statusesFor(world, shown)).toEqual(served);
    expect(await statusesFor(world, {})).toEqual(refused);
    const invented = "a".repeat(43);
    for (const shown of [cookieOf(invented), headerOf(invented)])
      expect(await statusesFor(world, shown)).toEqual(refused);
  });

  test("one that was signed in before the start is served, and none that has ended", async () => {
    const before = await openWorld();
    const shown = cookieOf(await tokenFor(before, "person"));
    const left = cookieOf(await tokenFor(before, "person", 72));
    expect(await statusesFor(before, left)).toEqual(served);
    given(await before.accounts.erase({ telegram: 72 }));
    const world = await openWorld({ besides: before });
    expect((await detectAll(world, 700)).rate_limited).toBeGreaterThanOrEqual(100);
    expect(await statusesFor(world, shown)).toEqual(served);
    expect(await statusesFor(world, left)).toEqual(refused);
    // The other process hears of it by the session itself.
    expect((await detectAll(before, 700)).rate_limited).toBeGreaterThanOrEqual(100);
    expect(await statusesFor(before, left)).toEqual([303, 429, 429]);
  });

  test("one that another process has signed in since is served, over https too", async () => {
    const variables = { PUBLIC_URL: "https://deresegn.example" };
    const world = await openWorld({ credentialsEveryMs: 20, variables });
    await detectAll(world, 700);
    const shown = { cookie: `__Host-session=${await tokenFor(world, "person")}` };
    await expect.poll(() => statusesFor(world, shown)).toEqual(served);
  });

  test("requests with invented sessions count as those without a key", async () => {
    const world = await openWorld();
    const invented = Array.from({ length: 700 }, (_, n) => cookieOf(`${n}`.padStart(43, "a")));
    expect(await detectAll(world, 700, ...invented)).toEqual({ 200: 600, rate_limited: 100 });
  });

  longTest("a person has 600 requests a minute, and so have all whom an account's keys sign in", async () => {
    const before = await openWorld();
    const { id: account } = given(await before.accounts.createAccount({ name: "Shoes", tier: "balance" }));
    const ofKeys: Shown[] = [];
    for (const _key of [1, 2]) {
      const { id: key } = given(await before.accounts.createKey(account, "live"));
      ofKeys.push(cookieOf(given(await before.accounts.createSession({ kind: "key", key }, "")).token));
    }
    const own = [cookieOf(await tokenFor(before, "person")), headerOf(await tokenFor(before, "mini"))];
    const world = await openWorld({ besides: before });
    expect(await detectAll(world, 700)).toEqual({ 200: 600, rate_limited: 100 });
    for (const shown of [own, ofKeys])
      expect(await detectAll(world, 700, ...shown)).toEqual({ 200: 600, rate_limited: 100 });
  });
});
