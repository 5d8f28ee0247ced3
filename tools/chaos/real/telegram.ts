import { openLeanTelegram, type Trouble } from "../../chat/lean-telegram.ts";
import { token } from "../../chat/program.ts";
import type { Said } from "../../invariants/chats.ts";
import type { TelegramMood } from "../moods.ts";

const troubles: Readonly<Record<TelegramMood, Trouble>> = {
  well: null,
  flood: "flood",
  error: "bad gateway",
  "answers lost": "lost answer",
  refused: "hang up",
  silent: "silence",
};

const changesChat = /^(?:sendMessage|editMessageText|deleteMessage)$/;

type Options = {
  readonly mood: () => TelegramMood;
  /** Hears of each change of a chat. */
  readonly onSaid: () => void;
};

/** Telegram as a server, which keeps what was said and where its answers went missing. */
export const openChaosTelegram = async ({ mood, onSaid }: Options) => {
  const said: Said[] = [];
  const lostIn = new Map<number, number>();
  const { url, chats, close } = await openLeanTelegram({
    token,
    onSaid: ({ id, quotes, text }, isNew, chatId) => {
      said.push({ chatId, id, quotes, text, isNew });
      onSaid();
    },
    troubleOf: (method, payload) => {
      if (!changesChat.test(method)) return null;
      const trouble = troubles[mood()];
      const chatId = Number(payload.chat_id);
      if (trouble !== null && trouble !== "flood") lostIn.set(chatId, (lostIn.get(chatId) ?? 0) + 1);
      return trouble;
    },
  });
  return { url, chats, close, said, lostIn: (chatId: number) => lostIn.get(chatId) ?? 0 };
};

export type ChaosTelegram = Awaited<ReturnType<typeof openChaosTelegram>>;
