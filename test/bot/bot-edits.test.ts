import type { Update } from "grammy/types";
import { describe, expect, onTestFinished, test } from "vitest";
import { createPointedMessages } from "../../src/bot/conversation/edits/pointed-messages.ts";
import { isOwnUpdate } from "../../src/bot/data/inbox.ts";
import { createMessagePointers } from "../../src/bot/data/message-pointers.ts";
import { takeInto, whileWaiting } from "../../src/bot/telegram/arrival.ts";
import { type Failure, fail } from "../../src/core/failure.ts";
import { ok, type Result } from "../../src/core/result.ts";
import { readStored } from "../../src/operator/metrics/stored-readings.ts";
import type { PictureResult } from "../../src/photos/scan-picture.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import type { ChatMessage } from "../../tools/demo/telegram/chat-view.ts";
import { createPlayer, type Player } from "../../tools/demo/telegram/player.ts";
import { granted } from "../support/books.ts";
import {
  type BotWorld,
  botMessages,
  botOf,
  fromBot,
  morning,
  openBotWorld,
  providers,
  saveReceiver,
  verified,
} from "../support/bot-world.ts";
import { chatOf } from "../support/chats.ts";
import { codePicture } from "../support/pictures.ts";
import { temporaryStore, testSecret } from "../support/temporary-store.ts";

const changedWaits = "You changed the message. It is checked again in its turn.";
const withdrawn = "You changed the message: this receipt is no longer in it.";

const png = () => codePicture("x").png().toBuffer();
const seen = ok({
  kind: "code",
  detection: detect("DKF1AB2CD3", providers, morning),
  link: null,
  needsConfirmation: false,
} as const);
const key = `drs_live_${"a".repeat(36)}`;

/** Changes the caption of a picture in the group, and the picture where another one is given. */
const caption = ({ telegram }: BotWorld, id: number, text: string, picture?: unknown): void => {
  const group = telegram.people.group();
  const photo = picture ?? group.find(id)?.message?.photo;
  telegram.updates.push({ edited_message: group.edit(id, { photo, caption: text } as never, null) });
};

type Edit = (world: BotWorld, player: Player, id: number, text: string) => Promise<void>;

/** A text of the group is changed, and the update taken by the bot's process, or by one without a bot or that dies with it. */
const whoeverTakes: readonly (readonly [string, Edit])[] = [
  ["by the bot", (_, player, id, text) => player.edit(id, text)],
  [
    "by another process",
    async ({ telegram, dependencies }, _, id, text) => {
      const edited = telegram.people.group().edit(id, { text }, null);
      const update = { update_id: 1_000_000, edited_message: edited } as unknown as Update;
      granted(await takeInto(dependencies.inbox)([update]));
    },
  ],
];

/** The ids of Telegram's updates that are not worked off. */
const waiting = async ({ store }: BotWorld): Promise<readonly number[]> => {
  const rows = await store.db
    .selectFrom("inbox")
    .select("update_id")
    .where("state", "=", "waiting")
    .execute();
  return rows.map((row) => row.update_id).filter((id) => !isOwnUpdate(id));
};

/** The ids of updates of our own that are not worked off. */
const left = async ({ store }: BotWorld): Promise<readonly number[]> => {
  const rows = await store.db
    .selectFrom("inbox")
    .select("update_id")
    .where("state", "=", "waiting")
    .execute();
  return rows.map((row) => row.update_id).filter(isOwnUpdate);
};

/** Holds the answers of banks until they are wanted; `reference`: of this one alone. */
const holdAnswers = (world: BotWorld, reference = "") => {
  const waiting: (() => void)[] = [];
  const { give } = world.answers;
  let isHeld = true;
  world.answers.give = async (asked) => {
    if (!asked.includes(reference)) return give(asked);
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    return ok(verified({ transaction_reference: /DKF\w{7}/.exec(asked)?.[0] ?? "" }));
  };
  return {
    answerNext: () => waiting.shift()?.(),
    answerAll: () => {
      isHeld = false;
      for (const answer of waiting.splice(0)) answer();
    },
  };
};

/** Asks for a first receipt in the group, whose bank does not answer yet: what is asked next waits. */
const keepBusy = async (world: BotWorld, group: BotWorld["selam"]) => {
  const banks = holdAnswers(world);
  await group.say("@deresegn_bot DKF1AB2CD7");
  await world.untilCalls(() => world.asked.length === 1);
  return banks;
};

/** A person with an account has sent a receipt: the bot's second message is its ✅. */
const openShownOnce = async () => {
  const world = await openBotWorld();
  await world.selam.say("/start");
  await botMessages(world, 1);
  const id = await world.selam.say("DKF1AB2CD3");
  await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
  return { world, id };
};

describe("a group's message that names the bot no more", () => {
  const openGroup = async () => {
    const world = await openBotWorld();
    return { world, group: createPlayer(world.url, "hana", "group") };
  };
  const said = async (
    group: ReturnType<typeof createPlayer>,
    isAsWanted: (message: ChatMessage) => boolean,
  ) => fromBot((await group.waitUntil(({ messages }) => fromBot(messages).some(isAsWanted))).messages);

  test("has its answer taken back", async () => {
    const { group } = await openGroup();
    const id = await group.say("@deresegn_bot DKF1AB2CD3");
    await said(group, ({ text }) => text.includes("DKF1AB2CD3"));
    await group.edit(id, "never mind");
    expect(await said(group, ({ text }) => text === withdrawn)).toHaveLength(1);
  });

  test("is not asked about again, though that was promised", async () => {
    const { world, group } = await openGroup();
    world.answers.give = async () => fail("provider_timeout");
    const id = await group.say("@deresegn_bot DKF1AB2CD3");
    await said(group, ({ text }) => text.startsWith("⏳"));
    await group.edit(id, "never mind");
    await said(group, ({ text }) => text === withdrawn);
    expect(await world.store.db.selectFrom("retry").select("id").execute()).toEqual([]);
  });
});

