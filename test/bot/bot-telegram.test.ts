import { describe, expect, onTestFinished, test } from "vitest";
import { createInbox } from "../../src/bot/data/inbox.ts";
import { createPollingLease } from "../../src/bot/data/polling-lease.ts";
import { createRetries } from "../../src/bot/data/retries.ts";
import { pause } from "../../src/bot/telegram/timings.ts";
import { fail } from "../../src/core/failure.ts";
import { createLog } from "../../src/core/log.ts";
import { ok } from "../../src/core/result.ts";
import { hourMs, minuteMs } from "../../src/core/time.ts";
import { catalogues } from "../../src/texts/texts.ts";
import { type BotWorld, botMessages, botOf, openBotWorld, verified } from "../support/bot-world.ts";
import { chatOf } from "../support/chats.ts";
import { keptLog } from "../support/kept-log.ts";
import { token } from "../support/telegram.ts";
import { testSecret } from "../support/temporary-store.ts";

/** An answer that the test releases. */
const heldAnswer = () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { release, give: () => released.then(() => ok(verified())) };
};

/** How far the messages that have arrived were worked off. */
const statesOf = async ({ store }: BotWorld): Promise<string[]> =>
  (await store.db.selectFrom("inbox").select("state").execute()).map(({ state }) => state);

describe("a slow answer", () => {
  test("shows one progress message, which becomes the answer", async () => {
    const world = await openBotWorld({ progressAfterMs: 1, typingEveryMs: 5 });
    const held = heldAnswer();
    world.answers.give = held.give;
    await world.selam.say("DKF1AB2CD3");
    const [progress] = await botMessages(world, 1);
    expect(progress?.text).toBe("Asking TEST Beta Wallet …");
    await world.untilCalls((calls) => calls.filter(({ method }) => method === "sendChatAction").length >= 3);
    held.release();
    const [answer] = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    expect(answer?.message_id).toBe(progress?.message_id);
    expect(answer?.is_edited).toBe(true);
    expect(world.callsOf("sendMessage")).toHaveLength(1);
  });

  test("that took longer than ten seconds is a new reply, and the progress message goes", async () => {
    const world = await openBotWorld({ progressAfterMs: 1 });
    const held = heldAnswer();
    world.answers.give = held.give;
    const id = await world.selam.say("DKF1AB2CD3");
    const [progress] = await botMessages(world, 1);
    world.clock.now = new Date(world.clock.now.getTime() + 11_000);
    held.release();
    const answer = (await botMessages(world, 1, ({ text }) => text.startsWith("❓"))).at(-1);
    expect(answer?.reply?.message_id).toBe(id);
    expect(answer?.message_id).not.toBe(progress?.message_id);
    await world.untilCalls((calls) => calls.some(({ method }) => method === "deleteMessage"));
    const { messages } = await world.selam.state();
    expect(messages.map(({ message_id }) => message_id)).not.toContain(progress?.message_id);
  });

  test("comes as a new message when its progress message was deleted meanwhile", async () => {
    const world = await openBotWorld({ progressAfterMs: 1 });
    const held = heldAnswer();
    world.answers.give = held.give;
    await world.selam.say("DKF1AB2CD3");
    const [progress] = await botMessages(world, 1);
    world.telegram.people.conversation("selam").remove(progress?.message_id ?? 0);
    held.release();
    const [answer] = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    expect(answer?.message_id).not.toBe(progress?.message_id);
  });

  test("in one chat does not hold up another chat, but does hold up its own", async () => {
    const world = await openBotWorld();
    const held = heldAnswer();
    world.answers.give = (question) => (question.includes("DKF1AB2CD3") ? held.give() : ok(verified()));
    await world.selam.say("DKF1AB2CD3");
    await world.selam.say("DKF1AB2CD4");
    await world.hana.say("DKF1AB2CD5");
    await world.hana.waitUntil(({ messages }) => messages.some(({ from }) => from === "bot"));
    expect(world.callsOf("sendMessage")).toHaveLength(1);
    held.release();
    expect(await botMessages(world, 2)).toHaveLength(2);
  });
});

