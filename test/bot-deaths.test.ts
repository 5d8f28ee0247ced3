import type { Update } from "grammy/types";
import { describe, expect, test } from "vitest";
import { type Pace, pause } from "../src/bot/pace.ts";
import { fail } from "../src/failure.ts";
import { ok } from "../src/result.ts";
import { textUpdate } from "../tools/chat/hook.ts";
import type { BotMessage } from "../tools/chat/lean-chats.ts";
import { granted } from "./support/books.ts";
import { morning, reading } from "./support/bot-world.ts";
import { createLife, type Lives, openLives } from "./support/lives.ts";

const isAnswer = ({ text }: BotMessage): boolean => /^[❓⚠]/u.test(text);

/** True when the process has died of it: after its step of this number, if there is one. */
const live = async (lives: Lives, lastStep: number | null, updates: readonly unknown[]): Promise<boolean> => {
  const life = createLife(lastStep);
  const bot = await lives.start(life);
  await bot.take(updates as Update[]);
  const isOver = async () => life.isDead() || (await lives.unsettled()) === 0;
  await expect.poll(isOver, { interval: 2, timeout: 5_000 }).toBe(true);
  if (!life.isDead()) await bot.stop();
  return life.isDead();
};

type Order = {
  readonly userId: number;
  readonly texts: readonly string[];
  readonly deaths: readonly number[];
};

/** What a new customer writes, and changes that into; the answer to the last outlives processes that die after these steps. */
const outlive = async (lives: Lives, { userId, texts, deaths }: Order) => {
  const { telegram, sent, accounts, store } = lives;
  await accounts.registerTelegram(userId);
  const messageId = telegram.chats.nextId(userId);
  sent.length = 0;
  const updates = texts.map((text, change) => {
    const updateId = 2 * userId + change;
    const { message } = textUpdate(updateId, { chatId: userId, messageId, text });
    const written = { ...message, date: Math.floor(morning.getTime() / 1000) };
    return { update_id: updateId, [change === 0 ? "message" : "edited_message"]: written };
  });
  for (const update of updates.slice(0, -1)) await live(lives, null, [update]);
  let died = 0;
  for (const [index, lastStep] of [...deaths, null].entries())
    if (await live(lives, lastStep, index === 0 ? updates.slice(-1) : [])) died += 1;
  const counts = await store.db
    .deleteFrom("reservation")
    .where("state", "=", "committed")
    .where("kind", "!=", "repeat")
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
  readonly pace?: Partial<Pace>;
  readonly lookUpMs?: number;
  /** What the message said, and what it was changed into. */
  readonly texts: readonly string[];
  /** So often the bank does not answer about the last. */
  readonly silences?: number;
  readonly counted?: number;
  /** At most so many are sent, and stand in the end. */
  readonly answers?: number;
  readonly sent?: number;
};

const [one, other] = ["DKF1AB2CD3", "DKF1AB2CD4"];
const slow = { pace: { progressAfterMs: 4 }, lookUpMs: 15 };

const kinds: readonly Kind[] = [
  { what: "a quick answer", texts: [one] },
  { what: "two answers", texts: [`${one}\n${other}`], counted: 2, answers: 2, sent: 2 },
  { what: "one with progress", texts: [one], ...slow },
  { what: "a late one", texts: [one], ...slow, pace: { progressAfterMs: 4, lateAfterMs: 8 } },
  { what: "one of a second attempt", texts: [one], silences: 1 },
  { what: "one to a changed message", texts: [other, one], counted: 2 },
  { what: "one to a message that is changed beside its receipt", texts: [one, `Selam ${one}`] },
  {
    what: "one of a second attempt for a changed message",
    // Not before the message was worked off again.
    pace: { firstRetryMs: 60 },
    texts: [other, one],
    silences: 1,
    counted: 2,
    sent: 2,
  },
];

