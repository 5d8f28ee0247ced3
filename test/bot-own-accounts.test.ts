import { describe, expect, test } from "vitest";
import type { ChatMessage } from "../dev/telegram/chat-view.ts";
import { fail } from "../src/failure.ts";
import { ok } from "../src/result.ts";
import { granted } from "./support/books.ts";
import { type BotWorld, botMessages, openBotWorld, reading } from "./support/bot-world.ts";
import { codePicture } from "./support/pictures.ts";

const last = async (world: BotWorld, count: number, begins = ""): Promise<ChatMessage | undefined> =>
  (await botMessages(world, count, ({ text }) => text.startsWith(begins))).at(-1);

const labelsOf = (message: ChatMessage | undefined): string[] =>
  (message?.buttons ?? []).flat().map(({ text }) => text);

const thatsMe = "✔️ Yes, that is me: save it";
const idOf = (world: BotWorld) => world.telegram.people.conversation("selam").user().id;

/** Saves an account at a bank by typing; resolves with how many messages the bot has sent by then. */
const saveAt = async (world: BotWorld, typed: string, bank: string, sent = 0): Promise<number> => {
  await world.selam.say(`/accounts ${typed}`);
  const asked = await last(world, sent + 1, "✅ Saved");
  await world.selam.press(asked?.message_id ?? 0, bank);
  await last(world, sent + 1, "Your accounts:");
  return sent + 1;
};

