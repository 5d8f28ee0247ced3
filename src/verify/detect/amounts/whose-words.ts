import { foldSounds } from "../../../core/fold-sounds.ts";
import { partitionPoint } from "../../../core/partition-point.ts";
import { linesIn, type Part } from "../message-parts.ts";
import { sentenceEndsIn } from "./signs.ts";

/** Whether a text is, at least in part, what a bank writes of a transfer. */
export const isOfBank = (text: string): boolean =>
  /\byou have (?:successfully )?(?:received|sent|transferr?ed|paid|deposited|withdrawn)\b|\b(?:has been|was) (?:successfully )?(?:credited|debited)\b|ተቀብለዋል|ልከዋል|አስተላልፈዋል|ከፍለዋል|ገቢ (?:ሆኗል|ተደር)|taniittu/i.test(
    text,
  );

/** A sentence, or a part of it in a line of its own. */
type Sentence = Part & {
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

/** Which amounts a person says, before or behind a bank's message that he copied, or in a text without a bank's words. */
export const saidByPerson = (text: string): ((amount: Pick<Part, "start">) => boolean) => {
  if (!isOfBank(text)) return () => true;
  const sentences = sentencesIn(text);
  return ({ start }) => {
    const said = sentences[partitionPoint(sentences, (sentence) => sentence.start <= start) - 1];
    return said?.isBanks === false && !isAdvert(said.text);
  };
};

/** Whether a sentence beside a bank's own words only advertises something, as in `Enjoy double bonus every Friday`. */
export const isAdvert = (sentence: string): boolean =>
  (prize.test(sentence) || (advertWord.test(sentence) && advertised.test(sentence))) &&
  !saysSomeonePaid(foldSounds(sentence));

/** What banks advertise, and how. Other words that ask for something are also a person's: `check twenty thousand`. */
const advertised =
  /(?<!\p{L})(?:bonus(?:es)?|data|airtime|packages?|bundles?|points|rewards?|prizes?|lotter(?:y|ies)|draws?|discounts?|cash ?back|minutes|[MG]B|app|up to [^!?\n]{0,24}(?:loan|overdraft))(?!\p{L})/iu;
const advertWord =
  /(?<!\p{L})(?:get|enjoy|win|earn|dial|download|buy|recharge|collect|subscribe|visit|use)(?!\p{L})/iu;
/** `Win a million birr with Beta!` */
const prize = /^\s{0,3}win(?!\p{L})/iu;

/** English words by which somebody says that something was paid. */
export const paidWords =
  "(?:sent|paid|gave|given|transferr?ed|deposited|cash|yesterday|earlier|already|before)";

/** Whether a person speaks in a sentence, or something is said to be paid. */
export const saysSomeonePaid = (folded: string): boolean => someonePaid.test(folded);

const someonePaid = new RegExp(
  foldSounds(
    String.raw`(?<!\p{L})(?:${paidWords}|I|we|me|my|our|the (?:same|rest)|received|credited|withdrawn|debited)(?!\p{L})|ልኬ|ልከ|ልኳ|ከፍ[ያለ]|ከፈ[ለል]|ተልኳ|ሰጥ|ተቀብለ|አስተላል|አስገብ|ገቢ|በ?(?:ካሽ|ጥሬ)|በእጅ|ትናንት|erge|ergi|kaffal|harka|callaa|kaleessa|ሰዲድ|ሰዲደ|ከፊል|ከፊለ|ብኢድ`,
  ),
  "iu",
);
