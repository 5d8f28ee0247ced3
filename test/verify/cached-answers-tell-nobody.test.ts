import { load } from "cheerio/slim";
import { expect, onTestFinished, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { createReceiptCache } from "../../src/verify/cache.ts";
import { createLookUp } from "../../src/verify/look-up.ts";
import { createProviderAnswers } from "../../src/verify/provider-answers.ts";
import { settingsOf, verifiedReceipt } from "../support/api.ts";
import { bodyOf } from "../support/bank.ts";
import { answer } from "../support/misbehaving-server.ts";
import { openShop } from "../support/shop.ts";

/** An answer out of the cache, or out of somebody else's look-up, reads as one's own question would. */

const minuteMs = 60_000;

test("over HTTP a caller's first answer is live and of its own time, whoever asked before; the next is its own", async () => {
  const shop = await openShop();
  const { key } = await shop.open({ santim: 10_000 });
  const { key: other } = await shop.open({ santim: 10_000 });
  const { body } = shop.bank.newOrder();
  const ask = async (withKey?: string) => {
    const { body: said, headers } = await shop.ask("/api/verify-beta", {
      body,
      ...(withKey && { key: withKey }),
    });
    const upstream = Number(/upstream;dur=([\d.]+)/.exec(headers.get("server-timing") ?? "")?.[1]);
    return [said.meta.source, said.meta.checked_at, upstream > 0];
  };
  const at = () => shop.now().toISOString();
  const first = at();
  expect(await ask(key)).toEqual(["live", first, true]);
  shop.later(4 * minuteMs);
  const second = at();
  for (const caller of [other, undefined]) expect(await ask(caller)).toEqual(["live", second, true]);
  expect(await ask(key)).toEqual(["cache", first, false]);
  shop.later(4 * minuteMs);
  // The first caller's time is over; that tells the others nothing.
  for (const caller of [other, undefined]) expect(await ask(caller)).toEqual(["cache", second, false]);
  expect(shop.bank.requests).toHaveLength(1);
  expect(await ask(key)).toEqual(["live", at(), true]);
  expect(shop.bank.requests).toHaveLength(2);
});

test("over HTTP the banks' state moves by each caller's first question alike, whoever asked before", async () => {
  const shop = await openShop();
  const [{ key }, { key: other }] = [
    await shop.open({ santim: 10_000 }),
    await shop.open({ santim: 10_000 }),
  ];
  const stateOfBeta = async () => {
    const page = load(await (await fetch(`${shop.url}/status`)).text());
    const bank = page(".bank-news").filter((_, one) => page(one).text().includes("beta"));
    return [bank.find("time").attr("datetime"), bank.find(".rows__row dd").eq(1).text()];
  };
  const { body } = shop.bank.newOrder();
  const movesBy = async (withKey: string) => {
    shop.later(minuteMs);
    await shop.ask("/api/verify-beta", { body, key: withKey });
    return stateOfBeta();
  };
  const minute = () => `${shop.now().toISOString().slice(0, 16)}Z`;
  expect(await movesBy(key)).toEqual([minute(), "1 check, answered"]);
  expect(await movesBy(other)).toEqual([minute(), "2 checks, all answered"]);
  expect(shop.bank.requests).toHaveLength(1);
});

test("over HTTP what another's look-up brings that is under way has one's own time and the same words", async () => {
  const shop = await openShop();
  const keys = await Promise.all([1, 2, 3].map(() => shop.open({ santim: 10_000 })));
  const order = shop.bank.newOrder();
  const page = await bodyOf("beta", "verified", order.reference);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  shop.bank.misbehave(
    order,
    (socket, request) => void released.then(() => answer(200, page)(socket, request)),
  );
  const asked = keys.map(({ key }) => shop.ask("/api/verify-beta", { key, body: order.body }));
  await expect.poll(() => shop.bank.asked(order)).toBe(1);
  release();
  for (const { body } of await Promise.all(asked))
    expect([body.meta.source, body.meta.checked_at]).toEqual(["live", shop.now().toISOString()]);
  expect(shop.bank.asked(order)).toBe(1);
});

test("over HTTP whoever has all of its own places of a bank waits for one, whoever asked before", async () => {
  const shop = await openShop();
  const [{ key }, { key: other }] = [
    await shop.open({ santim: 10_000 }),
    await shop.open({ santim: 10_000 }),
  ];
  const release: (() => void)[] = [];
  const hang = () => {
    const order = shop.bank.newOrder();
    shop.bank.misbehave(order, (socket, request) => {
      release.push(
        () =>
          void bodyOf("beta", "verified", order.reference).then((page) => answer(200, page)(socket, request)),
      );
    });
    return shop.ask("/api/verify-beta", { key, body: order.body });
  };
  const [known, fresh] = [shop.bank.newOrder(), shop.bank.newOrder()];
  expect((await shop.ask("/api/verify-beta", { key: other, body: known.body })).status).toBe(200);
  const hanging = [hang(), hang(), hang()];
  await expect.poll(() => release.length).toBe(3);
  const answered: string[] = [];
  const asked = [known, fresh].map(async ({ body, reference }) => {
    const { status, body: told, headers } = await shop.ask("/api/verify-beta", { key, body });
    answered.push(reference);
    return { told: [status, told.meta.source], upstreamMs: upstreamMsIn(headers) };
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(answered).toEqual([]);
  for (const one of release) one();
  const waited = await Promise.all(asked);
  expect(waited.map(({ told }) => told)).toEqual(Array(2).fill([200, "live"]));
  expect((await Promise.all(hanging)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(shop.bank.asked(known)).toBe(1);
  // How long somebody else waited for a place is told to nobody.
  const third = await shop.open({ santim: 10_000 });
  const { headers } = await shop.ask("/api/verify-beta", { key: third.key, body: fresh.body });
  expect(shop.bank.asked(fresh)).toBe(1);
  expect(upstreamMsIn(headers)).toBeLessThan(waited[1]?.upstreamMs ?? 0);
});

const upstreamMsIn = (headers: Headers): number =>
  Number(/upstream;dur=([\d.]+)/.exec(headers.get("server-timing") ?? "")?.[1]);

test("over HTTP a bank that fails answers nobody what only somebody else has asked", async () => {
  const shop = await openShop();
  const [one, other, third] = await Promise.all([1, 2, 3].map(() => shop.open({ santim: 10_000 })));
  const [known, fresh, later] = [shop.bank.newOrder(), shop.bank.newOrder(), shop.bank.newOrder()];
  const ask = async (key: string | undefined, { body }: { readonly body: unknown }) => {
    const { code, body: said } = await shop.ask("/api/verify-beta", { ...(key && { key }), body });
    return code ?? said.meta.source;
  };
  expect(await ask(one?.key, known)).toBe("live");
  for (const order of [known, fresh]) shop.bank.misbehave(order, answer(500));
  expect([await ask(other?.key, fresh), await ask(other?.key, known)]).toEqual(
    Array(2).fill("provider_error"),
  );
  // Whoever has had it has it again.
  expect(await ask(one?.key, known)).toBe("cache");
  const asked = shop.bank.asked(known);
  expect(await ask(other?.key, later)).toBe("live");
  expect([await ask(third?.key, known), shop.bank.asked(known)]).toEqual(["live", asked]);
});

test("over HTTP nobody is told what the bank said more than ten minutes ago, whoever asked first", async () => {
  const shop = await openShop();
  const { key } = await shop.open({ santim: 10_000 });
  const { key: other } = await shop.open({ santim: 10_000 });
  const order = shop.bank.newOrder();
  const ask = async (withKey: string) =>
    (await shop.ask("/api/verify-beta", { body: order.body, key: withKey })).body.meta.source;
  expect(await ask(key)).toBe("live");
  shop.later(4 * minuteMs);
  expect(await ask(other)).toBe("live");
  shop.later(4 * minuteMs);
  expect(await ask(other)).toBe("cache");
  expect(shop.bank.asked(order)).toBe(1);
  shop.later(2 * minuteMs);
  expect(await ask(other)).toBe("live");
  expect(shop.bank.asked(order)).toBe(2);
});

test("over HTTP a caller with a key does not wait for the place of one without, who asked the same before", async () => {
  const shop = await openShop();
  const { key } = await shop.open({ santim: 10_000 });
  const release: (() => void)[] = [];
  const hang = () => {
    const order = shop.bank.newOrder();
    shop.bank.misbehave(order, (socket, request) => {
      release.push(
        () =>
          void bodyOf("beta", "verified", order.reference).then((page) => answer(200, page)(socket, request)),
      );
    });
    return shop.ask("/api/verify-beta", { body: order.body });
  };
  const hanging = [hang(), hang()];
  await expect.poll(() => release.length).toBe(2);
  const { body } = shop.bank.newOrder();
  const waiting = shop.ask("/api/verify-beta", { body });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const startedMs = performance.now();
  expect((await shop.ask("/api/verify-beta", { key, body })).status).toBe(200);
  expect(performance.now() - startedMs).toBeLessThan(2_000);
  for (const one of release) one();
  expect((await Promise.all([...hanging, waiting])).map(({ status }) => status)).toEqual([200, 200, 200]);
});

const openLookUps = (
  result: ReturnType<typeof ok<typeof verifiedReceipt>> | ReturnType<typeof fail>,
  upstreamMs: number,
) => {
  const entries = new Map<string, string>();
  const clock = { now: new Date("2026-11-15T09:00:00Z") };
  const now = () => clock.now;
  const cache = createReceiptCache({
    store: { get: async (name) => entries.get(name), set: async (name, value) => entries.set(name, value) },
    secret: "s".repeat(32),
    now,
    log: { warn: () => undefined },
  });
  const asked: (string | null)[] = [];
  const waits: number[] = [];
  const answers = createProviderAnswers();
  const upstream = createUpstream();
  onTestFinished(upstream.close);
  const lookUp = answers.noting(
    createLookUp({
      askProvider: async (_provider, _question, caller) => {
        asked.push(caller?.id ?? null);
        return { result, timings: { upstreamMs, parseMs: 10 }, providerMs: upstreamMs };
      },
      upstream,
      isAnswering: answers.isAnswering,
      cache,
      now,
      pause: async (ms) => waits.push(ms),
    }),
  );
  const [provider] = openProviders({ beta: settingsOf("beta") }, "full");
  const question = provider?.open({ reference: "DKF7ABCD12" });
  if (provider === undefined || !question?.ok) throw new Error("no question");
  const ask = (subject: string, isFresh = false) =>
    lookUp(provider, question.value, { asker: { subject, shareId: subject, isKeyed: false }, isFresh });
  return { ask, asked, waits, clock, recent: () => answers.of("beta").recent };
};

test.each([
  ["a receipt", ok(verifiedReceipt)],
  ["no receipt", fail("receipt_not_found")],
])("%s that somebody else asked for comes no sooner than the bank would answer", async (_, result) => {
  const { ask, asked, waits, recent } = openLookUps(result, 800);
  const [one, ...rest] = await Promise.all([ask("selam"), ask("hana"), ask("selam")]);
  const late = await ask("dawit");
  expect([...rest, late].map(({ source, timings }) => [source, timings])).toEqual(
    Array(3).fill(["live", { upstreamMs: expect.closeTo(800, -2), parseMs: 10 }]),
  );
  expect(one.result).toEqual(late.result);
  expect(asked).toEqual(["selam"]);
  expect(waits).toHaveLength(2);
  expect(waits.every((ms) => ms > 0 && ms <= 810)).toBe(true);
  expect((await ask("hana")).source).toBe("cache");
  expect(waits).toHaveLength(2);
  // The counts tell nobody either who had asked before.
  expect(recent()).toEqual(Array(3).fill("answered"));
});

test("nobody waits longer than five seconds for that, and the timing told is what was waited", async () => {
  const { ask, waits } = openLookUps(ok(verifiedReceipt), 20_000);
  await ask("selam");
  const { timings } = await ask("hana");
  expect(timings.upstreamMs + timings.parseMs).toBeCloseTo(5_000, -2);
  expect(waits.every((ms) => ms <= 5_000)).toBe(true);
});

test("asking afresh asks the bank again, and shares with nobody who did not", async () => {
  const { ask, asked } = openLookUps(ok(verifiedReceipt), 100);
  await ask("selam");
  await Promise.all([ask("selam", true), ask("hana")]);
  expect(asked).toEqual(["selam", "selam"]);
});
