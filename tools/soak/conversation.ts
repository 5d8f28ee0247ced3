import type { BotMessage } from "../chat/lean-chats.ts";

type Question = { readonly chatId: number; readonly messageId: number; readonly reference: string };

/**
 * What was asked, and what became of it. A line that was left behind may for a moment say what an answer says; what
 * counts is what was sent, and what stands in the end.
 */
export const createConversation = () => {
  const questions = new Map<string, Question & { isAnswered: boolean; sent: number }>();
  let answered = 0;

  /** The question that a text answers; a line of progress and "not answered yet" answer none. */
  const answeredBy = (text: string) => {
    const reference = text.startsWith("⏳") ? undefined : /\b[A-Z][A-L][1-9A-V][0-9A-Z]{7}\b/.exec(text)?.[0];
    return reference === undefined ? undefined : questions.get(reference);
  };

  return {
    ask: (question: Question): void => {
      questions.set(question.reference, { ...question, isAnswered: false, sent: 0 });
    },
    hear: ({ text }: BotMessage, isNew: boolean): void => {
      const question = answeredBy(text);
      if (question === undefined) return;
      if (!question.isAnswered) answered += 1;
      question.isAnswered = true;
      if (isNew) question.sent += 1;
    },
    answered: (): number => answered,

    /** At the end: what is wrong with what stands in the chats, how many lines of progress were left behind, and how many were told that the bank is asked again. */
    judge: (saidIn: (chatId: number) => readonly BotMessage[]) => {
      const wrong: string[] = [];
      const standing = new Map<string, number>();
      const lines = new Map<string, number>();
      const promises = new Map<string, number>();
      for (const chatId of new Set([...questions.values()].map((one) => one.chatId)))
        for (const { quotes, text } of saidIn(chatId)) {
          const question = answeredBy(text);
          const left = text.startsWith("⏳") ? promises : lines;
          if (question === undefined) add(left, `${chatId} ${quotes}`);
          else add(standing, question.reference);
          if (question !== undefined && question.messageId !== quotes)
            wrong.push(`${question.reference}: its answer quotes another message`);
        }
      for (const { reference, chatId, messageId, sent } of questions.values()) {
        const stand = standing.get(reference) ?? 0;
        if (stand !== 1) wrong.push(`${reference}: ${stand} answers stand in the chat`);
        if (sent > 1) wrong.push(`${reference}: its answer was sent ${sent} times`);
        const left = lines.get(`${chatId} ${messageId}`) ?? 0;
        if (left > 1) wrong.push(`${reference}: ${left} lines of progress were left behind`);
        const promised = promises.get(`${chatId} ${messageId}`) ?? 0;
        if (promised > 1) wrong.push(`${reference}: was told ${promised} times that it is asked about again`);
      }
      return { wrong, extraLines: sumOf(lines), promises: sumOf(promises) };
    },
  };
};

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const add = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};
