import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { ownUpdatesFrom } from "../../src/database/inbox-rows.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import type { PersonName } from "../../tools/demo/telegram/people.ts";
import { createPlayer } from "../../tools/demo/telegram/player.ts";
import { granted } from "../support/books.ts";
import {
  type BotWorld,
  fromBot,
  morning,
  openBotWorld,
  providers,
  saveReceiver,
  verified,
} from "../support/bot-world.ts";
import { chatOf } from "../support/chats.ts";
import { oneIn } from "../support/extent.ts";
import { codePicture } from "../support/pictures.ts";

const shop = { id: -1_000_123, type: "supergroup", title: "The shop" };

/** Resolves once so many updates of Telegram are worked off. */
const workedOff = async ({ store }: BotWorld, count: number): Promise<void> => {
  const done = store.db
    .selectFrom("inbox")
    .select("update_id")
    .where("state", "=", "done")
    .where("update_id", ">=", 0)
    .where("update_id", "<", ownUpdatesFrom);
  await expect.poll(async () => (await done.execute()).length, { timeout: 20_000 }).toBe(count);
};

/** A group with the bot in it. The bot's messages there are read from its calls. */
const openGroup = (world: BotWorld) => {
  let messageId = 500;
  const message = (person: "selam" | "hana", text: string, more: object = {}) => {
    const from = world.telegram.people.conversation(person).user();
    messageId += 1;
    return { message_id: messageId, date: 1, from, chat: shop, text, ...more };
  };
  const said = (): readonly string[] =>
    world
      .callsOf("sendMessage")
      .filter(({ payload }) => payload.chat_id === shop.id)
      .map(({ payload }) => String(payload.text));
  return {
    message,
    write: (...written: Parameters<typeof message>): void =>
      world.telegram.updates.push({ message: message(...written) as never }),
    /** The bot's messages in the group, once there are so many. */
    heard: async (count: number): Promise<readonly string[]> => {
      await world.untilCalls(() => said().length >= count);
      return said();
    },
    /** The bot's messages in the group, once so many updates are worked off. */
    heardAfter: async (count: number): Promise<readonly string[]> => {
      await workedOff(world, count);
      return said();
    },
  };
};

const command = (text: string) => ({
  entities: [{ type: "bot_command", offset: 0, length: text.split(" ")[0]?.length }],
});

const lastTo = async (player: BotWorld["selam"], count: number) => {
  const { messages } = await player.waitUntil((state) => fromBot(state.messages).length >= count);
  return fromBot(messages)[count - 1];
};

