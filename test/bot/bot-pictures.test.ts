import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { createPhotoReader } from "../../src/photos/photo-reader.ts";
import { createScanPicture, type PictureResult } from "../../src/photos/scan-picture.ts";
import { catalogues, languages } from "../../src/texts/texts.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { createPlayer } from "../../tools/demo/telegram/player.ts";
import { conversationAt } from "../../tools/demo/telegram/seat.ts";
import {
  botMessages,
  botOf,
  fromBot,
  morning,
  openBotWorld,
  providers,
  saveReceiver,
  verified,
} from "../support/bot-world.ts";
import { codePicture, codesPicture } from "../support/pictures.ts";
import { linesOf } from "../support/print.ts";

const processFile = new URL("../../dist/src/photos/picture-process.js", import.meta.url);
const photos = createPhotoReader({ processFile, timeoutMs: 60_000, budgetMs: 30_000 });
afterAll(() => photos.close());

const offer = { providers, detect: (text: string) => detect(text, providers, morning) };
const look = createScanPicture({ photos, print: { read: async () => ok([]) }, now: () => morning });
const openWorld = () => openBotWorld({}, (bytes) => look(bytes, offer));
/** Pictures without a code in which these lines are printed. */
const openPrinted = (...texts: readonly string[]) => {
  const print = { read: async () => ok(linesOf(...texts)) };
  const reader = createScanPicture({ photos, print, now: () => morning });
  return openBotWorld({}, (bytes) => reader(bytes, offer));
};
const png = (text: string): Promise<Buffer> => codePicture(text).png().toBuffer();

