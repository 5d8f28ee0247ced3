import type { Update } from "grammy/types";
import { expect, onTestFinished, test } from "vitest";
import { createInbox } from "../../src/bot/data/inbox.ts";
import { createRetries } from "../../src/bot/data/retries.ts";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { textUpdate } from "../../tools/chat/hook.ts";
import { leanBotInfo } from "../../tools/chat/lean-chats.ts";
import { openLeanTelegram } from "../../tools/chat/lean-telegram.ts";
import { botOf, createSurroundings, morning } from "../support/bot-world.ts";
import { longTest } from "../support/extent.ts";
import { runningClock } from "../support/running-clock.ts";
import { token } from "../support/telegram.ts";
import { temporaryStore, testSecret } from "../support/temporary-store.ts";

const userId = 7;
const progressAfterMs = 1_000;
type Surroundings = ReturnType<typeof createSurroundings>["dependencies"];

/** Two processes on one database; what `pausing` names is held up in the one that calls it first, until `wakeUp`. */
const openTwo = async (
  pausing: (dependencies: Surroundings, pause: () => Promise<void>, lease: string) => object,
) => {
  const telegram = await openLeanTelegram({ token, onSaid: () => undefined });
  onTestFinished(telegram.close);
  const now = runningClock(morning);
  const { store } = await temporaryStore(now);
  const { dependencies } = createSurroundings({
    store,
    apiRoot: telegram.url,
    now,
    timings: { inboxEveryMs: 5, lookEveryMs: 1, progressAfterMs },
  });
  const { db } = store;
  // Which of the two takes an update up is a race that either may win.
  const state: { paused: string | null } = { paused: null };
  let wake = () => {};
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const pauseIn = (lease: string) => async (): Promise<void> => {
    if (state.paused !== null) return;
    state.paused = lease;
    await woken;
  };
  const revive = (id: string) => db.insertInto("process_lease").values({ id, expires_at: 1e15 }).execute();
  const open = async (lease: string) => {
    await revive(lease);
    const at = { store, secret: testSecret, leaseId: () => lease, now };
    const inbox = createInbox(at);
    const bot = botOf({
      ...dependencies,
      inbox,
      retries: createRetries({ ...at, inbox }),
      botInfo: leanBotInfo,
      webhook: { url: "https://receipts.example/hook", secret: "a secret" },
      fetch: async (url, request) =>
        /\/(?:set|delete)My|setWebhook/.test(url)
          ? { json: async () => ({ ok: true, result: true }) }
          : dependencies.fetch(url, request),
      ...pausing(dependencies, pauseIn(lease), lease),
    });
    await bot.start();
    onTestFinished(() => bot.stop());
    return bot;
  };
  const first = await open("first");
  const second = await open("second");
  const settled = () =>
    expect
      .poll(() =>
        db
          .selectFrom("inbox")
          .select("update_id")
          .where("state", "=", "waiting")
          .where("update_id", ">", 0)
          .where("update_id", "<", 1_000)
          .execute(),
      )
      .toEqual([]);
  const command = (updateId: number, text: string): Update => {
    const entities = [{ type: "bot_command", offset: 0, length: text.split(" ")[0]?.length }];
    const { message } = textUpdate(updateId, { chatId: userId, messageId: 100 + updateId, text });
    return { update_id: updateId, message: { ...message, entities } } as Update;
  };
  return {
    db,
    revive,
    first,
    second,
    command,
    settled,
    said: () => telegram.chats.saidIn(userId),
    /** Once it was paused. */
    pausedOne: () => (state.paused === "first" ? first : second),
    otherOne: () => (state.paused === "first" ? second : first),
    /** The lease of the paused one runs out, and the other one takes its update over. */
    takeOver: async () => {
      await expect.poll(() => state.paused).not.toBeNull();
      await db
        .deleteFrom("process_lease")
        .where("id", "=", state.paused ?? "")
        .execute();
      await settled();
    },
    wakeUp: async () => {
      await revive(state.paused ?? "");
      wake();
      await new Promise((resolve) => setTimeout(resolve, 200));
    },
  };
};

