import { z } from "zod";
import { ok, type Result } from "../../../../src/core/result.ts";
import type { Conversation } from "../conversation.ts";
import { badRequest, type Refusal } from "../refusal.ts";
import type { Message, Reply } from "../wire.ts";
import { flag, fromText, integer } from "./method.ts";

/** `reply_parameters`, and the older spelling that Telegram still takes. */
export const replySchema = {
  reply_parameters: fromText(
    z.object({
      message_id: z.int(),
      allow_sending_without_reply: z.boolean().optional(),
      quote: z.string().optional(),
    }),
  ).optional(),
  reply_to_message_id: integer.optional(),
  allow_sending_without_reply: flag.optional(),
};

type Wanted = z.infer<z.ZodObject<typeof replySchema>>;

/** The message that a new one answers, with the quoted part when one is given. */
export const findReply = (conversation: Conversation, wanted: Wanted): Result<Reply, Refusal> => {
  const messageId = wanted.reply_parameters?.message_id ?? wanted.reply_to_message_id;
  if (messageId === undefined) return ok({});
  const replied = conversation.find(messageId)?.message;
  if (!replied) {
    const may = wanted.reply_parameters?.allow_sending_without_reply ?? wanted.allow_sending_without_reply;
    return may ? ok({}) : badRequest("message to be replied not found");
  }
  const quote = wanted.reply_parameters?.quote;
  const position = (replied.text ?? replied.caption ?? "").indexOf(quote ?? "");
  if (position < 0) return badRequest("QUOTE_TEXT_INVALID");
  const reply_to_message = withoutReply(replied);
  return ok(
    quote ? { reply_to_message, quote: { text: quote, position, is_manual: true } } : { reply_to_message },
  );
};

/** A replied message is carried without the one that it answers itself. */
const withoutReply = ({ reply_to_message: _reply, quote: _quote, ...message }: Message): Message => message;
