import { z } from "zod";
import { ok } from "../../../../src/core/result.ts";
import type { Telegram } from "../telegram.ts";
import { flag, fromText, integer, type Method, method } from "./method.ts";

/** Telegram holds a long poll for at most this long. */
const pollSecondsMax = 50;

/** The methods by which a bot hears of users, and answers a pressed button. */
export const updateMethods = (telegram: Telegram): Readonly<Record<string, Method>> => ({
  getMe: () =>
    ok({
      ...telegram.bot,
      can_join_groups: true,
      can_read_all_group_messages: true,
      supports_inline_queries: false,
    }),

  getUpdates: method(
    z.object({
      offset: integer.default(0),
      limit: integer.default(100),
      timeout: integer.default(0),
      allowed_updates: fromText(z.array(z.string())).optional(),
    }),
    ({ offset, limit, timeout, allowed_updates: allowed }, signal) => {
      const timeoutSeconds = Math.min(Math.max(timeout, 0), pollSecondsMax);
      const bounded = Math.min(Math.max(limit, 1), 100);
      return telegram.updates.poll({ offset, limit: bounded, timeoutSeconds, allowed }, signal);
    },
  ),

  deleteWebhook: method(z.object({ drop_pending_updates: flag.default(false) }), (wanted) => {
    if (wanted.drop_pending_updates) telegram.updates.drop();
    return ok(true);
  }),

  getWebhookInfo: () =>
    ok({
      url: "",
      has_custom_certificate: false,
      pending_update_count: telegram.updates.pendingCount(),
      allowed_updates: telegram.updates.allowed(),
    }),

  answerCallbackQuery: method(
    z.object({
      callback_query_id: z.string().default(""),
      text: z.string().max(200, "MESSAGE_TOO_LONG").default(""),
      show_alert: flag.default(false),
    }),
    ({ callback_query_id: queryId, text, show_alert: isAlert }) => {
      const press = telegram.callbackQueries.answer(queryId);
      if (!press.ok) return press;
      const { conversation, userId } = press.value;
      conversation.show({ kind: "notice", queryId, userId, text, isAlert });
      return ok(true);
    },
  ),
});
