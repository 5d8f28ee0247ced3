import { describe, expect, test } from "vitest";
import type { ChatMessage } from "../dev/telegram/chat-view.ts";
import type { Player } from "../dev/telegram/player.ts";
import { granted } from "./support/books.ts";
import { type BotWorld, fromBot, openBotWorld } from "./support/bot-world.ts";

/** "Is that you?": saving is a decision of its own, of whoever owns the account. */

type Label = string;

const labelsOf = (message: ChatMessage | undefined): Label[] =>
  (message?.buttons ?? [])
    .flat()
    .map(({ text }) => text)
    .filter((text) => !/Copy|Details/.test(text));

/** One person's chat: what the bot says there last, and presses under it. */
const chatOf = (world: BotWorld, player: Player) => {
  const latest = async (isAsWanted: (message: ChatMessage) => boolean): Promise<ChatMessage> => {
    const { messages } = await player.waitUntil(({ messages }) => {
      const last = fromBot(messages).at(-1);
      return last !== undefined && isAsWanted(last);
    });
    const last = fromBot(messages).at(-1);
    if (last === undefined) throw new Error("the bot has said nothing");
    return last;
  };
  return {
    say: player.say,
    latest,
    with: (...labels: readonly Label[]) => latest((message) => labelsOf(message).join() === labels.join()),
    saying: (text: string) => latest((message) => message.text.includes(text)),
    /** Presses, and resolves with what is told for a moment. */
    press: async (message: ChatMessage, label: Label): Promise<string> => {
      const before = world.callsOf("answerCallbackQuery").length;
      await player.press(message.message_id, label);
      await world.untilCalls(() => world.callsOf("answerCallbackQuery").length > before);
      return String(world.callsOf("answerCallbackQuery").at(-1)?.payload.text ?? "");
    },
  };
};

const own = ["✅ Yes, mine", "❌ Not mine"];
const question = ["✅ Save", "Only this one", "Cancel"];

const openWorld = async () => {
  const world = await openBotWorld();
  const selam = chatOf(world, world.selam);
  const idOf = (person: "selam" | "hana") => world.telegram.people.user(person).id;
  const saved = async () => {
    const account = granted(await world.accounts.telegramAccount(idOf("selam")))?.account ?? "";
    return world.dependencies.savedAccounts.of(account);
  };
  const answers = () => world.store.db.selectFrom("receiver_answer").select("answer").execute();
  return { world, selam, saved, answers, idOf };
};

describe("in a private chat", () => {
  test("yes only asks; saving is pressed, holds for every later payment, and can be undone", async () => {
    const { world, selam, saved } = await openWorld();
    await selam.say("DKF1AB2CD3");
    const record = await selam.with(...own);
    await selam.press(record, "✅ Yes, mine");
    const asked = await selam.with(...question);
    expect(asked.message_id).toBe(record.message_id);
    expect(asked.text).toMatch(
      /\n\nSave 2519\*\*\*\*8765 · Hana Mekonnen as yours\? Every later payment to it will be ✅\.$/,
    );
    expect(await saved()).toEqual([]);

    await selam.press(asked, "✅ Save");
    const done = await selam.with("↩️ Undo");
    expect(done.message_id).toBe(record.message_id);
    expect(done.text).toMatch(/^✅/);
    expect(done.text).toContain("Saved. From now on I'll tell you when a payment reached 2519****8765.");
    expect(await saved()).toMatchObject([
      { provider: "beta", number: "2519****8765", name: "Hana Mekonnen" },
    ]);
    expect(world.asked).toHaveLength(1);

    await selam.say("DKF1AB2CD4");
    expect((await selam.with()).text).toMatch(/^✅/);
    expect(await selam.press(done, "↩️ Undo")).toBe("Undone: …8765 is as it was before.");
    expect(await saved()).toEqual([]);
    const { messages } = await world.selam.state();
    expect(labelsOf(messages.find(({ message_id: id }) => id === record.message_id))).toEqual(own);
  });

  test("cancel changes nothing, and an old button that is pressed once more says what is so", async () => {
    const { world, selam, saved } = await openWorld();
    await selam.say("DKF1AB2CD3");
    const record = await selam.with(...own);
    await selam.press(record, "✅ Yes, mine");
    const asked = await selam.with(...question);
    await selam.press(asked, "Cancel");
    await selam.with(...own);
    expect(await saved()).toEqual([]);

    await selam.press(record, "✅ Yes, mine");
    const again = await selam.with(...question);
    const { length } = world.callsOf("answerCallbackQuery");
    await Promise.all([selam.press(again, "✅ Save"), selam.press(again, "✅ Save")]);
    await world.untilCalls(() => world.callsOf("answerCallbackQuery").length === length + 2);
    expect(world.callsOf("answerCallbackQuery").at(-1)?.payload.text).toMatch(
      /^This account is saved already\./,
    );
    expect(await saved()).toHaveLength(1);
  });
});
