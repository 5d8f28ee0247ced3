import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { bodyOf as documentOf } from "../support/bank.ts";
import { isFull, longTests } from "../support/extent.ts";
import { answer } from "../support/misbehaving-server.ts";
import { must, openShop, type Shop } from "../support/shop.ts";
import { databaseKinds } from "../support/temporary-store.ts";

const path = "/api/verify-beta";

const newMissing = async (shop: Shop) => {
  const order = shop.bank.newOrder();
  shop.bank.misbehave(order, answer(200, await documentOf("beta", "not-found", order.reference)));
  return order;
};

describe("whoever guesses references", () => {
  test("is refused after the eleventh miss in a row, free of charge, until the time it is told", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 10_000 });
    for (let miss = 0; miss < 11; miss += 1)
      expect((await shop.ask(path, { key, body: (await newMissing(shop)).body })).status).toBe(404);
    const { body } = shop.bank.newOrder();
    const refused = await shop.ask(path, { key, body });
    expect([refused.status, refused.code, refused.body.error.charged]).toEqual([
      429,
      "abnormal_usage",
      false,
    ]);
    expect(refused.headers.get("retry-after")).toBe("900");
    expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(10_000 - 11 * 500);
    shop.later(900_000);
    expect((await shop.ask(path, { key, body })).status).toBe(200);
  });

  test.each(databaseKinds)("on %s learns of many guesses at once what the first eleven say", async (kind) => {
    const shop = await openShop({ databaseKind: kind });
    const { key, account } = await shop.open({ santim: 200_000 });
    const orders = [];
    for (let n = 0; n < (isFull ? 200 : 60); n += 1) orders.push(await newMissing(shop));
    const told = await Promise.all(orders.map(({ body }) => shop.ask(path, { key, body })));
    expect(told.filter(({ status }) => status === 404)).toHaveLength(11);
    const withheld = told.filter(({ status }) => status !== 404);
    expect(withheld.filter(({ body }) => body.error.charged)).toEqual([]);
    // A slow machine refuses some before it asks the bank; they learn nothing either.
    const refused = withheld.filter(({ code }) => code !== "overloaded");
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["abnormal_usage"]));
    expect(refused.filter(({ headers }) => headers.get("retry-after") !== "900")).toEqual([]);
    const next = await shop.ask(path, { key, body: shop.bank.newOrder().body });
    expect([next.status, next.code]).toEqual([429, "abnormal_usage"]);
    // The balance may lack a hold that a busy database has not released yet. The ledger holds what was charged.
    const entries = must(await shop.accounts.ledgerOf(account, { limit: 50 }));
    expect(entries.filter(({ amountSantim }) => amountSantim < 0)).toHaveLength(11);
  });
});

longTests("a database that is away", () => {
  /** Another program holds the only writer's place. */
  const lock = async (shop: Shop) => {
    const file = shop.databaseUrl.slice("sqlite:".length);
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec("begin immediate");
    return () => other.exec("rollback");
  };

  test("before the question costs nothing and asks nobody", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 1_000 });
    const unlock = await lock(shop);
    for (const asking of [{ key }, {}, { key, headers: { "idempotency-key": "a" } }]) {
      const reply = await shop.ask(path, { ...asking, body: shop.bank.newOrder().body });
      expect([reply.status, reply.code, reply.body.error.charged]).toEqual([503, "overloaded", false]);
      expect(reply.headers.get("retry-after")).toBe("2");
    }
    expect((await shop.ask("/api/account", { key })).code).toBe("overloaded");
    unlock();
    expect(shop.bank.requests).toEqual([]);
    expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(1_000);
  });

  test("before the answer gives no verification away, and a copy of the request is charged once", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 1_000 });
    const order = shop.bank.newOrder();
    const document = await documentOf("beta", "verified", order.reference);
    const locked: (() => void)[] = [];
    shop.bank.misbehave(order, async (socket, request) => {
      locked.push(await lock(shop));
      answer(200, document)(socket, request);
    });
    const asking = { key, body: order.body, headers: { "idempotency-key": "a" } };
    const refused = await shop.ask(path, asking);
    expect([refused.status, refused.code]).toEqual([503, "overloaded"]);
    expect(refused.text).not.toContain("Verified");
    for (const unlock of locked) unlock();
    expect(must(await shop.accounts.ledgerOf(account, { limit: 10 }))).toHaveLength(1);

    // The claim and the hold end by themselves.
    shop.later(26_000);
    const copy = await shop.ask(path, asking);
    expect(copy.status).toBe(200);
    must(await shop.accounts.applyRetention());
    expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(500);
    expect(shop.bank.requests).toHaveLength(1);
  });
});
