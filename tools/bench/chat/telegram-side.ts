/**
 * Telegram, its people and their bank in one process, for the benchmark of the chat. Says where they are; then each
 * order is a load, answered with what came of it.
 */
import { createInterface } from "node:readline";
import { type Hook, openHook, textUpdate } from "../../chat/hook.ts";
import { openLeanBank, referenceOf } from "../../chat/lean-bank.ts";
import { quotedBy } from "../../chat/lean-chats.ts";
import { type Call, openLeanTelegram } from "../../chat/lean-telegram.ts";
import { token } from "../../chat/program.ts";
import { inParallel } from "../benchmark.ts";
import { type Load, type Outcome, peopleMax, slowPerson } from "./load.ts";

type Question = {
  readonly text: string;
  readonly askedAt: number;
  firstAt: number | null;
  answeredAt: number | null;
};

const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
const questions = new Map<string, Question>();
let updateId = 1;
let number = 0;
let onAnswer: () => void = () => {};

const nameOf = (chatId: number, messageId: number) => `${chatId} ${messageId}`;

/** Anything but an empty line of progress repeats the reference, which is the last word of the question. */
const isAnswer = (question: Question, { payload }: Call): boolean =>
  String(payload.text).includes(question.text.slice(-10));

const onCall = (call: Call): void => {
  const { method, payload, at } = call;
  const chatId = Number(payload.chat_id);
  const messageId = method === "sendMessage" ? quotedBy(payload) : Number(payload.message_id);
  const about = messageId && (telegram.chats.quotedIn(chatId, messageId) ?? messageId);
  const question = about ? questions.get(nameOf(chatId, about)) : latest.get(chatId);
  if (question === undefined) return;
  question.firstAt ??= at;
  if (question.answeredAt !== null || !/^(?:send|edit)Message/.test(method) || !isAnswer(question, call))
    return;
  question.answeredAt = at;
  onAnswer();
};

/** What quotes nothing is about the chat's last question. */
const latest = new Map<number, Question>();

const telegram = await openLeanTelegram({ token, onCall });
const bank = await openLeanBank();

const ask = async (hook: Hook, chatId: number, delayMs: number): Promise<Question> => {
  const reference = referenceOf(number++, new Date());
  if (delayMs > 0) bank.delay(reference, delayMs);
  const messageId = telegram.chats.nextId(chatId);
  const text = `You have received ETB 500.00. Receipt no. ${reference}`;
  const question: Question = { text, askedAt: performance.now(), firstAt: null, answeredAt: null };
  questions.set(nameOf(chatId, messageId), question);
  latest.set(chatId, question);
  const update = textUpdate(updateId++, { chatId, messageId, text });
  if (!(await hook.post(update))) throw new Error("an update was not taken");
  return question;
};

const answered = (asked: readonly Question[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => {
      const left = asked.filter(({ answeredAt }) => answeredAt === null).length;
      reject(new Error(`${left} of ${asked.length} were not answered`));
    }, 60_000);
    let next = 0;
    onAnswer = () => {
      while (next < asked.length && asked[next]?.answeredAt !== null) next += 1;
      if (next < asked.length) return;
      clearTimeout(giveUp);
      resolve();
    };
    onAnswer();
  });

/** As many as can be, each person in turn. */
const flood = async (
  hook: Hook,
  { count, connections }: Extract<Load, { kind: "flood" }>,
): Promise<Outcome> => {
  const asked: Question[] = [];
  const startedAt = performance.now();
  await inParallel(count, connections, async (index) => {
    asked.push(await ask(hook, 1 + (index % peopleMax), 0));
  });
  await answered(asked);
  return { seconds: (performance.now() - startedAt) / 1000, firstMs: [], resultMs: [] };
};

/** So many a second; with `slowMs` one more chat, whose bank takes so long each time. */
const paced = async (
  hook: Hook,
  { seconds, perSecond, slowMs }: Extract<Load, { kind: "paced" }>,
): Promise<Outcome> => {
  const asking: Promise<Question>[] = [];
  const slow: Promise<Question>[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < seconds * perSecond; index += 1) {
    const dueMs = startedAt + (index * 1000) / perSecond - performance.now();
    if (dueMs > 1) await new Promise((resolve) => setTimeout(resolve, dueMs));
    if (slowMs > 0 && index === 0) slow.push(ask(hook, slowPerson, slowMs));
    asking.push(ask(hook, 1 + (index % peopleMax), 0));
  }
  const asked = await Promise.all(asking);
  await answered([...asked, ...(await Promise.all(slow))]);
  const times = (at: "firstAt" | "answeredAt") => asked.map((one) => (one[at] ?? 0) - one.askedAt);
  return {
    seconds: (performance.now() - startedAt) / 1000,
    firstMs: times("firstAt"),
    resultMs: times("answeredAt"),
  };
};

say({ telegramUrl: telegram.url, settings: bank.settings });
for await (const line of createInterface({ input: process.stdin })) {
  const load: Load = JSON.parse(line);
  const hook = openHook(load.hookUrl, load.connections);
  say(load.kind === "flood" ? await flood(hook, load) : await paced(hook, load));
  questions.clear();
  await hook.close();
}
