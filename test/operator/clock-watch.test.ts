import { describe, expect, test } from "vitest";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { createInbox } from "../../src/bot/data/inbox.ts";
import { createRetries } from "../../src/bot/data/retries.ts";
import { createClock } from "../../src/core/clock.ts";
import { bringBackPlans } from "../../src/database/clock.ts";
import { createOwnUpdates } from "../../src/database/inbox-rows.ts";
import { createJobLease } from "../../src/database/job-lease.ts";
import { openStore } from "../../src/database/store.ts";
import { createIdempotency } from "../../src/http/idempotency/idempotency.ts";
import { createAlarms } from "../../src/operator/alarms/alarms.ts";
import { createClockWatch } from "../../src/operator/clock-watch.ts";
import { askFor, codeOf, granted, missed, openBooks, selam, verified } from "../support/books.ts";
import { keptLog } from "../support/kept-log.ts";
import { databaseKinds, temporaryStoreOn, testSecret } from "../support/temporary-store.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Asks until nothing is left of the day: how many were answered. */
const exhaust = async (books: Awaited<ReturnType<typeof openBooks>>, from: number): Promise<number> => {
  for (let n = from; ; n += 1) {
    const reserved = await books.accounts.reserve(selam, askFor(n));
    if (!reserved.ok) {
      expect(codeOf(reserved)).toBe("daily_quota_exceeded");
      return n - from;
    }
    granted(await books.accounts.commit(reserved.value, verified(n)));
  }
};

