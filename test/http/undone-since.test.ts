import { describe, expect, test } from "vitest";
import { minuteMs } from "../../src/core/time.ts";
import { type BankOrder, bodyOf } from "../support/bank.ts";
import { answer } from "../support/misbehaving-server.ts";
import { openShop, type Shop } from "../support/shop.ts";

const reversedAt = async (shop: Shop, label: "alpha" | "zeta", order: BankOrder): Promise<void> => {
  shop.bankOf(label).misbehave(order, answer(200, await bodyOf(label, "reversed", order.reference)));
  shop.later(minuteMs);
};

const entriesOf = async ({ store }: Shop, account: string) => {
  const rows = await store.db
    .selectFrom("receipt_history")
    .select(["verdict", "is_undone", "takings"])
    .where("account_id", "=", account)
    .where("verdict", "=", "verified")
    .execute();
  return rows.map(({ is_undone: isUndone, takings }) => [isUndone, takings]);
};

describe("a receipt that its bank has called undone", () => {
  test("is not told as verified from the cache by another question of the same shop", async () => {
    const shop = await openShop({ banks: ["alpha"] });
    const { key, account } = await shop.open({ santim: 100_000 });
    const order = shop.bankOf("alpha").newOrder();
    const ask = async (accountNumber: string) => {
      const { status, body } = await shop.ask("/api/verify-alpha", {
        key,
        body: { ...order.body, accountNumber },
      });
      return [status, body.error?.receipt_status ?? body.data?.status];
    };
    expect(await ask("1000200008765")).toEqual([200, "Verified"]);
    await reversedAt(shop, "alpha", order);
    expect(await ask("1000200004321")).toEqual([422, "Reversed"]);
    shop.later(minuteMs);
    expect(await ask("1000200008765")).toEqual([422, "Reversed"]);
    expect(await entriesOf(shop, account)).toEqual([[1, "others"]]);
  });

  test("is not told as verified from the cache of another caller, though the shop never saw it", async () => {
    const shop = await openShop({ banks: ["alpha"] });
    const [payer, merchant] = [await shop.open({ santim: 100_000 }), await shop.open({ santim: 100_000 })];
    const order = shop.bankOf("alpha").newOrder();
    const ask = async (key: string, accountNumber: string) =>
      (await shop.ask("/api/verify-alpha", { key, body: { ...order.body, accountNumber } })).status;
    expect(await ask(payer.key, "1000200008765")).toBe(200);
    await reversedAt(shop, "alpha", order);
    expect(await ask(merchant.key, "1000200004321")).toBe(422);
    shop.later(minuteMs);
    expect(await ask(merchant.key, "1000200008765")).toBe(422);
  });

  test("is not told as verified from the cache to a shop that never asked, nor to a guest who did", async () => {
    const shop = await openShop({ banks: ["alpha"] });
    const [hears, asks] = [await shop.open({ santim: 100_000 }), await shop.open({ santim: 100_000 })];
    const order = shop.bankOf("alpha").newOrder();
    const ask = async (accountNumber: string, key?: string) => {
      const body = { ...order.body, accountNumber };
      return (await shop.ask("/api/verify-alpha", { body, ...(key && { key }) })).status;
    };
    expect(await ask("1000200008765")).toBe(200);
    await reversedAt(shop, "alpha", order);
    expect(await ask("1000200004321", hears.key)).toBe(422);
    shop.later(minuteMs);
    expect(await ask("1000200008765", asks.key)).toBe(422);
    expect(await ask("1000200008765")).toBe(422);
  });

  test("is told from the cache again once its bank shows it as completed", async () => {
    const shop = await openShop({ banks: ["alpha"] });
    const { key } = await shop.open({ santim: 100_000 });
    const bank = shop.bankOf("alpha");
    const order = bank.newOrder();
    const ask = async () => {
      const { status, body } = await shop.ask("/api/verify-alpha", { key, body: order.body });
      return [status, body.meta?.source];
    };
    await reversedAt(shop, "alpha", order);
    expect((await ask())[0]).toBe(422);
    bank.misbehave(order, answer(200, await bodyOf("alpha", "verified", order.reference)));
    shop.later(minuteMs);
    expect(await ask()).toEqual([200, "live"]);
    shop.later(minuteMs);
    expect(await ask()).toEqual([200, "cache"]);
  });

  test("is not told as verified by a slow answer that the bank gave before", async () => {
    const shop = await openShop({ banks: ["alpha"] });
    const { key, account } = await shop.open({ santim: 100_000 });
    const bank = shop.bankOf("alpha");
    const order = bank.newOrder();
    const ask = async (accountNumber: string) =>
      (await shop.ask("/api/verify-alpha", { key, body: { ...order.body, accountNumber } })).status;
    const [good, bad] = await Promise.all([
      bodyOf("alpha", "verified", order.reference),
      bodyOf("alpha", "reversed", order.reference),
    ]);
    let giveSlowly = () => {};
    const isHeard = new Promise<void>((heard) => {
      bank.misbehave(order, (socket, request) => {
        if (request.turn > 1) return answer(200, bad)(socket, request);
        giveSlowly = () => answer(200, good)(socket, request);
        heard();
      });
    });
    const slow = ask("1000200008765");
    await isHeard;
    shop.later(1_000);
    expect(await ask("1000200004321")).toBe(422);
    giveSlowly();
    expect(await slow).toBe(422);
    expect(await entriesOf(shop, account)).toEqual([[1, "others"]]);
  });

  test("is noted as undone where its link hides its reference", async () => {
    const shop = await openShop({ banks: ["zeta"] });
    const { key, account } = await shop.open({ santim: 100_000 });
    const order = shop.bankOf("zeta").newOrder();
    const ask = async () => (await shop.ask("/api/verify-zeta", { key, body: order.body })).status;
    expect(await ask()).toBe(200);
    await reversedAt(shop, "zeta", order);
    shop.later(10 * minuteMs);
    expect(await ask()).toBe(422);
    expect(await entriesOf(shop, account)).toEqual([[1, "others"]]);
  });

  test("is proven by no link any more, and by no new one", async () => {
    const shop = await openShop({ banks: ["alpha"] });
    const { key, account } = await shop.open({ santim: 100_000 });
    const order = shop.bankOf("alpha").newOrder();
    expect((await shop.ask("/api/verify-alpha", { key, body: order.body })).status).toBe(200);
    const prove = () =>
      shop.accounts.createProof(account, {
        by: { kind: "operator" },
        of: { provider: "alpha", reference: order.reference },
        amountSantim: 125_000,
        receiver: "H*** M***",
        bank: "TEST alpha bank",
        paidAt: null,
        checkedAt: shop.now(),
      });
    const made = await prove();
    const id = made.ok ? made.value.id : "";
    expect(await shop.accounts.readProof(id)).toMatchObject({ value: { kind: "proof" } });
    await reversedAt(shop, "alpha", order);
    shop.later(10 * minuteMs);
    expect((await shop.ask("/api/verify-alpha", { key, body: order.body })).status).toBe(422);
    expect(await shop.accounts.readProof(id)).toMatchObject({ value: { kind: "gone" } });
    expect(await prove()).toMatchObject({ error: { code: "receipt_undone" } });
  });
});
