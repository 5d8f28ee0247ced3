import { renameSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Failure } from "../../src/core/failure.ts";
import type { Result } from "../../src/core/result.ts";
import type { Transaction } from "../../src/database/schema.ts";
import { openStore, type Store } from "../../src/database/store.ts";
import { longTest } from "../support/extent.ts";
import { databaseKinds, temporaryStore, temporaryStoreOn, testSecret } from "../support/temporary-store.ts";

const addChat = (chatId: number) => (trx: Transaction) =>
  trx.insertInto("chat").values({ chat_id: chatId, language: "am" }).execute();

const promiseOf = () => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};

const codeOf = (result: Result<unknown, Failure>): string => (result.ok ? "ok" : result.error.code);

const lostAnswer = {
  ok: false,
  error: { code: "overloaded", retryAfterSeconds: 2, detail: expect.stringMatching(/^database: /) },
};

const chatsOf = async (store: Store): Promise<readonly number[]> => {
  const chats = await store.db.selectFrom("chat").select("chat_id").orderBy("chat_id").execute();
  return chats.map((chat) => chat.chat_id);
};

describe.each(databaseKinds)("a transaction on %s", (kind) => {
  test("is undone as a whole when its work fails", async () => {
    const { store } = await temporaryStoreOn(kind);
    const bug = store.transaction(async (trx) => {
      await addChat(1)(trx);
      await addChat(1)(trx);
    });
    await expect(bug).rejects.toThrow(/unique constraint/i);
    expect(await chatsOf(store)).toEqual([]);
    expect(codeOf(await store.transaction(addChat(2)))).toBe("ok");
  });

  test("that fails takes none of those with it that run beside it", async () => {
    const { store } = await temporaryStoreOn(kind);
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) =>
        store.transaction(async (trx) => {
          await addChat(n)(trx);
          if (n % 3 === 0) throw new Error(`bug ${n}`);
          if (n % 3 === 1) await addChat(n)(trx);
        }),
      ),
    );
    expect(results.map((result, n) => (result.status === "rejected" ? n % 3 : "kept"))).toEqual(
      results.map((_, n) => (n % 3 === 2 ? "kept" : n % 3)),
    );
    expect(await chatsOf(store)).toEqual(Array.from({ length: 10 }, (_, n) => 3 * n + 2));
  });

  test("is answered once another connection can see it", async () => {
    const { store, databaseUrl } = await temporaryStoreOn(kind);
    const other = await openStore({ databaseUrl, secret: testSecret, now: () => new Date() });
    onTestFinished(() => other.close());
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        await store.transaction(addChat(n));
        expect(await chatsOf(other)).toContain(n);
      }),
    );
  });

  test("is seen by others only once it is whole", async () => {
    const { store } = await temporaryStoreOn(kind);
    const { promise: begun, resolve: begin } = promiseOf();
    const { promise: ended, resolve: end } = promiseOf();
    const written = store.transaction(async (trx) => {
      await addChat(1)(trx);
      begin();
      await ended;
      await addChat(2)(trx);
    });
    await begun;
    const seen = Promise.race([chatsOf(store), written.then(() => "waited for it")]);
    setImmediate(end);
    expect([[], [1, 2], "waited for it"]).toContainEqual(await seen);
    expect(codeOf(await written)).toBe("ok");
    expect(await chatsOf(store)).toEqual([1, 2]);
  });

  test("that counts reads what those before it have written", async () => {
    const { store } = await temporaryStoreOn(kind);
    await store.db.insertInto("quota_day").values({ subject: "s", day: "d", taken: 0 }).execute();
    const takeOne = (trx: Transaction) =>
      trx
        .updateTable("quota_day")
        .set((eb) => ({ taken: eb("taken", "+", 1) }))
        .where("taken", "<", 25)
        .returning("taken")
        .executeTakeFirst();
    const results = await Promise.all(Array.from({ length: 100 }, () => store.transaction(takeOne)));
    const taken = results.flatMap((result) => (result.ok && result.value ? [result.value.taken] : []));
    expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1));
  });

  test("takes its turn in a long queue", async () => {
    const { store } = await temporaryStoreOn(kind);
    const results = await Promise.all(Array.from({ length: 150 }, (_, n) => store.transaction(addChat(n))));
    expect(new Set(results.map(codeOf))).toEqual(new Set(["ok"]));
  });

  test("gives whole numbers as numbers, also counted and summed", async () => {
    const { store } = await temporaryStoreOn(kind);
    for (const chat of [Number.MAX_SAFE_INTEGER, -5])
      await store.db.insertInto("chat").values({ chat_id: chat, language: "am" }).execute();
    const sums = store.db
      .selectFrom("chat")
      .select(({ fn }) => [
        fn.countAll<number>().as("count"),
        fn.sum<number>("chat_id").as("sum"),
        fn.max("chat_id").as("most"),
      ]);
    expect(await sums.execute()).toEqual([
      { count: 2, sum: Number.MAX_SAFE_INTEGER - 5, most: Number.MAX_SAFE_INTEGER },
    ]);
  });

  test("is none on a store that was closed, which may be closed twice", async () => {
    const { store } = await temporaryStoreOn(kind);
    const last = Array.from({ length: 30 }, (_, n) => store.transaction(addChat(n)));
    await store.close();
    await store.close();
    expect((await Promise.all(last)).map(codeOf)).toEqual(last.map(() => "ok"));
    expect(await store.transaction(addChat(1))).toEqual(lostAnswer);
    expect(await store.ready()).toEqual(lostAnswer);
  });

  test("leaves a new database that is ready", async () => {
    const { store } = await temporaryStoreOn(kind);
    expect(await store.ready()).toEqual({ ok: true, value: true });
  });
});

