import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { catalogues } from "../../src/texts/texts.ts";
import type { ChatMessage } from "../../tools/demo/telegram/chat-view.ts";
import type { PersonName } from "../../tools/demo/telegram/people.ts";
import { conversationAt } from "../../tools/demo/telegram/seat.ts";
import { granted } from "../support/books.ts";
import { type BotWorld, openBotWorld, verified } from "../support/bot-world.ts";
import { chatOf } from "../support/chats.ts";

/** Whose question an answer answers, and whose history it is judged by. */

const minuteMs = 60_000;

const answersEach = (world: BotWorld) => {
  world.answers.give = (asked) =>
    ok(verified({ transaction_reference: /DKF1AB2CD\d/.exec(asked)?.[0] ?? "DKF1AB2CD3" }));
};

/** Hana's shop has saved the account that receipts pay to. */
const openShop = async () => {
  const world = await openBotWorld();
  const [hana, selam] = [chatOf(world, "hana"), chatOf(world, "selam")];
  answersEach(world);
  await hana.say("/accounts 0911008765");
  await hana.saying("✅ Saved");
  const account = granted(await world.accounts.telegramAccount(hana.id()))?.account ?? "";
  const groupOf = (person: PersonName) => chatOf(world, person, "group");
  const bind = async () => {
    await groupOf("hana").say("/join");
    await groupOf("hana").press(await groupOf("hana").saying("Does this group"), "🔗 Bind this group");
    await groupOf("hana").saying("This group belongs to the shop");
  };
  const join = async (person: PersonName) => {
    const { code } = granted(await world.accounts.createLinkCode(account, "staff"));
    granted(await world.accounts.redeemLinkCode(code, chatOf(world, person).id(), person));
  };
  const pass = (ms: number) => {
    world.clock.now = new Date(world.clock.now.getTime() + ms);
  };
  /** Presses a button under another message than its own, as a changed app can. */
  const forge = async (person: PersonName, data: string | undefined, under: ChatMessage) => {
    const from = world.telegram.people.user(person);
    const group = world.calls.find(({ payload }) => Number(payload.chat_id) < 0)?.payload.chat_id;
    const chat = { id: group, type: "supergroup", title: "The shop" };
    const message = { message_id: under.message_id, date: 1, chat, text: "x" };
    const { length } = world.callsOf("answerCallbackQuery");
    const query = { id: "1", from, chat_instance: "1", data, message };
    world.telegram.updates.push({ callback_query: query } as never);
    await world.untilCalls(() => world.callsOf("answerCallbackQuery").length > length);
  };
  return { world, hana, selam, account, groupOf, bind, join, pass, forge };
};

const buttonOf = ({ buttons }: ChatMessage, label: string) =>
  buttons.flat().find(({ text }) => text.includes(label));

/** The bot's answers to a message, newest last. */
const answersTo = async (chat: ReturnType<typeof chatOf>, id: number) =>
  (await chat.state()).filter(({ reply }) => reply?.message_id === id).map(({ text }) => text);

/** The messages that were answered with ✅. */
const toldOf = async (chat: ReturnType<typeof chatOf>) =>
  (await chat.state())
    .filter(({ text }) => text.startsWith("✅ 1,250"))
    .map(({ reply }) => reply?.message_id);

/** The checks of today that a person has had. */
const usedToday = async ({ accounts }: BotWorld, userId: number): Promise<number> => {
  const allowance = granted(await accounts.allowanceOf({ kind: "telegram", userId }));
  if (allowance.kind !== "quota") throw new Error(allowance.kind);
  return allowance.quota.limit - allowance.quota.remaining;
};

/** Updates that are not worked off. */
const waitingUpdates = ({ store }: BotWorld) =>
  store.db.selectFrom("inbox").select("update_id").where("state", "=", "waiting").execute();

/**
 * Time passes until it is so, in steps that are shorter than an attempt may take: one that is under way meanwhile is not
 * late by it, and put off again and again.
 */
const passUntil = async (pass: (ms: number) => void, isSo: () => Promise<boolean>): Promise<void> => {
  for (let step = 0; step < 120; step += 1) {
    pass(10_000);
    for (let look = 0; look < 8; look += 1) {
      if (await isSo()) return;
      await delay(25);
    }
  }
  expect.unreachable();
};

