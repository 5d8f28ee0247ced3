import type { CallbackQuery } from "grammy/types";
import { isOwnUpdate } from "../data/inbox.ts";
import { countedAs, queueOfCaller } from "../telegram/arrival.ts";
import { isGroup } from "../telegram/chat.ts";
import type { ChatCaller } from "./caller.ts";
import type { LeaveUpdate } from "./dependencies.ts";
import type { Sending } from "./sending.ts";

type Dependencies = { readonly leaveUpdate: LeaveUpdate; readonly now: () => Date };

type Answered = Pick<ChatCaller, "place" | "userId">;

/** Whether an update is worked off in the queue of whoever an answer is for. A press is, at first, in the presser's. */
export const isInTurnOf = (
  { place, userId }: Answered,
  presser: number,
  { updateId }: Pick<Sending, "updateId">,
): boolean => isOwnUpdate(updateId) || !isGroup(place) || countedAs(userId, place.chatId) === presser;

/**
 * An answer is edited in the queue of whoever it is for, before or after a change of their message, never at the same time.
 * Resolves with whether a press may edit it now; else it was left there, behind what they have asked.
 */
export const createMayEdit =
  ({ leaveUpdate, now }: Dependencies) =>
  async (query: CallbackQuery, answered: Answered, sending: Sending): Promise<boolean> => {
    if (isInTurnOf(answered, query.from.id, sending)) return true;
    await leaveUpdate({ ...queueOfCaller(answered), dueAt: now(), about: { callback_query: query } });
    return false;
  };

export type MayEdit = ReturnType<typeof createMayEdit>;