describe("a group's message to which somebody points", () => {
  const changed = "The message that you asked about was changed since. Please ask again.";
  const open = async (scan?: Parameters<typeof openBotWorld>[1]) => {
    const world = await openBotWorld({}, scan);
    const [selam, hana] = [
      createPlayer(world.url, "selam", "group"),
      createPlayer(world.url, "hana", "group"),
    ];
    const id = await selam.say("paid: DKF1AB2CD3");
    const heard = async (start: string) => {
      const { messages } = await hana.waitUntil(({ messages: all }) =>
        fromBot(all).some(({ text }) => text.startsWith(start)),
      );
      return fromBot(messages).map(({ text }) => text);
    };
    return { world, selam, hana, id, heard };
  };

  test("takes the answer to them back when it is changed to another receipt", async () => {
    const { world, selam, hana, id, heard } = await open();
    await hana.say("@deresegn_bot look", id);
    await heard("❓");
    await selam.edit(id, "paid: DKF1AB2CD9 12,500 birr");
    expect(await heard(changed)).toEqual([changed]);
    await selam.edit(id, "paid: DKF1AB2CD3");
    await hana.say("@deresegn_bot look", id);
    await heard("❓");
    expect(world.asked).toHaveLength(2);
  });

  test("leaves no reply that is counted as not sent yet", async () => {
    const { world, selam, hana, id, heard } = await open();
    const unsent = async () => granted(await readStored(world.store, morning)).repliesUnsent;
    await hana.say("@deresegn_bot look", id);
    await heard("❓");
    await expect.poll(unsent).toBe(0);
    await selam.edit(id, "paid: DKF1AB2CD9 12,500 birr");
    await heard(changed);
    await expect.poll(unsent).toBe(0);
  });

  test("takes the answer back, too, that they waited for while it was changed", async () => {
    const { world, selam, hana, id, heard } = await open();
    let answer = (): void => undefined;
    const answers = new Promise<void>((resolve) => {
      answer = resolve;
    });
    world.answers.give = async (asked) => {
      if (asked.includes("DKF1AB2CD7")) await answers;
      return ok(verified());
    };
    await hana.say("@deresegn_bot DKF1AB2CD7");
    await world.untilCalls(() => world.asked.length > 0);
    await hana.say("@deresegn_bot look", id);
    await selam.edit(id, "paid: DKF1AB2CD9 12,500 birr");
    const noted = () => world.store.db.selectFrom("message_state").select("message_id").execute();
    await expect.poll(noted).toHaveLength(1);
    answer();
    expect(await heard(changed)).toContain(changed);
  });

  test("takes the answer back, too, before the change of somebody busy is given back", async () => {
    const { world, hana, id, heard } = await open();
    await hana.say("@deresegn_bot look", id);
    await heard("❓");
    await world.bot.stop();
    const edited = world.telegram.people.group().edit(id, { text: "paid: DKF1AB2CD9" }, null);
    const edit = { update_id: 1_000_000, edited_message: edited } as unknown as Update;
    granted(await takeInto(world.dependencies.inbox)([edit]));
    const { db } = world.store;
    await db.insertInto("process_lease").values({ id: "another", expires_at: 1e15 }).execute();
    await db.updateTable("inbox").set({ lease: "another" }).where("update_id", "=", edit.update_id).execute();
    const next = botOf(world.dependencies);
    onTestFinished(() => next.stop());
    await next.start();
    expect(await heard(changed)).toEqual([changed]);
    expect(await waiting(world)).toEqual([edit.update_id]);
  });

  test("has no late answer to them once it is changed", async () => {
    const { world, selam, hana, id, heard } = await open();
    world.answers.give = () => fail("provider_timeout");
    await hana.say("@deresegn_bot look", id);
    await heard("⏳");
    await selam.edit(id, "paid: DKF1AB2CD9 12,500 birr");
    expect(await heard(changed)).toEqual([changed]);
    expect(await world.store.db.selectFrom("retry").select("id").execute()).toEqual([]);
  });

  test("takes the answer back, too, when a change and a pointing cross", async () => {
    const { store } = await temporaryStore(() => morning);
    const messagePointers = createMessagePointers({ store, secret: testSecret, now: () => morning });
    const left: unknown[] = [];
    let isChanged = false;
    const crossing: Parameters<typeof createPointedMessages>[0] = {
      messagePointers: {
        ...messagePointers,
        stateOf: async (message) => {
          const found = await messagePointers.stateOf(message);
          if (!isChanged) {
            isChanged = true;
            await pointedMessages.noteChange(receipt, { shows: "another", updateId: 1 });
          }
          return found;
        },
      },
      retries: { forgetBefore: async () => ok(undefined) },
      answerInAlbum: async (_, sending, work) => void (await work(sending)),
      inbox: { add: async (_, { about }) => void left.push(about) },
      nudge: () => undefined,
      now: () => morning,
    };
    const pointedMessages = createPointedMessages(crossing);
    const receipt = { chatId: -5, messageId: 7 };
    const caller = { place: { chatId: -5, messageId: 8 }, userId: 9, language: "en" } as const;
    await pointedMessages.note(receipt, caller, { shows: "a receipt", updateId: 2 });
    expect(left).toEqual([{ pointedChanged: caller }]);
  });

  test.each(whoeverTakes)(
    "takes the answer back, too, that they waited for while the change itself waited, taken %s",
    async (_, edit) => {
      const { world, selam, hana, id, heard } = await open();
      const [ofHana, ofSelam] = [holdAnswers(world, "DKF1AB2CD7"), holdAnswers(world, "DKF1AB2CD8")];
      await hana.say("@deresegn_bot DKF1AB2CD7");
      await selam.say("@deresegn_bot DKF1AB2CD8");
      await world.untilCalls(() => world.asked.length === 2);
      await hana.say("@deresegn_bot look", id);
      await edit(world, selam, id, "paid: DKF1AB2CD9 12,500 birr");
      await expect.poll(() => waiting(world)).toHaveLength(4);
      ofHana.answerAll();
      await heard(changed);
      expect(await waiting(world)).toHaveLength(2);
      ofSelam.answerAll();
    },
  );

  test("takes the answer back ahead of what they have asked since", async () => {
    const { world, selam, hana, id, heard } = await open();
    await hana.say("@deresegn_bot look", id);
    await heard("❓");
    const banks = holdAnswers(world);
    await hana.say("@deresegn_bot DKF1AB2CD7");
    await world.untilCalls(() => world.asked.length === 2);
    await hana.say("@deresegn_bot DKF1AB2CD8");
    await selam.edit(id, "paid: DKF1AB2CD9 12,500 birr");
    await expect.poll(() => left(world)).toHaveLength(1);
    banks.answerNext();
    await heard(changed);
    await world.untilCalls(() => world.asked.length === 3);
    banks.answerAll();
  });

  test("says that their picture waits no more once that is changed", async () => {
    const state = { sees: fail("overloaded") as Result<PictureResult, Failure> };
    const { world, selam, hana, heard } = await open(async () => state.sees);
    const id = await selam.show(await png());
    await hana.say("@deresegn_bot look", id);
    await heard("⏳");
    caption(world, id, "DKF1AB2CD9");
    expect(await heard(changed)).toEqual([changed]);
  });

  test("takes the answer back when the sum of two receipts that it claims is changed", async () => {
    const { selam, hana, heard } = await open();
    const id = await selam.say("DKF1AB2CD3 and DKF1AB2CD4, together 2,500 birr");
    await hana.say("@deresegn_bot look", id);
    await heard("❓");
    await selam.edit(id, "DKF1AB2CD3 and DKF1AB2CD4, together 25,000 birr");
    await heard(changed);
  });

  test("leaves no sum in the summary of what was answered to them", async () => {
    const { world, selam, hana, heard } = await open();
    holdAnswers(world).answerAll();
    const id = await selam.say("DKF1AB2CD3 and DKF1AB2CD4, together 25,000 birr");
    await hana.say("@deresegn_bot look", id);
    const summaries = async (start: string) => {
      const said = await heard(start);
      // A summary is sent when nothing more has come for a moment.
      world.clock.now = new Date(world.clock.now.getTime() + 3_000);
      return said.filter((text) => text.includes("25,000"));
    };
    await expect.poll(() => summaries("❓")).toHaveLength(1);
    await selam.edit(id, "DKF1AB2CD5");
    await expect.poll(() => summaries(changed)).toEqual([]);
  });

  test("takes the answer to a picture back when the words beside it claim more", async () => {
    const { world, selam, hana, heard } = await open(async () => seen);
    const id = await selam.show(await png(), { caption: "I paid 1,250 birr" });
    await hana.say("@deresegn_bot look", id);
    await heard("❓");
    caption(world, id, "I paid 12,500 birr");
    await heard(changed);
  });

  test("leaves the answer to them when an older change of it has its turn after they pointed", async () => {
    const { world, selam, hana, id, heard } = await open();
    const banks = holdAnswers(world);
    await selam.say("@deresegn_bot DKF1AB2CD7");
    await world.untilCalls(() => world.asked.length === 1);
    await selam.edit(id, "paid: DKF1AB2CD8");
    await selam.edit(id, "paid: DKF1AB2CD9");
    await expect.poll(() => waiting(world)).toHaveLength(3);
    await hana.say("@deresegn_bot look", id);
    await world.untilCalls(() => world.asked.length === 2);
    banks.answerAll();
    await expect.poll(() => waiting(world)).toEqual([]);
    await hana.say("@deresegn_bot DKF1AB2CD4");
    expect(await heard("❓")).not.toContain(changed);
    const { messages } = await hana.waitUntil(({ messages: all }) =>
      fromBot(all).some(({ text }) => text.includes("DKF1AB2CD4")),
    );
    expect(fromBot(messages).map(({ text }) => text)).not.toContain(changed);
  });

  test("leaves the answer to them while it shows the same receipt", async () => {
    const { selam, hana, id, heard } = await open();
    await hana.say("@deresegn_bot look", id);
    await heard("❓");
    await selam.edit(id, "so I have paid: DKF1AB2CD3 for the shoes");
    await hana.say("@deresegn_bot DKF1AB2CD4");
    const { messages } = await hana.waitUntil(({ messages: all }) => fromBot(all).length > 1);
    expect(fromBot(messages).map(({ text }) => text)).not.toContain(changed);
  });
});