test("a process that wakes up after its command was taken over expects no sum again", async () => {
  const world = await openTwo(({ expectedSums }, pause) => ({
    expectedSums: {
      ...expectedSums,
      expect: async (...asked: Parameters<typeof expectedSums.expect>) => {
        await pause();
        return expectedSums.expect(...asked);
      },
    },
  }));
  const { first, second, command, settled, said } = world;
  await first.take([command(1, "/expect 5000")]);
  await world.takeOver();
  await second.take([command(2, "/expect off")]);
  await settled();
  await world.wakeUp();
  await second.take([command(3, "/expect")]);
  await settled();
  expect(said().at(-1)?.text).toMatch(/^Nothing is expected\./);
});

test("a process that wakes up after its button was taken over makes no second key", async () => {
  const world = await openTwo(({ accounts }, pause) => ({
    accounts: {
      ...accounts,
      createKey: async (...asked: Parameters<typeof accounts.createKey>) => {
        await pause();
        return accounts.createKey(...asked);
      },
    },
  }));
  const { first, second, command, settled, said, db } = world;
  await second.take([command(1, "/key")]);
  await settled();
  const { id } = await db.selectFrom("open_question").select("id").executeTakeFirstOrThrow();
  const list = said()[0];
  const { message } = command(2, "/key");
  const shown = { ...message, message_id: list?.id, text: list?.text };
  const query = { id: "1", from: message?.from, chat_instance: "1", message: shown, data: `key:${id}:live` };
  await first.take([{ update_id: 2, callback_query: query } as Update]);
  await world.takeOver();
  await world.wakeUp();
  expect(await db.selectFrom("api_key").select("id").execute()).toHaveLength(1);
  expect(said().filter(({ text }) => text.startsWith("Your new key"))).toHaveLength(1);
});

test("a process that wakes up after its command was taken over chooses no language again", async () => {
  const world = await openTwo(({ memory }, pause) => ({
    memory: {
      ...memory,
      rememberLanguage: async (...asked: Parameters<typeof memory.rememberLanguage>) => {
        await pause();
        return memory.rememberLanguage(...asked);
      },
    },
  }));
  const { first, second, command, settled, db } = world;
  await first.take([command(1, "/lang om")]);
  await world.takeOver();
  await second.take([command(2, "/lang am")]);
  await settled();
  await world.wakeUp();
  expect(await db.selectFrom("chat").select("language").execute()).toEqual([{ language: "am" }]);
});

test("a process that wakes up after its command was taken over saves no account that was removed since", async () => {
  const world = await openTwo(({ savedAccounts }, pause) => ({
    savedAccounts: {
      ...savedAccounts,
      save: async (...asked: Parameters<typeof savedAccounts.save>) => {
        await pause();
        return savedAccounts.save(...asked);
      },
    },
  }));
  const { first, second, command, settled, db } = world;
  const saved = () => db.selectFrom("saved_account").select("id").execute();
  await first.take([command(1, "/accounts 0911223344 Hana")]);
  await world.takeOver();
  const [kept] = await saved();
  const { message } = command(2, "/accounts");
  const query = { id: "1", from: message?.from, chat_instance: "1", message, data: `own:remove:${kept?.id}` };
  await second.take([{ update_id: 2, callback_query: query } as Update]);
  await settled();
  expect(await saved()).toEqual([]);
  await world.wakeUp();
  expect(await saved()).toEqual([]);
});

test("a process that wakes up after its look-up was taken over puts no progress in the place of the answer", async () => {
  const { first, settled, takeOver, wakeUp, said } = await openTwo(({ verify }, pause) => ({
    verify: async (...asked: Parameters<typeof verify>) => {
      if (JSON.stringify(asked[0].body).includes("DKF1AB2CD4")) await pause();
      return verify(...asked);
    },
  }));
  const { message } = textUpdate(1, { chatId: userId, messageId: 101, text: "DKF1AB2CD3" });
  await first.take([{ update_id: 1, message } as Update]);
  await settled();
  const changed = { ...message, edit_date: message.date, text: "DKF1AB2CD4" };
  await first.take([{ update_id: 2, edited_message: changed } as Update]);
  await takeOver();
  const [answer, ...others] = said();
  expect(answer?.text).toMatch(/^❓ Real payment/);
  expect(others).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, progressAfterMs));
  await wakeUp();
  expect(said()).toEqual([answer]);
});

