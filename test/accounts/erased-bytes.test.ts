import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { createLog } from "../../src/core/log.ts";
import { openStore } from "../../src/database/store.ts";
import { openCacheStore } from "../../src/verify/cache-store.ts";
import { leanBotInfo } from "../../tools/chat/lean-chats.ts";
import { openLeanTelegram } from "../../tools/chat/lean-telegram.ts";
import { botOf, createSurroundings, morning } from "../support/bot-world.ts";
import { token } from "../support/telegram.ts";
import { temporaryFolder, temporaryStore, testSecret } from "../support/temporary-store.ts";

const userId = 7_123_456_789;
const name = "Zerihunawit";

/** The number as SQLite and a program may write it, and the name. */
const traces = (): readonly Buffer[] => {
  const whole = Buffer.alloc(8);
  whole.writeBigInt64BE(BigInt(userId));
  return [
    Buffer.from(String(userId)),
    Buffer.from(name),
    whole.subarray(2),
    Buffer.from(whole.subarray(2)).reverse(),
  ];
};

const tracesIn = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((file) => {
    const bytes = readFileSync(join(folder, file));
    return traces().flatMap((trace, at) => (bytes.includes(trace) ? [`${file} holds trace ${at}`] : []));
  });

const openWorld = async () => {
  const telegram = await openLeanTelegram({ token });
  onTestFinished(telegram.close);
  let passedMs = 0;
  const now = () => new Date(morning.getTime() + performance.now() + passedMs);
  const { store, path } = await temporaryStore(now);
  await store.db.insertInto("process_lease").values({ id: "this process", expires_at: 1e15 }).execute();
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const { dependencies, answers, asked, accounts } = createSurroundings({
    store,
    apiRoot: telegram.url,
    now,
    timings: {},
  });
  const bot = botOf({
    ...dependencies,
    log,
    botInfo: leanBotInfo,
    webhook: { url: "https://receipts.example/hook", secret: "a secret" },
    fetch: async (url, request) =>
      /\/(?:set|delete)My/.test(url)
        ? { json: async () => ({ ok: true, result: true }) }
        : dependencies.fetch(url, request),
  });
  onTestFinished(() => bot.stop());
  await bot.start();
  let updates = 0;
  const write = async (about: (from: object, chat: object, messageId: number) => object, id = userId) => {
    updates += 1;
    const from = { id, is_bot: false, first_name: id === userId ? name : "Somebody", language_code: "en" };
    const chat = { id, type: "private", first_name: from.first_name };
    const update = { update_id: updates, ...about(from, chat, telegram.chats.nextId(id)) };
    // Checked where it arrives.
    await bot.take([update as Parameters<typeof bot.take>[0][number]]);
  };
  const say = (text: string, id = userId, more: object = {}) =>
    write((from, chat, message_id) => {
      const entities = text.startsWith("/")
        ? [{ type: "bot_command", offset: 0, length: text.length }]
        : undefined;
      const date = Math.floor(now().getTime() / 1000);
      return { message: { message_id, from, chat, date, text, ...(entities && { entities }), ...more } };
    }, id);
  const press = (data: string, message_id: number) =>
    write((from, chat) => ({
      callback_query: { id: "1", from, data, message: { message_id, date: 0, chat } },
    }));
  const pass = (ms: number) => {
    passedMs += ms;
  };
  const unsettled = async () =>
    (
      await store.db
        .selectFrom("inbox")
        .select("update_id")
        .where("state", "=", "waiting")
        .where("due_at", "<=", now().getTime())
        .execute()
    ).length;
  return {
    telegram,
    store,
    folder: dirname(path),
    answers,
    asked,
    accounts,
    lines,
    now,
    pass,
    say,
    press,
    unsettled,
  };
};

