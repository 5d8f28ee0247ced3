import { afterEach, describe, expect, test } from "vitest";
import { createSlowdown } from "../../src/upstream/slowdown.ts";
import { createUpstream, type Upstream } from "../../src/upstream/upstream.ts";
import {
  answer,
  inTurn,
  type MisbehavingServer,
  startMisbehavingServer,
} from "../support/misbehaving-server.ts";
import { openShop, type Shop } from "../support/shop.ts";
import { asIs, settingsOf, shortBudgets, told } from "../support/upstream-asking.ts";

/** What one caller asks, and what a bank says of having too much to do, keeps no other caller from its answer. */

describe("over HTTP", () => {
  const fail = async (shop: Shop, key: string) => {
    const order = shop.bank.newOrder();
    shop.bank.misbehave(order, answer(500));
    return (await shop.ask("/api/verify-beta", { key, body: order.body })).code;
  };
  const verify = async (shop: Shop, key?: string) => {
    const asked = await shop.ask("/api/verify-beta", {
      ...(key && { key }),
      body: shop.bank.newOrder().body,
    });
    return asked.code ?? asked.status;
  };

  test("one caller's failures open no breaker for the others; two each of several callers do", async () => {
    const shop = await openShop();
    const { key } = await shop.open({ santim: 100_000 });
    for (let n = 0; n < 14; n += 1) expect(await fail(shop, key)).toBe("provider_error");
    expect([await verify(shop), await verify(shop, key)]).toEqual([200, 200]);
    for (let n = 0; n < 3; n += 1) {
      const other = await shop.open({ santim: 100_000 });
      for (const _ of [1, 2]) expect([n, await fail(shop, other.key)]).toEqual([n, "provider_error"]);
    }
    expect(await verify(shop)).toBe("provider_unavailable");
  });

  test("any number of callers without a key open no breaker for those with one", async () => {
    const shop = await openShop({ trustedProxies: "127.0.0.0/8" });
    const { key } = await shop.open({ santim: 100_000 });
    for (let n = 0; n < 14; n += 1) {
      const order = shop.bank.newOrder();
      shop.bank.misbehave(order, answer(500));
      await shop.ask("/api/verify-beta", { body: order.body, from: `198.51.100.${n}` });
    }
    expect(await verify(shop)).toBe("provider_unavailable");
    expect(await verify(shop, key)).toBe(200);
  });

  test("whoever has all the places of a bank that one caller may have, the others have theirs", async () => {
    const shop = await openShop();
    const release: (() => void)[] = [];
    const hang = async (key?: string) => {
      const order = shop.bank.newOrder();
      shop.bank.misbehave(order, (socket) => release.push(() => socket.destroy()));
      return shop.ask("/api/verify-beta", { ...(key && { key }), body: order.body });
    };
    const { key } = await shop.open({ santim: 100_000 });
    const hanging = [
      ...Array.from({ length: 30 }, () => hang(key)),
      ...Array.from({ length: 5 }, () => hang()),
    ];
    await expect.poll(() => release.length, { timeout: 20_000 }).toBe(5);
    const other = await shop.open({ santim: 100_000 });
    for (let n = 0; n < 5; n += 1) expect([n, await verify(shop, other.key)]).toEqual([n, 200]);
    const isOver = Promise.all(hanging).then(() => true);
    const dropping = setInterval(() => {
      for (const drop of release.splice(0)) drop();
    }, 10);
    expect(await isOver).toBe(true);
    clearInterval(dropping);
  });

  test("a bank's 429 with Retry-After delays its answers and gives no 503", async () => {
    const shop = await openShop();
    const order = shop.bank.newOrder();
    const page = await import("../support/bank.ts").then(({ bodyOf }) =>
      bodyOf("beta", "verified", order.reference),
    );
    shop.bank.misbehave(order, inTurn(answer(429, "", { "Retry-After": "2" }), answer(200, page)));
    const others = Array.from({ length: 3 }, () => shop.open({ santim: 1_000 }));
    const first = shop.ask("/api/verify-beta", { body: order.body });
    await expect.poll(() => shop.bank.asked(order), { timeout: 10_000 }).toBeGreaterThan(0);
    const codes = await Promise.all((await Promise.all(others)).map(({ key }) => verify(shop, key)));
    expect([(await first).status, ...codes]).toEqual([200, 200, 200, 200]);
    expect(shop.bank.asked(order)).toBe(2);
  });
});

describe("a bank that names a time", () => {
  let server: MisbehavingServer;
  let upstream: Upstream;
  afterEach(async () => {
    await upstream.close();
    await server.close();
  });

  test("is asked one question after the other until then, and no caller waits more than 5 s", async () => {
    const clock = { at: 0 };
    const waits: number[] = [];
    server = await startMisbehavingServer(
      inTurn(answer(429, "", { "Retry-After": "30" }), answer(200, "receipt")),
    );
    upstream = createUpstream({
      budgets: shortBudgets,
      monotonicMs: () => clock.at,
      pause: async (ms) => {
        waits.push(ms);
      },
    });
    const settings = settingsOf(server.url);
    const ask = async () => {
      const provider = { label: "alpha", settings, timeoutMs: 15_000 };
      const requests = [{ url: `${server.url}/receipt/1`, headers: {}, statuses: [200] }] as const;
      return told(await upstream.fetch(provider, requests, asIs, { id: "somebody", isKeyed: true }));
    };
    expect(await ask()).toBe("200 receipt");
    clock.at = 2_000;
    expect([await ask(), await ask()]).toEqual(["200 receipt", "provider_unavailable"]);
    expect(waits).toEqual([3_000, 4_000]);
    clock.at = 27_000;
    // So near to its end everybody is answered.
    expect(await Promise.all(Array.from({ length: 5 }, ask))).toEqual(Array(5).fill("200 receipt"));
    expect(waits.slice(2).every((ms) => ms <= 3_000)).toBe(true);
    clock.at = 30_000;
    expect(await ask()).toBe("200 receipt");
    expect(waits).toHaveLength(6);
  });

  test("has turns that are never nearer than half a second, nor so far that nobody can wait", () => {
    for (const [forMs, apart] of [
      [1_000, 500],
      [20_000, 2_000],
      [60_000, 4_000],
    ] as const) {
      const slowdown = createSlowdown(shortBudgets.slowdown, () => 0);
      slowdown.begin(forMs);
      expect(slowdown.takeTurn(5_000, null)).toEqual({ ok: true, value: apart });
    }
  });

  test("gives its turns to all who ask, however often one of them does", () => {
    const clock = { at: 0 };
    const slowdown = createSlowdown(shortBudgets.slowdown, () => clock.at);
    slowdown.begin(60_000);
    const turns = { greedy: 0, other: 0 };
    for (; clock.at < 55_000; clock.at += 100) {
      if (slowdown.takeTurn(5_000, "greedy").ok) turns.greedy += 1;
      // Once in two seconds, after the greedy one.
      if (clock.at % 2_000 === 0 && slowdown.takeTurn(5_000, "other").ok) turns.other += 1;
    }
    expect(turns.other).toBeGreaterThanOrEqual(turns.greedy - 1);
    expect(turns.greedy).toBeGreaterThan(3);
  });
});