/** Its bank is down, and two people of its group wait for one receipt, `first` and `second` by the ids of their messages. */
const openWaiting = async (shown: readonly [string, string] = ["DKF1AB2CD3", "DKF1AB2CD3"]) => {
  const shop = await openShop();
  const { world, groupOf, bind, pass } = shop;
  await bind();
  world.answers.give = () => fail("provider_timeout");
  const ask = async (person: PersonName, text: string): Promise<number> => {
    const id = await groupOf(person).say(`@deresegn_bot ${text}`);
    await expect.poll(() => answersTo(groupOf(person), id)).toHaveLength(1);
    pass(1_000);
    return id;
  };
  const first = await ask("selam", shown[0]);
  const second = await ask("dawit", shown[1]);
  const isSaid = (start: string) => async () =>
    (await groupOf("selam").state()).some(({ text }) => text.startsWith(start));
  return { ...shop, first, second, isSaid };
};

describe("two people of a group who show one receipt while its bank is down", () => {
  test("the first hears ✅, the second that it was checked before", { timeout: 90_000 }, async () => {
    const { world, groupOf, pass, first, isSaid } = await openWaiting();
    answersEach(world);
    await passUntil(pass, isSaid("✅ 1,250"));
    await passUntil(pass, isSaid("⚠️ 1,250"));
    expect(await toldOf(groupOf("selam"))).toEqual([first]);
  });

  test("so also when the bank is back by the second's message", async () => {
    const { world, groupOf, bind, pass } = await openShop();
    await bind();
    world.answers.give = () => fail("provider_timeout");
    const first = await groupOf("selam").say("@deresegn_bot DKF1AB2CD3");
    await expect.poll(() => answersTo(groupOf("selam"), first)).toHaveLength(1);
    answersEach(world);
    const second = await groupOf("dawit").say("@deresegn_bot DKF1AB2CD3");
    await groupOf("selam").saying("✅ 1,250");
    pass(2 * minuteMs);
    await groupOf("selam").saying("⚠️ 1,250");
    expect(second).toBeGreaterThan(first);
    expect(await toldOf(groupOf("selam"))).toEqual([first]);
  });

  test("so also when they ask for it with different digits", async () => {
    const { world, groupOf, bind, pass } = await openShop();
    await bind();
    world.answers.give = () => fail("provider_timeout");
    const first = await groupOf("selam").say("@deresegn_bot FT26319K4Q7Z00004321");
    await expect.poll(() => answersTo(groupOf("selam"), first)).toHaveLength(1);
    world.answers.give = () => ok(verified({ transaction_reference: "FT26319K4Q7Z" }));
    pass(5_000);
    await groupOf("dawit").say("@deresegn_bot FT26319K4Q7Z00007777");
    await groupOf("selam").saying("✅ 1,250");
    pass(2 * minuteMs);
    await groupOf("selam").saying("⚠️ 1,250");
    expect(await toldOf(groupOf("selam"))).toEqual([first]);
  });

  test("the first hears it though the second changes their message", async () => {
    const { world, groupOf, pass, first, second } = await openWaiting();
    await groupOf("dawit").edit(second, "@deresegn_bot never mind");
    const waiting = async () => (await world.store.db.selectFrom("retry").select("id").execute()).length;
    await expect.poll(waiting).toBe(1);
    answersEach(world);
    await passUntil(pass, async () => (await answersTo(groupOf("selam"), first)).length === 2);
  });

  test.each([
    ["the first changes their message, which names it still", "selam", "DKF1AB2CD3 for order 6, thanks"],
    ["the second changes theirs", "dawit", "DKF1AB2CD3 for order 6, thanks"],
    ["the first corrects the digits", "selam", "FT26319K4Q7Z00007777"],
  ] as const)("the first hears ✅ though %s", { timeout: 90_000 }, async (_, who, text) => {
    const shown = text.startsWith("FT") ? "FT26319K4Q7Z00004321" : "DKF1AB2CD3";
    const { world, groupOf, pass, first, second, isSaid } = await openWaiting([shown, shown]);
    const planned = async () =>
      JSON.stringify(await world.store.db.selectFrom("retry").select(["message_id", "id"]).execute());
    const before = await planned();
    await groupOf(who).edit(who === "selam" ? first : second, `@deresegn_bot ${text}`);
    await expect.poll(planned).not.toBe(before);
    await expect.poll(() => waitingUpdates(world)).toEqual([]);
    const reference = shown.startsWith("FT") ? "FT26319K4Q7Z" : "DKF1AB2CD3";
    world.answers.give = () => ok(verified({ transaction_reference: reference }));
    await passUntil(pass, isSaid("⚠️ 1,250"));
    expect(await toldOf(groupOf("selam"))).toEqual([first]);
  });

  test("the first hears ✅ though the change of their message waits for its turn", async () => {
    const { world, groupOf, pass, first, second, isSaid } = await openWaiting();
    // The background asks for the first of them at once.
    await expect.poll(() => world.asked.length).toBe(2);
    const held: (() => void)[] = [];
    world.answers.give = async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return fail("provider_timeout");
    };
    for (const reference of ["DKF1AB2CD4", "DKF1AB2CD5"])
      await groupOf("selam").say(`@deresegn_bot ${reference}`);
    await expect.poll(() => held.length).toBe(1);
    await groupOf("selam").edit(first, "@deresegn_bot DKF1AB2CD3 for order 6, thanks");
    await expect.poll(() => waitingUpdates(world)).toHaveLength(5);
    held[0]?.();
    await groupOf("selam").saying("You changed the message. It is checked again in its turn.");
    await expect.poll(() => held.length).toBe(2);
    answersEach(world);
    pass(30_000);
    held[1]?.();
    await passUntil(pass, isSaid("⚠️ 1,250"));
    const told = await toldOf(groupOf("selam"));
    expect(told).toContain(first);
    expect(told).not.toContain(second);
  });

  test("the second hears ✅ though the change by which the first names another cannot be answered", async () => {
    const { world, groupOf, pass, first, second } = await openWaiting();
    await expect.poll(() => world.asked.length).toBe(2);
    let isRefused = false;
    world.faults.push(({ payload }) => {
      if (!String(payload.text).includes("DKF1AB2CD4")) return undefined;
      isRefused = true;
      return { kind: "refuse", code: 400, description: "Bad Request: not enough rights" };
    });
    answersEach(world);
    await groupOf("selam").edit(first, "@deresegn_bot DKF1AB2CD4");
    await expect.poll(() => isRefused).toBe(true);
    await passUntil(pass, async () => (await toldOf(groupOf("dawit"))).includes(second));
  });

  test("the second hears ✅ though the change by which the first names it no more waits for its turn", async () => {
    const { world, groupOf, pass, first, second } = await openWaiting();
    await expect.poll(() => world.asked.length).toBe(2);
    const held: (() => void)[] = [];
    world.answers.give = async (asked) => {
      if (asked.includes("CD3")) return ok(verified({ transaction_reference: "DKF1AB2CD3" }));
      await new Promise<void>((resolve) => held.push(resolve));
      return fail("provider_timeout");
    };
    for (const reference of ["DKF1AB2CD4", "DKF1AB2CD5"])
      await groupOf("selam").say(`@deresegn_bot ${reference}`);
    await expect.poll(() => held.length).toBe(1);
    await groupOf("selam").edit(first, "@deresegn_bot never mind");
    await expect.poll(() => waitingUpdates(world)).toHaveLength(5);
    held[0]?.();
    await groupOf("selam").saying("You changed the message. It is checked again in its turn.");
    await expect.poll(() => held.length).toBe(2);
    await passUntil(pass, async () => (await toldOf(groupOf("dawit"))).includes(second));
    held[1]?.();
  });

  test.each([
    ["names it still", "DKF1AB2CD3 1,250 birr", true, [1, 1]],
    ["names it no more", "never mind", false, [0, 1]],
  ] as const)(
    "what the background asks as the first worded it counts for nothing after a change that %s",
    { timeout: 90_000 },
    async (_, text, isAskedAgain, counted) => {
      const shop = await openWaiting(["DKF1AB2CD3 900 birr", "DKF1AB2CD3"]);
      const { world, groupOf, pass, first, second, isSaid } = shop;
      const held: (() => void)[] = [];
      world.answers.give = async () => {
        await new Promise<void>((resolve) => held.push(resolve));
        return ok(verified());
      };
      await passUntil(pass, async () => held.length === 1);
      await groupOf("selam").edit(first, `@deresegn_bot ${text}`);
      if (isAskedAgain) await expect.poll(() => held.length).toBe(2);
      else await groupOf("selam").saying("You changed the message");
      answersEach(world);
      for (const answer of held) answer();
      await passUntil(pass, isSaid(isAskedAgain ? "⚠️ 1,250" : "✅ 1,250"));
      expect(await toldOf(groupOf("selam"))).toEqual([isAskedAgain ? first : second]);
      expect((await answersTo(groupOf("selam"), first)).join()).not.toContain("900");
      const people = [chatOf(world, "selam"), chatOf(world, "dawit")];
      expect(await Promise.all(people.map((chat) => usedToday(world, chat.id())))).toEqual(counted);
    },
  );
});

