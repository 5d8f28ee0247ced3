import type { Update } from "grammy/types";
import { expect, onTestFinished, test } from "vitest";
import { incomingOf } from "../../src/bot/telegram/arrival.ts";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { hourMs } from "../../src/core/time.ts";
import { catalogues } from "../../src/texts/texts.ts";
import type { ChatMessage } from "../../tools/demo/telegram/chat-view.ts";
import type { PersonName } from "../../tools/demo/telegram/people.ts";
import { createPlayer } from "../../tools/demo/telegram/player.ts";
import { granted } from "../support/books.ts";
import { type BotWorld, botOf, openBotWorld, verified } from "../support/bot-world.ts";
import { chatOf } from "../support/chats.ts";
import { codePicture } from "../support/pictures.ts";

const shop = { id: -1_000_123, type: "supergroup", title: "The shop" };

/** A group in which people write while others wait. */
const openGroup = (world: BotWorld) => {
  let messageId = 500;
  const message = (person: PersonName, text: string, more: object = {}) => {
    const from = world.telegram.people.conversation(person).user();
    messageId += 1;
    return { message_id: messageId, date: 1, from, chat: shop, text, ...more };
  };
  const said = (): string[] =>
    world
      .callsOf("sendMessage")
      .filter(({ payload }) => payload.chat_id === shop.id)
      .map(({ payload }) => /DKF1AB2C\w\w/.exec(String(payload.text))?.[0] ?? String(payload.text));
  return {
    message,
    said,
    write: (...written: Parameters<typeof message>): void =>
      world.telegram.updates.push({ message: message(...written) as never }),
    /** The first references that the bot has answered. */
    answered: async (count: number): Promise<string[]> => {
      await world.untilCalls(() => said().length >= count);
      return said();
    },
  };
};

/** What is waited for until the test opens it. */
const createGate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

/** Look-ups at a bank that hangs for some references until it is let go. */
const hangFor = (world: BotWorld, isHanging: (asked: string) => boolean) => {
  const { opened, open } = createGate();
  world.answers.give = async (asked) => {
    if (isHanging(asked)) await opened;
    return ok(verified({ transaction_reference: /DKF1AB2C\w\w/.exec(asked)?.[0] ?? "" }));
  };
  return open;
};

test("a bank that hangs for one member delays no other member of a group", async () => {
  const world = await openBotWorld();
  const letGo = hangFor(world, (asked) => !asked.includes("DKF1AB2CD3"));
  const group = openGroup(world);
  for (const reference of ["DKF1AB2CH1", "DKF1AB2CH2", "DKF1AB2CH3"])
    group.write("hana", `@deresegn_bot ${reference}`);
  await expect.poll(() => world.asked.length).toBe(1);
  group.write("selam", "@deresegn_bot DKF1AB2CD3");
  expect(await group.answered(1)).toEqual(["DKF1AB2CD3"]);
  // What one person writes is still answered in order.
  letGo();
  expect(await group.answered(4)).toEqual(["DKF1AB2CD3", "DKF1AB2CH1", "DKF1AB2CH2", "DKF1AB2CH3"]);
});

test("the pictures of one member delay no other member's receipt", async () => {
  const { opened, open } = createGate();
  const world = await openBotWorld({}, async () => {
    await opened;
    return fail("qr_not_found");
  });
  const hana = createPlayer(world.url, "hana", "group");
  const picture = await codePicture("x").png().toBuffer();
  for (let n = 0; n < 3; n += 1) await hana.show(picture, { caption: "@deresegn_bot" });
  await expect.poll(() => world.callsOf("getFile").length).toBe(1);
  const answer = await chatOf(world, "selam", "group").asks("@deresegn_bot DKF1AB2CD3");
  expect(answer.text).toContain("1,250.00 ETB");
  open();
});

test("a press on an answer waits for the change of the message that it answers, whoever presses", async () => {
  const world = await openBotWorld();
  const letGo = hangFor(world, (asked) => asked.includes("DKF1AB2CD4"));
  const [hana, selam] = [chatOf(world, "hana", "group"), chatOf(world, "selam", "group")];
  const answer = await hana.asks("@deresegn_bot DKF1AB2CD3");
  await hana.edit(answer.reply?.message_id ?? 0, "@deresegn_bot DKF1AB2CD4");
  await expect.poll(() => world.asked.length).toBe(2);
  await createPlayer(world.url, "selam", "group").press(answer.message_id, "Details");
  await selam.asks("@deresegn_bot DKF1AB2CD5");
  expect(world.callsOf("answerCallbackQuery")).toEqual([]);
  letGo();
  await world.untilCalls(() => world.callsOf("answerCallbackQuery").length === 1);
  expect((await hana.now(answer)).text).toContain("DKF1AB2CD4");
});

