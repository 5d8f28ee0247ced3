import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import type { ChatMessage } from "../../tools/demo/telegram/chat-view.ts";
import { createPlayer } from "../../tools/demo/telegram/player.ts";
import { botMessages, fromBot, openBotWorld, verified } from "../support/bot-world.ts";

const withdrawn = "You changed the message: this receipt is no longer in it.";

/** A person with an account has sent a receipt: the bot's second message is its ✅. */
const openShownOnce = async () => {
  const world = await openBotWorld();
  await world.selam.say("/start");
  await botMessages(world, 1);
  const id = await world.selam.say("DKF1AB2CD3");
  await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
  return { world, id };
};

describe("a group's message that names the bot no more", () => {
  const openGroup = async () => {
    const world = await openBotWorld();
    return { world, group: createPlayer(world.url, "hana", "group") };
  };
  const said = async (
    group: ReturnType<typeof createPlayer>,
    isAsWanted: (message: ChatMessage) => boolean,
  ) => fromBot((await group.waitUntil(({ messages }) => fromBot(messages).some(isAsWanted))).messages);

  test("has its answer taken back", async () => {
    const { group } = await openGroup();
    const id = await group.say("@deresegn_bot DKF1AB2CD3");
    await said(group, ({ text }) => text.includes("DKF1AB2CD3"));
    await group.edit(id, "never mind");
    expect(await said(group, ({ text }) => text === withdrawn)).toHaveLength(1);
  });

  test("is not asked about again, though that was promised", async () => {
    const { world, group } = await openGroup();
    world.answers.give = async () => fail("provider_timeout");
    const id = await group.say("@deresegn_bot DKF1AB2CD3");
    await said(group, ({ text }) => text.startsWith("⏳"));
    await group.edit(id, "never mind");
    await said(group, ({ text }) => text === withdrawn);
    expect(await world.store.db.selectFrom("retry").select("id").execute()).toEqual([]);
  });
});

describe("a group's message to which somebody points", () => {
  const changed = "The message that you asked about was changed since. Please ask again.";
  const open = async () => {
    const world = await openBotWorld();
    const [selam, hana] = [
      createPlayer(world.url, "selam", "group"),
      createPlayer(world.url, "hana", "group"),
    ];
    const id = await selam.say("paid: DKF1AB2CD3");
    const heard = async (start: string) => {
      const { messages } = await hana.waitUntil(({ messages: all }) =>
        fromBot(all).some(({ text }) => text.startsWith(start)),
      );
      return fromBot(messages).map(({ text }) => text);
    };
    return { world, selam, hana, id, heard };
  };

  test("takes the answer to them back when it is changed to another receipt", async () => {
    const { world, selam, hana, id, heard } = await open();
    await hana.say("@deresegn_bot look", id);
    await heard("❓");
    await selam.edit(id, "paid: DKF1AB2CD9 12,500 birr");
    expect(await heard(changed)).toEqual([changed]);
    await selam.edit(id, "paid: DKF1AB2CD3");
    await hana.say("@deresegn_bot look", id);
    await heard("❓");
    expect(world.asked).toHaveLength(2);
  });

  test("takes the answer back, too, that they waited for while it was changed", async () => {
    const { world, selam, hana, id, heard } = await open();
    let answer = (): void => undefined;
    const answers = new Promise<void>((resolve) => {
      answer = resolve;
    });
    world.answers.give = async (asked) => {
      if (asked.includes("DKF1AB2CD7")) await answers;
      return ok(verified());
    };
    await hana.say("@deresegn_bot DKF1AB2CD7");
    await world.untilCalls(() => world.asked.length > 0);
    await hana.say("@deresegn_bot look", id);
    await selam.edit(id, "paid: DKF1AB2CD9 12,500 birr");
    const noted = () =>
      world.store.db.selectFrom("outbox").select("slot").where("slot", "=", "pointer:present");
    await expect.poll(() => noted().execute()).toHaveLength(1);
    answer();
    expect(await heard(changed)).toContain(changed);
  });

  test("has no late answer to them once it is changed", async () => {
    const { world, selam, hana, id, heard } = await open();
    world.answers.give = () => fail("provider_timeout");
    await hana.say("@deresegn_bot look", id);
    await heard("⏳");
    await selam.edit(id, "paid: DKF1AB2CD9 12,500 birr");
    expect(await heard(changed)).toEqual([changed]);
    expect(await world.store.db.selectFrom("retry").select("id").execute()).toEqual([]);
  });

  test("leaves the answer to them while it shows the same receipt", async () => {
    const { selam, hana, id, heard } = await open();
    await hana.say("@deresegn_bot look", id);
    await heard("❓");
    await selam.edit(id, "so I have paid: DKF1AB2CD3 for the shoes");
    await hana.say("@deresegn_bot DKF1AB2CD4");
    const { messages } = await hana.waitUntil(({ messages: all }) => fromBot(all).length > 1);
    expect(fromBot(messages).map(({ text }) => text)).not.toContain(changed);
  });
});

