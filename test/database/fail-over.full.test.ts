import { describe, expect, onTestFinished, test } from "vitest";
import { pause } from "../../src/bot/telegram/timings.ts";
import type { Transaction } from "../../src/database/schema.ts";
import { openStore } from "../../src/database/store.ts";
import { openCustomer, openShop } from "../../tools/chat/customers.ts";
import { openHook, textUpdate } from "../../tools/chat/hook.ts";
import { referenceOf } from "../../tools/chat/lean-bank.ts";
import { openLeanTelegram } from "../../tools/chat/lean-telegram.ts";
import { token } from "../../tools/chat/program.ts";
import { judgeBooks, unsettledIn } from "../../tools/soak/books.ts";
import { createConversation } from "../../tools/soak/conversation.ts";
import { createInstalledServer, createStandby, installedPostgres } from "../support/installed-postgres.ts";
import { createOrder, openProcesses } from "../support/several-processes.ts";
import { testSecret } from "../support/temporary-store.ts";

const people = 40;
const messages = 160;
const callers = 4;
const questions = 80;

/** One URL of both, as `DATABASE_URL` names them. */
const urlOf = (...servers: readonly { readonly host: string }[]): string =>
  `postgres://tests@${servers.map(({ host }) => host).join(",")}/postgres`;

/** Two API processes and two bot workers under load, in the midst of which `happen` is called. */
const loadWhile = async (databaseUrl: string, happen: () => Promise<void>) => {
  const conversation = createConversation();
  const order = createOrder();
  const asked = new Map<string, { readonly chatId: number; readonly messageId: number }>();
  const telegram = await openLeanTelegram({
    token,
    onSaid: (message) => {
      conversation.hear(message);
      for (const [reference, { chatId, messageId }] of asked) {
        if (!message.text.includes(reference)) continue;
        asked.delete(reference);
        order.hear(chatId, messageId);
      }
    },
  });
  onTestFinished(telegram.close);
  const place = await openProcesses({ databaseUrl, telegramUrl: telegram.url });
  const account = await openShop({
    ...place,
    userIds: Array.from({ length: people }, (_, number) => number + 1),
  });
  const customer = await openCustomer(place);
  const doors = [await place.start({ ROLES: "api" }), await place.start({ ROLES: "api" })];
  const workers = [await place.start({ ROLES: "bot" }), await place.start({ ROLES: "bot" })];
  const hooks = doors.map(({ hookUrl }) => openHook(hookUrl, 20));
  onTestFinished(async () => {
    for (const hook of hooks) await hook.close();
  });

  const chat = async () => {
    for (let number = 0; number < messages; number += 1) {
      const chatId = 1 + (number % people);
      const reference = referenceOf(number, new Date());
      const messageId = telegram.chats.nextId(chatId);
      conversation.ask({ chatId, messageId, reference });
      asked.set(reference, { chatId, messageId });
      const update = textUpdate(number + 1, { chatId, messageId, text: `Receipt no. ${reference}` });
      for (let turn = number; !(await hooks[turn % 2]?.post(update)); turn += 1) await pause(50);
      await pause(20);
    }
  };
  /** What callers heard besides an answer, and whether each of it said when to come back. */
  const refusals = new Map<string, number>();
  const charges = new Map<string, number>();
  const call = async (caller: number) => {
    for (let number = caller; number < questions; number += callers) {
      const reference = referenceOf(1_000_000 + number, new Date());
      for (let turn = number; ; turn += 1) {
        const reply = await fetch(`${doors[turn % 2]?.url}/api/verify-beta`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-api-key": customer,
            "idempotency-key": reference,
          },
          body: JSON.stringify({ reference }),
        });
        const { status, error, meta } = JSON.parse(await reply.text());
        if (status === "success") {
          charges.set(reference, meta.billing.charged_minor ?? 0);
          break;
        }
        const told = reply.headers.has("retry-after") ? "and says when to come back" : "for ever";
        const refusal = `${reply.status} ${error?.code}, ${told}`;
        refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
        await pause(100);
      }
      await pause(20);
    }
  };
  await Promise.all([chat(), ...Array.from({ length: callers }, (_, caller) => call(caller)), happen()]);
  await expect.poll(conversation.answered, { timeout: 90_000, interval: 200 }).toBe(messages);
  await expect.poll(() => unsettledIn(place), { timeout: 90_000, interval: 500 }).toBe(0);
  return {
    place,
    account,
    conversation,
    telegram,
    order,
    refusals,
    charges,
    logs: [...doors, ...workers].map(({ log }) => log()),
  };
};

type Outcome = Awaited<ReturnType<typeof loadWhile>>;

