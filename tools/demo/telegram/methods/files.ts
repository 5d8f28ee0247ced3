import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { ok } from "../../../../src/core/result.ts";
import { fileBytesMax, fileFacts } from "../files.ts";
import { entitySchema, readFormattedText } from "../formatted-text.ts";
import { badRequest, notModified } from "../refusal.ts";
import { readReplyMarkup, replyMarkupSchema } from "../reply-markup.ts";
import type { Telegram } from "../telegram.ts";
import { fromText, type Method, method } from "./method.ts";
import { findReply, replySchema } from "./reply.ts";
import { chat_id, findChat, findOwn, target } from "./target.ts";

const captionShape = {
  caption: z.string().max(1024, "message caption is too long").default(""),
  parse_mode: z.string().optional(),
  caption_entities: fromText(z.array(entitySchema)).optional(),
  reply_markup: fromText(replyMarkupSchema).optional(),
};
const documentShape = z.object({ chat_id, document: z.unknown(), ...captionShape, ...replySchema });

type Caption = Omit<z.infer<z.ZodObject<typeof captionShape>>, "reply_markup">;

const readCaption = ({ caption, parse_mode, caption_entities: entities }: Caption) =>
  readFormattedText(caption, { parse_mode, entities });

/** The methods that move files: a document out to the user, a user's file down to the bot. */
export const fileMethods = ({ bot, people, files }: Telegram): Readonly<Record<string, Method>> => ({
  getFile: method(z.object({ file_id: z.string().default("") }), ({ file_id }) => {
    if (!file_id) return badRequest("file_id is empty");
    const file = files.byId(file_id);
    if (!file) return badRequest("invalid file_id");
    if (file.file_size > fileBytesMax) return badRequest("file is too big");
    return ok({ ...fileFacts(file), file_path: file.file_path });
  }),

  sendDocument: (parameters, signal) =>
    method(documentShape, async (wanted) => {
      const conversation = findChat(people, wanted.chat_id);
      if (!conversation.ok) return conversation;
      const attached = attachment(parameters, wanted.document);
      if (!attached) return badRequest("there is no document in the request");
      if (attached.size === 0) return badRequest("file must be non-empty");
      const caption = readCaption(wanted);
      if (!caption.ok) return caption;
      const reply = findReply(conversation.value, wanted);
      if (!reply.ok) return reply;
      const markup = readReplyMarkup(wanted.reply_markup);
      if (!markup.ok) return markup;
      const file = files.keep(Buffer.from(await attached.arrayBuffer()), attached.name, attached.type);
      const document = { ...fileFacts(file), file_name: file.fileName, mime_type: file.mimeType };
      const { text, entities } = caption.value;
      const content = { document, ...(text && { caption: text, caption_entities: entities }) };
      return ok(conversation.value.add(bot, { content, reply: reply.value, ...markup.value }));
    })(parameters, signal),

  editMessageCaption: method(z.object({ ...target, ...captionShape }), (wanted) => {
    const found = findOwn(people, wanted);
    if (!found.ok) return found;
    const { conversation, shown } = found.value;
    const { document, caption = "", caption_entities = [], reply_markup = null } = shown.message;
    if (document === undefined) return badRequest("there is no caption in the message to edit");
    const written = readCaption(wanted);
    if (!written.ok) return written;
    const markup = readReplyMarkup(wanted.reply_markup);
    if (!markup.ok) return markup;
    const { text, entities } = written.value;
    const { keyboard } = markup.value;
    if (isDeepStrictEqual([caption, caption_entities, reply_markup], [text, entities, keyboard]))
      return notModified();
    const content = { document, ...(text && { caption: text, caption_entities: entities }) };
    return ok(conversation.edit(wanted.message_id, content, keyboard));
  }),
});

/** A file of the form itself, or the one that `attach://<name>` points to. */
const attachment = (parameters: Readonly<Record<string, unknown>>, document: unknown): File | null => {
  const name = typeof document === "string" ? /^attach:\/\/(.+)$/.exec(document)?.[1] : undefined;
  const file = name === undefined ? document : parameters[name];
  return file instanceof File ? file : null;
};