describe("a group's message that shows another receipt by now", () => {
  const open = async (scan?: Parameters<typeof openBotWorld>[1]) => {
    const world = await openBotWorld({}, scan);
    const group = createPlayer(world.url, "hana", "group");
    const texts = async () => fromBot((await group.state()).messages).map(({ text }) => text);
    const heard = (start: string) => expect.poll(async () => (await texts()).join("\n")).toMatch(start);
    return { world, group, texts, heard };
  };

  test.each(["directly", "for somebody who points to it"])(
    "keeps no answer that was given %s though a key stands in it",
    async (how) => {
      const { world, group, texts } = await open();
      world.faults.push(({ method }) =>
        method === "deleteMessage"
          ? { kind: "refuse", code: 400, description: "Bad Request: message can't be deleted" }
          : undefined,
      );
      const id = await group.say(how === "directly" ? "@deresegn_bot DKF1AB2CD3" : "paid: DKF1AB2CD3");
      const selam = createPlayer(world.url, "selam", "group");
      if (how !== "directly") await selam.say("@deresegn_bot look", id);
      await expect.poll(texts).toHaveLength(1);
      const { text = "" } = world.telegram.people.group().find(id)?.message ?? {};
      const entities = [
        { type: "text_link", offset: 0, length: 3, url: `https://x.example/${key}` },
      ] as const;
      const edited = world.telegram.people
        .group()
        .edit(id, { text: text.replace("CD3", "CD9"), entities } as never, null);
      world.telegram.updates.push({ edited_message: edited });
      await expect.poll(async () => (await texts()).filter((said) => said.startsWith("❓"))).toEqual([]);
    },
  );

  test("keeps no answer to a former picture while nothing can read the new one", async () => {
    const state = { sees: seen as Result<PictureResult, Failure> };
    const { world, group, heard, texts } = await open(async () => state.sees);
    const other = await group.show(await png());
    const id = await group.show(await png(), { caption: "@deresegn_bot" });
    await heard("❓");
    state.sees = fail("overloaded");
    const { photo } = world.telegram.people.group().find(other)?.message ?? {};
    caption(world, id, "@deresegn_bot", photo);
    await heard("⏳");
    expect((await texts()).filter((text) => text.startsWith("❓"))).toEqual([]);
  });

  test("has the answer to its new picture, though its caption was changed while Telegram refused that", async () => {
    let shown = "DKF1AB2CD3";
    const { world, group, heard, texts } = await open(async () =>
      ok({ ...seen.value, detection: detect(shown, providers, morning) }),
    );
    world.answers.give = (question) =>
      ok(verified({ transaction_reference: /DKF\w{7}/.exec(question)?.[0] ?? "" }));
    const other = await group.show(await png());
    const id = await group.show(await png(), { caption: "@deresegn_bot" });
    await heard("DKF1AB2CD3");
    let isRefusing = true;
    let refused = 0;
    world.faults.push(({ method }) => {
      if (!isRefusing || method !== "editMessageText") return undefined;
      refused += 1;
      return { kind: "refuse", code: 502, description: "Bad Gateway" };
    });
    shown = "DKF1AB2CD9";
    caption(world, id, "@deresegn_bot", world.telegram.people.group().find(other)?.message?.photo);
    await expect.poll(() => refused).toBeGreaterThan(0);
    caption(world, id, "@deresegn_bot thanks");
    await expect.poll(() => waiting(world)).toHaveLength(2);
    await expect.poll(() => left(world)).toEqual([]);
    isRefusing = false;
    const waitingLater = async () => {
      world.clock.now = new Date(world.clock.now.getTime() + 1_000);
      return waiting(world);
    };
    await expect.poll(waitingLater).toEqual([]);
    const said = (await texts()).join("\n");
    expect(said).toContain("DKF1AB2CD9");
    expect(said).not.toContain("DKF1AB2CD3");
  });

  test.each([
    ["names another receipt", "I paid 1,250 birr, DKF1AB2CD9"],
    ["claims more", "I paid 12,500 birr"],
  ])(
    "keeps no answer to its picture once its caption %s, though it names the bot no more",
    async (_, text) => {
      const { world, group, heard } = await open(async () => seen);
      const id = await group.show(await png(), { caption: "@deresegn_bot I paid 1,250 birr" });
      await heard("❓");
      caption(world, id, text);
      await heard(withdrawn);
    },
  );

  test.each(whoeverTakes)(
    "keeps its answer no longer than what its sender asked before takes, taken %s",
    async (_, edit) => {
      const { world, group, heard, texts } = await open();
      const id = await group.say("@deresegn_bot DKF1AB2CD3");
      await heard("❓");
      const banks = holdAnswers(world);
      await group.say("@deresegn_bot DKF1AB2CD7");
      await world.untilCalls(() => world.asked.length === 2);
      await group.say("@deresegn_bot DKF1AB2CD8");
      await edit(world, group, id, "@deresegn_bot DKF1AB2CD9");
      await expect.poll(() => waiting(world)).toHaveLength(3);
      banks.answerNext();
      await expect.poll(() => world.asked).toHaveLength(3);
      expect((await texts()).filter((text) => text === changedWaits)).toHaveLength(1);
      banks.answerAll();
      await heard("DKF1AB2CD9");
      expect((await texts()).filter((text) => text === changedWaits)).toEqual([]);
    },
  );

  test.each(whoeverTakes)(
    "keeps no answer that comes after the change while others of its sender wait, taken %s",
    async (_, edit) => {
      const { world, group, heard, texts } = await open();
      const banks = holdAnswers(world);
      const id = await group.say("@deresegn_bot DKF1AB2CD3");
      await world.untilCalls(() => world.asked.length === 1);
      await group.say("@deresegn_bot DKF1AB2CD8");
      await edit(world, group, id, "@deresegn_bot DKF1AB2CD9");
      await expect.poll(() => waiting(world)).toHaveLength(3);
      banks.answerNext();
      await expect.poll(() => world.asked).toHaveLength(2);
      await heard(changedWaits);
      expect((await texts()).filter((text) => text.startsWith("❓"))).toEqual([]);
      banks.answerAll();
      await heard("DKF1AB2CD9");
    },
  );

  test.each(whoeverTakes)("has no answer to its former text after a restart, taken %s", async (_, edit) => {
    const { world, group, heard } = await open();
    const banks = await keepBusy(world, group);
    const id = await group.say("@deresegn_bot DKF1AB2CD3");
    await edit(world, group, id, "@deresegn_bot DKF1AB2CD9");
    await expect.poll(() => waiting(world)).toHaveLength(3);
    const stopped = world.bot.stop();
    banks.answerAll();
    await stopped;
    const next = botOf(world.dependencies);
    onTestFinished(() => next.stop());
    await next.start();
    await heard("DKF1AB2CD9");
    expect(world.asked.filter((asked) => asked.includes("DKF1AB2CD3"))).toEqual([]);
  });

  test("is answered as the new message that it is, when it was changed while it waited", async () => {
    const { world, group, heard } = await open();
    for (let n = 0; n < 6; n += 1) await group.say("/help@deresegn_bot");
    const banks = await keepBusy(world, group);
    const id = await group.say("@deresegn_bot payd DKF1AB2CD3");
    await group.edit(id, "@deresegn_bot paid DKF1AB2CD3");
    await expect.poll(() => waiting(world)).toHaveLength(3);
    banks.answerAll();
    await heard("DKF1AB2CD3");
    await expect.poll(() => waiting(world)).toEqual([]);
    await heard("DKF1AB2CD3");
    expect(world.asked).toHaveLength(2);
  });

  test("has the answer to its picture, too, when its caption named the bot until it was changed while it waited", async () => {
    const { world, group, heard } = await open(async () => seen);
    const banks = await keepBusy(world, group);
    const id = await group.show(await png(), { caption: "@deresegn_bot" });
    caption(world, id, "thanks");
    await expect.poll(() => waiting(world)).toHaveLength(3);
    banks.answerAll();
    await heard("DKF1AB2CD3");
    await expect.poll(() => waiting(world)).toEqual([]);
    await heard("DKF1AB2CD3");
  });

  test("has no answer to the receipt that its caption named, when that was changed while its picture waited", async () => {
    const { world, group, heard } = await open(async () => seen);
    const banks = await keepBusy(world, group);
    const id = await group.show(await png(), { caption: "@deresegn_bot DKF1AB2CD9" });
    caption(world, id, "thanks");
    await expect.poll(() => waiting(world)).toHaveLength(3);
    banks.answerAll();
    await heard("DKF1AB2CD7");
    await expect.poll(() => waiting(world)).toEqual([]);
    expect(world.asked).toHaveLength(1);
  });

  test("keeps the answer to its newest text, when others of its sender wait ahead of the change", async () => {
    const { world, heard, texts } = await open();
    world.answers.give = () => fail("receipt_not_found");
    const banks = holdAnswers(world, "DKF1AB2CD4");
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const { give } = world.answers;
    world.answers.give = async (asked) => {
      if (asked.includes("DKF1AB2CD3")) await begun;
      return give(asked);
    };
    const from = world.telegram.people.conversation("hana").user();
    const chat = { id: -1_001_700_000_001, type: "supergroup", title: "The shop" };
    const write = (message_id: number, text: string) => ({ message_id, date: 1, from, chat, text });
    await world.bot.stop();
    const next = botOf(world.dependencies);
    onTestFinished(() => next.stop());
    await next.start();
    const changed = { update_id: 9_004, edited_message: write(900, "@deresegn_bot paid DKF1AB2CD3") };
    await next.take([
      { update_id: 9_001, message: write(900, "@deresegn_bot payd DKF1AB2CD3") },
      { update_id: 9_002, message: write(901, "@deresegn_bot DKF1AB2CD4") },
      { update_id: 9_003, message: write(902, "@deresegn_bot DKF1AB2CD5") },
      changed,
    ] as never);
    begin();
    await expect.poll(() => world.asked).toHaveLength(2);
    // Left once more, as where the sender's last place is taken when the change is about to have its turn.
    for (const own of whileWaiting(changed as unknown as Update))
      granted(await world.dependencies.inbox.leave({ ...own, dueAt: morning }));
    await expect.poll(() => left(world)).toHaveLength(1);
    banks.answerAll();
    await heard("DKF1AB2CD5");
    await expect.poll(() => waiting(world)).toEqual([]);
    expect((await texts()).filter((text) => text === changedWaits || text === withdrawn)).toEqual([]);
    expect(world.asked).toHaveLength(3);
  });

  test.each([
    ["at once", 0],
    ["once Telegram takes it", 5],
  ])(
    "has the answer to its picture by its change %s, when the turn that had begun with it ended with the process",
    async (_, refusals) => {
      let end = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      let scans = 0;
      const { world, group, texts } = await open(async () => {
        scans += 1;
        if (scans > 1) return seen;
        await ended;
        throw new Error("this process ends");
      });
      const banks = await keepBusy(world, group);
      const id = await group.show(await png(), { caption: "@deresegn_bot I paid 12 birr" });
      caption(world, id, "@deresegn_bot I paid 1,250 birr");
      await expect.poll(() => waiting(world)).toHaveLength(3);
      banks.answerAll();
      await expect.poll(() => scans).toBe(1);
      const stopped = world.bot.stop();
      await new Promise((resolve) => setTimeout(resolve, 100)); // so that the turn is not taken up again here
      end();
      await stopped;
      let refused = 0;
      world.faults.push(({ method, payload }) => {
        if (method !== "sendMessage" || !String(payload.text).startsWith("❓")) return undefined;
        refused += 1;
        return refused > refusals ? undefined : { kind: "refuse", code: 502, description: "Bad Gateway" };
      });
      const next = botOf(world.dependencies);
      onTestFinished(() => next.stop());
      await next.start();
      await expect.poll(async () => (await texts()).filter((text) => text.startsWith("❓"))).toHaveLength(2);
    },
  );

  test("is answered by its change alone, when its first turn broke off before that", async () => {
    const { world, group, heard, texts } = await open();
    let isRefused = false;
    world.faults.push(({ method, payload }) => {
      if (method !== "sendMessage" || isRefused || !String(payload.text).includes("CD3")) return undefined;
      isRefused = true;
      return { kind: "refuse", code: 502, description: "Bad Gateway" };
    });
    const banks = holdAnswers(world);
    const id = await group.say("@deresegn_bot DKF1AB2CD3");
    await world.untilCalls(() => world.asked.length === 1);
    await group.edit(id, "@deresegn_bot DKF1AB2CD9");
    await expect.poll(() => waiting(world)).toHaveLength(2);
    banks.answerAll();
    await heard("DKF1AB2CD9");
    await expect.poll(() => waiting(world)).toEqual([]);
    expect((await texts()).filter((text) => text.includes("DKF1AB2CD3"))).toEqual([]);
  });

  /** Changes a text of the group to another one, with a key behind one of its words where that is wanted. */
  const change = ({ telegram }: BotWorld, id: number, text: string, isWithKey = false): void => {
    const room = telegram.people.group();
    const link = { type: "text_link", offset: 0, length: 3, url: `https://x.example/${key}` };
    const content = { text, ...(isWithKey && { entities: [link] }) };
    telegram.updates.push({ edited_message: room.edit(id, content as never, null) });
  };
  const keepsMessages = ({ faults }: BotWorld): void =>
    void faults.push(({ method }) =>
      method === "deleteMessage"
        ? { kind: "refuse", code: 400, description: "Bad Request: message can't be deleted" }
        : undefined,
    );

  test("is not answered as an older change shows it, when the newest one holds a key", async () => {
    const { world, group, heard, texts } = await open();
    keepsMessages(world);
    const banks = await keepBusy(world, group);
    const id = await group.say("@deresegn_bot DKF1AB2CD3");
    change(world, id, "@deresegn_bot DKF1AB2CD3 thanks");
    await group.say("@deresegn_bot DKF1AB2CD8");
    change(world, id, "DKF1AB2CD9 50,000 birr", true);
    await expect.poll(() => waiting(world)).toHaveLength(5);
    banks.answerNext();
    await world.untilCalls(() => world.asked.length === 2);
    expect(world.asked[1]).toContain("DKF1AB2CD8");
    banks.answerAll();
    await heard("DKF1AB2CD8");
    await expect.poll(() => waiting(world)).toEqual([]);
    expect((await texts()).filter((text) => text.includes("DKF1AB2CD3"))).toEqual([]);
  });

  test("keeps its answer when a change before the newest one holds a key", async () => {
    const { world, group, heard } = await open();
    keepsMessages(world);
    const banks = await keepBusy(world, group);
    const id = await group.say("@deresegn_bot DKF1AB2CD3");
    change(world, id, "@deresegn_bot DKF1AB2CD3 key", true);
    change(world, id, "@deresegn_bot DKF1AB2CD3 no key");
    await expect.poll(() => waiting(world)).toHaveLength(4);
    banks.answerAll();
    await expect.poll(() => waiting(world)).toEqual([]);
    await heard("DKF1AB2CD3");
  });

  test.each(["goes on", "goes on in another process"])(
    "is answered as its change shows it alone, when the turn that began with that breaks off and %s",
    async (how) => {
      const { world, group, heard, texts } = await open();
      let isRefused = true;
      let refused = 0;
      world.faults.push(({ method, payload }) => {
        if (method !== "sendMessage" || !isRefused || !String(payload.text).includes("CD5")) return undefined;
        refused += 1;
        return { kind: "refuse", code: 502, description: "Bad Gateway" };
      });
      const banks = await keepBusy(world, group);
      const id = await group.say("@deresegn_bot DKF1AB2CD1 DKF1AB2CD2 DKF1AB2CD3");
      await group.edit(id, "@deresegn_bot DKF1AB2CD4 DKF1AB2CD5");
      await expect.poll(() => waiting(world)).toHaveLength(3);
      await expect.poll(() => left(world)).toHaveLength(1);
      banks.answerAll();
      await expect.poll(() => refused).toBeGreaterThan(0);
      if (how !== "goes on") {
        await world.bot.stop();
        await world.store.db
          .updateTable("inbox")
          .set({ lease: "gone" })
          .where("lease", "is not", null)
          .execute();
        const next = botOf(world.dependencies);
        onTestFinished(() => next.stop());
        await next.start();
      }
      isRefused = false;
      await heard("DKF1AB2CD5");
      await expect.poll(() => waiting(world)).toEqual([]);
      expect(world.asked.map((asked) => asked.slice(-3))).toEqual(["CD7", "CD4", "CD5"]);
      expect((await texts()).filter((text) => text.startsWith("❓"))).toHaveLength(3);
    },
  );

  test("is compared with what it claims by now, though its first turn broke off", async () => {
    const { world, group, heard } = await open();
    await saveReceiver(world);
    const { id: owner } = world.telegram.people.conversation("selam").user();
    granted(await world.accounts.bindGroup(world.telegram.people.group().chat.id, owner, null));
    let isRefused = false;
    world.faults.push(({ method, payload }) => {
      if (method !== "sendMessage" || isRefused || !String(payload.text).includes("CD3")) return undefined;
      isRefused = true;
      return { kind: "refuse", code: 502, description: "Bad Gateway" };
    });
    const banks = holdAnswers(world, "DKF1AB2CD7");
    await group.say("@deresegn_bot DKF1AB2CD7");
    await world.untilCalls(() => world.asked.length === 1);
    const id = await group.say("@deresegn_bot DKF1AB2CD3 I paid 1,250 birr");
    change(world, id, "@deresegn_bot DKF1AB2CD3 I paid 12,500 birr");
    await expect.poll(() => waiting(world)).toHaveLength(3);
    banks.answerAll();
    await expect.poll(() => waiting(world)).toEqual([]);
    await heard("⚠️ 1,250.00 ETB, real, but the message says 12,500.00");
  });

  test.each(whoeverTakes)(
    "is not answered as it was before, when it was changed while it waited, taken %s",
    async (_, edit) => {
      const { world, group, heard } = await open();
      const banks = await keepBusy(world, group);
      const id = await group.say("@deresegn_bot DKF1AB2CD3");
      await edit(world, group, id, "@deresegn_bot DKF1AB2CD9");
      await expect.poll(() => waiting(world)).toHaveLength(3);
      banks.answerAll();
      await heard("DKF1AB2CD9");
      expect(world.asked.filter((asked) => asked.includes("DKF1AB2CD3"))).toEqual([]);
    },
  );
});

