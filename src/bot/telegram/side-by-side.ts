import type { Update } from "grammy/types";
import { type Claimed, isAheadOfQueue, isOwnUpdate, type Queue } from "../data/inbox.ts";
import { chatOf, personOf } from "./arrival.ts";

/**
 * Updates that are worked on at the same time of one person, who may have any number of groups, and of one group, which may
 * have any number of people. One more waits until another ends.
 */
const ofOneMax = 10;
/** The same of groups and channels that write themselves. One person may have any number of them. */
const ofSelfWritingMax = 30;
/**
 * Queues that are left alone for that: more than one person can have groups. Of those beyond, an update is looked at again
 * after a moment.
 */
const fullMax = 1_000;

/** The person who made an update, and its chat. Without a person it is its queue, as the chat is where it is not told. */
export type Origin = { readonly person: number; readonly chat: number };

/** `update`: null where it is damaged. */
export const originOf = ({ queue }: Pick<Claimed, "queue">, update: Update | null): Origin => {
  // A private chat has its person's number.
  if (queue > 0 || update === null) return { person: queue, chat: queue };
  return { person: personOf(update) ?? queue, chat: chatOf(update) ?? queue };
};

/**
 * Whether an update is begun however many of its sender and chat are worked on, because it asks no bank: what concerns a whole
 * group, and what we have left ahead of what waits in a queue.
 */
export const goesAhead = ({ updateId, queue }: Claimed, { chat }: Origin): boolean =>
  isAheadOfQueue(updateId) || (!isOwnUpdate(updateId) && chat < 0 && queue === chat);

/** By what an update must wait: many of its person, of its chat, or of chats that write themselves are worked on. */
type Limit = "person" | "chat" | "self-writing chats";

/** A chat that is no person's has a number below zero. */
const writesItself = ({ person }: Origin): boolean => person < 0;

const sharesLimit = (one: Origin, other: Origin, limit: Limit): boolean =>
  limit === "self-writing chats" ? writesItself(one) && writesItself(other) : one[limit] === other[limit];

/** The limit for which one more update must wait; null: none. */
const limitMet = (from: Origin, working: readonly Origin[]): Limit | null => {
  const isMet = (limit: Limit, most: number) =>
    working.filter((one) => sharesLimit(from, one, limit)).length >= most;
  if (isMet("person", ofOneMax)) return "person";
  if (isMet("chat", ofOneMax)) return "chat";
  return isMet("self-writing chats", ofSelfWritingMax) ? "self-writing chats" : null;
};

/**
 * Queues whose sender or chat has enough that is worked on, in the order in which that was met. Their updates wait in the
 * inbox, where other processes find them, and what goes ahead of them there is worked off meanwhile.
 *
 * @param working what is worked on and counts
 */
export const createFullQueues = (working: () => readonly Origin[]) => {
  const full = new Map<number, { readonly from: Origin; readonly limit: Limit }>();
  return {
    /** Whether an update must wait; its queue is full then, or `beyond` those that are left alone. */
    add: (queue: number, from: Origin): "free" | "full" | "beyond" => {
      const limit = limitMet(from, working());
      if (limit === null) return "free";
      if (full.size >= fullMax && !full.has(queue)) return "beyond";
      full.set(queue, { from, limit });
      return "full";
    },

    delete: (queue: number): void => void full.delete(queue),

    all: (): ReadonlySet<number> => new Set(full.keys()),

    /** Those that have a place again, at most `room`: whoever has waited longest gets it. */
    withPlace: (room: number): readonly number[] => {
      const found: number[] = [];
      const taken = [...working()];
      for (const [queue, { from }] of full) {
        if (found.length >= room) break;
        if (limitMet(from, taken) !== null) continue;
        found.push(queue);
        taken.push(from);
      }
      return found;
    },

    /**
     * Whether what somebody asks in a chat must wait, because enough of theirs or of that chat is worked on, or other queues wait
     * for a place that it would take.
     */
    isHeldUp: ({ chatId, person }: Queue): boolean => {
      // What concerns a whole group waits for nobody's place.
      if (chatId < 0 && person === undefined) return false;
      const from = { person: person ?? chatId, chat: chatId };
      if (limitMet(from, working()) !== null) return true;
      return [...full.values()].some((one) => sharesLimit(from, one.from, one.limit));
    },
  };
};
