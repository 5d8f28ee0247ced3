import type { Update } from "grammy/types";
import { describe, expect, onTestFinished, test } from "vitest";
import { createInbox } from "../../src/bot/data/inbox.ts";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { type BotWorld, botMessages, botOf, openBotWorld, verified } from "../support/bot-world.ts";
import { keptLog } from "../support/kept-log.ts";
import { token } from "../support/telegram.ts";
import { testSecret } from "../support/temporary-store.ts";

/** Another process takes over from the first one, which has lost its lease but still runs. */
const takeOver = async ({ dependencies, store, clock }: BotWorld) => {
  await store.db.deleteFrom("process_lease").execute();
  await store.db.insertInto("process_lease").values({ id: "the next process", expires_at: 1e15 }).execute();
  const inbox = createInbox({
    store,
    secret: testSecret,
    leaseId: () => "the next process",
    now: () => clock.now,
  });
  const next = botOf({ ...dependencies, inbox });
  onTestFinished(() => next.stop());
  await next.start();
  return next;
};

/** Look-ups that wait, each until it is released. */
const heldLookUps = (world: BotWorld) => {
  const releases: (() => void)[] = [];
  world.answers.give = () =>
    new Promise((resolve) => {
      releases.push(() => resolve(ok(verified())));
    });
  return releases;
};

const usedToday = async ({ dependencies: { accounts } }: BotWorld, userId: number) => {
  const quota = await accounts.allowanceOf({ kind: "telegram", userId });
  return quota.ok && quota.value.kind === "quota"
    ? quota.value.quota.limit - quota.value.quota.remaining
    : null;
};

describe("a process that goes away", () => {
  test("in the middle of a look-up leaves it to the next one, and says and counts nothing when it wakes", async () => {
    const world = await openBotWorld();
    const releases = heldLookUps(world);
    await world.selam.say("DKF1AB2CD3");
    await world.untilCalls((calls) => calls.some(({ method }) => method === "setMessageReaction"));
    await expect.poll(() => releases.length).toBe(1);
    const next = await takeOver(world);
    await expect.poll(() => releases.length).toBe(2);
    releases[1]?.();
    expect(await botMessages(world, 1, ({ text }) => text.startsWith("❓"))).toHaveLength(1);
    releases[0]?.();
    await next.stop();
    await world.bot.stop();
    const { messages } = await world.selam.state();
    expect(messages.filter(({ from }) => from === "bot")).toHaveLength(1);
    expect(await usedToday(world, world.telegram.people.conversation("selam").user().id)).toBe(1);
  });

  test("between counting and saying has its answer said by the next one, without asking or counting again", async () => {
    const world = await openBotWorld({ drainMs: 100 });
    let isHanging = true;
    world.faults.push(({ method }) =>
      method === "sendMessage" && isHanging ? { kind: "never answer" } : undefined,
    );
    await world.selam.say("DKF1AB2CD3");
    await world.untilCalls((calls) => calls.some(({ method }) => method === "sendMessage"));
    isHanging = false;
    await takeOver(world);
    const said = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    expect(said).toHaveLength(1);
    expect(world.asked).toHaveLength(1);
    expect(await usedToday(world, world.telegram.people.conversation("selam").user().id)).toBe(1);
  });
});

describe("an answer that was sent while the database could not be written", () => {
  test("is noted when it can be, and not sent again meanwhile", async () => {
    const world = await openBotWorld({ retryMs: 5 });
    const { dependencies } = world;
    await world.bot.stop();
    let refused = 0;
    const bot = botOf({
      ...dependencies,
      outbox: {
        ...dependencies.outbox,
        note: async (...noted) => (refused++ < 4 ? fail("overloaded") : dependencies.outbox.note(...noted)),
      },
    });
    onTestFinished(() => bot.stop());
    await bot.start();
    await world.selam.say("DKF1AB2CD3");
    await expect.poll(() => refused).toBeGreaterThan(4);
    await bot.stop();
    const { messages } = await world.selam.state();
    expect(messages.filter(({ from }) => from === "bot")).toHaveLength(1);
  });
});

