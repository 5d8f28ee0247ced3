import type { CallbackQuery } from "grammy/types";
import { catalogues, type Language } from "../../texts/texts.ts";
import type { Outbox } from "../data/outbox.ts";
import { editSlot } from "../data/reply-slots.ts";
import { type Chat, placeOf } from "../telegram/chat.ts";
import type { Books } from "./books.ts";
import type { MayEdit } from "./may-edit.ts";
import { readOutcome } from "./outcome.ts";
import type { OutcomeAnswer } from "./outcome-answer.ts";
import type { Sending } from "./sending.ts";

type Dependencies = {
  readonly outbox: Pick<Outbox, "of">;
  readonly books: Pick<Books, "isOfOthers">;
  readonly answerOutcome: OutcomeAnswer;
  readonly chat: Pick<Chat, "notify" | "dropButtons">;
  readonly mayEdit: MayEdit;
  readonly now: () => Date;
};

type DetailsData = NonNullable<ReturnType<typeof readDetailsData>>;

/** "Details" under an answer: shows and hides them in its place. The outcome is kept for two days. */
export const createDetails =
  ({ outbox, books, answerOutcome, chat, mayEdit, now }: Dependencies) =>
  async (
    query: CallbackQuery,
    detailsData: DetailsData,
    language: Language,
    sending: Sending,
  ): Promise<void> => {
    const { messageId, slot, isUnfolded } = detailsData;
    const { message, from } = query;
    const texts = catalogues[language];
    const place = { ...(message === undefined ? { chatId: 0 } : placeOf(message)), messageId };
    const said = await outbox.of({ ...place, slot });
    const outcome = said === null || said.outcome === null ? null : readOutcome(said.outcome);
    // A changed app can press any button under any message.
    const isItsOwn = said !== null && said.shown === message?.message_id;
    if (!isItsOwn || outcome === null || outcome.candidate === null)
      return chat.notify(query.id, texts.questionStale);
    const caller = { place, userId: outcome.askedBy ?? from.id, language, source: outcome.shownIn };
    const { candidate, result } = outcome;
    if (result.ok && (await books.isOfOthers(caller, candidate, result.value, outcome)))
      return chat.notify(query.id, texts.questionStale);
    if (!(await mayEdit(query, caller, sending))) return;
    const work = answerOutcome(caller, candidate, outcome, { slot, isUnfolded, isAgain: true });
    const answering = { slot: editSlot(slot), shown: said.shown };
    await sending.answer({ ...answering, place, askedAt: now(), looking: texts.checking, work, texts });
    await chat.notify(query.id);
  };

export type Details = ReturnType<typeof createDetails>;

/** The answer whose details a button shows or hides, or null for other data. */
export const readDetailsData = (
  data: string,
): { readonly messageId: number; readonly slot: string; readonly isUnfolded: boolean } | null => {
  const [, verb, messageId, slot] = /^(more|less):(\d{1,16}):([\w:-]{1,40})$/.exec(data) ?? [];
  if (messageId === undefined || slot === undefined) return null;
  return { messageId: Number(messageId), slot, isUnfolded: verb === "more" };
};
