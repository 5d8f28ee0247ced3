import { Composer } from "grammy";
import type { Deliveries } from "../store/deliveries.ts";
import { isOwnUpdate } from "../store/inbox.ts";
import { catalogues } from "../texts/texts.ts";
import type { Chat, Reply } from "./chat.ts";
import { readOutcome } from "./outcome.ts";
import { referenceOf } from "./pointers.ts";
import type { Questions } from "./questions.ts";
import { renderGivenUp } from "./render-failure.ts";
import type { Saying } from "./saying.ts";
import type { TalkContext } from "./talk.ts";
import { type LookUpLater, readTold } from "./unanswered.ts";
import type { Wording } from "./wording.ts";

type Dependencies = {
  readonly chat: Pick<Chat, "dropButtons">;
  readonly deliveries: Pick<Deliveries, "of">;
  readonly word: Wording;
  readonly questions: Pick<Questions, "bankOf" | "answerButtons">;
  readonly tellAlbum: (update: unknown, saying: Saying) => Promise<void>;
  readonly now: () => Date;
};

/** What the background has found out: said as a new reply to the message that asked, because an edit makes no sound. */
export const createTelling = ({ chat, deliveries, word, questions, tellAlbum, now }: Dependencies) => {
  const giveUp = async ({ asker, pointer }: LookUpLater): Promise<Reply> => {
    const reference = referenceOf(pointer);
    const buttons = await questions.answerButtons(asker, pointer, { again: true });
    return { ...renderGivenUp(asker.language, { bank: questions.bankOf(pointer), reference }), ...buttons };
  };

  /** "Check again" under the earlier answer would find the receipt shown before: by this very message. */
  const closeEarlier = async ({ asker, slot }: LookUpLater): Promise<void> => {
    const earlier = slot === null ? null : await deliveries.of({ ...asker.place, slot });
    if (earlier === null || earlier.shown === null) return;
    await chat.dropButtons({ ...asker.place, messageId: earlier.shown });
  };

  const telling = new Composer<TalkContext>();
  telling.use(async ({ update, saying }, next) => {
    if (!isOwnUpdate(update.update_id)) return next();
    const told = readTold(update);
    if (told === null) return tellAlbum(update, saying);
    const { lookUp, outcome } = told;
    const { asker, pointer } = lookUp;
    const { place, language } = asker;
    const slot = `later:${update.update_id}`;
    const before = await saying.recall(place, slot);
    const work = outcome === null ? giveUp(lookUp) : word(asker, pointer, readOutcome(outcome));
    const texts = catalogues[language];
    const errand = { place, slot, before, askedAt: now(), shown: null };
    await saying.answer({ ...errand, work, texts, looking: texts.looking(questions.bankOf(pointer)) });
    await closeEarlier(lookUp);
  });
  return telling;
};
