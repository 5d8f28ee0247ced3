import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { minuteMs } from "../../src/core/time.ts";
import { bodyOf as documentOf } from "../support/bank.ts";
import { answer } from "../support/misbehaving-server.ts";
import { type Asked, must, openShop } from "../support/shop.ts";

const topUpTerms = {
  accounts: [{ provider: "beta", account: "0911008765", name: "Hana Mekonnen Tadesse" }],
  maxAgeHours: 72,
  minSantim: 500,
  maxSantim: 1_000_000,
};

const path = "/api/account/topup";
const jsonOf = ({ body }: Asked) => body as unknown as Readonly<Record<string, unknown>>;

describe("POST /api/account/topup", () => {
  test("takes the receipt of a payment; more than 500 ETB waits, and comes with the operator's word", async () => {
    const shop = await openShop({ topUpTerms });
    const { key, account } = await shop.open({ santim: 0 });
    const order = shop.bank.newOrder();
    const reply = await shop.ask(path, { key, body: { text: `paid with ${order.body.reference}` } });
    expect([reply.status, jsonOf(reply)]).toMatchObject([
      200,
      {
        status: "success",
        state: "waiting",
        amount_minor: 125_000,
        balance_minor: null,
        meta: { mode: "live" },
      },
    ]);
    must(await shop.accounts.approveCredit(String(jsonOf(reply).id)));
    expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(125_000);
  });

  test.each(["to somebody else", "where it is handed in again"])(
    "that waits is credited with another word alone once its bank has called it undone %s",
    async (where) => {
      const shop = await openShop({ topUpTerms });
      const [{ key, account }, other] = [await shop.open({ santim: 0 }), await shop.open({ santim: 5_000 })];
      const order = shop.bank.newOrder();
      const id = String(jsonOf(await shop.ask(path, { key, body: { text: order.body.reference } })).id);
      const undone = async () => must(await shop.accounts.waitingCredits(10)).map(({ isUndone }) => isUndone);
      expect(await undone()).toEqual([false]);
      shop.bank.misbehave(order, answer(200, await documentOf("beta", "reversed", order.reference)));
      shop.later(11 * minuteMs);
      const again =
        where === "to somebody else"
          ? await shop.ask("/api/verify-beta", { key: other.key, body: order.body })
          : await shop.ask(path, { key, body: { text: order.body.reference } });
      expect([again.status, again.code]).toEqual([422, "receipt_not_completed"]);
      expect(await undone()).toEqual([true]);
      expect(await shop.accounts.approveCredit(id)).toEqual({ ok: false, error: { code: "receipt_undone" } });
      expect(await undone()).toEqual([true]);
      must(await shop.accounts.approveCredit(id, { isUndoneToo: true }));
      expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(125_000);
    },
  );

  test.each([
    ["somebody", "first"],
    ["somebody", "last"],
    ["a guest", "first"],
    ["a guest", "last"],
  ])(
    "that waits is undone when its bank says so to %s who asked while it was handed in, and answers them %s",
    async (who, when) => {
      const shop = await openShop({ topUpTerms });
      const [{ key }, other] = [await shop.open(), await shop.open({ santim: 5_000 })];
      const order = shop.bank.newOrder();
      const [good, bad] = [
        await documentOf("beta", "verified", order.reference),
        await documentOf("beta", "reversed", order.reference),
      ];
      const answers: (() => unknown)[] = [];
      shop.bank.misbehave(order, (...asked) => {
        const page = answers.length === 0 ? good : bad;
        answers.push(() => answer(200, page)(...asked));
      });
      const handedIn = shop.ask(path, { key, body: { text: order.body.reference } });
      await expect.poll(() => answers.length).toBe(1);
      shop.later(1_000);
      const verified = shop.ask("/api/verify-beta", {
        ...(who === "somebody" && { key: other.key }),
        body: order.body,
      });
      await expect.poll(() => answers.length).toBe(2);
      shop.later(1_000);
      const replies = [handedIn, verified];
      for (const turn of when === "first" ? [1, 0] : [0, 1]) {
        answers[turn]?.();
        await replies[turn];
      }
      expect([(await handedIn).status, (await verified).status]).toEqual([200, 422]);
      const waiting = must(await shop.accounts.waitingCredits(10));
      expect(waiting.map(({ isUndone }) => isUndone)).toEqual([true]);
    },
  );

  test("asked many times at once takes it once, and again after a credit never", async () => {
    const shop = await openShop({ topUpTerms });
    const [one, other] = [await shop.open(), await shop.open()];
    const order = shop.bank.newOrder();
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        shop.ask(path, { key: (turn % 2 ? one : other).key, body: { provider: "beta", ...order.body } }),
      ),
    );
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      asked.filter(({ status, code }) => status === 409 && code === "receipt_already_credited"),
    ).toHaveLength(7);
    expect(must(await shop.accounts.waitingCredits(10))).toHaveLength(1);
  });

  const repeatable = (key: string, text = "") => ({
    key,
    body: { text },
    headers: { "idempotency-key": "a" },
  });

  test("repeats its answer under one Idempotency-Key", async () => {
    const shop = await openShop({ topUpTerms });
    const { key } = await shop.open();
    const asking = repeatable(key, shop.bank.newOrder().body.reference);
    const [first, second] = [await shop.ask(path, asking), await shop.ask(path, asking)];
    expect([first.status, second.text]).toEqual([200, first.text]);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });

  test("credits nothing where its reply cannot be kept under the Idempotency-Key", async () => {
    const shop = await openShop({ topUpTerms });
    const { key } = await shop.open();
    const asking = repeatable(key, shop.bank.newOrder().body.reference);
    const { db } = shop.store;
    await sql`CREATE TRIGGER full BEFORE UPDATE ON idempotency WHEN new.reply IS NOT NULL
      BEGIN SELECT RAISE(ABORT, 'full'); END`.execute(db);
    expect((await shop.ask(path, asking)).status).toBeGreaterThanOrEqual(500);
    expect(must(await shop.accounts.waitingCredits(10))).toEqual([]);
    await sql`DROP TRIGGER full`.execute(db);
    expect((await shop.ask(path, asking)).status).toBe(200);
    expect(must(await shop.accounts.waitingCredits(10))).toHaveLength(1);
  });

  test("keeps no refusal, which costs nothing, under an Idempotency-Key", async () => {
    const shop = await openShop({ topUpTerms, banks: ["alpha"] });
    const { key } = await shop.open();
    const asking = repeatable(key, "FT26319K4Q7Z00004321");
    for (let n = 0; n < 2; n += 1) {
      const reply = await shop.ask(path, asking);
      expect([reply.status, reply.code]).toEqual([422, "receipt_not_creditable"]);
      expect(reply.headers.has("idempotent-replayed")).toBe(false);
    }
    expect(await shop.store.db.selectFrom("idempotency").select("scope").execute()).toEqual([]);
  });

  test("is never taken from a record that was kept", async () => {
    const shop = await openShop({ topUpTerms });
    const { key } = await shop.open();
    const order = shop.bank.newOrder();
    await shop.ask("/api/verify-beta", { key, body: order.body });
    expect((await shop.ask(path, { key, body: { text: order.body.reference } })).status).toBe(200);
    expect(shop.bank.asked(order)).toBe(2);
  });

  test("refuses whoever has no live key, and what is no receipt", async () => {
    const shop = await openShop({ topUpTerms });
    const [live, trial] = [await shop.open(), await shop.open({ mode: "test" })];
    const { body } = shop.bank.newOrder();
    const text = { text: body.reference };
    const refusals: readonly (readonly [object, number, string])[] = [
      [{ body: text }, 401, "invalid_api_key"],
      [{ key: trial.key, body: text }, 403, "live_key_required"],
      [{ key: live.key, body: {} }, 400, "parameter_missing"],
      [{ key: live.key, body: { text: "hello" } }, 400, "reference_not_found_in_text"],
      [{ key: live.key, body: { ...text, tip: "5" } }, 400, "parameter_unknown"],
      [
        { key: live.key, body: { provider: "alpha", transactionRef: "FT26319K4Q7Z" } },
        422,
        "receipt_not_creditable",
      ],
      [{ key: live.key, body: { provider: "beta", reference: "x" } }, 400, "reference_malformed"],
    ];
    for (const [asking, status, code] of refusals) {
      const reply = await shop.ask(path, asking);
      expect([asking, reply.status, reply.code]).toEqual([asking, status, code]);
    }
  });

  test.each([
    ["takes a payment at theta once, under either kind of its token", "Theta Bank", 40_000],
    ["takes none that went to another bank, whatever digits and name it shows", "Alpha Bank", 0],
  ] as const)("%s", async (_, beneficiaryBank, credited) => {
    const name = "Hana Mekonnen Tadesse";
    const accounts = [{ provider: "theta", account: "10002000004321", name }];
    const shop = await openShop({ banks: ["theta"], topUpTerms: { ...topUpTerms, accounts } });
    const { key, account } = await shop.open({ santim: 0 });
    const bank = shop.bankOf("theta");
    // One number in base 36 and in hexadecimal digits.
    const orders = ["2KK2MDYG0Z-6A1B2C", "ED7B98E6EAA3-6A1B2C"].map(bank.newOrder);
    const page = Buffer.from(await documentOf("theta", "verified", "2KK2MDYG0Z-6A1B2C")).toString();
    const paid = page
      .replace("1860 ETB", "400 ETB")
      .replace("Alpha Bank", beneficiaryBank)
      .replace(/new QRCode[\s\S]*?\}\);/, "");
    for (const order of orders) {
      bank.misbehave(order, answer(200, Buffer.from(paid)));
      await shop.ask(path, { key, body: { provider: "theta", reference: order.reference } });
    }
    expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(credited);
  });

  test("is no hit when the same receipt comes again, so that guesses are stopped beside it", async () => {
    const name = "Hana Mekonnen";
    const accounts = ["1000300005555", "1000200004321"].map((account) => ({
      provider: "alpha",
      account,
      name,
    }));
    const shop = await openShop({ banks: ["alpha"], topUpTerms: { ...topUpTerms, accounts } });
    const { key } = await shop.open({ santim: 1_000_000 });
    const alpha = shop.bankOf("alpha");
    const paid = alpha.newOrder();
    const receipt = await documentOf("alpha", "verified", paid.reference);
    const missing = await documentOf("alpha", "not-found", paid.reference);
    // The bank finds it with the digits of the second account alone.
    alpha.misbehave(paid, (socket, context) =>
      answer(200, context.head.includes("00004321") ? receipt : missing)(socket, context),
    );
    const handIn = () => shop.ask(path, { key, body: { provider: "alpha", ...paid.body } });
    const guess = async () => {
      const order = shop.bank.newOrder();
      shop.bank.misbehave(order, answer(200, await documentOf("beta", "not-found", order.reference)));
      return (await shop.ask("/api/verify-beta", { key, body: order.body })).code;
    };
    // The first account's answer is a miss, and the second one's makes it good.
    await handIn();
    for (let n = 0; n < 11; n += 1) {
      expect([n, await guess()]).toEqual([n, "receipt_not_found"]);
      await handIn();
    }
    expect(await guess()).toBe("abnormal_usage");
  });

  test("is not offered where the operator takes no payments", async () => {
    const shop = await openShop();
    const { key } = await shop.open();
    const reply = await shop.ask(path, { key, body: { text: "DKF1AB2CD3" } });
    expect([reply.status, reply.code]).toEqual([404, "topup_not_offered"]);
  });
});

test("GET /api/account/topup shows where to pay to, and which payments are credited", async () => {
  const shop = await openShop({ topUpTerms });
  const { key } = await shop.open();
  const { accounts, limits } = jsonOf(await shop.ask(path, { key }));
  expect(accounts).toEqual([
    { provider: "beta", account: "0911008765", name: "Hana Mekonnen Tadesse", bank: "Live beta bank" },
  ]);
  expect(limits).toEqual({
    min_minor: topUpTerms.minSantim,
    max_minor: topUpTerms.maxSantim,
    max_age_hours: topUpTerms.maxAgeHours,
  });
});

test("POST /api/account/link makes a code for a chat, for a live key alone", async () => {
  const shop = await openShop();
  const [live, trial] = [await shop.open(), await shop.open({ mode: "test" })];
  const made = jsonOf(await shop.ask("/api/account/link", { key: live.key, body: {} }));
  expect(must(await shop.accounts.redeemLinkCode(String(made.code), 4711)).id).toBe(live.account);
  expect((await shop.ask("/api/account/link", { key: trial.key, body: {} })).code).toBe("live_key_required");
  expect((await shop.ask("/api/account/link", { body: {} })).status).toBe(401);
});
