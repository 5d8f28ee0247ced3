import type { TelegramFetch } from "../../../src/bot/telegram/client.ts";
import { createLeanChats, quotedBy } from "../../chat/lean-chats.ts";
import type { Said } from "../../invariants/chats.ts";
import type { TelegramMood } from "../moods.ts";
import type { Owner, VirtualTime } from "./virtual-time.ts";

type Options = {
  readonly mood: () => TelegramMood;
  /** Hears of each change of a chat, before the process does. */
  readonly onSaid: (owner: Owner | null) => void;
};

type Answer = Awaited<ReturnType<TelegramFetch>>;

const latencyMs = 30;
const changesChat = /^(?:sendMessage|editMessageText|deleteMessage)$/;

/** Telegram's side of the chats, without a connection between it and the processes. */
export const createSimulatedTelegram = (time: VirtualTime, { mood, onSaid }: Options) => {
  const chats = createLeanChats();
  const said: Said[] = [];
  const lostIn = new Map<number, number>();

  const act = (method: string, payload: Readonly<Record<string, unknown>>, owner: Owner | null) => {
    const outcome = chats.call(method, payload);
    const chatId = Number(payload.chat_id);
    if (!changesChat.test(method)) return outcome;
    if (outcome.ok && method !== "deleteMessage") {
      const isNew = method === "sendMessage";
      const id = isNew ? Number(Object(outcome.value).message_id) : Number(payload.message_id);
      const quotes = isNew ? quotedBy(payload) : chats.quotedIn(chatId, id);
      said.push({ chatId, id, quotes, text: String(payload.text), isNew });
    }
    onSaid(owner);
    return outcome;
  };

  const fetch: TelegramFetch = (url, { body, signal }) =>
    new Promise<Answer>((resolve, reject) => {
      const owner = time.owner();
      const method = url.slice(url.lastIndexOf("/") + 1);
      const payload: Readonly<Record<string, unknown>> =
        typeof body === "string" && body !== "" ? JSON.parse(body) : {};
      const feels = method === "getMe" || method.startsWith("set") ? "well" : mood();
      const tell = (act: () => void) => time.after(latencyMs, owner, act);
      const lose = (code: string) => tell(() => reject(Object.assign(new Error(code), { code })));
      signal.addEventListener("abort", () => reject(signal.reason));
      const noteLost = () => {
        if (!changesChat.test(method)) return;
        const chatId = Number(payload.chat_id);
        lostIn.set(chatId, (lostIn.get(chatId) ?? 0) + 1);
      };
      switch (feels) {
        case "refused":
          return lose("ECONNREFUSED");
        case "error":
          return tell(() =>
            resolve({ json: async () => ({ ok: false, error_code: 502, description: "Bad Gateway" }) }),
          );
        case "flood": {
          const refusal = { ok: false, error_code: 429, description: "Too Many Requests: retry after 3" };
          return tell(() => resolve({ json: async () => ({ ...refusal, parameters: { retry_after: 3 } }) }));
        }
        default:
          // What is on its way arrives, whatever becomes of the process that sent it.
          time.after(latencyMs, null, () => {
            const outcome = act(method, payload, owner);
            if (feels !== "well") noteLost();
            if (feels === "silent") return;
            if (feels === "answers lost") return lose("ECONNRESET");
            const told = outcome.ok
              ? { ok: true, result: outcome.value }
              : { ok: false, error_code: outcome.error.code, description: outcome.error.description };
            tell(() => resolve({ json: async () => told }));
          });
      }
    });
  return { fetch, chats, said, lostIn: (chatId: number) => lostIn.get(chatId) ?? 0 };
};
