import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { minuteMs } from "../../src/core/time.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { createPlayer, type Player } from "../../tools/demo/telegram/player.ts";
import { granted } from "../support/books.ts";
import {
  type BotWorld,
  botMessages,
  fromBot,
  morning,
  openBotWorld,
  providers,
  saveReceiver,
  verified,
} from "../support/bot-world.ts";
import { codePicture } from "../support/pictures.ts";

const reference = "DKF1AB2CD3";
const undone = "❌ The payment was not completed: ask for a new payment.";

/** A bank that shows each receipt it is asked for, until it calls the first one reversed. All pictures show that one. */
const openWorld = async () => {
  const detection = detect(reference, providers, morning);
  const shown = { kind: "code", detection, link: null, needsConfirmation: false } as const;
  const world = await openBotWorld({}, async () => ok(shown));
  const bank = { hasReversed: false };
  world.answers.give = (question) => {
    const asked = /DKF1AB2CD\d/.exec(question)?.[0] ?? reference;
    return bank.hasReversed && asked === reference
      ? fail("receipt_not_completed", { receiptStatus: "Reversed" })
      : ok(verified({ transaction_reference: asked }));
  };
  /** A quarter of an hour later. */
  const reverse = () => {
    bank.hasReversed = true;
    world.clock.now = new Date(world.clock.now.getTime() + 15 * minuteMs);
  };
  return { world, reverse };
};

const lastOf = async (player: Pick<Player, "state">) => fromBot((await player.state()).messages).at(-1);

/** What the bot's message says by now, once that is as wanted. */
const textOf = async (player: Player, messageId: number, wanted: RegExp): Promise<string> => {
  const { messages } = await player.waitUntil((state) =>
    state.messages.some(({ message_id, text }) => message_id === messageId && wanted.test(text)),
  );
  return messages.find(({ message_id }) => message_id === messageId)?.text ?? "";
};

/** The results in the history that Selam exports. */
const exportedBy = async (world: BotWorld): Promise<string[]> => {
  await world.selam.say("/export");
  const { messages } = await world.selam.waitUntil((state) => {
    const last = fromBot(state.messages).at(-1);
    return last?.document?.file_id !== undefined;
  });
  const { document } = fromBot(messages).at(-1) ?? {};
  const file = world.telegram.files.byId(document?.file_id ?? "")?.bytes.toString("utf8") ?? "";
  const rows = file.trimEnd().split("\r\n").slice(1);
  return rows.map((row) => row.split(",")[4] ?? "");
};

const pressed = (world: BotWorld) => world.callsOf("answerCallbackQuery").at(-1)?.payload.text;

/** Hana, and the group that she has bound to her shop. */
const bindGroup = async (world: { readonly url: string }) => {
  const [hana, group] = [createPlayer(world.url, "hana"), createPlayer(world.url, "hana", "group")];
  await hana.say("/start");
  await hana.waitUntil(({ messages }) => fromBot(messages).length >= 1);
  await group.say("/join");
  const bound = await group.waitUntil(({ messages }) => fromBot(messages).length >= 1);
  const binding = fromBot(bound.messages)[0];
  await group.press(binding?.message_id ?? 0, binding?.buttons.flat()[0]?.text ?? "");
  await textOf(group, binding?.message_id ?? 0, /^✅/);
  return { hana, group };
};

