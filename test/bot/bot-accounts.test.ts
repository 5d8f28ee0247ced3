import type { Update } from "grammy/types";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { createTopUp } from "../../src/verify/top-up/top-up.ts";
import { granted } from "../support/books.ts";
import { type BotWorld, botMessages, botOf, openBotWorld, verified } from "../support/bot-world.ts";

const idOf = (world: BotWorld) => world.telegram.people.conversation("selam").user().id;

const last = async (world: BotWorld, count: number, begins = "") =>
  (await botMessages(world, count, ({ text }) => text.startsWith(begins))).at(-1);

const keyPattern = /drs_(?:live|test)_[0-9A-Za-z]{36}/;

const labelsOf = (
  message: { readonly buttons: readonly (readonly { readonly text: string }[])[] } | undefined,
) => (message?.buttons ?? []).flat().map(({ text }) => text);

/** Makes a key by the buttons; resolves with the key and how many messages the bot has sent by then. */
const makeKey = async (world: BotWorld, sent = 0) => {
  await world.selam.say("/key");
  const menu = await last(world, sent + 1);
  await world.selam.press(menu?.message_id ?? 0, "➕ New key");
  const shown = await last(world, sent + 2, "Your new key");
  return { key: keyPattern.exec(shown?.text ?? "")?.[0] ?? "", sent: sent + 2, menu };
};

describe("/start", () => {
  test("registers, and brings five checks a day more", async () => {
    const world = await openBotWorld();
    await world.selam.say("/start");
    await botMessages(world, 1);
    await world.selam.say("/usage");
    expect((await last(world, 2, "10 of 10"))?.text).toContain("10 of 10");
  });

  test("with a code brings the chat to the code's account once that is agreed to, once", async () => {
    const world = await openBotWorld();
    const { id } = granted(await world.accounts.createAccount({ name: "Merkato Shoes", tier: "balance" }));
    granted(await world.accounts.topUp(id, 2_000, "operator"));
    const { code } = granted(await world.accounts.createLinkCode(id, "owner"));
    await world.selam.say(`/start ${code}`);
    const asked = await last(world, 1);
    expect(asked?.text).toMatch(
      /^Do you want to become an owner of the shop “Merkato Shoes”\?\nIts saved accounts decide/,
    );
    expect(granted(await world.accounts.telegramAccount(idOf(world)))).toBeNull();
    await world.selam.press(asked?.message_id ?? 0, "✅ Yes");
    expect((await last(world, 1, "✅"))?.text).toContain("“Merkato Shoes”");
    await world.selam.say("/usage");
    expect((await last(world, 2, "Your balance"))?.text).toContain("20.00 ETB");
    await world.hana.say(`/start ${code}`);
    const { messages } = await world.hana.waitUntil((state) => state.messages.length > 1);
    expect(messages.at(-1)?.text).toContain("was used already");
  });
});

