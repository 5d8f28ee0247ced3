import { describe, expect, onTestFinished, test } from "vitest";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { pause } from "../../src/bot/telegram/timings.ts";
import { openStore } from "../../src/database/store.ts";
import { given, openShop } from "../../tools/chat/customers.ts";
import { openHook, textUpdate } from "../../tools/chat/hook.ts";
import { referenceOf } from "../../tools/chat/lean-bank.ts";
import { openLeanTelegram } from "../../tools/chat/lean-telegram.ts";
import { token } from "../../tools/chat/program.ts";
import { judgeBooks, unsettledIn } from "../../tools/soak/books.ts";
import { createConversation } from "../../tools/soak/conversation.ts";
import { createOrder, openProcesses } from "../support/several-processes.ts";
import { token as emulatedToken, openTelegram } from "../support/telegram.ts";
import {
  type DatabaseKind,
  databaseKinds,
  temporaryDatabase,
  testSecret,
} from "../support/temporary-store.ts";

const openInstallation = async (kind: DatabaseKind, telegramUrl: string) =>
  openProcesses({ databaseUrl: await temporaryDatabase(kind), telegramUrl });

const people = 40;
const messages = 240;

describe.each(databaseKinds)(
  "two processes that take webhooks and two that work the inbox off, on %s",
  (kind) => {
    test("answer each message in its chat's order and charge once, while any of them is killed under load", async () => {
      const conversation = createConversation();
      const order = createOrder();
      const asked = new Map<string, { readonly chatId: number; readonly messageId: number }>();
      const heard = new Set<string>();
      const telegram = await openLeanTelegram({
        token,
        onSaid: (message) => {
          conversation.hear(message);
          for (const [reference, { chatId, messageId }] of asked) {
            if (heard.has(reference) || !message.text.includes(reference)) continue;
            heard.add(reference);
            order.hear(chatId, messageId);
          }
        },
      });
      onTestFinished(telegram.close);
      const place = await openInstallation(kind, telegram.url);
      const userIds = Array.from({ length: people }, (_, n) => n + 1);
      const account = await openShop({ ...place, userIds });
      const doors = [await place.start({ ROLES: "api" }), await place.start({ ROLES: "api" })];
      const workers = [await place.start({ ROLES: "bot" }), await place.start({ ROLES: "bot" })];
      const hooks = doors.map(({ hookUrl }) => openHook(hookUrl, 20));
      onTestFinished(async () => {
        for (const hook of hooks) await hook.close();
      });

      const kills: Promise<void>[] = [];
      for (let number = 0; number < messages; number += 1) {
        // In the midst of the load each kind of process dies; a worker comes back, and the other one dies, too.
        if (number === 60) kills.push(workers[0]?.kill() ?? Promise.resolve());
        if (number === 120) kills.push(doors[0]?.kill() ?? Promise.resolve());
        if (number === 130) workers.push(await place.start({ ROLES: "bot" }));
        if (number === 180) kills.push(workers[1]?.kill() ?? Promise.resolve());
        const chatId = 1 + (number % people);
        const reference = referenceOf(number, new Date());
        const messageId = telegram.chats.nextId(chatId);
        conversation.ask({ chatId, messageId, reference });
        asked.set(reference, { chatId, messageId });
        const update = textUpdate(number + 1, { chatId, messageId, text: `Receipt no. ${reference}` });
        // As Telegram does by way of a load balancer: again until some process takes it, and the next one only then.
        for (let turn = number; !(await hooks[turn % 2]?.post(update)); turn += 1) await pause(20);
        await pause(20);
      }
      await Promise.all(kills);
      await expect.poll(conversation.answered, { timeout: 60_000, interval: 200 }).toBe(messages);
      await expect.poll(() => unsettledIn(place), { timeout: 60_000, interval: 500 }).toBe(0);

      const { wrong, extraMessages } = conversation.judge(telegram.chats.saidIn);
      expect(wrong).toEqual([]);
      expect(order.wrong).toEqual([]);
      // What a dead process had sent and not noted is sent again, the same.
      expect(extraMessages).toBeLessThanOrEqual(2 * people);
      expect(await judgeBooks(place, account, messages)).toEqual({ charged: messages, wrong: [] });
    }, 180_000);
  },
);

describe.each(databaseKinds)("two bot processes that poll under one lease, on %s", (kind) => {
  test("answer on within 30 seconds when the one that polls is killed", async () => {
    const telegram = await openTelegram(() => new Date());
    const place = await openInstallation(kind, telegram.url);
    const polling = { ROLES: "bot", TELEGRAM_BOT_TOKEN: emulatedToken };
    const env = { ...polling, TELEGRAM_WEBHOOK_URL: "", TELEGRAM_WEBHOOK_SECRET: "" };
    const first = await place.start(env);
    await expect.poll(first.log).toContain("this process polls for the bot");
    const second = await place.start(env);
    await expect.poll(second.log).toContain("another process polls for the bot");

    await first.kill();
    const killedAt = performance.now();
    await telegram.selam.say(referenceOf(1, new Date()));
    await telegram.selam.waitUntil(({ messages: said }) => said.some(({ from }) => from === "bot"), 45_000);
    expect(performance.now() - killedAt).toBeLessThan(30_000);
    expect(second.log()).toContain("this process polls for the bot");
  }, 60_000);
});

describe.each(databaseKinds)("two API processes side by side, on %s", (kind) => {
  test("let exactly as many questions through as a balance pays for", async () => {
    const place = await openInstallation(kind, "http://127.0.0.1:9");
    const answers = 20;
    const store = await openStore({ ...place, now: () => new Date() });
    const accounts = createAccounts({ store, secret: testSecret, now: () => new Date() });
    const { id } = given(await accounts.createAccount({ name: "Two doors", tier: "balance" }));
    given(await accounts.topUp(id, answers * 500, "operator"));
    const { key } = given(await accounts.createKey(id, "live"));
    const doors = await Promise.all([1, 2].map(() => place.start({ ROLES: "api" })));

    const ask = async (number: number): Promise<string> => {
      const reply = await fetch(`${doors[number % 2]?.url}/api/verify-beta`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify({ reference: referenceOf(number, new Date()) }),
      });
      const { error } = JSON.parse(await reply.text());
      // A bank is asked by so many at once, and a database that is busy has decided nothing.
      if (error?.code === "overloaded" || error?.code === "provider_unavailable") return ask(number);
      return error?.code ?? "verified";
    };
    const balance = () =>
      store.db
        .selectFrom("balance")
        .select(["posted_santim", "pending_santim"])
        .where("account_id", "=", id)
        .executeTakeFirstOrThrow();
    const codes: string[] = [];
    const verified = () => codes.filter((code) => code === "verified").length;
    // A database that is busy releases a hold later, and what is held is not there for others: they ask once more then.
    for (let round = 0; round < 5 && verified() < answers; round += 1) {
      const numbers = Array.from({ length: 5 * answers }, (_, number) => codes.length + number);
      codes.push(...(await Promise.all(numbers.map(ask))));
      await expect.poll(async () => (await balance()).pending_santim, { timeout: 60_000 }).toBe(0);
    }
    expect(verified()).toBe(answers);
    expect(new Set(codes)).toEqual(new Set(["verified", "balance_exhausted"]));
    expect(await balance()).toEqual({ posted_santim: 0, pending_santim: 0 });
    await store.close();
  });
});