describe("an earlier answer, after the bank has called the payment undone", () => {
  test.each(["✅ Yes, mine", "Details"])("does not turn into a confirmation by [%s]", async (button) => {
    const { world, reverse } = await openWorld();
    await world.selam.say("/start");
    await botMessages(world, 1);
    if (button === "Details") await saveReceiver(world);
    await world.selam.say(reference);
    const [, first] = await botMessages(world, 2);
    reverse();
    await world.selam.say(reference);
    const [, , second] = await botMessages(world, 3);
    expect(second?.text).toMatch(/^❌ The receipt says “Reversed”/);
    await world.selam.press(first?.message_id ?? 0, button);
    const again = await textOf(world.selam, first?.message_id ?? 0, /^❌/);
    expect(again.split("\n")[0]).toBe(undone);
    await world.selam.say("/today");
    expect((await botMessages(world, 4)).at(-1)?.text).toContain("No receipt was confirmed today.");
  });

  test.each(["text", "picture"])("does not stay under a %s that is changed by a word", async (kind) => {
    const { world, reverse } = await openWorld();
    const { selam } = world;
    await selam.say("/start");
    await botMessages(world, 1);
    await saveReceiver(world);
    const shows = async (): Promise<number> => selam.show(await codePicture(reference).png().toBuffer());
    const id = kind === "text" ? await selam.say(reference) : await shows();
    const [, first] = await botMessages(world, 2);
    expect(first?.text).toMatch(/^✅/);
    reverse();
    await selam.say(reference);
    await botMessages(world, 3);
    const chat = world.telegram.people.conversation("selam");
    const { photo } = chat.find(id)?.message ?? {};
    const changed = kind === "text" ? { text: `${reference} thanks` } : { photo, caption: "thanks" };
    world.telegram.updates.push({ edited_message: chat.edit(id, changed as never, null) });
    expect(await textOf(selam, first?.message_id ?? 0, /^❌/)).toMatch(/^❌/);
  });

  test("is not completed in the exported history, as in the sums of the day", async () => {
    const { world, reverse } = await openWorld();
    await world.selam.say("/start");
    await botMessages(world, 1);
    await saveReceiver(world);
    await world.selam.say(reference);
    await botMessages(world, 2);
    await world.selam.say("DKF1AB2CD4");
    await botMessages(world, 3);
    reverse();
    await world.selam.say(reference);
    await botMessages(world, 4);
    await world.selam.say("/export");
    const sent = (await botMessages(world, 5)).at(-1);
    const file = world.telegram.files.byId(sent?.document?.file_id ?? "")?.bytes.toString("utf8") ?? "";
    const rows = file.trimEnd().split("\r\n");
    // Answers of one moment have no order.
    expect(rows.map((row) => row.split(",").slice(4).join()).sort()).toEqual([
      "Not completed,,,0.00,",
      "Not completed,1250.00,,0.00,",
      "Result,Amount (ETB),First time,Charged (ETB),Whose money",
      "Verified,1250.00,yes,0.00,Yours",
    ]);
  });

  test("that a guest was given is too old to be decided about", async () => {
    const { world, reverse } = await openWorld();
    await world.selam.say(reference);
    const [first] = await botMessages(world, 1);
    reverse();
    await world.selam.press(first?.message_id ?? 0, "✅ Yes, mine");
    await world.selam.waitUntil(() => pressed(world) !== undefined);
    expect(pressed(world)).toMatch(/too old|send .* again/i);
    expect((await lastOf(world.selam))?.text).toMatch(/^❓/u);
  });

  test("that a guest was given is too old for the shop that they have opened since", async () => {
    const { world, reverse } = await openWorld();
    await world.selam.say(reference);
    const [first] = await botMessages(world, 1);
    reverse();
    await world.selam.say(reference);
    await botMessages(world, 2);
    await saveReceiver(world);
    await world.selam.press(first?.message_id ?? 0, "✅ Yes, mine");
    await world.selam.waitUntil(() => pressed(world) !== undefined);
    expect(pressed(world)).toMatch(/too old|send .* again/i);
    const { messages } = await world.selam.state();
    expect(fromBot(messages)[0]?.text).toMatch(/^❓/u);
  });

  test("is undone in the own shop of whoever hears so in somebody else's group", async () => {
    const { world, reverse } = await openWorld();
    const group = createPlayer(world.url, "selam", "group");
    await world.selam.say("/start");
    await botMessages(world, 1);
    await saveReceiver(world);
    await world.selam.say(reference);
    const [, first] = await botMessages(world, 2);
    expect(first?.text).toMatch(/^✅ 1,250/);
    reverse();
    await group.say(`@deresegn_bot ${reference}`);
    await group.waitUntil(({ messages }) => /“Reversed”/.test(fromBot(messages).at(-1)?.text ?? ""));
    await world.selam.press(first?.message_id ?? 0, "Details");
    expect(await textOf(world.selam, first?.message_id ?? 0, /^❌/)).toContain(undone);
    await world.selam.say("/today");
    const [, , today] = await botMessages(world, 3);
    expect(today?.text).toContain("No receipt was confirmed today.");
  });

  test.each([
    ["in that group", "group"],
    ["in private, where they have shown it since", "private"],
  ] as const)(
    "is not completed in the history of whoever asked in another shop's group, once they hear so %s",
    async (_, where) => {
      const { world, reverse } = await openWorld();
      const { group } = await bindGroup(world);
      const asker = createPlayer(world.url, "selam", "group");
      await world.selam.say("/start");
      await botMessages(world, 1);
      await asker.say(`@deresegn_bot ${reference}`);
      await group.waitUntil(({ messages }) => /1,250/.test(fromBot(messages).at(-1)?.text ?? ""));
      const isInPrivate = where === "private";
      if (isInPrivate) {
        world.clock.now = new Date(world.clock.now.getTime() + 15 * minuteMs);
        await world.selam.say(reference);
        await botMessages(world, 2);
      }
      reverse();
      const player = isInPrivate ? world.selam : asker;
      await player.say(isInPrivate ? reference : `@deresegn_bot ${reference}`);
      await player.waitUntil(({ messages }) => /“Reversed”/.test(fromBot(messages).at(-1)?.text ?? ""));
      expect(await exportedBy(world)).toEqual(Array(isInPrivate ? 3 : 2).fill("Not completed"));
    },
  );

  test("is called undone in the group when the owner decides about it in private", async () => {
    const { world, reverse } = await openWorld();
    const { hana, group } = await bindGroup(world);
    const staff = createPlayer(world.url, "dawit", "group");
    await staff.say(`@deresegn_bot ${reference}`);
    const shown = await group.waitUntil(({ messages }) => fromBot(messages).length >= 2);
    const answer = fromBot(shown.messages)[1];
    await group.press(answer?.message_id ?? 0, "✅ Yes, the shop's");
    const asked = await hana.waitUntil(({ messages }) =>
      /If you save it/.test(fromBot(messages).at(-1)?.text ?? ""),
    );
    // The clock is about to move, and an answer that comes so late is a message of its own.
    await textOf(group, answer?.message_id ?? 0, /I asked/);
    reverse();
    await staff.say(`@deresegn_bot ${reference}`);
    await group.waitUntil(({ messages }) =>
      /^❌ The receipt says/.test(fromBot(messages).at(-1)?.text ?? ""),
    );
    await hana.press(fromBot(asked.messages).at(-1)?.message_id ?? 0, "✅ Save");
    const again = await textOf(group, answer?.message_id ?? 0, /^❌/);
    expect(again.split("\n")[0]).toBe(undone);
  });
});