describe("a picture that is changed to another one", () => {
  /** The picture of a receipt is answered. Another one is put in its place, and `look` ends its reading. */
  const open = async () => {
    const sees: Promise<Result<PictureResult, Failure>>[] = [Promise.resolve(seen), Promise.resolve(seen)];
    const world = await openBotWorld({ progressAfterMs: 0 }, () => sees.shift() ?? unread);
    let look = (_: Result<PictureResult, Failure>): void => undefined;
    const unread = new Promise<Result<PictureResult, Failure>>((resolve) => {
      look = resolve;
    });
    const chat = world.telegram.people.conversation("selam");
    const said = async () =>
      fromBot((await world.selam.state()).messages).map(({ text }) => text.split("\n")[0]);
    const show = async (count: number) => {
      const id = await world.selam.show(await png());
      await expect.poll(said).toEqual(Array(count).fill(expect.stringMatching(/^❓/)));
      return { id, photo: chat.find(id)?.message?.photo };
    };
    const { id } = await show(1);
    const { photo } = await show(2);
    world.telegram.updates.push({ edited_message: chat.edit(id, { photo } as never, null) });
    return { world, said, look };
  };
  const other = expect.stringMatching(/^❓/);

  test("keeps no answer while that is read, and has its own in the place of it", async () => {
    const { world, said, look } = await open();
    await expect.poll(said).toEqual([changedWaits, other]);
    look(seen);
    await expect.poll(said).toEqual([expect.stringMatching(/^❓/), other]);
    await expect.poll(() => waiting(world)).toEqual([]);
  });

  test("has its own, too, when Telegram asks to wait before it is sent", async () => {
    const { world, said, look } = await open();
    await expect.poll(said).toEqual([changedWaits, other]);
    let refused = 0;
    world.faults.push(({ method }) => {
      if (method !== "editMessageText" || refused > 4) return undefined;
      refused += 1;
      return { kind: "refuse", code: 429, description: "Too Many Requests: retry after 5", retryAfter: 5 };
    });
    look(seen);
    const left = async () => {
      world.clock.now = new Date(world.clock.now.getTime() + 1_000);
      return waiting(world);
    };
    await expect.poll(left).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    expect(await said()).toEqual([expect.stringMatching(/^❓/), other]);
  });

  test("keeps none where nothing is read in that", async () => {
    const { said, look } = await open();
    await expect.poll(said).toEqual([changedWaits, other]);
    look(fail("qr_not_found"));
    await expect.poll(said).toEqual([withdrawn, other, "🚫 There is no QR code in this picture."]);
  });
});

