import { describe, expect, test } from "vitest";
import type { ReceiptQuestion } from "../../src/bot/conversation/questions/questions.ts";
import { createSeal } from "../../src/core/crypto.ts";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import type { ChatMessage } from "../../tools/demo/telegram/chat-view.ts";
import { type BotWorld, botMessages, openBotWorld, verified } from "../support/bot-world.ts";
import { testSecret } from "../support/temporary-store.ts";

/** Asks about a bare reference that two banks share; resolves with the id of the question. */
const askWhichBank = async (world: BotWorld): Promise<number> => {
  await world.selam.say("FT26319K4Q7Z");
  const [question] = await botMessages(world, 1);
  expect(question?.text).toBe("FT26319K4Q7Z\nWhich bank is this receipt from?");
  return question?.message_id ?? 0;
};

/** Changes what is kept of the one question that is open, as a process of another version would write it. */
const rewrite = async (
  { store }: BotWorld,
  change: (kept: ReceiptQuestion) => unknown,
): Promise<ReceiptQuestion> => {
  const { id, payload } = await store.db.selectFrom("open_question").selectAll().executeTakeFirstOrThrow();
  const seal = createSeal(testSecret, "open question");
  const before: ReceiptQuestion = JSON.parse(seal.open(id, payload));
  const changed = { payload: seal.close(id, JSON.stringify(change(before))) };
  await store.db.updateTable("open_question").set(changed).where("id", "=", id).execute();
  return before;
};

const toasts = (world: BotWorld): unknown[] =>
  world.callsOf("answerCallbackQuery").map(({ payload }) => payload.text);

describe("a bare reference that two banks share", () => {
  test("is asked about with the banks' names, then for the account number, then looked up", async () => {
    const world = await openBotWorld();
    const question = await askWhichBank(world);
    const { messages } = await world.selam.state();
    expect(
      messages
        .at(-1)
        ?.buttons.flat()
        .map(({ text }) => text),
    ).toEqual(["TEST Alpha Bank", "TEST Gamma Bank"]);

    await world.selam.press(question, "TEST Alpha Bank");
    const said = await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
    expect(said.at(-1)?.text).toMatch(
      /^FT26319K4Q7Z\nTEST Alpha Bank finds this receipt only with an account/,
    );
    expect(world.asked).toEqual([]);

    await world.selam.say("1000 1234-54321");
    const answers = await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    expect(world.asked).toHaveLength(1);
    expect(world.asked[0]).toContain("FT26319K4Q7Z");
    expect(answers.at(-1)?.reply?.text).toBe("FT26319K4Q7Z");
    expect(answers).toHaveLength(2);
  });

  test("keeps the question when the account number cannot be one, and asks nobody", async () => {
    const world = await openBotWorld();
    await world.selam.press(await askWhichBank(world), "TEST Gamma Bank");
    await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
    await world.selam.say("54321");
    const isRefusal = ({ text }: ChatMessage) =>
      text.startsWith("That is not an account number. It has 8 to");
    const refused = (await botMessages(world, 2, isRefusal)).at(-1);

    await world.selam.say("no idea", refused?.message_id);
    const again = (await botMessages(world, 3, isRefusal)).at(-1);
    expect(world.asked).toEqual([]);

    await world.selam.say("my account is 1000123454321", again?.message_id);
    await botMessages(world, 4, ({ text }) => text.startsWith("❓"));
  });

  test.each([
    ["Your one-time code is 48151623", {}],
    ["my OTP 48151623", {}],
    ["1000123454321", { forward_origin: { type: "hidden_user", sender_user_name: "Hana", date: 1 } }],
    ["1000123454321", { via_bot: { id: 9, is_bot: true, first_name: "Hana", username: "hana_bot" } }],
  ])("is not looked up with the number in %j of %j, and stays open", async (text, passedOn) => {
    const world = await openBotWorld();
    await world.selam.press(await askWhichBank(world), "TEST Alpha Bank");
    await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
    const from = world.telegram.people.conversation("selam").user();
    const chat = { id: from.id, type: "private", first_name: "Selam" };
    const message = { message_id: 900, date: 1, from, chat, text, ...passedOn };
    world.telegram.updates.push({ message } as never);
    await botMessages(world, 2);
    expect(world.asked).toEqual([]);
    await world.selam.say("1000123454321");
    await botMessages(world, 3, ({ text }) => text.startsWith("❓"));
    expect(world.asked).toHaveLength(1);
  });

  test.each(["my number is 1000123454321", "12345"])(
    "is not answered by %j, which is typed for a newer question",
    async (text) => {
      const world = await openBotWorld();
      await world.selam.press(await askWhichBank(world), "TEST Alpha Bank");
      await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
      world.clock.now = new Date(world.clock.now.getTime() + 60_000);
      await world.selam.say("/accounts");
      const listed = (await botMessages(world, 2)).at(-1);
      await world.selam.press(listed?.message_id ?? 0, "➕ Add an account");
      await botMessages(world, 3, ({ text: asked }) => asked.startsWith("Send the number"));
      await world.selam.say(text);
      const said = (await botMessages(world, 4)).at(-1);
      expect(said?.text).not.toMatch(/^That is not an account number/);
      expect(world.asked).toEqual([]);
    },
  );

  test("is answered also by a reply to what asks nothing, but not by one to another question", async () => {
    const world = await openBotWorld();
    const first = await askWhichBank(world);
    await world.selam.press(first, "TEST Alpha Bank");
    await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
    await world.selam.say("FT26319K4Q7Y");
    const other = (await botMessages(world, 2, ({ text }) => text.startsWith("FT26319K4Q7Y"))).at(-1);
    await world.selam.say("1000123454321", other?.message_id);
    await botMessages(world, 3);
    expect(world.asked).toEqual([]);
    const hello = await world.selam.say("hello");
    await botMessages(world, 4);
    await world.selam.say("1000123454321", hello);
    await botMessages(world, 5, ({ text }) => text.startsWith("❓"));
    expect(world.asked).toHaveLength(1);
  });

  test("is answered also where a process of another version keeps more with it", async () => {
    const world = await openBotWorld();
    const question = await askWhichBank(world);
    await rewrite(world, (kept) => ({
      ...kept,
      new: 1,
      alternatives: kept.alternatives.map((one) => ({ ...one, new: 1, claims: { ...one.claims, new: [5] } })),
    }));
    await world.selam.press(question, "TEST Gamma Bank");
    await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
  });

  test("keeps its buttons where a process of another version asked it and this one cannot read it", async () => {
    const world = await openBotWorld();
    const question = await askWhichBank(world);
    const before = await rewrite(world, (kept) => ({ ...kept, kind: "of another version" }));
    await world.selam.press(question, "TEST Gamma Bank");
    await expect.poll(() => toasts(world)).toHaveLength(1);
    await rewrite(world, () => before);
    await world.selam.press(question, "TEST Gamma Bank");
    await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
  });

  test("stays open while another receipt is sent in between", async () => {
    const world = await openBotWorld();
    await world.selam.press(await askWhichBank(world), "TEST Alpha Bank");
    await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
    await world.selam.say("DKF1AB2CD3");
    await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    await world.selam.say("1000123454321");
    await botMessages(world, 3, ({ text }) => text.startsWith("❓"));
    expect(world.asked).toHaveLength(2);
  });

  test("with its account number is looked up at the bank that is pressed, in the place of the question", async () => {
    const world = await openBotWorld();
    await world.selam.say("FT26319K4Q7Z 1000123454321");
    const [question] = await botMessages(world, 1);
    await world.selam.press(question?.message_id ?? 0, "TEST Gamma Bank");
    const [answer] = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    expect(answer?.message_id).toBe(question?.message_id);
  });
});

