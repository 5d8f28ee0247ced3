import { describe, expect, onTestFinished, test } from "vitest";
import type { TelegramFetch } from "../../src/bot/telegram/client.ts";
import type { BotTimings } from "../../src/bot/telegram/timings.ts";
import { ok } from "../../src/core/result.ts";
import { given, priceSantim } from "../../tools/chat/customers.ts";
import { referenceOf } from "../../tools/chat/lean-bank.ts";
import { leanBotInfo } from "../../tools/chat/lean-chats.ts";
import { botOf, createSurroundings, morning, verified } from "../support/bot-world.ts";
import { longTest } from "../support/extent.ts";
import { runningClock } from "../support/running-clock.ts";
import { temporaryStore } from "../support/temporary-store.ts";

const busy = 7;
const other = 8;
const groups = Array.from({ length: 100 }, (_, n) => -1_000 - n);

/** A Bot API that lets nobody write in groups before `endFlood`, and keeps what was said. */
const openFloodingTelegram = (floodSecondMs: number) => {
  let floodEndsAt = Number.POSITIVE_INFINITY;
  let sends = 0;
  const said: { readonly chatId: number; readonly text: string; readonly at: number }[] = [];
  const fetch: TelegramFetch = async (url, { body }) => {
    const answering = (answer: object) => ({ json: async () => answer });
    if (!/\/(?:sendMessage|editMessageText)$/.test(url)) return answering({ ok: true, result: true });
    sends += 1;
    const { chat_id: chatId, text } = JSON.parse(String(body));
    const at = performance.now();
    if (chatId < 0 && at < floodEndsAt) {
      const left = Math.ceil(Math.min(floodEndsAt - at, 60 * floodSecondMs) / floodSecondMs);
      const description = `Too Many Requests: retry after ${left}`;
      return answering({ ok: false, error_code: 429, description, parameters: { retry_after: left } });
    }
    said.push({ chatId, text, at });
    return answering({ ok: true, result: { message_id: 10_000 + said.length } });
  };
  return {
    fetch,
    said,
    sends: () => sends,
    /** The flood ends by itself, so many of Telegram's seconds from now. */
    endFloodIn: (seconds: number) => {
      floodEndsAt = performance.now() + seconds * floodSecondMs;
      return floodEndsAt;
    },
  };
};

/** The bot, a merchant's account that pays for everybody's checks, and messages by webhook. */
const openShop = async (timings: Partial<BotTimings> & Pick<BotTimings, "floodSecondMs">) => {
  const telegram = openFloodingTelegram(timings.floodSecondMs);
  const now = runningClock(morning);
  const { store } = await temporaryStore(now);
  await store.db.insertInto("process_lease").values({ id: "this process", expires_at: 1e15 }).execute();
  const { dependencies, accounts, answers, asked } = createSurroundings({
    store,
    apiRoot: "http://telegram.invalid",
    now,
    timings: { retryMs: 100, ...timings },
  });
  answers.give = (question) =>
    ok(verified({ transaction_reference: /[A-Z0-9]{10}/.exec(question)?.[0] ?? expect.unreachable() }));
  const { id } = given(await accounts.createAccount({ name: "Shop", tier: "balance" }));
  given(await accounts.topUp(id, 10_000 * priceSantim, "operator"));
  for (const userId of [busy, other])
    given(await accounts.redeemLinkCode(given(await accounts.createLinkCode(id, "staff")).code, userId));

  const start = async () => {
    const webhook = { url: "https://receipts.example/telegram/1f0c", secret: "a-secret-of-the-tests" };
    const bot = botOf({ ...dependencies, fetch: telegram.fetch, botInfo: leanBotInfo, webhook });
    onTestFinished(() => bot.stop());
    await bot.start();
    return bot;
  };

  let last = 0;
  /** Somebody asks for a receipt in a chat. Gives its reference. */
  const ask = async (
    bot: ReturnType<typeof botOf>,
    chatId: number,
    userId: number,
    isAsGroup = false,
  ): Promise<string> => {
    last += 1;
    const reference = referenceOf(last, morning);
    const chat =
      chatId < 0 ? { id: chatId, type: "supergroup", title: "Shop" } : { id: chatId, type: "private" };
    const from = { id: userId, is_bot: false, first_name: "Selam", language_code: "en" };
    const text = `@${leanBotInfo.username} ${reference}`;
    const message = { message_id: last, date: 1, chat, from, text, ...(isAsGroup && { sender_chat: chat }) };
    given(await bot.take([{ update_id: last, message } as never]));
    return reference;
  };
  const charges = async () => {
    const { posted_santim } = await store.db
      .selectFrom("balance")
      .selectAll()
      .where("account_id", "=", id)
      .executeTakeFirstOrThrow();
    return 10_000 - posted_santim / priceSantim;
  };
  return { telegram, start, ask, asked, charges, answers, store };
};

