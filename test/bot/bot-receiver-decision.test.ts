import { describe, expect, test } from "vitest";
import { receiptMark } from "../../src/bot/conversation/outcome.ts";
import { ok } from "../../src/core/result.ts";
import { catalogues, languages } from "../../src/texts/texts.ts";
import { granted } from "../support/books.ts";
import { fromBot, openBotWorld, verified } from "../support/bot-world.ts";
import { chatOf, labelsOf } from "../support/chats.ts";
import { oneIn } from "../support/extent.ts";

/** "Is that you?": saving is a separate decision of the account's owner. */

const own = ["✅ Yes, mine", "❌ Not mine"];
const question = ["✅ Save", "Only this one", "Cancel"];

const shops = ["✅ Yes, the shop's", "❌ Not the shop's"];

const openWorld = async () => {
  const world = await openBotWorld();
  const selam = chatOf(world, "selam");
  const saved = async (owner = selam) => {
    const account = granted(await world.accounts.telegramAccount(owner.id()))?.account ?? "";
    return world.dependencies.savedAccounts.of(account);
  };
  const answers = async () => {
    const rows = await world.store.db.selectFrom("receiver_answer").select("answer").execute();
    return rows.map(({ answer }) => answer);
  };
  return { world, selam, saved, answers };
};

