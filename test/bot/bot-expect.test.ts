import { describe, expect, test } from "vitest";
import { ok } from "../../src/core/result.ts";
import { catalogues } from "../../src/texts/texts.ts";
import { type BotWorld, botMessages, openBotWorld, saveReceiver, verified } from "../support/bot-world.ts";

/** The bot's last message, once it has sent so many. */
const said = async (world: BotWorld, count: number): Promise<string> =>
  (await botMessages(world, count)).at(-1)?.text ?? "";

const expectedLine = (text: string): string | undefined =>
  text.split("\n").find((line) => line.startsWith("➕"));

/** Lets the bank answer with these amounts in santim, by reference. */
const openShop = async (santim: Readonly<Record<string, number>>, isOwn = true) => {
  const world = await openBotWorld();
  world.answers.give = (question) => {
    const reference = Object.keys(santim).find((one) => question.includes(one)) ?? "";
    return ok(verified({ transaction_reference: reference }, { amountMinor: santim[reference] ?? 1 }));
  };
  await world.selam.say("/start");
  await botMessages(world, 1);
  if (isOwn) await saveReceiver(world);
  return world;
};

describe("/expect", () => {
  test("adds receipts up until the sum is there, each once, and forgets it then", async () => {
    const world = await openShop({ DKF1AB2CD3: 300_000, DKF1AB2CD4: 200_000, DKF1AB2CD5: 100_000 });
    await world.selam.say("/expect 5,000");
    expect(await said(world, 2)).toMatch(/^I'm expecting 5,000\.00 ETB\./);
    await world.selam.say("DKF1AB2CD3");
    const first = await said(world, 3);
    expect(first).toMatch(/^✅ 3,000\.00 ETB to you · Hana Mekonnen\n/);
    expect(expectedLine(first)).toBe("➕ 3,000.00 of 5,000.00 ETB received");
    await world.selam.say("DKF1AB2CD3");
    const again = await said(world, 4);
    expect(again).toMatch(/^ℹ️ The same receipt as 1 minute ago/);
    expect(expectedLine(again)).toBe("➕ 3,000.00 of 5,000.00 ETB received; this receipt is not added");
    await world.selam.say("/expect");
    expect(await said(world, 5)).toBe(
      "Received so far: 3,000.00 of 5,000.00 ETB. Still to come: 2,000.00 ETB.",
    );
    await world.selam.say("DKF1AB2CD4");
    const second = await said(world, 6);
    expect(expectedLine(second)).toBe("➕ 5,000.00 of 5,000.00 ETB received: all of it ✅");
    await world.selam.say("DKF1AB2CD5");
    expect(expectedLine(await said(world, 7))).toBeUndefined();
    await world.selam.say("/expect");
    expect(await said(world, 8)).toBe("Received: 5,000.00 of 5,000.00 ETB. It is all there.");
  });

  test("adds the receipts of one message up in their order", async () => {
    const world = await openShop({ DKF1AB2CD3: 300_000, DKF1AB2CD4: 200_000 });
    await world.selam.say("/expect 5000");
    await botMessages(world, 2);
    await world.selam.say("DKF1AB2CD3 and DKF1AB2CD4");
    const lines = (await botMessages(world, 4)).slice(2).map(({ text }) => expectedLine(text));
    expect(lines).toEqual([
      "➕ 3,000.00 of 5,000.00 ETB received",
      "➕ 5,000.00 of 5,000.00 ETB received: all of it ✅",
    ]);
  });

  test.each([
    ["of somebody else's", "/accounts 0911000001 Abebe Bekele", /^⚠️ 5,000\.00 ETB, real, but not to you/],
    ["whose receiver is not known", "/accounts", /^❓ Real payment: 5,000\.00 ETB/],
  ])("adds a receipt %s only once the caller says that it is theirs", async (_, first, line) => {
    const world = await openShop({ DKF1AB2CD3: 500_000 }, false);
    await world.selam.say(first);
    await botMessages(world, 2);
    await world.selam.say("/expect 5000");
    await botMessages(world, 3);
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
    await world.selam.say("DKF1AB2CD3");
    const other = (await botMessages(world, 4)).at(-1);
    expect(other?.text).toMatch(line);
    expect(expectedLine(other?.text ?? "")).toBe(
      "➕ 0.00 of 5,000.00 ETB received; this receipt is not added",
    );
    const [yes = ""] = (other?.buttons.flat() ?? []).map(({ text }) => text);
    await world.selam.press(other?.message_id ?? 0, yes);
    await botMessages(world, 1, ({ text }) => text.includes("as yours?"));
    await world.selam.press(other?.message_id ?? 0, "✅ Save");
    const mine = await botMessages(world, 1, ({ text }) => text.startsWith("✅"));
    expect(expectedLine(mine.at(-1)?.text ?? "")).toBe("➕ 5,000.00 of 5,000.00 ETB received: all of it ✅");
  });

  test("counts a receipt once though its message comes twice", async () => {
    const world = await openShop({ DKF1AB2CD3: 300_000 });
    await world.selam.say("/expect 5000");
    await botMessages(world, 2);
    world.state.deliverTwice = true;
    await world.selam.say("DKF1AB2CD3");
    await botMessages(world, 3);
    await world.selam.say("/expect");
    expect(await said(world, 4)).toContain("3,000.00 of 5,000.00 ETB");
  });

  test.each(["en", "am", "om", "ti"] as const)(
    "is ended in a private chat by a button, in %s",
    async (language) => {
      const world = await openBotWorld();
      const texts = catalogues[language].expecting;
      await world.selam.speak(language);
      await world.selam.say("/expect 5000");
      const [first] = await botMessages(world, 1);
      expect(first?.text).not.toContain("/expect");
      await world.selam.say("/expect 600");
      await botMessages(world, 2);
      // The first button belongs to a sum that is no longer expected.
      await world.selam.press(first?.message_id ?? 0, texts.stop);
      await world.selam.say("/expect");
      expect(await said(world, 3)).toBe(texts.open("600.00", "0.00", "600.00"));
      const [, second] = await botMessages(world, 3);
      await world.selam.press(second?.message_id ?? 0, texts.stop);
      const { messages } = await world.selam.waitUntil((state) =>
        state.messages.some(({ text }) => text === texts.ended),
      );
      expect(messages.find(({ message_id: id }) => id === second?.message_id)?.buttons).toEqual([]);
      await world.selam.say("/expect");
      expect(await said(world, 4)).toBe(texts.none);
    },
  );

  test("takes amounts as they are written, and nothing else", async () => {
    const world = await openBotWorld();
    const typed = ["ETB 1,250.50", "600 birr", "ብር 42", "off", "", "much", "-5", "0.00", "5 000 000 000 000"];
    for (const text of typed) await world.selam.say(`/expect ${text}`);
    const texts = (await botMessages(world, typed.length)).map(({ text }) => text.split(". Send me each")[0]);
    expect(texts).toEqual([
      "I'm expecting 1,250.50 ETB",
      "I'm expecting 600.00 ETB",
      "I'm expecting 42.00 ETB",
      "Nothing is expected any more.",
      "Nothing is expected. To tell me how much should come, send /expect 5000.",
      ...Array.from({ length: 4 }, () => "That is not an amount. Send it like this: /expect 5000"),
    ]);
  });
});
