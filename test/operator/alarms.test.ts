import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { createLog } from "../../src/core/log.ts";
import { ok } from "../../src/core/result.ts";
import { createInboxSeal, createOwnUpdates } from "../../src/database/inbox-rows.ts";
import type { Store } from "../../src/database/store.ts";
import { statesOfOwn, statesOfProvider, statesOfStored } from "../../src/operator/alarms/alarm-states.ts";
import { type AlarmState, createAlarms } from "../../src/operator/alarms/alarms.ts";
import { createWatch } from "../../src/operator/alarms/watch.ts";
import { bodyOf, startBank } from "../support/bank.ts";
import { testClock } from "../support/cases.ts";
import { longTest } from "../support/extent.ts";
import { answer } from "../support/misbehaving-server.ts";
import { temporaryStore, testSecret } from "../support/temporary-store.ts";
import { settingsOf } from "../support/upstream-asking.ts";
import { createWorld } from "../support/world.ts";

const minuteMs = 60_000;
const chatId = 700_000_003;

/** What the bot would say, as it waits in the inbox; and the processes that leave it there. */
const openAlarms = async () => {
  const clock = { now: testClock };
  const now = () => clock.now;
  const { store } = await temporaryStore(now);
  const seal = createInboxSeal(testSecret);
  const process = () =>
    createAlarms({ store, ownUpdates: createOwnUpdates({ secret: testSecret, now }), now });
  const told = async (): Promise<readonly string[]> => {
    const rows = await store.db.selectFrom("inbox").selectAll().orderBy("received_at").execute();
    return rows.map(({ update_id, payload }) => JSON.parse(seal.open(String(update_id), payload)).alarm.text);
  };
  const pass = (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * minuteMs);
  };
  return { store, process, told, pass };
};

const away = { kind: "provider_away", subject: "beta", facts: {} } as const;
const raised: AlarmState = { ...away, state: "raised" };
const clear: AlarmState = { ...away, state: "clear" };

describe("an alarm", () => {
  test("is told once by several processes, also after a restart, and once more when it is over", async () => {
    const { process, told, pass } = await openAlarms();
    const [one, other] = [process(), process()];
    for (const each of [one, other]) {
      await each.report([raised]);
      pass(0.1);
      await each.report([raised]);
      await each.tell(chatId);
    }
    pass(1);
    const restarted = process();
    await restarted.report([raised]);
    await restarted.tell(chatId);
    expect(await told()).toEqual([
      expect.stringMatching(/^🔴 beta does not answer[\s\S]*\nWhat to do: run "npx deresegn doctor"/),
    ]);
    // Another process does not see it, while this one still does.
    await other.report([clear]);
    await other.tell(chatId);
    expect(await told()).toHaveLength(1);
    pass(4);
    await one.report([clear]);
    await one.tell(chatId);
    await other.tell(chatId);
    expect((await told())[1]).toMatch(/^🟢 Over: beta answers again\./);
    expect(await told()).toHaveLength(2);
    await one.report([raised]);
    await one.tell(chatId);
    expect(await told(), "seen once").toHaveLength(2);
    pass(1);
    await one.report([raised]);
    await one.tell(chatId);
    expect(await told()).toHaveLength(3);
  });

  test("that comes and goes is told once", async () => {
    const { process, told, pass } = await openAlarms();
    const alarms = process();
    for (let round = 0; round < 20; round += 1) {
      await alarms.report([round % 2 === 0 ? raised : clear]);
      await alarms.tell(chatId);
      pass(1);
    }
    expect(await told()).toHaveLength(1);
  });

  test("that nobody tells is noted, and told by a process with the bot", async () => {
    const { process, told, pass } = await openAlarms();
    await process().report([raised]);
    pass(1);
    await process().report([raised]);
    expect(await told()).toEqual([]);
    await process().tell(chatId);
    expect(await told()).toHaveLength(1);
  });
});

