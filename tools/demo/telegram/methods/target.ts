import { z } from "zod";
import { ok, type Result } from "../../../../src/core/result.ts";
import type { Conversation, Shown } from "../conversation.ts";
import type { People } from "../people.ts";
import { badRequest, type Refusal } from "../refusal.ts";
import { fromText, integer } from "./method.ts";

export const chat_id = fromText(z.union([z.int(), z.string()])).default("");
export const target = { chat_id, message_id: integer };

export const findChat = (people: People, chatId: number | string): Result<Conversation, Refusal> => {
  if (chatId === "") return badRequest("chat_id is empty");
  return people.conversationByChat(Number(chatId));
};

type Target = { readonly chat_id: number | string; readonly message_id: number };
type Found = { readonly conversation: Conversation; readonly shown: Shown };

export const findMessage = (people: People, wanted: Target, sentence: string): Result<Found, Refusal> => {
  const conversation = findChat(people, wanted.chat_id);
  if (!conversation.ok) return conversation;
  const shown = conversation.value.find(wanted.message_id);
  return shown ? ok({ conversation: conversation.value, shown }) : badRequest(sentence);
};

/** A message that the bot may edit: one of its own. */
export const findOwn = (people: People, wanted: Target): Result<Found, Refusal> => {
  const found = findMessage(people, wanted, "message to edit not found");
  if (!found.ok || found.value.shown.message.from.is_bot) return found;
  return badRequest("message can't be edited");
};
