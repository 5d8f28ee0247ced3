import { DatabaseSync } from "@photostructure/sqlite";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { type Caller, createAccounts } from "../src/accounts/accounts.ts";
import type { Failure } from "../src/failure.ts";
import type { Result } from "../src/result.ts";
import { temporaryStore, testSecret } from "./support/temporary-store.ts";

const shop: Caller = { kind: "address", address: "203.0.113.7" };
const deadlineMs = 15_000;

const createBooks = async (start = "2026-11-15T09:00:00Z") => {
  let at = new Date(start);
  const now = () => at;
  const { store, path } = await temporaryStore(now);
  const failures: Failure[] = [];
  const accounts = createAccounts({
    store,
    secret: testSecret,
    now,
    onSweepFailed: (failure) => failures.push(failure),
  });
  const pass = (ms: number) => {
    at = new Date(at.getTime() + ms);
  };
  const remaining = async (caller: Caller = shop) => granted(await accounts.quotaOf(caller)).remaining;
  const reserve = async (caller: Caller = shop) => granted(await accounts.reserve(caller, deadlineMs));
  return { accounts, store, path, pass, remaining, reserve, failures };
};

const granted = <T>(result: Result<T, Failure>): T => {
  if (!result.ok) throw new Error(`refused: ${result.error.code}`);
  return result.value;
};

const codeOf = (result: Result<unknown, Failure>): string => (result.ok ? "ok" : result.error.code);

