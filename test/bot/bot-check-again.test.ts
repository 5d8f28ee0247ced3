import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { minuteMs } from "../../src/core/time.ts";
import {
  type BotWorld,
  botMessages,
  fromBot,
  openBotWorld,
  saveReceiver,
  verified,
} from "../support/bot-world.ts";

const [first, second] = ["DKF1AB2CD3", "DKF1AB2CD4"];

/** Selam's shop has saved its account. Its bank did not answer, which the bot has said, and answers from now on. */
const askInVain = async () => {
  const world = await openBotWorld();
  await saveReceiver(world);
  world.answers.give = () => fail("provider_timeout");
  const id = await world.selam.say(first);
  const [told] = await botMessages(world, 1, ({ buttons }) => buttons.length > 0);
  world.answers.give = (question) =>
    ok(verified({ transaction_reference: /DKF1AB2CD\d/.exec(question)?.[0] ?? first }));
  const data = told?.buttons.flat().find(({ text }) => text.includes("Check again"))?.callback_data;
  const press = () => {
    const from = world.telegram.people.user("selam");
    const chat = { id: from.id, type: "private" };
    const message = { message_id: told?.message_id ?? 0, date: 1, chat };
    const query = { id: "1", from, chat_instance: "1", message, data };
    world.telegram.updates.push({ callback_query: query } as never);
  };
  const isAnswered = () => world.callsOf("answerCallbackQuery").length > 0;
  return { world, id, press, isAnswered };
};

const pass = (world: BotWorld, ms: number): void => {
  world.clock.now = new Date(world.clock.now.getTime() + ms);
};

const verifiedIn = async ({ selam }: BotWorld): Promise<readonly string[]> =>
  fromBot((await selam.state()).messages)
    .map(({ text }) => text)
    .filter((text) => text.startsWith("✅"));

/** One ✅ stands, and it goes when the message is changed. */
const expectOne = async (world: BotWorld, id: number): Promise<void> => {
  await expect.poll(() => verifiedIn(world)).toEqual([expect.stringContaining(first)]);
  await world.selam.edit(id, second);
  await expect.poll(() => verifiedIn(world)).toEqual([expect.stringContaining(second)]);
};

describe("“Check again” under a ⏳ whose answer stands below by now", () => {
  test("changes nothing", async () => {
    const { world, id, press, isAnswered } = await askInVain();
    pass(world, minuteMs);
    await expect.poll(() => verifiedIn(world)).toHaveLength(1);
    press();
    await world.untilCalls(isAnswered);
    expect(world.asked.filter((question) => question.includes(first))).toHaveLength(2);
    await expectOne(world, id);
  });

  test("changes nothing either while Telegram makes that answer wait", async () => {
    const { world, id, press, isAnswered } = await askInVain();
    let isFlooded = true;
    world.faults.push(({ method, payload }) =>
      isFlooded && method === "sendMessage" && String(payload.text).startsWith("✅")
        ? { kind: "refuse", code: 429, description: "Too Many Requests: retry after 5", retryAfter: 5 }
        : undefined,
    );
    pass(world, minuteMs);
    await world.untilCalls((calls) => calls.some(({ payload }) => String(payload.text).startsWith("✅")));
    press();
    isFlooded = false;
    await expect
      .poll(() => {
        pass(world, 1_000);
        return isAnswered();
      })
      .toBe(true);
    await expectOne(world, id);
  });
});
