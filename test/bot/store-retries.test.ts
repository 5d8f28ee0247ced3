import { describe, expect, test } from "vitest";
import { createAlbums } from "../../src/bot/data/albums.ts";
import { createInbox } from "../../src/bot/data/inbox.ts";
import { createOutbox } from "../../src/bot/data/outbox.ts";
import { createRetries, type Retries } from "../../src/bot/data/retries.ts";
import { fail } from "../../src/core/failure.ts";
import { heldStore } from "../../src/database/held-store.ts";
import type { Store } from "../../src/database/store.ts";
import {
  type DatabaseKind,
  databaseKinds,
  temporaryStoreOn,
  testSecret,
} from "../support/temporary-store.ts";

const minuteMs = 60_000;
const named = (text: string) => ({ receipt: text, question: text });
const unanswered = {
  chatId: 5,
  messageId: 7,
  userId: 5,
  ...named("beta DKF1AB2CD3"),
  payload: "what to ask",
};

/** Nothing else is kept in the transaction. */
const alone = { isMine: async () => true, keep: async () => undefined };

const openRetries = async (kind: DatabaseKind) => {
  let at = new Date("2026-11-15T09:00:00Z");
  const now = () => at;
  const { store } = await temporaryStoreOn(kind, now);
  for (const id of ["one", "two"])
    await store.db.insertInto("process_lease").values({ id, expires_at: 1e15 }).execute();
  const of = (lease: string) => {
    const leaseId = () => lease;
    const inbox = createInbox({ store, secret: testSecret, leaseId, now });
    return { inbox, retries: createRetries({ store, secret: testSecret, inbox, leaseId, now }) };
  };
  const later = (ms: number) => new Date(at.getTime() + ms);
  const times = () => ({ dueAt: later(minuteMs), endsAt: later(60 * minuteMs) });
  const pass = (ms: number) => {
    at = later(ms);
  };
  return { store, one: of("one"), two: of("two"), times, later, pass, now };
};

const claimed = async (retries: Retries) => {
  const due = await retries.claim(10);
  if (!due.ok) throw new Error(due.error.code);
  return due.value;
};

