import { describe, expect, test } from "vitest";
import type { Actor } from "../../src/accounts/accounts.ts";
import { createSavedAccounts } from "../../src/accounts/saved-accounts.ts";
import type { PersonName } from "../../tools/demo/telegram/people.ts";
import { createPlayer } from "../../tools/demo/telegram/player.ts";
import { confirmOwners, granted, openBooks } from "../support/books.ts";
import { fromBot, openBotWorld } from "../support/bot-world.ts";
import { testSecret } from "../support/temporary-store.ts";

/** What each owner of a shop hears in the private chat of what is done with it. */

/** Selam and Hana own one shop, and have heard all of that. */
const openShopOfTwo = async () => {
  const world = await openBotWorld();
  const { accounts, store } = world;
  const personOf = (name: PersonName) => {
    const player = createPlayer(world.url, name);
    const said = async (wanted: RegExp, after = 0) => {
      const { messages } = await player.waitUntil((state) =>
        fromBot(state.messages).some(({ text, message_id: id }) => id > after && wanted.test(text)),
      );
      const found = fromBot(messages).findLast(({ text }) => wanted.test(text));
      if (found === undefined) throw new Error(`${wanted} was not said`);
      return found;
    };
    return {
      ...player,
      said,
      asks: async (text: string, wanted: RegExp) => said(wanted, await player.say(text)),
      id: world.telegram.people.user(name).id,
    };
  };
  const [selam, hana] = [personOf("selam"), personOf("hana")];
  for (const { asks } of [selam, hana]) await asks("/start", /^Choose your language/);
  const account = granted(await accounts.telegramAccount(selam.id))?.account ?? "";
  const by = { kind: "user", userId: selam.id } as const;
  const { code } = granted(await accounts.createLinkCode(account, "owner", { by }));
  granted(await accounts.redeemLinkCode(code, hana.id, "Hana"));
  await confirmOwners({ accounts, store }, selam.id);
  const key = granted(await accounts.createKey(account, "live", { by: { ...by, face: "web" } }));
  const seen = { selam: 0, hana: 0 };
  let ends = 0;
  /** What both have heard since they were looked at last. The operator's act, which both hear of, is the end of it. */
  const heard = async () => {
    ends += 1;
    // What is left in one millisecond comes in any order.
    const pass = () => {
      world.clock.now = new Date(world.clock.now.getTime() + 1_000);
    };
    pass();
    granted(await accounts.recallLinkCode(granted(await accounts.createLinkCode(account, "staff")).id));
    pass();
    const newsOf = async (who: "selam" | "hana", { waitUntil }: typeof selam) => {
      const endsIn = (messages: Parameters<typeof fromBot>[0]) =>
        fromBot(messages).filter(({ text }) => text.startsWith("🔔 A code for staff"));
      const { messages } = await waitUntil((state) => endsIn(state.messages).length === ends);
      const news = fromBot(messages).filter(({ text }) => text.startsWith("🔔"));
      const since = news.slice(seen[who], -1).map(({ text }) => text);
      seen[who] = news.length;
      return since;
    };
    return { selam: await newsOf("selam", selam), hana: await newsOf("hana", hana) };
  };
  await heard();
  return { ...world, selam, hana, account, key, heard };
};

const inBrowser = (userId: number): Actor => ({ kind: "user", userId, face: "web" });

describe("a saved account", () => {
  const saved = (by: string) =>
    `🔔 An account is saved as your shop's own now (by ${by}): what is paid to it counts as paid to you. If you do not want that: /accounts\n• 251911009999 · Abebe Kebede`;
  const removed = (by: string) =>
    `🔔 A saved account of your shop was removed (by ${by}): what is paid to it no longer counts as paid to you. If you do not want that: /accounts\n• 251911009999 · Abebe Kebede`;

  test("that an owner saves and removes in the chat is told to the other owner, and saving it again is not", async () => {
    const { hana, selam, heard } = await openShopOfTwo();
    await hana.asks("/accounts 0911009999 Abebe Kebede", /^✅ Saved/);
    expect(await heard()).toEqual({ selam: [saved("Hana")], hana: [] });
    await hana.asks("/accounts 0911009999 Abebe Kebede", /saved already/);
    await selam.asks("/accounts 0911009999 Abebe Kebede", /saved already/);
    expect(await heard()).toEqual({ selam: [], hana: [] });
    const list = await selam.asks("/accounts", /^Your accounts/);
    await selam.press(list.message_id, "🗑 Remove …9999");
    await selam.said(/^You have saved no account/);
    expect(await heard()).toEqual({ selam: [], hana: [removed("Selam")] });
  });

  test("that a pressed question saves is told to the other owner, with its bank", async () => {
    const { hana, heard } = await openShopOfTwo();
    const bank = await hana.asks("/accounts 1000200004321 Abebe Kebede", /^Which bank/);
    await hana.press(bank.message_id, "TEST Alpha Bank");
    const undo = await hana.said(/^✅ Saved/);
    const { selam: toSelam, hana: toHana } = await heard();
    expect(toSelam).toEqual([
      saved("Hana").replace("251911009999 · Abebe Kebede", "1000200004321 · Abebe Kebede · TEST Alpha Bank"),
    ]);
    expect(toHana).toEqual([]);
    await hana.press(undo.message_id, "↩️ Undo");
    await hana.said(/^Undone/);
    expect((await heard()).selam).toHaveLength(1);
  });

  test("that is saved and removed in a browser is told to whoever did it, too", async () => {
    const { hana, dependencies, account, heard } = await openShopOfTwo();
    const phone = { provider: "", number: "251911009999", name: "Abebe Kebede" };
    const { savedAccounts } = dependencies;
    const id = granted(await savedAccounts.save(account, phone, inBrowser(hana.id))) ?? "";
    expect(granted(await savedAccounts.save(account, phone, inBrowser(hana.id)))).toBe(id);
    const named = { selam: [saved("Hana, in a browser")], hana: [saved("you, in a browser")] };
    expect(await heard()).toEqual(named);
    granted(await savedAccounts.replace(account, { ...phone, id }, inBrowser(hana.id)));
    expect(await heard()).toEqual({ selam: [], hana: [] });
    granted(await savedAccounts.replace(account, { ...phone, id, name: "" }, inBrowser(hana.id)));
    const [completed] = (await heard()).selam;
    expect(completed).toMatch(/\n• 251911009999$/);
    granted(await savedAccounts.remove(account, id, inBrowser(hana.id)));
    expect((await heard()).hana).toEqual([removed("you, in a browser").replace(" · Abebe Kebede", "")]);
  });
});

