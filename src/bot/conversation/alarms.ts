import { Composer } from "grammy";
import { z } from "zod";
import { isOwnUpdate } from "../data/inbox.ts";
import { plain } from "../telegram/chat.ts";
import type { TalkContext } from "./sending.ts";

const alarmSchema = z.looseObject({ alarm: z.object({ chatId: z.int(), text: z.string() }) });

/** Sends what the operator is told about the service, as any process has left it in the inbox. */
export const createAlarmNews = (): Composer<TalkContext> => {
  const composer = new Composer<TalkContext>();
  composer.use(async ({ update, sending }, next) => {
    const read = isOwnUpdate(update.update_id) ? alarmSchema.safeParse(update) : null;
    if (!read?.success) return next();
    const { chatId, text } = read.data.alarm;
    await sending.send({ chatId, messageId: 0 }, `alarm:${update.update_id}`, {
      ...plain(text),
      isUnquoted: true,
    });
  });
  return composer;
};