describe("what is found for a guest of a group that is bound before it is said", () => {
  test.each([
    [
      "completed, where its bank has shown it so since the shop heard that it was undone",
      "before",
      /^✅ 1,250/,
    ],
    ["undone, where the shop has heard so since its bank was asked", "after", /^❌/],
  ] as const)("is called %s", async (_, heard, told) => {
    const { world, hana, groupOf, bind, pass } = await openShop();
    const hearOfUndone = async () => {
      world.answers.give = () => fail("receipt_not_completed", { receiptStatus: "Reversed" });
      await hana.asks("DKF1AB2CD3");
      answersEach(world);
    };
    if (heard === "before") await hearOfUndone();
    pass(15 * minuteMs);
    let isRefusing = true;
    world.faults.push(({ method, payload: { text } }) =>
      method === "sendMessage" && isRefusing && String(text).includes("1,250")
        ? { kind: "refuse", code: 502, description: "Bad Gateway" }
        : undefined,
    );
    const asked = await groupOf("selam").say("@deresegn_bot DKF1AB2CD3");
    await world.untilCalls((calls) => calls.some(({ payload: { text } }) => /1,250/.test(String(text))));
    if (heard === "after") {
      pass(1_000);
      await hearOfUndone();
    }
    await bind();
    isRefusing = false;
    const answers = () => {
      pass(1_000);
      return answersTo(groupOf("selam"), asked);
    };
    await expect.poll(answers).toEqual([expect.stringMatching(told)]);
  });
});