test.each(["in private", "by a key"])(
  "an expected sum of a shop's group loses what its owner finds undone %s",
  async (where) => {
    const { world, reverse } = await openWorld();
    const [hana, group] = [createPlayer(world.url, "hana"), createPlayer(world.url, "hana", "group")];
    await hana.say("/start");
    await hana.say("/accounts 0911008765 Hana Mekonnen");
    await hana.waitUntil(({ messages }) => fromBot(messages).length >= 2);
    await group.say("/join");
    const bound = await group.waitUntil(({ messages }) => fromBot(messages).length >= 1);
    const binding = fromBot(bound.messages)[0];
    await group.press(binding?.message_id ?? 0, binding?.buttons.flat()[0]?.text ?? "");
    await textOf(group, binding?.message_id ?? 0, /^✅/);
    const last = (wanted: RegExp) =>
      group.waitUntil(({ messages }) => wanted.test(fromBot(messages).at(-1)?.text ?? ""));
    await group.say("/expect 2500");
    await last(/expecting/);
    await group.say(`@deresegn_bot ${reference}`);
    await last(/➕ 1,250\.00 of 2,500\.00 ETB received$/m);
    reverse();
    if (where === "in private") {
      await hana.say(reference);
      await hana.waitUntil(({ messages }) => /^❌/.test(fromBot(messages).at(-1)?.text ?? ""));
    } else {
      const { accounts, dependencies } = world;
      const owner = granted(await accounts.telegramAccount(world.telegram.people.user("hana").id));
      const { key } = granted(await accounts.createKey(owner?.account ?? "", "live"));
      const provider = dependencies.providers.find(({ label }) => label === "beta");
      if (provider === undefined) throw new Error("there is no beta");
      const { result } = await dependencies.verify({
        caller: { kind: "key", key },
        provider,
        body: { reference },
      });
      expect(result.ok).toBe(false);
    }
    await group.say("/expect");
    await last(/^Received so far: 0\.00 of 2,500\.00 ETB/);
    await group.say("@deresegn_bot DKF1AB2CD4");
    await last(/➕ 1,250\.00 of 2,500\.00 ETB received$/m);
  },
);

