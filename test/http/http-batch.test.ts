import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { startApi, verified } from "../support/api.ts";
import { type BankOrder, bodyOf as documentOf, orderOf } from "../support/bank.ts";
import { keepCollectingGarbage } from "../support/garbage.ts";
import { answer, silence } from "../support/misbehaving-server.ts";
import { type Asked, must, openShop, type Shop } from "../support/shop.ts";

type Item = {
  readonly http_status: number;
  readonly status: string;
  readonly data?: { readonly status: string; readonly transaction_reference: string };
  readonly error?: { readonly code: string; readonly param?: string };
  readonly meta: { readonly billing?: unknown };
};
const resultsOf = ({ body }: Asked) => (body as unknown as { readonly results: readonly Item[] }).results;

const codesOf = (reply: Asked) => resultsOf(reply).map(({ error, data }) => error?.code ?? data?.status);

const path = "/api/verify/batch";

type Payer = { readonly key: string; readonly account: string };

/** What keeps an order of the bank from its answer, by the code that is heard; each gives what mends it. */
const hindrances: readonly [
  code: string,
  hinder: (shop: Shop, order: BankOrder, payer: Payer) => Promise<() => Promise<unknown>>,
][] = [
  [
    "balance_exhausted",
    async ({ accounts }, _, { account }) =>
      () =>
        accounts.topUp(account, 500, "test"),
  ],
  [
    "provider_error",
    async ({ accounts, bank }, order, { account }) => {
      must(await accounts.topUp(account, 500, "test"));
      bank.misbehave(order, answer(500, "down"));
      const body = await documentOf("beta", "verified", order.reference);
      return async () => bank.misbehave(order, answer(200, body));
    },
  ],
  [
    "overloaded",
    async ({ accounts, bank, ask }, _, { account, key }) => {
      must(await accounts.topUp(account, 4 * 500, "test"));
      // They hold all places of the caller at the bank for longer than another question waits.
      const others = [1, 2, 3].map(() => bank.newOrder());
      for (const other of others) bank.misbehave(other, silence);
      const asked = others.map(({ body }) => ask("/api/verify-beta", { key, body }));
      await expect.poll(() => bank.requests.length).toBe(others.length);
      return () => Promise.all(asked);
    },
  ],
];

/** What the bank waits for until the test lets it go on. */
const createGate = () => {
  let goOn = () => {};
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  return { going, goOn };
};