describe.each(databaseKinds)("on %s, a clock that is a day wrong", (kind) => {
  test.each([dayMs, -dayMs])("by %d ms gives nobody a day twice", async (by) => {
    const books = await openBooks(kind);
    const tidy = async () => granted(await books.accounts.applyRetention());
    const own = await exhaust(books, 1);
    expect(own).toBe(5);
    books.pass(by);
    await tidy();
    // The wrong day is used up, too, by somebody who notices.
    expect(await exhaust(books, 1_000)).toBe(5);
    await tidy();
    books.pass(-by);
    await tidy();
    expect(await exhaust(books, 2_000)).toBe(0);
    books.pass(by);
    expect(await exhaust(books, 3_000)).toBe(0);
  });

  test("loses no money, history, link or key, and lets a browser stay signed in", async () => {
    const books = await openBooks(kind);
    const { id, caller } = await books.openAccount(10_000);
    await books.verify(caller, verified(1), askFor(1));
    const person = granted(
      await books.accounts.registerTelegram(selam.kind === "telegram" ? selam.userId : 0),
    );
    const { token } = granted(
      await books.accounts.createSession({ kind: "person", userId: 4711 }, "a browser"),
    );
    for (const by of [dayMs, -dayMs, -dayMs, dayMs]) {
      books.pass(by);
      granted(await books.accounts.applyRetention());
      await books.verify(caller, verified(2), askFor(2));
    }
    const { entries, posted_santim, pending_santim } = await books.store.db
      .selectFrom("balance")
      .selectAll()
      .where("account_id", "=", id)
      .executeTakeFirstOrThrow();
    const ledger = await books.store.db
      .selectFrom("ledger_entry")
      .select("amount_santim")
      .where("account_id", "=", id)
      .execute();
    expect([ledger.length, ledger.reduce((sum, { amount_santim }) => sum + amount_santim, 0)]).toEqual([
      entries,
      posted_santim,
    ]);
    expect(pending_santim).toBe(0);
    const session = granted(await books.accounts.resolveSession(token, "203.0.113.7"));
    expect(session?.account.id).toBe(person.id);
  });

  test("does not keep a dead process's work when it is set right", async () => {
    const { store, databaseUrl } = await temporaryStoreOn(kind);
    const right = new Date("2026-11-15T09:00:00Z");
    const ahead = () => new Date(right.getTime() + dayMs);
    // Another process's, whose locked file is gone with the power.
    await store.db
      .insertInto("process_lease")
      .values({ id: "dead", expires_at: ahead().getTime() + 20_000 })
      .execute();
    const deadJob = createJobLease("polling", { store, leaseId: () => "dead", now: ahead });
    expect(granted(await deadJob.hold())).toBe(true);

    let at = right;
    const now = () => at;
    const other = await openStore({ databaseUrl, secret: testSecret, now });
    const accounts = createAccounts({ store: other, secret: testSecret, now });
    const job = createJobLease("polling", { store: other, leaseId: accounts.leaseId, now });
    granted(await accounts.renew());
    expect(granted(await job.hold())).toBe(false);
    at = new Date(right.getTime() + 21_000);
    granted(await accounts.renew());
    expect(granted(await job.hold())).toBe(true);
    await other.close();
  });

  test("is told at the start, and what was planned for later than anything is due", async () => {
    const right = new Date("2026-11-15T09:00:00Z");
    let at = new Date(right.getTime() + dayMs);
    const now = () => at;
    const { store } = await temporaryStoreOn(kind, now);
    const accounts = createAccounts({ store, secret: testSecret, now });
    granted(await accounts.renew());
    const leased = { store, secret: testSecret, leaseId: accounts.leaseId, now };
    const inbox = createInbox(leased);
    const retries = createRetries({ ...leased, inbox });
    const planned = await retries.plan(
      { chatId: 1, messageId: 2, userId: 3, receipt: "r", question: "q", payload: "{}" },
      { dueAt: new Date(at.getTime() + 20_000), endsAt: new Date(at.getTime() + hourMs) },
      { isMine: async () => true, keep: async () => {} },
    );
    expect(planned.ok).toBe(true);
    granted(await inbox.leave({ chatId: 1, dueAt: at, about: { receiverAsked: {} } }));
    const alarms = createAlarms({ store, ownUpdates: createOwnUpdates({ secret: testSecret, now }), now });
    granted(
      await alarms.report([{ kind: "inbox_late", subject: "", facts: { seconds: 90 }, state: "raised" }]),
    );

    at = right;
    granted(await accounts.renew());
    const { log, lines } = keptLog();
    const clock = { now, jumpedMs: () => 0, goBy: () => 0 };
    expect(granted(await retries.claim(5))).toEqual([]);
    await createClockWatch({ clock, store, log }).begin();
    expect(lines).toEqual([
      expect.objectContaining({
        aheadSeconds: dayMs / 1_000,
        msg: expect.stringMatching(/^the newest rows of the database are of a time to come/),
      }),
    ]);
    expect(granted(await retries.claim(5))).toHaveLength(1);
    expect(granted(await inbox.claimNext({}, { room: 5 }))).toHaveLength(1);
    const { seen_at } = await store.db.selectFrom("alarm").select("seen_at").executeTakeFirstOrThrow();
    expect(seen_at).toBe(right.getTime());
  });

  test("keeps no money held and no key claimed when it is set right behind work that failed", async () => {
    const books = await openBooks(kind);
    const { store, now, pass, accounts } = books;
    const { id, caller } = await books.openAccount(10_000);
    books.pass(dayMs);
    granted(await accounts.renew());
    // As on a disk that was full when its work had failed: it was not given back.
    await books.reserve(caller, askFor(1));
    const idempotency = createIdempotency({ store, secret: testSecret, leaseId: () => null, now });
    const request = {
      account: id,
      mode: "live",
      endpoint: "/api/verify-beta",
      key: "order-1",
      body: {},
      deadlineMs: 15_000,
    } as const;
    granted(await idempotency.begin(request));

    pass(-dayMs);
    granted(await accounts.renew());
    await createClockWatch({
      clock: { now, jumpedMs: () => 0, goBy: () => 0 },
      store,
      log: keptLog().log,
    }).begin();
    pass(2 * minuteMs);
    granted(await accounts.renew());
    granted(await accounts.applyRetention());
    const { pending_santim } = await store.db
      .selectFrom("balance")
      .select("pending_santim")
      .where("account_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(pending_santim).toBe(0);
    expect(granted(await idempotency.begin(request)).kind).toBe("execute");
  });

  test("leaves nobody stopped for guessing for longer than was meant, once it is right", async () => {
    const books = await openBooks(kind);
    const { caller } = await books.openAccount(100 * 500);
    books.pass(3 * hourMs);
    for (let number = 1; number <= 11; number++) await books.verify(caller, missed, askFor(number));
    books.pass(-3 * hourMs);
    granted(await books.store.transaction((trx) => bringBackPlans(trx, books.now())));
    const refused = await books.accounts.reserve(caller, askFor(12));
    expect(refused).toMatchObject({ error: { code: "abnormal_usage", retryAfterSeconds: 15 * 60 } });
    books.pass(15 * minuteMs);
    expect(codeOf(await books.accounts.reserve(caller, askFor(12)))).toBe("ok");
  });

  test("is told once while it runs, with what it did", async () => {
    const { store } = await temporaryStoreOn(kind);
    let setBy = 0;
    const clock = createClock({
      wallMs: () => Date.now() + setBy,
      monotonicMs: () => performance.now(),
    });
    const { log, lines } = keptLog();
    const watch = createClockWatch({ clock, store, log });
    await watch.begin();
    await watch.round();
    expect(lines).toEqual([]);
    for (const by of [-dayMs, dayMs]) {
      setBy += by;
      await watch.round();
      await watch.round();
    }
    const jumps = lines.filter(({ jumpedSeconds }) => jumpedSeconds !== undefined);
    expect(jumps.map(({ jumpedSeconds }) => Math.round(Number(jumpedSeconds) / 3_600))).toEqual([-24, 24]);
    expect(jumps[0]?.msg).toMatch(/^the clock of this machine has jumped: nothing is lost/);
    const nowMs = clock.now().getTime();
    expect(Math.abs(nowMs - Date.now())).toBeLessThan(5_000);
  });
});

// A file has no clock of its own.
test.each(databaseKinds.filter((kind) => kind !== "sqlite"))(
  "a machine a day ahead goes by the clock of the server of %s, and says so once",
  async (kind) => {
    const { store } = await temporaryStoreOn(kind);
    const clock = createClock({ wallMs: () => Date.now() + dayMs });
    const { log, lines } = keptLog();
    const watch = createClockWatch({ clock, store, log });
    await watch.begin();
    await watch.round();
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(5_000);
    expect(lines.map(({ msg }) => msg)).toEqual([
      "this machine's clock differs from the database server's, which is used: set it right (NTP)",
    ]);
  },
);
