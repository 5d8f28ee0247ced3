import type { InlineKeyboardButton } from "grammy/types";
import { z } from "zod";
import { savedSchema } from "../../../accounts/saved-accounts.ts";
import { hourMs } from "../../../core/time.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import type { BotMemory } from "../../data/memory.ts";
import type { Place } from "../../telegram/chat.ts";
import { recordSchema } from "../outcome.ts";

/** The receipt under which a person was asked whether they are its receiver. */
export const askedReceiptSchema = z.object({
  record: recordSchema,
  asked: z.object({
    receiver: z.object({ bank: z.string(), number: z.string(), name: z.string() }),
    receipt: z.object({ provider: z.string(), reference: z.string() }),
  }),
  /** The note that is sent where the record stands in another chat. */
  note: z.string(),
});

/** What was saved or answered, and how it was before. */
export const undoSchema = z.object({
  account: z.string(),
  /** Null: nothing was saved, only an answer about one receipt was kept. */
  change: z
    .object({
      account: z.string(),
      id: z.string(),
      before: savedSchema.extend({ id: z.string() }).nullable(),
    })
    .nullable(),
  number: z.string(),
  receipt: askedReceiptSchema.nullable(),
  /** The former answer about the receipt's receiver. */
  answered: z.enum(["mine", "not_mine"]).nullable(),
});

export type Undo = Readonly<z.infer<typeof undoSchema>>;

/** Who saves, and the chat in which that is asked and answered. */
export type Asking = { readonly chatId: number; readonly userId: number };

/** As long as the outcome of a receipt is kept. */
const undoTtlMs = 48 * hourMs;

/**
 * The button that undoes what was saved or answered. It is kept before the change is made, so that nothing is ever ✅
 * without it, and found again whenever the record is edited.
 */
export const createUndoButtons = ({ memory }: { readonly memory: BotMemory }) => ({
  keep: async ({ chatId, userId }: Asking, undo: Undo): Promise<void> => {
    const payload = JSON.stringify(undo);
    await memory.ask({ chatId, userId, kind: "undo", payload, ttlMs: undoTtlMs });
  },

  /** The newest unused button that fits; no row where there is none. */
  find: async (
    { chatId, userId }: Asking,
    isWanted: (undo: Undo) => boolean,
    language: Language,
  ): Promise<InlineKeyboardButton[][]> => {
    const open = await memory.openQuestionsOf(chatId, userId, null);
    const found = open.find(
      ({ kind, payload }) => kind === "undo" && isWanted(undoSchema.parse(JSON.parse(payload))),
    );
    return found === undefined
      ? []
      : [[{ text: catalogues[language].receiver.undo, callback_data: `undo:${found.id}` }]];
  },
});

export type UndoButtons = ReturnType<typeof createUndoButtons>;

/** Whether an undo is about the record of this message and slot. */
export const isAboutRecord =
  (place: Place, slot: string, mark: string) =>
  ({ receipt }: Undo): boolean =>
    receipt !== null &&
    receipt.record.caller.place.chatId === place.chatId &&
    receipt.record.caller.place.messageId === place.messageId &&
    receipt.record.slot === slot &&
    receipt.record.mark === mark;
