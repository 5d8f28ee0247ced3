import type { Update } from "grammy/types";
import { describe, expect, onTestFinished, test } from "vitest";
import { isOwnUpdate } from "../../src/bot/data/inbox.ts";
import { type Failure, fail } from "../../src/core/failure.ts";
import { ok, type Result } from "../../src/core/result.ts";
import type { PictureCaller } from "../../src/photos/picture-caller.ts";
import type { PictureResult } from "../../src/photos/scan-picture.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { textUpdate } from "../../tools/chat/hook.ts";
import { createPlayer } from "../../tools/demo/telegram/player.ts";
import { granted } from "../support/books.ts";
import {
  type BotWorld,
  botMessages,
  botOf,
  fromBot,
  morning,
  openBotWorld,
  providers,
} from "../support/bot-world.ts";
import { createLife, openLives } from "../support/lives.ts";
import { codePicture } from "../support/pictures.ts";

const seen: Result<PictureResult, Failure> = ok({
  kind: "code",
  detection: detect("DKF1AB2CD3", providers, morning),
  link: null,
  needsConfirmation: false,
});
const busy = fail("overloaded");
const minuteMs = 60_000;
const png = () => codePicture("x").png().toBuffer();

/** Pictures are scanned with the result in `state.sees`; at first the reader is busy. */
const openWorld = async () => {
  const state = { sees: busy as Result<PictureResult, Failure> };
  const looks: PictureCaller[] = [];
  const world = await openBotWorld({}, async (_, caller) => {
    looks.push(caller);
    return state.sees;
  });
  return { ...world, sees: state, looks };
};

const pass = ({ clock }: Pick<BotWorld, "clock">, ms: number): void => {
  clock.now = new Date(clock.now.getTime() + ms);
};
const waiting = ({ store }: Pick<BotWorld, "store">) => store.db.selectFrom("retry").selectAll().execute();

