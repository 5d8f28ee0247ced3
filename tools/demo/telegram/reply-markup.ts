import { z } from "zod";
import { ok, type Result } from "../../../src/core/result.ts";
import { badRequest, type Refusal } from "./refusal.ts";
import type { InlineButton, InlineKeyboard } from "./wire.ts";

const buttonSchema = z.object({
  text: z.string(),
  callback_data: z.string().optional(),
  url: z.string().optional(),
  copy_text: z.object({ text: z.string() }).optional(),
  web_app: z.object({ url: z.string() }).optional(),
});

/** `reply_markup` of a request: an inline keyboard, or a wish that the user replies. Reply keyboards are not known here. */
export const replyMarkupSchema = z.union([
  z.object({ inline_keyboard: z.array(z.array(buttonSchema)) }),
  z.object({
    force_reply: z.literal(true),
    input_field_placeholder: z.string().max(64).optional(),
    selective: z.boolean().optional(),
  }),
  z.object({ remove_keyboard: z.literal(true) }),
]);

export type ForceReply = { readonly placeholder: string; readonly isSelective: boolean };

type ReadMarkup = { readonly keyboard: InlineKeyboard | null; readonly forceReply: ForceReply | null };

/** Checks what Telegram checks of buttons; an empty keyboard is none. */
export const readReplyMarkup = (
  markup: z.infer<typeof replyMarkupSchema> | undefined,
): Result<ReadMarkup, Refusal> => {
  if (!markup || "remove_keyboard" in markup) return ok({ keyboard: null, forceReply: null });
  if ("force_reply" in markup) {
    const { input_field_placeholder: placeholder = "", selective: isSelective = false } = markup;
    return ok({ keyboard: null, forceReply: { placeholder, isSelective } });
  }
  const rows = markup.inline_keyboard.filter((row) => row.length > 0);
  const fault = rows.flat().map(buttonFault).find(Boolean);
  if (fault) return badRequest(fault);
  if (rows.flat().length > 100) return badRequest("reply markup is too long");
  return ok({ keyboard: rows.length > 0 ? { inline_keyboard: rows } : null, forceReply: null });
};

const buttonFault = ({ text, callback_data, url, copy_text, web_app }: InlineButton): string | null => {
  if (!text.trim()) return "can't parse inline keyboard button: BUTTON_TEXT_EMPTY";
  const actions = [callback_data, url, copy_text, web_app].filter((action) => action !== undefined).length;
  if (actions === 0) {
    return "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard";
  }
  if (actions > 1) return "BUTTON_TYPE_INVALID";
  if (callback_data !== undefined && !isBetween(Buffer.byteLength(callback_data), 1, 64)) {
    return "BUTTON_DATA_INVALID";
  }
  if (copy_text && !isBetween([...copy_text.text].length, 1, 256)) return "BUTTON_COPY_TEXT_INVALID";
  if (url !== undefined && !/^(?:https?|tg|tel):/i.test(url)) {
    return `inline keyboard button URL '${url}' is invalid: Unsupported URL protocol`;
  }
  if (web_app && !/^https:/i.test(web_app.url)) {
    return `inline keyboard button Web App URL '${web_app.url}' is invalid: Only HTTPS links are allowed`;
  }
  return null;
};

const isBetween = (count: number, least: number, most: number) => count >= least && count <= most;
