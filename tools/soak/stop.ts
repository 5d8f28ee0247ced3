import { createAccounts } from "../../src/accounts/accounts.ts";
import { pause } from "../../src/bot/telegram/timings.ts";
import { openStore } from "../../src/database/store.ts";
import { given, openShop } from "../chat/customers.ts";
import { openHook, textUpdate } from "../chat/hook.ts";
import { openLeanBank, referenceOf } from "../chat/lean-bank.ts";
import { openLeanTelegram } from "../chat/lean-telegram.ts";
import { type Program, startProgram, token } from "../chat/program.ts";
import { createDice } from "../mutate/dice.ts";
import { judgeBooks } from "./books.ts";
import { createConversation } from "./conversation.ts";
import { untilQuiet } from "./soak.ts";

type StopUnderLoad = {
  readonly databaseUrl: string;
  /** Where the program keeps what else it has. */
  readonly folder: string;
  readonly secret: string;
  readonly messages: number;
  readonly requests: number;
  /** How often it is stopped and started again. */
  readonly stops: number;
};

type StopReport = {
  /** Requests and messages that were not answered when the program was told to stop, the fewest of all times. */
  readonly underWay: number;
  /** Requests that were refused or met nobody, and were sent again. */
  readonly askedAgain: number;
  /** Requests that were charged, and whose reply did not arrive. */
  readonly lost: number;
  readonly charged: number;
  /** Empty when everything was answered, without a contradiction, and charged once. */
  readonly wrong: readonly string[];
};

const people = 100;
const requestsAtOnce = 12;
const bankMsMax = 40;

/** Messages and requests to a program that is told to stop in their midst, as an upgrade does it. */
export const runStopUnderLoad = async (run: StopUnderLoad): Promise<StopReport> => {
  const { databaseUrl, folder, secret, messages, requests } = run;
  const dice = createDice(1, 0);
  const counts = { askedAgain: 0, lost: 0, posted: 0, replied: 0, asking: 0 };
  const conversation = createConversation();
  const telegram = await openLeanTelegram({ token, onSaid: conversation.hear });
  const bank = await openLeanBank();
  const userIds = Array.from({ length: people }, (_, n) => n + 1);
  const account = await openShop({ databaseUrl, secret, userIds });
  const key = await keyOf(run, account);
  const start = () =>
    startProgram({ folder, databaseUrl, secret, telegramUrl: telegram.url, settings: bank.settings });

  let running = start();
  const wrong: string[] = [];
  let underWay = Number.POSITIVE_INFINITY;
  const stopAndStart = async (): Promise<Program> => {
    const program = await running;
    underWay = Math.min(underWay, counts.asking + counts.posted - conversation.answered());
    const code = await program.stop();
    if (code !== 0) wrong.push(`a stop ended with ${code}`);
    return start();
  };
  const stopInBetween = async (): Promise<void> => {
    for (let stop = 1; stop <= run.stops; stop += 1) {
      const dueAt = ((messages + requests) * stop) / (run.stops + 1);
      while (counts.posted + counts.replied < dueAt) await pause(5);
      running = stopAndStart();
      await running;
    }
  };

  /** Until it has an answer, under one key, so that a reply that was lost shows as a replay. */
  const request = async (number: number): Promise<void> => {
    const reference = newReference(number);
    for (;;) {
      const { url } = await running;
      counts.asking += 1;
      const reply = await verify(url, key, reference).catch(() => null);
      counts.asking -= 1;
      if (reply?.status === 200) {
        counts.replied += 1;
        if (reply.isReplay) counts.lost += 1;
        return;
      }
      counts.askedAgain += 1;
      await pause(20);
    }
  };
  /** As Telegram does: again and again until it is taken. */
  const post = async (number: number): Promise<void> => {
    const reference = newReference(number);
    const chatId = 1 + (number % people);
    const messageId = telegram.chats.nextId(chatId);
    conversation.ask({ chatId, messageId, reference });
    const update = textUpdate(number + 1, { chatId, messageId, text: `Receipt no. ${reference}` });
    for (;;) {
      const hook = openHook((await running).hookUrl, 1);
      const isTaken = await hook.post(update);
      await hook.close();
      if (isTaken) break;
      await pause(20);
    }
    counts.posted += 1;
  };
  const newReference = (number: number): string => {
    const reference = referenceOf(number, new Date());
    bank.delay(reference, 1 + dice.below(bankMsMax));
    return reference;
  };

  try {
    await Promise.all([
      stopInBetween(),
      allOf(messages, requestsAtOnce, post),
      allOf(requests, requestsAtOnce, (number) => request(messages + number)),
    ]);
    await untilQuiet({ ...run, updates: messages }, conversation.answered);
    await (await running).stop();
    const books = await judgeBooks(run, account, messages + requests);
    const chats = conversation.judge(telegram.chats.saidIn);
    const { askedAgain, lost } = counts;
    return {
      underWay,
      askedAgain,
      lost,
      charged: books.charged,
      wrong: [...wrong, ...books.wrong, ...chats.wrong],
    };
  } finally {
    await running.then((program) => program.kill()).catch(() => {});
    await telegram.close();
    await bank.close();
  }
};

/** `work(0)` to `work(count - 1)`, so many at once. */
const allOf = async (count: number, width: number, work: (number: number) => Promise<void>) => {
  let next = 0;
  const goOn = async () => {
    for (let number = next++; number < count; number = next++) await work(number);
  };
  await Promise.all(Array.from({ length: width }, goOn));
};

const keyOf = async ({ databaseUrl, secret }: StopUnderLoad, account: string): Promise<string> => {
  const now = () => new Date();
  const store = await openStore({ databaseUrl, secret, now });
  try {
    return given(await createAccounts({ store, secret, now }).createKey(account, "live")).key;
  } finally {
    await store.close();
  }
};

const verify = async (url: string, key: string, reference: string) => {
  const reply = await fetch(`${url}/api/verify-beta`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key, "idempotency-key": reference },
    body: JSON.stringify({ reference }),
  });
  await reply.text();
  return { status: reply.status, isReplay: reply.headers.get("idempotent-replayed") === "true" };
};
