import type { Message } from "grammy/types";
import type { Failure } from "../../../core/failure.ts";
import { minuteMs } from "../../../core/time.ts";
import { failureSentence, type Language } from "../../../texts/texts.ts";
import { isOwnUpdate } from "../../data/inbox.ts";
import { callerIn, countedAs } from "../../telegram/arrival.ts";
import { type Chat, isGroup } from "../../telegram/chat.ts";
import type { ChatCaller } from "../caller.ts";
import type { TalkContext } from "../sending.ts";
import { createRecentBudget } from "./recent-budget.ts";

/** Telegram lets a bot write and edit twenty messages a minute in a group. One person may use up `max` of them. */
const limits = { max: 6, windowMs: minuteMs, keysMax: 5_000 };

/** A request in a group; null: in a private chat, which nobody shares. */
type Asked = {
  readonly chatId: number;
  readonly person: number | "admin" | undefined;
  readonly updateId: number;
  /** Which of the answers to the update: each is counted. Unset: the first. */
  readonly answer?: number;
};

/** What a person may ask for in a group: six answers within a minute, counted in the memory of this process. */
export type GroupBudget = {
  /** Takes one answer; false: none is left, and what was asked for is not done. A second attempt at one update is the same. */
  readonly take: (asked: Asked | null) => boolean;
};

export const createGroupBudget = (now: () => Date): GroupBudget => {
  const recent = createRecentBudget<string>(limits, now);
  return {
    take: (asked) => {
      if (asked === null) return true;
      const { chatId, person, updateId, answer = 0 } = asked;
      return recent.take(`${chatId} ${person}`, `${updateId} ${answer}`);
    },
  };
};

/** Why what goes beyond it is not done. */
export const tooManyAtOnce: Failure = { code: "rate_limited", retryAfterSeconds: minuteMs / 1_000 };

/** All channels together are one, since a person can have any number of them, and so are the group's hidden admins. */
export const askedInGroupBy = (
  { place: { chatId }, userId }: Asker,
  { updateId, answer = 0 }: Pick<Asked, "updateId" | "answer">,
): Asked | null => {
  if (!isGroup({ chatId })) return null;
  if (userId === undefined) return { chatId, person: undefined, updateId, answer };
  const person = userId === chatId ? "admin" : countedAs(userId, chatId);
  return { chatId, person, updateId, answer };
};

type Asker = {
  readonly place: Pick<ChatCaller["place"], "chatId">;
  readonly userId: ChatCaller["userId"] | undefined;
};

export const askedInGroup = (
  message: Pick<Message, "chat" | "from" | "sender_chat">,
  updateId: number,
): Asked | null =>
  askedInGroupBy({ place: { chatId: message.chat.id }, userId: callerIn(message) }, { updateId });

/** Takes the answer to a command; false: none is left. What is written to another bot is no command. */
export const takeCommandAnswer = (budget: GroupBudget, { message, update, me }: TalkContext): boolean => {
  if (message === undefined) return true;
  const { text = message.caption ?? "", entities = message.caption_entities ?? [] } = message;
  const isOurs = entities.some(({ type, offset, length }) => {
    const [, bot = me.username] = text.slice(offset, offset + length).split("@");
    return type === "bot_command" && bot.toLowerCase() === me.username.toLowerCase();
  });
  if (!isOurs) return true;
  return budget.take(askedInGroup(message, update.update_id));
};

/**
 * Buttons that decide nothing and can be pressed for ever: "Details", "check again", going back, choosing a language. Any
 * other press takes something up once, and is never left out.
 */
const repeatable = /^(?:(?:more|less|lang|calendar|start|topup|dashboard):|mine:cancel:|[\w-]{8,32}:again$)/;

type PressDependencies = {
  readonly budget: GroupBudget;
  readonly chat: Pick<Chat, "notify">;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** Whether a press is worked off; else the person is told to wait. */
export const createPressLimit =
  ({ budget, chat, languageOf }: PressDependencies) =>
  async (ctx: TalkContext, next: () => Promise<void>): Promise<void> => {
    const { callbackQuery: query, update } = ctx;
    // One that was left in another one's queue was admitted before.
    if (query?.message === undefined || isOwnUpdate(update.update_id)) return next();
    if (!repeatable.test(query.data ?? "")) return next();
    const { from, message } = query;
    if (budget.take(askedInGroup({ chat: message.chat, from }, update.update_id))) return next();
    const { message: why, hint } = failureSentence(tooManyAtOnce, await languageOf(ctx));
    await chat.notify(query.id, [why, hint].join(" "));
  };