describe("what was said of a picture without a receipt", () => {
  const open = async () => {
    const state = { sees: fail("qr_not_found") as Result<PictureResult, Failure> };
    const world = await openBotWorld({}, async () => state.sees);
    const chat = world.telegram.people.conversation("selam");
    const said = async () =>
      fromBot((await world.selam.state()).messages).map(({ text }) => text.split("\n")[0]);
    const show = async (count: number) => {
      const id = await world.selam.show(await png());
      await expect.poll(said).toEqual(Array(count).fill("🚫 There is no QR code in this picture."));
      return { id, photo: chat.find(id)?.message?.photo };
    };
    const change = (id: number, content: object) =>
      world.telegram.updates.push({ edited_message: chat.edit(id, content, null) });
    return { state, said, show, change };
  };

  test("goes once the words beside the picture are answered", async () => {
    const { said, show, change } = await open();
    const { id, photo } = await show(1);
    change(id, { photo, caption: "DKF1AB2CD3" });
    await expect.poll(said).toEqual([withdrawn, expect.stringMatching(/^❓/)]);
  });

  test("goes once a picture in its place is answered", async () => {
    const { state, said, show, change } = await open();
    const { id } = await show(1);
    const other = await show(2);
    state.sees = seen;
    change(id, { photo: other.photo });
    await expect.poll(said).toEqual([withdrawn, expect.stringMatching(/^🚫/), expect.stringMatching(/^❓/)]);
  });
});

