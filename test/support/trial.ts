import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, onTestFinished } from "vitest";
import { openStore } from "../../src/database/store.ts";
import { openCustomer } from "../../tools/chat/customers.ts";
import { openHook, textUpdate } from "../../tools/chat/hook.ts";
import { openLeanTelegram } from "../../tools/chat/lean-telegram.ts";
import { type Program, startProgram, token } from "../../tools/chat/program.ts";
import { type Bank, type BankOrder, bodyOf, startBank } from "./bank.ts";
import { startDatabaseProxy } from "./database-proxy.ts";
import { answer } from "./misbehaving-server.ts";
import { startRedis } from "./redis.ts";
import { type DatabaseKind, temporaryDatabase, temporaryFolder, testSecret } from "./temporary-store.ts";

/** Faults of our own, each brought about for the built program while a paying customer asks it. */

/** What the customer is told while it lasts and of the same question afterwards, and how many answers are paid for. */
export type Told = { readonly meanwhile: string; readonly afterwards: string; readonly charges: number };

export type Trial = () => Promise<Told>;

const open = async (kind: DatabaseKind = "sqlite") => {
  const databaseUrl = await temporaryDatabase(kind);
  const bank = await startBank("beta");
  let isFlooded = false;
  const telegram = await openLeanTelegram({
    token,
    troubleOf: (method) => (isFlooded && method === "sendMessage" ? "flood" : null),
  });
  onTestFinished(async () => {
    await bank.close();
    await telegram.close();
  });
  const key = await openCustomer({ databaseUrl, secret: testSecret });
  const folder = temporaryFolder();

  const start = async (env: Readonly<Record<string, string>> = {}, url = databaseUrl): Promise<Program> => {
    const program = await startProgram({
      folder,
      databaseUrl: url,
      secret: testSecret,
      telegramUrl: telegram.url,
      settings: { beta: { bank: "Birrway", url: bank.url } },
      env,
    });
    onTestFinished(program.kill);
    return program;
  };
  /** Under one key for each order, so that it can be asked again. Gives status with verdict or code. */
  const ask = async ({ url }: Program, order: BankOrder, signal?: AbortSignal): Promise<string> => {
    const headers = {
      "content-type": "application/json",
      "x-api-key": key,
      "idempotency-key": order.reference,
    };
    const sent = { method: "POST", headers, body: JSON.stringify(order.body), ...(signal && { signal }) };
    const reply = await fetch(`${url}/api/verify-beta`, sent).catch(() => null);
    if (reply === null) return "no reply";
    const { data, error } = JSON.parse(await reply.text());
    return `${reply.status} ${data?.status ?? error.code}`;
  };
  /** Until it is no longer too much, or still at work. */
  const askUntilAnswered = async (program: Program, order: BankOrder): Promise<string> => {
    for (;;) {
      const told = await ask(program, order);
      if (!/^(?:503|409) /.test(told)) return told;
      await new Promise((again) => setTimeout(again, 100));
    }
  };
  /** Answers that were paid for, once nothing is held any more. */
  const charges = async (): Promise<number> => {
    const store = await openStore({ databaseUrl, secret: testSecret, now: () => new Date() });
    try {
      const held = () => store.db.selectFrom("balance").select("pending_santim").executeTakeFirstOrThrow();
      await expect.poll(async () => (await held()).pending_santim, { timeout: 90_000 }).toBe(0);
      const entries = await store.db.selectFrom("ledger_entry").select("kind").execute();
      return entries.filter(({ kind }) => kind === "charge").length;
    } finally {
      await store.close();
    }
  };
  const flood = (on: boolean) => {
    isFlooded = on;
  };
  return { databaseUrl, bank, telegram, start, ask, askUntilAnswered, charges, flood };
};

/** A question that is with the bank until it is let. */
const holdBack = (bank: Bank) => {
  const order = bank.newOrder();
  let release = () => {};
  const released = new Promise<void>((go) => {
    release = go;
  });
  const asked = new Promise<void>((arrived) => {
    bank.misbehave(order, (socket, request) => {
      arrived();
      void Promise.all([bodyOf("beta", "verified", order.reference), released]).then(([body]) =>
        answer(200, body)(socket, request),
      );
    });
  });
  return { order, asked, release: () => release() };
};

export const isKilled: Trial = async () => {
  const { bank, start, ask, askUntilAnswered, charges } = await open();
  const program = await start();
  const { order, asked, release } = holdBack(bank);
  const asking = ask(program, order);
  await asked;
  await program.kill();
  release();
  const meanwhile = await asking;
  const afterwards = await askUntilAnswered(await start(), order);
  return { meanwhile, afterwards, charges: await charges() };
};

