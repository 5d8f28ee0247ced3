import { DatabaseSync } from "@photostructure/sqlite";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Caller } from "../../src/accounts/accounts.ts";
import { askFor, codeOf, deadlineMs, granted, openBooks, shop, verified } from "../support/books.ts";
import { isFull, longTest } from "../support/extent.ts";
import { databaseKinds } from "../support/temporary-store.ts";

describe("a day's quota", () => {
  test("lets five of twenty parallel requests through, and names the others' reset", async () => {
    const { accounts, remaining } = await openBooks();
    const results = await Promise.all(Array.from({ length: 20 }, () => accounts.reserve(shop, askFor())));
    expect(results.filter(({ ok }) => ok)).toHaveLength(5);
    expect(results.filter(({ ok }) => !ok)).toEqual(
      Array.from({ length: 15 }, () => ({
        ok: false,
        error: {
          code: "daily_quota_exceeded",
          resetAt: new Date("2026-11-15T21:00:00Z"),
          cause: "anonymous",
        },
      })),
    );
    expect(await remaining()).toBe(0);
  });

  test("is each caller's own", async () => {
    const { accounts, reserve, remaining } = await openBooks();
    for (let n = 0; n < 5; n++) await reserve();
    expect(codeOf(await accounts.reserve(shop, askFor()))).toBe("daily_quota_exceeded");
    expect(await remaining({ kind: "telegram", userId: 1 })).toBe(5);
    expect((await reserve({ kind: "telegram", userId: 1 })).allowance).toMatchObject({
      quota: { remaining: 4 },
    });
  });

  test("is full again at midnight in Addis Ababa, not before", async () => {
    const { accounts, pass, reserve } = await openBooks("sqlite", "2026-11-15T20:59:58.000Z");
    for (let n = 0; n < 5; n++) await reserve();
    pass(1_999);
    expect(codeOf(await accounts.reserve(shop, askFor()))).toBe("daily_quota_exceeded");
    pass(1);
    expect((await reserve()).allowance).toEqual({
      kind: "quota",
      quota: { limit: 5, remaining: 4, resetAt: new Date("2026-11-16T21:00:00Z") },
    });
  });

  test("counts on the day of the reservation what is settled after midnight", async () => {
    const { accounts, pass, reserve, remaining } = await openBooks("sqlite", "2026-11-15T20:59:58.000Z");
    const [answered, unanswered] = [await reserve(), await reserve()];
    pass(5_000);
    const yesterday = new Date("2026-11-15T21:00:00Z");
    expect(granted(await accounts.commit(answered, verified())).billing).toEqual({
      kind: "quota",
      counted: true,
      // The other one is only held as yet, and what is told is what was counted.
      quota: { limit: 5, remaining: 4, resetAt: yesterday },
    });
    expect(granted(await accounts.void(unanswered))).toEqual({
      kind: "quota",
      counted: false,
      quota: { limit: 5, remaining: 4, resetAt: yesterday },
    });
    expect(await remaining()).toBe(5);
  });
});

describe.each(databaseKinds)("a day's quota on %s", (kind) => {
  test("is exactly five for an address and ten for a registered user, across midnight and restarts", async () => {
    const books = await openBooks(kind, "2026-11-15T20:59:50.000Z");
    granted(await books.accounts.registerTelegram(1));
    let questions = 0;
    /** Asks twelve times, each time in a process that has just started. */
    const answers = async (caller: Caller) => {
      let answered = 0;
      for (let n = 0; n < 12; n++) {
        const accounts = n % 4 ? books.accounts : await books.openBeside();
        const reserved = await accounts.reserve(caller, askFor(++questions));
        if (!reserved.ok) expect(reserved.error.code).toBe("daily_quota_exceeded");
        else if (granted(await accounts.commit(reserved.value, verified(questions))).billing.counted)
          answered++;
      }
      return answered;
    };
    const registered = { kind: "telegram", userId: 1 } as const;
    expect([await answers(shop), await answers(registered)]).toEqual([5, 10]);
    books.pass(9_999);
    expect([await answers(shop), await answers(registered)]).toEqual([0, 0]);
    books.pass(1);
    expect([await answers(shop), await answers(registered)]).toEqual([5, 10]);
  });
});

