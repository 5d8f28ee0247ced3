import { linesIn, type Part } from "../message-parts.ts";
import { sentenceEndsIn } from "./signs.ts";

/** Whether a text is, at least in part, what a bank writes of a transfer. */
export const isOfBank = (text: string): boolean =>
  /\byou have (?:successfully )?(?:received|sent|transferr?ed|paid|deposited|withdrawn)\b|\b(?:has been|was) (?:successfully )?(?:credited|debited)\b|ተቀብለዋል|ልከዋል|አስተላልፈዋል|ከፍለዋል|ገቢ (?:ሆኗል|ተደር)|taniittu/i.test(
    text,
  );

/** A sentence, or a part of it in a line of its own. */
export type Sentence = Part & {
  readonly text: string;
  /** Whether a bank says it, and no person who writes before or behind a copied message. */
  readonly isBanks: boolean;
};

/**
 * The sentences of a text. A bank's are all of a line in which a bank tells of a transfer, but for those in the first
 * person, such as `I sent 500 birr`.
 */
export const sentencesIn = (text: string): readonly Sentence[] =>
  linesIn(text).flatMap(({ start, end }) => {
    const line = text.slice(start, end);
    const isBanksLine = isOfBank(line);
    const starts = [0, ...sentenceEndsIn(line).filter((at) => at < line.length)];
    return starts.map((from, at) => {
      const sentence = line.slice(from, starts[at + 1]);
      return {
        text: sentence,
        start: start + from,
        end: start + (starts[at + 1] ?? line.length),
        isBanks: isBanksLine && (isOfBank(sentence) || !firstPerson.test(sentence)),
      };
    });
  });

const firstPerson =
  /(?<!\p{L})(?:(?:I|we)(?: have| just| also| already){0,2} (?:sent|paid|gave|transferr?ed|deposited|send|pay)|I['’](?:ve|m)|I am)(?!\p{L})|(?<!\p{L})(?:ልኬ|ከፍያለ|ከፍዬ|ከፈልኩ|ላክሁ|ላኩ|ሰዲደ|ከፊለ)|(?<!\p{L})(?:erg|kaffal)e{1,2}(?:ra|n|f)?(?!\p{L})/iu;
