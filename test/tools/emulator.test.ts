import { Bot, GrammyError, InlineKeyboard } from "grammy";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTelegramEmulator, type TelegramEmulator } from "../../tools/demo/telegram/emulator.ts";
import { createPlayer, type Player } from "../../tools/demo/telegram/player.ts";

const token = "700:emulator-token";
const afternoon = new Date("2026-11-20T12:00:00Z");

let now: Date;
let emulator: TelegramEmulator;
let url: string;
let selam: Player;
let bot: Bot;

beforeEach(async () => {
  now = afternoon;
  emulator = createTelegramEmulator({ token, botUsername: "deresegn_bot", now: () => now });
  ({ url } = await emulator.listen(0, "127.0.0.1"));
  selam = createPlayer(url, "selam");
  bot = new Bot(token, { client: { apiRoot: url } });
});

afterEach(async () => {
  await bot.stop();
  await emulator.close();
});

/** Runs the bot until the test ends. */
const start = () => new Promise<void>((started) => void bot.start({ onStart: () => started() }));

/** What Telegram answers to a call, as it stands on the wire. */
const call = async (method: string, parameters: object = {}, asToken = token) => {
  const response = await fetch(`${url}/bot${asToken}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(parameters),
  });
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
};

const chatIdOf = async (player: Player): Promise<number> => {
  await player.say("my id");
  const { result } = (await call("getUpdates", { offset: -1 })) as unknown as {
    result: { message: { chat: { id: number } } }[];
  };
  return result[0]?.message.chat.id ?? Number.NaN;
};

describe("a bot on the real grammY client", () => {
  test("answers a message with a quote, a reaction and buttons, and edits its answer in place", async () => {
    bot.on("message:text", async (ctx) => {
      await ctx.react("👀");
      const progress = await ctx.reply("Checking…", {
        reply_parameters: { message_id: ctx.msg.message_id, allow_sending_without_reply: true },
      });
      await ctx.api.editMessageText(
        ctx.chat.id,
        progress.message_id,
        "<b>Which bank?</b> <code>FT26324A1B2C</code>",
        {
          parse_mode: "HTML",
          reply_markup: new InlineKeyboard()
            .text("TEST alpha bank", "q:1")
            .row()
            .copyText("Copy", "FT26324A1B2C"),
        },
      );
    });
    await start();

    const said = await selam.say("FT26324A1B2C");
    const { messages } = await selam.waitUntil((state) => state.messages.at(-1)?.is_edited === true);

    expect(messages[0]).toMatchObject({ from: "user", text: "FT26324A1B2C", reactions: ["👀"] });
    expect(messages[1]).toMatchObject({
      from: "bot",
      text: "Which bank? FT26324A1B2C",
      entities: [
        { type: "bold", offset: 0, length: 11 },
        { type: "code", offset: 12, length: 12 },
      ],
      reply: { message_id: said, from: "user", text: "FT26324A1B2C" },
      buttons: [
        [{ text: "TEST alpha bank", callback_data: "q:1" }],
        [{ text: "Copy", copy_text: { text: "FT26324A1B2C" } }],
      ],
    });
    expect(messages).toHaveLength(2);
  });

  test("hears a pressed button, answers it with a toast and takes the buttons away", async () => {
    bot.command("start", (ctx) =>
      ctx.reply("Choose", { reply_markup: new InlineKeyboard().text("አማርኛ", "lang:am") }),
    );
    bot.callbackQuery("lang:am", async (ctx) => {
      await ctx.answerCallbackQuery({ text: "ተመርጧል" });
      await ctx.editMessageText(`${ctx.from.first_name}: ${ctx.from.language_code}`);
    });
    await start();
    const events = await fetch(`${url}/chat/selam/events`);

    await selam.say("/start");
    const asked = await selam.waitUntil((state) => state.messages.length === 2);
    await selam.speak("am");
    const queryId = await selam.press(asked.messages[1]?.message_id ?? 0, "አማርኛ");
    const answered = await selam.waitUntil((state) => state.messages[1]?.is_edited === true);

    expect(answered.messages[1]).toMatchObject({ text: "Selam: am", buttons: [] });
    await expect(readEvents(events, "notice")).resolves.toMatchObject({
      queryId,
      text: "ተመርጧል",
      isAlert: false,
    });
  });

  test("reads a photo that the user sends, byte for byte", async () => {
    const png = onePixelPng();
    const heard = new Promise<{ caption: string | undefined; bytes: Buffer; width: number }>((resolve) => {
      bot.on("message:photo", async (ctx) => {
        const { file_path } = await ctx.getFile();
        const download = await fetch(`${url}/file/bot${token}/${file_path}`);
        const bytes = Buffer.from(await download.arrayBuffer());
        resolve({ caption: ctx.msg.caption, bytes, width: ctx.msg.photo[0]?.width ?? 0 });
      });
    });
    await start();

    await fetch(`${url}/chat/selam/files?as=photo&name=receipt.png&caption=paid`, {
      method: "POST",
      headers: { "content-type": "image/png" },
      body: new Uint8Array(png),
    });

    await expect(heard).resolves.toEqual({ caption: "paid", bytes: png, width: 1 });
  });

  test("hears of a phone number that the user shares, as the user's own", async () => {
    await selam.shareContact();
    const [update] = await bot.api.getUpdates();
    expect(update?.message?.contact).toEqual({
      phone_number: "251911004321",
      first_name: "Selam",
      last_name: "Getachew",
      user_id: update?.message?.from.id,
    });
    expect((await selam.state()).messages[0]?.text).toBe("👤 Selam Getachew\n+251911004321");
  });

  test("sees what it sends shown as typing, until its message ends it", async () => {
    const chat_id = await chatIdOf(selam);
    await bot.api.sendChatAction(chat_id, "typing");
    expect((await selam.state()).is_typing).toBe(true);
    await bot.api.sendMessage(chat_id, "done");
    expect((await selam.state()).is_typing).toBe(false);
  });

  test("introduces itself in the user's language", async () => {
    await bot.api.setMyCommands([{ command: "help", description: "How it works" }]);
    await bot.api.setMyCommands([{ command: "help", description: "እንዴት እንደሚሠራ" }], { language_code: "am" });
    await bot.api.setMyDescription("Paste a reference");

    expect(await selam.state()).toMatchObject({
      commands: [{ command: "help", description: "How it works" }],
      bot: { username: "deresegn_bot", description: "Paste a reference" },
    });
    await selam.speak("am");
    expect((await selam.state()).commands).toEqual([{ command: "help", description: "እንዴት እንደሚሠራ" }]);
    expect(await bot.api.getMyCommands()).toEqual([{ command: "help", description: "How it works" }]);
  });

  test("meets a new user after the person starts over, and can no longer write to the old one", async () => {
    const before = await chatIdOf(selam);
    await selam.startOver();
    expect((await selam.state()).messages).toEqual([]);
    expect(await chatIdOf(selam)).not.toBe(before);
    expect(await call("sendMessage", { chat_id: before, text: "still there?" })).toMatchObject({
      error_code: 403,
      description: "Forbidden: user is deactivated",
    });
  });
});

describe("the group", () => {
  const inGroup = (person: "hana" | "dawit" | "selam") => createPlayer(url, person, "group");

  test("brings the bot what each member writes, as a message of one supergroup, and nothing of it to private chats", async () => {
    await inGroup("hana").say("from the owner");
    await inGroup("selam").say("from the customer");
    const [first, second] = (await bot.api.getUpdates()).map(({ message }) => message);
    expect(first).toMatchObject({
      text: "from the owner",
      from: { first_name: "Hana" },
      chat: { type: "supergroup", title: "Hana’s shop" },
    });
    expect(second).toMatchObject({ from: { first_name: "Selam" }, chat: { id: first?.chat.id } });
    expect(first?.chat.id).toBeLessThan(0);
    expect((await selam.state()).messages).toEqual([]);
  });

  test("shows everybody the same messages, each as their own or by its writer's name", async () => {
    bot.on("message:text", (ctx) =>
      ctx.reply("seen", { reply_parameters: { message_id: ctx.msg.message_id } }),
    );
    await start();
    await inGroup("dawit").say("@deresegn_bot look");
    const { messages, group, people } = await inGroup("hana").waitUntil(
      (state) => state.messages.length === 2,
    );
    expect(group).toEqual({ title: "Hana’s shop" });
    expect(people.map(({ name }) => name)).toEqual(["hana", "dawit", "selam"]);
    expect(messages).toMatchObject([
      { author: "Dawit Bekele", from: "user", is_mine: false },
      { author: "Deresegn", from: "bot", is_mine: false, reply: { author: "Dawit Bekele" } },
    ]);
    const [own] = (await inGroup("dawit").state()).messages;
    expect(own?.is_mine).toBe(true);
  });

  test("asks for a reply only whom the bot asks, and toasts only whoever pressed", async () => {
    bot.on("message:text", (ctx) =>
      ctx.reply("Which account?", {
        reply_parameters: { message_id: ctx.msg.message_id },
        reply_markup: { force_reply: true, selective: true, input_field_placeholder: "1000…" },
      }),
    );
    await start();
    await inGroup("dawit").say("@deresegn_bot look");
    const asked = await inGroup("dawit").waitUntil((state) => state.messages.length === 2);
    expect(asked.messages[1]?.force_reply).toMatchObject({ placeholder: "1000…" });
    expect((await inGroup("hana").state()).messages[1]?.force_reply).toBeNull();
    await bot.stop();

    const chat_id = await groupId();
    const reply_markup = new InlineKeyboard().text("Press", "p");
    const { message_id } = await bot.api.sendMessage(chat_id, "x", { reply_markup });
    const [hanas, dawits] = await Promise.all(
      ["hana", "dawit"].map((person) => fetch(`${url}/group/${person}/events`)),
    );
    const query = await inGroup("dawit").press(message_id, "Press");
    await bot.api.answerCallbackQuery(query, { text: "for Dawit" });
    const second = await inGroup("hana").press(message_id, "Press");
    await bot.api.answerCallbackQuery(second, { text: "for Hana" });
    await expect(readEvents(dawits ?? Response.error(), "notice")).resolves.toMatchObject({
      text: "for Dawit",
    });
    await expect(readEvents(hanas ?? Response.error(), "notice")).resolves.toMatchObject({
      text: "for Hana",
    });
  });

  test("lets nobody change or write what is somebody else's, and is closed to who is not in it", async () => {
    const said = await inGroup("hana").say("mine");
    await expect(inGroup("selam").edit(said, "not mine")).rejects.toThrow(/404/);
    expect((await fetch(`${url}/group/almaz`)).status).toBe(404);
  });

  test("lists the commands of groups, and is a new one after it starts over", async () => {
    await bot.api.setMyCommands([{ command: "help", description: "private" }], {
      scope: { type: "all_private_chats" },
    });
    await bot.api.setMyCommands([{ command: "join", description: "group" }], {
      scope: { type: "all_group_chats" },
    });
    expect((await inGroup("hana").state()).commands).toMatchObject([{ command: "join" }]);
    expect((await selam.state()).commands).toMatchObject([{ command: "help" }]);
    const chat_id = await groupId();
    await inGroup("hana").startOver();
    expect((await inGroup("dawit").state()).messages).toEqual([]);
    expect(await groupId()).not.toBe(chat_id);
    expect(await call("sendMessage", { chat_id, text: "still there?" })).toMatchObject({ error_code: 403 });
  });

  const groupId = async (): Promise<number> => {
    await inGroup("hana").say("its id");
    const [update] = await bot.api.getUpdates({ offset: -1 });
    return update?.message?.chat.id ?? Number.NaN;
  };
});

test("pictures of one album carry its number, and the person sees them as one", async () => {
  for (const caption of ["first", ""]) await selam.show(onePixelPng(), { album: "77", caption });
  await selam.show(onePixelPng());
  const updates = await bot.api.getUpdates();
  expect(updates.map(({ message }) => message?.media_group_id)).toEqual(["77", "77", undefined]);
  expect((await selam.state()).messages.map(({ album }) => album)).toEqual(["77", "77", null]);
});

describe("updates", () => {
  test("come again until they are confirmed by a higher offset", async () => {
    await selam.say("one");
    const first = await bot.api.getUpdates();
    expect(await bot.api.getUpdates()).toEqual(first);
    expect(await bot.api.getUpdates({ offset: (first[0]?.update_id ?? 0) + 1 })).toEqual([]);
  });

  test("reach a waiting poll as soon as they happen, only of the kinds it asked for", async () => {
    const chat_id = await chatIdOf(selam);
    const waiting = bot.api.getUpdates({ offset: 2, timeout: 20, allowed_updates: ["callback_query"] });
    await pollOf("callback_query");
    const sent = await selam.say("not asked for");
    await bot.api.sendMessage(chat_id, "x", {
      reply_markup: new InlineKeyboard().text("Press", "p"),
    });
    await selam.press(sent + 1, "Press");
    expect(await waiting).toMatchObject([{ callback_query: { data: "p", message: { text: "x" } } }]);
  });

  test("go to the newer of two pollers; the older one is told of the conflict", async () => {
    const older = call("getUpdates", { timeout: 20, allowed_updates: ["message"] });
    await pollOf("message");
    const newer = call("getUpdates", { timeout: 20 });
    expect(await older).toMatchObject({ status: 409, error_code: 409, ok: false });
    await selam.say("hello");
    expect(await newer).toMatchObject({ ok: true, result: [{ message: { text: "hello" } }] });
  });

  test("carry the commands and links of a text, and split a text that is too long for one message", async () => {
    await selam.say("/help https://example.test/a?b=1.");
    await selam.say("ሀ".repeat(5000));
    const updates = await bot.api.getUpdates();
    expect(updates.map(({ message }) => message?.text?.length)).toEqual([33, 4096, 904]);
    expect(updates[0]?.message?.entities).toEqual([
      { type: "bot_command", offset: 0, length: 5 },
      { type: "url", offset: 6, length: 26 },
    ]);
  });
});

/** Resolves when a poll that asks for this kind has reached the emulator. */
const pollOf = (kind: string) =>
  expect.poll(async () => (await bot.api.getWebhookInfo()).allowed_updates).toEqual([kind]);

describe("refusals in Telegram's words", () => {
  const sentences: readonly (readonly [string, string, object, string])[] = [
    ["an unknown chat", "sendMessage", { chat_id: 5, text: "x" }, "chat not found"],
    ["no chat", "sendMessage", { text: "x" }, "chat_id is empty"],
    ["an empty text", "sendMessage", { chat_id: 0, text: " \n " }, "message text is empty"],
    [
      "a text of 4097 characters",
      "sendMessage",
      { chat_id: 0, text: "x".repeat(4097) },
      "message is too long",
    ],
    [
      "an unknown tag",
      "sendMessage",
      { chat_id: 0, text: "A<b>&</b> <c>", parse_mode: "HTML" },
      'can\'t parse entities: Unsupported start tag "c" at byte offset 10',
    ],
    [
      "an unclosed tag",
      "sendMessage",
      { chat_id: 0, text: "<b>ሀ", parse_mode: "HTML" },
      "can't parse entities: Can't find end tag corresponding to start tag \"b\"",
    ],
    [
      "crossed tags",
      "sendMessage",
      { chat_id: 0, text: "<b>ሀ<i>x</b></i>", parse_mode: "HTML" },
      'can\'t parse entities: Unmatched end tag at byte offset 10, expected "</i>", found "</b>"',
    ],
    [
      "an entity past the end",
      "sendMessage",
      { chat_id: 0, text: "abc", entities: [{ type: "bold", offset: 1, length: 3 }] },
      "entity beginning at UTF-16 offset 1 ends after the end of the text at UTF-16 offset 4",
    ],
    [
      "callback data of 65 bytes",
      "sendMessage",
      {
        chat_id: 0,
        text: "x",
        reply_markup: { inline_keyboard: [[{ text: "a", callback_data: `${"ሀ".repeat(21)}xx` }]] },
      },
      "BUTTON_DATA_INVALID",
    ],
    [
      "a reply to nothing",
      "sendMessage",
      { chat_id: 0, text: "x", reply_parameters: { message_id: 99 } },
      "message to be replied not found",
    ],
    [
      "an edit of nothing",
      "editMessageText",
      { chat_id: 0, message_id: 99, text: "x" },
      "message to edit not found",
    ],
    [
      "an edit of the user's message",
      "editMessageText",
      { chat_id: 0, message_id: 1, text: "x" },
      "message can't be edited",
    ],
    ["a deletion of nothing", "deleteMessage", { chat_id: 0, message_id: 99 }, "message to delete not found"],
    [
      "a tick as a reaction",
      "setMessageReaction",
      { chat_id: 0, message_id: 1, reaction: [{ type: "emoji", emoji: "✅" }] },
      "REACTION_INVALID",
    ],
    [
      "an unknown query",
      "answerCallbackQuery",
      { callback_query_id: "1" },
      "query is too old and response timeout expired or query ID is invalid",
    ],
    ["an unknown file", "getFile", { file_id: "x" }, "invalid file_id"],
    [
      "a bad command",
      "setMyCommands",
      { commands: [{ command: "Hi!", description: "x" }] },
      "BOT_COMMAND_INVALID",
    ],
  ];

  test.each(sentences)("%s", async (_what, method, parameters, sentence) => {
    const chat_id = await chatIdOf(selam);
    const aimed =
      "chat_id" in parameters && parameters.chat_id === 0 ? { ...parameters, chat_id } : parameters;
    expect(await call(method, aimed)).toEqual({
      status: 400,
      ok: false,
      error_code: 400,
      description: `Bad Request: ${sentence}`,
    });
  });

  test.each(["👀", "👌", "👍", "🤷", "🤔"])("%s is a reaction that a bot may give", async (emoji) => {
    const chat_id = await chatIdOf(selam);
    const reaction = [{ type: "emoji", emoji }];
    expect(await call("setMessageReaction", { chat_id, message_id: 1, reaction })).toMatchObject({
      ok: true,
    });
  });

  test("an edit that changes nothing is not modified", async () => {
    const chat_id = await chatIdOf(selam);
    const { message_id } = await bot.api.sendMessage(chat_id, "<b>same</b>", { parse_mode: "HTML" });
    const again = bot.api.editMessageText(chat_id, message_id, "same", {
      entities: [{ type: "bold", offset: 0, length: 4 }],
    });
    await expect(again).rejects.toThrow(/message is not modified/);
    await expect(again).rejects.toBeInstanceOf(GrammyError);
  });

  test("a query that was answered, or is older than a minute, is too old", async () => {
    const chat_id = await chatIdOf(selam);
    const reply_markup = new InlineKeyboard().text("Press", "p");
    const { message_id } = await bot.api.sendMessage(chat_id, "x", { reply_markup });
    const answered = await selam.press(message_id, "Press");
    expect(await call("answerCallbackQuery", { callback_query_id: answered })).toMatchObject({ ok: true });
    expect(await call("answerCallbackQuery", { callback_query_id: answered })).toMatchObject({ ok: false });
    const slow = await selam.press(message_id, "Press");
    now = new Date(afternoon.getTime() + 61_000);
    expect(await call("answerCallbackQuery", { callback_query_id: slow })).toMatchObject({ error_code: 400 });
  });

  test("a missing message may be replied to when the bot allows it", async () => {
    const chat_id = await chatIdOf(selam);
    const reply_parameters = { message_id: 99, allow_sending_without_reply: true };
    await bot.api.sendMessage(chat_id, "x", { reply_parameters });
    expect((await selam.state()).messages.at(-1)).toMatchObject({ text: "x", reply: null });
  });

  test("another token is unauthorized, an unknown method is not found", async () => {
    expect(await call("getMe", {}, "700:other")).toMatchObject({ status: 401, description: "Unauthorized" });
    expect(await call("flyToTheMoon")).toMatchObject({ status: 404, error_code: 404 });
  });

  test("forms are read like JSON", async () => {
    const chat_id = await chatIdOf(selam);
    const form = new URLSearchParams({
      chat_id: String(chat_id),
      text: "12",
      reply_markup: JSON.stringify({ inline_keyboard: [[{ text: "Go", url: "https://example.test" }]] }),
    });
    const multipart = new FormData();
    for (const [name, value] of form) multipart.set(name, value);
    for (const body of [form, multipart]) {
      const response = await fetch(`${url}/bot${token}/sendmessage`, { method: "POST", body });
      expect(response.status).toBe(200);
    }
    const { messages } = await selam.state();
    expect(messages.slice(-2).map(({ text, buttons }) => [text, buttons[0]?.[0]?.text])).toEqual([
      ["12", "Go"],
      ["12", "Go"],
    ]);
  });
});

describe("the chat page", () => {
  test("is one shell, one stylesheet and scripts of its own host, under a strict policy", async () => {
    const response = await fetch(url);
    const html = await response.text();
    const policy = response.headers.get("content-security-policy")?.split(";");
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'"]));
    expect(html).not.toMatch(/https?:\/\//);
    expect(html).not.toMatch(/ on\w+=| style=|<script>|<style>/);
    for (const [, path] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await fetch(`${url}${path}`)).status).toBe(200);
    }
  });

  test("brings a font for Ethiopic along, which its policy lets it use", async () => {
    const page = await fetch(`${url}/chat.css`);
    expect(page.headers.get("content-security-policy")).toContain("font-src 'self'");
    const fonts = [...(await page.text()).matchAll(/url\("([^"]+)"\)/g)].map(([, path]) => path);
    expect(fonts).toEqual(["ethiopic-400.woff2", "ethiopic-700.woff2"]);
    for (const path of fonts) {
      const font = Buffer.from(await (await fetch(`${url}/${path}`)).arrayBuffer());
      expect(font.subarray(0, 4).toString("latin1"), path).toBe("wOF2");
    }
  });

  test("offers what it was given to send, with its pictures", async () => {
    expect(await (await fetch(`${url}/examples.json`)).json()).toEqual([]);
    const examples = [
      { mark: "✅", title: "a text", text: "DKF1AB2CD3" },
      { mark: "", title: "an album", pictures: [onePixelPng(), onePixelPng()] },
    ];
    const offering = createTelegramEmulator({
      token,
      botUsername: "deresegn_bot",
      now: () => now,
      examples: [{ title: "All", note: "", examples }],
    });
    const address = (await offering.listen(0, "127.0.0.1")).url;
    const listed = (await (await fetch(`${address}/examples.json`)).json()) as unknown as {
      examples: [(typeof examples)[0], { pictures: string[] }];
    }[];
    const [section] = listed;
    if (section === undefined) throw new Error("no section");
    expect(section.examples[0]).toEqual(examples[0]);
    for (const path of section.examples[1].pictures) {
      const picture = await fetch(`${address}${path}`);
      expect(picture.headers.get("content-type")).toBe("image/png");
      expect(Buffer.from(await picture.arrayBuffer())).toEqual(onePixelPng());
    }
    await offering.close();
  });

  test("never sets markup from foreign text", async () => {
    const scripts = new Map<string, string>();
    const load = async (path: string): Promise<void> => {
      if (scripts.has(path)) return;
      const script = await (await fetch(`${url}/${path}`)).text();
      scripts.set(path, script);
      for (const [, imported] of script.matchAll(/from "\.\/([^"]+)"/g)) await load(imported ?? "");
    };
    await load("chat.js");
    expect([...scripts.keys()]).toEqual(
      expect.arrayContaining(["formatted-text.js", "examples.js", "links.js"]),
    );
    for (const script of scripts.values()) {
      expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
    }
  });

  test("does not let another site's form speak for the user", async () => {
    const body = JSON.stringify({ text: "sent by a stranger" });
    const response = await fetch(`${url}/chat/selam/messages`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body,
    });
    expect(response.status).toBe(400);
    expect((await selam.state()).messages).toEqual([]);
  });
});

/** The first event of this kind. */
const readEvents = async (events: Response, kind: string): Promise<Record<string, unknown>> => {
  let seen = "";
  for await (const chunk of events.body ?? []) {
    seen += Buffer.from(chunk).toString();
    const whole = seen.slice(0, seen.lastIndexOf("\n\n") + 1);
    for (const [, data] of whole.matchAll(/^data: (.+)$/gm)) {
      const event = JSON.parse(data ?? "");
      if (event.kind === kind) return event;
    }
  }
  throw new Error(`no ${kind}`);
};

const onePixelPng = () =>
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );

test("tells who made the group, who is in it and who is not", async () => {
  const hana = createPlayer(url, "hana", "group");
  await hana.say("hello");
  const { result } = (await call("getUpdates")) as unknown as {
    result: [{ message: { chat: { id: number }; from: { id: number } } }];
  };
  const [{ message }] = result;
  const chat_id = message.chat.id;
  const memberOf = async (player: Player) =>
    call("getChatMember", { chat_id, user_id: await chatIdOf(player) });
  expect(await memberOf(createPlayer(url, "hana"))).toMatchObject({
    ok: true,
    result: { status: "creator" },
  });
  expect(await memberOf(selam)).toMatchObject({ ok: true, result: { status: "member" } });
  expect(await memberOf(createPlayer(url, "almaz"))).toMatchObject({ ok: true, result: { status: "left" } });
  expect(await call("getChatMember", { chat_id, user_id: 5 })).toMatchObject({ status: 400, ok: false });
  expect(await call("getChatAdministrators", { chat_id })).toMatchObject({
    result: [{ status: "creator", user: { id: message.from.id } }],
  });
});