/** Hana owns the shop, Dawit works in it. */
const openShop = async () => {
  const opened = await openWorld();
  const { world } = opened;
  const [hana, dawit] = [chatOf(world, "hana"), chatOf(world, "dawit")];
  await hana.say("/start");
  await hana.saying("Choose your language");
  const account = granted(await world.accounts.telegramAccount(hana.id()))?.account ?? "";
  await expect.poll(async () => granted(await world.accounts.ownersOf(account))[0]?.chatId).toBe(hana.id());
  const { code } = granted(await world.accounts.createLinkCode(account, "staff"));
  granted(await world.accounts.redeemLinkCode(code, dawit.id(), "Dawit"));
  const inGroup = {
    hana: chatOf(world, "hana", "group"),
    dawit: chatOf(world, "dawit", "group"),
    selam: chatOf(world, "selam", "group"),
  };
  const bind = async () => {
    await inGroup.hana.say("/join");
    await inGroup.hana.press(await inGroup.hana.saying("Does this group"), "🔗 Bind this group");
    await inGroup.hana.saying("This group belongs to the shop “Hana” now.");
  };
  return { ...opened, hana, dawit, account, inGroup, bind, saved: () => opened.saved(hana) };
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

    world.answers.give = () => ok(verified({ transaction_reference: "DKF1AB2CD4" }));
    await selam.say("DKF1AB2CD4");
    expect((await selam.with()).text).toMatch(/^✅/);
    expect(await selam.press(done, "↩️ Undo")).toBe("Undone: …8765 is as it was before.");
    expect(await saved()).toEqual([]);
    const { messages } = await world.selam.state();
    expect(labelsOf(messages.find(({ message_id: id }) => id === record.message_id))).toEqual(own);
  });

  const toPhone = verified();
  const toTill = verified({
    transaction_reference: "DKF1AB2CD4",
    receiver_account: "405060",
    receiver_name: "Addis Books",
  });

  test.each([
    { what: "phone accuses nobody who pays to its till", saved: toPhone, paid: toTill },
    { what: "till accuses nobody who pays to its phone", saved: toTill, paid: toPhone },
  ])("a shop's saved $what", async ({ saved, paid }) => {
    const { world, selam } = await openWorld();
    const asks = (shown: typeof paid) => {
      world.answers.give = () => ok(shown);
      return selam.asks(shown.receipt.transaction_reference);
    };
    await selam.press(await asks(saved), "✅ Yes, mine");
    await selam.press(await selam.with(...question), "✅ Save");
    await selam.with("↩️ Undo");
    expect((await asks(paid)).text).toMatch(/^❓ Real payment: /);
  });

  test("what was saved can be undone after its details were looked at, too", async () => {
    const { selam, saved } = await openWorld();
    const record = await selam.asks("DKF1AB2CD3");
    await selam.press(record, "✅ Yes, mine");
    await selam.press(await selam.with(...question), "✅ Save");
    await selam.press(await selam.with("↩️ Undo"), "Details");
    const unfolded = await selam.saying("Date as printed");
    expect(labelsOf(unfolded)).toContain("↩️ Undo");
    await selam.press(unfolded, "↩️ Undo");
    expect(labelsOf(await selam.now(record))).toEqual(own);
    expect(await saved()).toEqual([]);
    await selam.press(await selam.now(record), "Details");
    expect(labelsOf(await selam.saying("Date as printed"))).not.toContain("↩️ Undo");
  });

  test.each(oneIn(2, languages))("is asked, saved and undone in %s", async (language) => {
    const { world, selam, saved } = await openWorld();
    await world.dependencies.memory.rememberLanguage(selam.id(), language);
    const texts = catalogues[language].receiver;
    const record = await selam.asks("DKF1AB2CD3");
    expect(record.text).toMatch(/^❓/);
    await selam.press(record, texts.yes);
    const asked = await selam.saying(texts.askSave("2519****8765 · Hana Mekonnen"));
    await selam.press(asked, texts.save);
    const done = await selam.saying(catalogues[language].ownAccounts.saved("2519****8765"));
    expect(done.text).toMatch(/^✅/);
    expect(await saved()).toHaveLength(1);
    await selam.press(done, texts.undo);
    await selam.press(await selam.now(record), texts.no);
    expect((await selam.now(record)).text).toMatch(/^⚠️/);
    expect(await saved()).toEqual([]);
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

describe("what is not asked, or not saved", () => {
  test.each([
    ["too few visible digits", "1*****65"],
    ["hardly more than the beginning of every phone", "25193******0"],
  ])("%s: yes holds for this receipt alone", async (_, receiver_account) => {
    const { world, selam, saved, answers } = await openWorld();
    world.answers.give = () => ok(verified({ receiver_account }));
    const record = await selam.asks("DKF1AB2CD3");
    expect(await selam.press(record, "✅ Yes, mine")).toBe(
      "This one payment counts as yours. Nothing is saved.",
    );
    expect(await answers()).toEqual(["mine"]);
    expect(await saved()).toEqual([]);
    expect((await selam.with("↩️ Undo")).text).toMatch(/^✅ 1,250\.00 ETB to you/);
    world.answers.give = () => ok(verified({ receiver_account, transaction_reference: "DKF1AB2CD4" }));
    expect((await selam.asks("DKF1AB2CD4")).text).toMatch(/^❓/);
  });

  test.each([
    ["a receipt that shows no account", verified({}, { isReceiverAccountShown: false })],
    ["a withdrawal", verified({}, { paymentKind: "withdrawal" })],
    ["an old receipt", verified({}, { paymentDateIso: "2026-10-01T10:00:00+03:00" })],
  ])("%s asks nothing: it is no ❓", async (_, shown) => {
    const { world, selam } = await openWorld();
    world.answers.give = () => ok(shown);
    const record = await selam.asks("DKF1AB2CD3");
    expect(record.text).toMatch(/^⚠️/);
    expect(labelsOf(record)).toEqual([]);
    const data = {
      id: "1",
      chat_instance: "1",
      data: `mine:save:${record.reply?.message_id}:receipt:0:${receiptMark("beta", shown)}`,
    };
    const from = world.telegram.people.user("selam");
    const message = { message_id: record.message_id, date: 1, chat: { id: from.id, type: "private" } };
    const { length } = world.callsOf("answerCallbackQuery");
    if (!shown.isReceiverAccountShown) {
      world.telegram.updates.push({ callback_query: { ...data, from, message } } as never);
      await world.untilCalls(() => world.callsOf("answerCallbackQuery").length > length);
      expect(await world.store.db.selectFrom("saved_account").selectAll().execute()).toEqual([]);
    }
  });

  test("“only this one” and “not mine” keep an answer and no account; said twice they say so", async () => {
    const { selam, saved, answers } = await openWorld();
    await selam.press(await selam.asks("DKF1AB2CD3"), "✅ Yes, mine");
    const told = await selam.press(await selam.with(...question), "Only this one");
    expect(told).toBe("This one payment counts as yours. Nothing is saved.");
    expect(await answers()).toEqual(["mine"]);
    await selam.press(await selam.with("↩️ Undo"), "↩️ Undo");
    expect(await answers()).toEqual([]);

    const record = await selam.with(...own);
    expect(record.text).toMatch(/^❓ Real payment: 1,250\.00 ETB to Hana Mekonnen\. Is that you\?/);
    expect(await selam.press(record, "❌ Not mine")).toBe("Noted: not yours.");
    expect(await answers()).toEqual(["not_mine"]);
    const other = await selam.with("It is mine after all…");
    expect(other.message_id).toBe(record.message_id);
    expect(other.text).toMatch(/^⚠️ 1,250\.00 ETB, real, but not to you: to Hana Mekonnen/);
    await selam.press(other, "It is mine after all…");
    await selam.press(await selam.with(...question), "Cancel");
    expect((await selam.with("It is mine after all…")).text).toMatch(/^⚠️/);
    expect(await saved()).toEqual([]);
  });

  test("an answer that is not kept any more: its buttons say so and do nothing", async () => {
    const { world, selam, saved, answers } = await openWorld();
    const record = await selam.asks("DKF1AB2CD3");
    await world.store.db.deleteFrom("outbox").execute();
    for (const label of own)
      expect(await selam.press(record, label)).toBe("This button is too old. Send me the receipt once more.");
    expect([await saved(), await answers()]).toEqual([[], []]);
  });

  test("a bank that the receipt does not tell is asked before its account is saved", async () => {
    const { world, selam, saved, answers } = await openWorld();
    const unknownBank = verified({ receiver_account: "1000200008765" }, { receiverBank: null });
    world.answers.give = () => ok(unknownBank);
    await selam.press(await selam.asks("DKF1AB2CD3"), "✅ Yes, mine");
    await selam.press(await selam.with(...question), "✅ Save");
    const asked = await selam.saying("Which bank is 1000200008765 at?");
    expect(labelsOf(asked)).toEqual(["TEST Alpha Bank", "TEST Gamma Bank", "Another bank"]);
    expect(await saved()).toEqual([]);
    await selam.press(asked, "TEST Alpha Bank");
    const done = await selam.with("↩️ Undo");
    expect(await saved()).toMatchObject([{ provider: "alpha", number: "1000200008765" }]);
    expect(await answers()).toEqual(["mine"]);
    await selam.press(done, "↩️ Undo");
    expect([await saved(), await answers()]).toEqual([[], []]);
  });
});

describe("an owner who has gone to another shop since they were asked", () => {
  /** Selam owns a shop, is asked there, and owns Merkato Shoes afterwards. */
  const openMoving = async () => {
    const opened = await openWorld();
    const { world, selam } = opened;
    await selam.say("/start");
    await selam.saying("Choose your language");
    const { id } = granted(await world.accounts.createAccount({ name: "Merkato Shoes", tier: "registered" }));
    const { code } = granted(await world.accounts.createLinkCode(id, "owner"));
    const move = async () => granted(await world.accounts.redeemLinkCode(code, selam.id(), "Selam"));
    return { ...opened, move };
  };
  const tooOld = "This button is too old. Send me the receipt once more.";

  test.each([...own, ...question])("saves and says nothing there with the old “%s”", async (label) => {
    const { world, selam, saved, answers, move } = await openMoving();
    world.answers.give = () => ok(verified());
    const record = await selam.asks("DKF1AB2CD3");
    const isFirst = own.includes(label);
    if (!isFirst) await selam.press(record, "✅ Yes, mine");
    const asked = isFirst ? record : await selam.with(...question);
    await move();
    expect(await selam.press(asked, label)).toBe(tooOld);
    expect([await saved(), await answers()]).toEqual([[], []]);
  });

  test("saves nothing there once its bank is told", async () => {
    const { selam, saved, move } = await openMoving();
    await selam.say("/accounts 1000200008765");
    const asked = await selam.saying("Which bank is 1000200008765 at?");
    await move();
    await selam.press(asked, "TEST Alpha Bank");
    expect((await selam.now(asked)).text).toContain("This question belongs to another shop");
    expect(await saved()).toEqual([]);
    await selam.say("/accounts 1000200008765");
    const again = await selam.saying("Which bank is 1000200008765 at?");
    await selam.press(again, "TEST Alpha Bank");
    await expect.poll(saved).toMatchObject([{ number: "1000200008765" }]);
  });
});

describe("a message that is changed after its owner was asked", () => {
  /** Hana's account is asked about first; then the message names a receipt of Eve's. */
  const openChanged = async () => {
    const shop = await openShop();
    const eve = { receiver_account: "2519****1111", receiver_name: "Eve Abebe" };
    shop.world.answers.give = (question) =>
      ok(
        question.includes("DKF1AB2CD4")
          ? verified({ ...eve, transaction_reference: "DKF1AB2CD4" })
          : verified(),
      );
    return shop;
  };

  test.each(["✅ Save", "❌ Not ours", "Only this one"])(
    "in a group: “%s” decides nothing about the receipt that it names now",
    async (label) => {
      const { hana, inGroup, bind, saved, answers } = await openChanged();
      await bind();
      const record = await inGroup.selam.asks("@deresegn_bot DKF1AB2CD3");
      await inGroup.hana.press(record, "✅ Yes, the shop's");
      const asked = await hana.saying("Is 2519****8765 · Hana Mekonnen the shop's account?");
      await inGroup.selam.edit(record.reply?.message_id ?? 0, "@deresegn_bot DKF1AB2CD4");
      const changed = await inGroup.selam.saying("E*** A***");
      expect(changed.message_id).toBe(record.message_id);
      expect(await hana.press(asked, label)).toBe("This button is too old. Send me the receipt once more.");
      expect([await saved(), await answers()]).toEqual([[], []]);
      expect((await inGroup.selam.now(record)).text).toMatch(/^❓/);

      // What it names now can be asked about anew.
      await inGroup.hana.press(await inGroup.hana.now(record), "✅ Yes, the shop's");
      await hana.press(await hana.saying("Is 2519****1111 · Eve Abebe the shop's account?"), "❌ Not ours");
      await inGroup.selam.saying("Hana says: no, it is not ours.");
      expect([await saved(), await answers()]).toEqual([[], ["not_mine"]]);
    },
  );

  test("in a group: staff are heard while the customer's next receipt hangs, and the answer says so after it", async () => {
    const { world, hana, inGroup, bind } = await openShop();
    await bind();
    const record = await inGroup.selam.asks("@deresegn_bot DKF1AB2CD3");
    let letGo: () => void = () => undefined;
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    world.answers.give = async () => {
      await isLetGo;
      return ok(verified({ transaction_reference: "DKF1AB2CD5" }));
    };
    const asked = world.asked.length;
    await inGroup.selam.say("@deresegn_bot DKF1AB2CD5");
    await expect.poll(() => world.asked.length).toBe(asked + 1);
    await inGroup.dawit.press(record, "✅ Yes, the shop's");
    await hana.saying("Dawit asks whether 2519****8765 · Hana Mekonnen is the shop's account.");
    expect((await inGroup.selam.now(record)).text).toBe(record.text);
    letGo();
    await expect.poll(async () => (await inGroup.selam.now(record)).text).not.toBe(record.text);
  });

  /** Staff ask whose Selam's payment is, and an administrator deletes the answer before the owner has decided. */
  const openDeleted = async () => {
    const { world, hana, inGroup, bind } = await openChanged();
    await bind();
    const record = await inGroup.selam.asks("@deresegn_bot DKF1AB2CD3");
    await inGroup.dawit.press(record, "✅ Yes, the shop's");
    const asked = await hana.saying("Dawit asks whether 2519****8765 · Hana Mekonnen is the shop's account.");
    world.telegram.people.group().remove(record.message_id);
    const id = record.reply?.message_id ?? 0;
    const beneath = async () =>
      (await inGroup.selam.state()).filter(({ reply }) => reply?.message_id === id).map(({ text }) => text);
    return { hana, selam: inGroup.selam, id, asked, beneath };
  };

  test("in a group: what the owner's decision says anew is withdrawn with the message", async () => {
    const { hana, selam, id, asked, beneath } = await openDeleted();
    await hana.press(asked, "Only this one");
    await selam.saying("Hana says: yes, it is ours.");
    expect((await beneath()).filter((text) => text.startsWith("✅"))).toHaveLength(1);
    await selam.edit(id, "@deresegn_bot never mind");
    await selam.saying("this receipt is no longer in it");
    expect((await beneath()).filter((text) => text.startsWith("✅"))).toEqual([]);
  });

  test("in a group: the owner's decision changes the newest answer, and none stands beside it", async () => {
    const { hana, selam, id, asked, beneath } = await openDeleted();
    await selam.edit(id, "@deresegn_bot DKF1AB2CD4");
    await selam.saying("E*** A***");
    await selam.edit(id, "@deresegn_bot DKF1AB2CD3");
    await selam.saying("DKF1AB2CD3");
    await hana.press(asked, "Only this one");
    await selam.saying("Hana says: yes, it is ours.");
    expect((await beneath()).filter((text) => text.includes("1,250.00"))).toEqual([
      expect.stringMatching(/^✅/),
    ]);
  });

  test("staff's own: a press on what it showed before decides nothing, and asks nobody", async () => {
    const { world, hana, dawit, saved } = await openChanged();
    const record = await dawit.asks("DKF1AB2CD3");
    const data = record.buttons.flat()[0]?.callback_data ?? "";
    await dawit.press(record, "✅ Yes, the shop's");
    const asked = await hana.saying("Dawit asks whether 2519****8765 · Hana Mekonnen is the shop's account.");
    await dawit.edit(record.reply?.message_id ?? 0, "DKF1AB2CD4");
    await dawit.saying("Eve Abebe");
    await hana.press(asked, "✅ Save");
    expect(await saved()).toEqual([]);
    const from = world.telegram.people.user("dawit");
    const message = { message_id: record.message_id, date: 1, chat: { id: from.id, type: "private" } };
    const { length } = world.callsOf("answerCallbackQuery");
    world.telegram.updates.push({
      callback_query: { id: "old", from, chat_instance: "1", message, data },
    } as never);
    await world.untilCalls(() => world.callsOf("answerCallbackQuery").length > length);
    expect(world.callsOf("answerCallbackQuery").at(-1)?.payload.text).toMatch(/too old/);
    expect((await hana.state()).filter(({ text }) => text.includes("Eve"))).toEqual([]);
  });
});

describe("a shop with staff", () => {
  test("has its owner asked, and the answer of whoever asked changes when the owner saves", async () => {
    const { world, hana, dawit, saved } = await openShop();
    const record = await dawit.asks("DKF1AB2CD3");
    expect(labelsOf(record)).toEqual(shops);
    expect(await dawit.press(record, "✅ Yes, the shop's")).toBe(
      "I asked Hana. This answer changes when they decide.",
    );
    expect(labelsOf(await dawit.now(record))).toEqual([]);
    const asked = await hana.saying("Dawit asks whether 2519****8765 · Hana Mekonnen is the shop's account.");
    expect(labelsOf(asked)).toEqual(["✅ Save", "❌ Not ours", "Only this one"]);
    expect(await saved()).toEqual([]);

    await hana.press(asked, "✅ Save");
    const done = await hana.with("↩️ Undo");
    expect(done.message_id).toBe(asked.message_id);
    expect(await saved()).toMatchObject([{ provider: "beta", number: "2519****8765" }]);
    await dawit.saying("Hana says: yes, it is ours.");
    expect((await dawit.now(record)).text).toMatch(/^✅/);

    await hana.press(done, "↩️ Undo");
    await dawit.saying("Undone: …8765 is as it was before.");
    expect(labelsOf(await dawit.now(record))).toEqual(shops);
    expect(await saved()).toEqual([]);
    expect(world.asked).toHaveLength(1);
  });

  test("asks once, and takes “not ours” for the whole shop", async () => {
    const { world, hana, dawit, saved, answers } = await openShop();
    const record = await dawit.asks("DKF1AB2CD3");
    const { id = "" } = { id: record.buttons.flat()[0]?.callback_data ?? "" };
    const from = world.telegram.people.user("dawit");
    await dawit.press(record, "✅ Yes, the shop's");
    const asked = await hana.with("✅ Save", "❌ Not ours", "Only this one");
    const shown = { message_id: record.message_id, date: 1, chat: { id: from.id, type: "private" } };
    world.telegram.updates.push({
      callback_query: { id: "again", from, chat_instance: "1", message: shown, data: id },
    } as never);
    await world.untilCalls(() => world.callsOf("answerCallbackQuery").length >= 2);
    await hana.press(asked, "❌ Not ours");
    await hana.saying("Noted: not the shop's account.");
    await dawit.saying("Hana says: no, it is not ours.");
    expect([await saved(), await answers()]).toEqual([[], ["not_mine"]]);
    expect((await dawit.now(record)).text).toMatch(/^⚠️ 1,250\.00 ETB, real, but not to/);
    expect(
      fromBot((await world.hana.state()).messages).filter(({ text }) => text.includes("asks whether")),
    ).toEqual([]);
  });

  test("asks again once the owner has answered, and says nothing that is not so", async () => {
    const { hana, dawit, answers } = await openShop();
    const record = await dawit.asks("DKF1AB2CD3");
    await dawit.press(record, "✅ Yes, the shop's");
    await hana.press(await hana.saying("Dawit asks whether"), "❌ Not ours");
    await dawit.saying("Hana says: no, it is not ours.");
    await dawit.press(await dawit.now(record), "It is the shop's after all…");
    await hana.press(await hana.saying("Dawit asks whether"), "Only this one");
    await dawit.saying("Hana says: yes, it is ours.");
    expect((await dawit.now(record)).text).toMatch(/^✅/);
    expect(await answers()).toEqual(["mine"]);
  });

  test("says so where its owner cannot be reached", async () => {
    const { world, dawit } = await openShop();
    await world.store.db.updateTable("telegram_link").set({ reach: "" }).execute();
    const record = await dawit.asks("DKF1AB2CD3");
    expect(await dawit.press(record, "✅ Yes, the shop's")).toMatch(/^I cannot reach the shop's owner\./);
  });

  test("see the ✅ when the owner saves what is saved by then", async () => {
    const { world, hana, dawit, account, saved } = await openShop();
    const record = await dawit.asks("DKF1AB2CD3");
    await dawit.press(record, "✅ Yes, the shop's");
    const asked = await hana.saying("Dawit asks whether");
    const { savedAccounts } = world.dependencies;
    const receiver = { provider: "beta", number: "2519****8765", name: "Hana Mekonnen" };
    await savedAccounts.save(account, receiver, {
      kind: "user",
      userId: world.telegram.people.user("hana").id,
    });
    await hana.press(asked, "✅ Save");
    expect((await hana.now(asked)).text).toBe("This account is saved already. /accounts shows it.");
    await dawit.saying("Hana says: yes, it is ours.");
    expect((await dawit.now(record)).text).toMatch(/^✅/);
    expect(await saved()).toHaveLength(1);
  });

  test("hear it when the owner has blocked the bot, and can ask again", async () => {
    const { world, hana, dawit } = await openShop();
    const record = await dawit.asks("DKF1AB2CD3");
    const toHana = hana.id();
    world.faults.push(({ method, payload }) =>
      method === "sendMessage" && payload.chat_id === toHana
        ? { kind: "refuse", code: 403, description: "Forbidden: bot was blocked by the user" }
        : undefined,
    );
    await dawit.press(record, "✅ Yes, the shop's");
    await dawit.saying("I cannot reach the shop's owner. Ask them to write to me in our private chat.");
    expect(labelsOf(await dawit.now(record))).toEqual(shops);
    expect((await dawit.now(record)).text).not.toContain("I asked");
    world.faults.length = 0;
    await dawit.press(await dawit.now(record), "✅ Yes, the shop's");
    await hana.saying("Dawit asks whether");
  });
});

describe("a group", () => {
  test("that belongs to no shop has no such buttons", async () => {
    const { inGroup } = await openShop();
    const record = await inGroup.selam.asks("@deresegn_bot DKF1AB2CD3");
    expect(record.text).toMatch(/^❓ Real payment: 1,250\.00 ETB to H\*\*\* M\*\*\*\n/);
    expect(labelsOf(record)).toEqual([]);
  });

  test("that belongs to a shop lets its people decide, its owner in private", async () => {
    const { hana, inGroup, bind, saved } = await openShop();
    await bind();
    const record = await inGroup.selam.asks("@deresegn_bot DKF1AB2CD3");
    expect(labelsOf(record)).toEqual(shops);
    expect(await inGroup.selam.press(record, "✅ Yes, the shop's")).toBe(
      "Only the people of the shop can answer this.",
    );
    expect(await inGroup.hana.press(record, "✅ Yes, the shop's")).toBe("I asked you in our private chat.");
    const asked = await hana.saying("Is 2519****8765 · Hana Mekonnen the shop's account?");
    await hana.press(asked, "✅ Save");
    expect(await saved()).toMatchObject([{ provider: "beta", number: "2519****8765" }]);
    await inGroup.hana.saying("Hana says: yes, it is ours.");
    const { text } = await inGroup.hana.now(record);
    expect(text).toMatch(/^✅ 1,250\.00 ETB/);
    expect(text).not.toMatch(/Mekonnen|2519/);
  });

  test("that belongs to a shop hears of an undo in its language, and of three digits", async () => {
    const { world, hana, inGroup, bind } = await openShop();
    await bind();
    const { memory } = world.dependencies;
    await memory.rememberLanguage(world.telegram.people.group().chat.id, "am");
    await memory.rememberLanguage(hana.id(), "en");
    const record = await inGroup.selam.asks("@deresegn_bot DKF1AB2CD3");
    const [yes = ""] = labelsOf(record);
    await inGroup.hana.press(record, yes);
    await hana.press(await hana.saying("Is 2519****8765"), "✅ Save");
    await hana.press(await hana.with("↩️ Undo"), "↩️ Undo");
    await inGroup.hana.saying(catalogues.am.receiver.undone("…765"));
  });

  test.each(oneIn(2, languages))(
    "that belongs to a shop names it in %s: whoever posts there is not “you”",
    async (language) => {
      const { world, account, inGroup, bind } = await openShop();
      await bind();
      const phone = { provider: "", number: "251911008765", name: "" };
      await world.dependencies.savedAccounts.save(account, phone, {
        kind: "user",
        userId: world.telegram.people.user("hana").id,
      });
      await world.dependencies.memory.rememberLanguage(world.telegram.people.group().chat.id, language);
      const { group, staff } = catalogues[language];
      const yours = await inGroup.selam.asks("@deresegn_bot DKF1AB2CD3");
      expect(yours.text.split("\n").slice(0, 2)).toEqual([
        expect.stringMatching(/^✅ .*1,250\.00/),
        group.forShop(staff.shop("Hana")),
      ]);
      const other = { receiver_account: "2519****1111", receiver_name: "Abebe Bekele" };
      world.answers.give = () => ok(verified({ ...other, transaction_reference: "DKF1AB2CD4" }));
      const others = await inGroup.dawit.asks("@deresegn_bot DKF1AB2CD4");
      expect(others.text.split("\n").slice(0, 2)).toEqual([
        expect.stringMatching(/^⚠️ .*A\*\*\* B\*\*\*/),
        group.forShop(staff.shop("Hana")),
      ]);
    },
  );

  test("keeps what anybody showed there in the history of its shop, and counts it on themselves", async () => {
    const { world, hana, account, inGroup, bind } = await openShop();
    await bind();
    const left = async () =>
      granted(await world.accounts.quotaOf({ kind: "telegram", userId: hana.id() }))?.remaining;
    world.answers.give = (question) =>
      ok(verified({ transaction_reference: /DKF\w+/.exec(question)?.[0] ?? "" }));
    await inGroup.selam.asks("@deresegn_bot DKF1AB2CD3");
    expect(await left()).toBe(10);
    await inGroup.dawit.say("@deresegn_bot DKF1AB2CD3 please");
    const again = await inGroup.dawit.saying("checked");
    expect(again.text).toMatch(/^⚠️ 1,250\.00 ETB, real, but .*checked/);
    expect(await left()).toBe(9);
    const seen = await world.store.db.selectFrom("seen_receipt").select("account_id").execute();
    expect(new Set(seen.map((row) => row.account_id))).toEqual(new Set([account]));
  });

  test("that belongs to a shop looks a receipt up with the shop's account, and names nobody in its buttons", async () => {
    const { world, account, inGroup, bind } = await openShop();
    const save = (number: string) =>
      world.dependencies.savedAccounts.save(
        account,
        { provider: "alpha", number, name: "Hana Mekonnen" },
        { kind: "user", userId: world.telegram.people.user("hana").id },
      );
    await save("1000123454321");
    const unbound = await inGroup.selam.asks("@deresegn_bot FT26319K4Q7Z");
    expect(labelsOf(unbound)).toEqual(["TEST Alpha Bank", "TEST Gamma Bank"]);
    expect(world.asked).toEqual([]);
    await bind();
    await inGroup.selam.asks("@deresegn_bot FT26319K4Q7Z");
    expect(world.asked).toEqual(["alpha FT26319K4Q7Z 1000123454321"]);
    await save("1000123459999");
    const asked = await inGroup.selam.asks("@deresegn_bot FT26319K4Q8A");
    expect(labelsOf(asked)).toContain("…999 · TEST Alpha Bank");
    expect(JSON.stringify(asked.buttons)).not.toContain("Hana");
    await inGroup.selam.press(asked, "…999 · TEST Alpha Bank");
    await expect.poll(() => world.asked.at(-1)).toBe("alpha FT26319K4Q8A 1000123459999");
  });
});