/** Each write fails, as on a disk that is full. */
export const hasAFullDisk: Trial = async () => {
  const { bank, start, ask, askUntilAnswered, charges } = await open();
  const program = await start();
  const limitFiles = (bytes: string) =>
    execFileSync("prlimit", ["--pid", String(program.pid), `--fsize=${bytes}:unlimited`]);
  limitFiles("0");
  const order = bank.newOrder();
  const meanwhile = await ask(program, order);
  limitFiles("unlimited");
  const afterwards = await askUntilAnswered(program, order);
  await program.stop();
  return { meanwhile, afterwards, charges: await charges() };
};

export const isLockedOut: Trial = async () => {
  const { databaseUrl, bank, start, ask, askUntilAnswered, charges } = await open();
  const program = await start();
  const other = new DatabaseSync(databaseUrl.replace("sqlite:", ""));
  other.exec("begin immediate");
  const order = bank.newOrder();
  const meanwhile = await ask(program, order);
  other.exec("rollback");
  other.close();
  const afterwards = await askUntilAnswered(program, order);
  await program.stop();
  return { meanwhile, afterwards, charges: await charges() };
};

export const losesItsRedis: Trial = async () => {
  const { bank, start, ask, charges } = await open();
  const redis = await startRedis();
  const program = await start({ CACHE_URL: redis.url });
  await redis.kill();
  const meanwhile = await ask(program, bank.newOrder());
  await redis.restart();
  const afterwards = await ask(program, bank.newOrder());
  await program.stop();
  return { meanwhile, afterwards, charges: await charges() };
};

export const losesItsPostgres: Trial = async () => {
  const { databaseUrl, bank, start, ask, askUntilAnswered, charges } = await open("postgres");
  const wire = await startDatabaseProxy(databaseUrl);
  const program = await start({}, wire.url);
  wire.turn("refused");
  wire.cutAll();
  const order = bank.newOrder();
  const meanwhile = await ask(program, order);
  wire.turn("clear");
  const afterwards = await askUntilAnswered(program, order);
  await program.stop();
  return { meanwhile, afterwards, charges: await charges() };
};

/** A whole day, and back. */
export const hasAJumpingClock: Trial = async () => {
  const { bank, start, ask, charges } = await open();
  const ahead = await start({
    CLOCK_AHEAD_MS: String(86_400_000),
    NODE_OPTIONS: `--import ${resolve("tools/chat/clock-ahead.mjs")}`,
  });
  const meanwhile = await ask(ahead, bank.newOrder());
  await ahead.stop();
  const program = await start();
  const afterwards = await ask(program, bank.newOrder());
  await program.stop();
  return { meanwhile, afterwards, charges: await charges() };
};

export const isToldToStop: Trial = async () => {
  const { bank, start, ask, charges } = await open();
  const program = await start();
  const { order, asked, release } = holdBack(bank);
  const asking = ask(program, order);
  await asked;
  const stopped = program.stop();
  release();
  const meanwhile = await asking;
  await stopped;
  const next = await start();
  const afterwards = await ask(next, order);
  await next.stop();
  return { meanwhile, afterwards, charges: await charges() };
};

/** The answer is computed and paid for all the same, and is there for who asks again. */
export const isHungUpOn: Trial = async () => {
  const { bank, start, ask, askUntilAnswered, charges } = await open();
  const program = await start();
  const { order, asked, release } = holdBack(bank);
  const line = new AbortController();
  const asking = ask(program, order, line.signal);
  await asked;
  line.abort();
  const meanwhile = await asking;
  release();
  const afterwards = await askUntilAnswered(program, order);
  await program.stop();
  return { meanwhile, afterwards, charges: await charges() };
};

/** As a machine does that sleeps, or an event loop that something holds. */
export const standsStill: Trial = async () => {
  const { bank, start, ask, charges } = await open();
  const program = await start();
  process.kill(program.pid, "SIGSTOP");
  const order = bank.newOrder();
  const asking = ask(program, order);
  await new Promise((later) => setTimeout(later, 2_000));
  process.kill(program.pid, "SIGCONT");
  const meanwhile = await asking;
  const afterwards = await ask(program, order);
  await program.stop();
  return { meanwhile, afterwards, charges: await charges() };
};

/** The API answers meanwhile; what was asked in the chat is answered once it is back. */
export const losesTelegram: Trial = async () => {
  const { bank, telegram, start, ask, charges, flood } = await open();
  const program = await start();
  flood(true);
  const order = bank.newOrder();
  const chatId = 7;
  const text = `Receipt no. ${order.reference}`;
  const update = textUpdate(1, { chatId, messageId: telegram.chats.nextId(chatId), text });
  const hook = openHook(program.hookUrl, 1);
  expect(await hook.post(update)).toBe(true);
  await hook.close();
  const meanwhile = await ask(program, bank.newOrder());
  expect(telegram.chats.saidIn(chatId)).toEqual([]);
  flood(false);
  const answers = () =>
    telegram.chats.saidIn(chatId).filter((said) => said.text.includes(order.reference)).length;
  await expect.poll(answers, { timeout: 90_000 }).toBe(1);
  const afterwards = await ask(program, bank.newOrder());
  await program.stop();
  return { meanwhile, afterwards, charges: await charges() };
};