describe("a message that is changed", () => {
  test("from a receipt into chatter changes its answer", async () => {
    const world = await openBotWorld();
    const id = await world.selam.say("DKF1AB2CD3");
    const [answer] = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    await world.selam.edit(id, "never mind");
    const [changed, ...others] = await botMessages(world, 1, ({ text }) => text === withdrawn);
    expect(changed?.message_id).toBe(answer?.message_id);
    expect(changed?.buttons).toEqual([]);
    expect(others).toEqual([]);
  });

  test("into chatter changes what was answered to a typed number, too", async () => {
    const world = await openBotWorld();
    const id = await world.selam.say("https://gamma.example/cs/?trx=CFT26319SS1KP");
    await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
    await world.selam.say("1000123454321");
    await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    await world.selam.edit(id, "never mind");
    const isWithdrawn = ({ text }: ChatMessage) => text === withdrawn;
    await world.selam.waitUntil(({ messages }) => messages.filter(isWithdrawn).length === 2);
    expect((await botMessages(world, 2)).some(({ text }) => text.startsWith("❓"))).toBe(false);
  });

  test.each(["before", "after"])(
    "into another receipt %s a number is typed for the former one keeps no answer to that",
    async (when) => {
      const world = await openBotWorld();
      const id = await world.selam.say("https://gamma.example/cs/?trx=CFT26319SS1KP");
      await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
      const change = async () => {
        await world.selam.edit(id, "DKF1AB2CD3");
        await botMessages(world, 1, ({ text }) => text.includes("DKF1AB2CD3"));
      };
      if (when === "before") await change();
      world.answers.give = () => ok(verified({ transaction_reference: "CFT26319SS1KP" }));
      await world.selam.say("1000123454321");
      if (when === "after") await botMessages(world, 2, ({ text }) => text.includes("❓"));
      world.answers.give = () => ok(verified());
      if (when === "after") await change();
      await world.selam.say("/usage");
      const isLast = ({ text }: ChatMessage) => text.includes("free checks left today");
      const said = (await botMessages(world, 2, isLast)).map(({ text }) => text);
      expect(said.filter((text) => text.startsWith("❓"))).toHaveLength(1);
      expect(said.filter((text) => text.includes("CFT26319SS1KP"))).toEqual([]);
    },
  );

  test("keeps no late answer to a press about the former text", async () => {
    const world = await openBotWorld({ lateAfterMs: -1 });
    const { answers, selam } = world;
    answers.give = () => fail("receipt_not_found");
    const id = await selam.say("DKF1AB2CD3");
    const [missing] = await botMessages(world, 1, ({ buttons }) => buttons.length > 0);
    answers.give = (asked) => ok(verified({ transaction_reference: /DKF\w{7}/.exec(asked)?.[0] ?? "" }));
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    await selam.press(missing?.message_id ?? 0, "🔄 Check again");
    await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    await selam.edit(id, "thanks");
    await botMessages(world, 1, ({ text }) => text === withdrawn);
    await expect
      .poll(async () => (await botMessages(world, 1)).filter(({ text }) => text.startsWith("❓")))
      .toEqual([]);
  });

  test.each([
    ["it was deleted while the press waited", true],
    ["they came too late for an edit", false],
  ])("has nothing left of an answer whose details were sent anew, because %s", async (_, isDeleted) => {
    const world = await openBotWorld(isDeleted ? {} : { lateAfterMs: -1 });
    const selam = chatOf(world, "selam");
    const answer = await selam.asks("DKF1AB2CD3");
    const banks = holdAnswers(world);
    await selam.say("DKF1AB2CD4");
    await world.untilCalls(() => world.asked.length === 2);
    await createPlayer(world.url, "selam").press(answer.message_id, "Details");
    if (isDeleted) world.telegram.people.conversation("selam").remove(answer.message_id);
    banks.answerAll();
    const unfolded = await selam.saying("Date as printed");
    expect(unfolded.message_id).not.toBe(answer.message_id);
    await selam.edit(answer.reply?.message_id ?? 0, "never mind");
    await selam.saying(withdrawn);
    const said = (await selam.state()).map(({ text }) => text);
    expect(said.filter((text) => text.includes("DKF1AB2CD3"))).toEqual([]);
    expect(said.filter((text) => text === withdrawn)).toHaveLength(1);
  });

  test("has its details sent anew once after its answer was deleted, though Telegram asks to wait", async () => {
    const world = await openBotWorld({ progressAfterMs: 0 });
    const selam = chatOf(world, "selam");
    const answer = await selam.asks("DKF1AB2CD3");
    const data = answer.buttons.flat().find(({ text }) => text === "Details")?.callback_data;
    let isFlooded = true;
    world.faults.push(({ payload }) =>
      isFlooded && String(payload.text).includes("Date as printed")
        ? { kind: "refuse", code: 429, description: "Too Many Requests: retry after 5", retryAfter: 5 }
        : undefined,
    );
    world.telegram.people.conversation("selam").remove(answer.message_id);
    const from = world.telegram.people.user("selam");
    const message = { message_id: answer.message_id, date: 1, chat: { id: from.id, type: "private" } };
    const press = { id: "1", from, chat_instance: "1", message, data };
    world.telegram.updates.push({ callback_query: press } as never);
    await world.untilCalls((calls) =>
      calls.some(({ payload }) => String(payload.text).includes("Date as printed")),
    );
    isFlooded = false;
    const texts = async () => {
      world.clock.now = new Date(world.clock.now.getTime() + 1_000);
      return (await selam.state()).map(({ text }) => text);
    };
    await expect.poll(texts).toEqual([expect.stringContaining("Date as printed")]);
  });

  test("to a receipt whose number must be typed leaves no former answer, though Telegram refuses that for a moment", async () => {
    const { world, id } = await openShownOnce();
    const refused: string[] = [];
    world.faults.push(({ method }) => {
      const isOften = method === "editMessageText" && refused.filter((one) => one === method).length > 4;
      if (isOften || !/^(?:edit|delete)Message/.test(method)) return undefined;
      refused.push(method);
      return { kind: "refuse", code: 502, description: "Bad Gateway" };
    });
    await world.selam.edit(id, "https://alpha.example:100/?id=FT26319K4Q7Z");
    await botMessages(world, 3, ({ text }) => text.startsWith("FT26319K4Q7Z"));
    await expect.poll(() => new Set(refused).size).toBe(2);
    const told = fromBot((await world.selam.state()).messages);
    expect(told.filter(({ text }) => text.includes("DKF1AB2CD3"))).toEqual([]);
  });

  test("to fewer receipts leaves none of the former answers while the new one takes long", async () => {
    const world = await openBotWorld({ progressAfterMs: 0 });
    const hana = chatOf(world, "hana", "group");
    world.answers.give = (asked) =>
      ok(verified({ transaction_reference: /DKF\w{7}/.exec(asked)?.[0] ?? "" }));
    const id = await hana.say("@deresegn_bot DKF1AB2CD3 DKF1AB2CD4");
    const verifiedOnes = async () =>
      (await hana.state()).map(({ text }) => text).filter((text) => text.includes("1,250"));
    await expect.poll(verifiedOnes).toHaveLength(2);
    const banks = holdAnswers(world, "DKF1AB2CD5");
    await hana.edit(id, "@deresegn_bot DKF1AB2CD5");
    await hana.saying("Asking");
    await expect.poll(verifiedOnes).toEqual([]);
    banks.answerAll();
    await expect.poll(verifiedOnes).toEqual([expect.stringContaining("DKF1AB2CD5")]);
  });

  test("is answered anew though its chat refused an answer before and is back since", async () => {
    const world = await openBotWorld();
    const hana = chatOf(world, "hana", "group");
    const pass = () => {
      world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    };
    world.answers.give = (asked) =>
      ok(verified({ transaction_reference: /DKF\w{7}/.exec(asked)?.[0] ?? "" }));
    const id = await hana.say("@deresegn_bot DKF1AB2CD3");
    await hana.saying("DKF1AB2CD3");
    let isOut = true;
    world.faults.push(({ method }) =>
      isOut && method === "sendMessage"
        ? { kind: "refuse", code: 403, description: "Forbidden: bot was kicked from the supergroup chat" }
        : undefined,
    );
    pass();
    await hana.say("@deresegn_bot DKF1AB2CD5");
    await world.untilCalls((calls) =>
      calls.some(({ payload }) => String(payload.text).includes("DKF1AB2CD5")),
    );
    await expect.poll(() => waiting(world)).toEqual([]);
    // Another process was told so.
    isOut = false;
    pass();
    await hana.edit(id, "@deresegn_bot DKF1AB2CD9");
    const said = async () => (await hana.state()).map(({ text }) => text);
    await expect.poll(said).toEqual([expect.stringContaining("DKF1AB2CD9")]);
  });

  test("leaves no former answer that Telegram lets nobody change, while the new one takes long", async () => {
    const world = await openBotWorld({ progressAfterMs: 0 });
    const hana = chatOf(world, "hana", "group");
    world.answers.give = (asked) =>
      ok(verified({ transaction_reference: /DKF\w{7}/.exec(asked)?.[0] ?? "" }));
    const id = await hana.say("@deresegn_bot DKF1AB2CD3");
    const former = await hana.saying("1,250");
    const banks = holdAnswers(world, "DKF1AB2CD4");
    world.faults.push(({ method, payload }) =>
      method === "editMessageText" && payload.message_id === former.message_id
        ? { kind: "refuse", code: 400, description: "Bad Request: message can't be edited" }
        : undefined,
    );
    await hana.edit(id, "@deresegn_bot DKF1AB2CD4");
    await expect.poll(() => world.asked.length).toBe(2);
    await hana.saying("Asking");
    const texts = async () => (await hana.state()).map(({ text }) => text);
    expect((await texts()).filter((text) => text.includes("1,250"))).toEqual([]);
    banks.answerAll();
    await hana.saying("DKF1AB2CD4");
    expect((await texts()).filter((text) => text.includes("DKF1AB2CD3"))).toEqual([]);
  });

  test("to other receipts leaves no former answer beside a late one, though Telegram asks to wait", async () => {
    const world = await openBotWorld();
    const hana = chatOf(world, "hana", "group");
    world.answers.give = (asked) =>
      ok(verified({ transaction_reference: /DKF\w{7}/.exec(asked)?.[0] ?? "" }));
    const id = await hana.say("@deresegn_bot DKF1AB2CD3 DKF1AB2CD4");
    await expect.poll(async () => (await hana.state()).length).toBe(2);
    const banks = holdAnswers(world, "DKF1AB2CD5");
    let refused = 0;
    world.faults.push(({ method }) => {
      const sent = world.callsOf("sendMessage").length;
      if (sent < 3 || refused > 4 || !/^(?:edit|delete)Message/.test(method)) return undefined;
      refused += 1;
      return { kind: "refuse", code: 429, description: "Too Many Requests: retry after 5", retryAfter: 5 };
    });
    await hana.edit(id, "@deresegn_bot DKF1AB2CD5 DKF1AB2CD6");
    await expect.poll(() => world.asked.length).toBe(4);
    const later = (ms: number) => {
      world.clock.now = new Date(world.clock.now.getTime() + ms);
    };
    later(12_000);
    banks.answerAll();
    const left = async () => {
      later(1_000);
      return waiting(world);
    };
    await expect.poll(left).toEqual([]);
    const said = (await hana.state()).map(({ text }) => /DKF1AB2CD\d/.exec(text)?.[0]);
    expect(refused).toBeGreaterThan(0);
    expect(said.toSorted()).toEqual(["DKF1AB2CD5", "DKF1AB2CD6"]);
  });

  test("to a question and back again is answered, though Telegram asks to wait between", async () => {
    const world = await openBotWorld({ floodSecondMs: 100 });
    const hana = chatOf(world, "hana", "group");
    const answer = await hana.asks("@deresegn_bot DKF1AB2CD3");
    const id = answer.reply?.message_id ?? 0;
    let isFlooded = true;
    world.faults.push(({ method }) =>
      isFlooded && method === "sendMessage"
        ? { kind: "refuse", code: 429, description: "Too Many Requests: retry after 5", retryAfter: 5 }
        : undefined,
    );
    await hana.edit(id, "@deresegn_bot TEST Alpha Bank FT26319K4Q7Z");
    await expect.poll(async () => (await hana.state()).length).toBe(0);
    await hana.edit(id, "@deresegn_bot DKF1AB2CD3");
    await expect.poll(async () => (await waiting(world)).length).toBe(2);
    isFlooded = false;
    const left = async () => {
      world.clock.now = new Date(world.clock.now.getTime() + 1_000);
      return waiting(world);
    };
    await expect.poll(left).toEqual([]);
    expect((await hana.state()).map(({ text }) => /DKF1AB2CD3/.test(text))).toEqual([true]);
  });

  test("to hold one receipt fewer changes the answer about that one alone", async () => {
    const world = await openBotWorld();
    const id = await world.selam.say("DKF1AB2CD3 DKF1AB2CD4");
    const before = await botMessages(world, 2);
    await world.selam.edit(id, "DKF1AB2CD3");
    const after = await botMessages(world, 2, ({ text }) => text === withdrawn);
    expect(after.map(({ message_id }) => message_id)).toEqual(before.map(({ message_id }) => message_id));
    expect(after[0]?.text).toMatch(/^❓/);
  });

  test("to receipts that cannot be checked any more keeps no answer about the former ones", async () => {
    const world = await openBotWorld();
    const { answers, selam } = world;
    answers.give = (question) => ok(verified({ transaction_reference: /DKF\w+/.exec(question)?.[0] ?? "" }));
    const id = await selam.say("DKF1AB2CD3\nDKF1AB2CD4\nDKF1AB2CD5\nDKF1AB2CD6\nDKF1AB2CD7");
    await botMessages(world, 5, ({ text }) => text.startsWith("❓"));
    await selam.edit(id, "DKF1AB2CE3\nDKF1AB2CE4\nDKF1AB2CE5");
    const answered = async () =>
      fromBot((await selam.state()).messages).map(({ text }) => text.split("\n")[0]);
    await expect
      .poll(answered)
      .toEqual([
        "🚫 This payment was not checked.",
        "🚫 This payment was not checked.",
        "🚫 This payment was not checked.",
        withdrawn,
        withdrawn,
        "🚫 Not checked for the same reason:",
      ]);
  });

  test("beside a receipt that stays is the same showing of it", async () => {
    const { world, id } = await openShownOnce();
    await world.selam.edit(id, "for the shoes: DKF1AB2CD3");
    await botMessages(world, 2, ({ text, is_edited }) => is_edited && text.startsWith("❓"));
    await world.selam.say("DKF1AB2CD3");
    expect((await botMessages(world, 3)).at(-1)?.text).toMatch(
      /^(?:ℹ️ The same receipt as|⚠️ 1,250\.00 ETB, real, but you checked it) \d+ (?:minutes?|hours?) ago/,
    );
  });

  test.each([
    ["minutes later is the same showing of what it brought", 9, /^❓/],
    ["an hour later says that it was checked before, for its answer may stand among newer ones", 60, /^⚠️/],
  ])("%s", async (_, minutes, mark) => {
    const { world, id } = await openShownOnce();
    world.clock.now = new Date(world.clock.now.getTime() + minutes * 60_000);
    await world.selam.edit(id, "for the shoes: DKF1AB2CD3");
    const [, edited] = await botMessages(world, 2, ({ is_edited }) => is_edited);
    expect(edited?.text).toMatch(mark);
  });

  test.each([
    ["as Telegram reports it without any change", "DKF1AB2CD3"],
    ["only behind its receipt", "DKF1AB2CD3 thanks"],
  ])("%s keeps its answer, however late, and counts nothing", async (_, text) => {
    const { world, id } = await openShownOnce();
    const before = (await botMessages(world, 2)).at(-1)?.text;
    for (const minutes of [9, 60]) {
      world.clock.now = new Date(world.clock.now.getTime() + minutes * 60_000);
      await world.selam.edit(id, text);
    }
    await world.selam.say("/usage");
    const after = await botMessages(world, 3);
    expect(after[1]?.text).toBe(before);
    expect(after[2]?.text).toMatch(/^9 of 10 free checks left today/);
    expect(world.callsOf("editMessageText")).toEqual([]);
  });

  test("to another receipt and back is answered anew each time", async () => {
    const { world, id } = await openShownOnce();
    world.answers.give = (question) =>
      ok(verified({ transaction_reference: question.includes("CD4") ? "DKF1AB2CD4" : "DKF1AB2CD3" }));
    await world.selam.edit(id, "DKF1AB2CD4");
    await botMessages(world, 2, ({ text, is_edited }) => is_edited && text.includes("DKF1AB2CD4"));
    world.clock.now = new Date(world.clock.now.getTime() + 60 * 60_000);
    await world.selam.edit(id, "DKF1AB2CD3");
    const [, edited] = await botMessages(world, 2, ({ text }) => text.startsWith("⚠️"));
    expect(edited?.text).toContain("DKF1AB2CD3");
  });

  test("is the same showing, too, when the provider answers late", async () => {
    const { world, id } = await openShownOnce();
    world.clock.now = new Date(world.clock.now.getTime() + 5 * 60_000);
    world.answers.give = () => fail("provider_timeout");
    await world.selam.edit(id, "for the shoes: DKF1AB2CD3");
    await botMessages(world, 2, ({ text }) => text.startsWith("⏳"));
    world.answers.give = () => ok(verified());
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    const told = await botMessages(world, 3, ({ text }) => /^[❓⚠ℹ]/u.test(text));
    expect(told.at(-1)?.text).toMatch(/^❓/);
  });

  test.each([
    ["beneath another one", "DKF1AB2CD3", "DKF1AB2CD4 DKF1AB2CD3"],
    ["in another order", "DKF1AB2CD3 DKF1AB2CD4", "DKF1AB2CD4 DKF1AB2CD3"],
  ])("to show its receipt %s is the same showing of it", async (_, before, after) => {
    const world = await openBotWorld();
    world.answers.give = (question) =>
      ok(verified({ transaction_reference: /DKF\w{7}/.exec(question)?.[0] ?? "" }));
    await world.selam.say("/start");
    await botMessages(world, 1);
    const id = await world.selam.say(before);
    await botMessages(world, 1 + before.split(" ").length);
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    const edits = world.callsOf("editMessageText").length;
    await world.selam.edit(id, after);
    await world.untilCalls(() => world.callsOf("editMessageText").length > edits);
    const told = async () => (await botMessages(world, 3)).slice(1).map(({ text }) => text);
    await expect
      .poll(told)
      .toEqual([/^❓[\s\S]*CD4/, /^❓[\s\S]*CD3/].map((line) => expect.stringMatching(line)));
  });

  test.each(["now DKF1AB2CD3 DKF1AB2CD4", "DKF1AB2CD4 DKF1AB2CD3", "DKF1AB2CD5 DKF1AB2CD3"])(
    "does not say ✅ twice of one receipt that it names in two ways: %s",
    async (changed) => {
      const world = await openBotWorld();
      await world.selam.say("/start");
      await botMessages(world, 1);
      const id = await world.selam.say("DKF1AB2CD3 DKF1AB2CD4");
      await botMessages(world, 3);
      const edits = world.callsOf("editMessageText").length;
      await world.selam.edit(id, changed);
      await world.untilCalls(() => world.callsOf("editMessageText").length >= edits + 2);
      const [, first, second] = await botMessages(world, 3);
      expect([first?.text, second?.text].map((text) => text?.slice(0, 2))).toEqual(["❓ ", "ℹ️"]);
    },
  );

  test.each([
    ["that was shown by another message before", "DKF1AB2CD3", "DKF1AB2CD3", "paid now: DKF1AB2CD3"],
    ["that another message has shown since", "DKF1AB2CD4", "DKF1AB2CD3", "DKF1AB2CD3"],
  ])("into a receipt %s is no showing of its own", async (_, first, second, changed) => {
    const world = await openBotWorld();
    world.answers.give = (question) => {
      const reference = /DKF\w{7}/.exec(question)?.[0] ?? "";
      return ok(verified({ transaction_reference: reference }));
    };
    await world.selam.say("/start");
    await botMessages(world, 1);
    const ids: number[] = [];
    for (const text of [first, second]) {
      world.clock.now = new Date(world.clock.now.getTime() + 20_000);
      ids.push(await world.selam.say(text));
      await botMessages(world, ids.length + 1);
    }
    const changing = (first === second ? ids[1] : ids[0]) ?? 0;
    const edits = world.callsOf("editMessageText").length; // of progress lines, on a busy machine
    await world.selam.edit(changing, changed);
    await world.untilCalls(() => world.callsOf("editMessageText").length > edits);
    await world.bot.stop();
    const answers = await botMessages(world, 3);
    const edited = first === second ? answers[2] : answers[1];
    expect(edited?.text).toMatch(
      /^(?:ℹ️ The same receipt as|⚠️ 1,250\.00 ETB, real, but you checked it) \d+ (?:minutes?|hours?) ago/,
    );
  });
});
