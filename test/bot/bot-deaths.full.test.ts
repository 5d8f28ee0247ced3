import type { Update } from "grammy/types";
import { describe, expect, test } from "vitest";
import { receiptMark } from "../../src/bot/conversation/outcome.ts";
import { type BotTimings, pause } from "../../src/bot/telegram/timings.ts";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { textUpdate } from "../../tools/chat/hook.ts";
import type { BotMessage } from "../../tools/chat/lean-chats.ts";
import { granted } from "../support/books.ts";
import { morning, verified } from "../support/bot-world.ts";
import { isFull, oneIn } from "../support/extent.ts";
import { createLife, type Lives, openLives } from "../support/lives.ts";

const isAnswer = ({ text }: BotMessage): boolean => /^[❓⚠]/u.test(text);

/** True when the process died after its step of this number; null: it lives on. */
const live = async (lives: Lives, lastStep: number | null, updates: readonly unknown[]): Promise<boolean> => {
  const life = createLife(lastStep);
  const bot = await lives.start(life);
  await bot.take(updates as Update[]);
  const isOver = async () => life.isDead() || (await lives.unsettled()) === 0;
  await expect.poll(isOver, { interval: 2 }).toBe(true);
  if (!life.isDead()) await bot.stop();
  return life.isDead();
};

type Order = {
  readonly userId: number;
  readonly texts: readonly string[];
  readonly deaths: readonly number[];
};

/** A new customer writes a message and changes it. Processes die after these steps of the last update, and others go on. */
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
    marks: [...new Set(standing.filter(isAnswer).map(({ text }) => text.slice(0, 1)))],
    answers: new Set(standing.filter(isAnswer).map(({ text }) => text)).size,
    lines: standing.filter((message) => !isAnswer(message)).length - promises,
    elsewhere: standing.filter(({ quotes }) => quotes !== messageId).length,
  };
};

type Kind = {
  readonly what: string;
  readonly timings?: Partial<BotTimings>;
  readonly lookUpMs?: number;
  /** The message's text, and what it was changed into. */
  readonly texts: readonly string[];
  /** How often the bank does not answer about the last text. */
  readonly silences?: number;
  readonly counted?: number;
  /** Answers that differ, and how many are sent when no process dies. */
  readonly answers?: number;
  readonly sent?: number;
};

const [one, other] = ["DKF1AB2CD3", "DKF1AB2CD4"];
const slow = { timings: { progressAfterMs: 4 }, lookUpMs: 15 };

const kinds: readonly Kind[] = [
  { what: "a quick answer", texts: [one] },
  { what: "two answers", texts: [`${one}\n${other}`], counted: 2, answers: 2, sent: 2 },
  { what: "one with progress", texts: [one], ...slow },
  { what: "a late one", texts: [one], ...slow, timings: { progressAfterMs: 4, lateAfterMs: 8 } },
  { what: "one of a second attempt", texts: [one], silences: 1 },
  { what: "one to a changed message", texts: [other, one], counted: 2 },
  { what: "one to a message that is changed beside its receipt", texts: [one, `Selam ${one}`] },
  {
    what: "one of a second attempt for a changed message",
    // The retry comes after the message was worked off again.
    timings: { firstRetryMs: 60 },
    texts: [other, one],
    silences: 1,
    counted: 2,
    sent: 2,
  },
];

describe("an answer whose process dies", () => {
  test.each(oneIn(4, kinds))(
    "at any step, $what, is said by the next one, counted once and never contradicted",
    async ({
      timings = {},
      lookUpMs = 0,
      texts,
      silences = 0,
      counted = 1,
      answers = 1,
      sent: sentMax = 1,
    }) => {
      const lives = await openLives(timings);
      // Each step in turn, for a new message, until there is no such step; in a quick run every second one.
      for (let step = 1, died = 1; died > 0; step += isFull ? 1 : 2) {
        let asked = 0;
        lives.answers.give = async (question) => {
          await pause(lookUpMs);
          if (question.includes(one)) asked += 1;
          return asked > 0 && asked <= silences ? fail("provider_timeout") : ok(readingOf(question));
        };
        const order = { userId: step, texts, deaths: texts.length > 1 ? [step] : [step, step] };
        const { died: met, sent, promises, lines, ...end } = await outlive(lives, order);
        died = met;
        expect({ step, ...end }).toEqual({ step, counted, marks: ["❓"], answers, elsewhere: 0 });
        // Each death may leave one message that is sent again, or a progress line.
        expect(sent + lines).toBeLessThanOrEqual(sentMax + died);
        expect(promises).toBeLessThanOrEqual(silences + died);
      }
    },
  );
});

