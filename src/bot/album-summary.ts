import { z } from "zod";
import { catalogues, type Language } from "../texts/texts.ts";
import type { Reply } from "./chat.ts";
import { formatAmount } from "./render.ts";
import { bold, code, concat, foreign, lines, type RichText } from "./rich-text.ts";

/** Which receipt an answer shows to be real. */
const paidSchema = z.strictObject({
  amountSantim: z.int(),
  // Not in what the version before this one has kept.
  provider: z.string().default(""),
  reference: z.string(),
});

/** What was said about one picture: the mark and the beginning of each answer. */
const saidSchema = z.array(z.strictObject({ line: z.string(), paid: paidSchema.nullable() }));

export type Said = z.infer<typeof saidSchema>;

/** What is kept of an answer for the summary. */
export const shorten = ({ text, paid }: Reply): Said[number] => ({
  line: text.split("\n", 1)[0]?.slice(0, 200) ?? "",
  paid: paid ?? null,
});

/** Nothing, for what was said before a crash and is not known any more. */
export const readSaid = (said: string): Said => (said === "" ? [] : saidSchema.parse(JSON.parse(said)));

/**
 * A line for each answer, by the number of its picture, and the sum of what is good; a receipt that stands in several
 * pictures is added once.
 */
export const renderAlbum = (parts: readonly Said[], language: Language): RichText => {
  const texts = catalogues[language];
  const amountOf = (santim: number): string => `${formatAmount(santim)} ${texts.currency}`;
  const shownIn = new Map<string, number>();
  let receipts = 0;
  let santim = 0;
  const render = ({ line, paid }: Said[number], picture: number): RichText | string => {
    if (paid === null) return `${picture}. ${line}`;
    const receipt = `${paid.provider} ${paid.reference}`;
    const before = shownIn.get(receipt);
    const reference = code(foreign(paid.reference));
    if (before !== undefined) return concat(`${picture}. ⚠️ ${texts.albumSame(before)} · `, reference);
    shownIn.set(receipt, picture);
    // Of the line only the mark: names stand in the answer itself.
    const mark = line.split(" ", 1)[0] ?? "";
    if (mark === "✅") {
      receipts += 1;
      santim += paid.amountSantim;
    }
    return concat(`${picture}. ${mark} ${amountOf(paid.amountSantim)} · `, reference);
  };
  const each = parts.flatMap((said, index) =>
    said.length === 0 ? [`${index + 1}. ${texts.albumAnswered}`] : said.map((one) => render(one, index + 1)),
  );
  return lines(
    bold(texts.albumTitle(parts.length)),
    ...each,
    receipts > 1 ? texts.albumSum(receipts, amountOf(santim)) : null,
  );
};
