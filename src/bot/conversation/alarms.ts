import { Composer } from "grammy";
import { z } from "zod";
import { readOwnUpdate } from "../telegram/arrival.ts";
import { plain } from "../telegram/chat.ts";
import type { TalkContext } from "./sending.ts";

const alarmSchema = z.looseObject({ alarm: z.object({ chatId: z.int(), text: z.string() }) });

/** Sends what the operator is told about the service, as any process has left it in the inbox. */
export const createAlarmNews = (): Composer<TalkContext> => {
  const composer = new Composer<TalkContext>();
  composer.use(async ({ update, sending }, next) => {
    const own = readOwnUpdate(update, alarmSchema);
    if (own === null) return next();
    const { chatId, text } = own.alarm;
    await sending.send({ chatId, messageId: 0 }, `alarm:${update.update_id}`, {
      ...plain(text),
      isUnquoted: true,
    });
  });
  return composer;
};