describe("a guest who waits for a receipt keeps nobody else of the group waiting for it", () => {
  const minuteAfterMinute = async (world: BotWorld, minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      const before = await tried(world);
      world.clock.now = new Date(world.clock.now.getTime() + 2 * minuteMs);
      await expect.poll(() => tried(world)).not.toBe(before);
    }
  };
  /** When each of those who wait is tried next, and how often they were. */
  const tried = async ({ store }: BotWorld): Promise<string> =>
    JSON.stringify(await store.db.selectFrom("retry").select(["attempts", "due_at"]).execute());

  test("while the guest's own limit keeps theirs from the bank", async () => {
    const { world, groupOf, bind, join } = await openShop();
    await bind();
    await join("dawit");
    world.answers.give = () => fail("provider_timeout");
    await groupOf("selam").say("@deresegn_bot DKF1AB2CD3");
    await groupOf("selam").saying("⏳");
    await minuteAfterMinute(world, 1);
    await world.store.db.updateTable("unanswered_hour").set({ taken: 1_000 }).execute();
    answersEach(world);
    await minuteAfterMinute(world, 1);
    const asking = await groupOf("dawit").say("@deresegn_bot DKF1AB2CD3");
    await expect.poll(() => answersTo(groupOf("dawit"), asking)).toHaveLength(1);
    expect((await answersTo(groupOf("dawit"), asking))[0]).toMatch(/^✅ 1,250/);
  });

  test("nor while the guest's is tried again seldom, for the bank was down for long", async () => {
    const { world, groupOf, bind, join, pass } = await openShop();
    await bind();
    await join("dawit");
    world.answers.give = () => fail("provider_timeout");
    await groupOf("selam").say("@deresegn_bot DKF1AB2CD3");
    await groupOf("selam").saying("⏳");
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const [{ due_at: dueAt } = { due_at: 0 }] = await world.store.db
        .selectFrom("retry")
        .selectAll()
        .execute();
      world.clock.now = new Date(dueAt);
      await expect.poll(() => tried(world)).toContain(`"attempts":${attempt + 1}`);
    }
    const asking = await groupOf("dawit").say("@deresegn_bot DKF1AB2CD3");
    await expect.poll(() => answersTo(groupOf("dawit"), asking)).toHaveLength(1);
    await expect.poll(() => tried(world)).toContain('"attempts":7');
    answersEach(world);
    pass(minuteMs);
    await groupOf("selam").saying("✅ 1,250");
    pass(minuteMs);
    // It says whose message showed the receipt first, and quotes that one.
    await groupOf("dawit").saying("⚠️ 1,250");
  });
});

