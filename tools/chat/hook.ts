import { Pool } from "undici";
import { webhookSecret } from "./program.ts";

/** Telegram's side of a webhook: so many connections, one update on each at a time. */
export const openHook = (hookUrl: string, connections: number) => {
  const { origin, pathname } = new URL(hookUrl);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  return {
    /** True when the update was taken. */
    post: async (update: unknown): Promise<boolean> => {
      const reply = await pool
        .request({
          path: pathname,
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-telegram-bot-api-secret-token": webhookSecret,
          },
          body: JSON.stringify(update),
          headersTimeout: 30_000,
        })
        .catch(() => null);
      await reply?.body.dump();
      return reply?.statusCode === 200;
    },
    close: () => pool.destroy(),
  };
};

export type Hook = ReturnType<typeof openHook>;

/** A text in a private chat, as Telegram posts it. */
export const textUpdate = (
  updateId: number,
  { chatId, messageId, text }: { readonly chatId: number; readonly messageId: number; readonly text: string },
) => ({
  update_id: updateId,
  message: {
    message_id: messageId,
    date: Math.floor(Date.now() / 1000),
    chat: { id: chatId, type: "private", first_name: "Selam" },
    from: { id: chatId, is_bot: false, first_name: "Selam", language_code: "en" },
    text,
  },
});
