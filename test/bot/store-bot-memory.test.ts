import { describe, expect, test } from "vitest";
import { createBotMemory } from "../../src/bot/data/memory.ts";
import { openStore } from "../../src/database/store.ts";
import {
  type DatabaseKind,
  databaseKinds,
  temporaryStoreOn,
  testSecret,
} from "../support/temporary-store.ts";

const createMemory = async (kind: DatabaseKind) => {
  let at = new Date("2026-11-15T09:00:00Z");
  const now = () => at;
  const { store, databaseUrl } = await temporaryStoreOn(kind, now);
  const pass = (ms: number) => {
    at = new Date(at.getTime() + ms);
  };
  return { memory: createBotMemory({ store, secret: testSecret, now }), store, databaseUrl, pass, now };
};

const hourMs = 60 * 60 * 1000;
const whichProvider = {
  chatId: -1001234567890,
  userId: 42,
  kind: "bank" as const,
  payload: '{"a":1}',
  ttlMs: hourMs,
};

describe.each(databaseKinds)("on %s", (kind) => {
  describe("a chat's language", () => {
    test("is the one it chose last, and outlives the process", async () => {
      const { memory, store, databaseUrl, now } = await createMemory(kind);
      expect(await memory.languageOf(1)).toBeNull();
      await memory.rememberLanguage(1, "en");
      await memory.rememberLanguage(1, "am");
      await memory.rememberLanguage(2, "en");
      await store.close();
      const again = await openStore({ databaseUrl, secret: testSecret, now });
      const restarted = createBotMemory({ store: again, secret: testSecret, now });
      expect(await restarted.languageOf(1)).toBe("am");
      expect(await restarted.languageOf(2)).toBe("en");
      await again.close();
    });
  });

  describe("a chat's calendar", () => {
    test("is the one it chose last, and has nothing to do with its language", async () => {
      const { memory } = await createMemory(kind);
      expect(await memory.calendarOf(1)).toBeNull();
      await memory.rememberCalendar(1, "gregorian");
      expect(await memory.languageOf(1)).toBeNull();
      await memory.rememberLanguage(1, "am");
      expect(await memory.calendarOf(1)).toBe("gregorian");
      await memory.rememberCalendar(1, "ethiopian");
      expect(await memory.calendarOf(1)).toBe("ethiopian");
      expect(await memory.languageOf(1)).toBe("am");
      expect(await memory.calendarOf(2)).toBeNull();
    });
  });

  describe("an open question", () => {
    test("is found again as it was asked, until it expires", async () => {
      const { memory, pass } = await createMemory(kind);
      const { id } = await memory.ask(whichProvider);
      expect(id).toMatch(/^[\w-]{12}$/);
      const asked = {
        id,
        chatId: -1001234567890,
        userId: 42,
        messageId: null,
        kind: "bank" as const,
        payload: '{"a":1}',
        askedAt: new Date("2026-11-15T09:00:00Z"),
        expiresAt: new Date("2026-11-15T10:00:00Z"),
      };
      expect(await memory.question(id, 7)).toEqual(asked);
      await memory.attachMessage(id, 99);
      expect(await memory.question(id, 7)).toEqual({ ...asked, messageId: 99 });
      pass(hourMs - 1);
      expect(await memory.openQuestionsOf(-1001234567890, 42, 7)).toHaveLength(1);
      pass(1);
      expect(await memory.question(id, 7)).toBeNull();
      expect(await memory.openQuestionsOf(-1001234567890, 42, 7)).toEqual([]);
      expect(await memory.answer(id, 7)).toBeNull();
    });

    test("is answered by one of two presses at once", async () => {
      const { memory } = await createMemory(kind);
      const { id } = await memory.ask(whichProvider);
      const answers = await Promise.all([memory.answer(id, 1), memory.answer(id, 2)]);
      expect(answers.map((answer) => answer?.payload)).toEqual(['{"a":1}', undefined]);
      expect(await memory.question(id, 7)).toBeNull();
    });

    test("is there again for the press that answered it, and for no other", async () => {
      const { memory } = await createMemory(kind);
      const { id } = await memory.ask(whichProvider);
      await memory.answer(id, 1);
      expect((await memory.answer(id, 1))?.payload).toBe('{"a":1}');
      expect(await memory.question(id, 1)).toMatchObject({ id });
      expect(await memory.answer(id, 2)).toBeNull();
      expect(await memory.openQuestionsOf(-1001234567890, 42, 2)).toEqual([]);
    });

    test("is listed with the newest first, for its chat and person only", async () => {
      const { memory, pass } = await createMemory(kind);
      const { id: first } = await memory.ask(whichProvider);
      pass(1);
      const { id: second } = await memory.ask({ ...whichProvider, ttlMs: hourMs / 2 });
      await memory.ask({ ...whichProvider, userId: 43 });
      await memory.ask({ ...whichProvider, chatId: 44 });
      const open = await memory.openQuestionsOf(-1001234567890, 42, 7);
      expect(open.map(({ id }) => id)).toEqual([second, first]);
    });

    test("is sealed in the database, since it may hold an account number", async () => {
      const { memory, store } = await createMemory(kind);
      const { id } = await memory.ask({ ...whichProvider, payload: '{"account":"1000123454321"}' });
      const [row] = await store.db.selectFrom("open_question").selectAll().execute();
      expect(JSON.stringify(row)).not.toContain("1000123454321");
      expect((await memory.question(id, 7))?.payload).toBe('{"account":"1000123454321"}');
    });

    test("that has expired is deleted when the next one is asked", async () => {
      const { memory, store, pass } = await createMemory(kind);
      await memory.ask(whichProvider);
      pass(hourMs);
      const { id } = await memory.ask(whichProvider);
      expect(await store.db.selectFrom("open_question").select("id").execute()).toEqual([{ id }]);
    });
  });
});