describe("a message behind a slow one", () => {
  test("is seen at once, though it is answered in its turn", async () => {
    const world = await openBotWorld();
    const held = heldAnswer();
    world.answers.give = (question) => (question.includes("DKF1AB2CD3") ? held.give() : ok(verified()));
    await world.selam.say("DKF1AB2CD3");
    await world.selam.say("DKF1AB2CD4");
    const { messages } = await world.selam.waitUntil((state) =>
      state.messages.filter(({ from }) => from !== "bot").every(({ reactions }) => reactions.includes("👀")),
    );
    expect(messages.filter(({ from }) => from === "bot")).toEqual([]);
    held.release();
    expect(await botMessages(world, 2)).toHaveLength(2);
  });

  test("is read in its turn where many come at once, so that nobody else waits for them", async () => {
    const world = await openBotWorld();
    const held = heldAnswer();
    world.answers.give = (question) => (question.includes("DKF1AB2CD0") ? held.give() : ok(verified()));
    const count = 9;
    for (let at = 0; at < count; at += 1) await world.selam.say(`DKF1AB2CD${at}`);
    await world.hana.say("DKF1AB2CE5");
    await world.hana.waitUntil(({ messages }) => messages.some(({ from }) => from === "bot"));
    const seen = async () =>
      (await world.selam.state()).messages.filter(({ reactions }) => reactions.includes("👀")).length;
    await expect.poll(seen).toBeGreaterThan(1);
    expect(await seen()).toBeLessThan(count);
    held.release();
    await botMessages(world, count);
    await expect.poll(seen).toBe(count);
  });

  test("is answered though Telegram never answers about a reaction or a chat action", async () => {
    const world = await openBotWorld();
    world.faults.push(({ method }) =>
      /^(setMessageReaction|sendChatAction)$/.test(method) ? { kind: "never answer" } : undefined,
    );
    await world.selam.say("DKF1AB2CD3");
    await world.selam.say("DKF1AB2CD4");
    expect(await botMessages(world, 2)).toHaveLength(2);
  });
});

