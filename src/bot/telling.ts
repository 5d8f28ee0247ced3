import { Composer } from "grammy";
import type { BotMemory } from "../store/bot-memory.ts";
import { isOwnUpdate } from "../store/inbox.ts";
import type { Reply } from "./chat.ts";
import { readOutcome } from "./outcome.ts";
import { referenceOf } from "./pointers.ts";
import type { Questions } from "./questions.ts";
import { renderGivenUp } from "./render-failure.ts";
import type { Saying } from "./saying.ts";
import type { TalkContext } from "./talk.ts";
import { type LookUpLater, readTold } from "./unanswered.ts";
import type { Wording } from "./wording.ts";

type Dependencies = {
  readonly memory: Pick<BotMemory, "attachMessage">;
  readonly word: Wording;
  readonly questions: Pick<Questions, "bankOf" | "answerButtons">;
  readonly tellAlbum: (update: unknown, saying: Saying) => Promise<void>;
};

/** What the background has found out: said as a new reply to the message that asked, because an edit makes no sound. */
export const createTelling = ({ memory, word, questions, tellAlbum }: Dependencies) => {
  const giveUp = async ({ asker, pointer }: LookUpLater): Promise<Reply> => {
    const reference = referenceOf(pointer);
    const buttons = await questions.answerButtons(asker, pointer, { again: true });
    return { ...renderGivenUp(asker.language, { bank: questions.bankOf(pointer), reference }), ...buttons };
  };

  const telling = new Composer<TalkContext>();
  telling.use(async ({ update, saying }, next) => {
    if (!isOwnUpdate(update.update_id)) return next();
    const told = readTold(update);
    if (told === null) return tellAlbum(update, saying);
    const { lookUp, outcome } = told;
    const { asker, pointer } = lookUp;
    const reply = outcome === null ? await giveUp(lookUp) : await word(asker, pointer, readOutcome(outcome));
    const messageId = await saying.say(asker.place, `later:${update.update_id}`, reply);
    if (reply.questionId !== undefined) await memory.attachMessage(reply.questionId, messageId);
  });
  return telling;
};