describe("a photo that finds no place", () => {
  test("is told to wait, and its answer comes as a reply, counted once", async () => {
    const world = await openWorld();
    const id = await world.selam.show(await png());
    const [told] = await botMessages(world, 1);
    expect(told?.text).toMatch(
      /^⏳ Many photos are being read right now, and yours is waiting\. The answer comes here as a reply\.\n.*[Nn]ot counted/,
    );
    world.sees.sees = seen;
    pass(world, minuteMs);
    const said = await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    expect(said).toHaveLength(2);
    expect(said[1]?.reply?.message_id).toBe(id);
    expect(said[1]?.text).toMatch(/4 of 5 free checks left$/);
    expect(await waiting(world)).toEqual([]);
    expect(world.looks).toHaveLength(2);
  });

  test("waits on without another word while there is none", async () => {
    const world = await openWorld();
    await world.selam.show(await png());
    await botMessages(world, 1);
    for (let looks = 2; looks <= 4; looks += 1) {
      pass(world, minuteMs);
      await expect.poll(() => world.looks.length).toBe(looks);
      await expect.poll(() => waiting(world)).toHaveLength(1);
    }
    world.sees.sees = fail("qr_not_found");
    pass(world, 2 * minuteMs);
    const said = await botMessages(world, 2);
    expect(said[1]?.text).toMatch(/^🚫 There is no QR code in this picture\./);
    expect(await waiting(world)).toEqual([]);
  });

  test.each([
    ["waits on while its caption is changed to claim nothing else", "@deresegn_bot 🙏", /^⏳/, /^❓/],
    ["says that it waits no more once its caption claims more", "@deresegn_bot 5,000 birr", /^🚫/, /^🚫/],
  ])("%s, though its group has had its answers", async (_, text, then, atLast) => {
    const world = await openWorld();
    const group = createPlayer(world.url, "hana", "group");
    const said = async () => fromBot((await group.state()).messages).map((message) => message.text);
    const id = await group.show(await png(), { caption: "@deresegn_bot" });
    await expect.poll(said).toHaveLength(1);
    for (let n = 0; n < 6; n += 1) await group.say("/help@deresegn_bot");
    await expect.poll(said).toHaveLength(7);
    const { photo } = world.telegram.people.group().find(id)?.message ?? {};
    const changed = { photo, caption: text } as never;
    world.telegram.updates.push({ edited_message: world.telegram.people.group().edit(id, changed, null) });
    const done = world.store.db.selectFrom("inbox").select("update_id").where("state", "=", "done");
    const ofTelegram = async () => (await done.execute()).filter(({ update_id }) => !isOwnUpdate(update_id));
    await expect.poll(ofTelegram).toHaveLength(8);
    expect((await said())[0]).toMatch(then);
    world.sees.sees = seen;
    pass(world, minuteMs);
    const about = async () =>
      fromBot((await group.state()).messages).findLast(({ reply }) => reply?.message_id === id)?.text;
    await expect.poll(about).toMatch(atLast);
  });

  test("is given up after an hour, and the person is told", async () => {
    const world = await openWorld();
    await world.selam.show(await png());
    await botMessages(world, 1);
    pass(world, 61 * minuteMs);
    const said = await botMessages(world, 2);
    expect(said[1]?.text).toMatch(/^⏳ There is too much to do right now/);
    expect(await waiting(world)).toEqual([]);
    expect(world.asked).toEqual([]);
  });

  test("is given up after an hour, too, where Telegram gives no file, and holds up what comes after it no longer", async () => {
    const world = await openWorld();
    await world.selam.show(await png());
    await botMessages(world, 1);
    world.faults.push(({ method }) =>
      method === "getFile" ? { kind: "refuse", code: 502, description: "Bad Gateway" } : undefined,
    );
    pass(world, 61 * minuteMs);
    const said = await botMessages(world, 2);
    expect(said[1]?.text).toMatch(/^⏳ There is too much to do right now/);
    expect(await waiting(world)).toEqual([]);
    await world.selam.say("DKF1AB2CD3");
    expect((await botMessages(world, 3))[2]?.text).toMatch(/^❓/);
  });

  test("waits, too, where Telegram gives no file at first, and what comes after it is answered", async () => {
    const world = await openWorld();
    world.faults.push(({ method }) =>
      method === "getFile" ? { kind: "refuse", code: 502, description: "Bad Gateway" } : undefined,
    );
    await world.selam.show(await png());
    expect((await botMessages(world, 1))[0]?.text).toMatch(/^⏳ Many photos are being read/);
    await world.selam.say("DKF1AB2CD3");
    expect((await botMessages(world, 2))[1]?.text).toMatch(/^❓/);
  });

  test("keeps no message of another from its answer", async () => {
    const world = await openWorld();
    await world.selam.show(await png());
    await botMessages(world, 1);
    await world.selam.say("DKF1AB2CD4");
    expect((await botMessages(world, 2))[1]?.text).toMatch(/^❓/);
  });
});

test("a chat whose photos could not be read too often hears what it can do now", async () => {
  const world = await openWorld();
  world.sees.sees = fail("rate_limited", { cause: "pictures", retryAfterSeconds: 2_400 });
  await world.selam.show(await png());
  const [told] = await botMessages(world, 1);
  expect(told?.text).toMatch(
    /^🚫 Too many pictures in the last hour led to no check\.\nSend the reference or the receipt's link as text, which works now, or send pictures again in 40 minutes\.\n.*[Nn]ot counted/,
  );
});