describe("an answer that was found for another account, or for none", () => {
  test("is judged by what the shop has seen by now, once its reader works there", async () => {
    const { hana, selam, join } = await openShop();
    await hana.asks("DKF1AB2CD3");
    const found = await selam.asks("DKF1AB2CD3");
    expect(found.text).toMatch(/^❓/);
    await join("selam");
    await selam.press(found, "Details");
    expect((await selam.now(found)).text).toMatch(/^⚠️/);
  });

  test("is judged so in a group that was bound since, and is seen there from then on", async () => {
    const { hana, groupOf, bind } = await openShop();
    const group = groupOf("selam");
    const [seen, unseen] = [
      await group.asks("@deresegn_bot DKF1AB2CD3"),
      await group.asks("@deresegn_bot DKF1AB2CD4"),
    ];
    await hana.asks("DKF1AB2CD3");
    await bind();
    for (const found of [seen, unseen]) await group.press(found, "Details");
    expect((await group.now(seen)).text).toMatch(/^⚠️/);
    expect((await group.now(unseen)).text).toMatch(/^✅/);
    const { length } = await group.state();
    await group.say("@deresegn_bot DKF1AB2CD4");
    await expect.poll(group.state).toHaveLength(length + 1);
    expect((await group.state()).at(-1)?.text).toMatch(/^⚠️/);
  });

  test("is too old for a shop that was not shown it since", async () => {
    const { hana, selam, groupOf, bind, join, pass } = await openShop();
    const group = groupOf("dawit");
    const ofNone = await group.asks("@deresegn_bot DKF1AB2CD3");
    const ofGuest = await selam.asks("DKF1AB2CD4");
    pass(11 * minuteMs);
    await bind();
    expect(await group.press(ofNone, "Details")).toBe(catalogues.en.questionStale);
    await selam.say("/accounts 0911008765");
    await selam.saying("✅ Saved");
    expect(await selam.press(ofGuest, "Details")).toBe(catalogues.en.questionStale);
    const ofOther = await selam.asks("DKF1AB2CD5");
    await join("selam");
    expect(await selam.press(ofOther, "Details")).toBe(catalogues.en.questionStale);
    expect((await group.now(ofNone)).text).toMatch(/^❓/);
    expect((await selam.now(ofGuest)).text).toMatch(/^❓/);
    await hana.asks("DKF1AB2CD5");
    await selam.press(ofOther, "Details");
    expect((await selam.now(ofOther)).text).toMatch(/^⚠️/);
  });

  test.each(["Pending", "Reversed"])(
    "is completed for whoever was told before in a group of nobody that it is not: %s",
    async (receiptStatus) => {
      const { world, groupOf, bind, pass } = await openShop();
      const group = groupOf("hana");
      const assessment = receiptStatus === "Pending" ? "pending" : "undone";
      world.answers.give = () => fail("receipt_not_completed", { receiptStatus, assessment });
      await group.asks("@deresegn_bot DKF1AB2CD3");
      pass(2 * minuteMs);
      answersEach(world);
      const found = await group.asks("@deresegn_bot DKF1AB2CD3");
      await bind();
      await group.press(found, "Details");
      expect((await group.now(found)).text).toMatch(/^✅/);
    },
  );

  test("is seen by the account that a guest gets with “yes, mine”", async () => {
    const { selam } = await openShop();
    const found = await selam.asks("DKF1AB2CD3");
    await selam.press(found, "✅ Yes, mine");
    await selam.press(await selam.with("✅ Save", "Only this one", "Cancel"), "Only this one");
    expect((await selam.now(found)).text).toMatch(/^✅/);
    await selam.say("DKF1AB2CD3");
    expect((await selam.saying("The same receipt as")).text).toMatch(/^ℹ️/);
    await selam.press(await selam.now(found), "Details");
    expect((await selam.now(found)).text).toMatch(/^✅/);
  });
});

describe("a person who has come to another shop since", () => {
  /** Selam has asked for a receipt in her own shop. What she does next, she does before or after she owns Hana's instead. */
  const openTwoShops = async () => {
    const shop = await openShop();
    const { world, hana, selam, account } = shop;
    await selam.say("/start");
    await selam.saying("Choose your language");
    await selam.press(await selam.asks("DKF1AB2CD3"), "Details");
    const answer = await selam.saying("Date as printed");
    const move = async () => {
      const { code } = granted(await world.accounts.createLinkCode(account, "owner"));
      await selam.say(`/start ${code}`);
      await selam.press(await selam.saying("Do you want to become an owner of"), "✅ Yes");
      await hana.press(await hana.saying("Selam wants to own"), "✅ Yes, an owner");
      await selam.saying("✅ You are an owner of the shop");
    };
    return { ...shop, answer, move };
  };
  const refusal = catalogues.en.proof.refused;

  test("is not told that the old shop's proof is withdrawn, which still shows it", async () => {
    const { world, selam, answer, move } = await openTwoShops();
    await selam.press(answer, "🔗 Link to pass on");
    const proof = await selam.saying("/p/");
    const id = /\/p\/([\w-]+)/.exec(proof.text)?.[1] ?? "";
    await move();
    expect(await selam.press(proof, "Withdraw the link")).toBe(refusal);
    expect(await selam.now(proof)).toMatchObject({ text: proof.text, buttons: proof.buttons });
    expect(granted(await world.accounts.readProof(id)).kind).toBe("proof");
  });

  test("makes no proof for the new shop of what was answered for the old one", async () => {
    const { world, selam, answer, move } = await openTwoShops();
    await move();
    expect(await selam.press(answer, "🔗 Link to pass on")).toBe(refusal);
    expect(await world.store.db.selectFrom("proof").select("id").execute()).toEqual([]);
  });

  test("makes one of what was answered before there was any shop", async () => {
    const { selam } = await openShop();
    const answer = await selam.asks("DKF1AB2CD3");
    await selam.say("/start");
    await selam.saying("Choose your language");
    await selam.press(answer, "Details");
    await selam.press(await selam.now(answer), "🔗 Link to pass on");
    expect((await selam.saying("/p/")).text).toContain("/p/");
  });
});

