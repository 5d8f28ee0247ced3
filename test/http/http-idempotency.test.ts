import { describe, expect, test } from "vitest";
import { ok } from "../../src/core/result.ts";
import { createIdempotency } from "../../src/http/idempotency/idempotency.ts";
import { bodyOf, startApi, verified } from "../support/api.ts";
import { bodyOf as documentOf } from "../support/bank.ts";
import { answer, type Behaviour } from "../support/misbehaving-server.ts";
import { must, openShop, type Shop } from "../support/shop.ts";
import { temporaryStore, testSecret } from "../support/temporary-store.ts";

const path = "/api/verify-beta";
const under = (key: string) => ({ "idempotency-key": key });

const balanceOf = async (shop: Shop, account: string) =>
  must(await shop.accounts.showAccount(account)).balanceSantim;

/** Answers as the bank would, once it is let. */
const heldBack = (document: Uint8Array) => {
  let release = () => {};
  let reached = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const behave: Behaviour = (socket, request) => {
    reached();
    void released.then(() => answer(200, document)(socket, request));
  };
  return { behave, asked, release: () => release() };
};

describe("a repeated request", () => {
  test("is answered with the first one's bytes and charged once, also a day later and for what was not found", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 5_000 });
    // Too old to appear any more.
    const missing = shop.bank.newOrder("DKA1AB2CD3");
    shop.bank.misbehave(missing, answer(200, await documentOf("beta", "not-found", missing.reference)));
    for (const [number, order] of [shop.bank.newOrder(), missing].entries()) {
      const headers = under(`order-${number}`);
      const first = await shop.ask(path, { key, body: order.body, headers });
      expect(first.headers.get("idempotent-replayed")).toBeNull();
      shop.later(23 * 3_600_000);
      const copy = await shop.ask(path, { key, body: order.body, headers });
      expect([copy.status, copy.text]).toEqual([first.status, first.text]);
      expect(copy.headers.get("idempotent-replayed")).toBe("true");
      expect(copy.headers.get("content-type")).toBe(first.headers.get("content-type"));
      expect(copy.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
      expect(await balanceOf(shop, account)).toBe(5_000 - 500 * (number + 1));
    }
    expect(shop.bank.requests).toHaveLength(2);
  });

  test("runs once of all its parallel copies; each other one hears so or has the same bytes", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 5_000 });
    const orders = Array.from({ length: 6 }, () => shop.bank.newOrder());
    const replies = await Promise.all(
      orders.map(({ body }, order) =>
        Promise.all(
          Array.from({ length: 6 }, () => shop.ask(path, { key, body, headers: under(`order-${order}`) })),
        ),
      ),
    );
    for (const copies of replies) {
      const answered = copies.filter(({ status }) => status === 200);
      expect(answered.length).toBeGreaterThan(0);
      expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
      for (const copy of copies.filter(({ status }) => status !== 200)) {
        expect([copy.status, copy.code, copy.body.error.retryable]).toEqual([
          409,
          "request_in_progress",
          true,
        ]);
        expect(copy.headers.get("retry-after")).toBe("1");
      }
    }
    expect(shop.bank.requests).toHaveLength(6);
    expect(await balanceOf(shop, account)).toBe(5_000 - 6 * 500);
  });

  test("with another body is refused, with the same members in another order it is the same", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 5_000 });
    const { body } = shop.bank.newOrder();
    const expect48 = { ...body, expect: { amount: "1.00", max_age_hours: 48 } };
    const shuffled = { expect: { max_age_hours: 48, amount: "1.00" }, ...body };
    const first = await shop.ask(path, { key, body: expect48, headers: under("a") });
    expect((await shop.ask(path, { key, body: shuffled, headers: under("a") })).text).toBe(first.text);
    const other = await shop.ask(path, { key, body, headers: under("a") });
    expect([other.status, other.code, other.body.error.param]).toEqual([
      422,
      "idempotency_key_reused",
      "Idempotency-Key",
    ]);
    expect(await balanceOf(shop, account)).toBe(4_500);
  });

  test("is another one for another account or endpoint, and is not known without a key", async () => {
    const shop = await openShop();
    const [one, other] = [await shop.open({ santim: 5_000 }), await shop.open({ santim: 5_000 })];
    const { body, reference } = shop.bank.newOrder();
    const headers = under("a");
    const first = await shop.ask(path, { key: one.key, body, headers });
    const foreign = await shop.ask(path, { key: other.key, body, headers });
    expect(foreign.headers.get("idempotent-replayed")).toBeNull();
    expect(foreign.text).not.toBe(first.text);
    const elsewhere = await shop.ask("/api/verify", { key: one.key, body: { text: reference }, headers });
    expect(elsewhere.headers.get("idempotent-replayed")).toBeNull();
    expect(await balanceOf(shop, one.account)).toBe(4_000);
    expect(await balanceOf(shop, other.account)).toBe(4_500);

    const remaining = [];
    for (let copy = 0; copy < 2; copy += 1)
      remaining.push((await shop.ask(path, { body, headers })).body.meta.billing);
    expect(remaining).toEqual([
      { counted: true, remaining: 4 },
      { counted: true, remaining: 3 },
    ]);
  });

  test("runs again after a failure of ours or the bank's, or for want of money", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 500 });
    const order = shop.bank.newOrder();
    const asking = { key, body: order.body, headers: under("a") };
    shop.bank.misbehave(order, answer(200, Buffer.from("<html><body>Hello</body></html>")));
    expect((await shop.ask(path, asking)).code).toBe("provider_format_changed");
    shop.bank.misbehave(order, answer(200, await documentOf("beta", "verified", order.reference)));
    expect((await shop.ask(path, asking)).status).toBe(200);

    const next = { ...asking, body: shop.bank.newOrder().body, headers: under("b") };
    expect((await shop.ask(path, next)).status).toBe(402);
    must(await shop.accounts.topUp(account, 500, "test"));
    expect((await shop.ask(path, next)).status).toBe(200);
    expect(await balanceOf(shop, account)).toBe(0);
  });

  test("under a key that is no key is refused", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 5_000 });
    const { body } = shop.bank.newOrder();
    for (const bad of ["", "x".repeat(256), "two words"]) {
      const reply = await shop.ask(path, { key, body, headers: under(bad) });
      expect([reply.status, reply.code, reply.body.error.param]).toEqual([
        400,
        "parameter_invalid",
        "Idempotency-Key",
      ]);
    }
    expect(await balanceOf(shop, account)).toBe(5_000);
  });
});