describe("a chat's allowance of photos that lead to no check", () => {
  /** How often a photo that points to a receipt was not counted after all, once the bot has said `replies` messages. */
  const uncountedAfter = async (
    world: Awaited<ReturnType<typeof openWorld>>,
    text: string,
    replies: number,
  ) => {
    let uncounted = 0;
    const uncount = () => {
      uncounted += 1;
    };
    const detection = detect(text, providers, morning);
    world.sees.sees = ok({ kind: "code", detection, link: null, needsConfirmation: false, uncount });
    await world.selam.show(await png());
    const said = await botMessages(world, replies);
    await world.bot.stop();
    return { uncounted, said: said.at(-1)?.text };
  };

  test("is not used up by one whose answer is counted, nor where the bank fails", async () => {
    expect(await uncountedAfter(await openWorld(), "DKF1AB2CD3", 1)).toMatchObject({ uncounted: 1 });
    expect(await uncountedAfter(await openWorld(), "DKF1AB2CD3 DKF1AB2CD4", 2)).toMatchObject({
      uncounted: 1,
    });
    const failing = await openWorld();
    failing.answers.give = () => fail("provider_format_changed");
    expect(await uncountedAfter(failing, "DKF1AB2CD3", 1)).toMatchObject({ uncounted: 1 });
  });

  test("is used up by one that is asked back about, or for which no check is left", async () => {
    const asked = await uncountedAfter(await openWorld(), "FT26319K4Q7Z", 1);
    expect(asked).toEqual({ uncounted: 0, said: expect.stringContaining("FT26319K4Q7Z") });
    const world = await openWorld();
    await world.selam.say("DKF1AB2CD4 DKF1AB2CD5 DKF1AB2CD6 DKF1AB2CD7 DKF1AB2CD8");
    await botMessages(world, 5);
    const denied = await uncountedAfter(world, "DKF1AB2CD3", 6);
    expect(denied).toEqual({ uncounted: 0, said: expect.stringMatching(/^🚫/) });
  });
});

test("a chat without an account is one caller, and so are all chats of one account, which come before", async () => {
  const world = await openWorld();
  world.sees.sees = seen;
  await world.selam.show(await png());
  await botMessages(world, 1);
  const userId = (person: "selam" | "hana") => world.telegram.people.conversation(person).user().id;
  const account = await world.accounts.registerTelegram(userId("selam"));
  await world.selam.show(await png());
  await botMessages(world, 2);
  if (!account.ok) throw new Error(account.error.code);
  const code = await world.accounts.createLinkCode(account.value.id, "staff");
  if (!code.ok) throw new Error(code.error.code);
  await world.accounts.redeemLinkCode(code.value.code, userId("hana"), "Hana");
  await createPlayer(world.url, "hana", "chat").show(await png());
  await expect.poll(() => world.looks).toHaveLength(3);
  expect(world.looks.map(({ isKeyed }) => isKeyed)).toEqual([false, true, true]);
  const [chat, first, second] = world.looks.map(({ id }) => id);
  expect(chat).not.toBe(first);
  expect(first).toBe(second);
});

test("a picture in a shop's group is of the person who shows it, and not of the shop", async () => {
  const world = await openWorld();
  world.sees.sees = seen;
  const group = world.telegram.people.group();
  const { id: owner } = world.telegram.people.user("hana");
  const shop = granted(await world.accounts.registerTelegram(owner));
  granted(await world.accounts.bindGroup(group.chat.id, owner, null));
  for (const person of ["dawit", "hana"] as const)
    await createPlayer(world.url, person, "group").show(await png(), { caption: "@deresegn_bot" });
  await createPlayer(world.url, "dawit", "chat").show(await png());
  await expect.poll(() => world.looks).toHaveLength(3);
  const stranger = `chat ${world.telegram.people.user("dawit").id}`;
  expect(world.looks.map(({ id }) => id).toSorted()).toEqual([`account ${shop.id}`, stranger, stranger]);
});

