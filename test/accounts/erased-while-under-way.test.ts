import { describe, expect, test } from "vitest";
import { createInbox, withHold } from "../../src/bot/data/inbox.ts";
import { createBotMemory } from "../../src/bot/data/memory.ts";
import { createRetries } from "../../src/bot/data/retries.ts";
import { askFor, granted, openBooks, selam, verified } from "../support/books.ts";
import { databaseKinds, testSecret } from "../support/temporary-store.ts";

const userId = 4711;
const shops = { kind: "user", userId: 1 } as const;

/** A person of a shop that somebody else owns. */
const openStaff = async (kind: (typeof databaseKinds)[number]) => {
  const books = await openBooks(kind);
  const { accounts, store } = books;
  const account = granted(await accounts.createAccount({ name: "Merkato Shoes", tier: "balance" })).id;
  granted(await accounts.topUp(account, 100_000, "operator"));
  const owner = granted(await accounts.createLinkCode(account, "owner"));
  granted(await accounts.redeemLinkCode(owner.code, 1, "Hana"));
  const join = async () => {
    const { code } = granted(await accounts.createLinkCode(account, "staff", { by: shops }));
    granted(await accounts.redeemLinkCode(code, userId, "Selam"));
  };
  await join();
  const rows = async () => ({
    history: (await store.db.selectFrom("receipt_history").select("caller_id").execute()).map(
      (row) => row.caller_id,
    ),
    seen: (await store.db.selectFrom("seen_receipt").select("caller_id").execute()).map(
      (row) => row.caller_id,
    ),
    repeats: (await store.db.selectFrom("free_repeat").select("caller_id").execute()).length,
    retries: (await store.db.selectFrom("retry").select("user_id").execute()).map((row) => row.user_id),
    erased: (await store.db.selectFrom("erased_person").selectAll().execute()).length,
  });
  const inbox = createInbox({ store, secret: testSecret, leaseId: () => "one", now: books.now });
  const retries = createRetries({ store, secret: testSecret, inbox, leaseId: () => "one", now: books.now });
  const planRetry = async (receipt = "beta DK1") => {
    const due = books.now();
    const unanswered = { chatId: -5, messageId: 7, userId, receipt, question: receipt, payload: "" };
    const alone = { isMine: async () => true, keep: async () => undefined };
    granted(
      await retries.plan(unanswered, { dueAt: due, endsAt: new Date(due.getTime() + 3_600_000) }, alone),
    );
  };
  const memory = createBotMemory({ store, secret: testSecret, now: books.now });
  const ask = () => memory.ask({ chatId: -5, userId, kind: "bank", payload: "{}", ttlMs: 3_600_000 });
  const questions = async () => (await memory.openQuestionsOf(-5, userId, null)).map(({ id }) => id);
  return { ...books, account, join, rows, planRetry, ask, questions };
};

describe.each(databaseKinds)("an answer that was under way while its person was erased, on %s", (kind) => {
  test("leaves nothing of the person in an account that goes on", async () => {
    const { accounts, rows, planRetry, pass } = await openStaff(kind);
    const reservation = granted(await accounts.reserve(selam, askFor(1)));
    granted(await accounts.erase({ telegram: userId }));
    granted(await accounts.commit(reservation, verified(1)));
    await planRetry();
    expect((await rows()).history).not.toEqual([""]);
    granted(await accounts.applyRetention());
    expect(await rows()).toMatchObject({ history: [""], seen: [""], repeats: 0, retries: [] });
    pass(3 * 60_000);
    granted(await accounts.applyRetention());
    expect((await rows()).erased).toBe(0);
  });

  test("does not reach what the person asks who goes on without an account", async () => {
    const { accounts, rows, planRetry, pass } = await openStaff(kind);
    granted(await accounts.erase({ telegram: userId }));
    pass(1_000);
    granted(await accounts.reserve(selam, askFor(3)));
    await planRetry();
    granted(await accounts.applyRetention());
    expect(await rows()).toMatchObject({ retries: [userId] });
  });

  test("goes with all that it asks and promises, and what the person has begun since stays", async () => {
    const { accounts, rows, planRetry, ask, questions, now, pass } = await openStaff(kind);
    const keepNothing = { assertHeld: async () => undefined, look: async () => undefined };
    const underWay = { arrivedAt: now(), ...keepNothing };
    pass(1_000);
    granted(await accounts.erase({ telegram: userId }));
    pass(1_000);
    // No check is used up while the bank is away.
    const { id } = await ask();
    await planRetry();
    await withHold(underWay, ask);
    await withHold(underWay, () => planRetry("beta DK2"));
    granted(await accounts.applyRetention());
    expect((await rows()).retries).toEqual([userId]);
    expect(await questions()).toEqual([id]);
    pass(3 * 60_000);
    granted(await accounts.applyRetention());
    expect(await rows()).toMatchObject({ retries: [userId], erased: 0 });
  });

  test("does not reach what the person does who has come back since", async () => {
    const { accounts, rows, join } = await openStaff(kind);
    granted(await accounts.erase({ telegram: userId }));
    await join();
    const reservation = granted(await accounts.reserve(selam, askFor(2)));
    granted(await accounts.commit(reservation, verified(2)));
    granted(await accounts.applyRetention());
    expect((await rows()).history).toEqual([expect.stringMatching(/./)]);
  });
});

test("who is erased leaves an entry in the audit log of an account that goes on, without a name", async () => {
  const { accounts, account } = await openStaff("sqlite");
  granted(await accounts.erase({ telegram: userId }));
  const [latest] = granted(await accounts.auditOf(account, { limit: 1 }));
  expect(latest).toMatchObject({
    act: "member_left",
    actor: { kind: "service", id: "", name: "" },
    subject: "",
  });
});