describe("a transaction on a file that others use", () => {
  test("waits for a lock without holding up its process", async () => {
    const { store, path } = await temporaryStore();
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    // Only a process that still runs its timers can release this lock.
    setTimeout(() => other.exec("rollback"), 100);
    expect(codeOf(await store.transaction(addChat(1)))).toBe("ok");
    other.close();
  });

  test("waits for each of many locks anew", async () => {
    const { store, path } = await temporaryStore();
    const other = new DatabaseSync(path);
    for (const chat of [1, 2, 3]) {
      other.exec("begin immediate");
      setTimeout(() => other.exec("rollback"), 400);
      expect(codeOf(await store.transaction(addChat(chat)))).toBe("ok");
    }
    other.close();
  });
});

describe("a file that is away", () => {
  longTest("answers overloaded while it is locked, also to those who queue, and recovers", async () => {
    const { store, path } = await temporaryStore();
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => store.transaction(addChat(n))));
    expect(results).toEqual(results.map(() => lostAnswer));
    expect(await store.ready()).toEqual(lostAnswer);
    other.exec("rollback");
    other.close();
    expect(await store.ready()).toEqual({ ok: true, value: true });
    expect(codeOf(await store.transaction(addChat(1)))).toBe("ok");
  });

  test("answers overloaded when the disk is full, and keeps nothing of that transaction", async () => {
    const { store } = await temporaryStore();
    await sql`pragma max_page_count = 1`.execute(store.db);
    const filled = await store.transaction(async (trx) => {
      await addChat(1)(trx);
      const large = { chat_id: 2, language: "x".repeat(100_000) };
      return trx.insertInto("chat").values(large).returning("chat_id").execute();
    });
    expect(filled).toEqual(lostAnswer);
    expect(await store.db.selectFrom("chat").selectAll().execute()).toEqual([]);
  });

  test("answers overloaded, and is not ready, while it may only be read", async () => {
    const { store } = await temporaryStore();
    await sql`pragma query_only = on`.execute(store.db);
    expect(await store.transaction(addChat(1))).toEqual(lostAnswer);
    expect(await store.ready()).toEqual(lostAnswer);
    await sql`pragma query_only = off`.execute(store.db);
    expect(await store.ready()).toEqual({ ok: true, value: true });
    expect(await chatsOf(store)).toEqual([]);
  });

  test("answers overloaded while its file is gone or another, and recovers when it is back", async () => {
    const { store, path } = await temporaryStore();
    renameSync(path, `${path}.away`);
    expect(await store.transaction(addChat(1))).toEqual(lostAnswer);
    writeFileSync(path, "");
    expect(await store.transaction(addChat(1))).toEqual(lostAnswer);
    expect(await store.ready()).toEqual(lostAnswer);
    rmSync(path);
    renameSync(`${path}.away`, path);
    expect(await store.ready()).toEqual({ ok: true, value: true });
    expect(codeOf(await store.transaction(addChat(1)))).toBe("ok");
  });

  longTest("is told from a bug where single statements reject", async () => {
    const { store, path } = await temporaryStore();
    const isAwayFor = async (query: { execute: () => Promise<unknown> }) =>
      store.isAway(await query.execute().catch((error: unknown) => error));
    const insert = store.db.insertInto("chat").values({ chat_id: 1, language: "am" });
    await insert.execute();
    expect(await isAwayFor(insert)).toBe(false);
    expect(await isAwayFor(insert.returning("chat_id"))).toBe(false);
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    expect(await isAwayFor(insert)).toBe(true);
    expect(await isAwayFor(insert.returning("chat_id"))).toBe(true);
    other.close();
    rmSync(path);
    expect(await isAwayFor(insert)).toBe(true);
  });
});
