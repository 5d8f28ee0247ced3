import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { catalogues } from "../../src/texts/texts.ts";
import { granted } from "../support/books.ts";
import { type BotWorld, botMessages, openBotWorld, saveReceiver, verified } from "../support/bot-world.ts";
import { chatOf } from "../support/chats.ts";

/** The bot's last message, once it has sent so many. */
const said = async (world: BotWorld, count: number): Promise<string> =>
  (await botMessages(world, count)).at(-1)?.text ?? "";

const expectedLine = (text: string): string | undefined =>
  text.split("\n").find((line) => line.startsWith("➕"));

/** Lets the bank answer with these amounts in santim, by reference. */
const openShop = async (santim: Readonly<Record<string, number>>, isOwn = true) => {
  const world = await openBotWorld();
  world.answers.give = (question) => {
    const reference = Object.keys(santim).find((one) => question.includes(one)) ?? "";
    return ok(verified({ transaction_reference: reference }, { amountMinor: santim[reference] ?? 1 }));
  };
  await world.selam.say("/start");
  await botMessages(world, 1);
  if (isOwn) await saveReceiver(world);
  return world;
};

describe("/expect", () => {
  test("adds receipts up until the sum is there, each once, and forgets it then", async () => {
    const world = await openShop({ DKF1AB2CD3: 300_000, DKF1AB2CD4: 200_000, DKF1AB2CD5: 100_000 });
    await world.selam.say("/expect 5,000");
    expect(await said(world, 2)).toMatch(/^I'm expecting 5,000\.00 ETB\./);
    await world.selam.say("DKF1AB2CD3");
    const first = await said(world, 3);
    expect(first).toMatch(/^✅ 3,000\.00 ETB to you · Hana Mekonnen\n/);
    expect(expectedLine(first)).toBe("➕ 3,000.00 of 5,000.00 ETB received");
    await world.selam.say("DKF1AB2CD3");
    const again = await said(world, 4);
    expect(again).toMatch(/^ℹ️ The same receipt as 1 minute ago/);
    expect(expectedLine(again)).toBe("➕ 3,000.00 of 5,000.00 ETB received; this receipt is not added");
    await world.selam.say("/expect");
    expect(await said(world, 5)).toBe(
      "Received so far: 3,000.00 of 5,000.00 ETB. Still to come: 2,000.00 ETB.",
    );
    await world.selam.say("DKF1AB2CD4");
    const second = await said(world, 6);
    expect(expectedLine(second)).toBe("➕ 5,000.00 of 5,000.00 ETB received: all of it ✅");
    await world.selam.say("DKF1AB2CD5");
    expect(expectedLine(await said(world, 7))).toBeUndefined();
    await world.selam.say("/expect");
    expect(await said(world, 8)).toBe("Received: 5,000.00 of 5,000.00 ETB. It is all there.");
  });

  test("adds the receipts of one message up in their order", async () => {
    const world = await openShop({ DKF1AB2CD3: 300_000, DKF1AB2CD4: 200_000 });
    await world.selam.say("/expect 5000");
    await botMessages(world, 2);
    await world.selam.say("DKF1AB2CD3 and DKF1AB2CD4");
    const lines = (await botMessages(world, 4)).slice(2).map(({ text }) => expectedLine(text));
    expect(lines).toEqual([
      "➕ 3,000.00 of 5,000.00 ETB received",
      "➕ 5,000.00 of 5,000.00 ETB received: all of it ✅",
    ]);
  });

  test.each([
    ["of somebody else's", "/accounts 0911000001 Abebe Bekele", /^⚠️ 5,000\.00 ETB, real, but not to you/],
    ["whose receiver is not known", "/accounts", /^❓ Real payment: 5,000\.00 ETB/],
  ])("adds a receipt %s only once the caller says that it is theirs", async (_, first, line) => {
    const world = await openShop({ DKF1AB2CD3: 500_000 }, false);
    await world.selam.say(first);
    await botMessages(world, 2);
    await world.selam.say("/expect 5000");
    await botMessages(world, 3);
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
    await world.selam.say("DKF1AB2CD3");
    const other = (await botMessages(world, 4)).at(-1);
    expect(other?.text).toMatch(line);
    expect(expectedLine(other?.text ?? "")).toBe(
      "➕ 0.00 of 5,000.00 ETB received; this receipt is not added",
    );
    const [yes = ""] = (other?.buttons.flat() ?? []).map(({ text }) => text);
    await world.selam.press(other?.message_id ?? 0, yes);
    await botMessages(world, 1, ({ text }) => text.includes("as yours?"));
    await world.selam.press(other?.message_id ?? 0, "✅ Save");
    const mine = await botMessages(world, 1, ({ text }) => text.startsWith("✅"));
    expect(expectedLine(mine.at(-1)?.text ?? "")).toBe("➕ 5,000.00 of 5,000.00 ETB received: all of it ✅");
  });

  test("takes a receipt out of the sum and of the day that its bank calls undone later", async () => {
    const world = await openShop({ DKF1AB2CD3: 450_000, DKF1AB2CD4: 50_000 });
    const answer = world.answers.give;
    const undone: string[] = [];
    world.answers.give = (question) =>
      undone.some((reference) => question.includes(reference))
        ? fail("receipt_not_completed", { receiptStatus: "Reversed" })
        : answer(question);
    await world.selam.say("/expect 5000");
    await botMessages(world, 2);
    await world.selam.say("DKF1AB2CD3");
    expect(expectedLine(await said(world, 3))).toBe("➕ 4,500.00 of 5,000.00 ETB received");
    undone.push("DKF1AB2CD3");
    world.clock.now = new Date(world.clock.now.getTime() + 15 * 60_000);
    await world.selam.say("DKF1AB2CD3");
    expect(await said(world, 4)).toMatch(/^❌ /);
    await world.selam.say("/expect");
    expect(await said(world, 5)).toBe("Received so far: 0.00 of 5,000.00 ETB. Still to come: 5,000.00 ETB.");
    // The older answer does not bring it back.
    const [, , first] = await botMessages(world, 5);
    await world.selam.press(first?.message_id ?? 0, catalogues.en.details.show);
    await world.selam.waitUntil(({ messages }) =>
      messages.some(({ message_id: id, text }) => id === first?.message_id && text.startsWith("❌")),
    );
    await world.selam.say("DKF1AB2CD4");
    expect(expectedLine(await said(world, 6))).toBe("➕ 500.00 of 5,000.00 ETB received");
    await world.selam.say("/today");
    const day = await said(world, 7);
    expect(day).toContain("✅ Yours: 1 receipt · 500.00 ETB\n");
    expect(day).not.toContain("4,500.00");
    expect(day).toContain("Not confirmed: 1");
  });

  test("counts a receipt once though its message comes twice", async () => {
    const world = await openShop({ DKF1AB2CD3: 300_000 });
    await world.selam.say("/expect 5000");
    await botMessages(world, 2);
    world.state.deliverTwice = true;
    await world.selam.say("DKF1AB2CD3");
    await botMessages(world, 3);
    await world.selam.say("/expect");
    expect(await said(world, 4)).toContain("3,000.00 of 5,000.00 ETB");
  });

  test("begins anew in a private chat whose person works for another shop by now", async () => {
    const world = await openBotWorld();
    const { accounts, dependencies } = world;
    const newShop = async (owner: number, number: string, name: string) => {
      const { id } = granted(await accounts.registerTelegram(owner));
      const by = { kind: "user", userId: owner } as const;
      granted(await dependencies.savedAccounts.save(id, { provider: "", number, name }, by));
      return id;
    };
    const former = await newShop(901, "251911008765", "Hana Mekonnen");
    const present = await newShop(902, "251922001111", "Abebe Bekele");
    const paidPresent = { receiver_account: "2519****1111", receiver_name: "ABEBE BEKELE" };
    world.answers.give = (question) => {
      const [reference = ""] = /DKF\w{7}/.exec(question) ?? [];
      const receiver = reference.startsWith("DKF2") ? paidPresent : {};
      return ok(verified({ transaction_reference: reference, ...receiver }));
    };
    const { id: userId } = world.telegram.people.user("selam");
    const join = async (account: string) => {
      const { code } = granted(await accounts.createLinkCode(account, "staff"));
      granted(await accounts.redeemLinkCode(code, userId, "Selam"));
    };
    const asks = async (text: string, count: number) => {
      await world.selam.say(text);
      return said(world, count);
    };
    const half = "➕ 1,250.00 of 2,500.00 ETB received";
    await join(former);
    const begun = await asks("/expect 2500", 1);
    expect(begun).toContain("expecting 2,500.00");
    expect(expectedLine(await asks("DKF1AB2CD3", 2))).toBe(half);

    await join(present);
    expect(await asks("/expect", 3)).toMatch(/^Nothing is expected/);
    expect(await asks("/expect off", 4)).not.toMatch(/2,500/);
    const paid = await asks("DKF2AB2CD3", 5);
    expect(paid).toMatch(/^✅/);
    expect(expectedLine(paid)).toBeUndefined();
    // What the present shop is shown of the former's receipts takes none of them out.
    expect(expectedLine(await asks("DKF1AB2CD3", 6))).toBeUndefined();
    const [button] = await botMessages(world, 6);
    await world.selam.press(button?.message_id ?? 0, catalogues.en.expecting.stop);
    // Joining goes past the chat, and must not overtake the press.
    await world.untilCalls((calls) => calls.some(({ method }) => method === "answerCallbackQuery"));

    await join(former);
    expect(await asks("/expect", 7)).toMatch(/^Received so far: 1,250\.00 of 2,500\.00 ETB/);
    expect(expectedLine(await asks("DKF1AB2CD4", 8))).toBe(
      "➕ 2,500.00 of 2,500.00 ETB received: all of it ✅",
    );

    await join(present);
    await asks("/expect 2500", 9);
    expect(expectedLine(await asks("DKF2AB2CD4", 10))).toBe(half);
  });

  test("goes on when a guest who expects a sum gets an account, and is that account's then", async () => {
    const world = await openBotWorld();
    world.answers.give = () => ok(verified({ transaction_reference: "DKF1AB2CD3" }));
    await world.selam.say("/expect 2500");
    await botMessages(world, 1);
    await world.selam.say("/start");
    await botMessages(world, 2);
    await saveReceiver(world);
    await world.selam.say("DKF1AB2CD3");
    expect(expectedLine(await said(world, 3))).toBe("➕ 1,250.00 of 2,500.00 ETB received");
    const { id: shop } = granted(await world.accounts.registerTelegram(901));
    const { code } = granted(await world.accounts.createLinkCode(shop, "staff"));
    const { id: userId } = world.telegram.people.user("selam");
    granted(await world.accounts.redeemLinkCode(code, userId, "Selam"));
    await world.selam.say("/expect");
    expect(await said(world, 4)).toMatch(/^Nothing is expected/);
  });

  test.each(["en", "am", "om", "ti"] as const)(
    "is ended in a private chat by a button, in %s",
    async (language) => {
      const world = await openBotWorld();
      const texts = catalogues[language].expecting;
      await world.selam.speak(language);
      await world.selam.say("/expect 5000");
      const [first] = await botMessages(world, 1);
      expect(first?.text).not.toContain("/expect");
      await world.selam.say("/expect 600");
      await botMessages(world, 2);
      // The first button belongs to a sum that is no longer expected.
      await world.selam.press(first?.message_id ?? 0, texts.stop);
      await world.selam.say("/expect");
      expect(await said(world, 3)).toBe(texts.open("600.00", "0.00", "600.00"));
      const [, second] = await botMessages(world, 3);
      await world.selam.press(second?.message_id ?? 0, texts.stop);
      const { messages } = await world.selam.waitUntil((state) =>
        state.messages.some(({ text }) => text === texts.ended),
      );
      expect(messages.find(({ message_id: id }) => id === second?.message_id)?.buttons).toEqual([]);
      await world.selam.say("/expect");
      expect(await said(world, 4)).toBe(texts.none);
    },
  );

  test("takes amounts as they are written, and nothing else", async () => {
    const world = await openBotWorld();
    const typed = ["ETB 1,250.50", "600 birr", "ብር 42", "off", "", "much", "-5", "0.00", "5 000 000 000 000"];
    for (const text of typed) await world.selam.say(`/expect ${text}`);
    const texts = (await botMessages(world, typed.length)).map(({ text }) => text.split(". Send me each")[0]);
    expect(texts).toEqual([
      "I'm expecting 1,250.50 ETB",
      "I'm expecting 600.00 ETB",
      "I'm expecting 42.00 ETB",
      "Nothing is expected any more.",
      "Nothing is expected. To tell me how much should come, send /expect 5000.",
      ...Array.from({ length: 4 }, () => "That is not an amount. Send it like this: /expect 5000"),
    ]);
  });
});

describe("/expect in the group of a shop", () => {
  /** The group of Hana's emulated friends, bound to Selam's shop, with Dawit as one of its staff. */
  const openGroup = async () => {
    const world = await openShop({ DKF1AB2CD3: 300_000, DKF1AB2CD4: 200_000, DKF1AB2CD5: 100_000 });
    const { chat } = world.telegram.people.group();
    const { account = "" } = granted(await world.accounts.telegramAccount(chatOf(world, "selam").id())) ?? {};
    granted(await world.accounts.bindGroup(chat.id, chatOf(world, "selam").id(), null));
    const { code } = granted(await world.accounts.createLinkCode(account, "staff"));
    granted(await world.accounts.redeemLinkCode(code, chatOf(world, "dawit").id(), "Dawit Bekele"));
    const [selam, dawit, hana] = (["selam", "dawit", "hana"] as const).map((person) =>
      chatOf(world, person, "group"),
    );
    if (selam === undefined || dawit === undefined || hana === undefined) throw new Error("nobody is there");
    return { world, selam, dawit, hana };
  };

  test("adds what anybody posts there, and says so", async () => {
    const { selam, dawit, hana } = await openGroup();
    await selam.say("/expect 5000");
    expect((await selam.saying("expecting")).text).toBe(
      "I'm expecting 5,000.00 ETB for the shop. Each receipt that anybody posts here is added once, if it was paid to the shop and not shown before. This ends after a day, or with /expect off.",
    );
    const first = await dawit.asks("@deresegn_bot DKF1AB2CD3");
    expect(expectedLine(first.text)).toBe("➕ 3,000.00 of 5,000.00 ETB received");
    await hana.say("@deresegn_bot DKF1AB2CD3");
    const again = await hana.saying("not added");
    expect(expectedLine(again.text)).toBe("➕ 3,000.00 of 5,000.00 ETB received; this receipt is not added");
    await hana.say("/expect");
    expect((await hana.saying("so far")).text).toContain("3,000.00 of 5,000.00 ETB");
    const last = await hana.asks("@deresegn_bot DKF1AB2CD4");
    expect(expectedLine(last.text)).toBe("➕ 5,000.00 of 5,000.00 ETB received: all of it ✅");
  });

  test("takes it out of the sum of a shop's group, and its bank may complete it after all", async () => {
    const { world, selam, dawit } = await openGroup();
    const answer = world.answers.give;
    await selam.say("/expect 5000");
    await selam.saying("expecting");
    await dawit.asks("@deresegn_bot DKF1AB2CD3");
    world.answers.give = () => fail("receipt_not_completed", { receiptStatus: "Reversed" });
    world.clock.now = new Date(world.clock.now.getTime() + 15 * 60_000);
    await selam.say("@deresegn_bot DKF1AB2CD3");
    await selam.saying("❌");
    await selam.say("/expect");
    expect((await selam.saying("so far")).text).toContain("0.00 of 5,000.00 ETB");
    const account = granted(await world.accounts.telegramAccount(selam.id()))?.account ?? "";
    expect(granted(await world.accounts.dayBookOf(account))).toMatchObject({ own: [], others: [] });
    world.answers.give = answer;
    world.clock.now = new Date(world.clock.now.getTime() + 15 * 60_000);
    await dawit.say("@deresegn_bot DKF1AB2CD3");
    await expect
      .poll(async () => granted(await world.accounts.dayBookOf(account)).own)
      .toMatchObject([{ amountSantim: 300_000 }]);
  });

  test("is changed by the shop's people and the group's administrators alone", async () => {
    const { world, selam, dawit, hana } = await openGroup();
    await dawit.say("/expect 5000");
    await dawit.saying("expecting 5,000.00");
    const { chat } = world.telegram.people.group();
    const from = world.telegram.people.user("almaz");
    const typed = { entities: [{ type: "bot_command", offset: 0, length: 7 }], from, chat, date: 1 };
    for (const [index, text] of ["/expect 1", "/expect off"].entries())
      world.telegram.updates.push({ message: { ...typed, message_id: 9_000 + index, text } as never });
    await expect
      .poll(async () => (await selam.state()).filter(({ text }) => text.includes("belongs to a shop")).length)
      .toBe(2);
    const first = await selam.asks("@deresegn_bot DKF1AB2CD3");
    expect(expectedLine(first.text)).toBe("➕ 3,000.00 of 5,000.00 ETB received");
    await hana.say("/expect 600");
    await hana.saying("expecting 600.00");
  });

  test("is not changed by whoever writes as a channel, but by whoever writes as the group", async () => {
    const { world, selam } = await openGroup();
    await selam.say("/expect 5000");
    await selam.saying("expecting 5,000.00");
    const { chat } = world.telegram.people.group();
    const from = { id: 136_817_688, is_bot: true, first_name: "Channel" };
    const linked = { id: -1_009_998_887_777, type: "channel", title: "The shop's news" };
    const identities = [
      { from, sender_chat: { id: -1_009_998_887_776, type: "channel", title: "Anybody's" } },
      { from: { ...from, id: 777_000 }, sender_chat: linked, is_automatic_forward: true },
      { from },
      { from: { ...from, id: 1_087_968_824 }, sender_chat: chat },
    ];
    const write = (messageId: number, identity: object, text: string) => {
      const typed = { entities: [{ type: "bot_command", offset: 0, length: 7 }], chat, date: 1 };
      world.telegram.updates.push({
        message: { ...typed, ...identity, message_id: messageId, text } as never,
      });
    };
    const refused = async () =>
      (await selam.state()).filter(({ text }) => text.includes("belongs to a shop")).length;
    for (const [index, identity] of identities.slice(0, -1).entries()) {
      write(9_000 + 2 * index, identity, "/expect 1");
      write(9_001 + 2 * index, identity, "/expect off");
      await expect.poll(refused).toBe(2 * index + 2);
    }
    const first = await selam.asks("@deresegn_bot DKF1AB2CD3");
    expect(expectedLine(first.text)).toBe("➕ 3,000.00 of 5,000.00 ETB received");
    write(9_100, identities.at(-1) ?? {}, "/expect 600");
    await selam.saying("expecting 600.00");
  });

  test("tells another shop that takes the group over nothing of the former's", async () => {
    const { world, selam, hana } = await openGroup();
    await selam.say("/expect 5000");
    await selam.saying("expecting");
    await selam.asks("@deresegn_bot DKF1AB2CD3");
    const { chat } = world.telegram.people.group();
    granted(await world.accounts.registerTelegram(hana.id()));
    const former = granted(await world.accounts.groupAccount(chat.id));
    granted(await world.accounts.bindGroup(chat.id, hana.id(), former));
    await hana.say("/expect");
    await hana.saying("Nothing is expected");
  });
});