describe("a process that dies or stalls", () => {
  test("holds the key while it lives, and frees it when it is gone", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 5_000 });
    const { body } = shop.bank.newOrder();
    const now = () => new Date("2026-11-15T07:21:30Z");
    const lease = { id: "another", expires_at: now().getTime() + 25_000 };
    await shop.store.db.insertInto("process_lease").values(lease).execute();
    const another = createIdempotency({
      store: shop.store,
      secret: testSecret,
      leaseId: () => lease.id,
      now,
    });
    const request = { account, mode: "live", endpoint: path, key: "a", body, deadlineMs: 15_000 } as const;
    must(await another.begin(request));

    const asking = { key, body, headers: under("a") };
    expect((await shop.ask(path, asking)).code).toBe("request_in_progress");
    await shop.store.db.deleteFrom("process_lease").where("id", "=", lease.id).execute();
    expect((await shop.ask(path, asking)).status).toBe(200);
    expect(await balanceOf(shop, account)).toBe(4_500);
  });

  test("and answers after a copy took the key charges nothing and gives nothing away", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 5_000 });
    const order = shop.bank.newOrder();
    const held = heldBack(await documentOf("beta", "verified", order.reference));
    shop.bank.misbehave(order, held.behave);
    const late = shop.ask(path, { key, body: order.body, headers: under("a") });
    await held.asked;
    await shop.store.db.updateTable("idempotency").set({ token: "of the copy" }).execute();
    held.release();
    expect((await late).code).toBe("request_in_progress");
    expect(await balanceOf(shop, account)).toBe(5_000);
    expect(must(await shop.accounts.ledgerOf(account, { limit: 10 }))).toHaveLength(1);
  });
});

test("a picture that shows another amount of the same receipt is another request", async () => {
  const now = () => new Date("2026-11-15T09:00:00Z");
  const { store } = await temporaryStore(now);
  const account = { id: "acc_1", tier: "balance" as const };
  const api = await startApi({
    idempotency: createIdempotency({ store, secret: testSecret, leaseId: () => null, now }),
    keys: { k: { mode: "live", account } },
    answer: async () => ({ ...verified(), billing: null }),
    scanPicture: async (bytes, { detect }) =>
      ok({
        kind: "print" as const,
        detection: detect(Buffer.from(bytes).toString()),
        needsConfirmation: false,
        link: null,
      }),
  });
  const send = async (amount: string) => {
    const form = new FormData();
    form.append(
      "image",
      new Blob([`You have received ETB ${amount}. Transaction number DKF7ABCD12.`]),
      "a.png",
    );
    const headers = { "x-api-key": "k", "idempotency-key": "order-7" };
    return fetch(`${api.url}/api/upload`, { method: "POST", body: form, headers });
  };
  expect((await send("1,250.00")).status).toBe(200);
  expect((await send("1,250.00")).headers.get("idempotent-replayed")).toBe("true");
  const other = await send("12,500.00");
  expect([other.status, (await bodyOf(other)).error.code]).toEqual([422, "idempotency_key_reused"]);
  await api.close();
});
