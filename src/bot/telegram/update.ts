import type { Update } from "grammy/types";
import { z } from "zod";
import { isOwnUpdate } from "../data/inbox.ts";

/** Characters. Telegram sends at most 4,096 of a text and 64 of a name. */
const textMax = 16_384;
const wordMax = 1_000;
/** Parts of one list. Telegram sends at most 100. */
const partsMax = 1_000;
/** Seconds since 1970 that a `Date` can hold. */
const secondsMax = 8.64e12;

const word = z.string().max(wordMax);
const text = z.string().max(textMax);
const id = z.int();

const user = z.object({
  id,
  is_bot: z.boolean(),
  first_name: word,
  last_name: word.optional(),
  username: word.optional(),
  language_code: word.optional(),
});

const chat = z.object({
  id,
  type: word,
  title: word.optional(),
  username: word.optional(),
  first_name: word.optional(),
  last_name: word.optional(),
  is_forum: z.boolean().optional(),
});

const entity = z
  .object({
    type: word,
    offset: z.int().min(0).max(textMax),
    length: z.int().min(0).max(textMax),
    url: text.optional(),
  })
  .refine(({ type, url }) => type !== "text_link" || url !== undefined, { path: ["url"] });

const entities = z.array(entity).max(partsMax).optional();

const photoSize = z.object({
  file_id: word,
  file_unique_id: word.optional(),
  width: z.int(),
  height: z.int(),
  file_size: z.int().min(0).optional(),
});

const document = z.object({
  file_id: word,
  file_unique_id: word.optional(),
  file_name: text.optional(),
  mime_type: word.optional(),
  file_size: z.int().min(0).optional(),
});

/** Nothing in it is read. */
const present = z.object({}).optional().catch(undefined);

const namedFile = z.object({ file_name: text.optional() });

const poll = z.object({
  question: text,
  explanation: text.optional(),
  options: z.array(z.object({ text })).max(partsMax),
});

const checklist = z.object({ title: text, tasks: z.array(z.object({ text })).max(partsMax) });

const button = z.object({
  text,
  url: text.optional(),
  copy_text: z.object({ text }).optional(),
  callback_data: text.optional(),
});

const content = z.object({
  message_id: id,
  message_thread_id: id.optional(),
  is_topic_message: z.boolean().optional(),
  chat,
  date: z.int().min(0).max(secondsMax),
  edit_date: z.int().min(0).max(secondsMax).optional(),
  from: user.optional(),
  sender_chat: chat.optional(),
  text: text.optional(),
  caption: text.optional(),
  entities,
  caption_entities: entities,
  photo: z.array(photoSize).max(partsMax).optional(),
  document: document.optional(),
  contact: z
    .object({
      phone_number: word,
      first_name: word.optional(),
      last_name: word.optional(),
      vcard: text.optional(),
    })
    .optional(),
  audio: namedFile.extend({ title: text.optional(), performer: text.optional() }).optional(),
  video: namedFile.optional(),
  animation: namedFile.optional(),
  poll: poll.optional(),
  voice: present,
  video_note: present,
  sticker: present,
  location: present,
  venue: z.object({ title: text, address: text }).optional(),
  quote: z.object({ text }).optional(),
  // In these only keys are looked for, so that a message is read without one that does not fit.
  checklist: checklist.optional().catch(undefined),
  reply_markup: z
    .object({ inline_keyboard: z.array(z.array(button).max(partsMax)).max(partsMax) })
    .optional()
    .catch(undefined),
  link_preview_options: z.object({ url: text.optional() }).optional().catch(undefined),
  new_chat_title: text.optional().catch(undefined),
  media_group_id: word.optional(),
  forward_origin: z.object({ type: word }).optional(),
  via_bot: present,
  is_automatic_forward: z.boolean().optional(),
  migrate_to_chat_id: id.optional(),
  migrate_from_chat_id: id.optional(),
});

const replied = content.extend({ forum_topic_created: z.object({}).optional().catch(undefined) });

/** Telegram quotes one message deep. */
const quoting = content.extend({ reply_to_message: replied.optional() });

/**
 * A channel writes without a person, though never in a private chat. Marks of a text that is not there are dropped, for
 * grammY cuts them out of it. So is the message that opened a topic, to which Telegram lets every message there reply.
 */
const message = quoting
  .refine(
    ({ from, sender_chat, chat: { type } }) =>
      from !== undefined || (sender_chat !== undefined && type !== "private"),
    { message: "has no sender" },
  )
  .transform(({ entities, caption_entities, reply_to_message: replied, ...rest }) => ({
    ...rest,
    ...(replied !== undefined && replied.forum_topic_created === undefined && { reply_to_message: replied }),
    ...(rest.text !== undefined && entities && { entities }),
    ...(rest.caption !== undefined && caption_entities && { caption_entities }),
  }));

const callbackQuery = z.object({
  id: word,
  from: user,
  message: quoting.optional(),
  inline_message_id: word.optional(),
  chat_instance: word.optional(),
  data: word.optional(),
});

const member = z.object({ status: word });
const chatMember = z.object({ chat, from: user, date: content.shape.date, new_chat_member: member });

const updateId = z
  .int()
  .nonnegative()
  .refine((value) => !isOwnUpdate(value));

/** Every field that a handler reads, and no other. A new field must be added here before it can be read. */
const handled = z.object({
  update_id: updateId,
  message: message.optional(),
  edited_message: message.optional(),
  callback_query: callbackQuery.optional(),
  my_chat_member: chatMember.optional(),
});

/** grammY's type has many more fields, which no handler reads. */
const typed = z.custom<Update>(() => true);

/** An update as it may be worked off, or why not: its id where it has one, and the field that does not fit. */
type ReadUpdate =
  | { readonly update: Update }
  | { readonly update: null; readonly updateId: number | null; readonly field: string };

/**
 * Checks what Telegram brought. The update that comes out has known fields alone, each of its type. So it is never
 * deep, and cannot carry the fields of our own updates.
 */
export const readUpdate = (json: unknown): ReadUpdate => {
  const read = handled.safeParse(json);
  if (read.success) return { update: typed.parse(read.data) };
  const field = read.error.issues[0]?.path.join(".") ?? "";
  return { update: null, updateId: updateIdOf(json), field: field.slice(0, 200) };
};

const numbered = z.object({ update_id: z.int() });

/** The id of an update that has one; null: it cannot be confirmed to Telegram. */
export const updateIdOf = (json: unknown): number | null => {
  const read = numbered.safeParse(json);
  return read.success ? read.data.update_id : null;
};
