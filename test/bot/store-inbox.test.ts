import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { createAnsweredTexts } from "../../src/bot/data/answered-texts.ts";
import { createInbox, type Inbox, isAheadOfQueue, withHold } from "../../src/bot/data/inbox.ts";
import { createMessagePointers } from "../../src/bot/data/message-pointers.ts";
import { createOutbox } from "../../src/bot/data/outbox.ts";
import { fail } from "../../src/core/failure.ts";
import type { Store } from "../../src/database/store.ts";
import { granted } from "../support/books.ts";
import { longTests } from "../support/extent.ts";
import {
  askPostgres,
  type DatabaseKind,
  databaseKinds,
  temporaryStoreOn,
  testSecret,
} from "../support/temporary-store.ts";

const hourMs = 60 * 60 * 1000;

const openInboxes = async (kind: DatabaseKind) => {
  let at = new Date("2026-11-15T09:00:00Z");
  const now = () => at;
  const { store } = await temporaryStoreOn(kind, now);
  const live = (id: string) =>
    store.db.insertInto("process_lease").values({ id, expires_at: 1e15 }).execute();
  const die = (id: string) => store.db.deleteFrom("process_lease").where("id", "=", id).execute();
  const inboxOf = (lease: string) => createInbox({ store, secret: testSecret, leaseId: () => lease, now });
  await live("one");
  await live("two");
  const kept = { store, secret: testSecret, now };
  const outbox = createOutbox(kept);
  const [answeredTexts, messagePointers] = [createAnsweredTexts(kept), createMessagePointers(kept)];
  const pass = (ms: number) => {
    at = new Date(at.getTime() + ms);
  };
  const accounts = createAccounts({ store, secret: testSecret, now });
  const replies = { outbox, answeredTexts, messagePointers };
  return { one: inboxOf("one"), two: inboxOf("two"), ...replies, store, accounts, die, pass };
};

const update = (updateId: number, chatId: number) => ({ updateId, chatId, payload: `{"n":${updateId}}` });

const turned = async (inbox: Inbox, finished: readonly number[] = [], room = 10): Promise<number[]> => {
  const claimed = await inbox.claimNext({ finished }, { room });
  if (!claimed.ok) throw new Error(claimed.error.code);
  return claimed.value.map(({ updateId }) => updateId);
};

/** Process "one", which is told while `isDeaf` that the database is away, whatever that has kept. */
const deafInbox = (store: Store) => {
  const heard = { isDeaf: false };
  const transaction: Store["transaction"] = async (change) => {
    const done = await store.transaction(change);
    return heard.isDeaf ? fail("overloaded") : done;
  };
  const leaseId = () => "one";
  const inbox = createInbox({
    store: { ...store, transaction },
    secret: testSecret,
    leaseId,
    now: () => new Date("2026-11-15T09:00:00Z"),
  });
  return { heard, inbox };
};

