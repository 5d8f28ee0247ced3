import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { upstreamBudgets } from "../../src/upstream/budgets.ts";
import { type Circuit, createCircuit, type Health, type Pass } from "../../src/upstream/circuit.ts";
import { createUpstream, type Upstream } from "../../src/upstream/upstream.ts";
import {
  answer,
  type Behaviour,
  bytesThenEnd,
  head,
  inTurn,
  type MisbehavingServer,
  reset,
  startMisbehavingServer,
} from "../support/misbehaving-server.ts";
import { ask, settingsOf, shortBudgets, told } from "../support/upstream-asking.ts";

const limits = upstreamBudgets.circuit;
const failed: Health = { kind: "failed" };
const answered: Health = { kind: "answered" };
const layoutChanged: Health = { kind: "layout_changed" };

let clockMs: number;
let circuit: Circuit;

beforeEach(() => {
  clockMs = 0;
  circuit = createCircuit(limits, () => clockMs);
});

const admitted = (caller: string | null = null): Pass => {
  const pass = circuit.admit(caller);
  if (!pass.ok) throw new Error(`refused for ${pass.error} ms`);
  return pass.value;
};

const settle = (health: Health, times = 1): void => {
  for (let turn = 0; turn < times; turn += 1) admitted().settle(health);
};

describe("a provider's circuit", () => {
  test("stays closed for nine failures and opens for 15 s at the tenth", () => {
    settle(failed, 9);
    expect(circuit.refusesForMs()).toBe(0);
    settle(failed);
    expect(circuit.admit()).toEqual({ ok: false, error: 15_000 });
    clockMs = 14_999;
    expect(circuit.refusesForMs()).toBe(1);
  });

  test("opens at half of ten, not below", () => {
    settle(answered, 6);
    settle(failed, 5);
    expect(circuit.refusesForMs()).toBe(0);
    settle(failed);
    expect(circuit.refusesForMs()).toBe(15_000);
  });

  test("forgets what is older than 30 s", () => {
    settle(failed, 9);
    clockMs = 30_000;
    settle(failed, 9);
    expect(circuit.refusesForMs()).toBe(0);
  });

  test("does not count a changed layout, neither for nor against", () => {
    settle(layoutChanged, 50);
    settle(failed, 9);
    expect(circuit.refusesForMs()).toBe(0);
    settle(failed);
    expect(circuit.refusesForMs()).toBe(15_000);
  });

  test("lets one probe through and closes when it is answered", () => {
    settle(failed, 10);
    clockMs = 15_000;
    const probe = admitted();
    expect(circuit.admit()).toEqual({ ok: false, error: limits.probeWaitMs });
    probe.settle(answered);
    settle(answered, 20);
    expect(circuit.refusesForMs()).toBe(0);
  });

  test("closes when the probe brings a whole page that is not known", () => {
    settle(failed, 10);
    clockMs = 15_000;
    settle(layoutChanged);
    expect(circuit.refusesForMs()).toBe(0);
  });

  test("opens twice as long after each failed probe, to 120 s, and starts again at 15 s once closed", () => {
    settle(failed, 10);
    for (const openMs of [15_000, 30_000, 60_000, 120_000, 120_000]) {
      expect(circuit.refusesForMs()).toBe(openMs);
      clockMs += openMs;
      settle(failed);
    }
    clockMs += 120_000;
    settle(answered);
    settle(failed, 10);
    expect(circuit.refusesForMs()).toBe(15_000);
  });

  test("lets the next probe go at once when one ended on our side", () => {
    settle(failed, 10);
    clockMs = 15_000;
    settle({ kind: "untold" });
    expect(circuit.refusesForMs()).toBe(0);
    settle(failed);
    expect(circuit.refusesForMs()).toBe(30_000);
  });

  test("does not heed what was asked before it opened", () => {
    const early = admitted();
    settle(failed, 10);
    clockMs = 15_000;
    const probe = admitted();
    early.settle(answered);
    expect(circuit.refusesForMs()).toBe(limits.probeWaitMs);
    probe.settle(answered);
    expect(circuit.refusesForMs()).toBe(0);
  });

  test("stays open no longer for questions that hung and fail after it opened", () => {
    const hung = Array.from({ length: 10 }, admitted);
    settle(failed, 10);
    clockMs = 10_000;
    for (const pass of hung) pass.settle(failed);
    expect(circuit.refusesForMs()).toBe(5_000);
  });

  test("concludes nothing from what happened before it closed", () => {
    settle(failed, 10);
    clockMs = 15_000;
    settle(answered);
    settle(failed, 9);
    expect(circuit.refusesForMs()).toBe(0);
  });

  test("is kept open for everybody once by one caller's probes, and then for that caller alone", () => {
    settle(failed, 10);
    clockMs = 15_000;
    admitted("one").settle(failed);
    expect(circuit.refusesForMs("another")).toBe(30_000);
    clockMs += 30_000;
    for (const openMs of [60_000, 120_000, 120_000]) {
      admitted("one").settle(failed);
      expect([circuit.refusesForMs("another"), circuit.refusesForMs("one")]).toEqual([0, openMs]);
      expect(circuit.admit("one")).toEqual({ ok: false, error: openMs });
      clockMs += openMs;
    }
    admitted("another").settle(answered);
    settle(failed, 10);
    clockMs += 15_000;
    admitted("one").settle(failed);
    expect(circuit.refusesForMs("another")).toBe(30_000);
  });

  test("opens for as long as the provider asks", () => {
    settle({ kind: "failed", pauseMs: 7_000 });
    expect(circuit.refusesForMs()).toBe(7_000);
    clockMs = 7_000;
    settle(failed);
    expect(circuit.refusesForMs()).toBe(15_000);
  });

  test("whatever happens: never two probes, never closed to all for longer than 120 s", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 40_000 }) }),
      fc.record({ kind: fc.constant("ask" as const), caller: fc.constantFrom("one", "another", null) }),
      fc.record({
        kind: fc.constant("settle" as const),
        health: fc.constantFrom<Health>(failed, failed, answered, layoutChanged, { kind: "untold" }),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let now = 0;
        const tried = createCircuit(limits, () => now);
        const passes: Pass[] = [];
        for (const each of steps) {
          if (each.kind === "wait") now += each.ms;
          if (each.kind === "settle") passes.shift()?.settle(each.health);
          if (each.kind !== "ask") continue;
          const wasOpen = tried.refusesForMs(each.caller) > 0;
          const pass = tried.admit(each.caller);
          expect(pass.ok).toBe(!wasOpen);
          if (pass.ok) passes.push(pass.value);
          else expect(pass.error).toBeLessThanOrEqual(limits.longestOpenMs);
        }
        for (const pass of passes) pass.settle({ kind: "untold" });
        now += limits.longestOpenMs;
        for (const caller of ["one", "another", null]) expect(tried.refusesForMs(caller)).toBe(0);
      }),
    );
  });
});

