import { z } from "zod";
import { isLanguage, type Language } from "../texts/texts.ts";

/** An answer about a real receipt that was said and can be worded anew while its outcome is kept. */
export const recordSchema = z.strictObject({
  /** Who asked for it, and the message that did. */
  asker: z.strictObject({
    place: z.strictObject({ chatId: z.int(), messageId: z.int() }),
    userId: z.int(),
    language: z.custom<Language>((tag) => typeof tag === "string" && isLanguage(tag)),
  }),
  /** Under which the answer was said. */
  slot: z.string(),
  /** Our message that says it. */
  shown: z.int(),
});

export type ReceiptRecord = Readonly<z.infer<typeof recordSchema>>;