describe("a message whose process has died over and over", () => {
  test("is not worked on any more: its sender is told so, even if Telegram does not answer at first", async () => {
    // The held look-ups outlast the test.
    const world = await openBotWorld({ drainMs: 100 });
    const releases = heldLookUps(world);
    const id = await world.selam.say("DKF1AB2CD3");
    await expect.poll(() => releases.length).toBe(1);
    await world.store.db.updateTable("inbox").set({ attempts: 20 }).execute();
    let refusals = 2;
    world.faults.push(({ method }) =>
      method === "sendMessage" && refusals-- > 0
        ? { kind: "refuse", code: 502, description: "Bad Gateway" }
        : undefined,
    );
    await takeOver(world);
    const said = await botMessages(world, 1, ({ text }) => text.startsWith("⏳ Something went wrong"));
    expect(said.map(({ reply }) => reply?.message_id)).toEqual([id]);
    expect(world.asked).toHaveLength(1);
    await world.selam.say("DKF1AB2CD4");
    await expect.poll(() => releases.length).toBe(2);
    releases[1]?.();
    await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
  });
});

describe("a secret that is shown once", () => {
  test.each([
    ["/key", "➕ New key", /drs_live_[0-9A-Za-z]{36}/],
    ["/key link", null, /\/start [0-9A-Za-z]{22}/],
    ["/join", null, /\/join [0-9A-Za-z]{22}/],
  ])("of %s is made once though its process dies before it is said", async (command, label, secret) => {
    const world = await openBotWorld({ drainMs: 100 });
    let isHanging = true;
    const hidden: string[] = [];
    world.faults.push(({ method, payload }) => {
      const [made] = secret.exec(String(payload.text ?? "")) ?? [];
      if (method !== "sendMessage" || made === undefined || !isHanging) return undefined;
      hidden.push(made);
      return { kind: "never answer" };
    });
    await world.selam.say(command);
    if (label !== null) {
      const [menu] = await botMessages(world, 1);
      await world.selam.press(menu?.message_id ?? 0, label);
    }
    await expect.poll(() => hidden.length).toBe(1);
    isHanging = false;
    await takeOver(world);
    const said = await botMessages(world, label === null ? 1 : 2, ({ text }) => secret.test(text));
    expect(said.filter(({ text }) => secret.test(text))).toHaveLength(1);
    expect(secret.exec(said.at(-1)?.text ?? "")?.[0]).toBe(hidden[0]);
    const rows = async (table: "api_key" | "link_code") =>
      (await world.store.db.selectFrom(table).selectAll().execute()).length;
    expect((await rows("api_key")) + (await rows("link_code"))).toBe(1);
    await expect
      .poll(async () =>
        (await world.store.db.selectFrom("outbox").select("outcome").execute()).map(({ outcome }) => outcome),
      )
      .not.toContainEqual(expect.any(String));
  });
});

describe("a message that is posted before the bot knows who it is", () => {
  test("waits for that, and is answered", async () => {
    const world = await openBotWorld();
    await world.bot.stop();
    const bot = botOf(world.dependencies);
    onTestFinished(() => bot.stop());
    await world.selam.say("DKF1AB2CD3");
    const posted = await fetch(`${world.dependencies.apiRoot}/bot${token}/getUpdates`);
    const { result } = (await posted.json()) as { readonly result: readonly Update[] };
    expect(result).toHaveLength(1);
    await bot.take(result);
    await bot.start();
    expect(await botMessages(world, 1, ({ text }) => text.startsWith("❓"))).toHaveLength(1);
  });
});

