import type { Update } from "grammy/types";
import { describe, expect, test } from "vitest";
import { type Pace, pause } from "../src/bot/pace.ts";
import { fail } from "../src/failure.ts";
import { ok } from "../src/result.ts";
import { textUpdate } from "../tools/chat/hook.ts";
import type { BotMessage } from "../tools/chat/lean-chats.ts";
import { reading } from "./support/bot-world.ts";
import { createLife, type Lives, openLives } from "./support/lives.ts";

const isAnswer = ({ text }: BotMessage): boolean => /^[✅⚠]/u.test(text);

/** A new customer's receipts, whose answers outlive processes that die after these steps. */
const outlive = async (
  lives: Lives,
  { userId, text, deaths }: { userId: number; text: string; deaths: readonly number[] },
) => {
  const { telegram, sent, accounts, store, unsettled } = lives;
  await accounts.registerTelegram(userId);
  const messageId = telegram.chats.nextId(userId);
  sent.length = 0;
  let died = 0;
  for (const [index, lastStep] of [...deaths, null].entries()) {
    const life = createLife(lastStep);
    const bot = await lives.start(life);
    if (index === 0) await bot.take([textUpdate(userId, { chatId: userId, messageId, text }) as Update]);
    const isOver = async () => life.isDead() || (await unsettled()) === 0;
    await expect.poll(isOver, { interval: 2, timeout: 5_000 }).toBe(true);
    if (life.isDead()) died += 1;
    else await bot.stop();
  }
  const counts = await store.db
    .deleteFrom("reservation")
    .where("state", "=", "committed")
    .returning("id")
    .execute();
  const standing = telegram.chats.saidIn(userId);
  const promises = standing.filter(({ text }) => text.startsWith("⏳")).length;
  return {
    died,
    sent: sent.filter(isAnswer).length,
    promises,
    counted: counts.length,
    marks: standing.filter(isAnswer).map(({ text }) => text.slice(0, 1)),
    others: standing.filter((message) => !isAnswer(message)).length - promises,
    elsewhere: standing.filter(({ quotes }) => quotes !== messageId).length,
  };
};

type Kind = {
  readonly what: string;
  readonly pace: Partial<Pace>;
  readonly lookUpMs: number;
  readonly receipts: number;
  /** So often the bank does not answer. */
  readonly silences: number;
};

const kinds: readonly Kind[] = [
  { what: "a quick answer", pace: {}, lookUpMs: 0, receipts: 1, silences: 0 },
  { what: "two answers", pace: {}, lookUpMs: 0, receipts: 2, silences: 0 },
  { what: "one with progress", pace: { progressAfterMs: 4 }, lookUpMs: 15, receipts: 1, silences: 0 },
  {
    what: "a late one",
    pace: { progressAfterMs: 4, lateAfterMs: 8 },
    lookUpMs: 15,
    receipts: 1,
    silences: 0,
  },
  { what: "one of a second attempt", pace: {}, lookUpMs: 0, receipts: 1, silences: 1 },
];

describe("an answer whose process dies", () => {
  test.each(kinds)(
    "at any step, $what, is said by the next one, counted once and not said again",
    async ({ pace, lookUpMs, receipts, silences }) => {
      const lives = await openLives(pace);
      // Twice at the same step, until that comes too late for any death.
      for (let step = 1, died = 1; died > 0; step += 1) {
        let asked = 0;
        lives.answers.give = async (question) => {
          asked += 1;
          await pause(lookUpMs);
          return asked <= silences ? fail("provider_timeout") : ok(readingOf(question));
        };
        const order = { userId: step, text: textOf(receipts), deaths: [step, step] };
        const { died: met, sent, promises, ...end } = await outlive(lives, order);
        died = met;
        const marks = Array.from({ length: receipts }, () => "✅");
        expect({ step, ...end }).toEqual({ step, counted: receipts, marks, others: 0, elsewhere: 0 });
        expect(sent).toBeLessThanOrEqual(receipts);
        expect(promises).toBeLessThanOrEqual(silences);
      }
    },
  );
});

describe("an answer that was sent by a process which did not live to note it", () => {
  test("is found behind everything that its asker has written since", async () => {
    const lives = await openLives({});
    const { telegram, sent, unsettled } = lives;
    const write = (updateId: number, text: string) =>
      textUpdate(updateId, { chatId: 1, messageId: telegram.chats.nextId(1), text }) as Update;
    const first = createLife(sending);
    const dying = await lives.start(first);
    await dying.take([write(1, textOf(1))]);
    await expect.poll(first.isDead, { interval: 2 }).toBe(true);
    const next = await lives.start(createLife(null));
    await next.take(Array.from({ length: 60 }, (_, n) => write(n + 2, "Selam")));
    await expect.poll(unsettled, { timeout: 10_000 }).toBe(0);
    await next.stop();
    expect(sent.filter(isAnswer)).toHaveLength(1);
    expect(telegram.chats.saidIn(1).filter(isAnswer)).toHaveLength(1);
  });
});

/** The step of a quick answer at which it is sent: behind what is reserved, and what is counted. */
const sending = 3;

const textOf = (receipts: number): string =>
  Array.from({ length: receipts }, (_, n) => `DKF1AB2CD${n + 3}`).join("\n");

const readingOf = (question: string) =>
  reading({ transaction_reference: /DKF\w{7}/.exec(question)?.[0] ?? "" });
