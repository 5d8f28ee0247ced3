import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import type { PersonName } from "../../tools/demo/telegram/people.ts";
import { granted } from "../support/books.ts";
import { openBotWorld, verified } from "../support/bot-world.ts";
import { chatOf } from "../support/chats.ts";

/** What is said of a receipt that somebody else asked about before its bank had it. */

const minuteMs = 60_000;
const link = "https://beta.example/receipt/DKF1AB2CD3";

/** Hana's shop has saved the account that receipts pay to. No bank has any receipt yet. It is 10:00. */
const openShop = async () => {
  const world = await openBotWorld();
  const hana = chatOf(world, "hana");
  await hana.say("/accounts 0911008765");
  await hana.saying("✅ Saved");
  world.answers.give = () => fail("receipt_not_found");
  const account = granted(await world.accounts.telegramAccount(hana.id()))?.account ?? "";
  const groupOf = (person: PersonName) => chatOf(world, person, "group");
  const bind = async () => {
    await groupOf("hana").say("/join");
    await groupOf("hana").press(await groupOf("hana").saying("Does this group"), "🔗 Bind this group");
    await groupOf("hana").saying("This group belongs to the shop");
  };
  const join = async (person: PersonName) => {
    const { code } = granted(await world.accounts.createLinkCode(account, "staff"));
    granted(await world.accounts.redeemLinkCode(code, chatOf(world, person).id(), person));
  };
  const pass = (minutes: number) => {
    world.clock.now = new Date(world.clock.now.getTime() + minutes * minuteMs);
  };
  const publish = () => {
    world.answers.give = () => ok(verified());
  };
  return { world, hana, groupOf, bind, join, pass, publish };
};

type Chat = ReturnType<typeof chatOf>;

/** The answer to a message by now, once it begins with one of the marks. */
const answerTo = async (chat: Chat, id: number, ...marks: readonly string[]) => {
  const find = async () =>
    (await chat.state()).findLast(
      ({ text, reply }) => reply?.message_id === id && marks.some((mark) => text.startsWith(mark)),
    );
  await expect.poll(find).toBeDefined();
  const found = await find();
  if (found === undefined) throw new Error("the answer is gone");
  return found;
};

/** What an answer tells below its first line of what was known before. */
const asides = ({ text }: { readonly text: string }) =>
  text.split("\n").filter((line) => line.startsWith("ℹ️"));

/** Asks before the bank has the receipt. */
const askEarly = async (chat: Chat, text = link): Promise<number> => {
  const id = await chat.say(text);
  await answerTo(chat, id, "🕓");
  return id;
};

const checkAgain = async (chat: Chat, id: number) => {
  await chat.press(await answerTo(chat, id, "🕓"), "🔄 Check again");
};

