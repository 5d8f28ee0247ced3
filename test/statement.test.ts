import { describe, expect, test } from "vitest";
import { statement } from "../src/store/statement.ts";
import { databaseKinds, temporaryStoreOn } from "./support/temporary-store.ts";

type Chat = { readonly chatId: number; readonly language: string };

const remember = statement((db, { chatId, language }: Chat) =>
  db
    .insertInto("chat")
    .values({ chat_id: chatId, language })
    .onConflict((conflict) => conflict.column("chat_id").doUpdateSet({ language }))
    .returning(["chat_id", "language"]),
);

const inEnglish = statement((db, { from }: { readonly from: number }) =>
  db
    .selectFrom("chat")
    .select("chat_id")
    .where("language", "=", "en")
    .where("chat_id", ">=", from)
    .orderBy("chat_id"),
);

const after = statement((db, { from }: { readonly from: number }) =>
  db
    .selectFrom("chat")
    .select("chat_id")
    .where("chat_id", ">=", from + 1),
);

describe.each(databaseKinds)("a statement that is compiled once, on %s", (kind) => {
  test("says each time what it is given, on every database and in transactions", async () => {
    const [one, other] = [await temporaryStoreOn(kind), await temporaryStoreOn(kind)];
    const said = [];
    for (const { store } of [one, other, one])
      for (const [chatId, language] of [
        [1, "en"],
        [2, "am"],
        [3, "en"],
        [1, "ti"],
      ] as const) {
        const kept = await store.transaction((work) => remember(work, { chatId, language }));
        said.push(kept.ok && kept.value);
      }
    expect(said.slice(0, 4)).toEqual([
      [{ chat_id: 1, language: "en" }],
      [{ chat_id: 2, language: "am" }],
      [{ chat_id: 3, language: "en" }],
      [{ chat_id: 1, language: "ti" }],
    ]);
    for (const { store } of [one, other])
      expect(await inEnglish(store.db, { from: 1 })).toEqual([{ chat_id: 3 }]);
    expect(await inEnglish(one.store.db, { from: 4 })).toEqual([]);
  });

  test("is refused by a transaction that is over, and writes nothing", async () => {
    const { store } = await temporaryStoreOn(kind);
    const over = await store.transaction(async (work) => ({ work }));
    if (!over.ok) throw new Error("the transaction did not end");
    await expect(remember(over.value.work, { chatId: 1, language: "en" })).rejects.toThrow("committed");
    expect(await inEnglish(store.db, { from: 1 })).toEqual([]);
  });

  test("does not let itself be built with a sum of what it is not given yet", async () => {
    const { store } = await temporaryStoreOn(kind);
    await expect(after(store.db, { from: 1 })).rejects.toThrow("as they are given");
  });
});