longTest(
  "a person in a hundred flooded groups keeps nobody else waiting, and is answered after it: in order, once, and for one check each",
  async () => {
    const { telegram, start, ask, asked, charges, store } = await openShop({ floodSecondMs: 100 });
    const bot = await start();
    const wanted = new Map<number, string[]>();
    for (const chatId of [...groups, ...groups.slice(0, 20)])
      wanted.set(chatId, [...(wanted.get(chatId) ?? []), await ask(bot, chatId, busy)]);
    await expect.poll(telegram.sends).toBeGreaterThanOrEqual(groups.length);

    const askedAt = performance.now();
    const reference = await ask(bot, other, other);
    await expect.poll(() => telegram.said.length).toBe(1);
    expect(telegram.said[0]).toMatchObject({ chatId: other, text: expect.stringContaining(reference) });
    expect((telegram.said[0]?.at ?? 0) - askedAt).toBeLessThan(3_000);

    telegram.endFloodIn(0);
    const said = () => telegram.said.filter(({ chatId }) => chatId < 0);
    await expect.poll(() => said().length, { timeout: 30_000 }).toBe(groups.length + 20);
    await bot.stop();
    for (const [chatId, references] of wanted) {
      const texts = said().filter((one) => one.chatId === chatId);
      expect(texts.map(({ text }) => references.find((one) => text.includes(one)))).toEqual(references);
    }
    expect(asked).toHaveLength(groups.length + 20 + 1);
    expect(await charges()).toBe(groups.length + 20 + 1);
    const waiting = await store.db.selectFrom("inbox").selectAll().where("state", "=", "waiting").execute();
    expect(waiting).toEqual([]);
  },
);

describe("a flood wait", () => {
  test("is obeyed by the next process, which says what was counted, in its turn", async () => {
    const { telegram, start, ask, asked, charges } = await openShop({ floodSecondMs: 20 });
    const first = await start();
    const references = [await ask(first, -5, busy), await ask(first, -5, busy)];
    await expect.poll(telegram.sends).toBe(1);
    const endsAt = telegram.endFloodIn(60);
    await first.stop();
    expect(await charges()).toBe(1);

    const next = await start();
    references.push(await ask(next, -5, busy));
    await expect.poll(() => telegram.said.length).toBe(3);
    await next.stop();
    for (const [at, said] of telegram.said.entries()) expect(said.text).toContain(references[at]);
    expect(telegram.said[0]?.at).toBeGreaterThan(endsAt - 400);
    // Nothing was tried meanwhile but for the first answer, whose wait may end a moment before Telegram's.
    expect(telegram.sends()).toBeLessThanOrEqual(1 + 3 + 1);
    expect(asked).toHaveLength(3);
    expect(await charges()).toBe(3);
  });

  test("during a look-up lets that end first, so that the bank is asked once and one check is counted", async () => {
    const { telegram, start, ask, asked, charges, answers } = await openShop({
      floodSecondMs: 20,
      progressAfterMs: 1,
    });
    const bot = await start();
    const releases: (() => void)[] = [];
    const { give } = answers;
    answers.give = (question) => new Promise((resolve) => releases.push(() => resolve(give(question))));
    const reference = await ask(bot, -5, busy);
    await expect.poll(telegram.sends).toBe(1);
    telegram.endFloodIn(10);
    setTimeout(() => releases[0]?.(), 400);
    const isAnswered = () => telegram.said.some(({ text }) => text.includes(reference));
    await expect.poll(isAnswered).toBe(true);
    await bot.stop();
    expect(asked).toHaveLength(1);
    expect(await charges()).toBe(1);
  });
});

/** A person asks in a hundred groups while the bank is slow. `most`: groups that are looked up for at a time. */
const keepsNobodyWaiting = async (isAsGroup: boolean, most: number): Promise<void> => {
  const { telegram, start, ask, asked, answers } = await openShop({ floodSecondMs: 1 });
  telegram.endFloodIn(0);
  const bot = await start();
  let isSlow = true;
  const releases: (() => void)[] = [];
  const { give } = answers;
  answers.give = (question) =>
    isSlow ? new Promise((resolve) => releases.push(() => resolve(give(question)))) : give(question);
  for (const chatId of groups) await ask(bot, chatId, busy, isAsGroup);
  await expect.poll(() => asked.length).toBe(most);
  isSlow = false;
  const askedAt = performance.now();
  await ask(bot, other, other);
  await expect.poll(() => telegram.said.length).toBe(1);
  expect(telegram.said[0]?.chatId).toBe(other);
  expect((telegram.said[0]?.at ?? 0) - askedAt).toBeLessThan(3_000);
  expect(asked).toHaveLength(most + 1);
  for (const release of releases) release();
  await expect.poll(() => telegram.said.length).toBe(groups.length + 1);
};

describe("while a bank is slow nobody else is kept waiting by", () => {
  longTest("a person in a hundred groups, of which ten are looked up for at a time", () =>
    keepsNobodyWaiting(false, 10),
  );

  test("a person who writes as a hundred groups, of which thirty are looked up for at a time", () =>
    keepsNobodyWaiting(true, 30));
});