test("presses under another's answers hold up nobody but whoever presses", async () => {
  const world = await openBotWorld();
  const hana = chatOf(world, "hana", "group");
  world.answers.give = () => fail("receipt_not_found");
  const missing = await hana.asks("@deresegn_bot DKF1AB2CD3");
  const pointing = await createPlayer(world.url, "selam", "group").say(
    "@deresegn_bot look",
    missing.reply?.message_id,
  );
  const isLast = ({ message_id: id }: ChatMessage) => id > pointing;
  const found = () => hana.state().then((messages) => messages.find(isLast));
  await expect.poll(async () => (await found())?.buttons.length).toBeGreaterThan(0);
  world.clock.now = new Date(world.clock.now.getTime() + 60_000);
  const asked = world.asked.length;
  const letGo = hangFor(world, (question) => question.includes("DKF1AB2CD3"));
  await createPlayer(world.url, "selam", "group").press((await found())?.message_id ?? 0, "🔄 Check again");
  await expect.poll(() => world.asked.length).toBe(asked + 1);
  expect((await hana.asks("@deresegn_bot DKF1AB2CD5")).text).toContain("DKF1AB2CD5");
  letGo();
});

test("presses beyond six a minute are refused at once, whatever they wait for", async () => {
  const world = await openBotWorld();
  const letGo = hangFor(world, (asked) => asked.includes("DKF1AB2CD4"));
  const hana = chatOf(world, "hana", "group");
  const answer = await hana.asks("@deresegn_bot DKF1AB2CD3");
  await hana.say("@deresegn_bot DKF1AB2CD4");
  await expect.poll(() => world.asked.length).toBe(2);
  const selam = createPlayer(world.url, "selam", "group");
  for (let n = 0; n < 8; n += 1) await selam.press(answer.message_id, "Details");
  await world.untilCalls(() => world.callsOf("answerCallbackQuery").length === 2);
  expect(world.callsOf("answerCallbackQuery")[0]?.payload.text).toMatch(/^Too many/);
  letGo();
  await world.untilCalls(() => world.callsOf("answerCallbackQuery").length === 8);
});

test("a press of somebody who is busy in ten other groups delays nobody else", async () => {
  const world = await openBotWorld();
  const letGo = hangFor(world, (asked) => asked.includes("DKF1AB2H"));
  const group = openGroup(world);
  const selam = chatOf(world, "selam", "group");
  const answer = await selam.asks("@deresegn_bot DKF1AB2CD3");
  await chatOf(world, "hana").say("/start");
  await chatOf(world, "hana").saying("Choose your language");
  for (let n = 10; n < 20; n += 1)
    group.write("hana", `@deresegn_bot DKF1AB2H${n}`, { chat: { ...shop, id: -1_000_200 - n } });
  await expect.poll(() => world.asked.length).toBe(11);
  await createPlayer(world.url, "hana", "group").press(answer.message_id, "Details");
  expect((await selam.asks("@deresegn_bot DKF1AB2CD5")).text).toContain("DKF1AB2CD5");
  letGo();
});

test("a group that writes itself has the next place of such groups, however much others have waiting", async () => {
  const world = await openBotWorld();
  const waiting: (() => void)[] = [];
  let isHeld = true;
  world.answers.give = async (asked) => {
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    return ok(verified({ transaction_reference: /DKF1AB2C\w\w/.exec(asked)?.[0] ?? "" }));
  };
  const group = openGroup(world);
  const writeAsGroup = (n: number, reference: string): void => {
    const chat = { ...shop, id: -1_000_400 - n };
    group.write("hana", `@deresegn_bot ${reference}`, { chat, sender_chat: chat });
  };
  for (const letter of ["E", "F", "G"])
    for (let n = 10; n < 40; n += 1) writeAsGroup(n, `DKF1AB2${letter}${n}`);
  await expect.poll(() => world.asked.length).toBe(30);
  writeAsGroup(99, "DKF1AB2H99");
  await expect
    .poll(async () => (await world.store.db.selectFrom("inbox").select("queue").execute()).length)
    .toBe(91);
  await new Promise((resolve) => setTimeout(resolve, 100)); // it is read, and waits
  waiting.shift()?.();
  await expect.poll(() => world.asked.length).toBe(31);
  expect(world.asked[30]).toContain("DKF1AB2H99");
  isHeld = false;
  for (const letGo of waiting) letGo();
  const left = world.store.db.selectFrom("inbox").select("update_id").where("state", "=", "waiting");
  await expect.poll(() => left.execute()).toEqual([]);
});

