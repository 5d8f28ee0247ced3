import { onTestFinished } from "vitest";
import { createInbox } from "../../src/bot/data/inbox.ts";
import { createRetries } from "../../src/bot/data/retries.ts";
import type { BotTimings } from "../../src/bot/telegram/timings.ts";
import { ok } from "../../src/core/result.ts";
import { createVerify } from "../../src/verify/verify.ts";
import { type BotMessage, leanBotInfo } from "../../tools/chat/lean-chats.ts";
import { openLeanTelegram } from "../../tools/chat/lean-telegram.ts";
import { botOf, createSurroundings, morning, type ScanPicture } from "./bot-world.ts";
import { runningClock } from "./running-clock.ts";
import { token } from "./telegram.ts";
import { temporaryStore, testSecret } from "./temporary-store.ts";

const never = new Promise<never>(() => undefined);

/**
 * A process that dies right after its step of this number (from 1), before it gets the result; null: it lives on. A step
 * is a write, or a call that changes the chat. A dead process does nothing more.
 */
export const createLife = (lastStep: number | null) => {
  let steps = 0;
  let isDead = false;
  const alive = async <T>(act: () => Promise<T>): Promise<T> => {
    const done = isDead ? await never : await act();
    return isDead ? never : done;
  };
  const step = async <T>(act: () => Promise<T>): Promise<T> => {
    if (!isDead) steps += 1;
    if (isDead || steps !== lastStep) return alive(act);
    isDead = true;
    await act();
    return never;
  };
  return { step, alive, isDead: () => isDead };
};

type Life = ReturnType<typeof createLife>;

const mortal =
  <A extends readonly unknown[], T>({ step }: Life, act: (...args: A) => Promise<T>) =>
  (...args: A): Promise<T> =>
    step(() => act(...args));

const answering = (answer: unknown) => async () => ({ json: async () => answer });
const done = answering({ ok: true, result: true });
const changesChat = /\/(?:sendMessage|editMessageText|deleteMessage)$/;

const file = answering({
  ok: true,
  result: { file_id: "file", file_unique_id: "file", file_path: "photos/file.jpg" },
});

/**
 * One database and one Telegram, on which one process follows another. `scanPicture`: what the pictures in the chat
 * point to.
 */
export const openLives = async (timings: Partial<BotTimings>, scanPicture?: ScanPicture) => {
  const sent: BotMessage[] = [];
  const onSaid = (message: BotMessage, isNew: boolean) => void (isNew && sent.push(message));
  const telegram = await openLeanTelegram({ token, onSaid });
  onTestFinished(telegram.close);
  const now = runningClock(morning);
  const { store } = await temporaryStore(now);
  const quick = {
    inboxEveryMs: 5,
    retriesEveryMs: 5,
    firstRetryMs: 1,
    pictureRetryMs: 1,
    lookEveryMs: 1,
    ...timings,
  };
  const { dependencies, accounts, lookUp, prepareAssessment, banks, answers } = createSurroundings({
    store,
    apiRoot: telegram.url,
    now,
    timings: quick,
    ...(scanPicture && { scanPicture }),
  });

  const nextLease = async (): Promise<string> => {
    await store.db.deleteFrom("process_lease").execute();
    const id = `process ${performance.now()}`;
    await store.db.insertInto("process_lease").values({ id, expires_at: 1e15 }).execute();
    return id;
  };

  /** The next process, when the one before it is dead. */
  const start = async (life: Life) => {
    const lease = await nextLease();
    const at = { store, secret: testSecret, leaseId: () => lease, now };
    const inbox = createInbox(at);
    const retries = createRetries({ ...at, inbox });
    const { memory, outbox, answeredTexts, savedAccounts, receiverAnswers } = dependencies;
    const counting = {
      reserve: mortal(life, accounts.reserve),
      commit: mortal(life, accounts.commit),
      void: mortal(life, accounts.void),
      isUndone: accounts.isUndone,
    };
    const bot = botOf({
      ...dependencies,
      download: async () => ok(new Uint8Array(1)),
      botInfo: leanBotInfo,
      webhook: { url: "https://receipts.example/hook", secret: "a secret" },
      verify: createVerify({ accounts: counting, lookUp, prepareAssessment, banks, now }),
      inbox: {
        ...inbox,
        // Reading the inbox is no step, because its number depends on chance.
        claimNext: (released, wanted) =>
          (released.finished?.length ? life.step : life.alive)(() => inbox.claimNext(released, wanted)),
      },
      retries: {
        ...retries,
        plan: mortal(life, retries.plan),
        postpone: mortal(life, retries.postpone),
        claim: (room) => life.alive(() => retries.claim(room)),
      },
      outbox: { ...outbox, note: mortal(life, outbox.note) },
      answeredTexts: { ...answeredTexts, note: mortal(life, answeredTexts.note) },
      savedAccounts: { ...savedAccounts, save: mortal(life, savedAccounts.save) },
      receiverAnswers: { ...receiverAnswers, keep: mortal(life, receiverAnswers.keep) },
      memory: { ...memory, ask: mortal(life, memory.ask), attachMessage: mortal(life, memory.attachMessage) },
      fetch: (url, request) => {
        // Registering commands and descriptions is left out: it would be most of all calls.
        if (/\/(?:set|delete)My/.test(url)) return done();
        if (/\/getFile$/.test(url)) return file();
        return (changesChat.test(url) ? life.step : life.alive)(() => dependencies.fetch(url, request));
      },
    });
    await bot.start();
    return bot;
  };

  /** How many updates and retries wait, in one statement, because one becomes the other in one transaction. */
  const unsettled = async (): Promise<number> => {
    const waiting = store.db.selectFrom("inbox").select("update_id as id").where("state", "=", "waiting");
    const planned = store.db.selectFrom("retry").select("id");
    return (await waiting.unionAll(planned).execute()).length;
  };
  return { telegram, store, accounts, answers, sent, start, unsettled };
};

export type Lives = Awaited<ReturnType<typeof openLives>>;
