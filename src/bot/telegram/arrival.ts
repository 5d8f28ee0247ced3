import type { Message, Update, UserFromGetMe } from "grammy/types";
import { z } from "zod";
import { type Failure, fail } from "../../core/failure.ts";
import type { Log } from "../../core/log.ts";
import { ok, type Result } from "../../core/result.ts";
import { type Inbox, type Incoming, isOwnUpdate, type Queue } from "../data/inbox.ts";
import type { Place } from "./chat.ts";
import { readUpdate } from "./update.ts";

/** The kinds of updates that Telegram is asked for. */
export const allowedUpdates = ["message", "edited_message", "callback_query", "my_chat_member"] as const;

type Take = (updates: readonly Update[]) => Promise<Result<void, Failure>>;

/** Takes what Telegram brought, whatever it is. Fails when Telegram must bring it again. Never rejects. */
export type Arrival = (brought: readonly unknown[]) => Promise<Result<void, Failure>>;

/** For a process that works off no updates: another process finds them in the inbox. */
export const takeInto =
  (inbox: Pick<Inbox, "take">): Take =>
  async (updates) => {
    const taken = await inbox.take(updates.map(incomingOf));
    return taken.ok ? ok(undefined) : taken;
  };

/** An update that made `take` throw so often is dropped. */
const triesMax = 3;
/** Updates whose tries are counted, at most. */
const countedMax = 1_000;

/**
 * The one entrance for what Telegram brings, by webhook and by polling. An update that does not fit the schema is dropped
 * at once, and one that makes `take` throw after three tries. The log names both by their ids.
 */
export const createArrival = (take: Take, log: Pick<Log, "warn" | "error">): Arrival => {
  const tries = new Map<number, number>();

  /** False when Telegram must bring it again. */
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
    // An update that throws must not drop those beside it.
    return take(fitting).catch(() => takeEach(fitting));
  };
};

/** The message that a person wrote or changed. A change is handled like a message, and edits the same answer. */
export const messageOf = ({ message, edited_message }: Update): Message | undefined =>
  message ?? edited_message;

/**
 * Under whose id what a message brings about is kept: its sender's, also where that is the group or a channel. Telegram's
 * own accounts stand for the chat.
 */
export const callerIn = ({
  chat,
  from,
  sender_chat: senderChat,
}: Pick<Message, "chat" | "from" | "sender_chat">): number | undefined =>
  senderChat?.id ?? (from !== undefined && serviceAccounts.has(from.id) ? chat.id : from?.id);

/** The id on which a caller counts. A group or a channel counts on the chat: anybody can have many channels. */
export const countedAs = (userId: number, chatId: number): number => (userId < 0 ? chatId : userId);

/** The person on whom an update counts; the chat for a group or a channel; undefined where nobody's. */
export const personOf = (update: Update): number | undefined => {
  if (isOwnUpdate(update.update_id)) return queueOfOwn(update)?.person;
  const message = messageOf(update);
  if (message === undefined) return (update.callback_query ?? update.my_chat_member)?.from.id;
  const userId = callerIn(message);
  return userId === undefined ? undefined : countedAs(userId, message.chat.id);
};

/** What an update of our own is about, as `schema` has it; null: it is about something else, or Telegram brought it. */
export const readOwnUpdate = <About>(update: Update, schema: z.ZodType<About>): About | null =>
  isOwnUpdate(update.update_id) ? (schema.safeParse(update).data ?? null) : null;

const ownSchema = z.looseObject({ of: z.object({ chatId: z.int(), person: z.int().optional() }) });

/** The queue in which an update of our own was left. */
const queueOfOwn = (update: Update): Queue | undefined => ownSchema.safeParse(update).data?.of;

/** Telegram's own accounts, under which it shows anonymous administrators, channels and forwarded posts. */
const serviceAccounts: ReadonlySet<number> = new Set([1_087_968_824, 136_817_688, 777_000]);

/** Whether Telegram brings the bot only those messages of a group that are plainly for it, and no changes of others. */
export const isInPrivacyMode = ({ can_read_all_group_messages: hearsAll }: UserFromGetMe): boolean =>
  !hearsAll;

/** Whether another bot wrote a message. */
export const isOfBot = ({ from }: Pick<Message, "from">): boolean =>
  from?.is_bot === true && !serviceAccounts.has(from.id);

/** An update as the inbox keeps it. */
export const incomingOf = (update: Update): Incoming => ({
  updateId: update.update_id,
  ...queueOf(update),
  payload: JSON.stringify(update),
  whileWaiting: whileWaiting(update),
});

/** What is left beside a change that waits. `editUpdateId`: the update that brought it. `isInQueueOfSender`: in whose queue this is left. */
export const waitingChangeSchema = z.looseObject({ editUpdateId: z.int(), isInQueueOfSender: z.boolean() });

/** What is left beside an update that has to wait; nothing but for the change of a group's message. */
export const whileWaiting = (update: Update): NonNullable<Incoming["whileWaiting"]> => {
  const { update_id: editUpdateId, edited_message: message } = update;
  const { chatId, person } = queueOf(update);
  if (message === undefined || message.chat.type === "private" || person === undefined) return [];
  const leftIn = (queue: number, isInQueueOfSender: boolean) => {
    const about = { editUpdateId, isInQueueOfSender } satisfies z.infer<typeof waitingChangeSchema>;
    return { chatId, person: queue, isFirst: true, about };
  };
  // Those who point to the message do not wait for what is worked off for its sender now, so the message has a queue of its own.
  return [leftIn(person, true), leftIn(message.message_id, false)];
};

/** The chat of an update; undefined where it has none. */
export const chatOf = (update: Update): number | undefined =>
  isOwnUpdate(update.update_id)
    ? queueOfOwn(update)?.chatId
    : (messageOf(update)?.chat.id ??
      update.callback_query?.message?.chat.id ??
      update.my_chat_member?.chat.id);

const queueOf = (update: Update): Queue => {
  const chatId = chatOf(update) ?? update.callback_query?.from.id ?? 0;
  return isOfGroup(update) ? { chatId } : { chatId, person: personOf(update) };
};

/** What concerns a whole group is of its own queue: its becoming another chat, and the bot's coming and going. */
const isOfGroup = (update: Update): boolean => {
  const message = messageOf(update);
  return (
    update.my_chat_member !== undefined ||
    message?.migrate_to_chat_id !== undefined ||
    message?.migrate_from_chat_id !== undefined
  );
};

/** The queue of what is left to be said to somebody in a chat: behind what they have asked there. */
export const queueOfCaller = ({ place, userId }: Called) => ({
  chatId: place.chatId,
  person: countedAs(userId, place.chatId),
});

type Called = { readonly place: Pick<Place, "chatId">; readonly userId: number };

/** Updates whose objects are kept, at most. Of others the inbox makes new ones. */
const arrivedMax = 1_000;

/**
 * Keeps the objects of updates that wait for their turn. What was noticed and heard of them meanwhile is remembered by
 * these objects.
 */
export const createArrived = () => {
  const updates = new Map<number, Update>();
  return {
    add: (update: Update): void => {
      const [oldest] = updates.size < arrivedMax ? [] : updates.keys();
      if (oldest !== undefined) updates.delete(oldest);
      updates.set(update.update_id, update);
    },
    take: (updateId: number): Update | null => {
      const update = updates.get(updateId) ?? null;
      updates.delete(updateId);
      return update;
    },
  };
};