describe("a batch", () => {
  test("gives each item its own result in its place, counted and charged on its own", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 5_000 });
    const [plain, nested, written, missing] = [1, 2, 3, 4].map(() => shop.bank.newOrder());
    if (!plain || !nested || !written || !missing) throw new Error("four orders");
    shop.bank.misbehave(missing, answer(200, await documentOf("beta", "not-found", missing.reference)));
    const items = [
      { provider: "beta", ...plain.body },
      { provider: "beta", request: nested.body, expect: { amount: "1.00" } },
      { text: `Your transaction number is ${written.reference}.` },
      { provider: "beta", ...missing.body },
      { provider: "gamma", reference: "FT26319K4Q7Z12345" },
      { provider: "omega", reference: "x" },
      { provider: "beta", reference: "FT" },
      { text: "hello" },
      "DKF7ABCD12",
      {},
      JSON.parse('{"provider":"beta","reference":"DKF7ABCD12","__proto__":{"a":1}}'),
      JSON.parse('{"provider":"beta","request":{"reference":"DKF7ABCD12","__proto__":{"a":1}}}'),
      { provider: "beta", request: { reference: "DKF7ABCD12" }, other: 1 },
    ];
    const reply = await shop.ask(path, { key, body: { items } });
    expect(reply.status).toBe(200);
    const results = resultsOf(reply);
    expect(results.map(({ http_status, error, data }) => [http_status, error?.code ?? data?.status])).toEqual(
      [
        [200, "Verified"],
        [200, "Verified"],
        [200, "Verified"],
        [404, "receipt_not_found"],
        [404, "provider_not_offered"],
        [400, "parameter_invalid"],
        [400, "reference_malformed"],
        [400, "reference_not_found_in_text"],
        [400, "parameter_invalid"],
        [400, "parameter_missing"],
        [400, "parameter_unknown"],
        [400, "parameter_unknown"],
        [400, "parameter_unknown"],
      ],
    );
    expect(results.slice(0, 3).map(({ data }) => data?.transaction_reference)).toEqual(
      [plain, nested, written].map(({ reference }) => reference),
    );
    for (const { http_status, status, data } of results) {
      expect(status === "success").toBe(http_status === 200);
      expect(data?.status === "Verified").toBe(http_status === 200);
    }
    expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(5_000 - 4 * 500);
  });

  test("is plain JSON throughout, also for whoever likes problem documents better", async () => {
    const shop = await openShop();
    const headers = { accept: "application/problem+json" };
    const reply = await shop.ask(path, { body: { items: [{ text: "hello" }] }, headers });
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(resultsOf(reply)[0]).toMatchObject({
      status: "error",
      error: { code: "reference_not_found_in_text" },
    });
    const refused = await shop.ask(path, { body: { items: [] }, headers });
    expect(refused.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  });

  test("of more than the day has left gets exactly what is left", async () => {
    const shop = await openShop();
    const items = Array.from({ length: 12 }, () => ({ provider: "beta", ...shop.bank.newOrder().body }));
    const reply = await shop.ask(path, { body: { items } });
    expect(reply.headers.get("ratelimit")).toMatch(/^"daily";r=0;/);
    const codes = resultsOf(reply).map(({ error, data }) => error?.code ?? data?.status);
    expect(codes.filter((code) => code === "Verified")).toHaveLength(5);
    expect(codes.filter((code) => code === "daily_quota_exceeded")).toHaveLength(7);
    expect(shop.bank.requests).toHaveLength(5);
    const refused = await shop.ask("/api/verify-beta", { body: shop.bank.newOrder().body });
    expect([refused.code, refused.body.error.hint]).toEqual([
      "daily_quota_exceeded",
      expect.stringMatching(/register.*\/start/),
    ]);
  });

  test("that is repeated is answered with the same bytes and charged once", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 5_000 });
    const items = [1, 2, 3].map(() => ({ provider: "beta", ...shop.bank.newOrder().body }));
    const asking = { key, body: { items }, headers: { "idempotency-key": "batch-1" } };
    const first = await shop.ask(path, asking);
    const copy = await shop.ask(path, asking);
    expect([copy.text, copy.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
    expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(3_500);

    // As if the process had died after its items and before the whole: none is charged again.
    const kept = await shop.store.db.selectFrom("idempotency").select(["scope", "reply"]).execute();
    const [whole] = kept.toSorted((a, b) => (b.reply?.length ?? 0) - (a.reply?.length ?? 0));
    await shop.store.db
      .deleteFrom("idempotency")
      .where("scope", "=", whole?.scope ?? "")
      .execute();
    const again = await shop.ask(path, asking);
    expect(resultsOf(again)).toEqual(resultsOf(first));
    expect(kept).toHaveLength(4);
    expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(3_500);
  });

  test.each(hindrances)(
    "is not kept with an item that is %s, and a copy asks for that item alone",
    async (code, hinder) => {
      const shop = await openShop({ banks: ["alpha"], timeoutMs: 3_000 });
      const { key, account } = await shop.open({ santim: 500 });
      const balance = async () => must(await shop.accounts.showAccount(account)).balanceSantim;
      const [answered, hindered] = [shop.bankOf("alpha").newOrder(), shop.bank.newOrder()];
      const mend = await hinder(shop, hindered, { key, account });
      const items = [
        { provider: "alpha", ...answered.body },
        { provider: "beta", ...hindered.body },
        { provider: "beta", reference: "x" },
      ];
      const asking = { key, body: { items }, headers: { "idempotency-key": "batch-3" } };
      const first = await shop.ask(path, asking);
      expect(codesOf(first)).toEqual(["Verified", code, "reference_malformed"]);
      await mend();
      const before = await balance();
      const [second, third] = [await shop.ask(path, asking), await shop.ask(path, asking)];
      expect(codesOf(second)).toEqual(["Verified", "Verified", "reference_malformed"]);
      expect(resultsOf(second)[0]).toEqual(resultsOf(first)[0]);
      expect(second.headers.get("idempotent-replayed")).toBeNull();
      expect([third.text, third.headers.get("idempotent-replayed")]).toEqual([second.text, "true"]);
      expect(before - (await balance())).toBe(500);
      expect(shop.bankOf("alpha").asked(answered)).toBe(1);
    },
  );

  test("waits for a bank that is slow, of which its caller has two or three places, behind their other batch", async () => {
    // A question waits 1.4 s for a place, and the bank answers after 1.5 s.
    const shop = await openShop({ timeoutMs: 4_200 });
    const { key } = await shop.open({ santim: 5_000 });
    const slowOrders = (count: number) =>
      Array.from({ length: count }, () => {
        const order = shop.bank.newOrder();
        const document = documentOf("beta", "verified", order.reference);
        shop.bank.misbehave(order, async (...asked) => {
          await delay(1_500);
          answer(200, await document)(...asked);
        });
        return order;
      });
    const asked = await Promise.all(
      [
        { orders: slowOrders(4), by: { key } },
        { orders: slowOrders(4), by: { key } },
        { orders: slowOrders(4), by: {} },
      ].map(async ({ orders, by }) => {
        const items = orders.map(({ body }) => ({ provider: "beta", ...body }));
        return { orders, results: resultsOf(await shop.ask(path, { ...by, body: { items } })) };
      }),
    );
    for (const { orders, results } of asked)
      expect(results.map(({ error, data }) => error?.code ?? data?.transaction_reference)).toEqual(
        orders.map(({ reference }) => reference),
      );
  });

  test.each([
    ["a caller without a key", {}, ["alpha", "alpha", "beta", "beta", "gamma"]],
    ["an account", { "x-api-key": "drs_live_1" }, ["alpha", "alpha", "beta", "beta", "beta"]],
  ])(
    "of %s runs five at once, and of one bank as many as it has places there",
    async (_, headers, expected) => {
      const begun: string[] = [];
      const { going, goOn } = createGate();
      const account = { id: "acc_1", tier: "balance" } as const;
      const api = await startApi({
        keys: { drs_live_1: { mode: "live", account } },
        answer: async ({ provider }) => {
          begun.push(provider.label);
          await going;
          return verified();
        },
      });
      onTestFinished(api.close);
      const items = (["beta", "alpha", "gamma"] as const).flatMap((provider) =>
        [1, 2, 3, 4].map((number) => ({ provider, ...orderOf(provider, number, api.url).body })),
      );
      const sent = api.post(path, { items }, headers);
      onTestFinished(goOn);
      await expect.poll(() => begun.length).toBe(5);
      await delay(50); // no sixth one begins
      expect(begun.toSorted()).toEqual(expected);
      goOn();
      const reply = (await (await sent).json()) as { readonly meta: { readonly verified: number } };
      expect(reply.meta.verified).toBe(items.length);
      expect(begun).toHaveLength(items.length);
    },
  );

  test("waits while four others of its caller are worked on, of which thirty may wait, and no other caller's does", async () => {
    let begun = 0;
    const { going, goOn } = createGate();
    const account = { id: "acc_1", tier: "balance" } as const;
    const api = await startApi({
      keys: { drs_live_1: { mode: "live", account } },
      answer: async () => {
        begun += 1;
        if (begun <= 3) await going;
        return verified();
      },
    });
    onTestFinished(api.close);
    onTestFinished(goOn);
    const headers = { "x-api-key": "drs_live_1" };
    const statuses: number[] = [];
    const sent = Array.from({ length: 40 }, async (_, number) => {
      const items = [{ provider: "beta", ...orderOf("beta", number, api.url).body }];
      const reply = await api.post(path, { items }, headers);
      statuses.push(reply.status);
      return reply;
    });
    await expect.poll(() => statuses.length).toBe(6);
    expect(statuses).toEqual([429, 429, 429, 429, 429, 429]);
    const other = await api.post(path, {
      items: [{ provider: "beta", ...orderOf("beta", 41, api.url).body }],
    });
    expect(await other.json()).toMatchObject({ meta: { verified: 1 } });
    goOn();
    const refused = (await Promise.all(sent)).filter(({ status }) => status === 429);
    expect(refused.map((reply) => reply.headers.get("retry-after"))).toEqual(Array(6).fill("10"));
    expect(statuses.filter((status) => status === 200)).toHaveLength(34);
  });

  test("is refused when it has waited too long", async () => {
    let begun = 0;
    const { going, goOn } = createGate();
    const account = { id: "acc_1", tier: "balance" } as const;
    const api = await startApi({
      keys: { drs_live_1: { mode: "live", account } },
      batchItemMs: 400,
      answer: async () => {
        begun += 1;
        await going;
        return verified();
      },
    });
    onTestFinished(api.close);
    onTestFinished(goOn);
    keepCollectingGarbage();
    const send = (number: number) =>
      api.post(
        path,
        { items: [{ provider: "beta", ...orderOf("beta", number, api.url).body }] },
        { "x-api-key": "drs_live_1" },
      );
    const others = [1, 2, 3, 4].map(send);
    // Three are asked at their bank, and the fourth waits for that.
    await expect.poll(() => begun).toBe(3);
    const refused = await send(5);
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: { code: "rate_limited" } }]);
    goOn();
    await Promise.allSettled(others);
    expect(begun).toBe(4);
  });

  test("of which nothing was counted is not kept under its key, and nothing of it stays", async () => {
    const shop = await openShop();
    const { key } = await shop.open();
    const items = Array.from({ length: 50 }, () => ({ provider: "beta", reference: "x" }));
    const asking = { key, body: { items }, headers: { "idempotency-key": "batch-2" } };
    for (const _ of [1, 2])
      expect((await shop.ask(path, asking)).headers.get("idempotent-replayed")).toBeNull();
    expect(await shop.store.db.selectFrom("idempotency").selectAll().execute()).toEqual([]);
  });

  test.each([
    ["nothing", { items: [] }, "items"],
    ["too much", { items: new Array(51).fill({ text: "x" }) }, "items"],
    ["no list", { items: { 0: {} } }, "items"],
  ])("of %s is refused", async (_, body, param) => {
    const shop = await openShop();
    const reply = await shop.ask(path, { body });
    expect([reply.status, reply.code, reply.body.error.param]).toEqual([400, "parameter_invalid", param]);
  });
});

test("equal items of which the bank has no receipt yet are charged once", async () => {
  const shop = await openShop();
  const { key, account } = await shop.open({ santim: 10_000 });
  const order = shop.bank.newOrder();
  shop.bank.misbehave(order, answer(200, await documentOf("beta", "not-found", order.reference)));
  const items = Array.from({ length: 12 }, () => ({ provider: "beta", ...order.body }));
  const reply = await shop.ask(path, { key, body: { items } });
  expect(new Set(codesOf(reply))).toEqual(new Set(["receipt_not_found"]));
  expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(9_500);
});

test("an item as deep as a body may be is refused in its place", async () => {
  const shop = await openShop();
  const { key } = await shop.open({ santim: 10_000 });
  const body = `{"items":[{"provider":"beta","reference":${"[".repeat(8_000)}${"]".repeat(8_000)}}]}`;
  const reply = await fetch(`${shop.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body,
  });
  expect(await reply.json()).toMatchObject({ results: [{ error: { code: "reference_malformed" } }] });
});