describe("an answer that was sent by a process which did not live to note it", () => {
  test("is sent again, the same, whatever its caller has written since", async () => {
    const lives = await openLives({});
    const { telegram, sent, unsettled } = lives;
    const write = (updateId: number, text: string) =>
      textUpdate(updateId, { chatId: 1, messageId: telegram.chats.nextId(1), text }) as Update;
    const first = createLife(sending);
    const dying = await lives.start(first);
    await dying.take([write(1, one)]);
    await expect.poll(first.isDead, { interval: 2 }).toBe(true);
    const next = await lives.start(createLife(null));
    await next.take(Array.from({ length: 10 }, (_, n) => write(n + 2, "Selam")));
    await expect.poll(unsettled).toBe(0);
    await next.stop();
    expect(sent.filter(isAnswer)).toHaveLength(2);
    expect(
      new Set(
        telegram.chats
          .saidIn(1)
          .filter(isAnswer)
          .map(({ text }) => text),
      ).size,
    ).toBe(1);
  });
});

describe("an album in a group whose process dies", () => {
  const [group, hana] = [-100_777, 9];
  const soon = { albumQuietMs: 5, albumWaitMs: 10 };
  const pictureOf = (lives: Lives, updateId: number, [album, caption]: readonly [string, string]) => ({
    update_id: updateId,
    message: {
      message_id: lives.telegram.chats.nextId(group),
      date: Math.floor(morning.getTime() / 1000),
      chat: { id: group, type: "supergroup", title: "Merkato" },
      from: { id: hana, is_bot: false, first_name: "Hana" },
      media_group_id: album,
      photo: [{ file_id: "p", file_unique_id: `p${updateId}`, width: 90, height: 90 }],
      caption,
    },
  });
  const answered = ({ telegram }: Lives) =>
    telegram.chats
      .saidIn(group)
      .flatMap(({ text }) => (text.startsWith("This album") ? [] : (/DKF\w{7}/.exec(text)?.[0] ?? [])));

  test("has its later pictures answered by the next one, and those of another album left alone", async () => {
    const lives = await openLives(soon);
    lives.answers.give = async (question) => ok(readingOf(question));
    await lives.accounts.registerTelegram(hana);
    const before = [["7", `@deresegn_bot ${one}`] as const];
    await live(
      lives,
      null,
      before.map((picture, at) => pictureOf(lives, 100 + at, picture)),
    );
    const after = [["7", other] as const, ["8", "DKF1AB2CD5"] as const];
    await live(
      lives,
      null,
      after.map((picture, at) => pictureOf(lives, 200 + at, picture)),
    );
    expect(answered(lives)).toEqual([one, other]);
  });

  test("at any step, has each picture answered once and counted once", async () => {
    let died = true;
    for (let step = 1; died; step += isFull ? 1 : 4) {
      const lives = await openLives(soon);
      lives.answers.give = async (question) => ok(readingOf(question));
      await lives.accounts.registerTelegram(hana);
      const pictures = [`@deresegn_bot ${one}`, other].map((caption, at) =>
        pictureOf(lives, 100 + at, ["7", caption]),
      );
      died = await live(lives, step, pictures);
      await live(lives, null, []);
      const counts = await lives.store.db
        .selectFrom("reservation")
        .select("id")
        .where("state", "=", "committed")
        .where("kind", "!=", "repeat")
        .execute();
      const said = [...new Set(answered(lives))].sort();
      expect({ step, said, counted: counts.length }).toEqual({ step, said: [one, other], counted: 2 });
    }
  });
});