describe("a message that is changed", () => {
  test("from a receipt into chatter changes its answer", async () => {
    const world = await openBotWorld();
    const id = await world.selam.say("DKF1AB2CD3");
    const [answer] = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    await world.selam.edit(id, "never mind");
    const [changed, ...others] = await botMessages(world, 1, ({ text }) => text === withdrawn);
    expect(changed?.message_id).toBe(answer?.message_id);
    expect(changed?.buttons).toEqual([]);
    expect(others).toEqual([]);
  });

  test("into chatter changes what was answered to a typed number, too", async () => {
    const world = await openBotWorld();
    const id = await world.selam.say("https://gamma.example/cs/?trx=CFT26319SS1KP");
    await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
    await world.selam.say("1000123454321");
    await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    await world.selam.edit(id, "never mind");
    const isWithdrawn = ({ text }: ChatMessage) => text === withdrawn;
    await world.selam.waitUntil(({ messages }) => messages.filter(isWithdrawn).length === 2);
    expect((await botMessages(world, 2)).some(({ text }) => text.startsWith("❓"))).toBe(false);
  });

  test.each(["before", "after"])(
    "into another receipt %s a number is typed for the former one keeps no answer to that",
    async (when) => {
      const world = await openBotWorld();
      const id = await world.selam.say("https://gamma.example/cs/?trx=CFT26319SS1KP");
      await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
      const change = async () => {
        await world.selam.edit(id, "DKF1AB2CD3");
        await botMessages(world, 1, ({ text }) => text.includes("DKF1AB2CD3"));
      };
      if (when === "before") await change();
      world.answers.give = () => ok(verified({ transaction_reference: "CFT26319SS1KP" }));
      await world.selam.say("1000123454321");
      if (when === "after") await botMessages(world, 2, ({ text }) => text.includes("❓"));
      world.answers.give = () => ok(verified());
      if (when === "after") await change();
      await world.selam.say("/usage");
      const isLast = ({ text }: ChatMessage) => text.includes("free checks left today");
      const said = (await botMessages(world, 2, isLast)).map(({ text }) => text);
      expect(said.filter((text) => text.startsWith("❓"))).toHaveLength(1);
      expect(said.filter((text) => text.includes("CFT26319SS1KP"))).toEqual([]);
    },
  );

  test("keeps no late answer to a press about the former text", async () => {
    const world = await openBotWorld({ lateAfterMs: -1 });
    const { answers, selam } = world;
    answers.give = () => fail("receipt_not_found");
    const id = await selam.say("DKF1AB2CD3");
    const [missing] = await botMessages(world, 1, ({ buttons }) => buttons.length > 0);
    answers.give = (asked) => ok(verified({ transaction_reference: /DKF\w{7}/.exec(asked)?.[0] ?? "" }));
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    await selam.press(missing?.message_id ?? 0, "🔄 Check again");
    await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    await selam.edit(id, "thanks");
    await botMessages(world, 1, ({ text }) => text === withdrawn);
    await expect
      .poll(async () => (await botMessages(world, 1)).filter(({ text }) => text.startsWith("❓")))
      .toEqual([]);
  });

  test("to hold one receipt fewer changes the answer about that one alone", async () => {
    const world = await openBotWorld();
    const id = await world.selam.say("DKF1AB2CD3 DKF1AB2CD4");
    const before = await botMessages(world, 2);
    await world.selam.edit(id, "DKF1AB2CD3");
    const after = await botMessages(world, 2, ({ text }) => text === withdrawn);
    expect(after.map(({ message_id }) => message_id)).toEqual(before.map(({ message_id }) => message_id));
    expect(after[0]?.text).toMatch(/^❓/);
  });

  test("to receipts that cannot be checked any more keeps no answer about the former ones", async () => {
    const world = await openBotWorld();
    const { answers, selam } = world;
    answers.give = (question) => ok(verified({ transaction_reference: /DKF\w+/.exec(question)?.[0] ?? "" }));
    const id = await selam.say("DKF1AB2CD3\nDKF1AB2CD4\nDKF1AB2CD5\nDKF1AB2CD6\nDKF1AB2CD7");
    await botMessages(world, 5, ({ text }) => text.startsWith("❓"));
    await selam.edit(id, "DKF1AB2CE3\nDKF1AB2CE4\nDKF1AB2CE5");
    const answered = async () =>
      fromBot((await selam.state()).messages).map(({ text }) => text.split("\n")[0]);
    await expect
      .poll(answered)
      .toEqual([
        "🚫 This payment was not checked.",
        "🚫 This payment was not checked.",
        "🚫 This payment was not checked.",
        withdrawn,
        withdrawn,
        "🚫 Not checked for the same reason:",
      ]);
  });

  test("beside a receipt that stays is the same showing of it", async () => {
    const { world, id } = await openShownOnce();
    await world.selam.edit(id, "for the shoes: DKF1AB2CD3");
    await botMessages(world, 2, ({ text, is_edited }) => is_edited && text.startsWith("❓"));
    await world.selam.say("DKF1AB2CD3");
    expect((await botMessages(world, 3)).at(-1)?.text).toMatch(
      /^(?:ℹ️ The same receipt as|⚠️ 1,250\.00 ETB, real, but you checked it) \d+ (?:minutes?|hours?) ago/,
    );
  });

  test.each([
    ["minutes later is the same showing of what it brought", 9, /^❓/],
    ["an hour later says that it was checked before, for its answer may stand among newer ones", 60, /^⚠️/],
  ])("%s", async (_, minutes, mark) => {
    const { world, id } = await openShownOnce();
    world.clock.now = new Date(world.clock.now.getTime() + minutes * 60_000);
    await world.selam.edit(id, "for the shoes: DKF1AB2CD3");
    const [, edited] = await botMessages(world, 2, ({ is_edited }) => is_edited);
    expect(edited?.text).toMatch(mark);
  });

  test.each([
    ["as Telegram reports it without any change", "DKF1AB2CD3"],
    ["only behind its receipt", "DKF1AB2CD3 thanks"],
  ])("%s keeps its answer, however late, and counts nothing", async (_, text) => {
    const { world, id } = await openShownOnce();
    const before = (await botMessages(world, 2)).at(-1)?.text;
    for (const minutes of [9, 60]) {
      world.clock.now = new Date(world.clock.now.getTime() + minutes * 60_000);
      await world.selam.edit(id, text);
    }
    await world.selam.say("/usage");
    const after = await botMessages(world, 3);
    expect(after[1]?.text).toBe(before);
    expect(after[2]?.text).toMatch(/^9 of 10 free checks left today/);
    expect(world.callsOf("editMessageText")).toEqual([]);
  });

  test("to another receipt and back is answered anew each time", async () => {
    const { world, id } = await openShownOnce();
    world.answers.give = (question) =>
      ok(verified({ transaction_reference: question.includes("CD4") ? "DKF1AB2CD4" : "DKF1AB2CD3" }));
    await world.selam.edit(id, "DKF1AB2CD4");
    await botMessages(world, 2, ({ text, is_edited }) => is_edited && text.includes("DKF1AB2CD4"));
    world.clock.now = new Date(world.clock.now.getTime() + 60 * 60_000);
    await world.selam.edit(id, "DKF1AB2CD3");
    const [, edited] = await botMessages(world, 2, ({ text }) => text.startsWith("⚠️"));
    expect(edited?.text).toContain("DKF1AB2CD3");
  });

  test("is the same showing, too, when the provider answers late", async () => {
    const { world, id } = await openShownOnce();
    world.clock.now = new Date(world.clock.now.getTime() + 5 * 60_000);
    world.answers.give = () => fail("provider_timeout");
    await world.selam.edit(id, "for the shoes: DKF1AB2CD3");
    await botMessages(world, 2, ({ text }) => text.startsWith("⏳"));
    world.answers.give = () => ok(verified());
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    const told = await botMessages(world, 3, ({ text }) => /^[❓⚠ℹ]/u.test(text));
    expect(told.at(-1)?.text).toMatch(/^❓/);
  });

  test("does not say ✅ twice of one receipt that it names in two ways", async () => {
    const world = await openBotWorld();
    await world.selam.say("/start");
    await botMessages(world, 1);
    const id = await world.selam.say("DKF1AB2CD3 DKF1AB2CD4");
    await botMessages(world, 3);
    const edits = world.callsOf("editMessageText").length;
    await world.selam.edit(id, "now DKF1AB2CD3 DKF1AB2CD4");
    await world.untilCalls(() => world.callsOf("editMessageText").length >= edits + 2);
    const [, first, second] = await botMessages(world, 3);
    expect([first?.text, second?.text].map((text) => text?.slice(0, 2))).toEqual(["❓ ", "ℹ️"]);
  });

  test.each([
    ["that was shown by another message before", "DKF1AB2CD3", "DKF1AB2CD3", "paid now: DKF1AB2CD3"],
    ["that another message has shown since", "DKF1AB2CD4", "DKF1AB2CD3", "DKF1AB2CD3"],
  ])("into a receipt %s is no showing of its own", async (_, first, second, changed) => {
    const world = await openBotWorld();
    world.answers.give = (question) => {
      const reference = /DKF\w{7}/.exec(question)?.[0] ?? "";
      return ok(verified({ transaction_reference: reference }));
    };
    await world.selam.say("/start");
    await botMessages(world, 1);
    const ids: number[] = [];
    for (const text of [first, second]) {
      world.clock.now = new Date(world.clock.now.getTime() + 20_000);
      ids.push(await world.selam.say(text));
      await botMessages(world, ids.length + 1);
    }
    const changing = (first === second ? ids[1] : ids[0]) ?? 0;
    const edits = world.callsOf("editMessageText").length; // of progress lines, on a busy machine
    await world.selam.edit(changing, changed);
    await world.untilCalls(() => world.callsOf("editMessageText").length > edits);
    await world.bot.stop();
    const answers = await botMessages(world, 3);
    const edited = first === second ? answers[2] : answers[1];
    expect(edited?.text).toMatch(
      /^(?:ℹ️ The same receipt as|⚠️ 1,250\.00 ETB, real, but you checked it) \d+ (?:minutes?|hours?) ago/,
    );
  });
});
