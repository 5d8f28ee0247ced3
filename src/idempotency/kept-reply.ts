import { z } from "zod";

const keptReplySchema = z.strictObject({
  status: z.int(),
  contentType: z.string(),
  contentLanguage: z.string().nullable(),
  body: z.string(),
});

/** A reply as it left, kept so that every copy is answered with the same bytes. Of its headers those that describe the body. */
export type KeptReply = Readonly<z.infer<typeof keptReplySchema>>;

/** Throws for what this program did not keep. */
export const parseReply = (text: string): KeptReply => keptReplySchema.parse(JSON.parse(text));