describe("a press", () => {
  /**
   * A user sends a command and presses its button, and the process dies at a step. Resolves with what the chat holds in
   * the end.
   */
  const press = async (lives: Lives, lastStep: number, command: string, dataOf: () => Promise<string>) => {
    const { telegram, sent } = lives;
    const [userId, messageId] = [7, telegram.chats.nextId(7)];
    const { message } = textUpdate(1, { chatId: userId, messageId, text: command });
    const entities = [{ type: "bot_command", offset: 0, length: command.split(" ")[0]?.length }];
    await live(lives, null, [{ update_id: 1, message: { ...message, entities } }]);
    const reply_markup = telegram.chats.saidIn(userId)[0]?.markup;
    const shown = { ...message, message_id: sent[0]?.id, text: sent[0]?.text, reply_markup };
    const query = { id: "1", from: message.from, chat_instance: "1", message: shown, data: await dataOf() };
    const died = await live(lives, lastStep, [{ update_id: 2, callback_query: query }]);
    await live(lives, null, []);
    const standing = telegram.chats.saidIn(userId).slice(1);
    return {
      died,
      said: [...new Set(standing.map(({ text }) => text.split(/[.:]/, 1)[0]))],
      texts: new Set(standing.map(({ text }) => text)).size,
    };
  };

  test.each(oneIn(2, [1, 2, 3, 4, 5]))(
    "on 'new key' makes one key, and shows that one, whenever the process dies (%d)",
    async (step) => {
      const lives = await openLives({});
      const { db } = lives.store;
      const { died, said, texts } = await press(lives, step, "/key", async () => {
        const { id } = await db.selectFrom("open_question").select("id").executeTakeFirstOrThrow();
        return `key:${id}:live`;
      });
      expect({ died, said, texts }).toEqual({ died: true, said: ["Your new key"], texts: 1 });
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
      for (let step = 1; died; step += isFull ? 1 : 2) {
        const lives = await openLives({});
        const { telegram, store } = lives;
        ({ died } = await press(lives, step, "DKF1AB2CD3", async () => {
          const { message_id: asked } = await store.db
            .selectFrom("outbox")
            .select("message_id")
            .executeTakeFirstOrThrow();
          return `mine:${answer}:${asked}:receipt:0:${receiptMark("beta", verified())}`;
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

  test.each([1, 2, 3])("on 'erase' is told that it worked (%d)", async (step) => {
    const lives = await openLives({});
    const askedAt = morning.getTime().toString(36);
    const { died, said } = await press(lives, step, "/erase", async () => {
      const { id } = await lives.store.db.selectFrom("open_question").select("id").executeTakeFirstOrThrow();
      return `erase:${askedAt}:${id}`;
    });
    expect({ died, said }).toEqual({ died: true, said: ["Erased"] });
  });
});

/** The step at which a quick answer is sent: after the reservation and the count. */
const sending = 3;

const readingOf = (question: string) =>
  verified({ transaction_reference: /DKF\w{7}/.exec(question)?.[0] ?? "" });

test("what was found before a crash is told as undone where the shop has heard so since", async () => {
  const lives = await openLives({});
  const { telegram, accounts, answers } = lives;
  answers.give = () => ok(verified({ transaction_reference: "DKF1AB2CD3" }));
  granted(await accounts.registerTelegram(7));
  const account = granted(await accounts.telegramAccount(7))?.account ?? "";
  const messageId = telegram.chats.nextId(7);
  const { message } = textUpdate(14, { chatId: 7, messageId, text: "DKF1AB2CD3" });
  const update = { update_id: 14, message: { ...message, date: Math.floor(morning.getTime() / 1000) } };
  // It dies when it has kept what it found, and before it sends that.
  expect(await live(lives, 2, [update])).toBe(true);
  expect(telegram.chats.saidIn(7)).toEqual([]);
  granted(await accounts.noteUndone(account, { provider: "beta", references: ["DKF1AB2CD3"], at: morning }));
  await live(lives, null, []);
  expect(telegram.chats.saidIn(7).map(({ text }) => text.split("\n")[0])).toEqual([
    "❌ The payment was not completed: ask for a new payment.",
  ]);
});