describe("an answer in a group", () => {
  test("shows of names the initials and of accounts the last digits, and counts for whoever asked", async () => {
    const world = await openBotWorld();
    const group = openGroup(world);
    group.write("selam", "@deresegn_bot DKF1AB2CD3");
    const [answer] = await group.heard(1);
    expect(answer).toMatch(/^❓/);
    expect(answer).not.toMatch(/Selam|Getachew|Hana|Mekonnen|4321|8765/);
    expect(answer).toContain("From: S*** G***\n");
    expect(answer).toContain("to H*** M***\nTo: ***765\n");
    expect(answer).toContain("1,250.00 ETB");
    expect(answer).toMatch(/4 of 5 free checks left$/);
  });

  test("counts for the group where somebody asks as the group, and so does /usage there", async () => {
    const world = await openBotWorld();
    const group = openGroup(world);
    group.write("selam", "@deresegn_bot DKF1AB2CD3", { sender_chat: shop });
    expect((await group.heard(1))[0]).toMatch(/4 of 5 free checks left$/);
    group.write("selam", "/usage", { ...command("/usage"), sender_chat: shop });
    expect((await group.heard(2))[1]).toMatch(/^4 of 5 free checks left today./);
    group.write("selam", "/usage", command("/usage"));
    expect((await group.heard(3))[2]).toMatch(/^5 of 5 free checks left today./);
  });

  /** A channel of anybody in the group. */
  const sender_chat = { id: -1_009_998_887_776, type: "channel", title: "Anybody's" };

  test("comes to who asked as the group though a channel asks for the same and changes its message", async () => {
    const world = await openBotWorld();
    const group = openGroup(world);
    world.answers.give = () => fail("provider_timeout");
    const asking = group.message("selam", "@deresegn_bot DKF1AB2CD3", { sender_chat: shop });
    world.telegram.updates.push({ message: asking as never });
    expect((await group.heard(1))[0]).toMatch(/^⏳/);
    const other = group.message("hana", "@deresegn_bot DKF1AB2CD3", { sender_chat });
    world.telegram.updates.push({ message: other as never });
    expect((await group.heard(2))[1]).toMatch(/^⏳/);
    world.telegram.updates.push({ edited_message: { ...other, text: "never mind" } as never });
    const texts = () => world.calls.map(({ payload }) => payload.text);
    await expect.poll(texts).toContain("You changed the message: this receipt is no longer in it.");
    // An attempt that still runs would plan the next one by the clock that is about to move.
    const leases = () => world.store.db.selectFrom("retry").select("lease").execute();
    await expect.poll(leases).toEqual([{ lease: null }]);
    world.answers.give = () => ok(verified());
    world.clock.now = new Date(world.clock.now.getTime() + 2 * 60_000);
    expect((await group.heard(4))[3]).toMatch(/^❓ [\s\S]*4 of 5 free checks left$/);
    const answer = world.callsOf("sendMessage").at(-1);
    expect(answer?.payload.reply_parameters).toMatchObject({ message_id: asking.message_id });
  });

  test("adds up for who expects as the group though a channel expects another sum", async () => {
    const world = await openBotWorld();
    const group = openGroup(world);
    const write = (text: string, as: object) =>
      group.write("selam", text, { ...command(text), sender_chat: as });
    write("/expect 5000", shop);
    await group.heard(1);
    write("/expect 1", sender_chat);
    write("/expect off", sender_chat);
    await group.heard(3);
    write("/expect", shop);
    expect((await group.heard(4))[3]).toBe(
      "Received so far: 0.00 of 5,000.00 ETB. Still to come: 5,000.00 ETB.",
    );
  });

  test("shows no more when it comes out of the background, and whoever asks", async () => {
    const world = await openBotWorld();
    await world.selam.say("/start");
    await world.selam.say("/accounts 0911004321");
    await lastTo(world.selam, 2);
    const group = openGroup(world);
    world.answers.give = () => fail("provider_timeout");
    group.write("selam", "@deresegn_bot DKF1AB2CD3");
    expect((await group.heard(1))[0]).toMatch(/^⏳/);
    world.answers.give = () => ok(verified());
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    await expect
      .poll(async () => (await world.store.db.selectFrom("retry").select("id").execute()).length)
      .toBe(0);
    const answer = (await group.heard(2))[1];
    expect(answer).toMatch(/^❓ Real payment: 1,250\.00 ETB to H/);
    expect(answer).toContain("H*** M***");
    expect(answer).not.toMatch(/Selam|Getachew|Hana|Mekonnen|4321|8765/);
  });

  test("is about the message that was replied to when the reply names the bot and holds no receipt", async () => {
    const world = await openBotWorld();
    const group = openGroup(world);
    const quoted = group.message("hana", "I have paid: DKF1AB2CD3");
    group.write("selam", "@deresegn_bot is it true?", { reply_to_message: quoted });
    expect((await group.heard(1))[0]).toMatch(/^❓/);
    expect(world.asked).toHaveLength(1);
  });

  test.each([
    ["a bot's", { id: 5_555_555, is_bot: true, first_name: "Receipts" }, true],
    ["an anonymous administrator's", { id: 1_087_968_824, is_bot: true, first_name: "Group" }, false],
  ])("says of %s message whether a change of it is seen", async (_, from, isUnseen) => {
    const world = await openBotWorld();
    const group = openGroup(world);
    const quoted = group.message("hana", "I have paid: DKF1AB2CD3", { from });
    group.write("selam", "@deresegn_bot is it true?", { reply_to_message: quoted });
    const [answer] = await group.heard(1);
    expect(answer).toMatch(/^❓/);
    expect(answer?.includes("I may not see when that message is changed.")).toBe(isUnseen);
  });

  test("is compared with what the reply says of it", async () => {
    const world = await openBotWorld();
    await saveReceiver(world);
    granted(await world.accounts.bindGroup(shop.id, world.telegram.people.user("selam").id, null));
    const group = openGroup(world);
    const quoted = group.message("hana", "DKF1AB2CD3");
    group.write("selam", "@deresegn_bot he says that he paid 12,500 birr", { reply_to_message: quoted });
    expect((await group.heard(1))[0]).toMatch(/^⚠️ 1,250\.00 ETB, real, but the message says 12,500\.00/);
  });

  test.each([
    ["compares", "I paid 5,000 birr", {}, /^⚠️ 1,250\.00 ETB, real, but the message says 5,000\.00/],
    ["does not compare the sum of an album with", "5,000 birr", { media_group_id: "7" }, /^✅ 1,250\.00 ETB/],
  ])("%s the picture that was replied to with the words beside it", async (_, caption, more, answer) => {
    const world = await openBotWorld({}, async () => {
      const detection = detect("DKF1AB2CD3", providers, morning);
      return ok({ kind: "code", detection, link: null, needsConfirmation: false });
    });
    await saveReceiver(world);
    const hana = createPlayer(world.url, "hana");
    await hana.show(await codePicture("x").png().toBuffer());
    await lastTo(hana, 1);
    const file_id = world.callsOf("getFile")[0]?.payload.file_id;
    granted(await world.accounts.bindGroup(shop.id, world.telegram.people.user("selam").id, null));
    const group = openGroup(world);
    const photo = [{ file_id, file_unique_id: "p", width: 90, height: 90 }];
    const quoted = group.message("hana", "", { photo, caption, ...more });
    group.write("selam", "@deresegn_bot look", { reply_to_message: quoted });
    expect((await group.heard(1))[0]).toMatch(answer);
  });

  test("is withdrawn once the caption that named the bot and the receipt says neither", async () => {
    const world = await openBotWorld();
    const group = openGroup(world);
    const photo = [{ file_id: "p", file_unique_id: "p", width: 90, height: 90 }];
    const asking = group.message("selam", "", { photo, caption: "@deresegn_bot DKF1AB2CD3" });
    world.telegram.updates.push({ message: asking as never });
    expect((await group.heard(1))[0]).toMatch(/^❓/);
    world.telegram.updates.push({ edited_message: { ...asking, caption: "never mind" } as never });
    const texts = () => world.calls.map(({ payload }) => payload.text);
    await expect.poll(texts).toContain("You changed the message: this receipt is no longer in it.");
  });

  test("is not given to a reply that does not name the bot", async () => {
    const world = await openBotWorld();
    const group = openGroup(world);
    const quoted = group.message("hana", "I have paid: DKF1AB2CD3");
    group.write("selam", "thank you", { reply_to_message: quoted });
    group.write("selam", "@deresegn_bot DKF1AB2CD4");
    await group.heard(1);
    expect(world.asked).toHaveLength(1);
  });
});

