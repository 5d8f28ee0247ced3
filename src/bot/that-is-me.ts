import type { CallbackQuery } from "grammy/types";
import type { Deliveries } from "../store/deliveries.ts";
import { catalogues, failureSentence, type Language } from "../texts/texts.ts";
import type { Chat } from "./chat.ts";
import { readOutcome } from "./outcome.ts";
import { type OwnAccounts, receiverOf, type Saving } from "./own-accounts.ts";
import type { readMine } from "./press-data.ts";
import { foreign } from "./rich-text.ts";
import type { Saying } from "./saying.ts";
import type { Wording } from "./wording.ts";

type Dependencies = {
  readonly deliveries: Pick<Deliveries, "of">;
  readonly ownAccounts: OwnAccounts;
  readonly word: Wording;
  readonly chat: Chat;
  readonly now: () => Date;
};

type Mine = NonNullable<ReturnType<typeof readMine>>;

/**
 * The answer to "is that you?": saves the receiver of a record, which is judged anew in its place. Pressed twice it
 * comes to the same. What was found is kept for two days; a button that is older asks for nothing any more.
 */
export const createThatIsMe = ({ deliveries, ownAccounts, word, chat, now }: Dependencies) => {
  const refuse = (query: CallbackQuery, saving: Exclude<Saving, "saved">, language: Language) => {
    const texts = catalogues[language];
    const refusals = {
      full: texts.ownAccounts.full,
      "not owner": texts.ownAccounts.ownerOnly,
      suspended: failureSentence({ code: "account_suspended" }, language).message,
    };
    return chat.notify(query.id, refusals[saving]);
  };

  return async (query: CallbackQuery, { messageId, slot }: Mine, language: Language, saying: Saying) => {
    const { message, from } = query;
    const texts = catalogues[language];
    const chatId = message?.chat.id ?? 0;
    const place = { chatId, messageId };
    const said = message?.chat.type === "private" ? await deliveries.of({ ...place, slot }) : null;
    const outcome = said === null || said.outcome === null ? null : readOutcome(said.outcome);
    const pointer = outcome?.pointer ?? null;
    if (message === undefined || outcome === null || !outcome.result.ok || pointer === null)
      return chat.notify(query.id, texts.questionStale);

    const receiver = receiverOf(outcome.result.value, pointer);
    const saving = await ownAccounts.save(from.id, receiver);
    if (saving !== "saved") return refuse(query, saving, language);
    const asker = { place, userId: from.id, language };
    const before = await saying.recall(place, `mine:${slot}`);
    const work = word(asker, pointer, outcome, { slot });
    const errand = { slot: `mine:${slot}`, before, shown: message.message_id };
    await saying.answer({ ...errand, place, askedAt: now(), looking: texts.checking, work, texts });
    await chat.notify(query.id, texts.ownAccounts.saved(foreign(receiver.number)));
  };
};

export type ThatIsMe = ReturnType<typeof createThatIsMe>;
