import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { leakedKeysIn } from "../../src/accounts/accounts.ts";
import { newKeyText } from "../../src/accounts/key-text.ts";
import { granted } from "../support/books.ts";
import { type BotWorld, botMessages, openBotWorld } from "../support/bot-world.ts";
import { openShop, type Shop } from "../support/shop.ts";
import { token } from "../support/telegram.ts";

/** A key that others may have read is revoked, however it was written. */

const encoded = (text: string): string =>
  [...text].map((sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
const again = (text: string): string => text.replaceAll("%", "%25");

/** The reply to a path that no client library would send. */
const askRaw = async (shop: Shop, path: string): Promise<string> => {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  let text = "";
  for await (const part of socket) text += String(part);
  return text;
};

describe("a key over HTTP", () => {
  const places: readonly (readonly [string, (key: string) => string])[] = [
    ["encoded once", (key) => `/api/account?q=${encoded(key)}`],
    ["encoded twice", (key) => `/api/account?q=${again(encoded(key))}`],
    ["encoded five times", (key) => `/api/account/${again(again(again(again(encoded(key)))))}`],
    ["beside what cannot be decoded", (key) => `/api/%E0%A4%A/${key}`],
    ["encoded twice beside what cannot be decoded", (key) => `/%/${again(encoded(key))}`],
    ["with a space inside", (key) => `/api/account?q=${key.slice(0, 20)}%20${key.slice(20)}`],
    ["with a plus inside", (key) => `/api/account?q=${key.slice(0, 20)}+${key.slice(20)}`],
    ["with a line break inside", (key) => `/api/account?q=${key.slice(0, 5)}%250A${key.slice(5)}`],
  ];
  test.each(places)("in an address, %s, is refused and revoked", async (_, place) => {
    const shop = await openShop();
    const { key } = await shop.open();
    const reply = await askRaw(shop, place(key));
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).toContain('"code":"api_key_in_url"');
    expect(reply).toContain("this key was revoked at once");
    expect((await shop.ask("/api/account", { key })).code).toBe("api_key_revoked");
  });

  test.each([
    ["alone", (key: string) => key],
    ["in pieces", (key: string) => `${key.slice(0, 12)} ${key.slice(12)}`],
    ["with other signs", (key: string) => key.replaceAll("_", "-")],
    ["encoded", encoded],
  ])("in X-Request-Id, %s, is refused, revoked, and said back to nobody", async (_, write) => {
    const shop = await openShop();
    const { key } = await shop.open();
    const other = await shop.open();
    const headers = { "x-request-id": write(key) };
    const reply = await shop.ask("/api/account", { key: other.key, headers });
    expect([reply.status, reply.code, reply.body.error.param]).toEqual([
      400,
      "api_key_in_url",
      "X-Request-Id",
    ]);
    expect(reply.text + reply.headers.get("x-request-id")).not.toContain(key.slice(-20));
    expect((await shop.ask("/api/account", { key })).code).toBe("api_key_revoked");
    expect((await shop.ask("/api/account", { key: other.key })).status).toBe(200);
  });

  test("is not seen in an honest id", async () => {
    const shop = await openShop();
    const { key } = await shop.open();
    const headers = { "x-request-id": "order-drs-2026-11-15" };
    const reply = await shop.ask("/api/account", { key, headers });
    expect([reply.status, reply.headers.get("x-request-id")]).toEqual([200, "order-drs-2026-11-15"]);
  });
});

describe("a key in a chat", () => {
  test.each([
    ["a space", " "],
    ["a line break", "\n"],
    ["two line breaks and spaces", " \n\n  "],
    ["a zero-width space", "\u200B"],
    ["a no-break space", "\u00A0"],
    ["a hyphen", "-"],
    ["a line break and a sign of quoting", "\n> "],
    ["quotation marks and a plus", '" + "'],
    ["a face", "🙂"],
  ])("with %s inside is revoked and its message deleted", async (_, gap) => {
    const world = await openBotWorld();
    const { id } = granted(await world.accounts.createAccount({ name: "Merkato Shoes", tier: "registered" }));
    const { key } = granted(await world.accounts.createKey(id, "live"));
    await world.selam.say(`our key: ${key.slice(0, 25)}${gap}${key.slice(25)} do not lose it`);
    const said = await botMessages(world, 1);
    expect(said.at(-1)?.text).toContain("I revoked the key");
    expect((await world.selam.state()).messages.some(({ text }) => text.includes(key.slice(30)))).toBe(false);
    expect(granted(await world.accounts.listKeys(id))[0]?.revokedAt).not.toBeNull();
  });
});

describe("a key elsewhere in a message", () => {
  test.each<readonly [string, (key: string) => object]>([
    ["the name of a file", (key) => ({ document: { file_id: "f", file_name: `${key}.txt` } })],
    [
      "the name of a picture sent as a file",
      (key) => ({ document: { file_id: "f", file_name: `${key}.png` } }),
    ],
    ["the name of a video", (key) => ({ video: { file_id: "f", file_name: key } })],
    ["the title of a sound", (key) => ({ audio: { file_id: "f", title: key } })],
    ["a contact's name", (key) => ({ contact: { phone_number: "+251911223344", first_name: key } })],
    ["a contact's card", (key) => ({ contact: { phone_number: "+251911223344", vcard: `NOTE:${key}` } })],
    ["the question of a poll", (key) => ({ poll: { question: key, options: [] } })],
    ["a choice of a poll", (key) => ({ poll: { question: "Which?", options: [{ text: key }] } })],
    [
      "the choices of a poll together",
      (key) => ({
        poll: { question: "Which?", options: [{ text: key.slice(0, 20) }, { text: key.slice(20) }] },
      }),
    ],
    ["a task of a checklist", (key) => ({ checklist: { title: "Today", tasks: [{ id: 1, text: key }] } })],
    [
      "the address of a button",
      (key) => ({
        text: "look",
        reply_markup: { inline_keyboard: [[{ text: "Open", url: `https://x.example/${key}` }]] },
      }),
    ],
    [
      "what a button copies",
      (key) => ({
        text: "look",
        reply_markup: { inline_keyboard: [[{ text: "Copy", copy_text: { text: key } }]] },
      }),
    ],
    [
      "the address of a preview",
      (key) => ({ text: "look", link_preview_options: { url: `https://x.example/${key}` } }),
    ],
    ["the new name of a chat", (key) => ({ new_chat_title: key })],
    ["a place", (key) => ({ venue: { title: "Shop", address: key } })],
    ["a quote out of another chat", (key) => ({ text: "look", quote: { text: key, position: 0 } })],
    ["a message that it answers", (key) => ({ text: "look", reply_to_message: answered(key, 5) })],
    [
      "an encoded address behind a word",
      (key) => ({
        text: "look",
        entities: [{ type: "text_link", offset: 0, length: 4, url: `https://x.example/?q=${encoded(key)}` }],
      }),
    ],
  ])("as %s is revoked", async (_, write) => {
    const { world, key, keys } = await openWithKey();
    bring(world, write(key));
    expect((await botMessages(world, 1)).at(-1)?.text).toContain("I revoked the key");
    expect(await keys()).toMatchObject([{ revokedAt: expect.anything() }]);
  });

  test("is left alone where its owner answers the message in which the bot showed it", async () => {
    const { world, key, keys } = await openWithKey();
    const me = Number(token.split(":")[0]);
    bring(world, {
      text: "thank you",
      reply_to_message: answered(key, me),
      quote: { text: key, position: 0 },
    });
    await botMessages(world, 1);
    expect(await keys()).toMatchObject([{ revokedAt: null }]);
  });

  const answered = (text: string, id: number) => {
    const from = { id, is_bot: true, first_name: "Somebody" };
    return { message_id: 400, date: 1, chat: { id, type: "private" }, from, text };
  };
  const openWithKey = async () => {
    const world = await openBotWorld();
    const { id } = granted(await world.accounts.createAccount({ name: "Merkato Shoes", tier: "registered" }));
    const { key } = granted(await world.accounts.createKey(id, "live"));
    return { world, key, keys: async () => granted(await world.accounts.listKeys(id)) };
  };
  const bring = (world: BotWorld, more: object) => {
    const from = world.telegram.people.conversation("selam").user();
    const chat = { id: from.id, type: "private", first_name: "Selam" };
    world.telegram.updates.push({ message: { message_id: 500, date: 1, from, chat, ...more } as never });
  };
});

describe("what is found in a text", () => {
  const key = newKeyText("live");
  test.each([
    ["a key", key, [key]],
    ["a key at the beginning of a line, as phones write it", `D${key.slice(1)}`, [key]],
    ["two keys, one in pieces", `${key}\n${key.slice(0, 9)} ${key.slice(9)}`, [key]],
    ["a key with its underscores escaped", key.replaceAll("_", "\\_"), [key]],
    [
      "a key in pieces behind prose about keys",
      `drs_live_ keys: ${key.slice(0, 12)} ${key.slice(12)}`,
      [key],
    ],
    ["prose about keys", "drs_live_ keys are made in the chat, and the bot shows each of them this once", []],
    ["a key that lost a character", `${key.slice(0, 20)} ${key.slice(21)}`, []],
  ])("%s", (_, text, found) => {
    expect(leakedKeysIn(text)).toEqual(found);
  });
});
