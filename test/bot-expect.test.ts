import { describe, expect, test } from "vitest";
import { ok } from "../src/result.ts";
import { type BotWorld, botMessages, openBotWorld, reading } from "./support/bot-world.ts";

/** What was said last, once there are so many messages of the bot's. */
const said = async (world: BotWorld, count: number): Promise<string> =>
  (await botMessages(world, count)).at(-1)?.text ?? "";

const expectedLine = (text: string): string | undefined =>
  text.split("\n").find((line) => line.startsWith("Expected:"));

/** Every receipt of a world like this is of so many santim, by its reference. */
const openShop = async (
  santim: Readonly<Record<string, number>>,
  facts: Partial<ReturnType<typeof reading>["receipt"]> = {},
) => {
  const world = await openBotWorld();
  world.answers.give = (question) => {
    const reference = Object.keys(santim).find((one) => question.includes(one)) ?? "";
    return ok(
      reading({ ...facts, transaction_reference: reference }, { amountMinor: santim[reference] ?? 1 }),
    );
  };
  await world.selam.say("/start");
  await botMessages(world, 1);
  return world;
};

describe("/expect", () => {
  test("adds receipts up until the sum is there, each once, and forgets it then", async () => {
    const world = await openShop({ DKF1AB2CD3: 300_000, DKF1AB2CD4: 200_000, DKF1AB2CD5: 100_000 });
    await world.selam.say("/expect 5,000");
    expect(await said(world, 2)).toMatch(/^I expect 5,000\.00 ETB now\./);
    await world.selam.say("DKF1AB2CD3");
    const first = await said(world, 3);
    expect(first).toMatch(/^⚠️ Real receipt, but 2,000\.00 ETB are still missing\n/);
    expect(expectedLine(first)).toBe("Expected: 5,000.00 ETB · so far 3,000.00, missing 2,000.00 ⚠️");
    await world.selam.say("DKF1AB2CD3");
    const again = await said(world, 4);
    expect(again).toMatch(/^⚠️ Real receipt, but it was shown to you before/);
    expect(expectedLine(again)).toBe("Expected: 5,000.00 ETB · so far 3,000.00, this receipt is not added");
    await world.selam.say("/expect");
    expect(await said(world, 5)).toBe("Expected: 5,000.00 ETB. So far: 3,000.00 ETB. Missing: 2,000.00 ETB.");
    await world.selam.say("DKF1AB2CD4");
    const second = await said(world, 6);
    expect(second).toMatch(/^✅ Verified/);
    expect(expectedLine(second)).toBe("Expected: 5,000.00 ETB · come in 2 receipts ✅");
    await world.selam.say("DKF1AB2CD5");
    expect(expectedLine(await said(world, 7))).toBeUndefined();
    await world.selam.say("/expect");
    expect(await said(world, 8)).toBe("Expected: 5,000.00 ETB. It is there: 5,000.00 ETB.");
  });

  test("adds the receipts of one message up in their order", async () => {
    const world = await openShop({ DKF1AB2CD3: 300_000, DKF1AB2CD4: 200_000 });
    await world.selam.say("/expect 5000");
    await botMessages(world, 2);
    await world.selam.say("DKF1AB2CD3 and DKF1AB2CD4");
    const lines = (await botMessages(world, 4)).slice(2).map(({ text }) => expectedLine(text));
    expect(lines).toEqual([
      "Expected: 5,000.00 ETB · so far 3,000.00, missing 2,000.00 ⚠️",
      "Expected: 5,000.00 ETB · come in 2 receipts ✅",
    ]);
  });

  test("adds a receipt of somebody else's only once the asker says that it is theirs", async () => {
    const world = await openShop({ DKF1AB2CD3: 500_000 });
    await world.selam.say("/accounts 0911000001 Abebe Bekele");
    await botMessages(world, 2);
    await world.selam.say("/expect 5000");
    await botMessages(world, 3);
    await world.selam.say("DKF1AB2CD3");
    const [other] = (await botMessages(world, 4)).slice(3);
    expect(other?.text).toMatch(/^⚠️ Real receipt, but paid to someone else/);
    expect(expectedLine(other?.text ?? "")).toMatch(/so far 0\.00, this receipt is not added$/);
    await world.selam.press(other?.message_id ?? 0, "It is mine after all…");
    await botMessages(world, 1, ({ text }) => text.includes("as yours?"));
    await world.selam.press(other?.message_id ?? 0, "✅ Save");
    const mine = await botMessages(world, 1, ({ text }) => text.startsWith("✅"));
    expect(expectedLine(mine.at(-1)?.text ?? "")).toBe("Expected: 5,000.00 ETB · ✅");
  });

  test("counts a receipt once though its message comes twice", async () => {
    const world = await openShop({ DKF1AB2CD3: 300_000 });
    await world.selam.say("/expect 5000");
    await botMessages(world, 2);
    world.state.deliverTwice = true;
    await world.selam.say("DKF1AB2CD3");
    await botMessages(world, 3);
    await world.selam.say("/expect");
    expect(await said(world, 4)).toContain("So far: 3,000.00 ETB.");
  });

  test("takes amounts as they are written, and nothing else", async () => {
    const world = await openBotWorld();
    const typed = ["ETB 1,250.50", "600 birr", "ብር 42", "off", "", "much", "-5", "0.00", "5 000 000 000 000"];
    for (const text of typed) await world.selam.say(`/expect ${text}`);
    const texts = (await botMessages(world, typed.length)).map(({ text }) => text.split(" now.")[0]);
    expect(texts).toEqual([
      "I expect 1,250.50 ETB",
      "I expect 600.00 ETB",
      "I expect 42.00 ETB",
      "Nothing is expected any more.",
      "Nothing is expected. Send /expect 5000 to say how much should come.",
      ...Array.from({ length: 4 }, () => "This is no amount. Send it like this: /expect 5000"),
    ]);
  });
});