describe("a provider in trouble", () => {
  let upstream: Upstream;
  let server: MisbehavingServer;

  const serve = async (behaviour: Behaviour) => {
    server = await startMisbehavingServer(behaviour);
    upstream = createUpstream({
      monotonicMs: () => clockMs,
      budgets: { ...shortBudgets, retries: { windowMs: 60_000, share: 0, least: 0 } },
    });
    return settingsOf(server.url);
  };

  afterEach(async () => {
    await upstream.close();
    await server.close();
  });

  const failing: readonly [string, Behaviour][] = [
    ["resets", reset],
    ["answers 500", answer(500)],
    ["answers 502", answer(502)],
    ["answers 429", answer(429)],
    ["answers 403", answer(403)],
    ["redirects", answer(302, "", { Location: "/maintenance" })],
    ["cuts its body", bytesThenEnd(`${head(200, { "Content-Length": "99" })}<html>`)],
  ];

  test.each(failing)(
    "that %s ten times is not asked an eleventh time, until 15 s are over",
    async (_, behaviour) => {
      const mended: [Behaviour, ...Behaviour[]] = [
        behaviour,
        ...Array(9).fill(behaviour),
        answer(200, "receipt"),
      ];
      const settings = await serve(inTurn(...mended));
      for (let turn = 0; turn < 10; turn += 1) await ask(upstream, settings);
      expect(await ask(upstream, settings)).toMatchObject({
        error: { code: "provider_unavailable", retryAfterSeconds: 15 },
      });
      expect(server.requests).toHaveLength(10);
      clockMs = 15_000;
      expect(told(await ask(upstream, settings))).toBe("200 receipt");
      expect(told(await ask(upstream, settings))).toBe("200 receipt");
    },
  );

  test("is not kept from the others by one caller whose questions fail while it is well", async () => {
    const settings = await serve((socket, request) =>
      (request.turn <= 10 || request.head.includes("/malformed") ? answer(403) : answer(200, "receipt"))(
        socket,
        request,
      ),
    );
    for (let turn = 0; turn < 10; turn += 1) await ask(upstream, settings);
    const one = { id: "one", isKeyed: true };
    const another = { id: "another", isKeyed: true };
    for (const openMs of [15_000, 30_000]) {
      clockMs += openMs;
      expect(told(await ask(upstream, settings, { path: "/malformed", caller: one }))).toBe(
        "provider_blocked",
      );
    }
    expect(await ask(upstream, settings, { caller: one })).toMatchObject({
      error: { code: "provider_unavailable", retryAfterSeconds: 60 },
    });
    expect(told(await ask(upstream, settings, { caller: another }))).toBe("200 receipt");
    expect(told(await ask(upstream, settings, { caller: one }))).toBe("200 receipt");
  });

  const readAs: readonly [string, Parameters<typeof fail>[0], boolean][] = [
    ["a cut document", "provider_error", true],
    ["a block page", "provider_blocked", true],
    ["a page that is not known", "provider_format_changed", false],
    ["no such receipt", "receipt_not_found", false],
    ["another receipt", "receipt_mismatch", false],
    ["a pending payment", "receipt_not_completed", false],
  ];

  test.each(readAs)("whose page is read as %s (%s) opens its circuit: %s", async (_, code, opens) => {
    const settings = await serve(answer(200, "page"));
    const read = async () => fail(code);
    for (let turn = 0; turn < 12; turn += 1) await ask(upstream, settings, { read });
    expect(told(await ask(upstream, settings))).toBe(opens ? "provider_unavailable" : "200 page");
  });

  test.each<[string, Behaviour]>([
    ["too large a body", answer(200, Buffer.alloc(2 * 1024 * 1024 + 1))],
    ["too large a header", answer(200, "", { "X-Long": "x".repeat(100_000) })],
    ["an unknown status", answer(418)],
  ])("that sends %s is asked again", async (_, behaviour) => {
    const settings = await serve(behaviour);
    for (let turn = 0; turn < 12; turn += 1) await ask(upstream, settings);
    expect(told(await ask(upstream, settings))).not.toBe("provider_unavailable");
    expect(server.requests).toHaveLength(13);
  });

  test("that names a time with 429 is refused to whoever cannot wait for a turn, and not shut", async () => {
    const settings = await serve(inTurn(answer(429, "", { "Retry-After": "20" }), answer(200, "receipt")));
    for (const [at, seconds] of [
      [0, 20],
      [1_000, 19],
    ] as const) {
      clockMs = at;
      expect(await ask(upstream, settings)).toMatchObject({
        error: { code: "provider_unavailable", retryAfterSeconds: seconds },
      });
    }
    expect(server.requests).toHaveLength(1);
    clockMs = 2_000;
    expect(told(await ask(upstream, settings))).toBe("200 receipt");
    expect(told(await ask(upstream, settings))).toBe("provider_unavailable");
    clockMs = 20_000;
    expect(told(await ask(upstream, settings))).toBe("200 receipt");
    expect(told(await ask(upstream, settings))).toBe("200 receipt");
  });

  test("leaves other providers as they are", async () => {
    const settings = await serve((socket, request) =>
      (request.head.includes("/broken") ? reset : answer(200, "receipt"))(socket, request),
    );
    for (let turn = 0; turn < 10; turn += 1) await ask(upstream, settings, { path: "/broken" });
    expect(told(await ask(upstream, settings))).toBe("provider_unavailable");
    expect(told(await ask(upstream, settingsOf(server.url)))).toBe("200 receipt");
  });

  test("does not lose its circuit to a reader that throws", async () => {
    const settings = await serve((socket, request) =>
      (request.turn <= 10 ? reset : answer(200))(socket, request),
    );
    for (let turn = 0; turn < 10; turn += 1) await ask(upstream, settings);
    clockMs = 15_000;
    const read = () => Promise.reject(new Error("a bug"));
    await expect(ask(upstream, settings, { read })).rejects.toThrow("a bug");
    expect(told(await ask(upstream, settings))).toBe("200 ");
  });
});