/** A group that is bound to Hana's shop, which has saved accounts at alpha. */
const openShop = async (...numbers: readonly string[]) => {
  const world = await openBotWorld();
  const paid = { transaction_reference: "FT26319K4Q7Z", receiver_account: "1000****4321" };
  world.answers.give = (asked) =>
    asked.includes("K4Q7Z") ? ok(verified(paid, { receiverBank: "alpha" })) : fail("receipt_not_found");
  const hana = chatOf(world, "hana");
  await hana.say("/start");
  await hana.saying("Choose");
  const account = granted(await world.accounts.telegramAccount(hana.id()))?.account ?? "";
  for (const number of numbers)
    await world.dependencies.savedAccounts.save(
      account,
      { provider: "alpha", number, name: "Hana Mekonnen" },
      { kind: "user", userId: hana.id() },
    );
  const groupOf = (person: PersonName) => chatOf(world, person, "group");
  await groupOf("hana").say("/join");
  await groupOf("hana").press(await groupOf("hana").saying("Does this group"), "🔗 Bind this group");
  await groupOf("hana").saying("This group belongs to the shop");
  /** All that the bot has sent to the group. */
  const told = () =>
    world.calls
      .filter(({ payload }) => Number(payload.chat_id) < 0)
      .map(({ payload }) => JSON.stringify(payload));
  return { world, account, hana, groupOf, told };
};

describe("an answer in the group of a shop", () => {
  test.each(["FT26319K4Q7Z", "FT26319K4Q8Z"])(
    "tells nothing of the shop's balance: %s",
    async (reference) => {
      const { world, account, groupOf } = await openShop("1000123454321");
      granted(await world.accounts.topUp(account, 1_234_500, "operator"));
      const { text } = await groupOf("hana").asks(`@deresegn_bot ${reference}`);
      const charges = world.store.db.selectFrom("ledger_entry").select("seq").where("kind", "=", "charge");
      expect(await charges.execute()).toHaveLength(1);
      expect(text).not.toMatch(/balance|5\.00|12,3/);
      expect(text).not.toMatch(/\n$/);
    },
  );

  test("leads to no page of the bank with the digits of the shop's saved account", async () => {
    const { groupOf, told } = await openShop("1000123454321");
    const group = groupOf("selam");
    const answer = await group.asks("@deresegn_bot FT26319K4Q7Z");
    await group.press(answer, "Details");
    expect((await group.now(answer)).text).toMatch(/^✅/);
    expect(told().filter((text) => text.includes("23454321"))).toEqual([]);
  });

  test("nor where the page cannot be read here", async () => {
    const { world, groupOf, told } = await openShop("1000123454321");
    world.answers.give = () => fail("provider_format_changed");
    await groupOf("selam").asks("@deresegn_bot FT26319K4Q7Z");
    expect(told().filter((text) => text.includes("23454321"))).toEqual([]);
  });

  test("leads to the page with digits that a member sent", async () => {
    const { groupOf } = await openShop();
    const group = groupOf("selam");
    const answer = await group.asks("@deresegn_bot FT26319K4Q7Z23454321");
    await group.press(answer, "Details");
    const pages = (await group.now(answer)).buttons
      .flat()
      .filter(({ text }) => text.startsWith("🔗 Open at"));
    expect(pages).toHaveLength(1);
  });

  test("shows three digits of saved accounts, and of staff who checked before the initials", async () => {
    const { world, account, groupOf, told } = await openShop("1000123454321", "1000123457777");
    const dawit = chatOf(world, "dawit");
    const { code } = granted(await world.accounts.createLinkCode(account, "staff"));
    granted(await world.accounts.redeemLinkCode(code, dawit.id(), "Dawit Bekele"));
    await dawit.asks("FT26319K4Q7Z23454321");
    await groupOf("selam").say("@deresegn_bot FT26319K4Q7Z23454321");
    expect((await groupOf("selam").saying("⚠️")).text).toContain("D*** checked it");
    const asked = await groupOf("selam").asks("@deresegn_bot FT26319K4Q8Z");
    expect(asked.buttons.flat().map(({ text }) => text)).toEqual(
      expect.arrayContaining([expect.stringContaining("…321"), expect.stringContaining("…777")]),
    );
    expect(told().filter((text) => /Dawit|…4321|…7777/.test(text))).toEqual([]);
  });
});