test.each([
  ["a moment", 0],
  ["more than a day", 25 * hourMs],
])("what is written in a group waits %s for what concerns all of it and arrived before", async (_, ms) => {
  const world = await openBotWorld();
  const group = openGroup(world);
  const ofGroup = { update_id: 0, queue: shop.id, state: "waiting", payload: "", lease: "another" } as const;
  await world.store.db.insertInto("process_lease").values({ id: "another", expires_at: 1e15 }).execute();
  await world.store.db
    .insertInto("inbox")
    .values({ ...ofGroup, attempts: 1, received_at: 0, due_at: 0 })
    .execute();
  group.write("hana", "@deresegn_bot DKF1AB2CD3");
  await chatOf(world, "selam").asks("DKF1AB2CD4");
  expect(group.said()).toEqual([]);
  world.clock.now = new Date(world.clock.now.getTime() + ms);
  await world.store.db.deleteFrom("inbox").where("update_id", "=", ofGroup.update_id).execute();
  expect(await group.answered(1)).toEqual(["DKF1AB2CD3"]);
});

test("what concerns all of a group is worked off though ten of its people wait for that", async () => {
  const world = await openBotWorld();
  await world.bot.stop();
  const group = openGroup(world);
  const ofGroup = { updateId: 0, chatId: shop.id, payload: JSON.stringify({ update_id: 0 }) };
  granted(await world.dependencies.inbox.take([ofGroup]));
  // More than are taken up at once, so that it is taken up behind ten of them.
  for (let n = 100; n < 205; n += 1)
    group.write("hana", `@deresegn_bot DKF1AB2${n}`, {
      from: { id: 9_000 + n, is_bot: false, first_name: "A", language_code: "en" },
    });
  const next = botOf(world.dependencies);
  onTestFinished(() => next.stop());
  await next.start();
  expect(await group.answered(105)).toHaveLength(105);
});

test("no number of people who wait for what concerns their groups keeps others waiting", async () => {
  const world = await openBotWorld();
  hangFor(world, () => false);
  await world.bot.stop();
  const { message } = openGroup(world);
  const chats = Array.from({ length: 12 }, (_, n) => ({ ...shop, id: -1_000_300 - n }));
  const first = 1_000_000;
  const ofGroups = chats.map(({ id: chatId }, n) => ({ updateId: first + n, chatId, payload: "{}" }));
  const ofPeople = chats.flatMap((chat, n) =>
    Array.from({ length: 10 }, (_, person) => {
      const from = { id: 9_000 + person, is_bot: false, first_name: "A", language_code: "en" };
      const text = `@deresegn_bot DKF1AB2${n + 10}${person}`;
      const written = {
        update_id: first + 100 + n * 10 + person,
        message: message("hana", text, { chat, from }),
      };
      return incomingOf(written as unknown as Update);
    }),
  );
  granted(await world.dependencies.inbox.take([...ofGroups, ...ofPeople]));
  const next = botOf(world.dependencies);
  onTestFinished(() => next.stop());
  await next.start();
  expect((await chatOf(world, "selam").asks("DKF1AB2CD4")).text).toContain("❓");
  const waiting = world.store.db.selectFrom("inbox").select("update_id").where("state", "=", "waiting");
  await expect.poll(() => waiting.execute(), { timeout: 30_000 }).toEqual([]);
});

/** Hana has an answer in the shop's group, and asks a bank that hangs in as many groups of her own. */
const openBusySender = async (groups: number) => {
  const world = await openBotWorld();
  const letGo = hangFor(world, (asked) => asked.includes("DKF1AB2H"));
  const { message } = openGroup(world);
  const hana = chatOf(world, "hana", "group");
  const { id: account } = granted(await world.accounts.registerTelegram(hana.id()));
  granted(await world.accounts.topUp(account, 1_000_000, "test"));
  const answer = await hana.asks("@deresegn_bot DKF1AB2CD3");
  const changed = answer.reply?.message_id ?? 0;
  /** Brings what she writes in one of her groups, as a webhook does. */
  const writesIn = (n: number) => {
    const chat = { ...shop, id: -1_000_400 - n };
    const text = `@deresegn_bot DKF1AB2H${10 + (n % 90)}`;
    const written = { update_id: 1_000_000 + n, message: message("hana", text, { chat }) };
    return world.bot.take([written as unknown as Update]);
  };
  for (let n = 0; n < groups; n += 1) granted(await writesIn(n));
  await expect.poll(() => world.asked.length).toBe(1 + Math.min(groups, 10));
  const says = (text: string) => expect.poll(async () => (await hana.now(answer)).text).toContain(text);
  return { world, hana, changed, writesIn, says, letGo };
};

