import { afterEach, describe, expect, test } from "vitest";
import { ok } from "../../src/core/result.ts";
import { createSlowdown } from "../../src/upstream/slowdown.ts";
import { createUpstream, type Upstream } from "../../src/upstream/upstream.ts";
import { longTest } from "../support/extent.ts";
import {
  answer,
  inTurn,
  type MisbehavingServer,
  silence,
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

  test("all networks of one IPv6 /48 are one caller of a bank", async () => {
    const shop = await openShop({ trustedProxies: "127.0.0.0/8" });
    const fromNetwork = async (n: number) => {
      const order = shop.bank.newOrder();
      shop.bank.misbehave(order, answer(500));
      const from = `2001:db8:1:${(n * 256).toString(16)}::1`;
      return (await shop.ask("/api/verify-beta", { body: order.body, from })).code;
    };
    for (let n = 1; n <= 10; n += 1) expect([n, await fromNetwork(n)]).toEqual([n, "provider_error"]);
    expect(await verify(shop)).toBe(200);
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
    await expect.poll(() => release.length).toBe(5);
    const other = await shop.open({ santim: 100_000 });
    for (let n = 0; n < 5; n += 1) expect([n, await verify(shop, other.key)]).toEqual([n, 200]);
    const isOver = Promise.all(hanging).then(() => true);
    const dropping = setInterval(() => {
      for (const drop of release.splice(0)) drop();
    }, 10);
    expect(await isOver).toBe(true);
    clearInterval(dropping);
  });

  longTest("who asks what somebody without a place waits to ask gets an answer all the same", async () => {
    const shop = await openShop({ trustedProxies: "127.0.0.0/8" });
    const { key } = await shop.open({ santim: 100_000 });
    const stranger = { from: "198.51.100.1" };
    const release: (() => void)[] = [];
    const hanging = [1, 2].map(() => {
      const order = shop.bank.newOrder();
      shop.bank.misbehave(order, (socket) => release.push(() => socket.destroy()));
      return shop.ask("/api/verify-beta", { ...stranger, body: order.body });
    });
    await expect.poll(() => release.length).toBe(2);
    const { body } = shop.bank.newOrder();
    const waiting = shop.ask("/api/verify-beta", { ...stranger, body });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const asked = await shop.ask("/api/verify-beta", { key, body });
    expect([(await waiting).code, asked.status]).toEqual(["overloaded", 200]);
    for (const drop of release) drop();
    await Promise.all(hanging);
  });

  longTest("a bank's 429 with Retry-After delays its answers and gives no 503", async () => {
    const shop = await openShop();
    const order = shop.bank.newOrder();
    const page = await import("../support/bank.ts").then(({ bodyOf }) =>
      bodyOf("beta", "verified", order.reference),
    );
    shop.bank.misbehave(order, inTurn(answer(429, "", { "Retry-After": "2" }), answer(200, page)));
    const others = Array.from({ length: 3 }, () => shop.open({ santim: 1_000 }));
    const first = shop.ask("/api/verify-beta", { body: order.body });
    await expect.poll(() => shop.bank.asked(order)).toBeGreaterThan(0);
    const codes = await Promise.all((await Promise.all(others)).map(({ key }) => verify(shop, key)));
    expect([(await first).status, ...codes]).toEqual([200, 200, 200, 200]);
    expect(shop.bank.asked(order)).toBe(2);
  });

  longTest(
    "whoever floods a bank that said 429 takes no turn from a caller who asks one thing after the other",
    async () => {
      const shop = await openShop();
      const [greedy, honest] = [await shop.open({ santim: 100_000 }), await shop.open({ santim: 10_000 })];
      const order = shop.bank.newOrder();
      shop.bank.misbehave(order, answer(429, "", { "Retry-After": "6" }));
      const first = shop.ask("/api/verify-beta", { body: order.body });
      await expect.poll(() => shop.bank.asked(order)).toBe(1);
      const hanging = shop.bank.newOrder();
      shop.bank.misbehave(hanging, silence);
      void shop.ask("/api/verify-beta", { body: hanging.body }).catch(() => {});
      const flood = Array.from({ length: 20 }, () => verify(shop, greedy.key));
      expect([await verify(shop, honest.key), await verify(shop, honest.key)]).toEqual([200, 200]);
      const told = await Promise.all(flood);
      expect(told.filter((one) => one === 200).length).toBeGreaterThan(1);
      await first;
    },
  );
});

