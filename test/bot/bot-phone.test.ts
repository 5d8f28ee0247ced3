import { describe, expect, onTestFinished, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { botMessages, botOf, openBotWorld } from "../support/bot-world.ts";
import { settingsOf } from "../support/upstream-asking.ts";

const reference = "DKF215LOOSO";
const question = `${reference}\nTEST Wallet finds this receipt only together with a phone number.`;

/** A bot over the same world for the one bank whose look-up needs a phone. */
const openWallet = async () => {
  const world = await openBotWorld();
  await world.bot.stop();
  const providers = openProviders(
    { epsilon: settingsOf("https://epsilon.example", { bank: "TEST Wallet" }) },
    "full",
  );
  const { now } = world.dependencies;
  const bot = botOf({
    ...world.dependencies,
    providers,
    detect: (text) => detect(text, providers, now()),
  });
  onTestFinished(() => bot.stop());
  await bot.start();
  return world;
};

describe("a receipt that needs a phone number", () => {
  test("is looked up with that of a contact", async () => {
    const world = await openWallet();
    await world.selam.say(reference);
    await botMessages(world, 1, ({ text }) => text.startsWith(question));
    const from = world.telegram.people.conversation("selam").user();
    const contact = { phone_number: "+251911000000", first_name: "Hana" };
    const chat = { id: from.id, type: "private", first_name: "Selam" };
    world.telegram.updates.push({ message: { message_id: 900, date: 1, from, chat, contact } } as never);
    await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    expect(world.asked).toEqual([`epsilon ${reference} 0911000000`]);
  });

  test("is asked about, and looked up with the number that is typed in any form", async () => {
    const world = await openWallet();
    await world.selam.say(reference);
    const [asked] = await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
    expect(asked?.text.startsWith(question)).toBe(true);
    await world.selam.say("0811 000000");
    await botMessages(world, 2, ({ text }) => text.startsWith("This is no Ethiopian mobile number"));
    expect(world.asked).toEqual([]);
    await world.selam.say("it is +251 911-000000");
    await botMessages(world, 3, ({ text }) => text.startsWith("❓"));
    expect(world.asked).toEqual([`epsilon ${reference} 0911000000`]);
  });

  test("is looked up without a question when one phone is saved, and with another at a press", async () => {
    const world = await openWallet();
    await world.selam.say("/accounts 0911 000000");
    await botMessages(world, 1);
    world.answers.give = () => fail("receipt_not_found");
    await world.selam.say(reference);
    const missed = (await botMessages(world, 2, ({ text }) => text.startsWith("❓"))).at(-1);
    expect(missed?.text).toMatch(
      /^❓ TEST Wallet finds no receipt DKF215LOOSO with phone …0000\. Either number may be wrong\.\n…0000 is the account that you saved\.\n/,
    );
    expect(world.asked).toEqual([`epsilon ${reference} 0911000000`]);
    await world.selam.press(missed?.message_id ?? 0, "Another phone");
    const asked = (await botMessages(world, 2, ({ text }) => text.startsWith(question))).at(-1);
    expect(asked?.buttons.flat().map(({ text }) => text)).toEqual(["…0000"]);
    await world.selam.say("0922000000");
    await botMessages(world, 3, ({ text }) => text.startsWith("❓"));
    expect(world.asked.at(-1)).toBe(`epsilon ${reference} 0922000000`);
  });

  test("is looked up at a press with a phone that the message itself names", async () => {
    const world = await openWallet();
    await world.selam.say(`You received 42.00Br. from 0911000000 - SELAM, Txn ID ${reference}`);
    const [asked] = await botMessages(world, 1, ({ text }) => text.startsWith(question));
    expect(asked?.buttons.flat().map(({ text }) => text)).toEqual(["0911000000"]);
    await world.selam.press(asked?.message_id ?? 0, "0911000000");
    await botMessages(world, 1, ({ text }) => /^[❓⚠]/u.test(text));
    expect(world.asked).toEqual([`epsilon ${reference} 0911000000`]);
  });

  test("is one question with a button for each phone that is saved", async () => {
    const world = await openWallet();
    for (const phone of ["0911 000000 Hana", "0922 000001"]) await world.selam.say(`/accounts ${phone}`);
    await botMessages(world, 2);
    await world.selam.say(reference);
    const asked = (await botMessages(world, 3, ({ text }) => text.startsWith(question))).at(-1);
    const labels = asked?.buttons.flat().map(({ text }) => text);
    expect(labels?.toSorted()).toEqual(["…0000 · Hana", "…0001"]);
    await world.selam.press(asked?.message_id ?? 0, "…0001");
    await botMessages(world, 3, ({ text }) => /^[❓⚠]/u.test(text));
    expect(world.asked).toEqual([`epsilon ${reference} 0922000001`]);
  });
});
