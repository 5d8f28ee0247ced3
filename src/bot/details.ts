import type { CallbackQuery } from "grammy/types";
import type { Deliveries } from "../store/deliveries.ts";
import { catalogues, type Language } from "../texts/texts.ts";
import type { Chat } from "./chat.ts";
import { readOutcome } from "./outcome.ts";
import type { readFold } from "./press-data.ts";
import type { Saying } from "./saying.ts";
import type { Wording } from "./wording.ts";

type Dependencies = {
  readonly deliveries: Pick<Deliveries, "of">;
  readonly word: Wording;
  readonly chat: Pick<Chat, "notify" | "dropButtons">;
  readonly now: () => Date;
};

type Fold = NonNullable<ReturnType<typeof readFold>>;

/** "Details" under an answer: unfolds it in its place, and folds it again. What was found is kept for two days. */
export const createDetails =
  ({ deliveries, word, chat, now }: Dependencies) =>
  async (query: CallbackQuery, fold: Fold, language: Language, saying: Saying): Promise<void> => {
    const { messageId, slot, isUnfolded } = fold;
    const { message, from } = query;
    const texts = catalogues[language];
    const place = { chatId: message?.chat.id ?? 0, messageId };
    const said = await deliveries.of({ ...place, slot });
    const outcome = said === null || said.outcome === null ? null : readOutcome(said.outcome);
    if (message === undefined || outcome === null || outcome.pointer === null)
      return chat.notify(query.id, texts.questionStale);
    const asker = { place, userId: outcome.askedBy ?? from.id, language };
    const before = await saying.recall(place, `fold:${slot}`);
    const work = word(asker, outcome.pointer, outcome, { slot, isUnfolded, isAgain: true });
    const errand = { slot: `fold:${slot}`, before, shown: message.message_id };
    await saying.answer({ ...errand, place, askedAt: now(), looking: texts.checking, work, texts });
    await chat.notify(query.id);
  };

export type Details = ReturnType<typeof createDetails>;
