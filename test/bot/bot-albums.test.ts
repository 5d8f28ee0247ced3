import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { createPlayer } from "../../tools/demo/telegram/player.ts";
import {
  type BotWorld,
  botMessages,
  morning,
  openBotWorld,
  providers,
  saveReceiver,
  verified,
} from "../support/bot-world.ts";
import { codePicture } from "../support/pictures.ts";

/** Selam sends files; a caption names a receipt where there is one. */
const openAlbum = (world: BotWorld) => {
  let messageId = 900;
  const from = world.telegram.people.conversation("selam").user();
  return (file: object): number => {
    messageId += 1;
    const chat = { id: from.id, type: "private", first_name: from.first_name };
    world.telegram.updates.push({
      message: { message_id: messageId, date: 1, from, chat, ...file } as never,
    });
    return messageId;
  };
};

const photo = [{ file_id: "a picture that is gone", file_unique_id: "p", width: 90, height: 90 }];

const picture = (album: string, caption?: string) => ({ photo, media_group_id: album, caption });

const answered = ({ answers }: BotWorld): void => {
  answers.give = (question) => {
    const reference = /DKF\w+/.exec(question)?.[0] ?? "";
    return ok(verified({ transaction_reference: reference }));
  };
};

const summaries = async (world: BotWorld) =>
  (await world.selam.state()).messages.filter(({ text }) => text.startsWith("This album"));

const pass = ({ clock }: BotWorld, ms: number): void => {
  clock.now = new Date(clock.now.getTime() + ms);
};

