import { renameSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Failure } from "../src/failure.ts";
import type { Result } from "../src/result.ts";
import type { Work } from "../src/store/schema.ts";
import { temporaryStore } from "./support/temporary-store.ts";

const addChat = (chatId: number) => (work: Work) =>
  work.insertInto("chat").values({ chat_id: chatId, language: "am" }).execute();

const promiseOf = () => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};

const codeOf = (result: Result<unknown, Failure>): string => (result.ok ? "ok" : result.error.code);

describe("a transaction", () => {
  test("is undone as a whole when its work fails", async () => {
    const { store } = await temporaryStore();
    const bug = store.transaction(async (work) => {
      await addChat(1)(work);
      await addChat(1)(work);
    });
    await expect(bug).rejects.toThrow("UNIQUE constraint failed");
    expect(await store.db.selectFrom("chat").selectAll().execute()).toEqual([]);
    expect(codeOf(await store.transaction(addChat(2)))).toBe("ok");
  });

  test("is seen by others only once it is whole", async () => {
    const { store } = await temporaryStore();
    const { promise: begun, resolve: begin } = promiseOf();
    const { promise: ended, resolve: end } = promiseOf();
    const written = store.transaction(async (work) => {
      await addChat(1)(work);
      begin();
      await ended;
      await addChat(2)(work);
    });
    await begun;
    const seen = store.db.selectFrom("chat").select("chat_id").execute();
    end();
    expect(await seen).toEqual([{ chat_id: 1 }, { chat_id: 2 }]);
    expect(codeOf(await written)).toBe("ok");
  });

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

  test("takes its turn in a long queue", async () => {
    const { store } = await temporaryStore();
    const results = await Promise.all(Array.from({ length: 300 }, (_, n) => store.transaction(addChat(n))));
    expect(new Set(results.map(codeOf))).toEqual(new Set(["ok"]));
  });
});

describe("a database that is away", () => {
  const lostAnswer = {
    ok: false,
    error: { code: "overloaded", retryAfterSeconds: 2, detail: expect.stringMatching(/^database: /) },
  };

  test("answers overloaded while it is locked, also to those who queue, and recovers", async () => {
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
    const filled = await store.transaction(async (work) => {
      await addChat(1)(work);
      const large = { chat_id: 2, language: "x".repeat(100_000) };
      return work.insertInto("chat").values(large).returning("chat_id").execute();
    });
    expect(filled).toEqual(lostAnswer);
    expect(await store.db.selectFrom("chat").selectAll().execute()).toEqual([]);
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

  test("answers overloaded once it is closed, and may be closed twice", async () => {
    const { store } = await temporaryStore();
    await store.close();
    await store.close();
    expect(await store.transaction(addChat(1))).toEqual(lostAnswer);
  });

  test("is told from a bug where single statements reject", async () => {
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
