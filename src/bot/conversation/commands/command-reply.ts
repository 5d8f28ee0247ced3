import type { CallbackQuery } from "grammy/types";
import type { Accounts, AdminResult, KeepSecret, LinkRole, Refused } from "../../../accounts/accounts.ts";
import { type Failure, isFailure } from "../../../core/failure.ts";
import { ok, type Result } from "../../../core/result.ts";
import { catalogues, failureSentence, type Language } from "../../../texts/texts.ts";
import { type Place, placeOf, plain, type Reply } from "../../telegram/chat.ts";
import type { TalkContext } from "../sending.ts";

/** The message that is answered, and the slot of the answer. */
export type CommandSlot = { readonly place: Place; readonly slot: string };

/** Where a command is answered. */
export const commandSlot = ({ message }: TalkContext): CommandSlot => ({
  place: message === undefined ? { chatId: 0, messageId: 0 } : placeOf(message),
  slot: "command",
});

/** Sends a command's answer. */
export const reply = async (ctx: TalkContext, said: Reply): Promise<void> => {
  if (ctx.message === undefined) return;
  const { place, slot } = commandSlot(ctx);
  // In a private chat the command stands right above its answer.
  await ctx.sending.send(place, slot, isPrivate(ctx) ? { ...said, isUnquoted: true } : said);
};

/**
 * A secret that is shown once and made once, however often the update is worked off. `make` keeps it in the transaction
 * that makes it. Empty once it has been shown, for then it is no longer kept.
 */
export const madeOnce = async (
  { sending }: TalkContext,
  { place, slot }: CommandSlot,
  make: (keep: KeepSecret) => AdminResult<string>,
): AdminResult<string> => {
  if (await sending.isSent(place, slot)) return ok("");
  const made = await sending.kept(place, slot);
  return made === null ? make(sending.keep(place, slot)) : ok(made);
};

/**
 * The message whose own button was pressed, by its number; null where it is not certain that it has such a button. A
 * changed app can press any button under any message of the bot.
 */
export const messageOfOwnButton = ({
  callbackQuery,
}: {
  readonly callbackQuery?: Pick<CallbackQuery, "message" | "data"> | undefined;
}): number | null => {
  const { message, data } = callbackQuery ?? {};
  const keyboard = message !== undefined && "reply_markup" in message ? message.reply_markup : undefined;
  const buttons = keyboard?.inline_keyboard.flat() ?? [];
  const isItsOwn = buttons.some((button) => "callback_data" in button && button.callback_data === data);
  return isItsOwn ? (message?.message_id ?? null) : null;
};

/** Answers a callback query by a reply to the message with the button. */
export const replyToCallback = async (ctx: TalkContext, slot: string, said: Reply): Promise<void> => {
  const shown = ctx.callbackQuery?.message;
  if (shown === undefined) return;
  await ctx.sending.send(placeOf(shown), slot, said);
};

/** Why something was refused, and what to do next. */
export const refusalReply = (error: Failure | Refused, language: Language): Reply => {
  if (!isFailure(error)) {
    const { refused } = catalogues[language];
    const known = Object.entries(refused).find(([code]) => code === error.code)?.[1];
    return plain(`🚫 ${known ?? refused.otherwise}`);
  }
  const { message, hint } = failureSentence(error, language);
  return plain([`🚫 ${message}`, ...(hint === undefined ? [] : [hint])].join("\n"));
};

/** `pseudonym`: the user's. */
export type UserAccount = { readonly id: string; readonly role: LinkRole; readonly pseudonym: string };

/** The account of a person who writes in a private chat, made when there is none. */
export const ownAccount = async (
  userId: number,
  accounts: Pick<Accounts, "registerTelegram" | "telegramAccount">,
): Promise<Result<UserAccount, Failure | Refused>> => {
  const registered = await accounts.registerTelegram(userId);
  if (!registered.ok) return registered;
  const linked = await accounts.telegramAccount(userId);
  if (!linked.ok) return linked;
  const { role = "owner", pseudonym = "" } = linked.value ?? {};
  return ok({ id: registered.value.id, role, pseudonym });
};

/** Whether a chat is private. Money, keys and personal data are discussed in no group. */
export const isPrivate = ({ chat }: TalkContext): boolean => chat?.type === "private";