describe("/key", () => {
  test("makes a key that is shown once and counts on the chat's account", async () => {
    const world = await openBotWorld();
    const { key, menu } = await makeKey(world);
    expect(key).toMatch(/^drs_live_/);
    const asked = granted(await world.accounts.authenticate({ kind: "key", key }));
    expect(asked.account?.id).toBe(granted(await world.accounts.telegramAccount(idOf(world)))?.account);
    await world.selam.say("/key");
    const again = await last(world, 3, "Your API keys");
    expect(again?.text).toContain(`…${key.slice(-4)}`);
    expect(again?.text).not.toContain(key);
    const { messages } = await world.selam.state();
    const list = messages.find(({ message_id }) => message_id === menu?.message_id);
    expect(list?.text).toContain(`…${key.slice(-4)}`);
    expect(labelsOf(list)).toContain(`🗑 Revoke …${key.slice(-4)}`);
  });

  test("is made once at a press, and at the next the person is told to send the command again", async () => {
    const world = await openBotWorld();
    await world.selam.say("/key");
    const { message_id: id = 0 } = (await last(world, 1)) ?? {};
    await Promise.all([world.selam.press(id, "➕ New key"), world.selam.press(id, "➕ New key")]);
    await world.untilCalls(() => world.callsOf("answerCallbackQuery").length === 2);
    expect(world.callsOf("answerCallbackQuery").map(({ payload }) => payload.text)).toContain(
      "This was done already, or is too old. Please send the command again.",
    );
  });

  test("says of each kind of key what it can do, and where it is used", async () => {
    const world = await openBotWorld();
    await world.selam.say("/key");
    const menu = await last(world, 1);
    await world.selam.press(menu?.message_id ?? 0, "➕ Test key");
    const made = await last(world, 2, "Your new key");
    expect(made?.text).toContain("in the header X-API-Key to https://receipts.example/api/verify");
    expect(made?.text).toContain("simulated banks only");
    expect(made?.text).not.toContain("balance");
    await world.selam.waitUntil(({ messages }) => messages[1]?.text.startsWith("Your API keys") === true);
    await world.selam.press(menu?.message_id ?? 0, "➕ New key");
    expect((await last(world, 3, "Your new key"))?.text).toContain("use up your checks and your balance");
  });

  test("replaces a key and revokes one, which it asks about", async () => {
    const world = await openBotWorld();
    const { key, sent } = await makeKey(world);
    await world.selam.say("/key");
    const menu = await last(world, sent + 1);
    expect(labelsOf(menu)).toContain(`🔄 Replace …${key.slice(-4)}`);
    await world.selam.press(menu?.message_id ?? 0, `🗑 Revoke …${key.slice(-4)}`);
    const asked = await last(world, sent + 2, "Revoke this key?");
    expect((await world.accounts.authenticate({ kind: "key", key })).ok).toBe(true);
    await world.selam.press(asked?.message_id ?? 0, "🗑 Yes, revoke it");
    await last(world, sent + 3, `The key …${key.slice(-4)} is revoked`);
    expect(await world.accounts.authenticate({ kind: "key", key })).toEqual(fail("api_key_revoked"));
    await world.selam.waitUntil(({ messages }) =>
      messages.some(
        (one) => one.message_id === menu?.message_id && one.text.startsWith("You have no API keys"),
      ),
    );
    const { messages } = await world.selam.state();
    expect(labelsOf(messages.find(({ message_id }) => message_id === asked?.message_id))).toEqual([]);
  });

  test("makes no sixth key", async () => {
    const world = await openBotWorld();
    const { id } = granted(await world.accounts.registerTelegram(idOf(world)));
    const by = { kind: "user", userId: idOf(world) } as const;
    for (let count = 0; count < 5; count += 1) granted(await world.accounts.createKey(id, "live", { by }));
    await world.selam.say("/key");
    const menu = await last(world, 1);
    await world.selam.press(menu?.message_id ?? 0, "➕ New key");
    expect((await last(world, 2, "🚫"))?.text).toContain("five keys");
  });
});

describe("a key that is written into the chat", () => {
  test("is revoked, and its message deleted and explained before anything else", async () => {
    const world = await openBotWorld();
    const { key, sent } = await makeKey(world);
    const id = await world.selam.say(`my key ${key} and a receipt DKF1AB2CD3`);
    const said = await last(world, sent + 1, "🔑");
    expect(said?.text).toContain("I revoked the key");
    expect(said?.text).toContain("I deleted the message");
    const { messages } = await world.selam.state();
    expect(messages.map(({ message_id }) => message_id)).not.toContain(id);
    expect(await world.accounts.authenticate({ kind: "key", key })).toEqual(fail("api_key_revoked"));
    expect(world.asked).toEqual([]);
  });

  test("by changing a message, or behind a command, is treated alike", async () => {
    const world = await openBotWorld();
    const { key, sent } = await makeKey(world);
    const id = await world.selam.say("hello");
    await last(world, sent + 1);
    await world.selam.edit(id, `hello ${key}`);
    await last(world, sent + 2, "🔑");
    await world.selam.say(`/topup ${key}`);
    await last(world, sent + 3, "🔑");
    expect(await world.accounts.authenticate({ kind: "key", key })).toEqual(fail("api_key_revoked"));
  });

  test("is explained when the bot may not delete it", async () => {
    const world = await openBotWorld();
    world.faults.push(({ method }) =>
      method === "deleteMessage"
        ? { kind: "refuse", code: 400, description: "Bad Request: message can't be deleted" }
        : undefined,
    );
    const { key, sent } = await makeKey(world);
    await world.selam.say(key);
    expect((await last(world, sent + 1, "🔑"))?.text).toContain("delete it yourself");
  });
});

/** A group message as Telegram brings it. */
const fromGroup = (world: BotWorld, text: string): Update => ({
  update_id: 900_000_000,
  message: {
    message_id: 5,
    date: 1_800_000_000,
    chat: { id: -1_000_123, type: "supergroup", title: "Merkato" },
    from: world.telegram.people.conversation("selam").user(),
    text,
    ...(text.startsWith("/") && { entities: [{ type: "bot_command", offset: 0, length: text.length }] }),
  },
});