describe("an album", () => {
  test("has each picture answered by itself, and one message about all, to which a late one is added", async () => {
    const world = await openBotWorld();
    await saveReceiver(world);
    answered(world);
    const send = openAlbum(world);
    send(picture("7", "DKF1AB2CD3"));
    send(picture("7"));
    send(picture("7", "DKF1AB2CD4"));
    await botMessages(world, 3);
    expect(await summaries(world)).toEqual([]);
    pass(world, 1_000);
    await botMessages(world, 4, ({ text }) => text.startsWith("This album"));
    const [first] = await summaries(world);
    expect(first?.text.split("\n")).toEqual([
      "This album: 3 photos",
      "1. ✅ 1,250.00 ETB · DKF1AB2CD3",
      expect.stringMatching(/^2\. \S+ The picture could not be read\.$/),
      "3. ✅ 1,250.00 ETB · DKF1AB2CD4",
      "✅ together: 2 receipts, 2,500.00 ETB",
    ]);
    send(picture("7", "DKF1AB2CD5"));
    await botMessages(world, 5);
    pass(world, 1_000);
    const { messages } = await world.selam.waitUntil((state) =>
      state.messages.some(({ text }) => text.startsWith("This album: 4 photos")),
    );
    const said = messages.filter(({ text }) => text.startsWith("This album"));
    expect(said).toHaveLength(1);
    expect(said[0]?.message_id).toBe(first?.message_id);
    expect(said[0]?.text).toContain("✅ together: 3 receipts, 3,750.00 ETB");
    pass(world, 60_000);
    await world.selam.say("DKF1AB2CD6");
    await botMessages(world, 6, ({ text }) => text.startsWith("✅"));
    expect(await summaries(world)).toHaveLength(1);
  });

  test("tells of the receipt alone that an unread picture's caption was changed to name", async () => {
    const world = await openBotWorld();
    await saveReceiver(world);
    answered(world);
    const send = openAlbum(world);
    send(picture("7", "DKF1AB2CD3"));
    const second = send(picture("7"));
    await botMessages(world, 2);
    pass(world, 1_000);
    await botMessages(world, 3, ({ text }) => text.startsWith("This album"));
    const from = world.telegram.people.conversation("selam").user();
    const chat = { id: from.id, type: "private", first_name: from.first_name };
    const changed = { message_id: second, date: 1, from, chat, ...picture("7", "DKF1AB2CD4") };
    world.telegram.updates.push({ edited_message: changed as never });
    const about = async () => {
      pass(world, 1_000);
      return (await summaries(world)).map(({ text }) => text.split("\n"));
    };
    await expect
      .poll(about)
      .toEqual([
        [
          "This album: 2 photos",
          "1. ✅ 1,250.00 ETB · DKF1AB2CD3",
          "2. ✅ 1,250.00 ETB · DKF1AB2CD4",
          "✅ together: 2 receipts, 2,500.00 ETB",
        ],
      ]);
  });

  test("that nobody showed the bot is not told of when its captions are changed while their sender is busy", async () => {
    const world = await openBotWorld();
    const group = createPlayer(world.url, "hana", "group");
    const from = world.telegram.people.conversation("hana").user();
    const chat = { id: -1_001_700_000_001, type: "supergroup", title: "The shop" };
    const photoOf = (message_id: number, caption: string) => ({
      message_id,
      date: 1,
      from,
      chat,
      ...picture("77", caption),
    });
    for (const id of [901, 902]) world.telegram.updates.push({ message: photoOf(id, "our goats") as never });
    let answer = (): void => undefined;
    const answers = new Promise<void>((resolve) => {
      answer = resolve;
    });
    world.answers.give = async () => {
      await answers;
      return ok(verified());
    };
    await group.say("@deresegn_bot DKF1AB2CD3");
    await world.untilCalls(() => world.asked.length === 1);
    await group.say("@deresegn_bot DKF1AB2CD4");
    for (const id of [901, 902])
      world.telegram.updates.push({ edited_message: photoOf(id, "holiday") as never });
    const inbox = () => world.store.db.selectFrom("inbox").select("update_id").where("state", "=", "waiting");
    await expect.poll(async () => (await inbox().execute()).length).toBeGreaterThanOrEqual(4);
    answer();
    await expect.poll(async () => (await inbox().execute()).length).toBe(0);
    expect(await world.store.db.selectFrom("album_part").select("album").execute()).toEqual([]);
  });

  test("tells of a picture no more whose caption was changed to hold a key", async () => {
    const world = await openBotWorld();
    await saveReceiver(world);
    answered(world);
    world.faults.push(({ method }) =>
      method === "deleteMessage"
        ? { kind: "refuse", code: 400, description: "Bad Request: message can't be deleted" }
        : undefined,
    );
    const send = openAlbum(world);
    send(picture("7", "DKF1AB2CD3"));
    const second = send(picture("7", "DKF1AB2CD4"));
    await botMessages(world, 2);
    pass(world, 1_000);
    await botMessages(world, 3, ({ text }) => text.includes("together: 2 receipts"));
    const from = world.telegram.people.conversation("selam").user();
    const chat = { id: from.id, type: "private", first_name: from.first_name };
    const changed = picture("7", `DKF1AB2CD9 50,000 birr drs_live_${"a".repeat(36)}`);
    const edited = { message_id: second, date: 1, from, chat, ...changed };
    world.telegram.updates.push({ edited_message: edited as never });
    await botMessages(world, 4);
    pass(world, 1_000);
    await expect.poll(async () => (await summaries(world))[0]?.text).not.toContain("DKF1AB2CD4");
  });

  test("in which a receipt stands twice has it added once", async () => {
    const world = await openBotWorld();
    await saveReceiver(world);
    answered(world);
    const send = openAlbum(world);
    for (const caption of ["DKF1AB2CD3", "DKF1AB2CD4", "DKF1AB2CD3"]) send(picture("7", caption));
    await botMessages(world, 3);
    pass(world, 1_000);
    await botMessages(world, 4, ({ text }) => text.startsWith("This album"));
    expect((await summaries(world))[0]?.text.split("\n")).toEqual([
      "This album: 3 photos",
      "1. ✅ 1,250.00 ETB · DKF1AB2CD3",
      "2. ✅ 1,250.00 ETB · DKF1AB2CD4",
      "3. ⚠️ the same receipt as photo 1 · DKF1AB2CD3",
      "✅ together: 2 receipts, 2,500.00 ETB",
    ]);
  });

  test("is told of after eight seconds though pictures of it still wait", async () => {
    const world = await openBotWorld();
    const releases: (() => void)[] = [];
    answered(world);
    const { give } = world.answers;
    world.answers.give = async (question) => {
      if (/CD[56]/.test(question)) await new Promise<void>((resolve) => releases.push(resolve));
      return give(question);
    };
    const send = openAlbum(world);
    for (const reference of ["DKF1AB2CD3", "DKF1AB2CD4", "DKF1AB2CD5", "DKF1AB2CD6"])
      send(picture("8", reference));
    await expect.poll(() => releases.length).toBe(1);
    pass(world, 8_000);
    releases[0]?.();
    await expect.poll(() => releases.length).toBe(2);
    expect((await summaries(world)).map(({ text }) => text.split("\n")[0])).toEqual(["This album: 3 photos"]);
    releases[1]?.();
    pass(world, 8_000);
    await world.selam.waitUntil((state) =>
      state.messages.some(({ text }) => text.startsWith("This album: 4 photos")),
    );
    expect(await summaries(world)).toHaveLength(1);
  });

  test("of one picture that is meant for the bot needs no more than its answer", async () => {
    const world = await openBotWorld();
    openAlbum(world)(picture("9", "DKF1AB2CD3"));
    await botMessages(world, 1);
    pass(world, 10_000);
    await world.selam.say("DKF1AB2CD4");
    await botMessages(world, 2);
    expect(await summaries(world)).toEqual([]);
  });
});

