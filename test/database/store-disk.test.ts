import { copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Transaction } from "../../src/database/schema.ts";
import { openStore, type Store } from "../../src/database/store.ts";
import { temporaryFolder, temporaryStore, testSecret } from "../support/temporary-store.ts";

const now = () => new Date("2026-11-15T09:00:00Z");

const addChat = (chatId: number) => (trx: Transaction) =>
  trx.insertInto("chat").values({ chat_id: chatId, language: "am" }).execute();

const chatsOf = async ({ db }: Pick<Store, "db">): Promise<readonly number[]> => {
  const chats = await db.selectFrom("chat").select("chat_id").orderBy("chat_id").execute();
  return chats.map((chat) => chat.chat_id);
};

test("a commit that fails is told to all whose work it held, and nothing of it is kept", async () => {
  const { store } = await temporaryStore();
  await sql`create table part (whole integer references chat (chat_id) deferrable initially deferred)`.execute(
    store.db,
  );
  const results = await Promise.allSettled([
    store.transaction(addChat(1)),
    // SQLite looks at a deferred constraint when it commits, and not before.
    store.transaction((trx) => sql`insert into part values (4711)`.execute(trx)),
    store.transaction(addChat(2)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(await chatsOf(store)).toEqual([]);
  expect((await store.transaction(addChat(3))).ok).toBe(true);
  expect(await chatsOf(store)).toEqual([3]);
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