/** A slowdown on a clock that the test moves. */
const openSlowdown = () => {
  const clock = { at: 0 };
  let timers: { readonly at: number; readonly ring: () => void }[] = [];
  const passed = (at: number) => new Promise<void>((ring) => timers.push({ at, ring }));
  const passUntil = async (end: number) => {
    for (;;) {
      await new Promise(setImmediate);
      const next = Math.min(...timers.map(({ at }) => at), end);
      clock.at = next;
      const due = timers.filter(({ at }) => at <= next);
      if (due.length === 0) return;
      timers = timers.filter(({ at }) => at > next);
      for (const { ring } of due) ring();
    }
  };
  const slowdown = createSlowdown(
    shortBudgets.slowdown,
    () => clock.at,
    (ms) => passed(clock.at + ms),
  );
  return { slowdown, clock, passed, passUntil };
};

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

  test("has turns that are never nearer than half a second, nor so far that nobody can wait", async () => {
    for (const [forMs, apart] of [
      [1_000, 500],
      [20_000, 2_000],
      [60_000, 4_000],
    ] as const) {
      const { slowdown, passUntil, clock } = openSlowdown();
      slowdown.begin(forMs, 0);
      const turn = slowdown.takeTurn(5_000, null).then(() => clock.at);
      await passUntil(5_000);
      expect(await turn).toBe(apart);
    }
  });

  test("is asked a little sooner after each answer, and half as often after another 429", async () => {
    const { slowdown, passUntil, clock } = openSlowdown();
    const turns: number[] = [];
    const take = async () => {
      expect(await slowdown.takeTurn(5_000, null)).toEqual(ok(true));
      turns.push(clock.at);
    };
    slowdown.begin(60_000, 0);
    // What was asked before the 429 says nothing of the time after it.
    slowdown.noteAnswer(-1);
    slowdown.begin(60_000, -1);
    for (let n = 0; n < 8; n += 1) {
      void take().then(() => slowdown.noteAnswer(clock.at));
      await passUntil(clock.at + 5_000);
    }
    for (let n = 0; n < 6; n += 1) void take();
    await passUntil(clock.at + 1_500);
    const apart = turns.slice(-3).map((at, n, last) => at - (last[n - 1] ?? at));
    expect(apart).toEqual([0, 500, 500]);
    slowdown.begin(60_000, clock.at);
    const before = clock.at;
    await passUntil(before + 2_000);
    expect(turns.slice(-2).map((at) => at - before)).toEqual([1_000, 2_000]);
  });

  test("gives its turns to all who ask, however often one of them does", async () => {
    const { slowdown, passUntil, clock } = openSlowdown();
    slowdown.begin(60_000, 0);
    const turns = { greedy: 0, other: 0 };
    const take = async (id: keyof typeof turns) => {
      if ((await slowdown.takeTurn(5_000, { id, isKeyed: true })).ok) turns[id] += 1;
    };
    while (clock.at < 55_000) {
      void take("greedy");
      // Once in two seconds, after the greedy one.
      if (clock.at % 2_000 === 0) void take("other");
      await passUntil(clock.at + 100);
    }
    expect(turns.other).toBeGreaterThanOrEqual(turns.greedy - 1);
    expect(turns.greedy).toBeGreaterThan(3);
  });

  test("answers nearly all of whoever asks one thing after the other, whatever the others do", async () => {
    for (const others of [
      [{ id: "greedy", isKeyed: true }],
      Array.from({ length: 40 }, (_, n) => ({ id: `${n}`, isKeyed: false })),
    ]) {
      const { slowdown, passUntil, passed, clock } = openSlowdown();
      slowdown.begin(60_000, 0);
      const answered: boolean[] = [];
      const loop = async (
        caller: { id: string; isKeyed: boolean },
        pauseMs: number,
        told: boolean[] = [],
      ) => {
        while (clock.at < 55_000) {
          const askedAt = clock.at;
          const turn = await slowdown.takeTurn(5_000, caller);
          if (turn.ok) slowdown.noteAnswer(askedAt);
          told.push(turn.ok);
          await passed(clock.at + pauseMs);
        }
      };
      for (const other of others) for (let n = 0; n < 3; n += 1) void loop(other, 100);
      void loop({ id: "honest", isKeyed: true }, 500, answered);
      await passUntil(60_000);
      expect(answered.length).toBeGreaterThan(20);
      expect(answered.filter((isAnswered) => !isAnswered).length).toBeLessThanOrEqual(2);
    }
  });

  test("leaves every fourth turn to those without a key", async () => {
    const { slowdown, passUntil } = openSlowdown();
    slowdown.begin(5_000, 0);
    const order: string[] = [];
    for (let n = 0; n < 6; n += 1)
      void slowdown.takeTurn(5_000, { id: `key ${n}`, isKeyed: true }).then(() => order.push("keyed"));
    for (let n = 0; n < 2; n += 1)
      void slowdown.takeTurn(5_000, { id: `${n}`, isKeyed: false }).then(() => order.push("anonymous"));
    await passUntil(4_500);
    expect(order).toEqual([...Array(3).fill("keyed"), "anonymous", ...Array(3).fill("keyed"), "anonymous"]);
  });

  test("has the newest question of the greediest give way to a newcomer", async () => {
    const { slowdown, passUntil } = openSlowdown();
    slowdown.begin(5_000, 0);
    const order: string[] = [];
    const take = (id: string, name = id) =>
      void slowdown
        .takeTurn(5_000, { id, isKeyed: true })
        .then((turn) => order.push(turn.ok ? name : `no ${name}`));
    for (let n = 0; n < 16; n += 1) take("greedy", `greedy ${n}`);
    take("shop");
    await passUntil(1_000);
    expect(order).toEqual(["no greedy 15", "greedy 0", "shop"]);
  });
});