describe("an album whose caption names an amount", () => {
  /** Sends an album of pictures, of which each shows the reference given here, or nothing that could be read. */
  const openClaim = async (caption: string, ...references: readonly (string | null)[]) => {
    let looked = 0;
    const world = await openBotWorld({}, async () => {
      looked += 1;
      const reference = references[looked - 2] ?? null;
      if (reference === null) return fail("qr_not_found");
      const detection = detect(reference, providers, morning);
      return ok({ kind: "code", detection, link: null, needsConfirmation: false });
    });
    await saveReceiver(world);
    const santim: Readonly<Record<string, number>> = { DKF1AB2CD3: 50_000, DKF1AB2CD4: 70_000 };
    world.answers.give = (question) => {
      const reference = /DKF\w+/.exec(question)?.[0] ?? "";
      const amountMinor = santim[reference] ?? 1;
      const transferred_amount = `${amountMinor / 100}.00 ETB`;
      const printed = { transaction_reference: reference, transferred_amount };
      return ok(verified({ ...printed, total_debited: `${amountMinor / 100 + 5}.00 ETB` }, { amountMinor }));
    };
    await world.selam.show(await codePicture("x").png().toBuffer());
    await botMessages(world, 1);
    const file_id = world.callsOf("getFile")[0]?.payload.file_id;
    const send = openAlbum(world);
    for (const [index] of references.entries()) {
      const kept = [{ file_id, file_unique_id: `p${index}`, width: 90, height: 90 }];
      send({ photo: kept, media_group_id: "7", ...(index === 0 && { caption }) });
    }
    const firstLines = (await botMessages(world, 1 + references.length))
      .slice(1)
      .map(({ text }) => text.split("\n")[0]);
    pass(world, 1_000);
    await botMessages(world, 2 + references.length);
    const [summary] = await summaries(world);
    return { firstLines, last: summary?.text.split("\n").at(-1) };
  };
  const both = ["DKF1AB2CD3", "DKF1AB2CD4"] as const;

  test.each([
    ["in the background", (world: BotWorld) => pass(world, 60_000)],
    ["at a press", (world: BotWorld, asked: number) => world.selam.press(asked, "🔄 Check again")],
  ])("is compared anew when a bank tells %s what it did not tell at once", async (_, askAgain) => {
    let looked = 0;
    const world = await openBotWorld({}, async () => {
      looked += 1;
      if (looked === 1) return fail("qr_not_found");
      const detection = detect("DKF1AB2CD3", providers, morning);
      return ok({ kind: "code", detection, link: null, needsConfirmation: false });
    });
    await saveReceiver(world);
    await world.selam.show(await codePicture("x").png().toBuffer());
    await botMessages(world, 1);
    const file_id = world.callsOf("getFile")[0]?.payload.file_id;
    const kept = [{ file_id, file_unique_id: "p", width: 90, height: 90 }];
    world.answers.give = () => fail("provider_unavailable");
    openAlbum(world)({ photo: kept, media_group_id: "7", caption: "5,000 birr" });
    const asked = (await botMessages(world, 2)).at(-1)?.message_id ?? 0;
    pass(world, 1_000);
    await botMessages(world, 3);
    const claimTold = async () => (await summaries(world))[0]?.text.split("\n").at(-1);
    const told = "❓ The message says 5,000.00 ETB. The receipts that could be read come to";
    expect(await claimTold()).toBe(`${told} 0.00 ETB.`);

    answered(world);
    await askAgain(world, asked);
    await world.selam.waitUntil(({ messages }) =>
      messages.some(({ text }) => text.startsWith("✅ 1,250.00 ETB to you")),
    );
    // Until the summary is due, which is written down just after the answer.
    await expect
      .poll(async () => {
        pass(world, 1_000);
        return claimTold();
      })
      .toBe(`${told} 1,250.00 ETB.`);
  });

  test.each(["1,200 birr", "I sent 1,200 birr", "total 1,210 birr", "500 birr and 700 birr"])(
    "accuses no picture where that is what all of them say: %s",
    async (caption) => {
      const { firstLines, last } = await openClaim(caption, ...both);
      expect(firstLines).toEqual([
        "✅ 500.00 ETB to you · Hana Mekonnen",
        "✅ 700.00 ETB to you · Hana Mekonnen",
      ]);
      expect(last).toBe("✅ together: 2 receipts, 1,200.00 ETB");
    },
  );

  test("says what the receipts come to where that is another amount", async () => {
    const { firstLines, last } = await openClaim("2,000 birr", ...both);
    expect(firstLines[0]).toMatch(/^✅ 500\.00 ETB/);
    expect(last).toBe(
      "⚠️ The message says 2,000.00 ETB. The receipts that could be read come to 1,200.00 ETB.",
    );
  });

  test("is covered by no receipt of less beside a picture that could not be read", async () => {
    const { last } = await openClaim("1,000 birr", "DKF1AB2CD3", null);
    expect(last).toBe(
      "❓ The message says 1,000.00 ETB. The receipts that could be read come to 500.00 ETB.",
    );
  });

  test("is compared although only one of its pictures is there", async () => {
    const { last } = await openClaim("1,000 birr", "DKF1AB2CD3");
    expect(last).toBe(
      "❓ The message says 1,000.00 ETB. The receipts that could be read come to 500.00 ETB.",
    );
  });
});