/** One answer for each message and question, charged once, and nothing worse than "come back later" meanwhile. */
const expectWhole = async ({
  place,
  account,
  conversation,
  telegram,
  order,
  refusals,
  charges,
  logs,
}: Outcome) => {
  const lines = logs.flatMap((log) => log.split("\n"));
  expect(lines.filter((line) => /"level":"(?:error|fatal)"/.test(line))).toEqual([]);
  const { wrong, refused, extraMessages } = conversation.judge(telegram.chats.saidIn);
  expect(wrong).toEqual([]);
  expect(refused).toEqual([]);
  expect(order.wrong).toEqual([]);
  expect(extraMessages).toBeLessThanOrEqual(2 * people);
  expect(await judgeBooks(place, account, messages)).toEqual({ charged: messages, wrong: [] });
  expect(charges.size).toBe(questions);
  const store = await openStore({ ...place, now: () => new Date() });
  const { charged } = await store.db
    .selectFrom("ledger_entry")
    .select(({ fn }) => fn.countAll().as("charged"))
    .where("kind", "=", "charge")
    .where("account_id", "!=", account)
    .executeTakeFirstOrThrow();
  await store.close();
  expect(charged).toBe(questions);
  const later = /^(?:503 overloaded|409 request_in_progress), and says when to come back$/;
  expect([...refusals.keys()].filter((refusal) => !later.test(refusal))).toEqual([]);
  expect([...refusals.keys()].filter((refusal) => refusal.startsWith("503"))).toHaveLength(1);
};

describe.runIf(installedPostgres !== null)("PostgreSQL under load", () => {
  test("may be restarted by its operator, and killed with all of its processes", async () => {
    const server = await createInstalledServer();
    const outcome = await loadWhile(server.url, async () => {
      await pause(1_500);
      await server.restart();
      await pause(3_000);
      await server.kill();
      await pause(3_000);
      await server.start();
    });
    await expectWhole(outcome);
  }, 300_000);

  test.each(["dies", "hangs"] as const)(
    "that %s is replaced by a standby once that is promoted",
    async (fault) => {
      // Nothing that was answered is lost: the primary waits for its standby.
      const primary = await createInstalledServer(["synchronous_standby_names=*"]);
      const standby = await createStandby(primary);
      const outcome = await loadWhile(urlOf(primary, standby), async () => {
        await pause(2_000);
        if (fault === "dies") await primary.kill();
        else primary.freeze();
        await pause(3_000);
        standby.promote();
      });
      await expectWhole(outcome);
      primary.thaw();
    },
    300_000,
  );
});

describe.runIf(installedPostgres !== null)("a store on two servers", () => {
  const now = () => new Date();
  const addChat = (chatId: number) => (trx: Transaction) =>
    trx.insertInto("chat").values({ chat_id: chatId, language: "am" }).execute();

  test("uses the one that takes writes, and never the former primary again", async () => {
    const primary = await createInstalledServer();
    const standby = await createStandby(primary);
    const store = await openStore({ databaseUrl: urlOf(standby, primary), secret: testSecret, now });
    onTestFinished(store.close);
    expect(await store.transaction(addChat(1))).toMatchObject({ ok: true });
    await expect.poll(() => standby.ask("select chat_id from chat")).toEqual([{ chat_id: "1" }]);

    await primary.kill();
    expect(await store.transaction(addChat(2))).toMatchObject({ ok: false, error: { code: "overloaded" } });
    standby.promote();
    await expect.poll(async () => (await store.transaction(addChat(2))).ok).toBe(true);

    // It comes back as if nothing had happened, and the one that took its place goes.
    await primary.start();
    await standby.kill();
    expect(await store.transaction(addChat(3))).toMatchObject({ ok: false, error: { code: "overloaded" } });
    expect(await store.transaction(addChat(3))).toMatchObject({ ok: false, error: { code: "overloaded" } });
    expect(await primary.ask("select chat_id from chat")).toEqual([{ chat_id: "1" }]);
    await standby.start();
    await expect.poll(async () => (await store.transaction(addChat(3))).ok).toBe(true);
    // Nor is it taken by a process that starts while both say that they take writes.
    const later = await openStore({ databaseUrl: urlOf(primary, standby), secret: testSecret, now });
    onTestFinished(later.close);
    const chats = await later.db.selectFrom("chat").select("chat_id").orderBy("chat_id").execute();
    expect(chats.map(({ chat_id }) => chat_id)).toEqual([1, 2, 3]);
  }, 120_000);

  test("keeps on the primary alone what a standby that is away does not confirm", async () => {
    const primary = await createInstalledServer(["synchronous_standby_names=*"]);
    const standby = await createStandby(primary);
    const store = await openStore({ databaseUrl: urlOf(primary, standby), secret: testSecret, now });
    onTestFinished(store.close);
    await standby.kill();
    expect(await store.transaction(addChat(1))).toMatchObject({ ok: true });
    expect(await primary.ask("select chat_id from chat")).toEqual([{ chat_id: "1" }]);
  }, 120_000);

  test("says at a start that none of them takes writes", async () => {
    const primary = await createInstalledServer();
    const standby = await createStandby(primary);
    await primary.kill();
    const starting = openStore({ databaseUrl: urlOf(standby, primary), secret: testSecret, now });
    await expect(starting).rejects.toThrow(/only reads, as a standby does: name the one that writes/);
  }, 120_000);
});
