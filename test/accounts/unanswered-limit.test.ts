import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { bodyOf as documentOf } from "../support/bank.ts";
import { askFor, codeOf, granted, missed, openBooks, untilThereIsRoom, verified } from "../support/books.ts";
import { botMessages, openBotWorld, verified as reading } from "../support/bot-world.ts";
import { isFull, longTest } from "../support/extent.ts";
import { answer } from "../support/misbehaving-server.ts";
import { must, openShop, type Shop } from "../support/shop.ts";
import { databaseKinds } from "../support/temporary-store.ts";

/** A caller has so many look-ups in an hour that a bank leaves unanswered; answered ones are never counted among them. */

const hourMs = 3_600_000;

const askBroken = async (shop: Shop, key?: string) => {
  const order = shop.bank.newOrder();
  shop.bank.misbehave(order, answer(500));
  return shop.ask("/api/verify-beta", { ...(key && { key }), body: order.body });
};

test("over HTTP thirty with a key and ten without, then a clear 429 that costs nothing, until the hour is over", async () => {
  const shop = await openShop();
  const { key, account } = await shop.open({ santim: 50_000 });
  for (const [caller, most] of [
    [key, 30],
    [undefined, 10],
  ] as const) {
    for (let n = 0; n < most; n += 1) expect((await askBroken(shop, caller)).code).toBe("provider_error");
    const asked = shop.bank.requests.length;
    const refused = await askBroken(shop, caller);
    expect([refused.status, refused.code, refused.body.error.charged]).toEqual([429, "rate_limited", false]);
    expect(refused.body.error.message).toContain("got no answer from a bank");
    expect(refused.body.error.hint).toMatch(/^Nothing was charged.*Check again in \d+ minutes/);
    const waitSeconds = Number(refused.headers.get("retry-after"));
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(3_600);
    expect(shop.bank.requests.length).toBe(asked);
  }
  expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(50_000);
  const other = await shop.open({ santim: 5_000 });
  expect(
    (await shop.ask("/api/verify-beta", { key: other.key, body: shop.bank.newOrder().body })).status,
  ).toBe(200);
  shop.later(hourMs);
  for (const caller of [{ key }, {}])
    expect((await shop.ask("/api/verify-beta", { ...caller, body: shop.bank.newOrder().body })).status).toBe(
      200,
    );
});

test("over HTTP a bank that leaves all of them unanswered keeps nobody from asking another bank", async () => {
  const shop = await openShop({ banks: ["iota"] });
  const { key } = await shop.open({ santim: 50_000 });
  for (let n = 0; n < 31; n += 1) await askBroken(shop, key);
  expect((await askBroken(shop, key)).code).toBe("rate_limited");
  const body = shop.bankOf("iota").newOrder().body;
  expect((await shop.ask("/api/verify-iota", { key, body })).status).toBe(200);
});

longTest(
  "over HTTP a receipt that cannot be read is one of them, and makes the bank's status no worse",
  async () => {
    const shop = await openShop();
    const { key } = await shop.open();
    const order = shop.bank.newOrder();
    // As a payer can bring it about, by a name that reads like a label.
    const page = Buffer.from(await documentOf("beta", "verified", order.reference)).toString();
    const odd = page.replaceAll("SELAM GETACHEW ALEMU", "x/Settled Amount");
    shop.bank.misbehave(order, answer(200, Buffer.from(odd)));
    const ask = async () => (await shop.ask("/api/verify-beta", { key, body: order.body })).code;
    for (let n = 0; n < 30; n += 1) expect(await ask()).toBe("provider_format_changed");
    expect([await ask(), shop.bank.asked(order)]).toEqual(["rate_limited", 30]);
    const status = await (await fetch(`${shop.url}/status`)).text();
    expect(status).not.toContain("✕");
  },
);

longTest("over HTTP a burst that is answered is never refused for it", async () => {
  const shop = await openShop();
  const { key } = await shop.open({ santim: 100_000 });
  const orders = Array.from({ length: isFull ? 60 : 40 }, () => shop.bank.newOrder());
  const seen = await Promise.all(orders.map(({ body }) => shop.ask("/api/verify-beta", { key, body })));
  // The bank takes eight at once; who waited too long for that may ask again.
  for (const { code } of seen) expect([undefined, "overloaded"]).toContain(code);
  for (const [n, { body }] of orders.entries())
    if (seen[n]?.code === "overloaded")
      expect((await shop.ask("/api/verify-beta", { key, body })).status).toBe(200);
});