/** A world in which each photo's fetching takes until `end`. */
const openFetching = async (more: Partial<Parameters<typeof botOf>[0]> = {}) => {
  const world = await openBotWorld();
  await world.bot.stop();
  const fetched = { now: 0, most: 0, begun: 0 };
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { fetch } = world.dependencies;
  const file = { file_id: "file", file_unique_id: "file", file_path: "photos/file.jpg" };
  const bot = botOf({
    ...world.dependencies,
    fetch: async (url, request) =>
      url.endsWith("/getFile") ? { json: async () => ({ ok: true, result: file }) } : fetch(url, request),
    download: async () => {
      fetched.begun += 1;
      fetched.now += 1;
      fetched.most = Math.max(fetched.most, fetched.now);
      await ended;
      fetched.now -= 1;
      return ok(new Uint8Array(1));
    },
    ...more,
  });
  onTestFinished(() => bot.stop());
  await bot.start();
  const post = (userId: number): void => {
    const from = { id: userId, is_bot: false, first_name: "Hana" };
    const chat = { id: userId, type: "private", first_name: "Hana" };
    const photo = [{ file_id: "file", file_unique_id: `${userId}`, width: 90, height: 90 }];
    world.telegram.updates.push({ message: { message_id: 1, date: 1, from, chat, photo } } as never);
  };
  return { ...world, fetched, end, post };
};

test("so many photos are fetched at the same time and no more, however many come", async () => {
  const { fetched, end, post } = await openFetching();
  for (let userId = 701; userId <= 720; userId += 1) post(userId);
  await expect.poll(() => fetched.now).toBe(8);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(fetched.most).toBe(8);
  end();
  await expect.poll(() => fetched.begun).toBe(20);
  expect(fetched.most).toBe(8);
});

test("a photo beyond the chat's allowance is not fetched", async () => {
  const refused = fail("rate_limited", { cause: "pictures", retryAfterSeconds: 2_400 });
  const { selam, fetched, ...world } = await openFetching({ checkPictures: () => refused });
  await selam.show(await png());
  expect((await botMessages({ ...world, selam }, 1))[0]?.text).toMatch(
    /^🚫 Too many pictures in the last hour led to no check\./,
  );
  expect(fetched.begun).toBe(0);
});

/** What the chat holds when the process dies after its step of this number and the next one goes on. */
const outlive = async (lastStep: number) => {
  let looks = 0;
  const lives = await openLives({}, async () => {
    looks += 1;
    return looks <= 2 ? busy : seen;
  });
  const userId = 7_000 + lastStep;
  await lives.accounts.registerTelegram(userId);
  const messageId = lives.telegram.chats.nextId(userId);
  const { message } = textUpdate(userId, { chatId: userId, messageId, text: "" });
  const photo = [{ file_id: "file", file_unique_id: "file", width: 90, height: 90, file_size: 1 }];
  const { text: _, ...rest } = { ...message, date: Math.floor(morning.getTime() / 1000) };
  let died = false;
  for (const [index, step] of [lastStep, null].entries()) {
    const life = createLife(step);
    const bot = await lives.start(life);
    if (index === 0) await bot.take([{ update_id: userId, message: { ...rest, photo } } as Update]);
    const isOver = async () => life.isDead() || (await lives.unsettled()) === 0;
    await expect.poll(isOver, { interval: 2 }).toBe(true);
    died ||= life.isDead();
    if (!life.isDead()) await bot.stop();
  }
  const said = lives.telegram.chats.saidIn(userId);
  const begins = (mark: string) => said.map(({ text }) => text).filter((text) => text.startsWith(mark));
  const counted = await lives.store.db
    .selectFrom("reservation")
    .select("id")
    .where("state", "=", "committed")
    .where("kind", "!=", "repeat")
    .execute();
  const told = begins("⏳");
  const answered = begins("❓");
  const answers = new Set(answered).size;
  return { died, sent: told.length + answered.length, answers, counted: counted.length };
};

test("a photo that waits outlives its process: it is answered and counted once", async () => {
  let deaths = 0;
  for (let step = 1, died = true; died; step += 1) {
    const { died: met, sent, ...end } = await outlive(step);
    died = met;
    if (died) deaths += 1;
    expect({ step, ...end }).toEqual({ step, answers: 1, counted: 1 });
    expect(sent).toBeLessThanOrEqual(died ? 3 : 2);
  }
  expect(deaths).toBeGreaterThan(5);
});