describe("a group that has become another chat", () => {
  test("has the answer there, quoting nothing, and goes on in its language", async () => {
    const world = await openBotWorld();
    const group = openGroup(world);
    const moved = { ...shop, id: -1_000_456 };
    group.write("selam", "/lang am", command("/lang am"));
    await group.heard(1);
    world.faults.push(({ payload }) =>
      payload.chat_id === shop.id
        ? {
            kind: "refuse",
            code: 400,
            description: "Bad Request: group chat was upgraded",
            movedTo: moved.id,
          }
        : undefined,
    );
    group.write("selam", "@deresegn_bot DKF1AB2CD3");
    const told = () => world.callsOf("sendMessage").filter(({ payload }) => payload.chat_id === moved.id);
    await world.untilCalls(() => told().length === 1);
    expect(told()[0]?.payload.text).toMatch(/^❓/);
    expect(told()[0]?.payload).not.toHaveProperty("reply_parameters");

    await world.dependencies.memory.rememberCalendar(shop.id, "gregorian");
    const { text: _, ...notice } = group.message("selam", "");
    world.telegram.updates.push({ message: { ...notice, migrate_to_chat_id: moved.id } as never });
    const { text: __, ...first } = group.message("selam", "");
    world.telegram.updates.push({
      message: { ...first, chat: moved, migrate_from_chat_id: shop.id } as never,
    });
    const asked = group.message("selam", "@deresegn_bot DKF1AB2CD3");
    world.telegram.updates.push({ message: { ...asked, chat: moved } as never });
    await world.untilCalls(() => told().length === 2);
    expect(told()[1]?.payload.text).toMatch(/\p{Script=Ethiopic}/u);
    expect(await world.dependencies.memory.calendarOf(moved.id)).toBe("gregorian");
  });

  test("keeps what it chose there, though the former chat's report comes after that", async () => {
    const world = await openBotWorld();
    const { memory } = world.dependencies;
    const group = openGroup(world);
    const moved = { ...shop, id: -1_000_456 };
    await memory.rememberLanguage(shop.id, "am");
    await memory.rememberCalendar(shop.id, "ethiopian");
    await memory.rememberLanguage(moved.id, "en");
    await memory.rememberCalendar(moved.id, "gregorian");
    const { text: _, ...notice } = group.message("selam", "");
    world.telegram.updates.push({ message: { ...notice, migrate_to_chat_id: moved.id } as never });
    group.write("selam", "/status", command("/status"));
    await group.heard(1);
    const asked = group.message("selam", "@deresegn_bot DKF1AB2CD3");
    world.telegram.updates.push({ message: { ...asked, chat: moved } as never });
    const told = () => world.callsOf("sendMessage").filter(({ payload }) => payload.chat_id === moved.id);
    await world.untilCalls(() => told().length === 1);
    expect(told()[0]?.payload.text).toMatch(/^❓ Real payment/);
    expect(await memory.calendarOf(moved.id)).toBe("gregorian");
  });

  test("has what waited for its bank answered as its shop's once it is a supergroup", async () => {
    const world = await openBotWorld();
    const bank = { isAway: true };
    world.answers.give = () => (bank.isAway ? fail("provider_timeout") : ok(verified()));
    await world.selam.say("/start");
    await lastTo(world.selam, 1);
    await saveReceiver(world);
    granted(await world.accounts.bindGroup(shop.id, world.telegram.people.user("selam").id, null));
    const group = openGroup(world);
    const moved = { ...shop, id: -1_000_456 };
    group.write("selam", "@deresegn_bot DKF1AB2CD3");
    expect((await group.heard(1))[0]).toMatch(/^⏳/);
    const upgraded = { code: 400, description: "Bad Request: group chat was upgraded", movedTo: moved.id };
    world.faults.push(({ payload }) =>
      payload.chat_id === shop.id ? { kind: "refuse", ...upgraded } : undefined,
    );
    const { text: _, ...notice } = group.message("selam", "");
    world.telegram.updates.push({ message: { ...notice, migrate_to_chat_id: moved.id } as never });
    await expect.poll(() => world.accounts.groupAccount(moved.id)).toMatchObject({ value: /^acc_/ });
    bank.isAway = false;
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    const told = () => world.callsOf("sendMessage").filter(({ payload }) => payload.chat_id === moved.id);
    await world.untilCalls(() => told().length === 1);
    expect(told()[0]?.payload.text).toMatch(/^✅ 1,250\.00 ETB/);
  });

  test("takes what is expected and what was shown before along when it becomes a supergroup", async () => {
    const world = await openBotWorld();
    const santim: Readonly<Record<string, number>> = { DKF1AB2CD3: 300_000, DKF1AB2CD4: 200_000 };
    world.answers.give = (question) => {
      const reference = Object.keys(santim).find((one) => question.includes(one)) ?? "";
      return ok(verified({ transaction_reference: reference }, { amountMinor: santim[reference] ?? 1 }));
    };
    await world.selam.say("/start");
    await lastTo(world.selam, 1);
    await saveReceiver(world);
    granted(await world.accounts.bindGroup(shop.id, world.telegram.people.user("selam").id, null));
    const group = openGroup(world);
    const moved = { ...shop, id: -1_000_456 };
    const writeThere = (text: string) =>
      world.telegram.updates.push({ message: { ...group.message("selam", text), chat: moved } as never });
    const told = () => world.callsOf("sendMessage").filter(({ payload }) => payload.chat_id === moved.id);
    const saidThere = async (count: number) => {
      await world.untilCalls(() => told().length >= count);
      return String(told()[count - 1]?.payload.text);
    };

    group.write("selam", "/expect 5000", command("/expect 5000"));
    await group.heard(1);
    group.write("selam", "@deresegn_bot DKF1AB2CD3");
    expect((await group.heard(2))[1]).toContain("➕ 3,000.00 of 5,000.00 ETB received\n");
    world.clock.now = new Date(world.clock.now.getTime() + 20 * 60_000);
    const { text: _, ...notice } = group.message("selam", "");
    world.telegram.updates.push({ message: { ...notice, migrate_to_chat_id: moved.id } as never });
    world.telegram.updates.push({
      message: { ...notice, message_id: 1, chat: moved, migrate_from_chat_id: shop.id } as never,
    });

    writeThere("@deresegn_bot DKF1AB2CD3");
    const again = await saidThere(1);
    expect(again).toMatch(/^⚠️ 3,000\.00 ETB, real, but it was checked 20 minutes ago/);
    expect(again).toContain("➕ 3,000.00 of 5,000.00 ETB received; this receipt is not added");
    writeThere("@deresegn_bot DKF1AB2CD4");
    expect(await saidThere(2)).toContain("➕ 5,000.00 of 5,000.00 ETB received: all of it ✅");
  });
});

