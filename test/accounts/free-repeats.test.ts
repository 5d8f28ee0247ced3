import { describe, expect, test } from "vitest";
import type { Caller, DefinitiveAnswer } from "../../src/accounts/accounts.ts";
import { bodyOf as documentOf } from "../support/bank.ts";
import {
  askFor,
  codeOf,
  granted,
  missed,
  openBooks,
  selam,
  shop,
  untilThereIsRoom,
  verified,
} from "../support/books.ts";
import { answer } from "../support/misbehaving-server.ts";
import { must, openShop } from "../support/shop.ts";
import { databaseKinds } from "../support/temporary-store.ts";

/** A receipt that may still appear, or is pending, is asked for again at no charge, for half an hour. */

const minuteMs = 60_000;
const notYet: DefinitiveAnswer = { ...missed, mayChange: true };
const pending: DefinitiveAnswer = { ...missed, verdict: "receipt_not_completed", mayChange: true };
const freeMax = 30;

describe.each(databaseKinds)("a repeat on %s", (kind) => {
  test.each([
    ["a key", notYet],
    ["a key", pending],
    ["an address", notYet],
    ["a chat", pending],
  ] as const)("of %s is free for half an hour from the counted answer on", async (whose, first) => {
    const { verify, pass, reserve, openAccount } = await openBooks(kind);
    const { caller: key } = await openAccount(5_000);
    const caller: Caller = whose === "a key" ? key : whose === "a chat" ? selam : shop;
    const counted = async (said: DefinitiveAnswer) => (await verify(caller, said)).billing.counted;
    expect(await counted(first)).toBe(true);
    pass(15 * minuteMs);
    expect(await counted(first)).toBe(false);
    pass(15 * minuteMs - 1);
    expect((await reserve(caller)).followsMiss).toBe(true);
    pass(1);
    expect(await counted(first)).toBe(true);
  });

  test("is of the same question of the same caller alone, and of what may still change alone", async () => {
    const { verify, openAccount } = await openBooks(kind);
    const [mine, theirs] = [await openAccount(50_000), await openAccount(50_000)];
    const counted = async (caller: Caller, said: DefinitiveAnswer, number: number) =>
      (await verify(caller, said, askFor(number))).billing.counted;
    expect(await counted(mine.caller, notYet, 1)).toBe(true);
    expect(await counted(mine.caller, notYet, 2)).toBe(true);
    expect(await counted(theirs.caller, notYet, 1)).toBe(true);
    expect(await counted(shop, notYet, 1)).toBe(true);
    const elsewhere = { kind: "address", address: "203.0.113.8" } as const;
    expect(await counted(elsewhere, notYet, 1)).toBe(true);
    for (const definitive of [missed, verified(3), { ...missed, verdict: "receipt_mismatch" } as const])
      for (const _ of [1, 2]) expect(await counted(mine.caller, definitive, 3)).toBe(true);
  });

  test("is free for whoever else of the account asks, by chat or key", async () => {
    const { accounts, verify, openAccount } = await openBooks(kind);
    const { id, caller } = await openAccount(5_000);
    const { code } = granted(await accounts.createLinkCode(id, "staff"));
    granted(await accounts.redeemLinkCode(code, 4711, "Hana"));
    expect((await verify(selam, notYet)).billing.counted).toBe(true);
    expect((await verify(caller, notYet)).billing).toMatchObject({ counted: false, balanceSantim: 4_500 });
    expect((await verify(selam, verified())).billing.counted).toBe(false);
  });

  test("of an address is free across midnight, and when its day is used up", async () => {
    const { accounts, verify } = await openBooks(kind, "2026-11-15T20:50:00Z");
    for (let number = 1; number <= 5; number++) await verify(shop, notYet, askFor(number));
    expect((await verify(shop, notYet, askFor(5))).billing).toMatchObject({
      counted: false,
      quota: { remaining: 0 },
    });
    expect(codeOf(await accounts.reserve(shop, askFor(6)))).toBe("daily_quota_exceeded");
    const next = await openBooks(kind, "2026-11-15T20:50:00Z");
    expect((await next.verify(shop, notYet)).billing.counted).toBe(true);
    next.pass(20 * minuteMs);
    expect((await next.verify(shop, notYet)).billing).toMatchObject({
      counted: false,
      quota: { remaining: 5 },
    });
  });

  test("is free so often and no oftener, of two hundred at once in two processes", async () => {
    const books = await openBooks(kind);
    const besides = await books.openBeside();
    const { id, caller } = await books.openAccount(101 * 500);
    await books.verify(caller, notYet);
    const settled = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const accounts = n % 2 === 0 ? books.accounts : besides;
        const reserved = await untilThereIsRoom(() => accounts.reserve(caller, askFor()));
        return reserved.ok ? untilThereIsRoom(() => accounts.commit(reserved.value, notYet)) : reserved;
      }),
    );
    const paid = settled.filter((one) => one.ok && one.value.billing.counted).length;
    const free = settled.filter((one) => one.ok && !one.value.billing.counted).length;
    const refusals = new Set(settled.flatMap((one) => (one.ok ? [] : [one.error.code])));
    const { balanceSantim } = granted(await books.accounts.showAccount(id));
    expect(free).toBe(freeMax);
    expect(balanceSantim).toBe((100 - paid) * 500);
    // Whoever repeats more than that guesses, and is stopped by that as well; nor may so many be under way at once.
    for (const code of refusals)
      expect(["abnormal_usage", "balance_exhausted", "rate_limited"]).toContain(code);
    expect(granted(await books.accounts.ledgerOf(id, { limit: 200 }))).toHaveLength(paid + 2);
  });

  test("is no guess, and what is found at last ends a row of misses", async () => {
    const { accounts, verify, openAccount } = await openBooks(kind);
    const { caller } = await openAccount(100 * 500);
    for (let number = 1; number <= 10; number++) await verify(caller, notYet, askFor(number));
    for (let again = 0; again < 20; again++) await verify(caller, notYet, askFor(1));
    expect((await verify(caller, verified(1), askFor(1))).billing.counted).toBe(false);
    for (let number = 11; number <= 20; number++) await verify(caller, notYet, askFor(number));
    expect(codeOf(await accounts.reserve(caller, askFor(21)))).toBe("ok");
    await verify(caller, notYet, askFor(21));
    expect(codeOf(await accounts.reserve(caller, askFor(1)))).toBe("abnormal_usage");
  });

  test("is forgotten when its time is over, and with its account", async () => {
    const { accounts, store, verify, pass, openAccount } = await openBooks(kind);
    const rows = () => store.db.selectFrom("free_repeat").selectAll().execute();
    const { id, caller } = await openAccount(5_000);
    await verify(caller, notYet);
    await verify(shop, notYet);
    expect(await rows()).toHaveLength(2);
    granted(await accounts.erase({ account: id }));
    expect(await rows()).toHaveLength(1);
    pass(30 * minuteMs);
    granted(await accounts.applyRetention());
    expect(await rows()).toEqual([]);
  });
});