describe("an answer whose process dies", () => {
  test.each(kinds)(
    "at any step, $what, is said by the next one, counted once and not said again",
    async ({ pace = {}, lookUpMs = 0, texts, silences = 0, counted = 1, answers = 1, sent: sentMax = 1 }) => {
      const lives = await openLives(pace);
      // At the same step, a new message twice, until that comes too late for any death.
      for (let step = 1, died = 1; died > 0; step += 1) {
        let asked = 0;
        lives.answers.give = async (question) => {
          await pause(lookUpMs);
          if (question.includes(one)) asked += 1;
          return asked > 0 && asked <= silences ? fail("provider_timeout") : ok(readingOf(question));
        };
        const order = { userId: step, texts, deaths: texts.length > 1 ? [step] : [step, step] };
        const { died: met, sent, promises, ...end } = await outlive(lives, order);
        died = met;
        const marks = Array.from({ length: answers }, () => "❓");
        expect({ step, ...end }).toEqual({ step, counted, marks, others: 0, elsewhere: 0 });
        expect(sent).toBeLessThanOrEqual(sentMax);
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
    await dying.take([write(1, one)]);
    await expect.poll(first.isDead, { interval: 2 }).toBe(true);
    const next = await lives.start(createLife(null));
    await next.take(Array.from({ length: 60 }, (_, n) => write(n + 2, "Selam")));
    await expect.poll(unsettled, { timeout: 10_000 }).toBe(0);
    await next.stop();
    expect(sent.filter(isAnswer)).toHaveLength(1);
    expect(telegram.chats.saidIn(1).filter(isAnswer)).toHaveLength(1);
  });
});

describe("a press", () => {
  /** What is said to a user in the end who has sent a command and pressed the button behind it, which was in the way of deaths. */
  const press = async (lives: Lives, lastStep: number, command: string, dataOf: () => Promise<string>) => {
    const { telegram, sent } = lives;
    const [userId, messageId] = [7, telegram.chats.nextId(7)];
    const { message } = textUpdate(1, { chatId: userId, messageId, text: command });
    const entities = [{ type: "bot_command", offset: 0, length: command.split(" ")[0]?.length }];
    await live(lives, null, [{ update_id: 1, message: { ...message, entities } }]);
    const shown = { ...message, message_id: sent[0]?.id, text: sent[0]?.text };
    const query = { id: "1", from: message.from, chat_instance: "1", message: shown, data: await dataOf() };
    const died = await live(lives, lastStep, [{ update_id: 2, callback_query: query }]);
    await live(lives, null, []);
    const standing = telegram.chats.saidIn(userId).slice(1);
    return { died, said: standing.map(({ text }) => text.split(/[.:]/, 1)[0]) };
  };

  test.each([1, 2, 3, 4, 5])(
    "on 'new key' makes one key, and shows it once, whenever the process dies (%d)",
    async (step) => {
      const lives = await openLives({});
      const { db } = lives.store;
      const { died, said } = await press(lives, step, "/key", async () => {
        const { id } = await db.selectFrom("open_question").select("id").executeTakeFirstOrThrow();
        return `key:${id}:live`;
      });
      expect({ died, said }).toEqual({ died: true, said: ["Your new key"] });
      expect(await db.selectFrom("api_key").select("id").execute()).toHaveLength(1);
    },
  );

  test.each([
    [1, "join"],
    [2, "join"],
    [3, "join"],
    [1, "start"],
    [2, "start"],
  ])(
    "that agrees to a code is told that it worked, whenever the process dies (%d, /%s)",
    async (step, command) => {
      const lives = await openLives({});
      const { accounts, telegram, store } = lives;
      const { id } = granted(await accounts.createAccount({ name: "Merkato Shoes", tier: "registered" }));
      const role = command === "join" ? "staff" : "owner";
      const { code } = granted(await accounts.createLinkCode(id, role));
      const { died } = await press(lives, step, `/${command} ${code}`, async () => {
        const question = await store.db.selectFrom("open_question").select("id").executeTakeFirstOrThrow();
        return `move:${question.id}:yes`;
      });
      const said = telegram.chats.saidIn(7).map(({ text }) => text);
      expect({ died, said }).toEqual({
        died: true,
        said: [expect.stringMatching(/^✅ You use the shop “Merkato Shoes” from now on/)],
      });
      expect(granted(await accounts.telegramAccount(7))).toMatchObject({ account: id, role });
    },
  );

  test.each([
    ["save", 1],
    ["once", 0],
  ])(
    "on '%s' makes the record one to the merchant, which can be undone, whenever the process dies",
    async (answer, saved) => {
      let died = true;
      for (let step = 1; died; step += 1) {
        const lives = await openLives({});
        const { telegram, store } = lives;
        ({ died } = await press(lives, step, "DKF1AB2CD3", async () => {
          const { message_id: asked } = await store.db
            .selectFrom("delivery")
            .select("message_id")
            .executeTakeFirstOrThrow();
          return `mine:${answer}:${asked}:receipt:0`;
        }));
        const said = telegram.chats.saidIn(7).map(({ text, markup }) => [text, JSON.stringify(markup)]);
        expect({ step, said }).toEqual({
          step,
          said: [[expect.stringMatching(/^✅/), expect.stringMatching(/undo:[\w-]{12}/)]],
        });
        const savedNow = () => store.db.selectFrom("saved_account").select("id").execute();
        expect(await savedNow()).toHaveLength(saved);

        const data = /undo:[\w-]{12}/.exec(said[0]?.[1] ?? "")?.[0] ?? "";
        const { message } = textUpdate(3, { chatId: 7, messageId: 0, text: "" });
        const shown = { ...message, message_id: telegram.chats.saidIn(7)[0]?.id };
        const undo = { id: "2", from: message.from, chat_instance: "1", message: shown, data };
        await live(lives, null, [{ update_id: 3, callback_query: undo }]);
        expect(telegram.chats.saidIn(7)[0]?.text).toMatch(/^❓/);
        expect(await savedNow()).toEqual([]);
      }
    },
  );

  test.each([1, 2, 3])("on 'erase' is told of once (%d)", async (step) => {
    const lives = await openLives({});
    const askedAt = morning.getTime().toString(36);
    const { died, said } = await press(lives, step, "/erase", async () => `erase:${askedAt}`);
    expect({ died, said }).toEqual({ died: true, said: ["Erased"] });
  });
});

/** The step of a quick answer at which it is sent: behind what is reserved, and what is counted. */
const sending = 3;

const readingOf = (question: string) =>
  reading({ transaction_reference: /DKF\w{7}/.exec(question)?.[0] ?? "" });