describe("after /erase", () => {
  test("no file of the data folder and no line of the log holds the Telegram number or the name", {
    timeout: 60_000,
  }, async () => {
    const world = await openWorld();
    const { say, press, telegram, answers, pass } = world;
    const settle = () => expect.poll(world.unsettled, { timeout: 30_000, interval: 10 }).toBe(0);
    const give = answers.give;
    // Others come and go beside them, so that what is kept lies in many pages.
    for (let round = 0; round < 40; round += 1) {
      await say(`DKF1AB${String(round).padStart(4, "0")}`, 6_000_000_000 + round);
      if (round % 4 === 0) await say(`DKF1AC${String(round).padStart(4, "0")}`);
    }
    await settle();
    for (const command of [
      "/start",
      "/key",
      "/accounts",
      "/today",
      "/status",
      "/expect 500",
      "/language",
      "/join",
    ])
      await say(command);
    await say("1000123456789");
    await say("DKF1AD0001", userId, { media_group_id: "11" });
    await say("DKF1AD0002", userId, { media_group_id: "11" });
    const photo = [{ file_id: "photo", file_unique_id: "photo", width: 9, height: 9 }];
    await say("", userId, { text: undefined, caption: "DKF1AD0004", photo });
    // A look-up that is tried again later.
    answers.give = () => fail("provider_unavailable");
    await say("DKF1AD0003");
    await settle();
    answers.give = give;
    expect(tracesIn(world.folder)).not.toEqual([]);
    const pictures = () => world.store.db.selectFrom("shown_picture").select("picture").execute();
    expect(await pictures()).toHaveLength(1);

    await say("/erase");
    await settle();
    const confirmationOf = (markup: unknown) => /erase:[\w:-]+/.exec(JSON.stringify(markup) ?? "")?.[0] ?? "";
    // The receipt that is looked up again may be told of behind it.
    const asked = telegram.chats.saidIn(userId).findLast(({ markup }) => confirmationOf(markup) !== "");
    const confirmation = confirmationOf(asked?.markup);
    await press(confirmation, asked?.id ?? 0);
    const last = () => telegram.chats.saidIn(userId).at(-1)?.text.slice(0, 6);
    await expect.poll(last).toBe("Erased");
    await settle();
    expect(tracesIn(world.folder)).toEqual([]);
    expect(await pictures()).toEqual([]);
    expect(world.lines.filter((line) => line.includes(String(userId)) || line.includes(name))).toEqual([]);

    // Nor does what was planned to be said bring it back.
    pass(2 * 60 * 60 * 1000);
    await settle();
    expect(telegram.chats.saidIn(userId).at(-1)?.text.slice(0, 6)).toBe("Erased");
  });

  test("by the operator the same holds, while the bot runs", { timeout: 60_000 }, async () => {
    const world = await openWorld();
    await world.say("/key");
    await world.say("DKF1AD0001");
    await expect.poll(world.unsettled, { timeout: 30_000, interval: 10 }).toBe(0);
    expect(tracesIn(world.folder)).not.toEqual([]);
    expect(await world.accounts.erase({ telegram: userId })).toMatchObject({ ok: true });
    expect(tracesIn(world.folder)).toEqual([]);
  });

  test("by the operator during a look-up its answer leaves nothing of the chat behind", async () => {
    const world = await openWorld();
    const { give } = world.answers;
    let release = (): void => undefined;
    world.answers.give = (question) =>
      new Promise((resolve) => {
        release = () => resolve(give(question));
      });
    await world.say("DKF1AD0001");
    await expect.poll(() => world.asked.length).toBe(1);
    expect(await world.accounts.erase({ telegram: userId })).toMatchObject({ ok: true });
    release();
    await expect.poll(world.unsettled).toBe(0);
    expect(world.telegram.chats.saidIn(userId).at(-1)?.text).toContain("1,250.00 ETB");
    expect(await world.store.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
    await expect.poll(() => tracesIn(world.folder)).toEqual([]);
  });
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe("what is written to the disk", () => {
  const open = async (folder: string) => {
    const store = await openStore({
      databaseUrl: `sqlite:${join(folder, "deresegn.sqlite")}`,
      secret: testSecret,
      now: () => morning,
    });
    onTestFinished(() => store.close());
    const cache = await openCacheStore(
      { cacheUrl: `sqlite:${join(folder, "cache.sqlite")}`, cacheCa: null },
      createLog("silent"),
    );
    onTestFinished(() => cache.close());
    await cache.set("key", "value", 60_000);
    store.lifeline?.hold("a process");
    onTestFinished(() => store.lifeline?.letGo());
    return readdirSync(folder).map((file) => [file.replace(/^.*sqlite/, ""), modeOf(join(folder, file))]);
  };
  const closed = ["", "-process-a process", "-shm", "-wal"].map((file) => [file, "600"]);

  test("is our own user's alone, in a folder of its own", async () => {
    const folder = join(temporaryFolder(), "data", "deep");
    const modes = await open(folder);
    expect(new Set(modes.map(String))).toEqual(new Set(closed.map(String)));
    expect(modeOf(folder)).toBe("700");
    expect(modeOf(dirname(folder))).toBe("700");
  });

  test("is closed to others when an earlier version left it open", async () => {
    const folder = join(temporaryFolder(), "data");
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(folder, "deresegn.sqlite"), "", { mode: 0o644 });
    const modes = await open(folder);
    expect(new Set(modes.map(String))).toEqual(new Set(closed.map(String)));
    expect(modeOf(folder)).toBe("700");
  });

  test("leaves a folder alone that holds what is not ours", async () => {
    const folder = join(temporaryFolder(), "shared");
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(folder, "notes.txt"), "");
    await open(folder);
    expect(modeOf(folder)).toBe("755");
  });
});