test("an answer that is shown again after a while says when the bank was asked", async () => {
  const { world } = await openWorld();
  await world.selam.say("/start");
  await botMessages(world, 1);
  await saveReceiver(world);
  await world.selam.say(reference);
  const [, first] = await botMessages(world, 2);
  world.clock.now = new Date(world.clock.now.getTime() + 180 * minuteMs);
  await world.selam.press(first?.message_id ?? 0, "Details");
  const again = await textOf(world.selam, first?.message_id ?? 0, /bank was asked/);
  expect(again.split("\n").slice(0, 2)).toEqual([
    "✅ 1,250.00 ETB to you · Hana Mekonnen",
    "ℹ️ The bank was asked 3 hours ago.",
  ]);
});

test("a receipt that a guest saved as their own is called undone, too", async () => {
  const { world, reverse } = await openWorld();
  await world.selam.say(reference);
  const [first] = await botMessages(world, 1);
  await world.selam.press(first?.message_id ?? 0, "✅ Yes, mine");
  await textOf(world.selam, first?.message_id ?? 0, /Save/);
  await world.selam.press(first?.message_id ?? 0, "✅ Save");
  await textOf(world.selam, first?.message_id ?? 0, /^✅ 1,250\.00 ETB to you/);
  reverse();
  await world.selam.say(reference);
  await botMessages(world, 2, ({ text }) => /^❌/.test(text));
  await world.selam.press(first?.message_id ?? 0, "Details");
  expect(await textOf(world.selam, first?.message_id ?? 0, /^❌/)).toContain("was not completed");
});

test.each([
  ["an earlier answer that they were given again", undone, true],
  ["an answer of the bank itself", "✅ 1,250.00 ETB to you · Hana Mekonnen", false],
])(
  "a guest joins a shop that heard the payment called undone, and %s says there: %s",
  async (_, wanted, isShared) => {
    const { world, reverse } = await openWorld();
    const hana = createPlayer(world.url, "hana");
    await hana.say("/start");
    await hana.say("/accounts 0911008765 Hana Mekonnen");
    await hana.waitUntil(({ messages }) => fromBot(messages).length >= 2);
    reverse();
    await hana.say(reference);
    await hana.waitUntil(({ messages }) => /“Reversed”/.test(fromBot(messages).at(-1)?.text ?? ""));
    world.answers.give = () => ok(verified());
    world.answers.isShared = isShared;
    world.clock.now = new Date(world.clock.now.getTime() + minuteMs);
    await world.selam.say(reference);
    const [first] = await botMessages(world, 1);
    expect(first?.text).toMatch(/^❓/u);
    const { accounts, telegram } = world;
    const shop = granted(await accounts.telegramAccount(telegram.people.user("hana").id));
    const { code } = granted(await accounts.createLinkCode(shop?.account ?? "", "staff"));
    granted(await accounts.redeemLinkCode(code, telegram.people.user("selam").id, "Selam"));
    await world.selam.press(first?.message_id ?? 0, "Details");
    const shown = await textOf(world.selam, first?.message_id ?? 0, /^[✅❌]/u);
    expect(shown.split("\n")[0]).toBe(wanted);
  },
);

