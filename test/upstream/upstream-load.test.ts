import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { After } from "../../src/core/semaphore.ts";
import { upstreamBudgets } from "../../src/upstream/budgets.ts";
import { createBulkhead } from "../../src/upstream/bulkhead.ts";
import { createRetryBudget } from "../../src/upstream/retry-budget.ts";
import { createUpstream, type Upstream } from "../../src/upstream/upstream.ts";
import {
  answer,
  type Behaviour,
  inTurn,
  type MisbehavingServer,
  startMisbehavingServer,
} from "../support/misbehaving-server.ts";
import { runs } from "../support/properties.ts";
import { ask, settingsOf, shortBudgets, told } from "../support/upstream-asking.ts";

const never: After = () => () => undefined;

describe("the places of a provider", () => {
  const limits = { running: 2, waiting: 2, waitMs: 1_000 };

  test("are given in the order of asking, and what is beyond the queue is refused at once", async () => {
    const bulkhead = createBulkhead(limits, never);
    const order: string[] = [];
    const enter = async (name: string) => {
      const place = await bulkhead.enter();
      order.push(name);
      return place;
    };
    const [first] = await Promise.all([enter("a"), enter("b")]);
    const waiting = [enter("c"), enter("d")];
    expect(await bulkhead.enter()).toEqual({ ok: false, error: "queue full" });
    if (first.ok) first.value();
    const third = await waiting[0];
    if (third?.ok) third.value();
    await waiting[1];
    expect(order).toEqual(["a", "b", "c", "d"]);
  });

  test("are not given to one who waited too long, and he leaves the queue", async () => {
    const ends: (() => void)[] = [];
    const bulkhead = createBulkhead(limits, (delayMs, end) => {
      expect(delayMs).toBe(1_000);
      ends.push(end);
      return () => undefined;
    });
    const running = [await bulkhead.enter(), await bulkhead.enter()];
    const impatient = bulkhead.enter();
    const patient = bulkhead.enter();
    ends[0]?.();
    expect(await impatient).toEqual({ ok: false, error: "waited too long" });
    if (running[0]?.ok) running[0].value();
    expect((await patient).ok).toBe(true);
  });

  test("are given back once, however often they are", async () => {
    const bulkhead = createBulkhead({ running: 1, waiting: 0, waitMs: 1 }, never);
    const place = await bulkhead.enter();
    if (place.ok) {
      place.value();
      place.value();
    }
    expect((await bulkhead.enter()).ok).toBe(true);
    expect((await bulkhead.enter()).ok).toBe(false);
  });

  test("are at most three of eight for one caller, two without a key, and seven for all without a key", async () => {
    const bulkhead = createBulkhead({ running: 8, waiting: 16, waitMs: 1 }, never);
    const places: string[] = [];
    const enter = (id: string, isKeyed: boolean) =>
      bulkhead.enter({ id, isKeyed }).then((place) => place.ok && places.push(id));
    for (let n = 0; n < 10; n += 1) void enter("shop", true);
    for (let n = 0; n < 4; n += 1) for (const id of ["here", "there"]) void enter(id, false);
    void enter("other shop", true);
    await new Promise(setImmediate);
    expect(places).toEqual([...Array(3).fill("shop"), "here", "there", "here", "there", "other shop"]);
    const unknown = createBulkhead({ running: 8, waiting: 16, waitMs: 1 }, never);
    const running = await Promise.all(
      Array.from({ length: 7 }, (_, n) => unknown.enter({ id: `${n}`, isKeyed: false })),
    );
    expect(running.every((place) => place.ok)).toBe(true);
    let hasEighth = false;
    void unknown.enter({ id: "another", isKeyed: false }).then(() => {
      hasEighth = true;
    });
    expect((await unknown.enter({ id: "shop", isKeyed: true })).ok).toBe(true);
    expect(hasEighth).toBe(false);
  });

  test("go to who holds fewest, then to who has a key; who has most waiting gives way", async () => {
    const bulkhead = createBulkhead({ running: 2, waiting: 4, waitMs: 1 }, never);
    const order: string[] = [];
    const leave: (() => void)[] = [];
    const enter = (id: string, isKeyed: boolean) =>
      void bulkhead.enter({ id, isKeyed }).then((place) => {
        order.push(place.ok ? id : `${id}: ${place.error}`);
        if (place.ok) leave.push(place.value);
      });
    for (let n = 0; n < 5; n += 1) enter("greedy", true);
    enter("anonymous", false);
    enter("anonymous", false);
    enter("shop", true);
    enter("greedy", true);
    for (let n = 0; n < 6; n += 1) {
      await new Promise(setImmediate);
      leave.shift()?.();
    }
    await new Promise(setImmediate);
    expect(order).toEqual([
      "greedy",
      "anonymous",
      "greedy: queue full",
      "greedy: queue full",
      "greedy: queue full",
      "greedy",
      "shop",
      "greedy",
      "anonymous",
    ]);
  });

  test("whatever comes and goes: never more running or waiting than allowed, and none is lost", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("enter", "leave", "expire"), { maxLength: 80 }),
        async (steps) => {
          const ends = new Set<() => void>();
          const bulkhead = createBulkhead({ running: 3, waiting: 4, waitMs: 1 }, (_, end) => {
            ends.add(end);
            return () => ends.delete(end);
          });
          const places: (() => void)[] = [];
          for (const step of steps) {
            if (step === "leave") places.shift()?.();
            if (step === "enter") bulkhead.enter().then((place) => place.ok && places.push(place.value));
            const [oldest] = ends;
            if (step === "expire" && oldest !== undefined) {
              ends.delete(oldest);
              oldest();
            }
            await new Promise(setImmediate);
            expect(places.length).toBeLessThanOrEqual(3);
            expect(ends.size).toBeLessThanOrEqual(4);
            if (ends.size > 0) expect(places.length).toBe(3);
          }
          for (let place = places.shift(); place !== undefined; place = places.shift()) {
            place();
            await new Promise(setImmediate);
          }
          const fresh = await Promise.all([bulkhead.enter(), bulkhead.enter(), bulkhead.enter()]);
          expect(fresh.every((place) => place.ok)).toBe(true);
        },
      ),
      runs(50),
    );
  });
});