describe.each(databaseKinds)("look-ups without an answer on %s", (kind) => {
  test("are exactly thirty of 200 at once in two processes, and answered ones make room", async () => {
    const books = await openBooks(kind);
    const { accounts, openAccount, pass } = books;
    const besides = await books.openBeside();
    const { caller } = await openAccount(1_000_000);
    const reserveAll = () =>
      Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          untilThereIsRoom(() => (n % 2 ? accounts : besides).reserve(caller, askFor(n))),
        ),
      );
    const reserved = await reserveAll();
    const held = reserved.flatMap((one) => (one.ok ? [one.value] : []));
    expect(held).toHaveLength(30);
    expect(new Set(reserved.map(codeOf))).toEqual(new Set(["ok", "rate_limited"]));
    for (const [n, one] of held.entries()) {
      if (n < 10) granted(await accounts.void(one, { isUnanswered: true }));
      else if (n < 20) granted(await accounts.void(one));
      else granted(await accounts.commit(one, n % 2 ? missed : verified(n)));
      // A second word about the same look-up changes nothing.
      granted(await accounts.void(one));
    }
    const again = (await reserveAll()).flatMap((one) => (one.ok ? [one.value] : []));
    expect(again).toHaveLength(20);
    for (const one of again) granted(await accounts.void(one, { isUnanswered: true }));
    expect(codeOf(await accounts.reserve(caller, askFor(1)))).toBe("rate_limited");
    pass(hourMs);
    expect(codeOf(await accounts.reserve(caller, askFor(1)))).toBe("ok");
    pass(2 * hourMs);
    granted(await accounts.applyRetention());
    expect(await books.store.db.selectFrom("unanswered_hour").selectAll().execute()).toEqual([]);
  });

  test("of a process that is gone are none, and a test key's are not counted", async () => {
    const books = await openBooks(kind);
    const { accounts, openAccount, pass } = books;
    const { caller } = await openAccount(1_000_000);
    for (let n = 0; n < 30; n += 1) await books.reserve(caller, askFor(n));
    expect(codeOf(await accounts.reserve(caller, askFor(99)))).toBe("rate_limited");
    pass(60_000);
    expect(codeOf(await accounts.reserve(caller, askFor(99)))).toBe("ok");
    const { caller: tester } = await openAccount(0, "test");
    for (let n = 0; n < 40; n += 1) await books.reserve(tester, askFor(n, "test"));
  });
});

describe.each(databaseKinds)("retries of look-ups without an answer on %s", (kind) => {
  test("leave the caller's own questions their thirty places, and have eight times as many", async () => {
    const books = await openBooks(kind);
    const { accounts, openAccount, pass } = books;
    const { caller } = await openAccount(1_000_000);
    const again = async (number: number) =>
      codeOf(await accounts.reserve(caller, { ...askFor(number), isRetry: true }));
    for (let n = 0; n < 240; n += 1) expect(await again(n % 30)).toBe("ok");
    expect(await again(1)).toBe("rate_limited");
    for (let n = 0; n < 30; n += 1) expect(codeOf(await accounts.reserve(caller, askFor(n)))).toBe("ok");
    expect(codeOf(await accounts.reserve(caller, askFor(31)))).toBe("rate_limited");
    pass(hourMs);
    expect([await again(1), codeOf(await accounts.reserve(caller, askFor(1)))]).toEqual(["ok", "ok"]);
  });
});

test("in a chat receipts that wait through an outage keep nobody from asking once the bank answers", async () => {
  const world = await openBotWorld();
  world.answers.give = () => fail("provider_timeout");
  await world.selam.say("DKF1AB2CD1 DKF1AB2CD2");
  await botMessages(world, 2, ({ text }) => text.startsWith("⏳"));
  const waiting = () => world.store.db.selectFrom("retry").select(["attempts", "due_at"]).execute();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const due = (await waiting()).map(({ due_at: dueAt }) => dueAt);
    world.clock.now = new Date(Math.max(...due));
    await expect
      .poll(async () => (await waiting()).map(({ attempts }) => attempts))
      .toEqual([attempt, attempt]);
  }
  expect(world.asked).toHaveLength(12);
  world.answers.give = (question) => ok(reading({ transaction_reference: question.split(" ").at(-1) ?? "" }));
  await world.selam.say("DKF1AB2CD3");
  const said = await botMessages(world, 3);
  expect(said.at(-1)?.text).toMatch(/^❓ [\s\S]*DKF1AB2CD3/);
  world.clock.now = new Date(Math.max(...(await waiting()).map(({ due_at: dueAt }) => dueAt)));
  const all = await botMessages(world, 5);
  expect(all.slice(-2).every(({ text }) => text.startsWith("❓"))).toBe(true);
});

test("in a chat the eleventh look-up without an answer says what to do next, and asks no bank", async () => {
  const world = await openBotWorld({ firstRetryMs: 10 * hourMs });
  world.answers.give = () => fail("provider_timeout");
  for (let n = 0; n < 10; n += 1) {
    await world.selam.say(`DKF1AB2CD${n}`);
    await botMessages(world, n + 1, ({ text }) => text.startsWith("⏳"));
  }
  await world.selam.say("DKF1AB2CDX");
  const said = await botMessages(world, 11);
  expect(said.at(-1)?.text).toContain("got no answer from a bank");
  expect(said.at(-1)?.text).toMatch(/Check again in \d+ minutes/);
  expect(world.asked).toHaveLength(10);
});
