import { z } from "zod";
import type { ChatState } from "./chat-view.ts";
import type { PersonName } from "./people.ts";

/** Plays a user of the emulator from a program, over the same HTTP as the chat page. */
export type Player = {
  /** @returns the id of the sent message (the first one when the text had to be split). */
  readonly say: (text: string, replyTo?: number) => Promise<number>;
  /** Sends a picture, compressed as apps do (`photo`) or as it is (`document`). @returns the message's id. */
  readonly show: (
    bytes: Uint8Array,
    picture?: {
      readonly as?: "photo" | "document";
      readonly type?: string;
      readonly caption?: string;
      /** Digits: pictures with the same ones are one album. */
      readonly album?: string;
    },
  ) => Promise<number>;
  /** Shares the person's own phone number. @returns the message's id. */
  readonly shareContact: () => Promise<number>;
  /** Changes a message that was sent before. */
  readonly edit: (messageId: number, text: string) => Promise<void>;
  /** Presses the button with this label under a message. @returns the id of the callback query. */
  readonly press: (messageId: number, label: string) => Promise<string>;
  readonly speak: (languageCode: string) => Promise<void>;
  /** Becomes a new Telegram user with an empty chat; in the group, begins a new one. */
  readonly startOver: () => Promise<void>;
  readonly state: () => Promise<ChatState>;
  /** Looks at the chat each time something happens in it, until it looks as wanted. Rejects when it never does. */
  readonly waitUntil: (isAsWanted: (state: ChatState) => boolean, timeoutMs?: number) => Promise<ChatState>;
};

/** @param place the person's private chat, or the group */
export const createPlayer = (
  emulatorUrl: string,
  person: PersonName,
  place: "chat" | "group" = "chat",
): Player => {
  const chat = `${emulatorUrl}/${place}/${person}`;
  const send = async (method: string, path: string, body: unknown): Promise<Response> => {
    const response = await fetch(`${chat}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const state = async () => stateSchema.parse(await (await fetch(chat)).json());

  return {
    say: async (text, replyTo) => {
      const sent = await send("POST", "/messages", { text, reply_to: replyTo });
      return sentSchema.parse(await sent.json()).message_ids[0];
    },
    show: async (bytes, { as = "photo", type = "image/png", caption = "", album } = {}) => {
      const query = new URLSearchParams({ as, name: "picture", caption, ...(album && { album }) });
      const sent = await fetch(`${chat}/files?${query}`, {
        method: "POST",
        headers: { "content-type": type },
        body: new Uint8Array(bytes),
      });
      if (!sent.ok) throw new Error(`/files answered ${sent.status}: ${await sent.text()}`);
      return shownSchema.parse(await sent.json()).message_id;
    },
    shareContact: async () => {
      const sent = await send("POST", "/contact", {});
      return shownSchema.parse(await sent.json()).message_id;
    },
    edit: async (messageId, text) => void (await send("PUT", "/messages", { message_id: messageId, text })),
    press: async (messageId, label) => {
      const pressed = await send("POST", "/presses", { message_id: messageId, label });
      return pressedSchema.parse(await pressed.json()).callback_query_id;
    },
    speak: async (languageCode) => void (await send("PUT", "/language", { language_code: languageCode })),
    startOver: async () => void (await send("POST", "/reset", {})),
    state,
    waitUntil: async (isAsWanted, timeoutMs = 30_000) => {
      const events = await fetch(`${chat}/events`, { signal: AbortSignal.timeout(timeoutMs) });
      for await (const _event of events.body ?? []) {
        const seen = await state();
        if (isAsWanted(seen)) return seen;
      }
      throw new Error("the emulator went away");
    },
  };
};

const sentSchema = z.object({ message_ids: z.tuple([z.int()], z.int()) });
const shownSchema = z.object({ message_id: z.int() });
const pressedSchema = z.object({ callback_query_id: z.string() });
const stateSchema = z.custom<ChatState>((value) => typeof value === "object" && value !== null);