describe("'is that you?'", () => {
  test("saves the receiver at a press, and the record is judged anew in its place", async () => {
    const world = await openBotWorld();
    await world.selam.say("DKF1AB2CD3");
    const asked = await last(world, 1, "✅ Verified: paid to Hana Mekonnen. Is that you?");
    await world.selam.press(asked?.message_id ?? 0, thatsMe);
    const said = await last(world, 1, "✅ Verified: paid to your account, Hana Mekonnen");
    expect(said?.message_id).toBe(asked?.message_id);
    expect(said?.text).toContain("\nTo: Hana Mekonnen · 2519****8765 · your account ✅\n");
    expect(labelsOf(said)).toEqual(["📋 Copy reference"]);
    expect(world.asked).toHaveLength(1);

    world.answers.give = () =>
      ok(reading({ receiver_name: "HANA MEKONNEN", receiver_account: "251911008765" }));
    await world.selam.say("DKF1AB2CD4");
    expect((await last(world, 2))?.text).toMatch(/^✅ Verified: paid to your account, HANA MEKONNEN\n/);
    world.answers.give = () => ok(reading({ receiver_name: "Abebe Kebede" }));
    await world.selam.say("DKF1AB2CD5");
    expect((await last(world, 3))?.text).toMatch(
      /^⚠️ Real receipt, but your account has another name there: Abebe Kebede\n/,
    );
    world.answers.give = () => ok(reading({ receiver_account: "2519****8766" }));
    await world.selam.say("DKF1AB2CD6");
    const other = await last(world, 4);
    expect(other?.text).toMatch(/^⚠️ Real receipt, but paid to someone else: Hana Mekonnen\n/);
    expect(other?.text).toContain("2519****8766 · not your account ❌");
    expect(labelsOf(other)).toEqual([thatsMe, "📋 Copy reference"]);
  });

  test("comes to the same when it is pressed twice, and is asked by nobody's older button", async () => {
    const world = await openBotWorld();
    await world.selam.say("DKF1AB2CD3");
    const { message_id: id = 0 } = (await last(world, 1)) ?? {};
    await Promise.all([world.selam.press(id, thatsMe), world.selam.press(id, thatsMe)]);
    await world.untilCalls(
      (calls) => calls.filter(({ method }) => method === "answerCallbackQuery").length === 2,
    );
    const account = granted(await world.accounts.telegramAccount(idOf(world)))?.account ?? "";
    expect(await world.dependencies.savedAccounts.of(account)).toMatchObject([
      { provider: "", number: "2519****8765", name: "Hana Mekonnen" },
    ]);

    await world.selam.say("DKF1AB2CD4");
    expect(labelsOf(await last(world, 2))).not.toContain(thatsMe);
    world.answers.give = () => ok(reading({ receiver_account: "1****4321" }));
    await world.selam.say("DKF1AB2CD5");
    const old = await last(world, 3);
    await world.store.db.deleteFrom("delivery").execute();
    await world.selam.press(old?.message_id ?? 0, thatsMe);
    await world.untilCalls(
      (calls) => calls.filter(({ method }) => method === "answerCallbackQuery").length === 3,
    );
    expect(world.callsOf("answerCallbackQuery").at(-1)?.payload.text).toMatch(/too old/);
    expect(await world.dependencies.savedAccounts.of(account)).toHaveLength(1);
  });

  test("keeps the whole number where its digits were typed and are the receiver's", async () => {
    const world = await openBotWorld();
    world.answers.give = () => ok(reading({ payer_account: "1****8888", receiver_account: "1****4321" }));
    await world.selam.say("FT26319K4Q7Z 1000123454321");
    const bank = await last(world, 1);
    await world.selam.press(bank?.message_id ?? 0, "TEST Alpha Bank");
    const said = await last(world, 1, "✅ Verified");
    await world.selam.press(said?.message_id ?? 0, thatsMe);
    await last(world, 1, "✅ Verified: paid to your account");
    await world.selam.say("/accounts");
    expect((await last(world, 2, "Your accounts"))?.text).toContain(
      "• 1000123454321 · Hana Mekonnen · TEST Alpha Bank",
    );
  });

  test("is no question of staff's, who cannot add accounts of their own", async () => {
    const world = await openBotWorld();
    const { id } = granted(await world.accounts.createAccount({ name: "Merkato", tier: "registered" }));
    const { code } = granted(await world.accounts.createLinkCode(id, "staff"));
    granted(await world.accounts.redeemLinkCode(code, idOf(world)));
    await world.selam.say("DKF1AB2CD3");
    expect(labelsOf(await last(world, 1, "✅"))).toEqual(["📋 Copy reference"]);
    await world.selam.say("/accounts 1000123454321");
    expect((await last(world, 2))?.text).toBe("Only the owner of the account can change what is saved.");
    expect(await world.dependencies.savedAccounts.of(id)).toEqual([]);
  });
});

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
    await last(world, 4, "✅ Verified");
    await world.selam.say("1000 1234-54321 Hana Mekonnen");
    const asked = await last(world, 5, "✅ Saved: 1000123454321");
    expect(labelsOf(asked)).toEqual(["TEST Alpha Bank", "TEST Gamma Bank", "Another bank"]);
    await world.selam.press(asked?.message_id ?? 0, "TEST Alpha Bank");
    const listed = await last(world, 5, "Your accounts:");
    expect(listed?.text).toContain("• 1000123454321 · Hana Mekonnen · TEST Alpha Bank\n");
    await world.selam.press(listed?.message_id ?? 0, "🗑 Remove …4321");
    await last(world, 5, "You have saved no account of yours yet.");
  });

  test("takes a number as a phone's contacts copy it, between marks that nobody sees", async () => {
    const world = await openBotWorld();
    await world.selam.say("/accounts \u202A+251 91 122 3344\u202C Hana");
    await last(world, 1, "✅ Saved: 251911223344.");
    await world.selam.say("/accounts");
    const listed = await last(world, 2, "Your accounts:");
    expect(listed?.text).toContain("• 251911223344 · Hana\n");
    await world.selam.press(listed?.message_id ?? 0, "➕ Add an account");
    await last(world, 3, "Send the number");
    await world.selam.say("\u202A0911\u00A022\u00A033\u00A055\u202C");
    await last(world, 4, "✅ Saved: 251911223355.");
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
    expect((await last(world, 1))?.text).toMatch(/^✅ Saved: 251911008765\. /);
    await world.selam.say("DKF1AB2CD3");
    expect((await last(world, 2))?.text).toMatch(/^✅ Verified: paid to your account, /);
  });

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
    await last(world, sent + 1, "⚠️ Real receipt, but paid to someone else");
    expect(world.asked).toEqual(["alpha FT26319K4Q7Z 1000123454321"]);
  });

  test("that is not found with it says so, and is asked elsewhere at a press", async () => {
    const world = await openBotWorld();
    const sent = await saveAt(world, "1000123454321", "TEST Alpha Bank");
    world.answers.give = () => fail("receipt_not_found");
    await world.selam.say("FT26319K4Q7Z");
    const missed = await last(world, sent + 1, "❌");
    expect(missed?.text).toContain("\nAsked with your saved account …4321.\n");
    expect(labelsOf(missed)).toEqual([
      "🔄 Check again",
      "📋 Copy reference",
      "Another account at TEST Alpha Bank",
      "Another account at TEST Gamma Bank",
    ]);
    expect(world.asked).toHaveLength(1);
    world.answers.give = () => ok(reading());
    await world.selam.press(missed?.message_id ?? 0, "Another account at TEST Gamma Bank");
    await last(world, sent + 1, "FT26319K4Q7Z\nTEST Gamma Bank finds");
    await world.selam.say("2000123459999");
    await last(world, sent + 2, "⚠️ Real receipt, but paid to someone else");
    expect(world.asked.at(-1)).toBe("gamma FT26319K4Q7Z59999");
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
    await last(world, sent + 1, "⚠️");
    expect(world.asked).toEqual(["gamma FT26319K4Q7Z59999"]);
  });
});