describe("an album in a group", () => {
  const openGroup = (world: BotWorld) => {
    const chat = world.telegram.people.group().chat;
    const from = world.telegram.people.user("hana");
    let messageId = 1_900;
    return (file: object): void => {
      messageId += 1;
      world.telegram.updates.push({
        message: { message_id: messageId, date: 1, from, chat, ...file } as never,
      });
    };
  };
  test("is meant for the bot as a whole when one caption names it", async () => {
    const world = await openBotWorld();
    const hanasGroup = createPlayer(world.url, "hana", "group");
    answered(world);
    const send = openGroup(world);
    send(picture("5", "DKF1AB2CD1"));
    send(picture("6", "@deresegn_bot DKF1AB2CD3"));
    send(picture("6", "DKF1AB2CD4"));
    send(picture("6"));
    const said = await hanasGroup.waitUntil(({ messages }) => messages.length === 3);
    expect(said.messages.map(({ text }) => /DKF\w+/.exec(text)?.[0])).toEqual([
      "DKF1AB2CD3",
      "DKF1AB2CD4",
      undefined,
    ]);
    pass(world, 1_000);
    const { messages } = await hanasGroup.waitUntil(({ messages: all }) => all.length === 4);
    expect(messages.at(-1)?.text).toMatch(/^This album: 3 photos/);
    expect(world.asked).toEqual(["beta DKF1AB2CD3", "beta DKF1AB2CD4"]);
  });

  test.each([
    ["could not be read", "", "🚫 The picture could not be read."],
    ["name half a reference", " DKF1AB2CD", "🚫 This payment was not checked."],
  ])(
    "tells the truth of the pictures that %s and had no answer because too many came at once, and is not summed up where none had one",
    async (_, words, told) => {
      const world = await openBotWorld();
      const hana = createPlayer(world.url, "hana", "group");
      const send = openGroup(world);
      for (let n = 0; n < 10; n += 1)
        send(picture("5", n === 0 || words !== "" ? `@deresegn_bot${words}` : undefined));
      for (let n = 0; n < 2; n += 1) send(picture("6", `@deresegn_bot${words}`));
      await hana.waitUntil(({ messages }) => messages.length === 6);
      const done = world.store.db.selectFrom("inbox").select("update_id").where("state", "=", "done");
      await expect.poll(async () => (await done.execute()).length).toBe(12);
      pass(world, 10_000);
      await expect.poll(async () => (await done.execute()).length).toBe(36);
      const { messages } = await hana.state();
      expect(messages).toHaveLength(7);
      expect(messages.at(-1)?.text.split("\n")).toEqual([
        "This album: 10 photos",
        ...Array.from({ length: 10 }, (_, n) => `${n + 1}. ${told}`),
      ]);
    },
  );
});

