import type { Update } from "grammy/types";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createAccountsRetention } from "../../src/accounts/retention.ts";
import { createRetrying } from "../../src/bot/conversation/background/background-retries.ts";
import type { Claimed } from "../../src/bot/data/inbox.ts";
import { createArrival } from "../../src/bot/telegram/arrival.ts";
import { usualTimings } from "../../src/bot/telegram/timings.ts";
import { createWorker } from "../../src/bot/telegram/worker.ts";
import { fail } from "../../src/core/failure.ts";
import { unobserved } from "../../src/core/measurements.ts";
import { ok } from "../../src/core/result.ts";
import { startRounds } from "../../src/core/rounds.ts";
import { untraced } from "../../src/core/tracing.ts";
import { createServer } from "../../src/http/server.ts";
import { createLayoutChangeWriter } from "../../src/operator/layout-changes/layout-watch.ts";
import { leanBotInfo } from "../../tools/chat/lean-chats.ts";
import { openLeanTelegram } from "../../tools/chat/lean-telegram.ts";
import { badUpdates, written } from "../support/bad-updates.ts";
import { botOf, createSurroundings, morning } from "../support/bot-world.ts";
import { upTo } from "../support/extent.ts";
import { keptLog } from "../support/kept-log.ts";
import { seed } from "../support/properties.ts";
import { runningClock } from "../support/running-clock.ts";
import { token } from "../support/telegram.ts";
import { temporaryStore } from "../support/temporary-store.ts";

const secret = "a-secret-of-the-tests";
const path = "/telegram/1f0c";

/** The webhook over HTTP, and what takes its updates. */
const openWebhook = async (take: Parameters<typeof createArrival>[0]) => {
  const { log, lines } = keptLog();
  const server = createServer({
    servesApi: false,
    accounts: { revokeLeaked: async () => ok(null) },
    webhook: { path, secret, arrive: createArrival(take, log) },
    health: { databaseReady: async () => true, cacheKind: "memory" },
    trustedProxies: [],
    publicUrl: null,
    log,
    now: () => new Date(),
  } as unknown as Parameters<typeof createServer>[0]);
  const url = await server.listen("127.0.0.1", 0);
  onTestFinished(() => server.close());
  const post = async (body: string, type = "application/json"): Promise<number> => {
    const headers = { "content-type": type, "x-telegram-bot-api-secret-token": secret };
    return (await fetch(`${url}${path}`, { method: "POST", body, headers })).status;
  };
  return { post, lines };
};

/** The whole bot between a Telegram and look-ups that answer at once. */
const openBot = async (bring: () => unknown = () => []) => {
  const telegram = await openLeanTelegram({ token });
  onTestFinished(telegram.close);
  const now = runningClock(morning);
  const { store } = await temporaryStore(now);
  await store.db.insertInto("process_lease").values({ id: "this process", expires_at: 1e15 }).execute();
  const { dependencies } = createSurroundings({
    store,
    apiRoot: telegram.url,
    now,
    timings: { pollSeconds: 1 },
  });
  const { log, lines } = keptLog();
  const start = async (webhook: { readonly url: string; readonly secret: string } | null) => {
    const bot = botOf({
      ...dependencies,
      log,
      botInfo: leanBotInfo,
      webhook,
      fetch: async (url, request) => {
        const answering = (result: unknown) => ({ json: async () => ({ ok: true, result }) });
        if (/\/(?:set|delete)My/.test(url)) return answering(true);
        if (!url.endsWith("/getUpdates")) return dependencies.fetch(url, request);
        const { offset, timeout } = JSON.parse(String(request.body)) as Record<string, number>;
        if (timeout === 0) return answering([]);
        await new Promise((resolve) => setTimeout(resolve, 1));
        return answering(offset === 0 ? bring() : []);
      },
    });
    onTestFinished(() => bot.stop());
    await bot.start();
    return bot;
  };
  const waiting = async () =>
    (
      await store.db
        .selectFrom("inbox")
        .select("update_id")
        .where("state", "=", "waiting")
        .where("due_at", "<", now().getTime())
        .execute()
    ).length;
  return { telegram, start, waiting, lines };
};