describe("Telegram in trouble", () => {
  test("a flood wait is obeyed and the message is sent once", async () => {
    const world = await openBotWorld();
    let floods = 1;
    world.faults.push(({ method }) => {
      if (method !== "sendMessage" || floods === 0) return undefined;
      floods -= 1;
      return { kind: "refuse", code: 429, description: "Too Many Requests: retry after 1", retryAfter: 1 };
    });
    await world.selam.say("DKF1AB2CD3");
    expect(await botMessages(world, 1)).toHaveLength(1);
    expect(world.callsOf("sendMessage")).toHaveLength(2);
  });

  test.each([
    ["an answer", 60_000, 1],
    ["a progress line", 1, 1],
    ["a progress line and an answer", 1, 2],
  ])(
    "%s whose confirmation was lost is sent again, and says the same",
    async (_, progressAfterMs, losses) => {
      const world = await openBotWorld({ progressAfterMs });
      let lost = losses;
      world.faults.push(({ method }) => {
        if (method !== "sendMessage" || lost === 0) return undefined;
        lost -= 1;
        return { kind: "lose answer" };
      });
      await world.selam.say("DKF1AB2CD3");
      const isNoted = async () =>
        (await world.store.db.selectFrom("outbox").where("step", "=", "sent").select("slot").execute())
          .length;
      await expect.poll(isNoted).toBe(1);
      await world.bot.stop();
      const answers = (await botMessages(world, 1)).filter(({ text }) => text.startsWith("❓"));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.length).toBeLessThanOrEqual(1 + losses);
      expect(world.asked).toHaveLength(1);
      expect(answers[0]?.text).toMatch(/4 of 5 free checks left$/);
    },
  );

  test("an answer that never arrived is sent again", async () => {
    const world = await openBotWorld({ callTimeoutMs: 50 });
    let lost = 1;
    world.faults.push(({ method }) => {
      if (method !== "sendMessage" || lost === 0) return undefined;
      lost -= 1;
      return { kind: "never answer" };
    });
    await world.selam.say("DKF1AB2CD3");
    const said = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    expect(said).toHaveLength(1);
    expect(world.asked).toHaveLength(1);
  });

  test("an answer gets through a gateway that fails for a while", async () => {
    const world = await openBotWorld();
    let failures = 3;
    world.faults.push(({ method }) => {
      if (method !== "sendMessage" || failures === 0) return undefined;
      failures -= 1;
      return { kind: "refuse", code: 502, description: "Bad Gateway" };
    });
    await world.selam.say("DKF1AB2CD3");
    const said = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    expect(said).toHaveLength(1);
    expect(world.asked).toHaveLength(1);
  });

  test("an answer that its chat deletes at once is not sent again, and the next message is answered", async () => {
    const world = await openBotWorld();
    const description = "Internal Server Error: sent message was immediately deleted";
    let isDeleting = true;
    world.faults.push(({ method }) =>
      method === "sendMessage" && isDeleting ? { kind: "refuse", code: 500, description } : undefined,
    );
    await world.selam.say("DKF1AB2CD3");
    await expect.poll(() => statesOf(world)).toEqual(["done"]);
    expect(world.callsOf("sendMessage")).toHaveLength(1);
    isDeleting = false;
    await world.selam.say("DKF1AB2CD4");
    const said = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    // What was looked up is counted, for it was answered.
    expect(said.map(({ text }) => text.split("\n").at(-1))).toEqual(["3 of 5 free checks left"]);
  });

  describe("that deletes what the bot writes at once", () => {
    /** A message with two receipts in a group, in which the bot's messages are deleted while that is wanted. */
    const openGroup = async () => {
      const world = await openBotWorld();
      world.answers.give = (asked) =>
        ok(verified({ transaction_reference: /DKF\w{7}/.exec(asked)?.[0] ?? "" }));
      const description = "Internal Server Error: sent message was immediately deleted";
      let deleting = 0;
      world.faults.push(({ method }) => {
        if (method !== "sendMessage" || deleting === 0) return undefined;
        deleting -= 1;
        return { kind: "refuse", code: 500, description };
      });
      const deleteNext = (count: number): void => {
        deleting = count;
      };
      return { world, deleteNext, hana: chatOf(world, "hana", "group") };
    };
    const text = "@deresegn_bot DKF1AB2CD3 DKF1AB2CD4";

    test("has the other receipts of a message answered all the same", async () => {
      const { world, deleteNext, hana } = await openGroup();
      deleteNext(1);
      await hana.say(text);
      await hana.saying("DKF1AB2CD4");
      await expect.poll(() => statesOf(world)).toEqual(["done"]);
      expect(world.callsOf("sendMessage")).toHaveLength(2);
    });

    test("has the other answers to a changed message taken back all the same", async () => {
      const { world, deleteNext, hana } = await openGroup();
      const id = await hana.say(text);
      const first = await hana.saying("DKF1AB2CD3");
      const second = await hana.saying("DKF1AB2CD4");
      world.telegram.people.group().remove(first.message_id);
      deleteNext(1);
      await hana.edit(id, "never mind");
      await expect.poll(async () => (await hana.now(second)).text).toBe(catalogues.en.withdrawn);
    });
  });

  test.each([
    ["and says so", /DKF1AB2CD3/, 2],
    ["though it takes no word of that either", /^/, 1],
  ])("a message whose answer Telegram refuses for a day is given up, %s", async (_, refused, messages) => {
    const world = await openBotWorld();
    await world.bot.stop();
    const { log, lines } = keptLog();
    const bot = botOf({ ...world.dependencies, log });
    onTestFinished(() => bot.stop());
    await bot.start();
    let isRefusing = true;
    world.faults.push(({ method, payload: { text } }) =>
      method === "sendMessage" && isRefusing && refused.test(String(text))
        ? { kind: "refuse", code: 500, description: "Internal Server Error" }
        : undefined,
    );
    await world.selam.say("DKF1AB2CD3");
    await world.untilCalls((calls) => calls.filter(({ method }) => method === "sendMessage").length > 6);
    const later = (ms: number) => {
      world.clock.now = new Date(world.clock.now.getTime() + ms);
    };
    later(23 * hourMs);
    const before = world.callsOf("sendMessage").length;
    await expect
      .poll(() => {
        later(minuteMs);
        return world.callsOf("sendMessage").length;
      })
      .toBeGreaterThan(before + 3);
    expect(await statesOf(world)).toEqual(["waiting"]);
    later(hourMs);
    await expect
      .poll(() => {
        later(10 * minuteMs);
        return statesOf(world);
      })
      .toEqual(["done"]);
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: "an update is given up: it could not be worked off within a day" }),
    );
    isRefusing = false;
    await world.selam.say("DKF1AB2CD4");
    const said = await botMessages(world, messages, ({ text }) => text.includes("1,250.00 ETB"));
    expect(said).toHaveLength(messages);
    if (messages > 1) expect(said[0]?.text).toMatch(/^⏳ Something went wrong/);
  });

  test("the answer to a changed message is taken back, however long Telegram refuses that", async () => {
    const world = await openBotWorld();
    const selam = chatOf(world, "selam");
    const id = await selam.say("DKF1AB2CD3");
    await selam.saying("DKF1AB2CD3");
    let refused = 0;
    let isRefusing = true;
    world.faults.push(({ method }) => {
      if (!isRefusing || !/^(?:send|edit|delete)Message/.test(method)) return undefined;
      refused += 1;
      return { kind: "refuse", code: 500, description: "Internal Server Error" };
    });
    const later = (ms: number) => {
      world.clock.now = new Date(world.clock.now.getTime() + ms);
    };
    const refusedLater = () => {
      later(2 * minuteMs);
      return refused;
    };
    await selam.edit(id, "never mind");
    await expect.poll(refusedLater).toBeGreaterThan(40);
    later(25 * hourMs);
    await expect.poll(refusedLater).toBeGreaterThan(refused + 40);
    isRefusing = false;
    const said = async () => {
      later(2 * minuteMs);
      const texts = (await selam.state()).map(({ text }) => text);
      return texts.filter((text) => /DKF1AB2CD3/.test(text) || text === catalogues.en.withdrawn);
    };
    await expect.poll(said).toEqual([catalogues.en.withdrawn]);
  });

  test("an edit whose confirmation was lost is repeated until it is known to stand", async () => {
    const world = await openBotWorld({ progressAfterMs: 1 });
    const held = heldAnswer();
    world.answers.give = held.give;
    await world.selam.say("DKF1AB2CD3");
    await botMessages(world, 1);
    let lost = 1;
    world.faults.push(({ method }) => {
      if (method !== "editMessageText" || lost === 0) return undefined;
      lost -= 1;
      return { kind: "lose answer" };
    });
    held.release();
    await world.untilCalls(
      (calls) => calls.filter(({ method }) => method === "editMessageText").length === 2,
    );
    await world.bot.stop();
    const said = await botMessages(world, 1);
    expect(said.map(({ text }) => text.slice(0, 1))).toEqual(["❓"]);
    expect(world.callsOf("sendMessage")).toHaveLength(1);
  });

  test("a menu that cannot be registered keeps no answer waiting", async () => {
    const world = await openBotWorld();
    await world.bot.stop();
    world.faults.push(({ method }) => (method.startsWith("setMy") ? { kind: "never answer" } : undefined));
    const bot = botOf(world.dependencies);
    onTestFinished(() => bot.stop());
    await bot.start();
    await world.selam.say("DKF1AB2CD3");
    expect((await botMessages(world, 1))[0]?.text).toMatch(/^❓/);
  });

  test("a reaction that the chat does not allow does not keep the answer away", async () => {
    const world = await openBotWorld();
    world.faults.push(({ method }) =>
      method === "setMessageReaction"
        ? { kind: "refuse", code: 400, description: "Bad Request: REACTION_INVALID" }
        : undefined,
    );
    await world.selam.say("DKF1AB2CD3");
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toMatch(/^❓/);
  });

  test("a person who has blocked the bot stops nobody else's answers", async () => {
    const world = await openBotWorld();
    const selam = world.telegram.people.conversation("selam").user().id;
    world.faults.push(({ payload }) =>
      payload.chat_id === selam
        ? { kind: "refuse", code: 403, description: "Forbidden: bot was blocked by the user" }
        : undefined,
    );
    await world.selam.say("DKF1AB2CD3");
    await world.untilCalls((calls) => calls.some(({ method }) => method === "sendMessage"));
    await world.hana.say("DKF1AB2CD4");
    await world.hana.waitUntil(({ messages }) => messages.some(({ text }) => text.startsWith("❓")));
  });

  test("a person who has blocked the bot is looked nothing up for any more, until they are back", async () => {
    const world = await openBotWorld();
    const { user } = world.telegram.people.conversation("selam");
    const change = (status: string) =>
      world.telegram.updates.push({
        my_chat_member: {
          chat: { id: user().id, type: "private" },
          from: user(),
          date: 1,
          new_chat_member: { status },
        },
      } as never);
    let isBlocked = true;
    world.faults.push(({ payload, method }) =>
      isBlocked && payload.chat_id === user().id && method === "sendMessage"
        ? { kind: "refuse", code: 403, description: "Forbidden: bot was blocked by the user" }
        : undefined,
    );
    world.answers.give = () => fail("provider_timeout");
    await Promise.all(["DKF1AB2CD3", "DKF1AB2CD4"].map((reference) => world.selam.say(reference)));
    await world.untilCalls((calls) => calls.some(({ method }) => method === "sendMessage"));
    await world.hana.say("DKF1AB2CD5");
    await world.hana.waitUntil(({ messages }) => messages.some(({ from }) => from === "bot"));
    const waiting = () => world.store.db.selectFrom("retry").select("chat_id").execute();
    await expect.poll(async () => (await waiting()).length).toBe(1);
    expect(world.asked).toHaveLength(2);

    isBlocked = false;
    change("member");
    world.answers.give = () => ok(verified());
    await world.selam.say("DKF1AB2CD6");
    expect(await botMessages(world, 1, ({ text }) => text.startsWith("❓"))).toHaveLength(1);
    world.answers.give = () => fail("provider_timeout");
    await world.selam.say("DKF1AB2CD7");
    await botMessages(world, 2);
    expect(await waiting()).toHaveLength(2);
    change("kicked");
    await expect.poll(async () => (await waiting()).length).toBe(1);
  });

  test("a bug is answered with an apology, and the next message as usual", async () => {
    const world = await openBotWorld();
    world.answers.give = () => {
      throw new Error("a bug");
    };
    await world.selam.say("DKF1AB2CD3");
    const [sorry] = await botMessages(world, 1);
    expect(sorry?.text).toMatch(/^⏳ Something went wrong on our side, so nothing is known yet\./);
    expect(sorry?.text).toMatch(/Not counted$/);
    world.answers.give = () => ok(verified());
    await world.selam.say("DKF1AB2CD3");
    const said = await botMessages(world, 2);
    expect(said[1]?.text).toMatch(/^❓[\s\S]*4 of 5 free checks left$/);
  });
});

