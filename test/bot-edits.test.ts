import { describe, expect, test } from "vitest";
import { botMessages, openBotWorld } from "./support/bot-world.ts";

const withdrawn = "You have changed the message: this receipt no longer stands in it.";

describe("a message that is changed", () => {
  test("from a receipt into chatter changes its answer", async () => {
    const world = await openBotWorld();
    const id = await world.selam.say("DKF1AB2CD3");
    const [answer] = await botMessages(world, 1, ({ text }) => text.startsWith("✅"));
    await world.selam.edit(id, "never mind");
    const [changed, ...others] = await botMessages(world, 1, ({ text }) => text === withdrawn);
    expect(changed?.message_id).toBe(answer?.message_id);
    expect(changed?.buttons).toEqual([]);
    expect(others).toEqual([]);
  });

  test("to hold one receipt fewer changes the answer about that one alone", async () => {
    const world = await openBotWorld();
    const id = await world.selam.say("DKF1AB2CD3 DKF1AB2CD4");
    const before = await botMessages(world, 2);
    await world.selam.edit(id, "DKF1AB2CD3");
    const after = await botMessages(world, 2, ({ text }) => text === withdrawn);
    expect(after.map(({ message_id }) => message_id)).toEqual(before.map(({ message_id }) => message_id));
    expect(after[0]?.text).toMatch(/^✅/);
  });

  test("beside a receipt that stays is the same showing of it", async () => {
    const world = await openBotWorld();
    await world.selam.say("/start");
    await botMessages(world, 1);
    const id = await world.selam.say("DKF1AB2CD3");
    await botMessages(world, 2, ({ text }) => text.startsWith("✅"));
    await world.selam.edit(id, "for the shoes: DKF1AB2CD3");
    await botMessages(world, 2, ({ text, is_edited }) => is_edited && text.startsWith("✅"));
    await world.selam.say("DKF1AB2CD3");
    expect((await botMessages(world, 3)).at(-1)?.text).toMatch(
      /^⚠️ Real receipt, but it was shown to you before/,
    );
  });
});
