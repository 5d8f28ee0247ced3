import type { Conversation } from "./conversation.ts";
import type { Room } from "./live-view.ts";
import { groupMembers, type People, type PersonName, personNames } from "./people.ts";

/** A person in front of a chat: their own with the bot, or the group. */
export type Seat = { readonly person: PersonName; readonly isGroup: boolean };

/** Null when there is no such person, or the person is not in the group. */
export const findSeat = (name: string, isGroup: boolean): Seat | null => {
  const person = personNames.find((one) => one === name);
  if (!person || (isGroup && !groupMembers.includes(person))) return null;
  return { person, isGroup };
};

export const conversationAt = (people: People, { person, isGroup }: Seat): Conversation =>
  isGroup ? people.group() : people.conversation(person);

export const roomOf = ({ person, isGroup }: Seat): Room => (isGroup ? "group" : person);
