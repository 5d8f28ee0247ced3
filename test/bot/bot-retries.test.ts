import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createInbox } from "../../src/bot/data/inbox.ts";
import { createKeptRetries } from "../../src/bot/data/kept-retries.ts";
import { createRetries } from "../../src/bot/data/retries.ts";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { type BotWorld, botMessages, botOf, openBotWorld, verified } from "../support/bot-world.ts";
import { chatOf } from "../support/chats.ts";
import { testSecret } from "../support/temporary-store.ts";

const minuteMs = 60_000;
const withdrawn = "You changed the message: this receipt is no longer in it.";

const pass = ({ clock }: BotWorld, ms: number): void => {
  clock.now = new Date(clock.now.getTime() + ms);
};

const usedToday = async ({ accounts, telegram }: BotWorld): Promise<number | null> => {
  const userId = telegram.people.conversation("selam").user().id;
  const quota = await accounts.allowanceOf({ kind: "telegram", userId });
  return quota.ok && quota.value.kind === "quota"
    ? quota.value.quota.limit - quota.value.quota.remaining
    : null;
};

const waiting = ({ store }: BotWorld) => store.db.selectFrom("retry").selectAll().execute();

type KeptLookUp = { readonly candidate: { readonly claims: object } };

/** Changes what is kept of the one look-up that waits, as a process of another version would write it. Gives the former. */
const rewrite = async (world: BotWorld, change: (kept: KeptLookUp) => unknown): Promise<KeptLookUp> => {
  const [row] = await waiting(world);
  const keptRetries = createKeptRetries(testSecret);
  const kept = row && keptRetries.open(row);
  if (!row || !kept) throw new Error("nothing waits");
  const before: KeptLookUp = JSON.parse(kept.payload);
  const payload = keptRetries.close(row.id, { ...kept, payload: JSON.stringify(change(before)) });
  await world.store.db.updateTable("retry").set({ payload }).where("id", "=", row.id).execute();
  return before;
};

/** Selam asks, the bank does not answer, and the bot promises to try again. */
const askInVain = async (timings: Parameters<typeof openBotWorld>[0] = {}) => {
  const world = await openBotWorld(timings);
  world.answers.give = () => fail("provider_timeout");
  const id = await world.selam.say("DKF1AB2CD3");
  const [told] = await botMessages(world, 1);
  return { world, id, told };
};