describe("what one person writes leaves the others of a group their answers", () => {
  test("six commands a minute are answered, to each person and after the minute again", async () => {
    const world = await openBotWorld();
    const group = openGroup(world);
    for (let n = 0; n < 9; n += 1) group.write("hana", "/privacy", command("/privacy"));
    group.write("selam", "/privacy", command("/privacy"));
    group.write("selam", "@deresegn_bot DKF1AB2CD3");
    const said = await group.heard(8);
    const commands = said.filter((text) => !text.includes("1,250.00 ETB"));
    expect(commands).toHaveLength(7);
    expect(new Set(commands).size).toBe(1);
    world.clock.now = new Date(morning.getTime() + 60_000);
    group.write("hana", "/privacy", command("/privacy"));
    expect((await group.heard(9))[8]).toBe(commands[0]);
  });

  test("six presses a minute that decide nothing change a message, the others are told to wait", async () => {
    const world = await openBotWorld();
    const group = chatOf(world, "hana", "group");
    const question = await group.asks("@deresegn_bot FT26319K4Q7Z");
    const answer = await group.asks("@deresegn_bot DKF1AB2CD3");
    const edits = () => world.callsOf("editMessageText").length;
    const notices = () => world.callsOf("answerCallbackQuery").map(({ payload }) => payload.text);
    for (let n = 0; n < 9; n += 1) {
      await group.press(await group.now(answer), n % 2 === 0 && n < 5 ? "Details" : "Hide details");
      await expect.poll(() => notices().length).toBe(n + 1);
    }
    // The question was one of the six things.
    expect(edits()).toBe(5);
    expect(notices().slice(4)).toEqual([
      undefined,
      ...Array(4).fill(expect.stringMatching(/^Too many requests came at once\./)),
    ]);
    // What decides something is never left out, nor what another person presses.
    await group.press(question, "TEST Gamma Bank");
    await group.saying("finds this receipt only with an account number");
    const other = chatOf(world, "selam", "group");
    const before = edits();
    await other.press(await other.now(answer), "Hide details");
    await expect.poll(edits).toBe(before + 1);
  });

  test("six mentions a minute of what was answered just before have an answer, and a new receipt always", async () => {
    const world = await openBotWorld();
    world.answers.give = (asked) =>
      ok(verified({ transaction_reference: /DKF1AB2CD\d/.exec(asked)?.[0] ?? "" }));
    const [hana, selam] = [chatOf(world, "hana", "group"), chatOf(world, "selam", "group")];
    for (let n = 0; n < 10; n += 1) await hana.say("@deresegn_bot DKF1AB2CD3");
    await selam.say("@deresegn_bot DKF1AB2CD3");
    await hana.asks("@deresegn_bot DKF1AB2CD4");
    const said = await hana.state();
    expect(said.map(({ text }) => /DKF1AB2CD\d/.exec(text)?.[0])).toEqual([
      ...Array(8).fill("DKF1AB2CD3"),
      "DKF1AB2CD4",
    ]);
  });

  const link = (n: number) => `https://beta.example.evil${n}.test/receipt/DKF1AB2C${n}`;
  test.each(
    oneIn<[string, (n: number) => object]>(4, [
      ["a refused link", (n) => ({ text: `@deresegn_bot https://beta.examp1e/receipt/DKF1AB2C${n}` })],
      [
        "a refused link without a mention",
        (n) => ({ text: link(n), entities: [{ type: "url", offset: 0, length: link(n).length }] }),
      ],
      ["a reference with letters of two scripts", (n) => ({ text: `@deresegn_bot DKF1\u0410B2C${n}` })],
      ["a reference of several banks", (n) => ({ text: `@deresegn_bot FT26319K4Q${n}` })],
      [
        "a reference beside ever new accounts",
        (n) => ({ text: `@deresegn_bot FT26319K4Q7Z account ${n}00200004321` }),
      ],
      [
        "a file's name",
        (n) => ({
          text: undefined,
          caption: "@deresegn_bot",
          document: { file_id: "f", file_unique_id: "f", file_name: `DKF1AB2C${n}.pdf` },
        }),
      ],
      ["what has a key's shape", (n) => ({ text: `drs_live_${String(n).padEnd(36, "0")}` })],
    ]),
  )("six a minute of %s have an answer, and a receipt after them", async (_, shownAt) => {
    const world = await openBotWorld();
    const group = openGroup(world);
    for (let n = 10; n < 20; n += 1) group.write("hana", "", shownAt(n));
    group.write("hana", "@deresegn_bot DKF1AB2CD3");
    const said = await group.heardAfter(11);
    expect(said).toHaveLength(7);
    expect(said.findIndex((text) => text.includes("1,250.00 ETB"))).toBe(6);
  });

  test("six a minute of pictures that lead to no check have an answer, and a receipt after them", async () => {
    const world = await openBotWorld();
    const group = openGroup(world);
    for (let n = 10; n < 20; n += 1) {
      const size = {
        file_id: `p${n}`,
        file_unique_id: `p${n}`,
        width: 90,
        height: 90,
        file_size: 50_000_000,
      };
      group.write("hana", "", { text: undefined, photo: [size], caption: "@deresegn_bot" });
    }
    group.write("hana", "@deresegn_bot DKF1AB2CD3");
    const said = await group.heardAfter(11);
    expect(said).toHaveLength(7);
    expect(said.findIndex((text) => text.includes("1,250.00 ETB"))).toBe(6);
  });

  const unclear = (from: number, count: number): string =>
    Array.from({ length: count }, (_, n) => `FT26319K4Q${from + n}`).join("\n");

  test("three receipts of a message have an answer each, and of ten as many as are left of the six, with a list of the others", async () => {
    const world = await openBotWorld();
    const hana = chatOf(world, "hana", "group");
    const saidAfter = async (count: number) => {
      await workedOff(world, count);
      return (await hana.state()).map(({ text }) => text);
    };
    const questions = Array(3).fill(expect.stringContaining("Which bank"));
    await hana.say(`@deresegn_bot ${unclear(10, 3)}`);
    expect(await saidAfter(1)).toEqual(questions);
    await hana.say(`@deresegn_bot ${unclear(20, 10)}`);
    const said = await saidAfter(2);
    const list = expect.stringMatching(
      /^🚫 This payment was not checked\.\nToo many requests came at once\./,
    );
    expect(said).toEqual([...questions, ...questions, list]);
    expect(said[6]?.match(/FT\w+/g)).toEqual(unclear(23, 7).split("\n"));
    await hana.say(`@deresegn_bot ${unclear(40, 10)}`);
    expect(await saidAfter(3)).toHaveLength(7);
  });

  test("a receipt that is looked up has an answer beside nine questions too many", async () => {
    const world = await openBotWorld();
    const hana = chatOf(world, "hana", "group");
    await hana.say(`@deresegn_bot ${unclear(10, 6)}`);
    await hana.say(`@deresegn_bot DKF1AB2CD3\n${unclear(20, 9)}`);
    await workedOff(world, 2);
    const [answer, others, ...more] = (await hana.state()).slice(6).map(({ text }) => text);
    expect(answer).toContain("1,250.00 ETB");
    expect(others?.match(/FT\w+/g)).toEqual(unclear(20, 9).split("\n"));
    expect(more).toEqual([]);
  });

  test("a message that is changed to ask ten questions has as many as are left, and keeps no former answer", async () => {
    const world = await openBotWorld();
    const hana = chatOf(world, "hana", "group");
    await hana.say(`@deresegn_bot ${unclear(10, 4)}`);
    const id = await hana.say("@deresegn_bot DKF1AB2CD3\nDKF1AB2CD4\nDKF1AB2CD5");
    await expect.poll(async () => (await hana.state()).length).toBe(7);
    await hana.edit(id, `@deresegn_bot ${unclear(20, 10)}`);
    await workedOff(world, 3);
    const said = (await hana.state()).map(({ text }) => text);
    expect(said.filter((text) => text.includes("Which bank"))).toHaveLength(6);
    expect(said.filter((text) => text.includes("1,250.00 ETB"))).toEqual([]);
  });

  test.each([
    ["an answered receipt", false],
    ["what a person should look at first", true],
  ])(
    "six a minute of pictures of %s have an answer, and a receipt after them",
    async (_, needsConfirmation) => {
      const world = await openBotWorld({}, async () => {
        const detection = detect("DKF1AB2CD3", providers, morning);
        return ok({ kind: "code", detection, link: null, needsConfirmation });
      });
      const [hana, group] = [createPlayer(world.url, "hana", "group"), chatOf(world, "hana", "group")];
      const picture = await codePicture("x").png().toBuffer();
      for (let n = 0; n < 10; n += 1) await hana.show(picture, { caption: "@deresegn_bot" });
      await workedOff(world, 10);
      // The first picture of the receipt costs a check.
      expect(await group.state()).toHaveLength(needsConfirmation ? 6 : 7);
      await group.asks("@deresegn_bot DKF1AB2CD4");
    },
  );

  test("six a minute of pictures whose words hide links are told of those", async () => {
    const world = await openBotWorld();
    const group = openGroup(world);
    const caption_entities = [0, 1].map((n) => ({
      type: "text_link",
      offset: n * 4,
      length: 3,
      url: `https://beta.example/receipt/DKF1AB2CD${n}`,
    }));
    for (let n = 0; n < 10; n += 1) {
      const size = { file_id: `p${n}`, file_unique_id: `p${n}`, width: 90, height: 90 };
      const caption = "I have paid @deresegn_bot";
      group.write("hana", "", { text: undefined, photo: [size], caption, caption_entities });
    }
    const said = await group.heardAfter(10);
    expect(said.filter((text) => text.includes("hide links"))).toHaveLength(6);
  });

  test("six a minute of other writings of an answered receipt have an answer", async () => {
    const world = await openBotWorld();
    const [hana, selam] = [chatOf(world, "hana", "group"), chatOf(world, "selam", "group")];
    const writings = ["DKF1AB2CD3", "dkf1ab2cd3", "https://beta.example/receipt/DKF1AB2CD3"];
    await selam.asks("@deresegn_bot DKF1AB2CD3");
    for (let n = 0; n < 12; n += 1) await hana.say(`@deresegn_bot ${writings[n % 3]}`);
    await workedOff(world, 13);
    expect(await hana.state()).toHaveLength(7);
  });

  test("seven messages a minute are told that the day is used up", async () => {
    const world = await openBotWorld();
    world.answers.give = (asked) =>
      ok(verified({ transaction_reference: /DKF1AB2C\d\d/.exec(asked)?.[0] ?? "" }));
    const hana = chatOf(world, "hana", "group");
    for (let n = 10; n < 30; n += 1) await hana.say(`@deresegn_bot DKF1AB2C${n}`);
    await workedOff(world, 20);
    expect((await hana.state()).map(({ text }) => text.includes("1,250.00 ETB"))).toEqual([
      ...Array(5).fill(true),
      ...Array(7).fill(false),
    ]);
  });

  test("each receipt of a shop's group whose saved account fits has an answer", async () => {
    const { world, account, groupOf } = await openShop("1000123454321");
    granted(await world.accounts.topUp(account, 50_000, "operator"));
    world.answers.give = (asked) => {
      const transaction_reference = /FT26319K4Q\d\w/.exec(asked)?.[0] ?? "";
      const paid = { transaction_reference, receiver_account: "1000****4321" };
      return ok(verified(paid, { receiverBank: "alpha" }));
    };
    const hana = groupOf("hana");
    for (let n = 0; n < 9; n += 1) await hana.say(`@deresegn_bot FT26319K4Q${n}Z`);
    const isAnswer = ({ text }: { readonly text: string }) => text.includes("1,250.00 ETB");
    await expect.poll(async () => (await hana.state()).filter(isAnswer).length).toBe(9);
  });

  test("six a minute from all their channels together have an answer", async () => {
    const world = await openBotWorld();
    const group = openGroup(world);
    for (let n = 0; n < 9; n += 1) {
      const sender_chat = { id: -1_002_000_000_000 - n, type: "channel", title: "Sales" };
      group.write("hana", "/privacy", { ...command("/privacy"), sender_chat });
    }
    expect(await group.heardAfter(9)).toHaveLength(6);
  });

  test("six changes of messages a minute are answered, then the answer is taken back, and a new message has one", async () => {
    const world = await openBotWorld();
    world.answers.give = (asked) =>
      ok(verified({ transaction_reference: /DKF1AB2C\w\d/.exec(asked)?.[0] ?? "" }));
    const [hana, selam] = [chatOf(world, "hana", "group"), chatOf(world, "selam", "group")];
    const id = await hana.say("@deresegn_bot DKF1AB2CD3");
    await hana.saying("DKF1AB2CD3");
    const edits = () => world.callsOf("editMessageText").length;
    // Of changes that wait behind one another only the newest is answered.
    for (let n = 1; n < 10; n += 1) {
      await hana.edit(id, `@deresegn_bot DKF1AB2CE${n % 2}`);
      await workedOff(world, 1 + n);
    }
    // What names no receipt takes nothing back twice.
    for (let n = 1; n < 4; n += 1) await hana.edit(id, `@deresegn_bot never mind ${n}`);
    await hana.edit(id, "@deresegn_bot DKF1AB2CD3");
    await hana.asks("@deresegn_bot DKF1AB2CD5");
    const [first, ...others] = await hana.state();
    expect(first?.text).toMatch(/^🚫 This payment was not checked\.\nToo many requests came at once\./);
    expect(others.map(({ text }) => text.includes("DKF1AB2CD5"))).toEqual([true]);
    expect(edits()).toBe(7);
    const other = await selam.say("@deresegn_bot DKF1AB2CF1");
    await selam.saying("DKF1AB2CF1");
    await selam.edit(other, "@deresegn_bot DKF1AB2CF2");
    await selam.saying("DKF1AB2CF2");
    world.clock.now = new Date(morning.getTime() + 60_000);
    await hana.edit(id, "@deresegn_bot DKF1AB2CD3");
    await hana.saying("DKF1AB2CD3");
    expect((await hana.state())[0]?.text).toContain("DKF1AB2CD3");
  });

  test("a picture whose caption was changed too often is read again after the minute", async () => {
    const world = await openBotWorld({}, async () => {
      const detection = detect("DKF1AB2CD3", providers, morning);
      return ok({ kind: "code", detection, link: null, needsConfirmation: false });
    });
    const hana = createPlayer(world.url, "hana", "group");
    const captioned = (birr: number) => `@deresegn_bot I paid ${birr} birr`;
    const id = await hana.show(await codePicture("x").png().toBuffer(), { caption: captioned(1_250) });
    await lastTo(hana, 1);
    const group = world.telegram.people.group();
    const { photo } = group.find(id)?.message ?? {};
    const change = (birr: number): void => {
      const changed = group.edit(id, { photo, caption: captioned(birr) } as never, null);
      world.telegram.updates.push({ edited_message: changed });
    };
    for (let n = 1; n < 10; n += 1) {
      change(1_250 + n);
      await workedOff(world, 1 + n);
    }
    const texts = () => world.callsOf("editMessageText").map(({ payload }) => String(payload.text));
    expect(texts().map((text) => text.includes("Too many requests"))).toEqual([
      ...Array(6).fill(false),
      true,
    ]);
    world.clock.now = new Date(morning.getTime() + 60_000);
    change(1_259);
    await expect.poll(() => texts().at(-1)).toMatch(/the message says 1,259/);
  });

  test("changes beside the same receipt keep its answer, and are not counted", async () => {
    const world = await openBotWorld();
    const hana = chatOf(world, "hana", "group");
    const id = await hana.say("@deresegn_bot DKF1AB2CD3");
    const { text } = await hana.saying("DKF1AB2CD3");
    for (let n = 0; n < 9; n += 1) await hana.edit(id, `@deresegn_bot DKF1AB2CD3 thanks${"!".repeat(n)}`);
    await hana.edit(id, "@deresegn_bot DKF1AB2CD4");
    await expect.poll(async () => (await hana.state())[0]?.text === text).toBe(false);
    expect((await hana.state())[0]?.text).not.toContain("Too many");
    expect(world.callsOf("editMessageText")).toHaveLength(1);
  });

  test("an answer is taken back once, however often its message is changed to name nothing", async () => {
    const world = await openBotWorld();
    const hana = chatOf(world, "hana", "group");
    const id = await hana.say("@deresegn_bot DKF1AB2CD3");
    await hana.saying("DKF1AB2CD3");
    for (let n = 0; n < 9; n += 1) await hana.edit(id, `never mind ${n}`);
    await hana.asks("@deresegn_bot DKF1AB2CD4");
    const said = world.callsOf("editMessageText").map(({ payload }) => String(payload.text));
    // Where changes arrive together, one that waits is said to wait before.
    expect(said.filter((text) => text.includes("no longer in it"))).toHaveLength(1);
  });

  test("commands to another bot are not counted", async () => {
    const world = await openBotWorld();
    const group = openGroup(world);
    for (let n = 0; n < 6; n += 1) group.write("hana", "/play@OtherBot", command("/play@OtherBot"));
    group.write("hana", "/privacy@Deresegn_Bot", command("/privacy@Deresegn_Bot"));
    group.write("hana", "/privacy", command("/privacy"));
    const said = await group.heard(2);
    expect(said[1]).toBe(said[0]);
  });

  test("a message of many bad links has one reply", async () => {
    const world = await openBotWorld();
    const group = openGroup(world);
    const links = [1, 2, 3].map((n) => `https://beta.example.evil${n}.test/receipt/DKF1AB2CD${n}`);
    group.write("hana", `@deresegn_bot ${links.join(" ")}`);
    group.write("selam", "@deresegn_bot DKF1AB2CD3");
    const said = await group.heard(2);
    const [refusals = ""] = said.filter((text) => !text.includes("1,250.00 ETB"));
    expect(said).toHaveLength(2);
    for (const link of links) expect(refusals).toContain(new URL(link).host);
  });
});