const quiet = {
  provider: "beta",
  circuit: "closed",
  openMs: 0,
  answeredAt: null,
  unreadable: 0,
  receiptReadAt: null,
  clause: "",
  caUntil: null,
} as const;

const statesOf = (sightings: readonly AlarmState[]) =>
  Object.fromEntries(sightings.map(({ kind, state }) => [kind, state]));

describe("what is seen", () => {
  const at = (minutes: number) => new Date(testClock.getTime() + minutes * minuteMs);

  test.each([
    [
      "a circuit that is open for two minutes",
      { circuit: "open", openMs: 120_000 },
      { provider_away: "raised" },
    ],
    ["one that has just opened", { circuit: "open", openMs: 30_000 }, {}],
    ["a process that has asked nobody", {}, {}],
    ["a bank that answers", { answeredAt: at(-1) }, { provider_away: "clear" }],
    ["a bank that answered an hour ago", { answeredAt: at(-60) }, {}],
    ["three receipts that cannot be read", { unreadable: 3 }, { layout_changed: "raised" }],
    ["one of them", { unreadable: 1, receiptReadAt: at(-1) }, {}],
    ["a receipt that was read", { receiptReadAt: at(-1) }, { layout_changed: "clear" }],
    ["a ca file that ends in a week", { caUntil: at(7 * 24 * 60) }, { certificate_ending: "raised" }],
  ] as const)("of %s", (_what, given, expected) => {
    const seen = statesOf(statesOfProvider({ ...quiet, ...given }, testClock));
    expect(seen).toEqual({ certificate_ending: "clear", ...expected });
  });

  test("of the books, the disk and the chats", () => {
    const own = { providers: [], pools: {}, connections: null, imbalanceSantim: 0, diskFreeBytes: 5e9 };
    expect(statesOf(statesOfOwn(own, true))).toEqual({ disk_full: "clear", ledger_imbalance: "clear" });
    expect(statesOf(statesOfOwn(own, false))).toEqual({ disk_full: "clear" });
    expect(statesOf(statesOfOwn({ ...own, imbalanceSantim: 5, diskFreeBytes: 1e8 }, false))).toEqual({
      disk_full: "raised",
      ledger_imbalance: "raised",
    });
    const stored = {
      reservationsOpen: 0,
      inboxWaiting: 900,
      repliesUnsent: 0,
      retriesWaiting: 0,
      toppedUpSantim: 0,
      balancesSantim: 0,
    };
    expect(statesOf(statesOfStored({ ...stored, inboxLagSeconds: 121 }))).toEqual({
      inbox_late: "raised",
    });
    expect(statesOf(statesOfStored({ ...stored, inboxLagSeconds: 60 }))).toEqual({});
    expect(statesOf(statesOfStored({ ...stored, inboxLagSeconds: 1 }))).toEqual({ inbox_late: "clear" });
  });
});

describe("a database that is away", () => {
  test("is told after a minute without its help, once, and again when it is back", async () => {
    const { store, process } = await openAlarms();
    const said: string[] = [];
    const database = { isAway: true };
    const flaky: Pick<Store, "read" | "ready"> = {
      read: store.read,
      ready: async () => (database.isAway ? fail("overloaded") : ok(true as const)),
    };
    const watch = createWatch({
      providers: [],
      upstream: { reading: () => ({ circuit: "closed", openMs: 0, running: 0, waiting: 0 }) },
      legibilityOf: () => ({ unreadable: 0, receiptReadAt: null }),
      own: () => ({ providers: [], pools: {}, connections: null, imbalanceSantim: 0, diskFreeBytes: null }),
      books: { step: async () => ok(undefined), isWhole: () => true, imbalanceSantim: () => 0 },
      canaries: null,
      changes: { clauseOf: async () => "" },
      store: flaky,
      alarms: process(),
      teller: { chatId, say: async (_chat, text) => void said.push(text) },
      log: createLog("silent"),
      now: () => testClock,
    });
    for (let round = 0; round < 3; round += 1) await watch();
    expect(said).toEqual([]);
    for (let round = 0; round < 5; round += 1) await watch();
    expect(said).toEqual([expect.stringMatching(/^🔴 The database takes no writes/)]);
    database.isAway = false;
    await watch();
    await watch();
    expect(said).toEqual([expect.anything(), expect.stringMatching(/^🟢 Over: the database takes writes/)]);
  });
});

