import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { minuteMs } from "../../src/core/time.ts";
import type { ChatMessage } from "../../tools/demo/telegram/chat-view.ts";
import { granted } from "../support/books.ts";
import { type BotWorld, botMessages, openBotWorld, verified } from "../support/bot-world.ts";
import { codePicture } from "../support/pictures.ts";

const last = async (world: BotWorld, count: number, begins = ""): Promise<ChatMessage | undefined> =>
  (await botMessages(world, count, ({ text }) => text.startsWith(begins))).at(-1);

const labelsOf = (message: ChatMessage | undefined): string[] =>
  (message?.buttons ?? []).flat().map(({ text }) => text);

/** Saves an account at a bank by typing; resolves with how many messages the bot has sent by then. */
const saveAt = async (world: BotWorld, typed: string, bank: string, sent = 0): Promise<number> => {
  await world.selam.say(`/accounts ${typed}`);
  const asked = await last(world, sent + 1, "Which bank is");
  await world.selam.press(asked?.message_id ?? 0, bank);
  await last(world, sent + 1, "✅ Saved");
  return sent + 1;
};

describe("/accounts", () => {
  test("adds a number with its bank, lists it, and removes it", async () => {
    const world = await openBotWorld();
    await world.selam.say("/accounts");
    const empty = await last(world, 1, "You have saved no account of yours yet.");
    expect(labelsOf(empty)).toEqual(["➕ Add an account"]);
    await world.selam.press(empty?.message_id ?? 0, "➕ Add an account");
    const prompt = await last(world, 2);
    await world.selam.say("12345", prompt?.message_id);
    await last(world, 3, "This is no account number or phone");
    await world.selam.say("0911008765 sent you 1250 birr, DKF1AB2CD3");
    await last(world, 4, "❓ Real payment");
    await world.selam.say("1000 1234-54321 Hana Mekonnen");
    const asked = await last(world, 5, "Which bank is 1000123454321 at?");
    expect(labelsOf(asked)).toEqual(["TEST Alpha Bank", "TEST Gamma Bank", "Another bank"]);
    expect(await world.store.db.selectFrom("saved_account").selectAll().execute()).toEqual([]);
    await world.selam.press(asked?.message_id ?? 0, "TEST Alpha Bank");
    await last(world, 5, "✅ Saved. From now on I'll tell you when a payment reached 1000123454321.");
    await world.selam.say("/accounts");
    const listed = await last(world, 6, "Your accounts:");
    expect(listed?.text).toContain("• 1000123454321 · Hana Mekonnen · TEST Alpha Bank\n");
    await world.selam.press(listed?.message_id ?? 0, "🗑 Remove …4321");
    await last(world, 6, "You have saved no account of yours yet.");
  });

  test("keeps no half of a character where a long name is cut", async () => {
    const world = await openBotWorld();
    // The cut falls into the middle of an emoji for one of the two numbers.
    await saveAt(world, `1000123454321 ${"😀".repeat(300)}`, "TEST Alpha Bank");
    await saveAt(world, `10001234543210 ${"😀".repeat(300)}`, "TEST Alpha Bank", 1);
    await world.selam.say("/accounts");
    await last(world, 3, "Your accounts:");
    const texts = world.callsOf("sendMessage").map(({ payload }) => String(payload.text));
    expect(texts.at(-1)).toContain("😀 · TEST Alpha Bank");
    expect(texts.filter((text) => /\p{Cs}/u.test(text))).toEqual([]);
  });

  test("keeps another bank by the name that is typed, and forgets at a press what was just saved", async () => {
    const world = await openBotWorld();
    await world.selam.say("/accounts 1000123454321");
    const asked = await last(world, 1, "Which bank is");
    await world.selam.press(asked?.message_id ?? 0, "Another bank");
    await last(world, 2, "What is the bank called?");
    await world.selam.say("12345");
    await last(world, 3);
    await world.selam.say("Selam Bank S.C.");
    const saved = await last(world, 4, "✅ Saved.");
    await world.selam.say("/accounts");
    const listed = await last(world, 5, "Your accounts:");
    expect(listed?.text).toContain("• 1000123454321 · Selam Bank S.C.\n");
    await world.selam.press(asked?.message_id ?? 0, "TEST Alpha Bank");
    await world.untilCalls(() => world.callsOf("answerCallbackQuery").length === 2);
    expect(world.callsOf("answerCallbackQuery").at(-1)?.payload.text).toMatch(/too old/);
    await world.selam.press(saved?.message_id ?? 0, "↩️ Undo");
    await world.untilCalls(() => world.callsOf("answerCallbackQuery").length === 3);
    expect(await world.store.db.selectFrom("saved_account").selectAll().execute()).toEqual([]);
    expect(
      (await world.selam.state()).messages.find((one) => one.message_id === saved?.message_id),
    ).toMatchObject({ text: "Undone: …4321 is as it was before." });
  });

  test("knows a bank that is asked here by its label, however its name is typed", async () => {
    const world = await openBotWorld();
    await world.selam.say("/accounts 1000123454321");
    const asked = await last(world, 1, "Which bank is");
    await world.selam.press(asked?.message_id ?? 0, "Another bank");
    const prompt = await last(world, 2, "What is the bank called?");
    await world.selam.say("12345", prompt?.message_id);
    await last(world, 3, "A bank's name has");
    await world.selam.say("the gamma bank", prompt?.message_id);
    await last(world, 4, "✅ Saved.");
    await world.selam.say("/accounts");
    expect((await last(world, 5, "Your accounts:"))?.text).toContain("• 1000123454321 · TEST Gamma Bank\n");
  });

  test.each([
    ["alone", false],
    ["as a reply", true],
  ])("takes no receipt that is sent %s for the bank's name: it is looked up", async (_, isReply) => {
    const world = await openBotWorld();
    await world.selam.say("/accounts 1000123454321");
    const asked = await last(world, 1, "Which bank is");
    await world.selam.press(asked?.message_id ?? 0, "Another bank");
    const prompt = await last(world, 2, "What is the bank called?");
    await world.selam.say("DKF1AB2CD3", isReply ? prompt?.message_id : undefined);
    await last(world, 3, "❓ Real payment");
    expect(await world.store.db.selectFrom("saved_account").selectAll().execute()).toEqual([]);
    await world.selam.say("Selam Bank S.C.", prompt?.message_id);
    await last(world, 4, "✅ Saved.");
  });

  test("is refused to staff, whose additions would pass for the owner's", async () => {
    const world = await openBotWorld();
    const { id } = granted(await world.accounts.createAccount({ name: "Merkato", tier: "registered" }));
    const { code } = granted(await world.accounts.createLinkCode(id, "staff"));
    granted(await world.accounts.redeemLinkCode(code, world.telegram.people.user("selam").id));
    await world.selam.say("/accounts 0911008765");
    expect((await last(world, 1))?.text).toBe("Only the shop's owner can change what is saved.");
    expect(await world.dependencies.savedAccounts.of(id)).toEqual([]);
  });

  test("takes a number as a phone's contacts copy it, between marks that nobody sees", async () => {
    const world = await openBotWorld();
    await world.selam.say("/accounts \u202A+251 91 122 3344\u202C Hana");
    await last(world, 1, "✅ Saved. From now on I'll tell you when a payment reached 251911223344.");
    await world.selam.say("/accounts");
    const listed = await last(world, 2, "Your accounts:");
    expect(listed?.text).toContain("• 251911223344 · Hana\n");
    await world.selam.press(listed?.message_id ?? 0, "➕ Add an account");
    await last(world, 3, "Send the number");
    await world.selam.say("\u202A0911\u00A022\u00A033\u00A055\u202C");
    await last(world, 4, "✅ Saved. From now on I'll tell you when a payment reached 251911223355.");
  });

  test.each([
    ["1000123454321, Hana Mekonnen", "1000123454321", "Hana Mekonnen"],
    ["1000123454321,Hana", "1000123454321", "Hana"],
    ["“1000123454321” “Hana Mekonnen”", "1000123454321", "Hana Mekonnen"],
    ["[1000123454321] (Hana Mekonnen)", "1000123454321", "Hana Mekonnen"],
    ["00251911223344 Hana", "251911223344", "Hana"],
    ["00 251 91 122 3344", "251911223344", ""],
  ])("takes a number however people write it: %s", async (text, number, name) => {
    const world = await openBotWorld();
    await world.selam.say(`/accounts ${text}`);
    const [said] = await botMessages(world, 1);
    const [bank] = said?.buttons.flat() ?? [];
    if (number.startsWith("1000")) await world.selam.press(said?.message_id ?? 0, bank?.text ?? "");
    const { id } = world.telegram.people.user("selam");
    const saved = async () => {
      const account = granted(await world.accounts.telegramAccount(id))?.account ?? "";
      return world.dependencies.savedAccounts.of(account);
    };
    await expect.poll(saved).toMatchObject([{ number, name }]);
  });

  test("takes no amount for a number", async () => {
    const world = await openBotWorld();
    await world.selam.say("/accounts 12,500,000");
    expect((await botMessages(world, 1))[0]?.text).toMatch(/number/);
    expect((await botMessages(world, 1))[0]?.text).not.toContain("12500000");
  });

  test.each([
    ["the command has brought one since", ["/accounts 0911008765 Hana"], 1],
    ["another number has answered a later question", ["➕ Add an account", "0911008765 Hana"], 1],
    ["a receipt's question has been answered since", ["FT26319K4Q7Z by 1000123454321 at gamma"], 0],
    ["ten minutes have passed", [11 * minuteMs], 0],
  ])("takes no number that does not reply to its question once %s", async (_, between, saved) => {
    const world = await openBotWorld();
    await world.selam.say("/accounts");
    const listed = await last(world, 1);
    await world.selam.press(listed?.message_id ?? 0, "➕ Add an account");
    await last(world, 2, "Send the number");
    for (const step of between) {
      const { length } = world.callsOf("sendMessage");
      world.clock.now = new Date(world.clock.now.getTime() + (typeof step === "number" ? step : 1000));
      if (typeof step === "number") continue;
      if (step.startsWith("➕")) await world.selam.press(listed?.message_id ?? 0, step);
      else if (step.startsWith("FT")) {
        await world.selam.say("https://gamma.example/cs/?trx=CFT26319SS1KA");
        await world.untilCalls(() => world.callsOf("sendMessage").length > length);
        await world.selam.say("1000123454321");
        await world.untilCalls(() => world.asked.length > 0);
      } else await world.selam.say(step);
      await world.untilCalls(() => world.callsOf("sendMessage").length > length);
    }
    await world.selam.say("0922334455");
    await botMessages(world, 1, ({ text }) => text.startsWith("Send me the SMS"));
    expect(await world.store.db.selectFrom("saved_account").selectAll().execute()).toHaveLength(saved);
  });

  test("takes no caption for the number: the picture is looked at", async () => {
    const world = await openBotWorld();
    await world.selam.say("/accounts");
    await world.selam.press((await last(world, 1))?.message_id ?? 0, "➕ Add an account");
    await last(world, 2, "Send the number");
    await world.selam.show(await codePicture("hello").png().toBuffer(), { caption: "0911223344 Hana" });
    expect((await last(world, 3))?.text).toMatch(/^🚫 There is no QR code in this picture\./);
  });

  test("saves a phone without asking for its bank", async () => {
    const world = await openBotWorld();
    await world.selam.say("/accounts +251 911 008 765");
    expect((await last(world, 1))?.text).toMatch(/^✅ Saved\. /);
    await world.selam.say("DKF1AB2CD3");
    expect((await last(world, 2))?.text).toMatch(/^✅ 1,250.00 ETB to you · /);
  });

  test("asks for the name of a number that comes without one, and then tells others' numbers that end alike", async () => {
    const world = await openBotWorld();
    world.answers.give = () => ok(verified({ receiver_name: "Dawit Bekele" }));
    await world.selam.say("/accounts 0911008765");
    const saved = await last(world, 1, "✅ Saved. ");
    const line = "Add your name, so that I compare it, too: /accounts 251911008765 Your Name";
    expect(saved?.text.split("\n")[1]).toContain(line);
    await world.selam.say("/accounts 251911008765 Hana Mekonnen");
    expect((await last(world, 2, "✅ Saved. "))?.text).not.toContain("Your Name");
    await world.selam.say("DKF1AB2CD3");
    expect((await last(world, 3))?.text).toMatch(
      /^❓ Real payment: 1,250.00 ETB to Dawit Bekele. Is that you\?/,
    );
  });

  test("does not take another person's name for the saved one that it begins with", async () => {
    const world = await openBotWorld();
    const sent = await saveAt(world, "1000200004321 Kebede Alemu", "TEST Alpha Bank");
    const receiver = { receiver_account: "1****4321", receiver_name: "KEBEDECH ALEMU" };
    world.answers.give = () => ok(verified(receiver, { receiverBank: "alpha" }));
    await world.selam.say("DKF1AB2CD3");
    expect((await last(world, sent + 1))?.text).toMatch(/^❓ Real payment: 1,250.00 ETB to KEBEDECH ALEMU\./);
  });

  test.each([
    ["ሀና መኮንን", "ሐና መኮንን"],
    ["Gebre Michael Tesfaye", "GEBREMICHAEL TESFAYE"],
  ])("knows %s by the other spelling %s", async (saved, printed) => {
    const world = await openBotWorld();
    await world.selam.say(`/accounts 0911008765 ${saved}`);
    await last(world, 1, "✅ Saved. ");
    world.answers.give = () => ok(verified({ receiver_name: printed }));
    await world.selam.say("DKF1AB2CD3");
    expect((await last(world, 2))?.text).toMatch(/^✅ 1,250.00 ETB to you · /);
  });

  test.each(["Dr", "ወ/ሮ", "Ato."])(
    "takes the title %s alone for no name, and asks for one",
    async (title) => {
      const world = await openBotWorld();
      await world.selam.say(`/accounts 0911008765 ${title}`);
      expect((await last(world, 1, "✅ Saved. "))?.text).toContain(
        "Add your name, so that I compare it, too",
      );
      await world.selam.say("/accounts");
      expect((await last(world, 2, "Your accounts:"))?.text).not.toContain(title);
    },
  );

  test("is forgotten by /erase", async () => {
    const world = await openBotWorld();
    const sent = await saveAt(world, "1000123454321", "TEST Alpha Bank");
    await world.selam.say("/expect 5000");
    await last(world, sent + 1);
    await world.selam.say("/erase");
    const asked = await last(world, sent + 2);
    await world.selam.press(asked?.message_id ?? 0, "🗑 Yes, erase it all");
    await last(world, sent + 3, "Erased");
    for (const table of ["saved_account", "expectation", "expected_receipt"] as const)
      expect(await world.store.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});

describe("a reference that needs an account number", () => {
  test("is looked up without a question when one saved account fits", async () => {
    const world = await openBotWorld();
    const sent = await saveAt(world, "1000123454321", "TEST Alpha Bank");
    await world.selam.say("FT26319K4Q7Z");
    await last(world, sent + 1, "❓ Real payment");
    expect(world.asked).toEqual(["alpha FT26319K4Q7Z 1000123454321"]);
  });

  test("that is not found with it says so, and is asked elsewhere at a press", async () => {
    const world = await openBotWorld();
    const sent = await saveAt(world, "1000123454321", "TEST Alpha Bank");
    world.answers.give = () => fail("receipt_not_found");
    await world.selam.say("FT26319K4Q7Z");
    const missed = await last(world, sent + 1, "❓");
    expect(missed?.text).toMatch(
      /^❓ TEST Alpha Bank finds no receipt FT26319K4Q7Z with account …4321\. Either number may be wrong\.\n…4321 is the account that you saved\.\n/,
    );
    expect(labelsOf(missed)).toEqual([
      "Another account",
      "Try TEST Gamma Bank",
      "🔄 Check again",
      "📋 Copy reference",
      "✏️ Open the form",
    ]);
    expect(world.asked).toHaveLength(1);
    world.answers.give = () => ok(verified());
    await world.selam.press(missed?.message_id ?? 0, "Try TEST Gamma Bank");
    await last(world, sent + 1, "FT26319K4Q7Z\nTEST Gamma Bank finds");
    await world.selam.say("2000123459999");
    await last(world, sent + 2, "❓ Real payment");
    expect(world.asked.at(-1)).toBe("gamma FT26319K4Q7Z59999 2000123459999");
  });

  test("is one question where several fit, answered by a press", async () => {
    const world = await openBotWorld();
    const first = await saveAt(world, "1000123454321 Hana", "TEST Alpha Bank");
    const sent = await saveAt(world, "2000123459999", "TEST Gamma Bank", first);
    await world.selam.say("FT26319K4Q7Z");
    const asked = await last(world, sent + 1, "FT26319K4Q7Z\nWhich of your accounts was it paid to?");
    expect(labelsOf(asked)).toEqual([
      "…4321 · Hana · TEST Alpha Bank",
      "…9999 · TEST Gamma Bank",
      "Another account at TEST Alpha Bank",
      "Another account at TEST Gamma Bank",
    ]);
    await world.selam.press(asked?.message_id ?? 0, "…9999 · TEST Gamma Bank");
    await last(world, sent + 1, "❓");
    expect(world.asked).toEqual(["gamma FT26319K4Q7Z59999 2000123459999"]);
  });
});
