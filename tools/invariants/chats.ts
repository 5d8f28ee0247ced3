import { groupBy } from "./books.ts";
import { isPaid, type TruthOf } from "./truth.ts";

/** A message of a person that names a receipt, in the order in which Telegram brought them. */
export type Asked = { readonly chatId: number; readonly messageId: number; readonly reference: string };

/** What the bot said in a chat, or changed a message into; in the order in which it happened. */
export type Said = {
  readonly chatId: number;
  readonly id: number;
  readonly quotes: number | null;
  readonly text: string;
  readonly isNew: boolean;
};

type Allowed = {
  /**
   * How often an answer may have been said again: a process that died, stood still or lost its lease between a message and
   * its note, and answers of Telegram that were lost.
   */
  readonly repeats: (chatId: number) => number;
  /** Whether the day or the clock may have made an answer another one, such as "not found yet" into "not found". */
  readonly mayTurn: boolean;
  /** Whether a message may be left without a decision, because an hour of asking again was over. */
  readonly mayGiveUp: boolean;
  /** How often the answer is counted on its person's account; null: on nobody's. Unset: nobody looks. */
  readonly countedOf?: (chatId: number, reference: string) => number | null;
};

/** The first sign of what decides something; `🚫` says why nothing is checked. */
const decisions = /^(?:✅|❓|⚠️|ℹ️|🕓|❌|🚫)/u;
const real = /^(?:✅|❓|⚠️|ℹ️)/u;
const unreal = /^(?:🕓|❌)/u;
const isDecision = ({ text }: Said): boolean => decisions.test(text);

/**
 * What is wrong in chats: a message without an answer, an answer that the bank does not bear out, answers that contradict
 * each other or were said too often, one that quotes another message, and messages that were taken up out of their order.
 */
export const mistakesInChats = (
  asked: readonly Asked[],
  said: readonly Said[],
  truthOf: TruthOf,
  allowed: Allowed,
): string[] => {
  const wrong: string[] = [];
  const saidIn = groupBy(said, ({ chatId }) => chatId);
  for (const [chatId, questions] of groupBy(asked, (one) => one.chatId)) {
    const here = saidIn.get(chatId) ?? [];
    for (const question of questions) wrong.push(...mistakesInAnswers(question, here, truthOf, allowed));
    wrong.push(...mistakesInQuotes(questions, here), ...mistakesInOrder(questions, here));
  }
  return wrong;
};

const mistakesInAnswers = (
  { chatId, messageId, reference }: Asked,
  saidHere: readonly Said[],
  truthOf: TruthOf,
  { repeats, mayTurn, mayGiveUp, countedOf = () => null }: Allowed,
): string[] => {
  const name = `${reference} in chat ${chatId}`;
  const about = saidHere.filter(({ quotes }) => quotes === messageId);
  const decided = about.filter(isDecision);
  const truth = truthOf(reference);
  const wrong: string[] = [];
  if (decided.length === 0 && !(mayGiveUp && about.some(({ text }) => text.startsWith("⏳"))))
    wrong.push(`${name}: it was never answered`);
  for (const { text } of decided) {
    const mark = markOf(text);
    if (real.test(text) && !isPaid(truth)) wrong.push(`${name}: ${mark} of a receipt that is ${truth}`);
    if (mark === "✅" && truth !== "own") wrong.push(`${name}: ✅ of a receipt that is ${truth}`);
    if (unreal.test(text) && isPaid(truth)) wrong.push(`${name}: ${mark} of a receipt that is ${truth}`);
  }
  const kinds = new Set(decided.map(({ text }) => (mayTurn ? real.test(text) : markOf(text))));
  if (kinds.size > 1)
    wrong.push(
      `${name}: its answers contradict each other: ${[...new Set(decided.map(({ text }) => markOf(text)))].join(" ")}`,
    );
  const counted = countedOf(chatId, reference);
  const isDecided = decided.some(({ text }) => !text.startsWith("🚫"));
  if (counted !== null && (counted > 1 || (counted === 0 && isDecided)))
    wrong.push(`${name}: it was counted ${counted} times`);
  const messages = new Set(decided.map(({ id }) => id)).size;
  const most = 1 + repeats(chatId);
  if (messages > most) wrong.push(`${name}: it was answered ${messages} times, and ${most} can be explained`);
  return wrong;
};

const mistakesInQuotes = (questions: readonly Asked[], saidHere: readonly Said[]): string[] =>
  saidHere.filter(isDecision).flatMap(({ text, quotes }) => {
    const about = questions.filter(({ reference }) => text.includes(reference));
    return about.length === 0 || about.some(({ messageId }) => messageId === quotes)
      ? []
      : [`${about[0]?.reference}: its answer quotes a message that did not ask for it`];
  });

/** Messages of a chat are taken up one after the other, so that the first sign of each comes in their order. */
const mistakesInOrder = (questions: readonly Asked[], saidHere: readonly Said[]): string[] => {
  const wrong: string[] = [];
  let reached = 0;
  for (const { quotes } of saidHere) {
    const at = questions.findIndex(({ messageId }) => messageId === quotes);
    if (at < 0) continue;
    const isFirst = at >= reached;
    if (!isFirst) continue;
    for (const missed of questions.slice(reached, at))
      wrong.push(
        `chat ${missed.chatId}: ${questions[at]?.reference} was taken up before ${missed.reference}`,
      );
    reached = at + 1;
  }
  return wrong;
};

const markOf = (text: string): string => decisions.exec(text)?.[0] ?? text.slice(0, 1);