describe("over HTTP, a receipt that may still appear", () => {
  const path = "/api/verify-beta";
  const under = (key: string) => ({ "idempotency-key": key });

  test.each([
    ["not-found", 404],
    ["pending", 422],
  ] as const)(
    "(%s) is asked for afresh, free, and never out of the cache or an Idempotency-Key",
    async (fixture, status) => {
      const shopOf = await openShop();
      const { key, account } = await shopOf.open({ santim: 5_000 });
      const order = shopOf.bank.newOrder();
      const answerWith = async (name: string) =>
        shopOf.bank.misbehave(order, answer(200, await documentOf("beta", name, order.reference)));
      const asking = { key, body: order.body, headers: under("a") };
      const balance = async () => must(await shopOf.accounts.showAccount(account)).balanceSantim;

      await answerWith(fixture);
      const first = await shopOf.ask(path, asking);
      expect([first.status, first.body.error.retryable, first.body.error.charged]).toEqual([
        status,
        true,
        true,
      ]);
      const again = await shopOf.ask(path, asking);
      expect([again.status, again.body.error.charged, again.headers.get("idempotent-replayed")]).toEqual([
        status,
        false,
        null,
      ]);
      expect(shopOf.bank.asked(order)).toBe(2);
      expect(await balance()).toBe(4_500);

      await answerWith("verified");
      const found = await shopOf.ask(path, asking);
      expect([found.status, found.body.meta.billing, found.body.meta.source]).toEqual([
        200,
        { charged_minor: 0, balance_minor: 4_500 },
        "live",
      ]);
      const copy = await shopOf.ask(path, asking);
      expect([copy.text, copy.headers.get("idempotent-replayed")]).toEqual([found.text, "true"]);
      expect(shopOf.bank.asked(order)).toBe(3);
      expect(await balance()).toBe(4_500);
    },
  );

  test("is free for an address, which may have nothing else left", async () => {
    const shopOf = await openShop();
    const order = shopOf.bank.newOrder();
    shopOf.bank.misbehave(order, answer(200, await documentOf("beta", "not-found", order.reference)));
    expect((await shopOf.ask(path, { body: order.body })).headers.get("ratelimit")).toContain("r=4;");
    for (let used = 0; used < 4; used++) await shopOf.ask(path, { body: shopOf.bank.newOrder().body });
    expect((await shopOf.ask(path, { body: shopOf.bank.newOrder().body })).code).toBe("daily_quota_exceeded");
    const again = await shopOf.ask(path, { body: order.body });
    expect([again.code, again.body.error.charged]).toEqual(["receipt_not_found", false]);
    expect(again.headers.get("ratelimit")).toContain("r=0;");
  });

  test("is asked for again by a copy of its batch, which has all else as it was kept", async () => {
    const shopOf = await openShop();
    const { key, account } = await shopOf.open({ santim: 5_000 });
    const [good, early] = [shopOf.bank.newOrder(), shopOf.bank.newOrder()];
    shopOf.bank.misbehave(early, answer(200, await documentOf("beta", "not-found", early.reference)));
    const body = { items: [{ text: good.reference }, { provider: "beta", ...early.body }] };
    const send = async () => {
      const reply = await shopOf.ask("/api/verify/batch", { key, body, headers: under("batch") });
      const { results } = JSON.parse(reply.text);
      return { results, isReplay: reply.headers.get("idempotent-replayed") === "true" };
    };
    const first = await send();
    const second = await send();
    expect(second.isReplay).toBe(false);
    expect(second.results[0]).toEqual(first.results[0]);
    expect(second.results[1]).toMatchObject({ http_status: 404, error: { charged: false } });
    shopOf.bank.misbehave(early, answer(200, await documentOf("beta", "verified", early.reference)));
    const third = await send();
    expect(third.results.map((one: { http_status: number }) => one.http_status)).toEqual([200, 200]);
    expect(await send()).toEqual({ results: third.results, isReplay: true });
    expect(must(await shopOf.accounts.showAccount(account)).balanceSantim).toBe(4_000);
  });
});
