import type { Accounts, AtDesk, KeepSecret, LinkRole, Refused } from "../../accounts/accounts.ts";
import { type Failure, failureCodes } from "../../failure.ts";
import { ok, type Result } from "../../result.ts";
import { catalogues, failureSentence, type Language } from "../../texts/texts.ts";
import { type Place, plain, type Reply } from "../chat.ts";
import { stands } from "../saying.ts";
import type { TalkContext } from "../talk.ts";

/** Where something is said, and which of the things said there it is. */
export type Spot = { readonly place: Place; readonly slot: string };

/** Where a command's answer is said. */
export const commandSpot = ({ message }: TalkContext): Spot => ({
  place: { chatId: message?.chat.id ?? 0, messageId: message?.message_id ?? 0 },
  slot: "command",
});

/** A command's answer: said once, however often the command is worked off. */
export const reply = async (ctx: TalkContext, said: Reply): Promise<void> => {
  if (ctx.message === undefined) return;
  const { place, slot } = commandSpot(ctx);
  // In a private chat the command stands right above its answer.
  await ctx.saying.say(place, slot, isPrivate(ctx) ? { ...said, isUnquoted: true } : said);
};

/**
 * A secret that is made because of an update and shown once: made once, however often the update is worked off. `make`
 * keeps it in the transaction that makes it. Empty once it has been shown, for then it is kept no more and is not said
 * again.
 */
export const madeOnce = async (
  { saying }: TalkContext,
  { place, slot }: Spot,
  make: (keep: KeepSecret) => AtDesk<string>,
): AtDesk<string> => {
  const before = await saying.recall(place, slot);
  if (stands(before, saying.updateId)) return ok("");
  const isMade = before?.updateId === saying.updateId && before.outcome !== null;
  return isMade ? ok(before.outcome) : make(saying.keep(place, slot));
};

/** The answer to a press, quoting the message with the button: said once under this slot. */
export const replyToPress = async (ctx: TalkContext, slot: string, said: Reply): Promise<void> => {
  const shown = ctx.callbackQuery?.message;
  if (shown === undefined) return;
  await ctx.saying.say({ chatId: shown.chat.id, messageId: shown.message_id }, slot, said);
};

/** Why something was not done, and what to do next. */
export const refusalReply = (error: Failure | Refused, language: Language): Reply => {
  if (!isFailure(error)) {
    const { refused } = catalogues[language];
    const known = Object.entries(refused).find(([code]) => code === error.code)?.[1];
    return plain(`🚫 ${known ?? refused.otherwise}`);
  }
  const { message, hint } = failureSentence(error, language);
  return plain([`🚫 ${message}`, ...(hint === undefined ? [] : [hint])].join("\n"));
};

/** `asker`: the user in the account's history. */
export type OwnAccount = { readonly id: string; readonly role: LinkRole; readonly asker: string };

/** The account of whoever writes in a private chat, made when there is none. */
export const ownAccount = async (
  userId: number,
  accounts: Pick<Accounts, "registerTelegram" | "telegramAccount">,
): Promise<Result<OwnAccount, Failure | Refused>> => {
  const registered = await accounts.registerTelegram(userId);
  if (!registered.ok) return registered;
  const linked = await accounts.telegramAccount(userId);
  if (!linked.ok) return linked;
  const { role = "owner", asker = "" } = linked.value ?? {};
  return ok({ id: registered.value.id, role, asker });
};

/** The bot's private matters: what money, keys and people's data are about is no group's business. */
export const isPrivate = ({ chat }: TalkContext): boolean => chat?.type === "private";

const isFailure = (error: Failure | Refused): error is Failure =>
  failureCodes.some((code) => code === error.code);