describe("second attempts", () => {
  test("are three a minute for a provider seldom asked, a tenth for one often asked", () => {
    let clockMs = 0;
    const budget = createRetryBudget(upstreamBudgets.retries, () => clockMs);
    const take = (questions: number) => {
      let taken = 0;
      for (let turn = 0; turn < questions; turn += 1) {
        budget.noteQuestion();
        if (budget.takeRetry()) taken += 1;
      }
      return taken;
    };
    expect(take(10)).toBe(3);
    clockMs = 60_000;
    expect(take(500)).toBe(50);
  });

  test("never exceed a tenth of the last minute's questions, but for the first three", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 300 }), (waits) => {
        let clockMs = 0;
        const budget = createRetryBudget(upstreamBudgets.retries, () => clockMs);
        const asked: number[] = [];
        const retried: number[] = [];
        for (const waitMs of waits) {
          clockMs += waitMs;
          budget.noteQuestion();
          asked.push(clockMs);
          if (budget.takeRetry()) retried.push(clockMs);
          const recent = (at: number) => at > clockMs - 60_000;
          const allowed = Math.max(3, asked.filter(recent).length * 0.1);
          if (retried.at(-1) === clockMs) expect(retried.filter(recent).length).toBeLessThanOrEqual(allowed);
        }
      }),
    );
  });
});