describe("a number that replies to no question", () => {
  const first = "https://gamma.example/cs/?trx=CFT26319SS1KA";
  const second = "https://gamma.example/cs/?trx=CFT26319SS1KP";
  const asking = (count: number) => (message: ChatMessage) =>
    message.force_reply !== null && message.text.includes(`SS1K${count === 1 ? "A" : "P"}`);

  test("goes to the question that stands last, where one message has two", async () => {
    const world = await openBotWorld();
    await world.selam.say(`${first}\n${second}`);
    const questions = await botMessages(world, 2, ({ force_reply }) => force_reply !== null);
    expect(questions.at(-1)?.text).toContain("SS1KP");
    await world.selam.say("1000123454321");
    await world.untilCalls(() => world.asked.length > 0);
    expect(world.asked).toEqual([expect.stringContaining("SS1KP")]);
  });

  test("goes to the question that was asked again, where another one was asked in between", async () => {
    const world = await openBotWorld();
    await world.selam.say(first);
    const [earlier] = await botMessages(world, 1, asking(1));
    for (const text of [second, "12345"]) {
      world.clock.now = new Date(world.clock.now.getTime() + 1000);
      await world.selam.say(text, text === second ? undefined : earlier?.message_id);
      await botMessages(world, text === second ? 2 : 3);
    }
    await world.selam.say("1000123454321");
    await world.untilCalls(() => world.asked.length > 0);
    expect(world.asked).toEqual([expect.stringContaining("SS1KA")]);
  });

  test("is no answer to an earlier question once the last one was answered", async () => {
    const world = await openBotWorld();
    world.answers.give = () => fail("receipt_not_found");
    await world.selam.say(first);
    const [earlier] = await botMessages(world, 1, asking(1));
    world.clock.now = new Date(world.clock.now.getTime() + 1000);
    await world.selam.say(second);
    await botMessages(world, 2, asking(2));
    await world.selam.say("1000123454322");
    await botMessages(world, 3, ({ text }) => text.startsWith("❓"));
    await world.selam.say("1000123454321");
    const told = await botMessages(world, 4, ({ text }) => text.startsWith("Not checked. If this number"));
    expect(told.at(-1)?.text).toContain("as a reply to that question");
    expect(world.asked).toEqual([expect.stringContaining("SS1KP")]);
    await world.selam.say("1000123454321", earlier?.message_id);
    await world.untilCalls(() => world.asked.length > 1);
    expect(world.asked.at(-1)).toContain("SS1KA");
  });
});