describe.each(databaseKinds)("the inbox on %s", (kind) => {
  test("takes an update once, whoever brings it and however often", async () => {
    const { one, two } = await openInboxes(kind);
    const takes = await Promise.all([one, two, one, two].map((inbox) => inbox.take([update(1, 5)])));
    expect(takes.flatMap((taken) => (taken.ok ? taken.value.waiting : []))).toEqual([1]);
    expect(await turned(one)).toEqual([1]);
    expect(await turned(one, [1])).toEqual([]);
    expect(await one.take([update(1, 5), update(2, 5)])).toEqual({
      ok: true,
      value: { claimed: [], waiting: [2] },
    });
  });

  test("leaves once what must not wait with an update, and nothing where it is begun at once", async () => {
    const { one, two } = await openInboxes(kind);
    const whileWaiting = [{ chatId: 5, isFirst: true, about: {} }];
    await one.take([{ ...update(1, 5), whileWaiting }], 1);
    for (const inbox of [two, one]) await inbox.take([{ ...update(2, 5), whileWaiting }], 1);
    const [ahead, ...others] = await turned(one, [1]);
    expect([isAheadOfQueue(ahead ?? 0), others]).toEqual([true, []]);
    expect(await turned(one, [ahead ?? 0])).toEqual([2]);
    expect(await turned(one, [2])).toEqual([]);
  });

  test("forgets what was said to a private chat that was erased meanwhile, and nothing else", async () => {
    const { one, outbox, answeredTexts, store, accounts } = await openInboxes(kind);
    await one.take([update(1, 5), update(2, 6)]);
    expect(await turned(one)).toEqual([1, 2]);
    expect((await accounts.erase({ telegram: 5 })).ok).toBe(true);
    for (const [updateId, chatId] of [
      [1, 5],
      [1, -7],
      [2, 6],
    ] as const) {
      await outbox.note({ chatId, messageId: 1, slot: "receipt" }, { updateId, step: "sent", shown: 2 });
      granted(await answeredTexts.note({ chatId, messageId: 1 }, updateId));
    }
    await turned(one, [1, 2]);
    for (const table of ["outbox", "answered_text"] as const) {
      const left = await store.db.selectFrom(table).select("chat_id").orderBy("chat_id").execute();
      expect(left).toEqual([{ chat_id: -7 }, { chat_id: 6 }]);
    }
  });

  test("keeps what it has begun when that is brought again while the database is away", async () => {
    const { store, two } = await openInboxes(kind);
    let isThere = true;
    const transaction: Store["transaction"] = async (change) =>
      isThere ? store.transaction(change) : fail("overloaded");
    const now = () => new Date("2026-11-15T09:00:00Z");
    const leaseId = () => "one";
    const one = createInbox({ store: { ...store, transaction }, secret: testSecret, leaseId, now });
    const bringAgain = async (updateId: number, queue: number) => {
      isThere = false;
      expect((await one.take([update(updateId, queue)], 1)).ok).toBe(false);
      isThere = true;
    };
    for (const [updateId, queue] of [
      [1, 5],
      [2, 6],
    ] as const) {
      expect(await one.take([update(updateId, queue)], 1)).toMatchObject({
        value: { claimed: [{ updateId }] },
      });
      await bringAgain(updateId, queue);
    }
    expect(await turned(one, [1], 0)).toEqual([]);
    expect(await turned(two)).toEqual([]);
    expect(await turned(one, [2])).toEqual([]);
  });

  test("hands out one update of a chat at a time, in order, and chats side by side", async () => {
    const { one, two } = await openInboxes(kind);
    await one.take([update(1, 5), update(2, 5), update(3, 6), update(4, 7)]);
    expect(await turned(one, [], 2)).toEqual([1, 3]);
    expect(await turned(two)).toEqual([4]);
    expect(await turned(two)).toEqual([]);
    expect(await turned(one, [1])).toEqual([2]);
  });

  test("is shared by two processes without one update going to both", async () => {
    const { one, two } = await openInboxes(kind);
    await one.take(Array.from({ length: 40 }, (_, at) => update(at + 1, at)));
    const ids: number[] = [];
    // Two processes that claim at the same moment may each get fewer than they have room for, and claim again.
    while (ids.length < 40)
      ids.push(...(await Promise.all([one, two, one, two].map((inbox) => turned(inbox, [], 7)))).flat());
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("keeps what is postponed ahead of its queue until it is due, whoever takes it then", async () => {
    const { one, two, pass, store } = await openInboxes(kind);
    const dueAt = new Date("2026-11-15T09:01:00Z");
    const postpone = (updateId: number) => one.claimNext({ postponed: [{ updateId, dueAt }] }, { room: 0 });
    await one.take([update(1, 5), update(2, 5), update(3, 6)]);
    expect(await turned(one)).toEqual([1, 3]);
    // What another process holds is not this one's to postpone.
    expect(await two.claimNext({ postponed: [{ updateId: 1, dueAt }] }, { room: 0 })).toMatchObject({
      ok: true,
    });
    expect((await store.transaction((trx) => one.isHeld(trx, 1))).ok).toBe(true);
    await postpone(1);
    expect(await two.take([update(4, 5)], 1)).toMatchObject({ value: { claimed: [], waiting: [4] } });
    expect(await turned(two)).toEqual([]);
    expect(await turned(one, [3])).toEqual([]);
    pass(59_999);
    expect(await turned(two)).toEqual([]);
    pass(1);
    expect(await two.claimNext({}, { room: 10 })).toMatchObject({ value: [{ updateId: 1, attempts: 2 }] });
    expect(await turned(two, [1])).toEqual([2]);
    expect(await turned(one)).toEqual([]);
    expect(await turned(two, [2])).toEqual([4]);
  });

  test("brings what we have to say in the order in which it was left, first what goes ahead", async () => {
    const { one, two, store } = await openInboxes(kind);
    for (let number = 0; number < 12; number += 1) {
      const isFirst = number % 2 === 1;
      const news = `${isFirst ? "ahead" : "behind"} ${String(number).padStart(2, "0")}`;
      // Two processes leave at one moment, by one clock.
      const own = { chatId: 6, isFirst, dueAt: new Date("2026-11-15T09:00:00Z"), about: { news } };
      granted(await (number < 6 ? one : two).leave(own));
    }
    await one.take([update(1, 6)]);
    const rows = await store.db.selectFrom("inbox").select("update_id").orderBy("update_id").execute();
    expect(rows).toHaveLength(13);
    const brought: string[] = [];
    let finished: readonly number[] = [];
    for (let turn = 0; turn < 13; turn += 1) {
      const [claimed] = granted(await one.claimNext({ finished }, { room: 1 }));
      finished = claimed === undefined ? [] : [claimed.updateId];
      brought.push(JSON.parse(claimed?.payload ?? "{}").news ?? "a message");
    }
    const of = (kindOfNews: string, isOfTwo: boolean) =>
      brought.filter((news) => news.startsWith(kindOfNews) && Number(news.slice(-2)) >= 6 === isOfTwo);
    expect(brought.indexOf("a message")).toBe(6);
    for (const isOfTwo of [false, true])
      for (const kindOfNews of ["ahead", "behind"])
        expect(of(kindOfNews, isOfTwo)).toEqual([...of(kindOfNews, isOfTwo)].sort());
  });

  test("takes nothing that a handler leaves whose own update was taken over", async () => {
    const { one, two, die, store } = await openInboxes(kind);
    await one.take([update(1, 5)]);
    expect(await turned(one)).toEqual([1]);
    const hold = {
      arrivedAt: new Date("2026-11-15T09:00:00Z"),
      assertHeld: async (trx: Parameters<Inbox["isHeld"]>[0]) => {
        if (!(await one.isHeld(trx, 1))) throw new Error("taken over");
      },
      look: async () => {},
    };
    const own = { chatId: 6, dueAt: new Date("2026-11-15T09:00:00Z"), about: { news: "a change" } };
    const leave = () => withHold(hold, () => one.leave(own));
    expect((await leave()).ok).toBe(true);
    await die("one");
    expect(await turned(two)).toContain(1);
    await expect(leave()).rejects.toThrow("taken over");
    expect(await store.db.selectFrom("inbox").select("queue").where("queue", "=", 6).execute()).toHaveLength(
      1,
    );
  });

  test("counts no attempt that ended in a wait, however often", async () => {
    const { one, pass } = await openInboxes(kind);
    await one.take([update(1, 5)]);
    let dueAt = new Date("2026-11-15T09:00:00Z");
    const attempts: number[] = [];
    for (let wait = 0; wait < 5; wait += 1) {
      const claimed = await one.claimNext({}, { room: 10 });
      attempts.push(...(claimed.ok ? claimed.value.map((begun) => begun.attempts) : []));
      dueAt = new Date(dueAt.getTime() + 1_000);
      await one.claimNext({ postponed: [{ updateId: 1, dueAt }] }, { room: 0 });
      pass(1_000);
    }
    expect(attempts).toEqual([1, 2, 2, 2, 2]);
  });

  test("gives what a dead process had begun to the next one, and only that one keeps its findings", async () => {
    const { one, two, store, die } = await openInboxes(kind);
    await one.take([update(1, 5)]);
    await one.claimNext({}, { room: 1 });
    expect(await turned(two)).toEqual([]);
    await die("one");
    const again = await two.claimNext({}, { room: 1 });
    expect(again).toMatchObject({ ok: true, value: [{ updateId: 1, attempts: 2 }] });
    const held = (inbox: Inbox) => store.transaction((trx) => inbox.isHeld(trx, 1));
    expect(await held(one)).toEqual({ ok: true, value: false });
    expect(await held(two)).toEqual({ ok: true, value: true });
    await one.claimNext({ finished: [1] }, { room: 0 });
    expect(await held(two)).toEqual({ ok: true, value: true });
  });

  test("hands out what a dead process had begun ahead of what came late in its queue", async () => {
    const { one, two, die } = await openInboxes(kind);
    await one.take([update(2, 5), update(4, 6)]);
    expect(await turned(one)).toEqual([2, 4]);
    await one.take([update(1, 5), update(3, 6)]);
    await die("one");
    expect(await turned(two)).toEqual([2, 4]);
    expect(await turned(two, [2, 4])).toEqual([1, 3]);
  });

  test("drops nothing while its process has lost its lease for a while", async () => {
    const { one, store } = await openInboxes(kind);
    await one.take([update(1, 5), update(2, 5)]);
    let lease: string | null = "one";
    const lapsing = createInbox({ store, secret: testSecret, leaseId: () => lease, now: () => new Date() });
    expect(await turned(lapsing)).toEqual([1]);
    lease = null;
    expect(await lapsing.claimNext({ finished: [1] }, { room: 5 })).toMatchObject({
      ok: false,
      error: { code: "overloaded" },
    });
    expect(await store.transaction((trx) => lapsing.isHeld(trx, 1))).toMatchObject({ ok: false });
    lease = "one";
    expect(await turned(lapsing, [1])).toEqual([2]);
  });

  test("begins one that comes alone at once, and no other of its chat before that has ended", async () => {
    const { one, two } = await openInboxes(kind);
    expect(await one.take([update(1, 5)], 1)).toMatchObject({
      value: { claimed: [{ updateId: 1, payload: '{"n":1}', attempts: 1 }], waiting: [] },
    });
    for (const inbox of [one, two])
      expect(await inbox.take([update(1, 5)], 1)).toEqual({ ok: true, value: { claimed: [], waiting: [] } });
    expect(await two.take([update(2, 5)], 1)).toEqual({ ok: true, value: { claimed: [], waiting: [2] } });
    expect(await turned(two)).toEqual([]);
    expect(await one.claimNext({ finished: [1] }, { room: 5, look: "behind" })).toMatchObject({
      value: [{ updateId: 2 }],
    });
    expect(await one.claimNext({ finished: [2] }, { room: 5, look: "behind" })).toEqual({
      ok: true,
      value: [],
    });
  });

  test("begins one of a chat whose messages come to two processes at the same time", async () => {
    const { one, two } = await openInboxes(kind);
    const chats = Array.from({ length: 30 }, (_, chat) => chat);
    const takes = chats.flatMap((chat) =>
      [one, two].map((inbox, n) => inbox.take([update(2 * chat + n + 1, chat)], 1)),
    );
    const taken = (await Promise.all(takes)).flatMap((result) => (result.ok ? [result.value] : []));
    const queues = taken.flatMap(({ claimed }) => claimed.map(({ queue }) => queue));
    expect(queues.sort((a, b) => a - b)).toEqual(chats);
    expect(taken.flatMap(({ waiting }) => waiting)).toHaveLength(chats.length);
  });

  test("begins again what it was never told that it had begun", async () => {
    const { one, store } = await openInboxes(kind);
    const { heard, inbox } = deafInbox(store);
    heard.isDeaf = true;
    expect(await inbox.take([update(1, 5)], 1)).toMatchObject({ ok: false });
    heard.isDeaf = false;
    expect(await inbox.take([update(1, 5)], 1)).toEqual({ ok: true, value: { claimed: [], waiting: [] } });
    expect(await inbox.claimNext({}, { room: 5 })).toMatchObject({ value: [{ updateId: 1, attempts: 1 }] });
    expect(await turned(one, [1])).toEqual([]);
  });

  test("hands out again what it was never told that it had taken up, as often as it was begun", async () => {
    const { one, two, die, store } = await openInboxes(kind);
    const { heard, inbox } = deafInbox(store);
    await one.take([update(1, 5), update(2, 5), update(3, 6)]);
    // The first of them was begun by a process that died.
    expect(await turned(two, [], 1)).toEqual([1]);
    await die("two");
    heard.isDeaf = true;
    for (let times = 0; times < 2; times += 1)
      expect(await inbox.claimNext({}, { room: 5 })).toMatchObject({ ok: false });
    heard.isDeaf = false;
    const claimed = await inbox.claimNext({}, { room: 5 });
    expect(claimed.ok && claimed.value.map(({ updateId, attempts }) => [updateId, attempts])).toEqual([
      [1, 2],
      [3, 1],
    ]);
    // What is behind one of them has its turn after it, too.
    heard.isDeaf = true;
    expect(await inbox.claimNext({ finished: [1, 3] }, { room: 5, look: "behind" })).toMatchObject({
      ok: false,
    });
    heard.isDeaf = false;
    expect(await inbox.claimNext({ finished: [1, 3] }, { room: 5 })).toMatchObject({
      value: [{ updateId: 2, attempts: 1 }],
    });
    expect(await turned(one, [2])).toEqual([]);
  });

  test("hands a damaged update out as none, and goes on with the next", async () => {
    const { one, store } = await openInboxes(kind);
    await one.take([update(1, 5), update(2, 6)]);
    await store.db.updateTable("inbox").set({ payload: "damaged" }).where("update_id", "=", 1).execute();
    const claimed = await one.claimNext({}, { room: 5 });
    expect(claimed.ok && claimed.value.map(({ payload }) => payload)).toEqual([null, '{"n":2}']);
  });

  test("keeps nothing that anyone can read, and nothing at all once it is worked off", async () => {
    const { one, store } = await openInboxes(kind);
    await one.take([{ updateId: 1, chatId: 5, payload: '{"text":"Selam Getachew"}' }]);
    const payloads = () => store.db.selectFrom("inbox").select("payload").execute();
    expect(JSON.stringify(await payloads())).not.toContain("Selam");
    await one.claimNext({}, { room: 1 });
    await one.claimNext({ finished: [1] }, { room: 0 });
    expect(await payloads()).toEqual([{ payload: "" }]);
  });

  test("forgets after 48 hours what is worked off, and never what waits", async () => {
    const { one, store, pass } = await openInboxes(kind);
    await one.take([update(1, 5), update(2, 6)]);
    await one.claimNext({}, { room: 1 });
    await one.claimNext({ finished: [1] }, { room: 0 });
    pass(48 * hourMs);
    await one.applyRetention();
    expect(await store.db.selectFrom("inbox").selectAll().execute()).toHaveLength(2);
    pass(1);
    await one.applyRetention();
    expect(await store.db.selectFrom("inbox").select("update_id").execute()).toEqual([{ update_id: 2 }]);
  });
});

longTests("the inbox on PostgreSQL", () => {
  test("leaves what waits when another of its chat is begun at that very moment", async () => {
    const { one, two, store } = await openInboxes("postgres");
    await one.take([update(1, 5)]);
    let turning: Promise<number[]> | null = null;
    const blocked = "select 1 from pg_locks where not granted";
    // A row of a process that does not see yet what waits.
    await store.transaction(async (trx) => {
      await sql`insert into inbox (update_id, queue, state, payload, lease, attempts, received_at, due_at)
        values (2, 5, 'waiting', '', 'one', 1, 0, 0)`.execute(trx);
      turning = turned(two);
      await expect.poll(() => askPostgres(blocked)).not.toEqual([]);
    });
    expect(await turning).toEqual([]);
    expect(await turned(one, [2])).toEqual([1]);
  });
});

describe.each(databaseKinds)("what was said, on %s", (kind) => {
  const slot = { chatId: -100, messageId: 7, slot: "receipt:0" };

  test("keeps its finding until that is said, and drops it for the next update", async () => {
    const { outbox, store } = await openInboxes(kind);
    await outbox.note(slot, { updateId: 1, step: "sending", shown: 8 });
    await store.transaction((trx) => outbox.keep(trx, slot, { updateId: 1, outcome: "found" }));
    expect(await outbox.of(slot)).toMatchObject({
      updateId: 1,
      step: "sending",
      shown: 8,
      outcome: "found",
    });
    await outbox.note(slot, { updateId: 1, step: "sent", shown: 8 });
    expect(await outbox.of(slot)).toMatchObject({ step: "sent", outcome: null });
    await outbox.note(slot, { updateId: 2, step: "sending", shown: 8 });
    expect(await outbox.of(slot)).toMatchObject({
      updateId: 2,
      step: "sending",
      shown: 8,
      outcome: null,
    });
  });

  test("is about to be sent when nothing is shown yet", async () => {
    const { outbox, store } = await openInboxes(kind);
    await store.transaction((trx) => outbox.keep(trx, slot, { updateId: 1, outcome: "found" }));
    expect(await outbox.of(slot)).toMatchObject({
      updateId: 1,
      step: "sending",
      shown: null,
      outcome: "found",
    });
    const [row] = await store.db.selectFrom("outbox").select("outcome").execute();
    expect(row?.outcome).not.toContain("found");
  });
});

describe.each(databaseKinds)("what is noted of messages, on %s", (kind) => {
  const message = { chatId: -100, messageId: 7 };
  const tables = ["answered_text", "message_pointer", "message_state"] as const;

  const openNotes = async () => {
    const { store, answeredTexts, messagePointers, pass, ...others } = await openInboxes(kind);
    const rows = async () =>
      (await Promise.all(tables.map((table) => store.db.selectFrom(table).selectAll().execute()))).flat();
    const noteAll = async (of: typeof message) => {
      granted(await answeredTexts.note(of, 1));
      granted(await messagePointers.note({ ...of, pointingId: 8 }, "who points"));
      granted(await messagePointers.noteState(of, { shows: "a receipt", updateId: 1 }));
    };
    return { answeredTexts, messagePointers, pass, rows, noteAll, ...others };
  };

  test("is sealed, and forgotten after 48 hours", async () => {
    const { answeredTexts, messagePointers, pass, rows, noteAll } = await openNotes();
    await noteAll(message);
    expect(JSON.stringify(await rows())).not.toMatch(/who points|a receipt/);
    const applyRetention = async () => {
      for (const { applyRetention } of [answeredTexts, messagePointers]) granted(await applyRetention());
    };
    pass(48 * hourMs);
    await applyRetention();
    expect(await rows()).toHaveLength(3);
    pass(1);
    await applyRetention();
    expect(await rows()).toEqual([]);
  });

  test("goes with the private chat, and with no other chat", async () => {
    const { rows, noteAll, accounts } = await openNotes();
    await noteAll({ chatId: 5, messageId: 7 });
    await noteAll(message);
    granted(await accounts.erase({ telegram: 5 }));
    expect((await rows()).map(({ chat_id }) => chat_id)).toEqual([-100, -100, -100]);
  });

  test("is what the newest change shows, in whatever order the changes are noted", async () => {
    const { messagePointers } = await openNotes();
    const [older, newer] = ["older", "newer"].map((shows, updateId) => ({ shows, updateId }));
    expect(await messagePointers.stateOf(message)).toBeNull();
    for (const state of [newer, older])
      expect(granted(await messagePointers.noteState(message, state ?? { shows: "", updateId: 0 }))).toEqual(
        newer,
      );
    expect(await messagePointers.stateOf(message)).toEqual(newer);
  });

  test("is one pointer of each message, which is dropped once, together with what is done then", async () => {
    const { messagePointers } = await openNotes();
    const pointer = { ...message, pointingId: 8 };
    granted(await messagePointers.note(pointer, "before"));
    granted(await messagePointers.note(pointer, "by now"));
    granted(await messagePointers.note({ ...message, messageId: 6, pointingId: 8 }, "to another"));
    expect(await messagePointers.to(message)).toEqual([{ pointer, said: "by now" }]);
    const refused = messagePointers.release(pointer, () => Promise.reject(new Error("not done")));
    await expect(refused).rejects.toThrow("not done");
    expect(await messagePointers.to(message)).toHaveLength(1);
    let done = 0;
    const count = async () => void done++;
    await Promise.all([1, 2].map(async () => granted(await messagePointers.release(pointer, count))));
    expect([done, await messagePointers.to(message)]).toEqual([1, []]);
  });
});
