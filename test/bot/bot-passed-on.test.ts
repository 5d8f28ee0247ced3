import { expect, test } from "vitest";
import { ok } from "../../src/core/result.ts";
import { catalogues } from "../../src/texts/texts.ts";
import { botMessages, openBotWorld, verified } from "../support/bot-world.ts";

/** A command, or an answer to a question of the bot, in a message that somebody else wrote. */

const forwarded = { forward_origin: { type: "hidden_user", sender_user_name: "Stranger", date: 1 } };
const throughBot = { via_bot: { id: 9, is_bot: true, first_name: "Stranger", username: "stranger_bot" } };

const openWorld = async () => {
  const world = await openBotWorld();
  const from = world.telegram.people.conversation("selam").user();
  const chat = { id: from.id, type: "private", first_name: "Selam" };
  let id = 900;
  const passOn = (text: string, how: object) => {
    id += 1;
    const length = text.split(/\s/)[0]?.length ?? 0;
    const entities = text.startsWith("/") ? [{ type: "bot_command", offset: 0, length }] : [];
    world.telegram.updates.push({
      message: { message_id: id, date: 1, from, chat, text, entities, ...how },
    } as never);
  };
  return { world, passOn };
};

test.each([
  ["forwarded", forwarded],
  ["sent through another bot", throughBot],
])("that was %s saves no account of a stranger's as one's own", async (_, how) => {
  const { world, passOn } = await openWorld();
  world.answers.give = () =>
    ok(verified({ receiver_name: "Abel Tesfaye", receiver_account: "2519****3344" }));
  passOn("/accounts 0911223344 Abel Tesfaye", how);
  await botMessages(world, 1, ({ text }) => text === catalogues.en.passedOnCommand);
  await world.selam.say("DKF1AB2CD3");
  const [, answer] = await botMessages(world, 2);
  expect(answer?.text).not.toContain("to you");
  expect(await world.store.db.selectFrom("saved_account").selectAll().execute()).toEqual([]);
});

test.each(["/join leave", "/expect 500", "/dashboard", "/erase", "/keys", "/language am"])(
  "does nothing as the forwarded %s",
  async (text) => {
    const { world, passOn } = await openWorld();
    passOn(text, forwarded);
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toBe(catalogues.en.passedOnCommand);
  },
);

test("leaves the receipt beside it to be looked up", async () => {
  const { world, passOn } = await openWorld();
  passOn(
    "/accounts 0911223344 Abel\n\nDear Customer, you have received ETB 1,250.00, ref DKF1AB2CD3",
    forwarded,
  );
  const [answer] = await botMessages(world, 1);
  expect(answer?.text).toContain("DKF1AB2CD3");
  expect(world.asked).toHaveLength(1);
});

const waysToPassOn = [
  ["forwarded", forwarded],
  ["sent through another bot", throughBot],
  ["sent through another bot as a reply", "reply"],
] as const;

test.each(waysToPassOn)("that was %s names no bank for an account that is being saved", async (_, way) => {
  const { world, passOn } = await openWorld();
  await world.selam.say("/accounts 1000123454321");
  const [asked] = await botMessages(world, 1);
  await world.selam.press(asked?.message_id ?? 0, "Another bank");
  const [, prompt] = await botMessages(world, 2);
  const { chat } = world.telegram.people.conversation("selam").find(prompt?.message_id ?? 0)?.message ?? {};
  const reply_to_message = { message_id: prompt?.message_id, date: 1, chat };
  passOn("TEST Beta Wallet", way === "reply" ? { ...throughBot, reply_to_message } : way);
  await botMessages(world, 3);
  expect(await world.store.db.selectFrom("saved_account").selectAll().execute()).toEqual([]);
});

test.each(waysToPassOn)("that was %s is no number that was asked for", async (_, way) => {
  const { world, passOn } = await openWorld();
  await world.selam.say("/accounts");
  const [listed] = await botMessages(world, 1);
  await world.selam.press(listed?.message_id ?? 0, "➕ Add an account");
  const [, prompt] = await botMessages(world, 2);
  const { chat } = world.telegram.people.conversation("selam").find(prompt?.message_id ?? 0)?.message ?? {};
  const reply_to_message = { message_id: prompt?.message_id, date: 1, chat };
  passOn("0911223344 Abel", way === "reply" ? { ...throughBot, reply_to_message } : way);
  await botMessages(world, 3);
  expect(await world.store.db.selectFrom("saved_account").selectAll().execute()).toEqual([]);
});
