import type { Message } from "grammy/types";
import { hourMs, minuteMs } from "../../../core/time.ts";
import type { BotMemory, OpenQuestion } from "../../data/memory.ts";
import { isPassedOn } from "../message-text.ts";

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
/** A number that is saved says who is paid from then on, so a number that is meant for something else must not be. */
const unquotedOwnMs = 10 * minuteMs;

type Dependencies = {
  readonly memory: Pick<BotMemory, "openQuestionsOf" | "lastAsked">;
  readonly now: () => Date;
};

type Typed = { readonly message: Message; readonly userId: number; readonly updateId: number };

/**
 * The open question of these kinds that a typed message may answer; null: none. A message that replies to a question answers
 * that one alone. Any other in a private chat answers the typed one that was asked last, of whatever kind, if that is open and
 * was asked just before. A number that comes after that one's answer corrects it, and answers no earlier question.
 */
export const openTypedQuestion = async (
  { memory, now }: Dependencies,
  { message, userId, updateId }: Typed,
  kinds: readonly TypedKind[],
): Promise<OpenQuestion | null> => {
  // What another person wrote is no answer.
  if (isPassedOn(message)) return null;
  const open = await memory.openQuestionsOf(message.chat.id, userId, updateId);
  const needsNoReply = message.chat.type === "private" && open.length > 0;
  const last = needsNoReply ? await memory.lastAsked(message.chat.id, userId, typedKinds) : null;
  const isRecent = ({ kind, askedAt }: OpenQuestion): boolean =>
    now().getTime() - askedAt.getTime() < (kind === "own" ? unquotedOwnMs : unquotedAnswerMs);
  const asked =
    open.find((question) => isReplyTo(message, question)) ??
    open.find((question) => question.id === last && isRecent(question)) ??
    null;
  return kinds.some((kind) => kind === asked?.kind) ? asked : null;
};

export const isReplyTo = (message: Message, { messageId }: Pick<OpenQuestion, "messageId">): boolean =>
  messageId !== null && message.reply_to_message?.message_id === messageId;