test("a changed message is taken back at once, however busy its sender is in other groups", async () => {
  const { hana, changed, says, letGo } = await openBusySender(120);
  // Also what waits there already lets it by.
  await hana.say("@deresegn_bot DKF1AB2CD7");
  await new Promise((resolve) => setTimeout(resolve, 100)); // it is read, and waits
  await hana.edit(changed, "@deresegn_bot DKF1AB2CD9");
  await says(catalogues.en.changedWaits);
  letGo();
  await says("DKF1AB2CD9");
});

test("so is one that is changed at the moment at which its sender's last place is taken", async () => {
  const { world, hana, changed, writesIn, says, letGo } = await openBusySender(9);
  const chat = { ...shop, id: Number(world.callsOf("sendMessage").at(-1)?.payload.chat_id) };
  const from = { id: hana.id(), is_bot: false, first_name: "Hana" };
  const text = "@deresegn_bot DKF1AB2CD9";
  const edited = { message_id: changed, date: 1, edit_date: 2, from, chat, text };
  const edit = { update_id: 2_000_000, edited_message: edited };
  await Promise.all([writesIn(9), world.bot.take([edit as unknown as Update])]);
  await says(catalogues.en.changedWaits);
  letGo();
  await says("DKF1AB2CD9");
});

test("the rows of a group's queues tell neither the person nor the group", async () => {
  const world = await openBotWorld();
  const letGo = hangFor(world, () => true);
  const group = openGroup(world);
  const people = ["hana", "selam"] as const;
  for (const person of people) {
    group.write(person, "@deresegn_bot DKF1AB2CD3");
    group.write(person, "@deresegn_bot DKF1AB2CD4");
  }
  const queues = async () =>
    (await world.store.db.selectFrom("inbox").select("queue").execute()).map((row) => row.queue);
  await expect.poll(async () => (await queues()).length).toBe(4);
  const waiting = new Set(await queues());
  expect(waiting.size).toBe(2);
  const told = [shop.id, ...people.map((person) => world.telegram.people.user(person).id)];
  expect([...waiting].filter((queue) => told.includes(Math.abs(queue)) || queue === shop.id)).toEqual([]);
  letGo();
  await expect.poll(queues).toEqual([0, 0, 0, 0]);
});

test("ten people of one group are served at a time, and others wait for a moment", async () => {
  const world = await openBotWorld();
  const letGo = hangFor(world, (asked) => !asked.includes("DKF1AB2CD3"));
  const group = openGroup(world);
  for (let n = 10; n < 22; n += 1)
    group.write("hana", `@deresegn_bot DKF1AB2C${n}`, {
      from: { id: 9_000 + n, is_bot: false, first_name: "A", language_code: "en" },
    });
  await expect.poll(() => world.asked.length).toBe(10);
  await chatOf(world, "selam").asks("DKF1AB2CD3");
  expect(world.asked).toHaveLength(11);
  letGo();
  await group.answered(10);
  world.clock.now = new Date(world.clock.now.getTime() + 60_000);
  expect(await group.answered(12)).toHaveLength(12);
});

test("people whom Telegram refuses every answer keep nobody else of their group waiting", async () => {
  const world = await openBotWorld();
  world.answers.give = (asked) =>
    ok(verified({ transaction_reference: /DKF1AB2\w\w\w/.exec(asked)?.[0] ?? "" }));
  let isRefusing = true;
  world.faults.push(({ method, payload: { text } }) =>
    method === "sendMessage" && isRefusing && String(text).includes("DKF1AB2H")
      ? { kind: "refuse", code: 500, description: "Internal Server Error" }
      : undefined,
  );
  const group = openGroup(world);
  const write = (n: number, reference: string) =>
    group.write("hana", `@deresegn_bot ${reference}`, {
      from: { id: 9_000 + n, is_bot: false, first_name: "A", language_code: "en" },
    });
  for (let n = 10; n < 20; n += 1) write(n, `DKF1AB2H${n}`);
  write(10, "DKF1AB2C10");
  await expect.poll(() => world.asked.length).toBe(10);
  write(20, "DKF1AB2C20");
  await expect.poll(group.said).toContain("DKF1AB2C20");
  // What the same person wrote afterwards is still answered in order.
  expect(group.said()).not.toContain("DKF1AB2C10");
  isRefusing = false;
  await expect.poll(group.said).toContain("DKF1AB2C10");
});