describe("in a group", () => {
  test("a key is revoked and its message deleted too", async () => {
    const world = await openBotWorld();
    const { key } = await makeKey(world);
    await world.bot.take([fromGroup(world, `use ${key}`)]);
    await world.untilCalls((calls) =>
      calls.some(
        ({ method, payload }) => method === "deleteMessage" && Number(payload.chat_id) === -1_000_123,
      ),
    );
    expect(await world.accounts.authenticate({ kind: "key", key })).toEqual(fail("api_key_revoked"));
  });

  test.each(["/start", "/key", "/topup"])("%s registers nobody", async (command) => {
    const world = await openBotWorld();
    await world.bot.take([fromGroup(world, command)]);
    await world.untilCalls((calls) => calls.some(({ method }) => method === "sendMessage"));
    expect(await world.accounts.telegramAccount(idOf(world))).toEqual(ok(null));
  });

  test.each(["/usage", "/today", "/export"])("%s tells nothing of an account's money", async (command) => {
    const world = await openBotWorld();
    const { id } = granted(await world.accounts.createAccount({ name: "Merkato Shoes", tier: "balance" }));
    granted(await world.accounts.topUp(id, 2_000, "operator"));
    const { code } = granted(await world.accounts.createLinkCode(id, "owner"));
    granted(await world.accounts.redeemLinkCode(code, idOf(world)));
    await world.bot.take([fromGroup(world, command)]);
    await world.untilCalls((calls) => calls.some(({ method }) => method === "sendMessage"));
    expect(world.callsOf("sendMessage")[0]?.payload.text).toContain("in our private chat");
  });
});

describe("/erase", () => {
  test("asks first, then leaves nothing that leads to the person", async () => {
    const world = await openBotWorld();
    const { key, sent } = await makeKey(world);
    await world.selam.say("/erase");
    const asked = await last(world, sent + 1);
    expect((await world.accounts.authenticate({ kind: "key", key })).ok).toBe(true);
    await world.selam.press(asked?.message_id ?? 0, "🗑 Yes, erase it all");
    await last(world, sent + 2, "Erased");
    expect(await world.accounts.telegramAccount(idOf(world))).toEqual(ok(null));
    expect((await world.accounts.authenticate({ kind: "key", key })).ok).toBe(false);
  });

  test("asks again when money has come in that it did not name", async () => {
    const world = await openBotWorld();
    await world.selam.say("/start");
    await last(world, 1);
    await world.selam.say("/erase");
    const asked = await last(world, 2);
    const account = granted(await world.accounts.telegramAccount(idOf(world)))?.account ?? "";
    granted(await world.accounts.topUp(account, 2_000, "operator"));
    await world.selam.press(asked?.message_id ?? 0, "🗑 Yes, erase it all");
    await world.untilCalls((calls) => calls.some(({ method }) => method === "answerCallbackQuery"));
    expect(String(world.callsOf("answerCallbackQuery")[0]?.payload.text)).toContain(
      "Nothing was erased: more would go with it by now than you were told.",
    );
    expect(granted(await world.accounts.showAccount(account)).balanceSantim).toBe(2_000);
  });

  test("erases a paying shop whose checks went on between the question and the press", async () => {
    const world = await openBotWorld();
    await world.selam.say("/start");
    await last(world, 1);
    const account = granted(await world.accounts.telegramAccount(idOf(world)))?.account ?? "";
    granted(await world.accounts.topUp(account, 2_000, "operator"));
    await world.selam.say("/erase");
    const asked = await last(world, 2);
    expect(asked?.text).toContain("20.00 ETB");
    await world.selam.say("DKF1AB2CD3");
    await last(world, 3);
    expect(granted(await world.accounts.showAccount(account)).balanceSantim).toBe(1_500);
    await world.selam.press(asked?.message_id ?? 0, "🗑 Yes, erase it all");
    await last(world, 4, "Erased");
    expect(granted(await world.accounts.telegramAccount(idOf(world)))).toBeNull();
  });
});

/** A bot in the same world that takes top-ups to a wallet of its operator. */
const withTopUps = async (
  crediting: (accounts: Pick<Accounts, "creditReceipt">) => Pick<Accounts, "creditReceipt"> = (accounts) =>
    accounts,
  away: Error | null = null,
) => {
  const world = await openBotWorld();
  await world.bot.stop();
  const { verify, providers, detect, accounts, now } = world.dependencies;
  const terms = {
    accounts: [{ provider: "beta", account: "0911008765", name: "Hana Mekonnen" }],
    maxAgeHours: 72,
    minSantim: 500,
    maxSantim: 1_000_000,
  };
  const topUp = createTopUp({ terms, verify, providers, detect, accounts: crediting(accounts), now });
  const bot = botOf({ ...world.dependencies, topUp, isAway: (error) => error === away });
  onTestFinished(() => bot.stop());
  await bot.start();
  world.answers.give = () => ok(verified({}, { amountMinor: 30_000 }));
  return world;
};