describe("start and stop", () => {
  test("a stop waits for the message that is being worked on; those behind it are answered after the next start", async () => {
    const world = await openBotWorld();
    const held = heldAnswer();
    world.answers.give = held.give;
    await world.selam.say("DKF1AB2CD3");
    await world.selam.say("DKF1AB2CD4");
    await expect.poll(world.telegram.updates.pendingCount).toBe(0);
    const answeredByThen = world.bot.stop().then(() => world.callsOf("sendMessage").length);
    held.release();
    expect(await answeredByThen).toBe(1);
    expect(await world.bot.ended).toEqual({ kind: "stopped" });
    const next = botOf(world.dependencies);
    onTestFinished(() => next.stop());
    await next.start();
    expect(await botMessages(world, 2)).toHaveLength(2);
    expect(world.asked).toHaveLength(2);
  });

  test("a token that Telegram does not know stops the start with one line, which does not hold the token", async () => {
    const world = await openBotWorld();
    const deps = { ...world.dependencies, token: "1:another-token", log: createLog("silent") };
    await expect(botOf(deps).start()).rejects.toThrow(
      /^The bot cannot start: Telegram does not know this bot: check TELEGRAM_BOT_TOKEN and TELEGRAM_API_ROOT\.$/,
    );
  });

  test("a poller that shares no database with this one ends it with the reason", async () => {
    const world = await openBotWorld();
    let isEnded = false;
    void world.bot.ended.then(() => {
      isEnded = true;
    });
    const pollAsWell = async () => {
      await fetch(`${world.url}/bot${token}/getUpdates?timeout=0`);
      return isEnded;
    };
    await expect.poll(pollAsWell, { interval: 5 }).toBe(true);
    expect(await world.bot.ended).toEqual({
      kind: "refused",
      reason:
        "a process with another database polls for this bot: stop it, because Telegram serves one poller only",
    });
  });

  test("of two processes with one database one polls, and the other does when that one stops", async () => {
    const world = await openBotWorld();
    const { store } = world;
    await store.db.insertInto("process_lease").values({ id: "another process", expires_at: 1e15 }).execute();
    const leaseId = () => "another process";
    const at = { store, secret: testSecret, leaseId, now: world.dependencies.now };
    const inbox = createInbox(at);
    const other = botOf({
      ...world.dependencies,
      inbox,
      retries: createRetries({ ...at, inbox }),
      pollingLease: createPollingLease(at),
      timings: { ...world.dependencies.timings, standByMs: 10 },
    });
    onTestFinished(() => other.stop());
    await other.start();
    await pause(100);
    await world.selam.say("DKF1AB2CD3");
    expect(await botMessages(world, 1)).toHaveLength(1);
    await world.bot.stop();
    expect(await world.bot.ended).toEqual({ kind: "stopped" });
    await world.selam.say("DKF1AB2CD4");
    expect(await botMessages(world, 2)).toHaveLength(2);
  });
});