test.each([
  ["sends", "sendMessage", progressAfterMs],
  ["makes of its progress", "editMessageText", 5],
] as const)(
  "a process that was cut off from Telegram says nothing of what was taken over where it %s an answer once more",
  async (_, method, shownAfterMs) => {
    let isCutOff = true;
    const world = await openTwo(({ timings, fetch, verify }, pause) => ({
      timings: { ...timings, progressAfterMs: shownAfterMs },
      fetch: async (url: string, request: Parameters<typeof fetch>[1]) => {
        if (/\/(?:set|delete)My|setWebhook/.test(url))
          return { json: async () => ({ ok: true, result: true }) };
        if (!isCutOff || !url.endsWith(`/${method}`) || !/Real payment/.test(String(request.body)))
          return fetch(url, request);
        isCutOff = false;
        await pause();
        throw Object.assign(new Error("connect ENETUNREACH"), { code: "ENETUNREACH" });
      },
      verify: async (...asked: Parameters<typeof verify>) => {
        if (method === "editMessageText") await new Promise((resolve) => setTimeout(resolve, 60));
        return verify(...asked);
      },
    }));
    const { message } = textUpdate(1, { chatId: userId, messageId: 101, text: "DKF1AB2CD3" });
    await world.first.take([{ update_id: 1, message } as Update]);
    await world.takeOver();
    const changed = { ...message, edit_date: message.date, text: "never mind" };
    await world.otherOne().take([{ update_id: 2, edited_message: changed } as Update]);
    await world.settled();
    await world.wakeUp();
    await world.pausedOne().stop();
    expect(world.said().filter(({ text }) => text.includes("Real payment"))).toEqual([]);
  },
);

test("a process that wakes up after its receipt was taken over does not refuse what has been credited", async () => {
  const asked: string[] = [];
  const { first, command, takeOver, wakeUp, said } = await openTwo((_, pause, lease) => ({
    topUp: {
      accounts: [],
      credit: async () => {
        asked.push(lease);
        if (asked.length > 1) return ok({ state: "credited", amountSantim: 40_000, balanceSantim: 40_000 });
        await pause();
        return fail("provider_timeout");
      },
    },
  }));
  await first.take([command(1, "/topup DKF1AB2CD3")]);
  await takeOver();
  await wakeUp();
  expect(new Set(asked).size).toBe(2);
  expect(said().map(({ text }) => text)).toEqual([expect.stringMatching(/^✅ 400\.00 ETB/)]);
});

longTest("a message that comes back to a process that still works on it is answered", async () => {
  const lookUps: { readonly lease: string; readonly answer: () => void }[] = [];
  const { db, revive, first, said } = await openTwo(({ verify }, _pause, lease) => ({
    verify: async (...asked: Parameters<typeof verify>) => {
      await new Promise<void>((answer) => lookUps.push({ lease, answer }));
      return verify(...asked);
    },
  }));
  const end = (id: string) => db.deleteFrom("process_lease").where("id", "=", id).execute();
  const text = "DKF1AB2CD3 and DKF1AB2CD4";
  await first.take([textUpdate(1, { chatId: userId, messageId: 101, text }) as Update]);
  await expect.poll(() => lookUps.length).toBe(2);
  const [one, other] = lookUps[0]?.lease === "first" ? ["first", "second"] : ["second", "first"];
  await end(one);
  await expect.poll(() => lookUps.length).toBe(4);

  await revive(one);
  lookUps[0]?.answer();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await end(other);
  const holder = () => db.selectFrom("inbox").select("lease").where("update_id", "=", 1).executeTakeFirst();
  await expect.poll(async () => (await holder())?.lease).toBe(one);
  lookUps[1]?.answer();
  const answers = () => said().filter(({ text }) => /^[❓✅]/u.test(text)).length;
  const answeredSoFar = () => {
    for (const { lease, answer } of lookUps) if (lease === one) answer();
    return answers();
  };
  await expect.poll(answeredSoFar).toBe(2);
});
