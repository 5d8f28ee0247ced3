import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { withAutomaticEntities } from "./automatic-entities.ts";
import { fileFacts, readImageSize } from "./files.ts";
import type { Seat } from "./seat.ts";
import type { Telegram } from "./telegram.ts";
import { sendContent } from "./user-actions.ts";
import type { Content } from "./wire.ts";

const uploadSchema = z.object({
  as: z.enum(["photo", "document"]).default("document"),
  name: z.string().min(1).max(255).default("file"),
  caption: z.string().max(1024).default(""),
  reply_to: z.coerce.number().int().optional(),
  album: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
});

/**
 * `POST /chat/<person>/files?as=photo|document&name=…&caption=…&album=…` with the bytes as the body. A photo is a
 * JPEG or PNG; there is one size of it, where Telegram makes several. Files with the same number are one album.
 */
export const uploadFile = (telegram: Telegram, seat: Seat, request: FastifyRequest, reply: FastifyReply) => {
  const wanted = uploadSchema.safeParse(request.query);
  if (!wanted.success) return reply.code(400).send({ error: z.prettifyError(wanted.error) });
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length === 0)
    return reply.code(400).send({ error: "the file is empty" });
  const mimeType = (request.headers["content-type"] ?? "").split(";")[0] || "application/octet-stream";
  // A foreign page can post plain text across hosts; a file always has a type of its own.
  if (/^(?:text\/plain|multipart\/|application\/x-www-form)/.test(mimeType)) {
    return reply.code(415).send({ error: "send the file's own media type" });
  }
  const size = readImageSize(body);
  if (wanted.data.as === "photo" && !size)
    return reply.code(400).send({ error: "not a JPEG or PNG picture" });
  const file = telegram.files.keep(body, wanted.data.name, mimeType);
  const carried: Content =
    wanted.data.as === "photo" && size
      ? { photo: [{ ...fileFacts(file), ...size }] }
      : { document: { ...fileFacts(file), file_name: wanted.data.name, mime_type: mimeType } };
  const { text, entities } = withAutomaticEntities({ text: wanted.data.caption.trim(), entities: [] });
  const { album } = wanted.data;
  const content = {
    ...carried,
    ...(text && { caption: text, caption_entities: entities }),
    ...(album && { media_group_id: album }),
  };
  const message_id = sendContent(telegram, seat, content, wanted.data.reply_to);
  return reply.code(201).send({ message_id });
};