describe("a button that is pressed under another message of the bot", () => {
  test("puts no answer in that message's place: Details", async () => {
    const { groupOf, bind, forge } = await openShop();
    await bind();
    const good = await groupOf("dawit").asks("@deresegn_bot DKF1AB2CD3");
    const other = await groupOf("selam").asks("@deresegn_bot DKF1AB2CD4");
    await forge("selam", buttonOf(good, "Details")?.callback_data, other);
    expect((await groupOf("selam").now(other)).text).toContain("DKF1AB2CD4");
  });

  test.each(["noproof:abcdefghijkl12345678", "unbind", "aaaaaaaaaaaa:0"])(
    "changes neither its words nor its buttons: %s",
    async (data) => {
      const { world, groupOf, forge } = await openShop();
      world.answers.give = () => fail("receipt_not_found");
      const refused = await groupOf("dawit").asks("@deresegn_bot DKF1AB2CD4");
      granted(await world.accounts.registerTelegram(chatOf(world, "selam").id()));
      await forge("selam", data, refused);
      await groupOf("dawit").asks("@deresegn_bot DKF1AB2CD3");
      const { text, buttons } = await groupOf("dawit").now(refused);
      expect({ text, buttons }).toEqual({ text: refused.text, buttons: refused.buttons });
    },
  );

  test("makes no proof of a payment that paid nobody", async () => {
    const { world, hana } = await openShop();
    world.answers.give = () => ok(verified({}, { paymentKind: "withdrawal" }));
    const { message_id } = await hana.asks("DKF1AB2CD3");
    const conversation = world.telegram.people.conversation("hana");
    const [from, message] = [conversation.user(), conversation.find(message_id)?.message];
    if (message === undefined) throw new Error("no answer to press under");
    const id = world.telegram.callbackQueries.open({ conversation, userId: from.id });
    const data = `proof:${message.reply_to_message?.message_id}:receipt:0`;
    world.telegram.updates.push({ callback_query: { id, from, message, chat_instance: "1", data } });
    await world.untilCalls(() => world.callsOf("answerCallbackQuery").length > 0);
    expect(await world.store.db.selectFrom("proof").select("id").execute()).toEqual([]);
  });

  test("makes no proof for a suspended account, and says why", async () => {
    const { world, hana, account } = await openShop();
    const answer = await hana.asks("DKF1AB2CD3");
    await hana.press(answer, "Details");
    granted(await world.accounts.suspend(account));
    expect(await hana.press(await hana.now(answer), "🔗 Link to pass on")).toMatch(/suspended/);
    expect(await world.store.db.selectFrom("proof").select("id").execute()).toEqual([]);
  });

  test("nor “check again”", async () => {
    const { world, groupOf, forge } = await openShop();
    world.answers.give = () => fail("receipt_not_found");
    const [mine, theirs] = [
      await groupOf("dawit").asks("@deresegn_bot DKF1AB2CD3"),
      await groupOf("selam").asks("@deresegn_bot DKF1AB2CD4"),
    ];
    answersEach(world);
    await forge("dawit", buttonOf(mine, "Check again")?.callback_data, theirs);
    expect((await groupOf("selam").now(theirs)).text).toContain("DKF1AB2CD4");
    await groupOf("dawit").press(mine, "🔄 Check again");
    await expect.poll(async () => (await groupOf("dawit").now(mine)).text).toMatch(/^❓/);
  });
});

describe("“check again” while the background asks", () => {
  test("waits for its answer, accuses nobody and charges once", async () => {
    const { world, hana, account, pass } = await openShop();
    granted(await world.accounts.topUp(account, 10_000, "operator"));
    world.answers.give = () => fail("provider_timeout");
    const waiting = await hana.asks("DKF1AB2CD3");
    let answer = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    world.answers.give = async () => {
      await isAnswered;
      return ok(verified());
    };
    const { length } = world.asked;
    pass(2 * minuteMs);
    await expect.poll(() => world.asked.length).toBeGreaterThan(length);
    await hana.press(waiting, "🔄 Check again");
    answer();
    await expect.poll(async () => (await hana.state()).at(-1)?.text).toMatch(/^✅/);
    const charges = await world.store.db
      .selectFrom("ledger_entry")
      .select("amount_santim")
      .where("kind", "=", "charge")
      .execute();
    expect(charges).toHaveLength(1);
    expect((await hana.state()).some(({ text }) => /^[⚠ℹ]/u.test(text))).toBe(false);
  });
});