describe.each(databaseKinds)("what is to be tried again, on %s", (kind) => {
  test("goes to one of two processes when it is due, and to the other when the first has died", async () => {
    const { store, one, two, times, pass } = await openRetries(kind);
    await one.retries.plan(unanswered, times(), alone);
    expect(await claimed(one.retries)).toEqual([]);
    pass(minuteMs);
    const both = await Promise.all([claimed(one.retries), claimed(two.retries)]);
    expect(both.flat()).toMatchObject([{ chatId: 5, payload: "what to ask", attempts: 0 }]);
    const [holder, other] = both[0]?.length === 1 ? [one, two] : [two, one];
    expect(await claimed(other.retries)).toEqual([]);
    const id = both.flat()[0]?.id ?? 0;
    await store.db
      .deleteFrom("process_lease")
      .where("id", "=", holder === one ? "one" : "two")
      .execute();
    expect(await claimed(other.retries)).toHaveLength(1);
    const ends = (retries: Retries) => store.transaction((trx) => retries.end(trx, id));
    expect(await ends(holder.retries)).toEqual({ ok: true, value: false });
    expect(await ends(other.retries)).toEqual({ ok: true, value: true });
    expect(await ends(other.retries)).toEqual({ ok: true, value: false });
  });

  test("waits while its person asks for it, whoever else asks meanwhile, and is not asked by both", async () => {
    const { one, two, times, pass } = await openRetries(kind);
    const other = { ...unanswered, messageId: 8, userId: 6, payload: "the other's" };
    await one.retries.plan(unanswered, times(), alone);
    pass(minuteMs);
    expect(await one.retries.precedes(unanswered, unanswered)).toBeNull();
    expect(await two.retries.precedes(other, other)).toBe("earlier");
    await two.retries.plan(other, times(), alone);
    pass(minuteMs);
    expect(await claimed(two.retries)).toEqual([]);
    pass(2 * minuteMs);
    expect(await claimed(two.retries)).toMatchObject([{ payload: "what to ask" }]);
    expect(await one.retries.precedes(unanswered, unanswered)).toBe("running");
  });

  test("goes to a process that was never told that it had it", async () => {
    const { store, one, times, pass, now } = await openRetries(kind);
    let isDeaf = true;
    const transaction: Store["transaction"] = async (change) => {
      const done = await store.transaction(change);
      return isDeaf ? fail("overloaded") : done;
    };
    const deaf = { ...store, transaction };
    const retries = createRetries({ ...one, store: deaf, secret: testSecret, leaseId: () => "one", now });
    await one.retries.plan(unanswered, times(), alone);
    pass(minuteMs);
    expect(await retries.claim(10)).toMatchObject({ ok: false });
    isDeaf = false;
    expect(await claimed(retries)).toMatchObject([{ payload: "what to ask", attempts: 0 }]);
    expect(await claimed(retries)).toEqual([]);
  });

  test("is one for each receipt of a chat, and another chat's is its own", async () => {
    const { store, one, times, pass } = await openRetries(kind);
    await one.retries.plan(unanswered, times(), alone);
    await one.retries.plan({ ...unanswered, chatId: 6 }, times(), alone);
    pass(minuteMs);
    const first = (await claimed(one.retries)).find(({ chatId }) => chatId === 5);
    await one.retries.plan({ ...unanswered, messageId: 8, payload: "asked anew" }, times(), alone);
    expect(await store.transaction((trx) => one.retries.end(trx, first?.id ?? 0))).toMatchObject({
      value: false,
    });
    pass(minuteMs);
    expect(await claimed(one.retries)).toMatchObject([{ chatId: 5, payload: "asked anew", attempts: 0 }]);
    await store.transaction((trx) => one.retries.answered(trx, unanswered, unanswered.question));
    const rows = await store.db.selectFrom("retry").selectAll().execute();
    expect(rows.map(({ chat_id }) => chat_id)).toEqual([6]);
    expect(JSON.stringify(rows)).not.toMatch(/DKF1AB2CD3|what to ask/);
    await one.retries.forget(6);
    expect(await store.db.selectFrom("retry").selectAll().execute()).toEqual([]);
  });

  test("ends together with what is left to be said of it, once, in its chat's turn", async () => {
    const { one, two, times, pass, now } = await openRetries(kind);
    await one.retries.plan(unanswered, times(), alone);
    pass(minuteMs);
    const [retry] = await claimed(one.retries);
    const told = { chatId: 5, dueAt: now(), about: { told: "it" } };
    await two.retries.endWith(retry?.id ?? 0, told);
    await one.retries.endWith(retry?.id ?? 0, told);
    await one.retries.endWith(retry?.id ?? 0, told);
    await one.inbox.take([{ updateId: 3, chatId: 5, payload: "{}" }]);
    const first = await one.inbox.claimNext({}, { room: 10 });
    expect(first).toMatchObject({ ok: true, value: [{ updateId: 3 }] });
    expect(await two.inbox.claimNext({}, { room: 10 })).toEqual({ ok: true, value: [] });
    const second = await one.inbox.claimNext({ finished: [3] }, { room: 10 });
    expect(second.ok && second.value.map(({ payload }) => JSON.parse(payload ?? "").told)).toEqual(["it"]);
    const late = await one.inbox.take([{ updateId: 4, chatId: 5, payload: "{}" }]);
    expect(late.ok).toBe(true);
    expect(await two.inbox.claimNext({}, { room: 10 })).toEqual({ ok: true, value: [] });
  });
});