test("a payment that was pending for a while is a part of the sum again, and of the payment that two banks show", async () => {
  const world = await openBotWorld();
  const bank = { isPending: false };
  world.answers.give = (question) => {
    if (!question.includes("FT26319K4Q7Z")) return ok(verified({ transaction_reference: reference }));
    return bank.isPending
      ? fail("receipt_not_completed", { receiptStatus: "Pending" })
      : ok(
          verified(
            { bank: "TEST Alpha Bank", transaction_reference: "FT26319K4Q7Z", payer_account: "1****4321" },
            { receiverBank: null },
          ),
        );
  };
  const wait = () => {
    world.clock.now = new Date(world.clock.now.getTime() + 15 * minuteMs);
  };
  await world.selam.say("/start");
  await botMessages(world, 1);
  await saveReceiver(world);
  await world.selam.say("/expect 2500");
  await botMessages(world, 2);
  await world.selam.say("FT26319K4Q7Z00004321");
  await botMessages(world, 3, ({ text }) => text.includes("➕ 1,250.00 of 2,500.00 ETB received"));
  bank.isPending = true;
  wait();
  await world.selam.say("FT26319K4Q7Z00004321");
  await botMessages(world, 4, ({ text }) => /^🕓/u.test(text));
  await world.selam.say("/expect");
  await botMessages(world, 5, ({ text }) => /^Received so far: 0\.00/.test(text));
  bank.isPending = false;
  wait();
  await world.selam.say("FT26319K4Q7Z00004321");
  await botMessages(world, 6, ({ text }) => text.includes("➕ 1,250.00 of 2,500.00 ETB received"));
  await world.selam.say(reference);
  expect((await botMessages(world, 7)).at(-1)?.text).toMatch(/perhaps the same payment/);
});

test("the other bank's receipt of the payment that is made in its place accuses nobody", async () => {
  const world = await openBotWorld();
  let hasReversed = false;
  const alphas = () =>
    hasReversed
      ? fail("receipt_not_completed", { receiptStatus: "Reversed" })
      : ok(
          verified(
            { bank: "TEST Alpha Bank", transaction_reference: "FT26319K4Q7Z", payer_account: "1****4321" },
            { receiverBank: null },
          ),
        );
  world.answers.give = (question) =>
    question.includes("FT26319K4Q7Z") ? alphas() : ok(verified({ transaction_reference: reference }));
  await world.selam.say("/start");
  await botMessages(world, 1);
  await saveReceiver(world);
  await world.selam.say("FT26319K4Q7Z00004321");
  await botMessages(world, 2, ({ text }) => /^✅/.test(text));
  hasReversed = true;
  world.clock.now = new Date(world.clock.now.getTime() + 15 * minuteMs);
  await world.selam.say("FT26319K4Q7Z00004321");
  await botMessages(world, 3, ({ text }) => /^❌/.test(text));
  await world.selam.say(reference);
  expect((await botMessages(world, 4)).at(-1)?.text).toMatch(/^✅ 1,250\.00 ETB to you/);
});

test("the other bank's receipt of an equal payment that was shown, too, is in doubt all the same", async () => {
  const world = await openBotWorld();
  const [failed, paidAgain] = ["FT26319K4Q7Z", "FT26319K4Q8A"];
  let hasReversed = false;
  const alphas = (asked: string) =>
    hasReversed && asked === failed
      ? fail("receipt_not_completed", { receiptStatus: "Reversed" })
      : ok(
          verified(
            { bank: "TEST Alpha Bank", transaction_reference: asked, payer_account: "1****4321" },
            { receiverBank: null },
          ),
        );
  world.answers.give = (question) => {
    const asked = [failed, paidAgain].find((one) => question.includes(one));
    return asked === undefined ? ok(verified({ transaction_reference: reference })) : alphas(asked);
  };
  await world.selam.say("/start");
  await botMessages(world, 1);
  await saveReceiver(world);
  await world.selam.say(`${failed}00004321`);
  await botMessages(world, 2, ({ text }) => /^✅/.test(text));
  await world.selam.say(`${paidAgain}00004321`);
  await botMessages(world, 3, ({ text }) => /^✅/.test(text));
  hasReversed = true;
  world.clock.now = new Date(world.clock.now.getTime() + 15 * minuteMs);
  await world.selam.say(`${failed}00004321`);
  await botMessages(world, 4, ({ text }) => /^❌/.test(text));
  await world.selam.say(reference);
  expect((await botMessages(world, 5)).at(-1)?.text).toMatch(/perhaps the same payment/);
});