longTest(
  "the operator's own receipts are asked for every quarter of an hour, and two failures are told with what to do",
  async () => {
    const bank = await startBank("beta");
    onTestFinished(bank.close);
    const order = bank.newOrder();
    const clock = { now: testClock };
    const startedMs = performance.now();
    const world = await createWorld({
      hasChat: true,
      now: () => new Date(clock.now.getTime() + performance.now() - startedMs),
      providers: { beta: settingsOf(bank.url) },
      canaries: [{ provider: "beta", request: order.body, amountSantim: null }],
      watchEveryMs: 50,
      variables: { ALERT_CHAT_ID: String(chatId) },
    });
    onTestFinished(world.close);
    const askedTimes = (times: number) => expect.poll(() => bank.asked(order)).toBe(times);
    await askedTimes(1);
    bank.misbehave(order, answer(200, await bodyOf("beta", "format-changed", order.reference)));
    const later = (minutes: number) => {
      clock.now = new Date(clock.now.getTime() + minutes * minuteMs);
    };
    later(17);
    await askedTimes(2);
    later(17);
    await askedTimes(3);
    const selam = world.selam();
    // The clock leaps while messages wait, which may be told, too.
    const texts = async () =>
      (await selam.state()).messages.map(({ text }) => text).filter((text) => /own receipt/i.test(text));
    await expect.poll(texts).toHaveLength(1);
    const [alarm = ""] = await texts();
    expect(alarm).toMatch(
      /^🔴 Your own receipt of beta could not be verified twice in a row: provider_format_changed\. Not met: label “.+”: 0 times\./,
    );
    expect(alarm).toMatch(/"labels": \{ ".+": \["how it reads now"\] \}/);
    expect(world.books()).toEqual({ callers: 0, taken: 0, pending: 0 });
    bank.misbehave(order, answer(200, await bodyOf("beta", "verified", order.reference)));
    later(17);
    await askedTimes(4);
    // A look that began before a leap may still see the failure; the next leap finds it over.
    const textsAfterLeap = async () => {
      later(4);
      await setTimeout(3_000);
      return texts();
    };
    await expect.poll(textsAfterLeap, { timeout: 40_000, interval: 0 }).toHaveLength(2);
    expect((await texts())[1]).toMatch(/^🟢 Over: your own receipt of beta is verified again\./);
  },
);

longTest("a bank that changed its receipts is told after the third one, with what to do", async () => {
  const bank = await startBank("beta");
  onTestFinished(bank.close);
  const clock = { now: testClock };
  const startedMs = performance.now();
  const world = await createWorld({
    hasChat: true,
    now: () => new Date(clock.now.getTime() + performance.now() - startedMs),
    providers: { beta: settingsOf(bank.url) },
    watchEveryMs: 50,
    variables: { ALERT_CHAT_ID: String(chatId) },
  });
  onTestFinished(world.close);
  const selam = world.selam();
  const texts = async () =>
    (await selam.state()).messages
      .map(({ text }) => text)
      .filter((text) => /changed its receipts/i.test(text));
  for (let number = 0; number < 3; number += 1) {
    expect(await texts()).toEqual([]);
    const order = bank.newOrder();
    bank.misbehave(order, answer(200, await bodyOf("beta", "format-changed", order.reference)));
    await selam.say(order.reference);
    await expect.poll(() => bank.asked(order)).toBe(1);
  }
  await expect.poll(texts).toHaveLength(1);
  expect((await texts())[0]).toMatch(
    /^🔴 beta has changed its receipts: several in a row could not be read\. Not met: label “.+”: 0 times\./,
  );
});