const saidIn = (telegram: Awaited<ReturnType<typeof openLeanTelegram>>, chatId: number) =>
  telegram.chats.saidIn(chatId).map(({ text }) => text.slice(0, 1));

const hooked = { url: `https://receipts.example${path}`, secret };

describe("an update that does not fit", () => {
  test.each<[why: string, body: string, updateId: number | null, field: string]>([
    ["has no chat", '{"update_id":7,"message":{"message_id":1,"date":1}}', 7, "message.chat"],
    [
      "has no sender",
      '{"update_id":7,"message":{"message_id":1,"date":1,"chat":{"id":5,"type":"private"},"text":"a"}}',
      7,
      "message",
    ],
    ["has a message that is a list", '{"update_id":7,"message":[]}', 7, "message"],
    [
      "has text that is a number",
      JSON.stringify({ update_id: 7, message: { ...written(5, "").message, text: 12 } }),
      7,
      "message.text",
    ],
    [
      "has a text as no person may write",
      JSON.stringify({ update_id: 7, ...written(5, "x".repeat(500_000)) }),
      7,
      "message.text",
    ],
    [
      "is longer than any update",
      JSON.stringify({ update_id: 7, ...written(5, "x".repeat(4 * 1024 * 1024)) }),
      7,
      "message",
    ],
    [
      "is longer and has no id in front",
      `{"a":"${"x".repeat(4 * 1024 * 1024)}","update_id":7}`,
      null,
      "update_id",
    ],
    ["is nothing but depth", "[".repeat(4 * 1024 * 1024), null, "update_id"],
    [
      "is deep where a field is read",
      `{"update_id":7,"message":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
      7,
      "message",
    ],
    ["has a press without a person", '{"update_id":7,"callback_query":{"id":"1"}}', 7, "callback_query.from"],
    ["claims to be one of ours", '{"update_id":281474976710656,"album":{}}', 2 ** 48, "update_id"],
    ["has no id", "{}", null, "update_id"],
    ["is no object", "[1]", null, ""],
    ["is no JSON", "{", null, ""],
  ])(
    "because it %s is written off, named in the log, and answered 200",
    async (_why, body, updateId, field) => {
      const taken: Update[] = [];
      const { post, lines } = await openWebhook(async (updates) => {
        taken.push(...updates);
        return ok(undefined);
      });
      expect(await post(body)).toBe(200);
      expect(taken).toEqual([]);
      expect(lines).toMatchObject([{ updateId, field, msg: "an update does not fit and is written off" }]);
    },
  );

  test("is answered 200 though its body cannot be read at all", async () => {
    const { post } = await openWebhook(async () => ok(undefined));
    expect(await post("update_id=7", "application/x-www-form-urlencoded")).toBe(200);
  });

  test("loses what no handler reads, however deep it is", async () => {
    const taken: Update[] = [];
    const { post } = await openWebhook(async (updates) => {
      taken.push(...updates);
      return ok(undefined);
    });
    const deep = `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`;
    const body = JSON.stringify({ update_id: 7, ...written(5, "hello"), later: "deep" });
    expect(await post(body.replace('"deep"', deep))).toBe(200);
    expect(taken).toEqual([{ update_id: 7, ...written(5, "hello") }]);
  });
});

describe("a message with marks of a text that it does not have", () => {
  test("is answered by what it does say", async () => {
    const { telegram, start } = await openBot();
    const bot = await start(hooked);
    const { post } = await openWebhook(bot.take);
    const { message } = written(42, "");
    const { text: _, ...said } = message;
    const entities = [{ type: "bot_command", offset: 0, length: 5 }];
    const document = { file_id: "f", file_name: "a.txt" };
    const odd = { ...said, caption: "DKF1AB2CD3", document, entities };
    expect(await post(JSON.stringify({ update_id: 9, message: odd }))).toBe(200);
    await expect.poll(() => saidIn(telegram, 42)).toEqual(["❓"]);
  });
});

describe("an update that cannot be taken", () => {
  test("is brought again twice, then written off, and those beside it are taken once", async () => {
    const taken: number[] = [];
    const { log, lines } = keptLog();
    const arrive = createArrival(async (updates) => {
      if (updates.some(({ update_id }) => update_id === 2)) throw new Error("a bug");
      taken.push(...updates.map(({ update_id }) => update_id));
      return ok(undefined);
    }, log);
    const brought = [1, 2, 3].map((update_id) => ({ update_id, ...written(5, "hello") }));
    expect((await arrive(brought)).ok).toBe(false);
    expect((await arrive(brought.slice(1, 2))).ok).toBe(false);
    expect((await arrive(brought.slice(1, 2))).ok).toBe(true);
    expect(taken).toEqual([1, 3]);
    expect(lines.map(({ updateId, tried }) => [updateId, tried])).toEqual([
      [2, 1],
      [2, 2],
      [2, 3],
    ]);
  });
});

describe("fuzzed updates", () => {
  const drawn = `PROPERTY_SEED=${seed}`;

  test("by webhook are answered 200, end nothing, and an honest one among them is answered", {
    timeout: 120_000,
  }, async () => {
    const { telegram, start, waiting } = await openBot();
    const bot = await start(hooked);
    const { post } = await openWebhook(bot.take);
    const bodies = badUpdates(upTo(1_000), { seed, firstId: 1_000 });
    const statuses = new Set<number>();
    for (const [at, body] of bodies.entries()) {
      if (at === Math.floor(bodies.length / 2))
        statuses.add(await post(JSON.stringify({ update_id: 5_000, ...written(42, "DKF1AB2CD3") })));
      statuses.add(await post(body));
    }
    expect([...statuses], drawn).toEqual([200]);
    await expect.poll(() => saidIn(telegram, 42), { timeout: 30_000, message: drawn }).toEqual(["❓"]);
    await expect.poll(waiting, { timeout: 60_000, interval: 50, message: drawn }).toBe(0);
    expect(await post(JSON.stringify({ update_id: 5_001, ...written(43, "DKF1AB2CD3") }))).toBe(200);
    await expect.poll(() => saidIn(telegram, 43), { timeout: 30_000 }).toEqual(["❓"]);
  });

  test("by polling end nothing, and an honest one among them is answered", { timeout: 120_000 }, async () => {
    const bodies = badUpdates(upTo(300), { seed: seed + 1, firstId: 1_000 });
    const brought = [...bodies.map((body): unknown => JSON.parse(body)), null, 7, "text"];
    brought.splice(10, 0, { update_id: 5_000, ...written(42, "DKF1AB2CD3") });
    const { telegram, start } = await openBot(() => brought);
    await start(null);
    await expect.poll(() => saidIn(telegram, 42), { timeout: 60_000, message: drawn }).toEqual(["❓"]);
  });
});

describe("an answer of Telegram's that holds no list of updates", () => {
  test("ends no polling", async () => {
    const answers: unknown[] = [{}, null, 7, "text"];
    const { telegram, start } = await openBot(() =>
      answers.length > 0 ? answers.shift() : [{ update_id: 1, ...written(42, "DKF1AB2CD3") }],
    );
    await start(null);
    await expect.poll(() => saidIn(telegram, 42)).toEqual(["❓"]);
  });
});

const timings = {
  ...usualTimings,
  retryMs: 1,
  inboxEveryMs: 1,
  retriesEveryMs: 1,
  lookEveryMs: 1,
  drainMs: 100,
};
const claimed = (updateId: number, payload = JSON.stringify({ update_id: updateId })): Claimed => ({
  updateId,
  queue: updateId,
  payload,
  attempts: 1,
  receivedAt: morning,
});

describe("a loop of the background", () => {
  test("that works the inbox off gives an update up after three tries, and goes on with the next", async () => {
    const { log, lines } = keptLog();
    const finished: number[] = [];
    const tried: number[] = [];
    const due = [claimed(1), claimed(2, "{ no JSON"), claimed(3)];
    let looks = 0;
    const worker = createWorker({
      inbox: {
        take: async () => fail("overloaded"),
        claimNext: async ({ finished: done = [] }) => {
          looks += 1;
          // The first two reads throw.
          if (looks < 3) throw new Error("a bug");
          finished.push(...done);
          return ok(due.splice(0));
        },
        isBehindGroup: async () => false,
        applyRetention: async () => {
          throw new Error("a bug");
        },
      },
      observe: unobserved,
      tracing: untraced,
      now: () => morning,
      work: async ({ update_id }) => {
        tried.push(update_id);
        if (update_id === 1) throw new Error("a bug");
        return "done";
      },
      giveUp: async () => "done",
      noteHeldUp: async () => undefined,
      log,
      timings,
    });
    const run = worker.run();
    await expect.poll(() => finished.toSorted()).toEqual([1, 2, 3]);
    expect(tried.filter((updateId) => updateId === 1)).toHaveLength(3);
    const broke = lines.filter(({ msg }) => msg === "the work on an update broke");
    expect(broke.filter(({ updateId }) => updateId === 2)).toHaveLength(3);
    await worker.stop();
    await run;
  });

  test.each([
    [40, 40],
    [600, 120],
  ])(
    "that cannot work an update of %d s off tries three times, and leaves it for %d s",
    async (age, left) => {
      const due = [claimed(1)];
      let tried = 0;
      const postponed: unknown[] = [];
      const now = new Date(morning.getTime() + age * 1000);
      const worker = createWorker({
        inbox: {
          take: async () => fail("overloaded"),
          claimNext: async ({ postponed: given = [] }) => {
            postponed.push(...given);
            // The database is away when the first of them is given back.
            return given.length > 0 && postponed.length === 1 ? fail("overloaded") : ok(due.splice(0));
          },
          isBehindGroup: async () => false,
          applyRetention: async () => ok(undefined),
        },
        observe: unobserved,
        tracing: untraced,
        now: () => now,
        work: async () => {
          tried += 1;
          return "again";
        },
        giveUp: async () => "done",
        noteHeldUp: async () => undefined,
        log: keptLog().log,
        timings,
      });
      const run = worker.run();
      const given = { updateId: 1, dueAt: new Date(now.getTime() + left * 1000) };
      await expect.poll(() => postponed).toEqual([given, given]);
      expect(tried).toBe(3);
      await worker.stop();
      await run;
    },
  );

  test("that works off what was left for one person, in however many groups, leaves places to others", async () => {
    const ofPerson = (n: number) => ({
      ...claimed(2 ** 48 + n, JSON.stringify({ update_id: 2 ** 48 + n, of: { chatId: -n, person: 4711 } })),
      queue: -(2 ** 47) - n,
    });
    const due = Array.from({ length: 14 }, (_, index) => ofPerson(index + 1));
    const begun: number[] = [];
    const givenBack: number[] = [];
    const worker = createWorker({
      inbox: {
        take: async () => fail("overloaded"),
        claimNext: async ({ unbegun = [] }) => {
          givenBack.push(...unbegun);
          return ok(due.splice(0));
        },
        isBehindGroup: async () => false,
        applyRetention: async () => ok(undefined),
      },
      observe: unobserved,
      tracing: untraced,
      now: () => morning,
      work: ({ update_id }) => {
        begun.push(update_id - 2 ** 48);
        return new Promise(() => undefined);
      },
      giveUp: async () => "done",
      noteHeldUp: async () => undefined,
      log: keptLog().log,
      timings,
    });
    const run = worker.run();
    await expect.poll(() => givenBack).toHaveLength(4);
    expect(begun).toHaveLength(10);
    await worker.stop();
    await run;
  });

  test.each([
    ["fails", async () => fail("overloaded")],
    ["breaks", () => Promise.reject(new Error("a bug"))],
  ] as const)("that stops notes all that has ended, though the first try %s", async (_, tryOnce) => {
    const due = [claimed(1), claimed(2)];
    const noted: number[] = [];
    let state: "runs" | "cannot note" | "stops" = "runs";
    let endSecond: (how: "done") => void = () => undefined;
    const worker = createWorker({
      inbox: {
        take: async () => fail("overloaded"),
        claimNext: async ({ finished: done = [] }) => {
          if (state === "stops") endSecond("done");
          if (state === "stops") state = "runs";
          else if (state === "runs") {
            noted.push(...done);
            return ok(due.splice(0));
          }
          return tryOnce();
        },
        isBehindGroup: async () => false,
        applyRetention: async () => ok(undefined),
      },
      observe: unobserved,
      tracing: untraced,
      now: () => morning,
      work: async ({ update_id }) => {
        if (update_id === 1) state = "cannot note";
        return update_id === 1
          ? "done"
          : new Promise((resolve) => {
              endSecond = resolve;
            });
      },
      giveUp: async () => "done",
      noteHeldUp: async () => undefined,
      log: keptLog().log,
      timings: { ...timings, drainMs: 60_000 },
    });
    const run = worker.run();
    await expect.poll(() => state).toBe("cannot note");
    state = "stops";
    await worker.stop();
    expect(noted.toSorted()).toEqual([1, 2]);
    await run;
  });

  test("that tries look-ups again goes on when a look breaks", async () => {
    let looks = 0;
    const retrying = createRetrying({
      retries: {
        claim: async () => {
          looks += 1;
          if (looks < 3) throw new Error("a bug");
          return ok([]);
        },
      },
      providers: [],
      now: () => morning,
      log: keptLog().log,
      timings,
    } as unknown as Parameters<typeof createRetrying>[0]);
    const run = retrying.run();
    await expect.poll(() => looks).toBeGreaterThan(3);
    await retrying.stop();
    await run;
  });

  test("that keeps the books tidy tells a broken round and goes on", async () => {
    const told: string[] = [];
    const retention = createAccountsRetention({
      store: {
        transaction: () => {
          throw new Error("a bug");
        },
      },
      lease: { renew: async () => ok(undefined), end: async () => undefined },
      now: () => morning,
      historyDays: 1,
      onRetentionFailed: ({ code }: { readonly code: string }) => told.push(code),
    } as unknown as Parameters<typeof createAccountsRetention>[0]);
    await retention.start();
    expect(told).toEqual(["internal_error"]);
    await retention.close();
  });

  test("that is done in rounds goes on after a broken one", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { log, lines } = keptLog();
    const rounds = startRounds({
      everyMs: 60_000,
      work: async () => {
        throw new Error("a bug");
      },
      name: "a round",
      log,
    });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(lines).toHaveLength(2);
    await rounds.close();
  });

  test("that writes changed layouts down goes on after a broken write", async () => {
    const { log, lines } = keptLog();
    let writes = 0;
    const notes = createLayoutChangeWriter({
      changes: {
        add: async () => {
          writes += 1;
          if (writes === 1) throw new Error("a bug");
          return ok([]);
        },
      } as unknown as Parameters<typeof createLayoutChangeWriter>[0]["changes"],
      log,
    });
    const change = { provider: "beta", outcome: "refused", fingerprint: "1" };
    const changes = [change] as unknown as Parameters<typeof notes.add>[0];
    notes.add(changes);
    await expect.poll(() => lines.length).toBe(1);
    notes.add(changes);
    await expect.poll(() => writes).toBe(2);
    await notes.close();
  });
});
