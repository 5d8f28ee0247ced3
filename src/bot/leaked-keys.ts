import { type Api, Composer, GrammyError } from "grammy";
import type { Message } from "grammy/types";
import { type Accounts, leakedKeysIn, percentDecoded } from "../accounts/accounts.ts";
import { cleanText } from "../text/cleaning.ts";
import { catalogues, type Language } from "../texts/texts.ts";
import { plain } from "./chat.ts";
import { postponement } from "./postponement.ts";
import type { TalkContext } from "./talk.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "revokeLeaked">;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/**
 * Before anything else is done with a message: a key that was written into a chat is revoked, and the message with it
 * deleted, wherever it was written and whoever did (design 5). Doing it again changes nothing.
 */
export const createLeakedKeys = ({ accounts, languageOf }: Dependencies) => {
  const guard = new Composer<TalkContext>();
  guard.on(["message", "edited_message"], async (ctx, next) => {
    const keys = keysIn(ctx.msg, ctx.me.id);
    if (keys.length === 0) return next();
    let isRevoked = false;
    for (const key of keys) {
      const revoked = await accounts.revokeLeaked(key, "chat");
      if (!revoked.ok) throw postponement({ code: "overloaded" });
      isRevoked ||= revoked.value;
    }
    const { leakedKey } = catalogues[await languageOf(ctx)];
    const place = { chatId: ctx.chat.id, messageId: ctx.msg.message_id };
    const isGone = await remove(ctx.api, place.chatId, place.messageId);
    const said = [
      isRevoked ? leakedKey.revoked : leakedKey.unknown,
      isGone ? leakedKey.deleted : leakedKey.deleteIt,
      leakedKey.next,
    ];
    await ctx.saying.say(place, "leaked key", plain(`🔑 ${said.join(" ")}`));
  });
  return guard;
};

/** More in one message are some programmer's list; the rest is deleted with it all the same. */
const keysMax = 50;

/**
 * Whatever has a key's shape or is one in pieces, as it was written, as it reads and behind percent signs: in the words
 * of a message, the addresses behind them, and the names that it carries. Of a message that is answered the words alone
 * count, and never the bot's own, for it shows a key to its owner.
 */
const keysIn = (message: Message, me: number): readonly string[] => {
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
    ...(poll?.options ?? []).map((option) => option.text),
    message.venue?.title,
    message.venue?.address,
  ].flatMap((part) => part || []);
  const written = parts.flatMap((part) => [part, cleanText(part), percentDecoded(part)]);
  return [...new Set(written.flatMap(leakedKeysIn))].slice(0, keysMax);
};

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
