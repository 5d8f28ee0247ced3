import type { BotMessage } from "../chat/lean-chats.ts";

type Question = { readonly chatId: number; readonly messageId: number; readonly reference: string };

/** What was asked, and what stands in the chats in the end. */
export const createConversation = () => {
  const questions = new Map<string, Question & { isAnswered: boolean }>();
  let answered = 0;

  /** The question that a text answers; a line of progress and "not answered yet" answer none. */
  const answeredBy = (text: string) => {
    const reference = text.startsWith("⏳") ? undefined : /\b[A-Z][A-L][1-9A-V][0-9A-Z]{7}\b/.exec(text)?.[0];
    return reference === undefined ? undefined : questions.get(reference);
  };

  return {
    ask: (question: Question): void => {
      questions.set(question.reference, { ...question, isAnswered: false });
    },
    hear: ({ text }: BotMessage): void => {
      const question = answeredBy(text);
      if (question === undefined) return;
      if (!question.isAnswered) answered += 1;
      question.isAnswered = true;
    },
    answered: (): number => answered,

    /**
     * At the end: what is wrong in the chats, the answers that know nothing of the payment, how many messages were sent
     * again or left behind as progress lines, and how many said that the bank is asked again. An answer may be sent
     * again, but must not contradict the former one.
     */
    judge: (saidIn: (chatId: number) => readonly BotMessage[]) => {
      const wrong: string[] = [];
      const refused: string[] = [];
      const marks = new Map<string, string[]>();
      let progressLines = 0;
      let promises = 0;
      for (const chatId of new Set([...questions.values()].map((one) => one.chatId)))
        for (const { quotes, text } of saidIn(chatId)) {
          const question = answeredBy(text);
          if (question !== undefined)
            marks.set(question.reference, [...(marks.get(question.reference) ?? []), text.slice(0, 1)]);
          else if (text.startsWith("⏳")) promises += 1;
          else progressLines += 1;
          if (question !== undefined && !/^[✅❓]/u.test(text)) refused.push(text);
          if (question !== undefined && question.messageId !== quotes)
            wrong.push(`${question.reference}: its answer quotes another message`);
        }
      let repeats = 0;
      for (const { reference } of questions.values()) {
        const said = marks.get(reference) ?? [];
        if (said.length === 0) wrong.push(`${reference}: no answer stands in the chat`);
        if (new Set(said).size > 1) wrong.push(`${reference}: its answers contradict each other`);
        repeats += Math.max(0, said.length - 1);
      }
      return { wrong, refused, extraMessages: repeats + progressLines, promises };
    },
  };
};