describe("/topup", () => {
  test("is a button under the answer that the day's checks are used up, where it is offered", async () => {
    const world = await withTopUps();
    await world.selam.say("/start");
    await last(world, 1);
    for (let count = 1; count <= 10; count += 1) {
      world.answers.give = () => ok(verified({ transaction_reference: `DKF1AB2C${10 + count}` }));
      await world.selam.say(`DKF1AB2C${10 + count}`);
      await last(world, 1 + count);
    }
    await world.selam.say("DKF1AB2C99");
    const used = await last(world, 12, "🚫 This payment was not checked.");
    expect(used?.text).toContain("top up: a check then costs 5 ETB");
    expect(used?.buttons.flat().map(({ text }) => text)).toEqual(["💳 Top up"]);
    await world.selam.press(used?.message_id ?? 0, "💳 Top up");
    expect((await last(world, 13))?.text).toContain("TEST Beta Wallet: 0911008765 · Hana Mekonnen");
  });

  test("shows where to pay to, and credits the receipt that replies to it", async () => {
    const world = await withTopUps();
    await world.selam.say("/topup");
    const shown = await last(world, 1);
    expect(shown?.text).toContain("TEST Beta Wallet: 0911008765 · Hana Mekonnen");
    await world.selam.say("Your transaction number is DKF1AB2CD3.", shown?.message_id);
    expect((await last(world, 2, "✅"))?.text).toBe("✅ 300.00 ETB credited. Your balance: 300.00 ETB.");
    await world.selam.say("/usage");
    expect((await last(world, 3, "Your balance"))?.text).toContain("300.00 ETB");
  });

  test("credits what stands behind it or in the message that it replies to, each receipt once", async () => {
    const world = await withTopUps();
    await world.selam.say("/topup DKF1AB2CD3");
    expect((await last(world, 1))?.text).toContain("300.00 ETB credited");
    const id = await world.selam.say("DKF1AB2CD3");
    await last(world, 2);
    await world.selam.say("/topup", id);
    expect((await last(world, 3))?.text).toContain("credited to your account already");
    await world.hana.say("/topup DKF1AB2CD3");
    const { messages } = await world.hana.waitUntil((state) => state.messages.length > 1);
    expect(messages.at(-1)?.text).toMatch(/^🚫 This receipt was handed in before/);
    const balances = await world.store.db.selectFrom("balance").select("posted_santim").execute();
    expect(balances.map(({ posted_santim }) => Number(posted_santim)).sort()).toEqual([0, 30_000 - 500]);
  });

  test("credits nothing that was paid to somebody else, and says what to do", async () => {
    const world = await withTopUps();
    world.answers.give = () => ok(verified({ receiver_name: "Selam Getachew" }));
    await world.selam.say("/topup DKF1AB2CD3");
    const said = await last(world, 1, "🚫");
    expect(said?.text).toContain("did not go to one of our accounts");
    expect(said?.text).toContain("Pay to one of the accounts");
  });

  test("has tries of its own, and says so of those alone when they are used up", async () => {
    const world = await withTopUps();
    const { id } = granted(await world.accounts.registerTelegram(idOf(world)));
    granted(await world.accounts.topUp(id, 100_000, "operator"));
    for (let count = 1; count <= 11; count += 1) {
      const transaction_reference = `DKF1AB2C${10 + count}`;
      world.answers.give = () => ok(verified({ transaction_reference, receiver_name: "Selam Getachew" }));
      await world.selam.say(`/topup ${transaction_reference}`);
      await last(world, count);
    }
    const said = await last(world, 11);
    expect(said?.text).toMatch(/^🚫 Today's tries to top up by receipt are used up\./);
    expect(said?.text).not.toContain("check again");
    expect(granted(await world.accounts.showAccount(id)).balanceSantim).toBe(100_000);
  });

  test("is not offered where the operator takes no payments", async () => {
    const world = await openBotWorld();
    await world.selam.say("/topup");
    expect((await last(world, 1))?.text).toContain("not offered here");
  });

  test("that is broken off right after the credit is answered when it is worked off again, and credits nothing more", async () => {
    const away = new Error("the database went away");
    let isFirst = true;
    const world = await withTopUps(
      (accounts) => ({
        creditReceipt: async (receipt) => {
          const credited = await accounts.creditReceipt(receipt);
          if (!isFirst) return credited;
          isFirst = false;
          throw away;
        },
      }),
      away,
    );
    await world.selam.say("/topup DKF1AB2CD3");
    expect((await last(world, 1))?.text).toContain("✅ This receipt is credited to your account already");
    await world.selam.say("/usage");
    expect((await last(world, 2, "Your balance"))?.text).toContain("300.00 ETB");
  });

  test("that comes twice credits once", async () => {
    const world = await withTopUps();
    world.state.deliverTwice = true;
    await world.selam.say("/topup DKF1AB2CD3");
    await last(world, 1, "✅");
    await world.selam.say("/usage");
    expect((await last(world, 2, "Your balance"))?.text).toContain("300.00 ETB");
  });
});