describe("a day's quota", () => {
  test("lets five of twenty parallel requests through, and names the others' reset", async () => {
    const { accounts, remaining } = await createBooks();
    const results = await Promise.all(Array.from({ length: 20 }, () => accounts.reserve(shop, deadlineMs)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(5);
    expect(results.filter(({ ok }) => !ok)).toEqual(
      Array.from({ length: 15 }, () => ({
        ok: false,
        error: {
          code: "daily_quota_exceeded",
          resetAt: new Date("2026-11-15T21:00:00Z"),
          retryAfterSeconds: 12 * 60 * 60,
        },
      })),
    );
    expect(await remaining()).toBe(0);
  });

  test("is each caller's own", async () => {
    const { accounts, reserve, remaining } = await createBooks();
    for (let n = 0; n < 5; n++) await reserve();
    expect(codeOf(await accounts.reserve(shop, deadlineMs))).toBe("daily_quota_exceeded");
    expect(await remaining({ kind: "telegram", userId: 1 })).toBe(5);
    expect((await reserve({ kind: "telegram", userId: 1 })).quota.remaining).toBe(4);
  });

  test("is full again at midnight in Addis Ababa, not before", async () => {
    const { accounts, pass, reserve } = await createBooks("2026-11-15T20:59:58.000Z");
    for (let n = 0; n < 5; n++) await reserve();
    pass(1_999);
    expect(codeOf(await accounts.reserve(shop, deadlineMs))).toBe("daily_quota_exceeded");
    pass(1);
    expect((await reserve()).quota).toEqual({
      limit: 5,
      remaining: 4,
      resetAt: new Date("2026-11-16T21:00:00Z"),
    });
  });

  test("counts on the day of the reservation what is settled after midnight", async () => {
    const { accounts, pass, reserve, remaining } = await createBooks("2026-11-15T20:59:58.000Z");
    const [answered, unanswered] = [await reserve(), await reserve()];
    pass(5_000);
    const yesterday = new Date("2026-11-15T21:00:00Z");
    expect(granted(await accounts.commit(answered))).toEqual({
      counted: true,
      quota: { limit: 5, remaining: 3, resetAt: yesterday },
    });
    expect(granted(await accounts.void(unanswered))).toEqual({
      counted: false,
      quota: { limit: 5, remaining: 4, resetAt: yesterday },
    });
    expect(await remaining()).toBe(5);
  });
});

describe("a reservation", () => {
  test("is settled once: a second commit or void changes nothing", async () => {
    const { accounts, reserve, remaining } = await createBooks();
    const answered = await reserve();
    const counted = { counted: true, quota: { ...answered.quota, remaining: 4 } };
    for (const settle of [accounts.commit, accounts.commit, accounts.void])
      expect(granted(await settle(answered))).toEqual(counted);
    const unanswered = await reserve();
    for (const settle of [accounts.void, accounts.void])
      expect(granted(await settle(unanswered)).counted).toBe(false);
    expect(codeOf(await accounts.commit(unanswered))).toBe("overloaded");
    expect(await remaining()).toBe(4);
  });

  test("commits once when commit and void race", async () => {
    const { accounts, reserve, remaining } = await createBooks();
    const reservation = await reserve();
    const [voided, committed] = await Promise.all([accounts.void(reservation), accounts.commit(reservation)]);
    expect([granted(voided).counted, codeOf(committed)]).toEqual([false, "overloaded"]);
    expect(await remaining()).toBe(5);
  });

  test("is void ten seconds after its deadline, for a caller who would be refused otherwise", async () => {
    const { accounts, pass, reserve, remaining } = await createBooks();
    for (let n = 0; n < 5; n++) await reserve();
    pass(deadlineMs + 9_999);
    expect(codeOf(await accounts.reserve(shop, deadlineMs))).toBe("daily_quota_exceeded");
    pass(1);
    expect(await remaining()).toBe(5);
    expect((await reserve()).quota.remaining).toBe(4);
  });

  test("that the sweep has voided is never answered late", async () => {
    const { accounts, pass, reserve, remaining } = await createBooks();
    const late = await reserve();
    pass(deadlineMs + 10_000);
    expect(granted(await accounts.sweep())).toEqual({ voided: 1 });
    expect(codeOf(await accounts.commit(late))).toBe("overloaded");
    expect(await remaining()).toBe(5);
  });

  test("that is late but still held counts", async () => {
    const { accounts, pass, reserve, remaining } = await createBooks();
    const late = await reserve();
    pass(deadlineMs + 10_000);
    expect(granted(await accounts.commit(late)).counted).toBe(true);
    expect(granted(await accounts.sweep())).toEqual({ voided: 0 });
    expect(await remaining()).toBe(4);
  });
});

describe("upkeep", () => {
  test("sweeps at the start what a process left behind that is gone", async () => {
    const { accounts, pass, reserve, store } = await createBooks();
    await reserve();
    pass(deadlineMs + 10_000);
    await accounts.start();
    await accounts.close();
    expect(await store.db.selectFrom("reservation").select("state").execute()).toEqual([{ state: "void" }]);
  });

  test("forgets what was counted before the day before yesterday", async () => {
    const { accounts, pass, reserve, store } = await createBooks();
    granted(await accounts.commit(await reserve()));
    pass(2 * 24 * 60 * 60 * 1000);
    await accounts.sweep();
    expect(await store.db.selectFrom("quota_day").select("taken").execute()).toEqual([{ taken: 1 }]);
    pass(24 * 60 * 60 * 1000);
    await accounts.sweep();
    expect(await store.db.selectFrom("quota_day").selectAll().execute()).toEqual([]);
    expect(await store.db.selectFrom("reservation").selectAll().execute()).toEqual([]);
  });

  test("tells of a round that failed and goes on", async () => {
    const { accounts, store, failures } = await createBooks();
    await store.close();
    await accounts.start();
    await accounts.close();
    expect(failures.map(({ code }) => code)).toEqual(["overloaded"]);
  });
});

describe("a database that is away", () => {
  test("answers overloaded to everything while another process keeps it locked, and recovers", async () => {
    const { accounts, path, reserve, remaining } = await createBooks();
    const reservation = await reserve();
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    const results = await Promise.all([
      accounts.reserve(shop, deadlineMs),
      accounts.commit(reservation),
      accounts.void(reservation),
      accounts.quotaOf(shop),
    ]);
    expect(results.map(codeOf)).toEqual(Array.from({ length: 4 }, () => "overloaded"));
    other.exec("rollback");
    other.close();
    expect(granted(await accounts.commit(reservation)).counted).toBe(true);
    expect(await remaining()).toBe(4);
  });

  test("answers overloaded when the disk is full, and counts nothing then", async () => {
    const { accounts, store, reserve, remaining } = await createBooks();
    const reservation = await reserve();
    await sql`pragma max_page_count = 1`.execute(store.db);
    const codes: string[] = [];
    // Pages have room for some rows before the next page is refused.
    for (let userId = 1; userId < 400; userId++)
      codes.push(codeOf(await accounts.reserve({ kind: "telegram", userId }, deadlineMs)));
    expect(new Set(codes)).toEqual(new Set(["ok", "overloaded"]));
    const held = await store.db.selectFrom("reservation").select("id").execute();
    const counted = await store.db.selectFrom("quota_day").select("taken").execute();
    expect(held.length).toBe(counted.reduce((sum, { taken }) => sum + taken, 0));
    await sql`pragma max_page_count = 1000000`.execute(store.db);
    expect(granted(await accounts.commit(reservation)).counted).toBe(true);
    expect(await remaining()).toBe(4);
  });
});