describe("one showing of a receipt", () => {
  test("accuses nobody where a message names it in two ways", async () => {
    const { world, groupOf, bind } = await openShop();
    await bind();
    world.answers.give = () => ok(verified());
    const id = await groupOf("selam").say("@deresegn_bot DKF1AB2CD3 DKF1AB2CD4");
    await expect.poll(() => answersTo(groupOf("selam"), id)).toHaveLength(2);
    const marks = (await answersTo(groupOf("selam"), id)).map((text) => text.slice(0, 2));
    expect(marks).toEqual(["✅ ", "ℹ️"]);
  });

  test.each(["hana", "selam", "dawit"] as const)(
    "is told as the same one, and quoted, when %s points the bot to it",
    async (person) => {
      const { groupOf, bind, pass } = await openShop();
      await bind();
      const id = await groupOf("selam").say("paid: https://beta.example/receipt/DKF1AB2CD3");
      await expect.poll(() => answersTo(groupOf("selam"), id)).toHaveLength(1);
      pass(5 * minuteMs);
      const asking = await groupOf(person).say("@deresegn_bot my payment for order 78", id);
      await expect.poll(() => answersTo(groupOf(person), id)).toHaveLength(2);
      expect((await answersTo(groupOf(person), id)).map((text) => text.split("\n", 1)[0])).toEqual([
        expect.stringMatching(/^✅ 1,250/),
        "ℹ️ The same receipt as 5 minutes ago (1,250.00 ETB), not a second payment",
      ]);
      expect(await answersTo(groupOf(person), asking)).toEqual([]);
      const told = await groupOf(person).saying("The same receipt as");
      await groupOf(person).press(told, "Details");
      expect((await groupOf(person).now(told)).text).toMatch(/^ℹ️/);
    },
  );

  test("is quoted by its first answer, too, when somebody else points the bot to it", async () => {
    const { groupOf, bind, pass } = await openShop();
    await bind();
    const id = await groupOf("selam").say("DKF1AB2CD3");
    await groupOf("dawit").say("@deresegn_bot my payment", id);
    await expect.poll(() => answersTo(groupOf("dawit"), id)).toHaveLength(1);
    expect((await answersTo(groupOf("dawit"), id))[0]).toMatch(/^✅/);
    pass(15 * minuteMs);
    await groupOf("dawit").say("@deresegn_bot my payment", id);
    await expect.poll(() => answersTo(groupOf("dawit"), id)).toHaveLength(2);
    expect((await answersTo(groupOf("dawit"), id))[1]).toMatch(/^⚠️/);
  });

  test("is quoted by a question about it, whose place the answer takes", async () => {
    const { world, account, groupOf, bind } = await openShop();
    await bind();
    const paid = { transaction_reference: "FT26319K4Q7Z", receiver_account: "1000****4321" };
    world.answers.give = () => ok(verified(paid, { receiverBank: "alpha" }));
    for (const number of ["1000123454321", "1000123457777"])
      await world.dependencies.savedAccounts.save(
        account,
        { provider: "alpha", number, name: "Hana" },
        { kind: "user", userId: world.telegram.people.user("hana").id },
      );
    const id = await groupOf("selam").say("FT26319K4Q7Z");
    await groupOf("dawit").say("@deresegn_bot my payment", id);
    await expect.poll(() => answersTo(groupOf("dawit"), id)).toHaveLength(1);
    const asked = (await groupOf("dawit").state()).at(-1);
    if (asked === undefined) throw new Error("nothing was asked");
    await groupOf("dawit").press(asked, buttonOf(asked, "321")?.text ?? "");
    await expect.poll(async () => (await groupOf("dawit").now(asked)).text).toMatch(/^✅/);
  });

  test("is quoted by an answer that comes out of the background", async () => {
    const { world, groupOf, bind, pass } = await openShop();
    await bind();
    world.answers.give = () => fail("provider_timeout");
    const id = await groupOf("selam").say("DKF1AB2CD3");
    await groupOf("dawit").say("@deresegn_bot my payment", id);
    await expect.poll(() => answersTo(groupOf("dawit"), id)).toHaveLength(1);
    answersEach(world);
    pass(2 * minuteMs);
    await expect.poll(() => answersTo(groupOf("dawit"), id)).toHaveLength(2);
    expect((await answersTo(groupOf("dawit"), id))[1]).toMatch(/^✅/);
  });
});