describe("a reservation", () => {
  test("is settled once: a second commit or void changes nothing", async () => {
    const { accounts, reserve, remaining } = await openBooks();
    const answered = await reserve();
    const counted = { ...answered.allowance, counted: true };
    for (const _ of [1, 2])
      expect(granted(await accounts.commit(answered, verified()))).toEqual({
        billing: counted,
        seenBefore: null,
        askedEarly: null,
        isUndone: false,
      });
    expect(granted(await accounts.void(answered))).toEqual(counted);
    const unanswered = await reserve();
    for (const settle of [accounts.void, accounts.void])
      expect(granted(await settle(unanswered)).counted).toBe(false);
    expect(codeOf(await accounts.commit(unanswered, verified()))).toBe("overloaded");
    expect(await remaining()).toBe(4);
  });

  test("commits once when commit and void race", async () => {
    const { accounts, reserve, remaining } = await openBooks();
    const reservation = await reserve();
    const [voided, committed] = await Promise.all([
      accounts.void(reservation),
      accounts.commit(reservation, verified()),
    ]);
    expect([granted(voided).counted, codeOf(committed)]).toEqual([false, "overloaded"]);
    expect(await remaining()).toBe(5);
  });

  test("is void ten seconds after its deadline, for a caller who would be refused otherwise", async () => {
    const { accounts, pass, reserve, remaining } = await openBooks();
    for (let n = 0; n < 5; n++) await reserve();
    pass(deadlineMs + 9_999);
    expect(codeOf(await accounts.reserve(shop, askFor()))).toBe("daily_quota_exceeded");
    pass(1);
    expect(await remaining()).toBe(5);
    expect((await reserve()).allowance).toMatchObject({ quota: { remaining: 4 } });
  });

  test("that retention has voided is never answered late", async () => {
    const { accounts, pass, reserve, remaining } = await openBooks();
    const late = await reserve();
    pass(deadlineMs + 10_000);
    expect(granted(await accounts.applyRetention())).toEqual({ voided: 1 });
    expect(codeOf(await accounts.commit(late, verified()))).toBe("overloaded");
    expect(await remaining()).toBe(5);
  });

  test("that is late but still held counts", async () => {
    const { accounts, pass, reserve, remaining } = await openBooks();
    const late = await reserve();
    pass(deadlineMs + 10_000);
    expect(granted(await accounts.commit(late, verified())).billing.counted).toBe(true);
    expect(granted(await accounts.applyRetention())).toEqual({ voided: 0 });
    expect(await remaining()).toBe(4);
  });
});

describe("upkeep", () => {
  test("voids at the start what a dead process left behind", async () => {
    const { accounts, pass, reserve, store } = await openBooks();
    await reserve();
    pass(deadlineMs + 10_000);
    await accounts.start();
    await accounts.close();
    expect(await store.db.selectFrom("reservation").select("state").execute()).toEqual([{ state: "void" }]);
  });

  test("forgets what was counted a day and an hour after its day", async () => {
    const { accounts, pass, reserve, store } = await openBooks();
    granted(await accounts.commit(await reserve(), verified()));
    // From noon to just before one in the morning of the day after the next, as a clock may be a day wrong.
    pass(37 * 60 * 60 * 1000 - 1);
    await accounts.applyRetention();
    expect(await store.db.selectFrom("quota_day").select("taken").execute()).toEqual([{ taken: 1 }]);
    pass(1);
    await accounts.applyRetention();
    expect(await store.db.selectFrom("quota_day").selectAll().execute()).toEqual([]);
    expect(await store.db.selectFrom("reservation").selectAll().execute()).toEqual([]);
  });

  test("tells of a round that failed and goes on", async () => {
    const { accounts, store, failures } = await openBooks();
    await store.close();
    await accounts.start();
    await accounts.close();
    expect(failures.map(({ code }) => code)).toEqual(["overloaded"]);
  });
});

describe("a database that is away", () => {
  longTest(
    "answers overloaded to everything while another process keeps it locked, and recovers",
    async () => {
      const { accounts, databaseUrl, reserve, remaining } = await openBooks();
      const reservation = await reserve();
      const other = new DatabaseSync(databaseUrl.replace(/^sqlite:/, ""));
      other.exec("begin immediate");
      const results = await Promise.all([
        accounts.reserve(shop, askFor()),
        accounts.commit(reservation, verified()),
        accounts.void(reservation),
        accounts.quotaOf(shop),
      ]);
      expect(results.map(codeOf)).toEqual(Array.from({ length: 4 }, () => "overloaded"));
      other.exec("rollback");
      other.close();
      expect(granted(await accounts.commit(reservation, verified())).billing.counted).toBe(true);
      expect(await remaining()).toBe(4);
    },
  );

  test("answers overloaded when the disk is full, and counts nothing then", async () => {
    const { accounts, store, reserve, remaining } = await openBooks();
    const reservation = await reserve();
    await sql`pragma max_page_count = 1`.execute(store.db);
    const codes: string[] = [];
    // Pages have room for some rows before the next page is refused.
    const isRefusedOften = () => codes.filter((code) => code === "overloaded").length >= 20;
    for (let userId = 1; userId < 400 && (isFull || !isRefusedOften()); userId++)
      codes.push(codeOf(await accounts.reserve({ kind: "telegram", userId }, askFor())));
    expect(new Set(codes)).toEqual(new Set(["ok", "overloaded"]));
    const held = await store.db.selectFrom("reservation").select("id").execute();
    const counted = await store.db.selectFrom("quota_day").select("taken").execute();
    expect(held.length).toBe(counted.reduce((sum, { taken }) => sum + taken, 0));
    await sql`pragma max_page_count = 1000000`.execute(store.db);
    expect(granted(await accounts.commit(reservation, verified())).billing.counted).toBe(true);
    expect(await remaining()).toBe(4);
  });
});
