import { type Api, Composer, GrammyError } from "grammy";
import type { Message } from "grammy/types";
import { type Accounts, leakedKeysIn } from "../accounts/accounts.ts";
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
    const keys = keysIn(ctx.msg);
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

/** Whatever has a key's shape or is one in pieces, as it was written and as it reads; also in the addresses behind words. */
const keysIn = (message: Message): readonly string[] => {
  const text = message.text ?? message.caption ?? "";
  const entities = message.entities ?? message.caption_entities ?? [];
  const addresses = entities.flatMap((entity) => (entity.type === "text_link" ? [entity.url] : []));
  const written = [text, ...addresses].flatMap((one) => [one, cleanText(one)]);
  return [...new Set(written.flatMap(leakedKeysIn))].slice(0, keysMax);
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
