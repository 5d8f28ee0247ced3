import { copyFileSync, fdatasync, fstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { isAway } from "../src/store/away.ts";
import type { OpenDatabase } from "../src/store/database.ts";
import type { Work } from "../src/store/schema.ts";
import type { SyncFile } from "../src/store/sqlite-log.ts";
import { openSqlite } from "../src/store/sqlite-store.ts";
import { openStore } from "../src/store/store.ts";
import { temporaryFolder, temporaryStore, testSecret } from "./support/temporary-store.ts";

const now = () => new Date("2026-11-15T09:00:00Z");

const addChat = (chatId: number) => (work: Work) =>
  work.insertInto("chat").values({ chat_id: chatId, language: "am" }).execute();

const chatsOf = async ({ db }: Pick<OpenDatabase, "db">): Promise<readonly number[]> => {
  const chats = await db.selectFrom("chat").select("chat_id").orderBy("chat_id").execute();
  return chats.map((chat) => chat.chat_id);
};

/** A disk on which nothing is kept before the test lets it be, or makes it fail. */
const createSlowDisk = () => {
  const syncs: { readonly done: () => void; readonly fail: (error: Error) => void }[] = [];
  const sync: SyncFile = () =>
    new Promise((resolve, reject) => {
      syncs.push({ done: resolve, fail: reject });
    });
  return { sync, syncs };
};

const openOn = async (sync: SyncFile, path = join(temporaryFolder(), "deresegn.sqlite")) => {
  const opened = await openSqlite({ databaseUrl: `sqlite:${path}`, secret: testSecret, now }, sync);
  return { ...opened, path };
};

/** Whether they have been answered by now, after everything that could run has run. */
const answered = async (asked: readonly Promise<unknown>[]): Promise<readonly string[]> => {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  const waiting = nextTurn("waits");
  return Promise.all(asked.map((one) => Promise.race([one.then(() => "done"), waiting])));
};

const writtenBy = (opened: OpenDatabase, chat: number) => {
  const asked = opened.transact(addChat(chat));
  asked.catch(() => {});
  return asked;
};

describe("a transaction on a slow disk", () => {
  test("is answered once the disk has it, and not when others see it", async () => {
    const { sync, syncs } = createSlowDisk();
    const opened = await openOn(sync);
    const asked = [writtenBy(opened, 1)];
    await expect.poll(() => syncs.length).toBe(1);
    expect(await chatsOf(opened)).toEqual([1]);
    expect(await answered(asked)).toEqual(["waits"]);
    syncs[0]?.done();
    expect(await answered(asked)).toEqual(["done"]);
    await opened.close();
  });

  test("is written while the disk is busy with those before it, and waits for its own turn there", async () => {
    const { sync, syncs } = createSlowDisk();
    const opened = await openOn(sync);
    const first = writtenBy(opened, 1);
    await expect.poll(() => syncs.length).toBe(1);
    const later = [writtenBy(opened, 2), writtenBy(opened, 3)];
    await expect.poll(() => chatsOf(opened)).toEqual([1, 2, 3]);
    expect(syncs).toHaveLength(1);
    syncs[0]?.done();
    await first;
    await expect.poll(() => syncs.length).toBe(2);
    expect(await answered(later)).toEqual(["waits", "waits"]);
    syncs[1]?.done();
    expect(await answered(later)).toEqual(["done", "done"]);
    await opened.close();
  });

  test("is waited for when the database is closed", async () => {
    const { sync, syncs } = createSlowDisk();
    const opened = await openOn(sync);
    const asked = writtenBy(opened, 1);
    const closed = opened.close();
    await expect.poll(() => syncs.length).toBe(1);
    expect(await answered([asked, closed])).toEqual(["waits", "waits"]);
    syncs[0]?.done();
    expect(await answered([asked, closed])).toEqual(["done", "done"]);
  });

  test("is synced in the log that SQLite writes, and in no other file", async () => {
    const synced = new Set<number>();
    const opened = await openOn((file) => {
      synced.add(fstatSync(file).ino);
      return promisify(fdatasync)(file);
    });
    for (let chat = 1; chat <= 3; chat += 1) await opened.transact(addChat(chat));
    expect([...synced]).toEqual([statSync(`${opened.path}-wal`).ino]);
    await opened.close();
  });
});

describe("a disk that fails", () => {
  const failing = async () => {
    const { sync, syncs } = createSlowDisk();
    const opened = await openOn(sync);
    onTestFinished(opened.close);
    const asked = [writtenBy(opened, 1)];
    await expect.poll(() => syncs.length).toBe(1);
    asked.push(writtenBy(opened, 2));
    await expect.poll(() => chatsOf(opened)).toEqual([1, 2]);
    asked.push(writtenBy(opened, 3), writtenBy(opened, 4));
    syncs[0]?.fail(
      Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO", syscall: "fdatasync" }),
    );
    return { opened, asked, syncs };
  };

  test("is told to all who were written and all who wait", async () => {
    const { asked } = await failing();
    expect(await Promise.all(asked.map((one) => one.catch(isAway)))).toEqual([true, true, true, true]);
  });

  test("is not trusted again, neither to write nor to read, until the next start", async () => {
    const { opened, asked, syncs } = await failing();
    await Promise.allSettled(asked);
    expect(await opened.transact(addChat(5)).catch(isAway)).toBe(true);
    expect(await chatsOf(opened).catch(isAway)).toBe(true);
    expect(syncs).toHaveLength(1);
    await opened.close();
    const next = await openOn(promisify(fdatasync), opened.path);
    await next.transact(addChat(5));
    expect(await chatsOf(next)).toContain(5);
    await next.close();
  });
});

test("what a process that died had only in its log is in the file when the next one has started", async () => {
  const { store, path } = await temporaryStore();
  expect((await store.transaction(addChat(1))).ok).toBe(true);
  const left = join(temporaryFolder(), "deresegn.sqlite");
  for (const end of ["", "-wal"]) copyFileSync(`${path}${end}`, `${left}${end}`);
  const next = await openStore({ databaseUrl: `sqlite:${left}`, secret: testSecret, now });
  expect(statSync(`${left}-wal`).size).toBe(0);
  expect(await chatsOf(next)).toEqual([1]);
  await next.close();
});
