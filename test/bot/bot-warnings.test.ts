import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { type BotWorld, botMessages, openBotWorld, saveReceiver, verified } from "../support/bot-world.ts";
import { oneIn } from "../support/extent.ts";

const buttonsOf = async (world: BotWorld): Promise<readonly string[]> =>
  (await world.selam.state()).messages
    .at(-1)
    ?.buttons.flat()
    .map(({ text }) => text) ?? [];

describe("an SMS whose amount was changed and disguised", () => {
  test.each(
    oneIn(3, [
      "ETB *12,500.00*",
      "ETB (12,500.00)",
      "`12,500.00` ETB",
      "ETB 12,5OO.00",
      "E T B 12,500.00",
      "12,500 birr only",
      "፼፳፭፻ ብር",
      "ETB 12,500.00 bonus",
      "12500 birrs",
      "ETB 12,500,00",
      "1️⃣2️⃣,5️⃣0️⃣0️⃣ birr",
    ]),
  )("does not agree with the receipt: %s", async (amount) => {
    const world = await openBotWorld();
    await saveReceiver(world);
    world.answers.give = () => ok(verified({ receiver_name: "HANA MEKONNEN TADESSE" }, {}));
    await world.selam.say(
      `Dear Hana\nYou have received ${amount} from SELAM GETACHEW(2519****4321). Your transaction number is DKF1AB2CD3. Your current balance is ETB 20,311.08.`,
    );
    const [answer] = await botMessages(world, 1);
    expect(answer?.text.split("\n")[0]).toBe("⚠️ 1,250.00 ETB, real, but the message says 12,500.00");
  });
});

describe("a larger amount beside claims that agree", () => {
  test.each(
    oneIn(3, [
      "I paid the bill of 12,500 birr. Box 1,250 birr. DKF1AB2CD3",
      "I paid with my wallet the bill of 12,500 birr, 1,250 birr DKF1AB2CD3",
      "Price 12,500 birr, fully paid. 1,250 birr DKF1AB2CD3",
      "12,500 birr or more, paid 1,250 birr DKF1AB2CD3",
      "Bill 12,500 birr. DKF1AB2CD3",
      "paid 1,250 birr of 12,500 birr DKF1AB2CD3",
      "You have received ETB 1,250.00. Reason: 12,500 birr for the box. Txn ID: DKF1AB2CD3",
      "Remaining payment 12,500 birr, 1,250 birr DKF1AB2CD3",
      "Total: 12500, 1,250 birr DKF1AB2CD3",
      "10 boxes at 1,250 birr DKF1AB2CD3",
    ]),
  )("is said, and accuses nobody: %s", async (text) => {
    const world = await openBotWorld();
    await saveReceiver(world);
    world.answers.give = () => ok(verified({ receiver_name: "HANA MEKONNEN TADESSE" }, {}));
    await world.selam.say(text);
    const [answer] = await botMessages(world, 1);
    expect(answer?.text.split("\n").slice(0, 2)).toEqual([
      "✅ 1,250.00 ETB to you · HANA MEKONNEN TADESSE",
      "ℹ️ 12,500.00 ETB is also mentioned. This receipt is for 1,250.00 ETB only.",
    ]);
  });

  test.each(
    oneIn(3, [
      "Dear Hana\nYou have received ETB 1,250.00 from SELAM GETACHEW(2519****4321). Your transaction number is DKF1AB2CD3. Your current balance is ETB 20,311.08.",
      "sent 1,250 birr, 300 birr is for the box DKF1AB2CD3",
      "You have received ETB 1,250.00. Txn ID: DKF1AB2CD3. Transfer 2,000 birr and get 50MB free",
      "ance is ETB 9,310.55. Thank you for Banking with us! Txn ID: DKF1AB2CD3",
      "You have transferred ETB 1,250.00. Service charge ETB 5.00, VAT ETB 0.75, total ETB 1,255.75. Ref DKF1AB2CD3",
    ]),
  )("is no balance, no advertisement, nothing smaller, and not the receipt's total: %s", async (text) => {
    const world = await openBotWorld();
    await saveReceiver(world);
    world.answers.give = () => ok(verified({ receiver_name: "HANA MEKONNEN TADESSE" }, {}));
    await world.selam.say(text);
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toMatch(/^✅ /u);
    expect(answer?.text).not.toContain("mentioned");
  });
});

