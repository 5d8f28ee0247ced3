import { pause } from "../../src/bot/telegram/timings.ts";
import { openShop } from "../chat/customers.ts";
import { openHook, textUpdate } from "../chat/hook.ts";
import { openLeanBank, referenceOf } from "../chat/lean-bank.ts";
import { openLeanTelegram, type Trouble } from "../chat/lean-telegram.ts";
import { type Program, startProgram, token } from "../chat/program.ts";
import { createDice } from "../mutate/dice.ts";
import { judgeBooks, unsettledIn } from "./books.ts";
import { createConversation } from "./conversation.ts";
import { type Held, heldBy } from "./resources.ts";

type Soak = {
  readonly databaseUrl: string;
  /** Where the program keeps what else it has. */
  readonly folder: string;
  readonly secret: string;
  readonly updates: number;
  readonly perSecond: number;
  readonly killEveryMs: number;
  /** So often it dies; unset, as long as there is something to be posted. */
  readonly kills?: number;
  /** How far the program's clock goes on between a death and the next start. */
  readonly aheadPerKillMs?: number;
  readonly seed: number;
  /** Hears of each kill: how many updates were posted by then, and how many are answered. */
  readonly onKill?: (kill: number, posted: number, answered: number) => void;
  /** How often what the program holds is looked at; unset: never. Where it dies, that tells nothing. */
  readonly sampleEveryMs?: number;
  /** Hears of each look. */
  readonly onSample?: (held: Held, posted: number, answered: number) => void;
};

type SoakReport = {
  readonly kills: number;
  readonly duplicates: number;
  readonly floods: number;
  readonly lostAnswers: number;
  /**
   * Answers that were sent again and progress lines that were left: at most one for each lost answer and interrupted
   * update.
   */
  readonly extraMessages: number;
  /** Replies that the bank does not answer and is asked again. */
  readonly promises: number;
  readonly charged: number;
  /** What the program held while something was posted. */
  readonly held: readonly Held[];
  /** Empty when each receipt was answered without a contradiction and charged once. */
  readonly wrong: readonly string[];
};

const people = 200;
const duplicatePercent = 10;
const floodPercent = 5;
const lostPercent = 2;
/** Updates that the bot works on at the same time: a kill interrupts at most so many. */
const updatesAtOnce = 100;
/** When nothing has come for so long, nothing will. */
const silenceMsMax = 120_000;

/** Receipts posted to a program that dies again and again, over a Telegram that does not answer as it should. */
export const runSoak = async (soak: Soak): Promise<SoakReport> => {
  const { databaseUrl, folder, secret, updates, perSecond, seed } = soak;
  const dice = createDice(seed, 0);
  const counts = { kills: 0, duplicates: 0, floods: 0, lostAnswers: 0, posted: 0 };
  const troubleOf = (method: string): Trouble => {
    if (method === "getMe" || method === "setWebhook") return null;
    if (dice.chance(floodPercent)) {
      counts.floods += 1;
      return "flood";
    }
    if (!dice.chance(lostPercent)) return null;
    counts.lostAnswers += 1;
    return "lost answer";
  };
  const conversation = createConversation();
  const telegram = await openLeanTelegram({ token, troubleOf, onSaid: conversation.hear });
  const bank = await openLeanBank();
  const account = await openShop({
    databaseUrl,
    secret,
    userIds: Array.from({ length: people }, (_, n) => n + 1),
  });

  const start = (): Promise<Program> =>
    startProgram({
      folder,
      databaseUrl,
      secret,
      telegramUrl: telegram.url,
      settings: bank.settings,
      aheadMs: counts.kills * (soak.aheadPerKillMs ?? 0),
    });
  let program = await start();
  let hook = openHook(program.hookUrl, 40);
  const restart = async (): Promise<void> => {
    await program.kill();
    counts.kills += 1;
    await hook.close();
    program = await start();
    hook = openHook(program.hookUrl, 40);
  };

  /** As Telegram does: again and again until it is taken. */
  const post = async (update: unknown): Promise<void> => {
    while (!(await hook.post(update))) await pause(100);
  };

  const ask = async (number: number): Promise<void> => {
    const chatId = 1 + dice.below(people);
    const reference = referenceOf(number, new Date());
    const messageId = telegram.chats.nextId(chatId);
    conversation.ask({ chatId, messageId, reference });
    const update = textUpdate(number + 1, { chatId, messageId, text: `Receipt no. ${reference}` });
    const isDouble = dice.chance(duplicatePercent);
    const laterMs = dice.below(3_000);
    await post(update);
    counts.posted += 1;
    if (!isDouble) return;
    counts.duplicates += 1;
    await pause(laterMs);
    await post(update);
  };

  const posting = new AbortController();
  const goesOn = (): boolean =>
    soak.kills === undefined ? !posting.signal.aborted : counts.kills < soak.kills;
  const killOnAndOn = async (): Promise<void> => {
    for (;;) {
      await pause(soak.killEveryMs, posting.signal);
      if (!goesOn()) return;
      await restart();
      soak.onKill?.(counts.kills, counts.posted, conversation.answered());
    }
  };

  const held: Held[] = [];
  const sampleOnAndOn = async (): Promise<void> => {
    const { sampleEveryMs } = soak;
    while (sampleEveryMs !== undefined && !posting.signal.aborted) {
      await pause(sampleEveryMs, posting.signal);
      const now = heldBy(program.pid, performance.now());
      if (now === null || posting.signal.aborted) continue;
      held.push(now);
      soak.onSample?.(now, counts.posted, conversation.answered());
    }
  };

  try {
    const killed = Promise.all([killOnAndOn(), sampleOnAndOn()]);
    const startedAt = performance.now();
    const asking: Promise<void>[] = [];
    for (let number = 0; number < updates; number += 1) {
      const dueMs = startedAt + (number * 1000) / perSecond - performance.now();
      if (dueMs > 1) await pause(dueMs);
      asking.push(ask(number));
    }
    await Promise.all(asking);
    posting.abort();
    await killed;
    await untilQuiet(soak, conversation.answered);
    await program.stop();
    const books = await judgeBooks(soak, account, updates);
    const { wrong, ...left } = conversation.judge(telegram.chats.saidIn);
    const { posted: _, ...counted } = counts;
    const extraMax = counts.lostAnswers + counts.kills * updatesAtOnce;
    const extra =
      left.extraMessages > extraMax ? [`${left.extraMessages} messages were sent again or left behind`] : [];
    return { ...counted, ...left, charged: books.charged, held, wrong: [...books.wrong, ...wrong, ...extra] };
  } finally {
    await program.kill();
    await hook.close();
    await telegram.close();
    await bank.close();
  }
};

/** Resolves when everything is answered and worked off, or when nothing happens any more. */
export const untilQuiet = async (
  soak: Pick<Soak, "databaseUrl" | "secret" | "updates">,
  answered: () => number,
): Promise<void> => {
  let before = -1;
  let changedAt = performance.now();
  while (performance.now() - changedAt < silenceMsMax) {
    const unsettled = await unsettledIn(soak);
    if (answered() === soak.updates && unsettled === 0) return;
    const state = answered() * 1_000_000 + unsettled;
    if (state !== before) changedAt = performance.now();
    before = state;
    await pause(250);
  }
};