describe("an album in a group that arrives at one go", () => {
  test("has its first pictures answered where the last caption names the bot", async () => {
    const world = await openBotWorld();
    answered(world);
    const { chat } = world.telegram.people.group();
    const from = world.telegram.people.user("hana");
    const updates = Array.from({ length: 9 }, (_, at) => ({
      update_id: 900_000 + at,
      message: {
        ...{ message_id: 2_000 + at, date: 1, from, chat },
        ...picture("8", at === 8 ? "@deresegn_bot DKF1AB2CD9" : `DKF1AB2CD${at}`),
      },
    }));
    await world.bot.take(updates as never);
    await expect.poll(() => world.asked.length).toBe(5);
    expect(world.asked).toEqual([0, 1, 2, 3, 4].map((at) => `beta DKF1AB2CD${at}`));
  });
});

describe("a file that is no picture", () => {
  const pdf = (name: string) => ({
    document: { file_id: "f", file_unique_id: "f", file_name: name, mime_type: "application/pdf" },
  });

  test("points to a receipt by its name, and is looked up when the person says that it is the one", async () => {
    const world = await openBotWorld();
    openAlbum(world)(pdf("Receipt_DKF1AB2CD3.pdf"));
    const [question] = await botMessages(world, 1);
    expect(question?.text).toMatch(/^I read this from the file's name./);
    expect(world.asked).toEqual([]);
    await world.selam.press(question?.message_id ?? 0, "✅ Yes");
    await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    expect(world.asked).toEqual(["beta DKF1AB2CD3"]);
  });

  test.each([
    ["I paid 2,500 birr", "✅ together: 2 receipts, 2,500.00 ETB"],
    [
      "I paid 12,500 birr",
      "⚠️ The message says 12,500.00 ETB. The receipts that could be read come to 2,500.00 ETB.",
    ],
  ])("is one of an album whose words tell of all its files: %s", async (caption, sum) => {
    const world = await openBotWorld();
    await saveReceiver(world);
    answered(world);
    const send = openAlbum(world);
    send({ ...pdf("DKF1AB2CD3.pdf"), media_group_id: "7" });
    send({ ...pdf("DKF1AB2CD4.pdf"), media_group_id: "7", caption });
    for (const { message_id } of await botMessages(world, 2)) await world.selam.press(message_id, "✅ Yes");
    const answers = async () =>
      (await botMessages(world, 2)).slice(0, 2).map(({ text }) => text.slice(0, 21));
    await expect.poll(answers).toEqual(["✅ 1,250.00 ETB to you", "✅ 1,250.00 ETB to you"]);
    pass(world, 3_000);
    await expect.poll(async () => (await summaries(world))[0]?.text.split("\n").at(-1)).toBe(sum);
  });

  test("points to the receipt of its caption", async () => {
    const world = await openBotWorld();
    openAlbum(world)({ ...pdf("scan.pdf"), caption: "DKF1AB2CD3" });
    expect((await botMessages(world, 1))[0]?.text).toMatch(/^❓/);
  });

  test.each(["voice", "video_note", "sticker", "video", "audio", "location"])(
    "nor a document is answered so, too, and a notice of Telegram is not: %s",
    async (kind) => {
      const world = await openBotWorld();
      const send = openAlbum(world);
      send({ pinned_message: { message_id: 1, date: 1 } });
      send({ [kind]: { file_id: "f", file_unique_id: "f", duration: 3 } });
      await world.selam.say("/status");
      const said = await botMessages(world, 2);
      expect(said).toHaveLength(2);
      expect(said[0]?.text).toMatch(/^I read text and photos, no other files/);
    },
  );

  test("that is called anything else is answered with what is read here", async () => {
    const world = await openBotWorld();
    openAlbum(world)(pdf("scan 12 (1).pdf"));
    expect((await botMessages(world, 1))[0]?.text).toMatch(/^I read text and photos, no other files/);
  });
});
