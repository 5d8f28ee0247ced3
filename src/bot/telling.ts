import { Composer } from "grammy";
import type { Deliveries } from "../store/deliveries.ts";
import { isOwnUpdate } from "../store/inbox.ts";
import { catalogues } from "../texts/texts.ts";
import type { Chat, Reply } from "./chat.ts";
import { type Outcome, readOutcome, writeOutcome } from "./outcome.ts";
import type { Pictures } from "./pictures.ts";
import { referenceOf } from "./pointers.ts";
import { postponement } from "./postponement.ts";
import type { Questions } from "./questions.ts";
import { renderGivenUp } from "./render-failure.ts";
import type { Saying } from "./saying.ts";
import type { TalkContext } from "./talk.ts";
import { type LookUpLater, readTold } from "./unanswered.ts";
import { waitingPictureOf } from "./waiting-pictures.ts";
import type { Wording } from "./wording.ts";

type Dependencies = {
  readonly chat: Pick<Chat, "dropButtons">;
  readonly deliveries: Pick<Deliveries, "of" | "hold">;
  readonly word: Wording;
  readonly questions: Pick<Questions, "bankOf" | "failureButtons">;
  readonly answerWaiting: Pictures["answerWaiting"];
  readonly tellAlbum: (update: unknown, saying: Saying) => Promise<void>;
  readonly now: () => Date;
};

/** What the background has found out: said as a new reply to the message that asked, because an edit makes no sound. */
export const createTelling = (deps: Dependencies) => {
  const { chat, deliveries, word, questions, answerWaiting, tellAlbum, now } = deps;
  const giveUp = async ({ asker, pointer }: LookUpLater): Promise<Reply> => {
    const reference = referenceOf(pointer);
    const buttons = await questions.failureButtons(asker, pointer, { isAgain: true });
    return { ...renderGivenUp(asker.language, { bank: questions.bankOf(pointer), reference }), ...buttons };
  };

  /** The answer, with what was found out kept for the buttons under it. */
  const tell = async (
    { asker, pointer }: LookUpLater,
    slot: string,
    outcome: Outcome,
    { updateId }: Saying,
  ): Promise<Reply> => {
    const { place, userId } = asker;
    const kept = { updateId, outcome: writeOutcome(outcome, { pointer, userId }) };
    const held = await deliveries.hold({ ...place, slot }, kept);
    if (!held.ok) throw postponement(held.error);
    return { ...(await word(asker, pointer, outcome, { slot })), isKept: true };
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
    const waiting = waitingPictureOf(update);
    if (waiting !== null) return answerWaiting({ asker: waiting.asker, askedAt: now(), saying }, waiting);
    const told = readTold(update);
    if (told === null) return tellAlbum(update, saying);
    const { lookUp, outcome } = told;
    const { asker, pointer } = lookUp;
    const { place, language } = asker;
    const slot = `later:${update.update_id}`;
    const before = await saying.recall(place, slot);
    const work = outcome === null ? giveUp(lookUp) : tell(lookUp, slot, readOutcome(outcome), saying);
    const texts = catalogues[language];
    const errand = { place, slot, before, askedAt: now(), shown: null };
    await saying.answer({ ...errand, work, texts, looking: texts.looking(questions.bankOf(pointer)) });
    await closeEarlier(lookUp);
  });
  return telling;
};