describe.each(databaseKinds)("a look-up whose message was changed, on %s", (kind) => {
  const others = { ...unanswered, messageId: 8, userId: 6, payload: "the other's" };
  const changed = { ...unanswered, payload: "as changed" };

  const openTwoWho = async () => {
    const opened = await openRetries(kind);
    const { one, times, pass } = opened;
    await one.retries.plan(unanswered, times(), alone);
    pass(1_000);
    await one.retries.plan(others, times(), alone);
    pass(minuteMs);
    return opened;
  };

  test("keeps its place when it is planned anew, and nobody tries it before", async () => {
    const { store, one, two, times, pass } = await openTwoWho();
    const [running] = await claimed(one.retries);
    expect(running?.payload).toBe("what to ask");
    await one.retries.suspendBefore(3, unanswered);
    expect(await claimed(two.retries)).toEqual([]);
    const isEnded = await store.transaction((trx) => one.retries.end(trx, running?.id ?? 0));
    expect(isEnded).toEqual({ ok: true, value: false });
    expect(await one.retries.precedes(unanswered, unanswered)).toBeNull();
    expect(await two.retries.precedes(others, others)).toBe("earlier");
    expect(await claimed(two.retries)).toEqual([]);
    await one.retries.plan(changed, times(), alone);
    pass(minuteMs);
    expect(await claimed(two.retries)).toMatchObject([{ payload: "as changed", attempts: 0 }]);
  });

  test("keeps it, too, when it asks with other digits, and what it asked before ends", async () => {
    const { store, one, two, times, pass, now } = await openTwoWho();
    const outbox = createOutbox({ store: heldStore(store), secret: testSecret, now });
    await one.retries.suspendBefore(3, unanswered);
    const otherDigits = { ...changed, question: "with other digits" };
    await one.retries.plan(otherDigits, times(), {
      ...alone,
      keep: (trx) => outbox.keep(trx, { ...unanswered, slot: "receipt:0" }, { updateId: 3, outcome: "⏳" }),
    });
    await one.retries.forgetBefore(3, unanswered);
    expect(await store.db.selectFrom("retry").selectAll().execute()).toHaveLength(2);
    pass(minuteMs);
    expect(await claimed(two.retries)).toMatchObject([{ payload: "as changed" }]);
  });

  test("leaves its place to the next one when it is not planned anew", async () => {
    const { one, two } = await openTwoWho();
    await one.retries.suspendBefore(3, unanswered);
    await one.retries.forgetBefore(3, unanswered);
    expect(await claimed(two.retries)).toMatchObject([{ payload: "the other's" }]);
  });

  test("is handed out as suspended when its time is over, and others go on then", async () => {
    const { one, two, pass } = await openTwoWho();
    await one.retries.suspendBefore(3, unanswered);
    pass(59 * minuteMs - 1_000);
    const over = await claimed(two.retries);
    expect(over).toMatchObject([{ payload: "what to ask", isSuspended: true }]);
    await two.retries.drop(over[0]?.id ?? 0);
    expect(await claimed(two.retries)).toMatchObject([{ payload: "the other's", isSuspended: false }]);
  });

  test("gives way at once to a former message of the same person", async () => {
    const { one, two, times, pass } = await openRetries(kind);
    await one.retries.plan(unanswered, times(), alone);
    await one.retries.plan({ ...unanswered, messageId: 9, payload: "asked anew" }, times(), alone);
    await one.retries.suspendBefore(3, { ...unanswered, messageId: 9 });
    pass(minuteMs);
    expect(await claimed(two.retries)).toMatchObject([{ payload: "what to ask", isSuspended: false }]);
  });
});

describe.each(databaseKinds)("a look-up that was damaged, on %s", (kind) => {
  test("is handed out as none, and goes without the others", async () => {
    const { store, one, times, pass } = await openRetries(kind);
    await one.retries.plan(unanswered, times(), alone);
    await one.retries.plan({ ...unanswered, ...named("beta DKF1AB2CD4") }, times(), alone);
    pass(minuteMs);
    await store.db.updateTable("retry").set({ payload: "damaged" }).execute();
    const [first] = await claimed(one.retries);
    expect(first?.payload).toBeNull();
    await one.retries.drop(first?.id ?? 0);
    expect(await store.db.selectFrom("retry").selectAll().execute()).toHaveLength(1);
  });
});

describe.each(databaseKinds)("what was said about an album, on %s", (kind) => {
  test("is sealed, told of when it is due, ahead of what waits where that is wanted, and forgotten", async () => {
    const { store, one, later, pass, now } = await openRetries(kind);
    const albums = createAlbums({ store, secret: testSecret, inbox: one.inbox, now });
    const of = { chatId: 5, album: "7", messageId: 9, isAddressed: true };
    const telling = { chatId: 5, dueAt: later(8_000), isFirst: true, about: { album: "7" } };
    await albums.note(of, "a line", [telling]);
    await albums.note(of, null, []);
    expect(await albums.partsOf(of)).toEqual([{ messageId: 9, said: "a line", isTold: false }]);
    expect(JSON.stringify(await store.db.selectFrom("album_part").selectAll().execute())).not.toContain(
      "line",
    );
    await one.inbox.take([{ updateId: 3, chatId: 5, payload: "{}" }]);
    await one.inbox.take([{ updateId: 4, chatId: 5, payload: "{}" }]);
    expect(await one.inbox.claimNext({}, { room: 10 })).toMatchObject({ value: [{ updateId: 3 }] });
    pass(8_000);
    const next = await one.inbox.claimNext({ finished: [3] }, { room: 10 });
    expect(next.ok && next.value.map(({ payload }) => JSON.parse(payload ?? "").album)).toEqual(["7"]);
    await albums.markSummarised(of, [9]);
    expect(await albums.partsOf(of)).toMatchObject([{ isTold: true }]);
    pass(49 * 60 * minuteMs);
    await albums.applyRetention();
    expect(await albums.partsOf(of)).toEqual([]);
  });
});