describe("an expected sum", () => {
  test("counts no receipt from before it, and gives back what is undone", async () => {
    const { selam, pass } = await openShop();
    await selam.say("/start");
    const early = await selam.asks("DKF1AB2CD3");
    await selam.press(early, "✅ Yes, mine");
    await selam.press(await selam.with("✅ Save", "Only this one", "Cancel"), "Only this one");
    await selam.say("/expect 5000");
    await selam.saying("I'm expecting");
    pass(1_000);
    await selam.press(await selam.now(early), "Details");
    const late = await selam.asks("DKF1AB2CD4");
    await selam.press(late, "✅ Yes, mine");
    await selam.press(await selam.with("✅ Save", "Only this one", "Cancel"), "Only this one");
    expect((await selam.now(late)).text).toContain("➕ 1,250.00 of 5,000.00");
    await selam.press(await selam.now(late), "↩️ Undo");
    await selam.say("/expect");
    expect((await selam.saying("Received")).text).toMatch(/Received so far: 0\.00 of/);
  });
});

describe("an amount that a message claims", () => {
  test("is compared, too, when another spelling of its reference is chosen", async () => {
    const { world, hana } = await openShop();
    const paid = { transaction_reference: "FT26319K4Q7Z", receiver_account: "1000****4321" };
    world.answers.give = () => ok(verified(paid, { receiverBank: "alpha" }));
    await hana.say("You have received ETB 50,000.00 from Selam. Ref FT263I9K4Q7Z 1000123454321");
    const asked = await hana.saying("mean");
    await hana.press(asked, "FT26319K4Q7Z · TEST Alpha Bank");
    await expect.poll(async () => (await hana.now(asked)).text).toMatch(/50,000/);
  });

  test("is compared, too, when it stands beneath a file that is named after the receipt", async () => {
    const { world, hana } = await openShop();
    const from = world.telegram.people.user("hana");
    const document = {
      file_id: "a",
      file_unique_id: "b",
      file_name: "DKF1AB2CD3.pdf",
      mime_type: "application/pdf",
    };
    const chat = { id: from.id, type: "private", first_name: "Hana" };
    const caption = "You have received ETB 50,000.00 from Selam";
    const message = { message_id: 9001, date: 1, from, chat, document, caption };
    world.telegram.updates.push({ message } as never);
    const asked = await hana.saying("DKF1AB2CD3");
    await hana.press(asked, "✅ Yes");
    await expect.poll(async () => (await hana.state()).at(-1)?.text).toMatch(/^⚠️/);
  });

  test("is compared, too, when it is said in reply to such a file in a group", async () => {
    const { world, groupOf, bind } = await openShop();
    await bind();
    const room = conversationAt(world.telegram.people, { person: "hana", isGroup: true });
    const [from, customer] = [world.telegram.people.user("hana"), world.telegram.people.user("selam")];
    const document = { file_id: "a", file_unique_id: "b", file_name: "DKF1AB2CD3.pdf" };
    const file = room.add(customer, { content: { text: "x" }, reply: {} });
    const words = { content: { text: "@deresegn_bot they paid 50,000 birr" }, reply: {} };
    const reply_to_message = { ...file, text: undefined, document };
    world.telegram.updates.push({ message: { ...room.add(from, words), reply_to_message } } as never);
    const group = groupOf("hana");
    await group.press(await group.saying("DKF1AB2CD3"), "✅ Yes");
    await expect.poll(async () => (await group.state()).at(-1)?.text).toMatch(/^⚠️[^\n]*50,000/);
  });
});

describe("what was begun in one shop and is finished in another", () => {
  test("makes no key there", async () => {
    const { world, hana, selam } = await openShop();
    await hana.say("/key new till");
    const draft = await hana.saying("till");
    await hana.say("/key");
    const menu = await hana.saying(catalogues.en.keys.none);
    const theirs = granted(await world.accounts.registerTelegram(selam.id())).id;
    await world.store.db.updateTable("telegram_link").set({ account_id: theirs }).execute();
    const isMake = ({ text }: { readonly text: string }) => /make/i.test(text);
    await hana.press(draft, draft.buttons.flat().find(isMake)?.text ?? "");
    await hana.press(menu, menu.buttons.flat()[0]?.text ?? "");
    expect(await world.store.db.selectFrom("api_key").select("id").execute()).toEqual([]);
  });
});

test("staff's “not the shop's” decides nothing: the owner is asked", async () => {
  const { world, hana, account, join } = await openShop();
  const { savedAccounts } = world.dependencies;
  const [saved] = await savedAccounts.of(account);
  const by = { kind: "user", userId: world.telegram.people.user("hana").id } as const;
  granted(await savedAccounts.remove(account, saved?.id ?? "", by));
  await join("dawit");
  const dawit = chatOf(world, "dawit");
  await dawit.press(await dawit.asks("DKF1AB2CD3"), "❌ Not the shop's");
  await hana.saying("the shop's account");
  expect((await hana.asks("DKF1AB2CD4")).text).toMatch(/^❓/);
});