describe("a picture in the chat", () => {
  test("of a code is looked up like a text, quoted and counted once", async () => {
    const world = await openWorld();
    const id = await world.selam.show(await png("DKF1AB2CD3"));
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toMatch(/^❓[\s\S]*4 of 5 free checks left$/);
    expect(answer?.reply?.message_id).toBe(id);
    expect(world.asked).toEqual(["beta DKF1AB2CD3"]);
    expect(world.callsOf("setMessageReaction")).toHaveLength(1);
  });

  test("sent as a file is read, too", async () => {
    const world = await openWorld();
    await world.selam.show(await png("DKF1AB2CD3"), { as: "document" });
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toMatch(/^❓/);
  });

  test("that comes twice is answered once", async () => {
    const world = await openWorld();
    world.state.deliverTwice = true;
    await world.selam.show(await png("DKF1AB2CD3"));
    await world.selam.say("DKF1AB2CD4");
    expect(await botMessages(world, 2)).toHaveLength(2);
    expect(world.asked).toHaveLength(2);
  });

  test("that takes another's place has its answer changed; a changed caption asks nothing", async () => {
    const world = await openWorld();
    world.answers.give = (question) =>
      ok(verified({ transaction_reference: /DKF\w{7}/.exec(question)?.[0] ?? "" }));
    const id = await world.selam.show(await png("DKF1AB2CD3"));
    const [answer] = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    const chat = world.telegram.people.conversation("selam");
    const change = (content: object) =>
      world.telegram.updates.push({ edited_message: chat.edit(id, content as never, null) });
    const { photo } = chat.find(id)?.message ?? {};
    change({ photo, caption: "thank you" });

    const other = await world.selam.show(await png("DKF1AB2CD4"));
    await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    expect(world.asked).toEqual(["beta DKF1AB2CD3", "beta DKF1AB2CD4"]);
    change({ photo: chat.find(other)?.message.photo });
    const changed = async () =>
      (await world.selam.state()).messages.find(({ message_id }) => message_id === answer?.message_id);
    await expect.poll(async () => (await changed())?.is_edited).toBe(true);
    expect((await changed())?.text).toMatch(/^❓/);
    expect(world.asked.at(-1)).toBe("beta DKF1AB2CD4");
    expect(world.asked).toHaveLength(3);

    const nothing = await world.selam.show(await png("hello"));
    await botMessages(world, 3, ({ text }) => text.startsWith("🚫"));
    change({ photo: chat.find(nothing)?.message.photo });
    await expect
      .poll(async () => (await changed())?.text)
      .toBe("You changed the message: this receipt is no longer in it.");
  });

  test("is compared with what its caption claims, also once the caption was changed", async () => {
    const world = await openWorld();
    const id = await world.selam.show(await png("DKF1AB2CD3"), { caption: "I paid 1,250 birr" });
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toMatch(/^❓/);
    const chat = world.telegram.people.conversation("selam");
    const { photo } = chat.find(id)?.message ?? {};
    const caption = { photo, caption: "I paid 12,500 birr" };
    world.telegram.updates.push({ edited_message: chat.edit(id, caption as never, null) });
    const changed = async () =>
      (await world.selam.state()).messages.find(({ message_id }) => message_id === answer?.message_id);
    await expect.poll(async () => (await changed())?.text).toMatch(/the message says 12,500\.00/);
    expect((await changed())?.text).toMatch(/4 of 5 free checks left$/);
  });

  test("is not asked about again when another process takes its changed caption", async () => {
    const world = await openWorld();
    const id = await world.selam.show(await png("DKF1AB2CD3"));
    await botMessages(world, 1);
    await world.bot.stop();
    const other = botOf(world.dependencies);
    onTestFinished(() => other.stop());
    await other.start();
    const chat = world.telegram.people.conversation("selam");
    const { photo } = chat.find(id)?.message ?? {};
    const caption = { photo, caption: "thank you" };
    world.telegram.updates.push({ edited_message: chat.edit(id, caption as never, null) });
    await world.selam.say("DKF1AB2CD4");
    const said = await botMessages(world, 2);
    expect(world.asked).toEqual(["beta DKF1AB2CD3", "beta DKF1AB2CD4"]);
    expect(said.at(-1)?.text).toContain("3 of 5 free checks left");
  });

  test("whose caption names the receipt is not needed", async () => {
    const world = await openWorld();
    await world.selam.show(await png("nothing of ours"), { caption: "DKF1AB2CD3" });
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toMatch(/^❓/);
  });

  test.each([
    ["holds nothing", "hello", "You changed the message: this receipt is no longer in it."],
    ["holds another one", "DKF1AB2CD4", /^❓[\s\S]*DKF1AB2CD4/],
  ])("is read once its changed caption names no receipt any more: it %s", async (_, held, changed) => {
    const world = await openWorld();
    world.answers.give = (question) =>
      ok(verified({ transaction_reference: /DKF\w{7}/.exec(question)?.[0] ?? "" }));
    const id = await world.selam.show(await png(held), { caption: "DKF1AB2CD3" });
    const [answer] = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    const chat = world.telegram.people.conversation("selam");
    const { photo } = chat.find(id)?.message ?? {};
    const caption = { photo, caption: "never mind" };
    world.telegram.updates.push({ edited_message: chat.edit(id, caption as never, null) });
    const now = async () =>
      (await world.selam.state()).messages.find(({ message_id }) => message_id === answer?.message_id)?.text;
    await expect.poll(now).not.toBe(answer?.text);
    await expect.poll(now).toMatch(changed);
  });

  test("of a code that two banks could have made is asked about", async () => {
    const world = await openWorld();
    await world.selam.show(await png("FT26319K4Q7Z"));
    const [question] = await botMessages(world, 1);
    expect(question?.text).toContain("FT26319K4Q7Z");
    expect(JSON.stringify(question)).toContain("TEST Gamma Bank");
    expect(world.asked).toEqual([]);
  });

  test("without a code says how to take a better one, and nothing is counted", async () => {
    const world = await openWorld();
    await world.selam.show(await png("hello"));
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toMatch(/^🚫 There is no QR code in this picture\.[\s\S]*or send it as a file\./);
    expect(world.asked).toEqual([]);
  });

  test.each(languages)(
    "of a bank's message that nobody can look up is told so in %s, as its text is",
    async (language) => {
      const world = await openPrinted(
        "Dear Hana, your account 1****4321 has been credited with",
        "ETB 5,000.00 from Abebe.",
      );
      await world.dependencies.memory.rememberLanguage(world.telegram.people.user("selam").id, language);
      await world.selam.show(await png("hello"));
      const [answer] = await botMessages(world, 1);
      expect(answer?.text).toBe(`🚫 ${catalogues[language].unlookable.credit("")}`);
      expect(world.asked).toEqual([]);
    },
  );

  test.each([
    ["en", "⚠️ 1,250.00 ETB, real, but the picture says 12,500.00", "the message says 9,000.00"],
    ["am", "⚠️ 1,250.00 ብር፣ ደረሰኙ እውነተኛ ነው፣ ግን ፎቶው 12,500.00 ይላል", "መልእክቱ 9,000.00 ይላል"],
    ["om", "garuu suuraan 12,500.00 jedha", "garuu ergaan 9,000.00 jedha"],
    ["ti", "ግን እቲ ስእሊ 12,500.00 ይብል", "ግን እቲ መልእኽቲ 9,000.00 ይብል"],
  ] as const)(
    "that claims another amount in %s is not taken for a message",
    async (language, first, caption) => {
      const world = await openPrinted("You have received ETB 12,500.00", "Transaction number DKF1AB2CD3");
      await saveReceiver(world);
      await world.dependencies.memory.rememberLanguage(world.telegram.people.user("selam").id, language);
      await world.selam.show(await png("hello"));
      const [answer] = await botMessages(world, 1);
      expect(answer?.text.split("\n")[0]).toContain(first);

      const coded = await openWorld();
      await coded.dependencies.memory.rememberLanguage(coded.telegram.people.user("selam").id, language);
      await coded.selam.show(await png("DKF1AB2CD3"), { caption: "received 9,000 birr" });
      expect((await botMessages(coded, 1))[0]?.text.split("\n")[0]).toContain(caption);
    },
  );

  test.each([
    ["an album", { album: "7" }, /^✅ 1,250\.00 ETB/],
    ["one picture", {}, /^⚠️ 1,250\.00 ETB, real, but the message says 2,500\.00/],
  ])("may be one of several that a total under %s is of", async (_, sent, expected) => {
    const world = await openWorld();
    await saveReceiver(world);
    await world.selam.show(await png("DKF1AB2CD3"), { caption: "total 2,500 birr", ...sent });
    expect((await botMessages(world, 1))[0]?.text).toMatch(expected);
  });

  test("of two receipts is told to come one by one", async () => {
    const world = await openWorld();
    await world.selam.show(await codesPicture("DKF1AB2CD3", "DKF1AB2CD4"));
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toMatch(/^🚫 There are QR codes of several receipts/);
    expect(world.asked).toEqual([]);
  });

  test("of a code that leads elsewhere is not opened", async () => {
    const world = await openWorld();
    await world.selam.show(await png("https://beta.example.evil.test/receipt/DKF1AB2CD3"));
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toMatch(/^🚫 This QR code does not lead to the bank's own receipt page/);
    expect(world.asked).toEqual([]);
  });

  test("that is no picture Telegram would show is refused in words", async () => {
    const world = await openWorld();
    await world.selam.show(Buffer.from("%PDF-1.7"), { as: "document", type: "application/pdf" });
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toMatch(/^I read text and photos, no other files/);
    await world.selam.show(Buffer.from("<svg/>"), { as: "document", type: "image/svg+xml" });
    const said = await botMessages(world, 2);
    expect(said[1]?.text).toMatch(/^🚫 This kind of picture is not read here/);
  });
});

describe("a printed reference", () => {
  const printed = (needsConfirmation: boolean): PictureResult => ({
    kind: "print",
    detection: offer.detect("DKF1AB2CD3"),
    link: null,
    needsConfirmation,
  });

  test("that is beyond doubt is looked up, and the answer says where it was read", async () => {
    const world = await openBotWorld({}, async () => ok(printed(false)));
    await world.selam.show(await png("x"));
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toMatch(/^❓[\s\S]*\nI read this from the print in the photo\.$/);
  });

  test("with a letter in doubt is asked about first, and looked up when it is confirmed", async () => {
    const world = await openBotWorld({}, async () => ok(printed(true)));
    await world.selam.show(await png("x"));
    const [question] = await botMessages(world, 1);
    expect(question?.text).toMatch(
      /^I read this from the print in the photo\. Compare it letter by letter:\nDKF1AB2CD3 · TEST Beta Wallet\nIs this right\?$/,
    );
    expect(world.asked).toEqual([]);
    await world.selam.press(question?.message_id ?? 0, "✅ Yes");
    await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    expect(world.asked).toEqual(["beta DKF1AB2CD3"]);
  });
});

describe("a group's message that becomes another picture, without the bot's name", () => {
  const openGroup = async () => {
    const world = await openWorld();
    const group = createPlayer(world.url, "selam", "group");
    const other = await group.show(await png("DKF1AB2CD4"));
    /** Changes a message to another picture without words. */
    const showOther = (messageId: number) => {
      const room = conversationAt(world.telegram.people, { person: "selam", isGroup: true });
      const { photo } = room.find(other)?.message ?? {};
      world.telegram.updates.push({ edited_message: room.edit(messageId, { photo } as never, null) });
    };
    const heard = async (start: RegExp) => {
      const { messages } = await group.waitUntil(({ messages: all }) =>
        fromBot(all).some(({ text }) => start.test(text)),
      );
      return fromBot(messages);
    };
    return { world, group, showOther, heard };
  };

  test.each(["a picture", "words"])("keeps no answer to %s", async (kind) => {
    const { group, showOther, heard } = await openGroup();
    const id =
      kind === "words"
        ? await group.say("@deresegn_bot DKF1AB2CD3")
        : await group.show(await png("DKF1AB2CD3"), { caption: "@deresegn_bot" });
    await heard(/DKF1AB2CD3/);
    showOther(id);
    expect(await heard(/^You changed the message/)).toHaveLength(1);
  });

  test("has no late answer about the former one", async () => {
    const { world, group, showOther, heard } = await openGroup();
    world.answers.give = async () => fail("provider_timeout");
    const id = await group.show(await png("DKF1AB2CD3"), { caption: "@deresegn_bot" });
    await heard(/^⏳/);
    showOther(id);
    await heard(/^You changed the message/);
    expect(await world.store.db.selectFrom("retry").select("id").execute()).toEqual([]);
  });

  test("has its answer where only words were changed", async () => {
    const { world, group, heard } = await openGroup();
    const id = await group.show(await png("DKF1AB2CD3"), { caption: "@deresegn_bot" });
    await heard(/DKF1AB2CD3/);
    world.answers.give = () => ok(verified({ transaction_reference: "DKF1AB2CD5" }));
    const room = conversationAt(world.telegram.people, { person: "selam", isGroup: true });
    const { photo } = room.find(id)?.message ?? {};
    for (const caption of ["for the shoes", "for the shoes, red"])
      world.telegram.updates.push({
        edited_message: room.edit(id, { photo, caption } as never, null),
      });
    await group.say("@deresegn_bot DKF1AB2CD5");
    await heard(/DKF1AB2CD5/);
    expect((await heard(/./)).map(({ text }) => text.startsWith("You changed"))).toEqual([false, false]);
  });
});
