import { type Api, Composer, GrammyError } from "grammy";
import type { InlineKeyboardButton, Message } from "grammy/types";
import { type Accounts, leakedKeysIn, percentDecoded } from "../../accounts/accounts.ts";
import { cleanText } from "../../core/clean-text.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import { placeOf, plain } from "../telegram/chat.ts";
import { postponement } from "../telegram/postponement.ts";
import type { NewestChanges } from "./edits/newest-changes.ts";
import { askedInGroup, type GroupBudget } from "./limits/group-budget.ts";
import type { Messages } from "./messages.ts";
import type { TalkContext } from "./sending.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "revokeLeaked">;
  readonly budget: GroupBudget;
  readonly messages: Pick<Messages, "noteChange" | "takeBack">;
  readonly newestChanges: Pick<NewestChanges, "since">;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/**
 * Revokes an API key that anybody wrote into a chat, and deletes the message, before anything else is done with it.
 * Doing it again changes nothing. A group is told of it as often as a person may ask for other things there.
 */
export const createLeakedKeys = (deps: Dependencies) => {
  const { accounts, budget, messages, newestChanges, languageOf } = deps;
  const guard = new Composer<TalkContext>();
  guard.on(["message", "edited_message"], async (ctx, next) => {
    const keys = keysIn(ctx.msg, ctx.me.id);
    if (keys.length === 0) return next();
    let isRevoked = false;
    for (const key of keys) {
      const revoked = await accounts.revokeLeaked(key, "chat", ctx.chatId);
      if (!revoked.ok) throw postponement({ code: "overloaded" });
      isRevoked ||= revoked.value;
    }
    const language = await languageOf(ctx);
    // Nothing else in it is answered, and what it was answered before would stay.
    const { editedMessage: message, sending } = ctx;
    if (message !== undefined) {
      await messages.noteChange({ message, updateId: sending.updateId }, ctx.me);
      // A newer change may be answered already.
      if (newestChanges.since(message, sending.updateId) === null)
        await messages.takeBack(message, ctx.me, { language, sending, waits: false });
    }
    const place = placeOf(ctx.msg);
    const isGone = await remove(ctx.api, place.chatId, place.messageId);
    if (!budget.take(askedInGroup(ctx.msg, ctx.update.update_id))) return;
    const { leakedKey } = catalogues[language];
    const said = [
      isRevoked ? leakedKey.revoked : leakedKey.unknown,
      isGone ? leakedKey.deleted : leakedKey.deleteIt,
      leakedKey.next,
    ];
    await ctx.sending.send(place, "leaked key", plain(`🔑 ${said.join(" ")}`));
  });
  return guard;
};

/** Keys that are revoked for one message, at most. */
const keysMax = 50;

/**
 * Everything in a message that has a key's shape, also in pieces or percent-encoded: in its text, links, file names,
 * contact and poll. Of a quoted message only the text counts, and none of the bot's own, which show a key to its owner.
 */
export const keysIn = (message: Message, me: number): readonly string[] => {
  const { reply_to_message: answered, quote, contact, poll } = message;
  const isOfBot = answered?.from?.id === me;
  const files = [message.document, message.audio, message.video, message.animation];
  const parts = [
    ...wordsOf(message),
    ...(isOfBot || answered === undefined ? [] : wordsOf(answered)),
    isOfBot ? "" : quote?.text,
    ...files.map((file) => file?.file_name),
    message.audio?.title,
    message.audio?.performer,
    contact?.phone_number,
    `${contact?.first_name ?? ""}${contact?.last_name ?? ""}`,
    contact?.vcard,
    poll?.question,
    poll?.explanation,
    ...together((poll?.options ?? []).map((option) => option.text)),
    message.venue?.title,
    message.venue?.address,
    message.checklist?.title,
    ...together((message.checklist?.tasks ?? []).map((task) => task.text)),
    ...(message.reply_markup?.inline_keyboard ?? []).flat().flatMap(wordsOfButton),
    message.link_preview_options?.url,
    message.new_chat_title,
  ].flatMap((part) => part || []);
  const written = parts.flatMap((part) => [part, cleanText(part), percentDecoded(part)]);
  return [...new Set(written.flatMap(leakedKeysIn))].slice(0, keysMax);
};

/** Each part by itself, and all of them as one. */
const together = (parts: readonly string[]): readonly string[] => [...parts, parts.join("")];

const wordsOfButton = (button: InlineKeyboardButton): readonly string[] => [
  button.text,
  "url" in button ? button.url : "",
  "copy_text" in button ? button.copy_text.text : "",
];

const wordsOf = (message: Omit<Message, "reply_to_message">): readonly string[] => {
  const entities = message.entities ?? message.caption_entities ?? [];
  const addresses = entities.flatMap((entity) => (entity.type === "text_link" ? [entity.url] : []));
  return [message.text ?? message.caption ?? "", ...addresses];
};

/** False where the bot may not delete it. */
const remove = async (api: Api, chatId: number, messageId: number): Promise<boolean> => {
  try {
    return await api.deleteMessage(chatId, messageId);
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
    return error.description.includes("message to delete not found");
  }
};