describe("a receipt that was asked about before its bank had it", () => {
  test("is told so under the ✅ of another, and in defence under the ⚠️ of the one who asked", async () => {
    const { groupOf, bind, pass, publish } = await openShop();
    await bind();
    const [honest, thief] = [groupOf("selam"), groupOf("dawit")];
    const asked = await askEarly(honest, `@deresegn_bot ${link}`);
    pass(12);
    publish();
    const copied = await thief.say(`@deresegn_bot ${link}`);
    const first = await answerTo(thief, copied, "✅ 1,250.00 ETB");
    expect(asides(first)).toEqual(["ℹ️ It was already asked about at 10:00, before the bank confirmed it."]);
    expect(first.text).not.toContain("elam");
    pass(3);
    await honest.press(await answerTo(honest, asked, "🕓"), "🔄 Check again");
    const second = await honest.saying("⚠️ 1,250.00 ETB, real, but it was checked 3 minutes ago");
    expect(asides(second)).toEqual([
      "ℹ️ This message already asked about it at 10:00, before the bank confirmed it.",
    ]);
    expect((await answerTo(thief, copied, "✅")).text).toBe(first.text);
  });

  test("names in private who asked, and says it when the details are unfolded", async () => {
    const { world, hana, join, pass, publish } = await openShop();
    await join("selam");
    const selam = chatOf(world, "selam");
    const asked = await askEarly(selam);
    pass(12);
    publish();
    const told = ["ℹ️ Selam already asked about it at 10:00, before the bank confirmed it."];
    const first = await answerTo(hana, await hana.say("DKF1AB2CD3"), "✅");
    expect(asides(first)).toEqual(told);
    await hana.press(first, "Details");
    expect(asides(await hana.saying("Date as printed"))).toEqual(told);
    await checkAgain(selam, asked);
    expect(asides(await selam.saying("⚠️ 1,250.00 ETB"))).toEqual([
      "ℹ️ This message already asked about it at 10:00, before the bank confirmed it.",
    ]);
  });

  test.each([
    ["not found", fail("receipt_not_found")],
    ["not completed", fail("receipt_not_completed", { receiptStatus: "Pending" })],
  ])("is told to the same person in a second message where it was %s", async (_, answer) => {
    const { world, hana, pass, publish } = await openShop();
    world.answers.give = () => answer;
    await askEarly(hana);
    pass(12);
    publish();
    expect(asides(await answerTo(hana, await hana.say(link), "✅"))).toEqual([
      "ℹ️ You already asked about it at 10:00, before the bank confirmed it.",
    ]);
  });

  test("is defended by the message itself where another had asked before it, too", async () => {
    const { world, hana, join, pass, publish } = await openShop();
    await join("selam");
    const selam = chatOf(world, "selam");
    const guessed = await askEarly(hana);
    pass(5);
    const asked = await askEarly(selam);
    pass(5);
    publish();
    await checkAgain(hana, guessed);
    expect(asides(await hana.saying("✅ 1,250.00 ETB"))).toEqual([
      "ℹ️ Selam already asked about it at 10:05, before the bank confirmed it.",
    ]);
    await checkAgain(selam, asked);
    expect(asides(await selam.saying("⚠️ 1,250.00 ETB"))).toEqual([
      "ℹ️ This message already asked about it at 10:05, before the bank confirmed it.",
    ]);
  });

  test("is no news under a second message of what was confirmed first to the one who asked", async () => {
    const { world, hana, join, pass, publish } = await openShop();
    await join("selam");
    const selam = chatOf(world, "selam");
    const asked = await askEarly(hana);
    pass(5);
    publish();
    await checkAgain(hana, asked);
    await hana.saying("✅ 1,250.00 ETB");
    pass(5);
    expect(asides(await answerTo(selam, await selam.say(link), "⚠️"))).toEqual([]);
  });
});

describe("nothing is told of an earlier question", () => {
  test("of the same message, checked again", async () => {
    const { hana, pass, publish } = await openShop();
    const pressed = await askEarly(hana);
    pass(12);
    publish();
    await checkAgain(hana, pressed);
    expect(asides(await hana.saying("✅ 1,250.00 ETB"))).toEqual([]);
  });

  test("of the same message, changed", async () => {
    const { hana, pass, publish } = await openShop();
    const changed = await askEarly(hana);
    pass(12);
    publish();
    await hana.edit(changed, `${link} for order 6`);
    expect(asides(await hana.saying("✅ 1,250.00 ETB"))).toEqual([]);
  });

  test("of another account", async () => {
    const { world, hana, pass, publish } = await openShop();
    const dawit = chatOf(world, "dawit");
    await dawit.say("/accounts 0911008765");
    await dawit.saying("✅ Saved");
    await askEarly(dawit);
    pass(12);
    publish();
    expect(asides(await answerTo(hana, await hana.say(link), "✅"))).toEqual([]);
  });

  test("after two hours, when it is deleted, too", async () => {
    const { world, hana, pass, publish } = await openShop();
    const rows = () => world.store.db.selectFrom("early_question").selectAll().execute();
    await askEarly(hana);
    granted(await world.accounts.applyRetention());
    expect(await rows()).toHaveLength(1);
    pass(121);
    publish();
    expect(asides(await answerTo(hana, await hana.say(link), "✅"))).toEqual([]);
    granted(await world.accounts.applyRetention());
    expect(await rows()).toEqual([]);
  });

  test("of somebody who was erased", async () => {
    const { world, hana, join, pass, publish } = await openShop();
    await join("selam");
    const selam = chatOf(world, "selam");
    await askEarly(selam);
    const rows = () => world.store.db.selectFrom("early_question").selectAll().execute();
    expect(JSON.stringify(await rows())).not.toMatch(/elam|DKF1AB2CD3/);
    await selam.say("/erase");
    await selam.press(await selam.saying("Erase what is kept"), "🗑 Yes, erase it all");
    await expect.poll(rows).toEqual([]);
    pass(12);
    publish();
    expect(asides(await answerTo(hana, await hana.say(link), "✅"))).toEqual([]);
  });
});
