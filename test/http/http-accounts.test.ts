import { describe, expect, test } from "vitest";
import { bodyOf, startApi } from "../support/api.ts";
import { type Asked, must, openShop, type Shop } from "../support/shop.ts";

type Json = Readonly<Record<string, unknown>>;
const jsonOf = ({ body }: Asked): Json => body as unknown as Json;

type Page = { readonly entries: readonly Json[]; readonly next_cursor: string | null };
const pageOf = (reply: Asked): Page => reply.body as unknown as Page;

const spend = async (shop: Shop, key: string, times: number) => {
  for (let turn = 0; turn < times; turn += 1)
    await shop.ask("/api/verify-beta", { key, body: shop.bank.newOrder().body });
};

describe("an account", () => {
  test("shows its owner what is left, and asking counts nothing", async () => {
    const shop = await openShop();
    const free = await shop.open();
    const paying = await shop.open({ santim: 2_000 });
    await spend(shop, free.key, 1);
    await spend(shop, paying.key, 1);
    for (let turn = 0; turn < 2; turn += 1) {
      const reply = await shop.ask("/api/account", { key: free.key });
      expect([reply.status, jsonOf(reply)]).toEqual([
        200,
        {
          status: "success",
          id: free.account,
          name: "Selam's shop",
          tier: "registered",
          limit: 10,
          remaining: 9,
          reset_at: "2026-11-15T21:00:00.000Z",
          balance_minor: 0,
          suspended: false,
          created_at: "2026-11-15T07:21:30.000Z",
          meta: { request_id: reply.headers.get("x-request-id"), mode: "live" },
        },
      ]);
    }
    expect(jsonOf(await shop.ask("/api/account", { key: paying.key }))).toMatchObject({
      tier: "balance",
      limit: null,
      remaining: null,
      reset_at: null,
      balance_minor: 1_500,
    });
  });

  test("shows its ledger in pages, newest first, whole and without repeats", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 5_000 });
    await spend(shop, key, 4);
    const seen: Json[] = [];
    let cursor: string | null = "";
    for (let page = 0; cursor !== null; page += 1) {
      expect(page).toBeLessThan(4);
      const query = cursor === "" ? "limit=2" : `limit=2&cursor=${cursor}`;
      const { entries, next_cursor } = pageOf(await shop.ask(`/api/account/ledger?${query}`, { key }));
      expect(entries.length).toBeLessThanOrEqual(2);
      seen.push(...entries);
      cursor = next_cursor;
    }
    expect(seen.map((entry) => [entry.seq, entry.kind, entry.amount_minor, entry.balance_minor])).toEqual([
      [5, "charge", -500, 3_000],
      [4, "charge", -500, 3_500],
      [3, "charge", -500, 4_000],
      [2, "charge", -500, 4_500],
      [1, "topup", 5_000, 5_000],
    ]);
    expect(must(await shop.accounts.showAccount(account)).balanceSantim).toBe(3_000);
  });

  test("refuses what is no page", async () => {
    const shop = await openShop();
    const { key } = await shop.open({ santim: 5_000 });
    for (const query of ["limit=0", "limit=101", "limit=x", "cursor=-1", "cursor=1e3", "cursor=1&cursor=2"]) {
      const reply = await shop.ask(`/api/account/ledger?${query}`, { key });
      expect([query, reply.status, reply.code]).toEqual([query, 400, "parameter_invalid"]);
    }
    const reply = await shop.ask("/api/account/ledger?account=other", { key });
    expect([reply.code, reply.body.error.param]).toEqual(["parameter_unknown", "account"]);
  });

  test("is nobody's without a key", async () => {
    const shop = await openShop();
    for (const path of ["/api/account", "/api/account/ledger"]) {
      const { status, body } = await shop.ask(path);
      expect([status, body.error.code]).toEqual([401, "invalid_api_key"]);
      expect(body.error.message).toBe("This needs an API key.");
    }
  });
});

test("an account says mode test where everybody is answered from simulated banks, whatever its key", async () => {
  const key = "drs_live_known";
  const limits = { minSantim: 1, maxSantim: 2, maxAgeHours: 3 };
  const api = await startApi({
    mode: "test",
    keys: { [key]: { mode: "live", account: { id: "acc_1", tier: "balance" } } },
    topUp: { accounts: [], limits, credit: async () => ({ ok: false, error: { code: "overloaded" } }) },
  });
  const reply = await fetch(`${api.url}/api/account/topup`, { headers: { "x-api-key": key } });
  expect((await bodyOf(reply)).meta.mode).toBe("test");
  await api.close();
});

test("an erased account leaves no reply behind, and its key is nobody's", async () => {
  const shop = await openShop();
  const { key, account } = await shop.open({ santim: 5_000 });
  const asking = { key, body: shop.bank.newOrder().body, headers: { "idempotency-key": "a" } };
  expect((await shop.ask("/api/verify-beta", asking)).status).toBe(200);
  expect(await shop.store.db.selectFrom("idempotency").select("reply").execute()).toHaveLength(1);
  must(await shop.accounts.erase({ account }));
  expect(await shop.store.db.selectFrom("idempotency").selectAll().execute()).toEqual([]);
  for (const path of ["/api/account", "/api/account/ledger"])
    expect((await shop.ask(path, { key })).status).toBe(401);
  expect((await shop.ask("/api/verify-beta", asking)).status).toBe(401);
});

describe("of two accounts", () => {
  test("neither sees anything of the other's, whatever it asks for", async () => {
    const shop = await openShop();
    const [one, other] = [await shop.open({ santim: 5_000 }), await shop.open({ santim: 7_000 })];
    await spend(shop, other.key, 3);
    const { body } = shop.bank.newOrder();
    await shop.ask("/api/verify-beta", { key: other.key, body, headers: { "idempotency-key": "a" } });

    const ledger = pageOf(await shop.ask("/api/account/ledger?cursor=100", { key: one.key }));
    expect(ledger.entries.map(({ kind, amount_minor }) => [kind, amount_minor])).toEqual([["topup", 5_000]]);
    const account = jsonOf(await shop.ask("/api/account", { key: one.key }));
    expect([account.id, account.balance_minor]).toEqual([one.account, 5_000]);
    const repeated = { key: one.key, body, headers: { "idempotency-key": "a" } };
    const mine = await shop.ask("/api/verify-beta", repeated);
    expect([mine.headers.get("idempotent-replayed"), mine.body.meta.seen_before]).toEqual([null, null]);
    expect(mine.body.meta.billing).toEqual({ charged_minor: 500, balance_minor: 4_500 });
    for (const id of [other.account, other.keyId, "1"])
      for (const path of [`/api/account/${id}`, `/api/account/${id}/ledger`, `/api/account/ledger/${id}`])
        expect((await shop.ask(path, { key: one.key })).status).toBe(404);
  });

  test("neither revokes the other's key", async () => {
    const shop = await openShop();
    const [one, other] = [await shop.open(), await shop.open()];
    expect((await shop.accounts.revokeKey(other.keyId, one.account)).ok).toBe(false);
    expect((await shop.ask("/api/account", { key: other.key })).status).toBe(200);
  });
});
