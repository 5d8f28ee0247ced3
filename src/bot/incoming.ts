import type { Message, Update } from "grammy/types";
import { z } from "zod";
import type { Failure } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { Inbox, Incoming } from "../store/inbox.ts";

/** The kinds of updates that Telegram is asked for. */
export const allowedUpdates = ["message", "edited_message", "callback_query", "my_chat_member"] as const;

type Take = (updates: readonly Update[]) => Promise<Result<void, Failure>>;

/** For a process that works no updates off: another one finds them in the inbox. */
export const takeInto =
  (inbox: Pick<Inbox, "take">): Take =>
  async (updates) => {
    const taken = await inbox.take(updates.map(incomingOf));
    return taken.ok ? ok(undefined) : taken;
  };

/** Takes what Telegram posts; null when it is no update. */
export const createWebhookTake =
  (take: Take) =>
  (json: unknown): ReturnType<Take> | null => {
    const update = readUpdate(json);
    return update === null ? null : take([update]);
  };

/** Null when it is none. What is in an update is checked where it is used. */
const readUpdate = (json: unknown): Update | null => {
  const read = updateSchema.safeParse(json);
  return read.success ? read.data : null;
};

const numberedSchema = z.looseObject({ update_id: z.int().nonnegative() });
const updateSchema = z.custom<Update>((json) => numberedSchema.safeParse(json).success);

/** The message that a person wrote or changed; a change is worked off like a message, and edits the same answer. */
export const messageOf = ({ message, edited_message }: Update): Message | undefined =>
  message ?? edited_message;

/** The number of the message that an update from the inbox brings; null: it brings none. */
export const numberIn = (payload: string): number | null => {
  const update: Update = JSON.parse(payload);
  return messageOf(update)?.message_id ?? null;
};

/** An update as the inbox keeps it. One queue a chat: its updates are worked off in order. */
export const incomingOf = (update: Update): Incoming => ({
  updateId: update.update_id,
  queue: queueOf(update),
  payload: JSON.stringify(update),
});

const queueOf = (update: Update): number =>
  messageOf(update)?.chat.id ??
  update.callback_query?.message?.chat.id ??
  update.callback_query?.from.id ??
  update.my_chat_member?.chat.id ??
  0;