describe("many questions to one provider", () => {
  let upstream: Upstream;
  let server: MisbehavingServer;

  const open = (waitMs: number): Upstream =>
    createUpstream({
      budgets: {
        ...shortBudgets,
        firstByteMs: () => 20_000,
        bulkhead: { running: 8, waiting: 16, waitMs },
      },
    });

  beforeEach(() => {
    upstream = open(200);
  });

  afterEach(async () => {
    await upstream.close();
    await server.close();
  });

  const many = (settings: ReturnType<typeof settingsOf>, count: number) =>
    Array.from({ length: count }, () => ask(upstream, settings, { timeoutMs: 20_000 }).then(told));

  /** The first eight requests are held until `release`; `eight` resolves when they are all there. */
  const holdEight = () => {
    const held: (() => void)[] = [];
    let arrived: () => void = () => undefined;
    const eight = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const behaviour: Behaviour = (socket, request) => {
      if (request.turn > 8) return answer(200, "receipt")(socket, request);
      held.push(() => answer(200, "receipt")(socket, request));
      if (held.length === 8) arrived();
    };
    const release = () => {
      for (const one of held) one();
    };
    return { behaviour, eight, release };
  };

  test("run eight at a time, sixteen wait, the rest is told that it is too much", async () => {
    upstream = open(20_000);
    const { behaviour, eight, release } = holdEight();
    server = await startMisbehavingServer(behaviour);
    const results = many(settingsOf(server.url), 30);
    await eight;
    expect(await Promise.all(results.slice(24))).toEqual(Array(6).fill("overloaded"));
    release();
    expect(await Promise.all(results.slice(0, 24))).toEqual(Array(24).fill("200 receipt"));
    expect(server.requests).toHaveLength(24);
  });

  test("that wait longer than they may are told so, without a request", async () => {
    const { behaviour, eight, release } = holdEight();
    server = await startMisbehavingServer(behaviour);
    const results = many(settingsOf(server.url), 10);
    await eight;
    expect(await Promise.all(results.slice(8))).toEqual(["overloaded", "overloaded"]);
    expect(server.requests).toHaveLength(8);
    release();
    await Promise.all(results);
  });

  test("that wait for all of their time are not sent, and not held against the provider", async () => {
    const { behaviour, eight, release } = holdEight();
    server = await startMisbehavingServer(behaviour);
    const settings = settingsOf(server.url);
    const running = many(settings, 8);
    const waiting = Array.from({ length: 12 }, () => ask(upstream, settings, { timeoutMs: 1 }).then(told));
    await eight;
    await new Promise((resolve) => setTimeout(resolve, 20));
    release();
    expect(await Promise.all([...running, ...waiting])).toEqual([
      ...Array(8).fill("200 receipt"),
      ...Array(12).fill("overloaded"),
    ]);
    expect(server.requests).toHaveLength(8);
  });

  test("keep no place while what arrived is read", async () => {
    server = await startMisbehavingServer(answer(200, "receipt"));
    const settings = settingsOf(server.url);
    const never = () => new Promise<never>(() => undefined);
    for (let turn = 0; turn < 8; turn += 1) void ask(upstream, settings, { read: never });
    expect(told(await ask(upstream, settings))).toBe("200 receipt");
    upstream = createUpstream();
  });

  test("get no more second attempts than the retry budget holds", async () => {
    server = await startMisbehavingServer(inTurn(answer(503)));
    const settings = settingsOf(server.url);
    for (let turn = 0; turn < 8; turn += 1) await ask(upstream, settings);
    expect(server.requests).toHaveLength(8 + 3);
  });
});

describe("the time budgets", () => {
  test.each([
    [{ timeoutMs: 15_000 }, 8_000],
    [{ timeoutMs: 30_000 }, 25_000],
    [{ timeoutMs: 30_000, configuredMs: 30_000 }, 28_000],
    [{ timeoutMs: 15_000, configuredMs: 15_000 }, 13_000],
    [{ timeoutMs: 3_000, configuredMs: 3_000 }, 1_500],
    [{ timeoutMs: 6_000 }, 6_000],
  ])("%j leaves %i ms for the first byte", ({ timeoutMs, ...rest }, firstByteMs) => {
    const configured = "configuredMs" in rest ? { timeoutMs: rest.configuredMs } : {};
    const settings = settingsOf("http://localhost", configured);
    expect(upstreamBudgets.firstByteMs({ settings, timeoutMs })).toBe(firstByteMs);
  });
});
