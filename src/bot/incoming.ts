import type { Message, Update } from "grammy/types";
import { type Failure, fail } from "../failure.ts";
import type { Log } from "../log.ts";
import { ok, type Result } from "../result.ts";
import type { Inbox, Incoming } from "../store/inbox.ts";
import { readUpdate } from "./update.ts";

/** The kinds of updates that Telegram is asked for. */
export const allowedUpdates = ["message", "edited_message", "callback_query", "my_chat_member"] as const;

type Take = (updates: readonly Update[]) => Promise<Result<void, Failure>>;

/** Takes what Telegram brought, whatever it is. Fails when it must be brought again. Never rejects. */
export type Arrival = (brought: readonly unknown[]) => Promise<Result<void, Failure>>;

/** For a process that works no updates off: another one finds them in the inbox. */
export const takeInto =
  (inbox: Pick<Inbox, "take">): Take =>
  async (updates) => {
    const taken = await inbox.take(updates.map(incomingOf));
    return taken.ok ? ok(undefined) : taken;
  };

/** An update that broke what takes it so often is written off. */
const triesMax = 3;
/** Updates whose tries are counted, at most. */
const countedMax = 1_000;

/**
 * The one door for what Telegram brings, by webhook and by polling. What does not fit is written off at once, and what
 * breaks `take` after three tries; the log names both by their ids.
 */
export const createArrival = (take: Take, log: Pick<Log, "warn" | "error">): Arrival => {
  const tries = new Map<number, number>();

  /** False: it is to be brought again. */
  const hasEnded = (updateId: number, error: unknown): boolean => {
    const tried = (tries.get(updateId) ?? 0) + 1;
    log.error({ updateId, tried, err: error }, "an update could not be taken");
    if (tries.size >= countedMax) tries.clear();
    tries.set(updateId, tried);
    if (tried < triesMax) return false;
    tries.delete(updateId);
    return true;
  };

  const takeEach = async (updates: readonly Update[]): ReturnType<Take> => {
    let isOpen = false;
    for (const update of updates) {
      try {
        const taken = await take([update]);
        if (!taken.ok) return taken;
      } catch (error) {
        if (!hasEnded(update.update_id, error)) isOpen = true;
      }
    }
    return isOpen ? fail("internal_error") : ok(undefined);
  };

  return async (brought) => {
    const fitting = brought.flatMap((json) => {
      const read = readUpdate(json);
      if (read.update !== null) return [read.update];
      const { updateId, field } = read;
      log.warn({ updateId, field }, "an update does not fit and is written off");
      return [];
    });
    if (fitting.length < 2) return takeEach(fitting);
    // One that breaks must not take those beside it along.
    return take(fitting).catch(() => takeEach(fitting));
  };
};

/** The message that a person wrote or changed; a change is worked off like a message, and edits the same answer. */
export const messageOf = ({ message, edited_message }: Update): Message | undefined =>
  message ?? edited_message;

/**
 * On whom a message counts: its sender. Who writes as a group, as a channel or through one of Telegram's own accounts
 * counts as the chat: anybody can have many of those.
 */
export const askerIn = ({ chat, from, sender_chat: senderChat }: Message): number | undefined =>
  senderChat !== undefined || (from !== undefined && serviceAccounts.has(from.id)) ? chat.id : from?.id;

/** Telegram's own accounts, under which it shows anonymous administrators, channels and forwarded posts. */
const serviceAccounts: ReadonlySet<number> = new Set([1_087_968_824, 136_817_688, 777_000]);

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