describe("a reference that is probably mistyped", () => {
  test("is asked about before anybody is, and the one that was meant is looked up", async () => {
    const world = await openBotWorld();
    await world.selam.say("D1F9QW8ER7");
    const [question] = await botMessages(world, 1);
    expect(question?.text).toBe(
      "❗ This may be mistyped. Did you mean DIF9QW8ER7?\nWhich one is on the receipt?",
    );
    expect(await buttonsOf(world)).toEqual([
      "DIF9QW8ER7 · TEST Beta Wallet",
      "D1F9QW8ER7 · TEST Beta Wallet",
    ]);
    expect(world.asked).toEqual([]);

    await world.selam.press(question?.message_id ?? 0, "DIF9QW8ER7 · TEST Beta Wallet");
    await botMessages(world, 1, ({ text }) => /^❓/u.test(text) && !text.includes("mistyped"));
    expect(world.asked).toEqual(["beta DIF9QW8ER7"]);
  });

  test("is looked up as it was typed where the person says so", async () => {
    const world = await openBotWorld();
    world.answers.give = () => fail("receipt_not_found");
    await world.selam.say("D1F9QW8ER7");
    const [question] = await botMessages(world, 1);
    await world.selam.press(question?.message_id ?? 0, "D1F9QW8ER7 · TEST Beta Wallet");
    const said = await botMessages(world, 1, ({ text }) => /^[🕓❌]/u.test(text));
    expect(world.asked).toEqual(["beta D1F9QW8ER7"]);
    expect(said.at(-1)?.text).toContain("\n❗ This may be mistyped. Did you mean DIF9QW8ER7?\n");
  });

  test("keeps the account number that stood beside it", async () => {
    const world = await openBotWorld();
    await world.selam.say("FT263I9K4Q7Z acc 1000400004321");
    const [question] = await botMessages(world, 1);
    expect(await buttonsOf(world)).toEqual([
      "FT26319K4Q7Z · TEST Alpha Bank",
      "FT26319K4Q7Z · TEST Gamma Bank",
      "FT263I9K4Q7Z · TEST Alpha Bank",
      "FT263I9K4Q7Z · TEST Gamma Bank",
    ]);
    await world.selam.press(question?.message_id ?? 0, "FT26319K4Q7Z · TEST Alpha Bank");
    await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    expect(world.asked).toEqual(["alpha FT26319K4Q7Z 1000400004321"]);
  });

  test("is only remarked on where nobody knows what was meant", async () => {
    const world = await openBotWorld();
    world.answers.give = () => fail("receipt_not_found");
    await world.selam.say("Txn ID DK09QW8ER7");
    const said = await botMessages(world, 1, ({ text }) => /^[🕓❌]/u.test(text));
    expect(said.at(-1)?.text).toContain(
      "\n❗ This may be mistyped: there is no possible date in it. Look again at O and 0, I and 1.\n",
    );
  });
});

test("an old receipt is told by its reference while the bot still asks", async () => {
  const world = await openBotWorld();
  await world.selam.say("FT26224K4Q7Z");
  const [question] = await botMessages(world, 1);
  expect(question?.text).toBe(
    "❗ By its reference, this payment is 3 months old.\nFT26224K4Q7Z\nWhich bank is this receipt from?",
  );
});

test("half a reference is named as one", async () => {
  const world = await openBotWorld();
  await world.selam.say("with Ref No FT26319K4");
  const [said] = await botMessages(world, 1);
  expect(said?.text).toBe(
    "🚫 This does not have the form of a reference of this bank.\nCopy the reference or the link exactly as it stands on the receipt or in the SMS.\nFT26319K4",
  );
});

test("of many receipts in one message, what the quota leaves unchecked is told once", async () => {
  const world = await openBotWorld();
  const references = Array.from({ length: 9 }, (_, at) => `DKF1AB2CD${at}`);
  await world.selam.say(references.join("\n"));
  const said = await botMessages(world, 7, ({ text }) => text.includes("same reason"));
  expect(world.asked).toHaveLength(5);
  expect(said.map(({ text }) => text.split("\n")[0])).toEqual([
    ...Array.from({ length: 5 }, () => "❓ Real payment: 1,250.00 ETB to Hana Mekonnen. Is that you?"),
    "🚫 This payment was not checked.",
    "🚫 Not checked for the same reason:",
  ]);
  expect(said.at(-1)?.text.split("\n").slice(1)).toEqual(references.slice(6));
});