describe("a press", () => {
  test("that comes twice is worked off once, and the second one is told", async () => {
    const world = await openBotWorld();
    const question = await askWhichBank(world);
    await Promise.all([
      world.selam.press(question, "TEST Alpha Bank"),
      world.selam.press(question, "TEST Alpha Bank"),
    ]);
    await world.untilCalls(
      (calls) => calls.filter(({ method }) => method === "answerCallbackQuery").length === 2,
    );
    expect(toasts(world)).toEqual([
      undefined,
      "This was answered already, or is too old. Please send the receipt again.",
    ]);
    const asks = world
      .callsOf("sendMessage")
      .filter(({ payload }) => JSON.stringify(payload).includes("force_reply"));
    expect(asks).toHaveLength(1);
  });

  test("that comes twice leaves the answer its buttons", async () => {
    const world = await openBotWorld();
    let open = (): void => undefined;
    const isOpen = new Promise<void>((resolve) => {
      open = resolve;
    });
    world.answers.give = async () => {
      await isOpen;
      return ok(verified());
    };
    await world.selam.say("FT26319K4Q7Z 1000123454321");
    const [question] = await botMessages(world, 1);
    const press = () => world.selam.press(question?.message_id ?? 0, "TEST Alpha Bank");
    await press();
    await world.untilCalls(() => world.asked.length > 0);
    await press();
    open();
    await world.untilCalls(() => toasts(world).length === 2);
    const [answer] = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    expect(answer?.buttons.flat().map(({ text }) => text)).toContain("✅ Yes, mine");
    expect(world.callsOf("editMessageReplyMarkup")).toEqual([]);
  });

  test("of another person changes nothing", async () => {
    const world = await openBotWorld();
    const question = await askWhichBank(world);
    const { telegram } = world;
    const shown = telegram.people.conversation("selam").find(question)?.message;
    const data = shown?.reply_markup?.inline_keyboard[0]?.[0]?.callback_data;
    if (shown === undefined || data === undefined) throw new Error("no button to press");
    const hana = telegram.people.conversation("hana").user();
    const conversation = telegram.people.conversation("selam");
    const id = telegram.callbackQueries.open({ conversation, userId: hana.id });
    telegram.updates.push({ callback_query: { id, from: hana, message: shown, chat_instance: "1", data } });
    await world.untilCalls((calls) => calls.some(({ method }) => method === "answerCallbackQuery"));
    expect(toasts(world)).toEqual(["Only the person who sent the receipt can answer this."]);

    await world.selam.press(question, "TEST Alpha Bank");
    await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
  });

  test("on a question of the day before is told so, and its buttons go", async () => {
    const world = await openBotWorld();
    const question = await askWhichBank(world);
    world.clock.now = new Date(world.clock.now.getTime() + 25 * 3_600_000);
    await world.selam.press(question, "TEST Alpha Bank");
    const [stale] = await botMessages(world, 1, ({ buttons }) => buttons.length === 0);
    expect(stale?.message_id).toBe(question);
    expect(toasts(world)).toEqual([
      "This was answered already, or is too old. Please send the receipt again.",
    ]);
  });

  test("on 'check again' counts once, however often it is pressed", async () => {
    const world = await openBotWorld();
    world.answers.give = () => fail("receipt_not_found");
    await world.selam.say("DKF1AB2CD3");
    const [answer] = await botMessages(world, 1);
    const id = answer?.message_id ?? 0;
    world.answers.give = () => ok(verified());
    await Promise.all([world.selam.press(id, "🔄 Check again"), world.selam.press(id, "🔄 Check again")]);
    await world.untilCalls(
      (calls) => calls.filter(({ method }) => method === "answerCallbackQuery").length === 2,
    );
    expect(world.asked).toHaveLength(2);
    const [after] = await botMessages(world, 1);
    expect(after?.text).toMatch(/^❓/);
    expect(after?.buttons.flat().map(({ text }) => text)).not.toContain("🔄 Check again");
  });
});

describe("a feedback link", () => {
  test("that holds the reference is said to be one and asked about", async () => {
    const world = await openBotWorld();
    await world.selam.say("Feedback: https://gamma.example/cs/?trx=CFT26319SS1KP");
    const [ask] = await botMessages(world, 1);
    expect(ask?.text).toMatch(
      /^This is the bank's feedback link, not the receipt\.\nFT26319SS1KP\nTEST Gamma Bank finds this receipt only/,
    );
  });

  test("beside the receipt link is not worth a word", async () => {
    const world = await openBotWorld();
    await world.selam.say(
      "Receipt: https://gamma.example/slip/?trx=FT26319SS1KP36984 Feedback: https://gamma.example/cs/?trx=CFT26319SS1KP",
    );
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toMatch(/^❓/);
    expect(world.callsOf("sendMessage")).toHaveLength(1);
  });
});
