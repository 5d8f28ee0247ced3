import type { Message } from "grammy/types";
import { hourMs } from "../../core/time.ts";
import type { BotMemory, OpenQuestion } from "../data/memory.ts";
import { isPassedOn } from "./message-text.ts";

/** Questions that are answered by typing. */
type TypedKind = Extract<OpenQuestion["kind"], "account" | "phone" | "own" | "own bank name">;

const typedKinds: readonly OpenQuestion["kind"][] = [
  "account",
  "phone",
  "own",
  "own bank name",
] satisfies readonly TypedKind[];

/** After this time only a reply answers a question. */
const unquotedAnswerMs = hourMs;

type Dependencies = { readonly memory: Pick<BotMemory, "openQuestionsOf">; readonly now: () => Date };

type Typed = { readonly message: Message; readonly userId: number; readonly updateId: number };

/**
 * The open question of these kinds that a typed message may answer; null: none. A message that replies to a question answers
 * that one alone. Any other in a private chat answers the newest typed one, of whatever kind, if that was asked just before.
 */
export const openTypedQuestion = async (
  { memory, now }: Dependencies,
  { message, userId, updateId }: Typed,
  kinds: readonly TypedKind[],
): Promise<OpenQuestion | null> => {
  // What another person wrote is no answer.
  if (isPassedOn(message)) return null;
  const open = await memory.openQuestionsOf(message.chat.id, userId, updateId);
  const newest = message.chat.type === "private" ? open.find(({ kind }) => typedKinds.includes(kind)) : null;
  const isRecent = newest && now().getTime() - newest.askedAt.getTime() < unquotedAnswerMs;
  const asked = open.find((question) => isReplyTo(message, question)) ?? (isRecent ? newest : null);
  return kinds.find((kind) => kind === asked?.kind) === undefined ? null : asked;
};

export const isReplyTo = (message: Message, { messageId }: Pick<OpenQuestion, "messageId">): boolean =>
  messageId !== null && message.reply_to_message?.message_id === messageId;