describe("a key that is revoked", () => {
  const revoked = (last4: string, by: string) =>
    `🔔 The API key …${last4} of your shop was revoked (by ${by}). Programs that use it have stopped. For a new one: /key`;

  test("in an owner's chat is told to the other owner, once", async () => {
    const { accounts, hana, account, key, heard } = await openShopOfTwo();
    const by = { kind: "user", userId: hana.id } as const;
    granted(await accounts.revokeKey(key.id, account, by));
    granted(await accounts.revokeKey(key.id, account, by));
    expect(await heard()).toEqual({ selam: [revoked(key.last4, "Hana")], hana: [] });
  });

  test("in a browser is told to both owners", async () => {
    const { accounts, hana, account, key, heard } = await openShopOfTwo();
    granted(await accounts.revokeKey(key.id, account, inBrowser(hana.id)));
    expect(await heard()).toEqual({
      selam: [revoked(key.last4, "Hana, in a browser")],
      hana: [revoked(key.last4, "you, in a browser")],
    });
  });

  test("because it was written into a chat is told to the owners who did not write it there", async () => {
    const { hana, key, heard } = await openShopOfTwo();
    await hana.asks(`my key is ${key.key}`, /^🔑 Your message held an API key/);
    const shown = `🔔 The API key …${key.last4} of your shop was shown in a chat, where others may have read it, so it was revoked. Programs that use it have stopped. For a new one: /key`;
    expect(await heard()).toEqual({ selam: [shown], hana: [] });
  });

  test("because it was written into a group is told to all owners", async () => {
    const world = await openShopOfTwo();
    const group = createPlayer(world.url, "hana", "group");
    await group.say(`my key is ${world.key.key}`);
    await group.waitUntil(({ messages }) => fromBot(messages).some(({ text }) => text.startsWith("🔑")));
    const { selam, hana } = await world.heard();
    expect([selam, hana].map((news) => news.length)).toEqual([1, 1]);
    expect(hana[0]).toContain(`…${world.key.last4} of your shop was shown in a chat`);
  });
});

test("in each language owners hear of a key that was shown and of an account that was saved", async () => {
  const { accounts, dependencies, selam, account, key } = await openShopOfTwo();
  const { memory, savedAccounts } = dependencies;
  const number = "251911009999";
  for (const [language, begins] of [
    ["am", /^🔔 .*\/accounts\n• 251911009999/],
    ["om", /^🔔 .*\/accounts\n• 251911009999/],
    ["ti", /^🔔 .*\/accounts\n• 251911009999/],
  ] as const) {
    await memory.rememberLanguage(selam.id, language);
    const { length: before } = fromBot((await selam.state()).messages);
    const id = granted(await savedAccounts.save(account, { provider: "", number, name: "" })) ?? "";
    granted(await savedAccounts.remove(account, id));
    const { messages } = await selam.waitUntil((state) => fromBot(state.messages).length >= before + 2);
    for (const { text } of fromBot(messages).slice(before)) expect(text).toMatch(begins);
  }
  granted(await accounts.revokeLeaked(key.key, "api"));
  const said = await selam.said(new RegExp(`^🔔 .*…${key.last4}.*X-Request-Id.*/key$`));
  expect(said.text).not.toContain("revoked");
});

test("owners are told of thirty accounts that are saved and thirty keys that are revoked in an hour", async () => {
  const { accounts, store, now } = await openBooks();
  const { id } = granted(await accounts.registerTelegram(1));
  const savedAccounts = createSavedAccounts({ store, secret: testSecret, now });
  const told = async () => (await store.db.selectFrom("inbox").select("update_id").execute()).length;
  const phone = { provider: "", number: "251911009999", name: "" };
  for (let n = 0; n < 40; n += 1) {
    const saved = granted(await savedAccounts.save(id, phone, inBrowser(1))) ?? "";
    granted(await savedAccounts.remove(id, saved, inBrowser(1)));
  }
  // Each was saved and removed.
  expect(await told()).toBe(60);
  for (let n = 0; n < 40; n += 1) {
    const by = { kind: "user", userId: 1 } as const;
    granted(await accounts.revokeKey(granted(await accounts.createKey(id, "live", { by })).id));
  }
  expect(await told()).toBe(90);
});