describe("the database", () => {
  test("that is away for a while keeps nothing from being answered, once", async () => {
    const world = await openBotWorld();
    const { dependencies } = world;
    await world.bot.stop();
    let failures = 3;
    const inbox = {
      ...dependencies.inbox,
      take: async (updates: Parameters<typeof dependencies.inbox.take>[0]) =>
        failures-- > 0
          ? ({ ok: false, error: { code: "overloaded" } } as const)
          : dependencies.inbox.take(updates),
    };
    const bot = botOf({ ...dependencies, inbox });
    onTestFinished(() => bot.stop());
    await bot.start();
    await world.selam.say("DKF1AB2CD3");
    expect(await botMessages(world, 1, ({ text }) => text.startsWith("❓"))).toHaveLength(1);
    expect(failures).toBeLessThan(0);
  });

  test("that goes away for a moment leaves no receipt undecided", async () => {
    const world = await openBotWorld({ retryMs: 5 });
    const { dependencies } = world;
    await world.bot.stop();
    // Back before the answer is noted, but not in time to plan another attempt.
    world.answers.give = () => fail("overloaded");
    let refusals = 2;
    const retries = {
      ...dependencies.retries,
      plan: async (...planned: Parameters<typeof dependencies.retries.plan>) => {
        if (refusals === 0) return dependencies.retries.plan(...planned);
        refusals -= 1;
        if (refusals === 0) world.answers.give = () => ok(verified());
        return fail("overloaded");
      },
    };
    const bot = botOf({ ...dependencies, retries });
    onTestFinished(() => bot.stop());
    await bot.start();
    await world.selam.say("DKF1AB2CD3");
    const said = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    expect(said).toHaveLength(1);
    expect(await usedToday(world, world.telegram.people.conversation("selam").user().id)).toBe(1);
    const sent = world.calls.filter(({ method }) => method === "sendMessage");
    expect(sent.map(({ payload }) => String(payload.text).split("\n").slice(0, 2))).toEqual([
      [
        "⏳ There is too much to do right now, so nothing is known yet.",
        "Until the bank answers the payment is not confirmed. I keep trying for an hour and reply here.",
      ],
    ]);
  });
});

describe("a message that is changed", () => {
  test("into another receipt has its answer changed", async () => {
    const world = await openBotWorld();
    const id = await world.selam.say("DKF1AB2CD3");
    const [first] = await botMessages(world, 1);
    world.answers.give = () => ok(verified({ transaction_reference: "DKF1AB2CD4" }));
    await world.selam.edit(id, "DKF1AB2CD4");
    const said = await botMessages(world, 1, ({ text }) => text.includes("DKF1AB2CD4"));
    expect(said).toHaveLength(1);
    expect(said[0]?.message_id).toBe(first?.message_id);
    expect(world.asked).toHaveLength(2);
  });

  test("from chatter into a receipt is answered like a new one", async () => {
    const world = await openBotWorld();
    const id = await world.selam.say("selam, here is the payment");
    await botMessages(world, 1);
    await world.selam.edit(id, "here is the payment DKF1AB2CD4");
    const said = await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    expect(said).toHaveLength(2);
    expect(said[1]?.reply?.message_id).toBe(id);
  });

  test("from a receipt into chatter keeps its answer, and nothing more is said", async () => {
    const world = await openBotWorld();
    const id = await world.selam.say("DKF1AB2CD3");
    await botMessages(world, 1);
    await world.selam.edit(id, "thank you");
    await world.selam.say("DKF1AB2CD5");
    const said = await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    expect(said).toHaveLength(2);
  });
});

test("a message whose row was damaged is dropped and named in the log, and the next one is answered", async () => {
  const world = await openBotWorld();
  await world.bot.stop();
  const waiting = { state: "waiting", attempts: 0, received_at: 0, due_at: 0 } as const;
  const damaged = { ...waiting, update_id: 700, queue: 4711, payload: "damaged" };
  await world.store.db.insertInto("inbox").values(damaged).execute();
  const { log, lines } = keptLog();
  const next = botOf({ ...world.dependencies, log });
  onTestFinished(() => next.stop());
  await next.start();
  await world.selam.say("DKF1AB2CD3");
  await botMessages(world, 1);
  expect(lines).toEqual([expect.objectContaining({ updateId: 700, level: 50 })]);
});