describe("a receipt that the bank does not answer about", () => {
  test("is asked about again, and the answer is a new reply that quotes the message", async () => {
    const { world, id, told } = await askInVain();
    expect(told?.text).toMatch(
      /^⏳ [\s\S]*Until the bank answers the payment is not confirmed\. I keep trying for an hour and reply here\.[\s\S]*Not counted/,
    );
    world.answers.give = () => ok(verified());
    pass(world, minuteMs);
    const said = await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    expect(said).toHaveLength(2);
    expect(said[0]?.is_edited).toBe(false);
    expect(said[1]?.reply?.message_id).toBe(id);
    expect(said[1]?.text).toMatch(/4 of 5 free checks left$/);
    expect(await usedToday(world)).toBe(1);
    expect(await waiting(world)).toEqual([]);
  });

  test("has the buttons of any other answer once it comes, and unfolds", async () => {
    const { world } = await askInVain();
    world.answers.give = () => ok(verified());
    pass(world, minuteMs);
    const told = (await botMessages(world, 2, ({ text }) => text.startsWith("❓"))).at(-1);
    expect(told?.buttons.flat().map(({ text }) => text)).toEqual([
      "✅ Yes, mine",
      "❌ Not mine",
      "Details",
      "📋 Copy reference",
      "✏️ Open the form",
    ]);
    await world.selam.press(told?.message_id ?? 0, "Details");
    const open = (await botMessages(world, 2, ({ text }) => text.includes("Date as printed"))).at(-1);
    expect(open?.message_id).toBe(told?.message_id);
    await world.selam.press(told?.message_id ?? 0, "✅ Yes, mine");
    await botMessages(world, 2, ({ text }) => text.includes("Save 2519****8765 · Hana Mekonnen as yours?"));
    expect(await usedToday(world)).toBe(1);
  });

  test.each([
    ["found", ok(verified()), /^❓/],
    ["not found", fail("receipt_not_found"), /^🕓/],
  ])("has no button under the earlier answer any more once it is %s", async (_, answer, line) => {
    const { world, told } = await askInVain();
    expect(told?.buttons.flat()).not.toEqual([]);
    world.answers.give = () => answer;
    pass(world, minuteMs);
    await botMessages(world, 1, ({ text }) => line.test(text));
    await expect.poll(async () => (await botMessages(world, 2))[0]?.buttons).toEqual([]);
    expect((await botMessages(world, 2))[0]?.text).toBe(told?.text);
  });

  test("is asked about with a growing pause, and given up after an hour without anything counted", async () => {
    const { world, id } = await askInVain();
    const asked: number[] = [];
    const began = world.clock.now.getTime();
    for (let n = 0; world.asked.length < 20 && (await waiting(world)).length > 0; n++) {
      const [{ due_at: dueAt, attempts } = { due_at: 0, attempts: 0 }] = await waiting(world);
      expect(attempts).toBe(n);
      asked.push(dueAt - began);
      world.clock.now = new Date(dueAt);
      await expect.poll(async () => (await waiting(world))[0]?.attempts).not.toBe(n);
    }
    const pauses = asked.map((at, n) => at - (asked[n - 1] ?? 0)).slice(0, -1);
    expect(pauses).toEqual(pauses.toSorted((left, right) => left - right));
    expect(asked.at(-1)).toBe(60 * minuteMs);
    const said = await botMessages(world, 2);
    expect(said[1]?.text).toMatch(/^⏳ TEST Beta Wallet did not answer for an hour, so I stopped asking\./);
    expect(said[1]?.reply?.message_id).toBe(id);
    expect(said[1]?.buttons.flat().map(({ text }) => text)).toContain("🔄 Check again");
    expect(await usedToday(world)).toBe(0);
  });

  test("is not asked about again once the chat has its answer", async () => {
    const { world, told } = await askInVain();
    world.answers.give = () => ok(verified());
    await world.selam.press(told?.message_id ?? 0, "🔄 Check again");
    await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    expect(await waiting(world)).toEqual([]);
    pass(world, 10 * minuteMs);
    await world.selam.say("DKF1AB2CD4");
    await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    expect(world.asked).toHaveLength(3);
  });

  test.each(["by the button", "by another message"])(
    "is not asked about again while the chat asks anew %s, and is counted once",
    async (how) => {
      const world = await openBotWorld();
      const { selam, answers, clock, asked, store } = world;
      const hana = chatOf(world, "hana");
      const askedFor = (reference: string) => asked.filter((question) => question.includes(reference)).length;
      answers.give = () => fail("provider_timeout");
      await selam.say("DKF1AB2CD3");
      const [told] = await botMessages(world, 1, ({ buttons }) => buttons.length > 0);
      await hana.asks("DKF1AB2CD4");
      let end = () => {};
      const slow = new Promise<void>((resolve) => {
        end = resolve;
      });
      const answered = (question: string) =>
        ok(verified({ transaction_reference: /DKF\w{7}/.exec(question)?.[0] ?? "" }));
      answers.give = async (question) => {
        await slow;
        return answered(question);
      };
      if (how === "by the button") await selam.press(told?.message_id ?? 0, "🔄 Check again");
      else await selam.say("DKF1AB2CD3");
      await expect.poll(() => askedFor("DKF1AB2CD3")).toBe(2);
      answers.give = answered;
      clock.now = new Date(clock.now.getTime() + 30_000);
      // By then the background has looked at what is due.
      await hana.saying("Real payment");
      await expect.poll(() => askedFor("DKF1AB2CD4")).toBe(2);
      end();
      const waiting = store.db.selectFrom("inbox").select("update_id").where("state", "=", "waiting");
      await expect.poll(() => waiting.execute()).toEqual([]);
      const committed = await store.db
        .selectFrom("reservation")
        .select("kind")
        .where("state", "=", "committed")
        .where("kind", "!=", "repeat")
        .execute();
      expect(committed).toHaveLength(2);
    },
  );

  test("has one attempt planned, however often the chat asks", async () => {
    const { world } = await askInVain();
    pass(world, 1_000);
    const id = await world.selam.say("https://beta.example/receipt/DKF1AB2CD3");
    await botMessages(world, 2);
    expect(await waiting(world)).toHaveLength(1);
    world.answers.give = () => ok(verified());
    pass(world, minuteMs);
    const said = await botMessages(world, 3, ({ text }) => text.startsWith("❓"));
    expect(said.at(-1)?.reply?.message_id).toBe(id);
    expect(said.filter(({ text }) => text.startsWith("❓"))).toHaveLength(1);
  });

  test("is answered where it was asked first when the message that asked anew asks it no more", async () => {
    const { world, id } = await askInVain();
    const second = await world.selam.say("DKF1AB2CD3 please");
    await botMessages(world, 2);
    const third = await world.selam.say("DKF1AB2CD3 now");
    await botMessages(world, 3);
    for (const [message, others] of [
      [second, 1],
      [third, 2],
    ] as const) {
      await world.selam.edit(message, "hello");
      const withdrawn = async () =>
        (await botMessages(world, 3)).filter(({ text }) => text.startsWith("You changed the message"));
      await expect.poll(withdrawn).toHaveLength(others);
    }
    expect(await waiting(world)).toMatchObject([{ message_id: id }]);
    world.answers.give = () => ok(verified());
    pass(world, minuteMs);
    const said = await botMessages(world, 4, ({ text }) => text.startsWith("❓"));
    expect(said.at(-1)?.reply?.message_id).toBe(id);
    expect(await waiting(world)).toEqual([]);
    expect(await usedToday(world)).toBe(1);
  });

  test("is asked about no more once none of its messages asks it", async () => {
    const { world, id } = await askInVain();
    const second = await world.selam.say("DKF1AB2CD3 please");
    await botMessages(world, 2);
    await world.selam.edit(id, "hello");
    await botMessages(world, 2);
    await world.selam.edit(second, "hello");
    await expect.poll(() => waiting(world)).toEqual([]);
  });

  test("is kept sealed, and forgotten with whoever asked", async () => {
    const { world } = await askInVain();
    expect(JSON.stringify(await waiting(world))).not.toContain("DKF1AB2CD3");
    await world.selam.say("/erase");
    const [, ask] = await botMessages(world, 2);
    await world.selam.press(ask?.message_id ?? 0, "🗑 Yes, erase it all");
    await botMessages(world, 3);
    expect(await waiting(world)).toEqual([]);
  });

  test("is forgotten when the message is changed into another receipt", async () => {
    const { world, id } = await askInVain();
    world.answers.give = () => ok(verified({ transaction_reference: "DKF1AB2CD4" }));
    await world.selam.edit(id, "DKF1AB2CD4");
    await botMessages(world, 1, ({ text }) => text.includes("DKF1AB2CD4"));
    await expect.poll(() => waiting(world)).toEqual([]);
  });

  test("is asked about no more when the message was changed, and the change is not answered within its hour", async () => {
    const { world, id } = await askInVain();
    const [row] = await waiting(world);
    // A bug ended the answering of the change.
    await world.dependencies.retries.suspendBefore(1_000_000, {
      chatId: row?.chat_id ?? 0,
      messageId: id,
    });
    world.answers.give = () => ok(verified());
    pass(world, 59 * minuteMs);
    await world.selam.say("DKF1AB2CD4");
    await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    pass(world, minuteMs);
    const said = await botMessages(world, 3);
    expect(said.at(-1)?.text).toMatch(/^⏳ TEST Beta Wallet did not answer for an hour/);
    expect(said.at(-1)?.reply?.message_id).toBe(id);
    expect(world.asked).toEqual(["beta DKF1AB2CD3", "beta DKF1AB2CD4"]);
    expect(await waiting(world)).toEqual([]);
  });

  describe("and that came from the background", () => {
    /** Selam's receipt was ⏳, and its answer came later: the bot's second message. */
    const openAnsweredLater = async () => {
      const { world, id } = await askInVain();
      world.answers.give = (asked) =>
        ok(verified({ transaction_reference: /DKF\w{7}/.exec(asked)?.[0] ?? "" }));
      pass(world, minuteMs);
      await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
      return { world, id };
    };

    test.each([
      ["another receipt", "DKF1AB2CD4", "❓"],
      ["no receipt", "thanks", withdrawn],
    ])("is no answer to a message that is changed into %s", async (_, text, line) => {
      const { world, id } = await openAnsweredLater();
      await world.selam.edit(id, text);
      await botMessages(world, 2, (message) => message.is_edited && message.text.startsWith(line));
      await world.bot.stop();
      const [first, last, ...others] = await botMessages(world, 2);
      expect(others).toEqual([]);
      expect(first?.text).toBe(withdrawn);
      expect(last?.text).toMatch(new RegExp(`^${line}`));
      expect(last?.text).not.toContain("DKF1AB2CD3");
    });

    test.each([
      ["is changed behind it alone", "DKF1AB2CD3 thanks", 1],
      ["names it elsewhere", "for the shoes: DKF1AB2CD3", 1],
      ["names another one, too", "DKF1AB2CD3 and DKF1AB2CD4", 2],
    ])("stays below a message that %s", async (_, text, receipts) => {
      const { world, id } = await openAnsweredLater();
      const before = await botMessages(world, 2);
      await world.selam.edit(id, text);
      await botMessages(world, receipts + 1, (message) => message.text.includes(`CD${receipts + 2}`));
      await world.selam.say("/usage");
      const after = await botMessages(world, receipts + 2);
      expect(after[0]?.text).toBe(before[0]?.text);
      expect(after[1]?.text).toMatch(/^❓[\s\S]*DKF1AB2CD3/);
      expect(after.map((message) => message.text)).not.toContain(withdrawn);
    });
  });

  test("is told of no more when the message was changed while its answer waited to be said", async () => {
    const { world, id } = await askInVain();
    let letGo: () => void = () => undefined;
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    world.answers.give = async (asked) => {
      if (asked.includes("DKF1AB2CD5")) await isLetGo;
      return ok(verified({ transaction_reference: /DKF\w{7}/.exec(asked)?.[0] ?? "" }));
    };
    await world.selam.say("DKF1AB2CD5");
    await expect.poll(() => world.asked.filter((one) => one.includes("CD5")).length).toBe(1);
    await world.selam.edit(id, "DKF1AB2CD4");
    pass(world, minuteMs);
    await expect.poll(() => waiting(world)).toEqual([]);
    letGo();
    const left = () =>
      world.store.db.selectFrom("inbox").select("queue").where("state", "<>", "done").execute();
    await expect.poll(left).toEqual([]);
    const said = await botMessages(world, 2);
    expect(said.filter(({ text }) => text.includes("DKF1AB2CD3"))).toEqual([]);
  });

  test("is asked about by a process that does not know all that another version keeps with it", async () => {
    const { world } = await askInVain();
    await rewrite(world, (kept) => ({
      ...kept,
      new: 1,
      candidate: { ...kept.candidate, new: 1, claims: { ...kept.candidate.claims, newSantim: [5] } },
    }));
    world.answers.give = () => ok(verified());
    pass(world, minuteMs);
    await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    expect(await waiting(world)).toEqual([]);
  });

  test.each([
    ["cannot read", (kept: KeptLookUp) => ({ ...kept, candidate: "of another version" })],
    [
      "offers no provider for",
      (kept: KeptLookUp) => ({ ...kept, candidate: { ...kept.candidate, provider: "new" } }),
    ],
  ])("is left to another process by one that %s, with one line in the log", async (_, change) => {
    const { world } = await askInVain();
    const warn = vi.spyOn(world.dependencies.log, "warn");
    const before = await rewrite(world, change);
    world.answers.give = () => ok(verified());
    for (const attempts of [1, 2, 3]) {
      world.clock.now = new Date((await waiting(world))[0]?.due_at ?? 0);
      await expect.poll(async () => (await waiting(world))[0]?.attempts).toBe(attempts);
    }
    expect(warn).toHaveBeenCalledTimes(1);
    expect(world.asked).toHaveLength(1);
    // Another process reads it.
    await rewrite(world, () => before);
    world.clock.now = new Date((await waiting(world))[0]?.due_at ?? 0);
    await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    expect(await waiting(world)).toEqual([]);
  });

  test("is given up after its hour when no process can read it", async () => {
    const { world } = await askInVain();
    await rewrite(world, (kept) => ({ ...kept, candidate: { ...kept.candidate, provider: "new" } }));
    pass(world, 60 * minuteMs);
    await botMessages(world, 2, ({ text }) => text.includes("did not answer for an hour"));
    expect(await waiting(world)).toEqual([]);
  });

  test("is asked about by the next process when the first one dies, and told and counted once", async () => {
    const { world } = await askInVain({ drainMs: 100 });
    const { dependencies, store, clock } = world;
    const releases: (() => void)[] = [];
    world.answers.give = () =>
      new Promise((resolve) => {
        releases.push(() => resolve(ok(verified())));
      });
    pass(world, minuteMs);
    await expect.poll(() => releases.length).toBe(1);
    await store.db.deleteFrom("process_lease").execute();
    await store.db.insertInto("process_lease").values({ id: "the next process", expires_at: 1e15 }).execute();
    const at = { store, secret: testSecret, leaseId: () => "the next process", now: () => clock.now };
    const inbox = createInbox(at);
    const next = botOf({ ...dependencies, inbox, retries: createRetries({ ...at, inbox }) });
    onTestFinished(() => next.stop());
    await next.start();
    await expect.poll(() => releases.length).toBe(2);
    releases[1]?.();
    await botMessages(world, 2, ({ text }) => text.startsWith("❓"));
    releases[0]?.();
    await next.stop();
    await world.bot.stop();
    const said = await botMessages(world, 2);
    expect(said.filter(({ text }) => text.startsWith("❓"))).toHaveLength(1);
    expect(await usedToday(world)).toBe(1);
  });
});
