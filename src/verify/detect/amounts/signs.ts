import { partitionPoint } from "../../../core/partition-point.ts";
import { latinSpellings } from "./latin-spellings.ts";
import { isPartOfName, partyNamesIn } from "./party-names.ts";

/** What a word says of an amount: see `words`. */
export type SignKind = "moved" | "noun" | "label" | "total" | "cost" | "balance" | "aside" | "typed";

/** A word or two that say what an amount is, in code units of the text. */
export type Sign = {
  readonly kind: SignKind;
  readonly start: number;
  readonly end: number;
  /** The beginning of a word of a language whose verbs end the sentence. */
  readonly isStem: boolean;
};

/** All signs of a text: by kind in the order of the text, and by where they end. */
export type Signs = Readonly<Record<SignKind, readonly Sign[]>> & {
  /** Of those that end together, the longest is the last. */
  readonly byEnd: readonly Sign[];
  /** Where what a payer has typed may be over. */
  readonly typedEnds: readonly { readonly start: number; readonly end: number }[];
};

export const signsIn = (folded: string): Signs => {
  const names = partyNamesIn(folded);
  const signs = signPatterns
    .flatMap(({ kind, pattern }) =>
      [...folded.matchAll(pattern)].map(({ index, 0: found, groups }) => ({
        kind,
        start: index,
        end: index + found.length,
        isStem: groups?.stem !== undefined,
      })),
    )
    .filter((sign) => !(explainsAway(sign) && isPartOfName(sign, sign.kind !== "aside", names)));
  const of = (wanted: SignKind) => signs.filter(({ kind }) => kind === wanted);
  return {
    moved: of("moved"),
    noun: of("noun"),
    label: of("label"),
    total: of("total"),
    cost: of("cost"),
    balance: of("balance"),
    aside: of("aside"),
    typed: of("typed"),
    byEnd: signs.toReversed().toSorted((one, other) => one.end - other.end || other.start - one.start),
    typedEnds: [...folded.matchAll(typedEnd)].map(({ index, 0: mark }) => ({
      start: index,
      end: index + mark.length,
    })),
  };
};

/** Whether a word says of an amount that it was not what was paid. */
export const explainsAway = ({ kind }: Pick<Sign, "kind">): boolean =>
  kind === "aside" || kind === "cost" || kind === "balance";

const typedEnd = /\n|[,.;]\s|።/g;

/** Signs that begin within a part of the text, kind by kind. */
export const signsBetween = (from: number, to: number, signs: Signs): readonly Sign[] =>
  kinds.flatMap((kind) => {
    const ofKind = signs[kind];
    return ofKind.slice(
      partitionPoint(ofKind, ({ start }) => start < from),
      partitionPoint(ofKind, ({ start }) => start <= to),
    );
  });

/** The sign that stands last before a place, the longer one where two end together. */
export const nearestUpTo = (end: number, signs: readonly Sign[]): Sign | undefined => {
  let best: Sign | undefined;
  for (const sign of signs) {
    if (sign.end > end) continue;
    const isLater = best === undefined || sign.end > best.end;
    if (isLater || (sign.end === best?.end && sign.start < best.start)) best = sign;
  }
  return best;
};

/** The same among all signs of a text. */
export const nearestOf = ({ byEnd }: Signs, end: number): Sign | undefined =>
  byEnd[partitionPoint(byEnd, (sign) => sign.end <= end) - 1];

/** `verbs`: as they stand before or behind an amount, the bank's own spelling "transfered" among them. */
const verbs =
  "received|recieved|credited|transferr?ed|sent|paid|debited|deposited|withdrew|withdrawn|deducted|remitted|wired|purchased|bought|recharged|loaded|funded|topped up|cashed (?:in|out)|collected|settled|got|receiving|sending|forwarding|transferring|paying";

const movement = "(?:transfer|payment|transaction|withdrawal|deposit)";

/** `amount due`, `order amount: `, and `full amount 5000 birr, paid 1250 birr`: what was to be paid. */
const asked =
  "(?:order|due|asked|agreed|requested|required|expected|payable) (?:amount|amt)|(?:amount|amt)(?: (?:is|was))? (?:due|payable|owed|asked|agreed|requested|required|expected|(?:(?:I|we) )?(?:need |have |had )?to (?:be )?(?:pay|paid|send|sent|transfer|transferr?ed|deposit|deposited)|(?:(?:I|we) )?(?:should|must)(?: (?:be|pay|send|transfer|deposit))?)|(?:full|whole) (?:amount|amt)(?= ?[:=]? ?(?:is |was |of )?(?:ETB |birr )?[0-9][0-9.,]{0,12} ?(?:birr|ETB|ብር)?[,;.]? (?:(?:and|but|I|we|my|the|have) ){0,3}(?:advance|deposit|part|half|paid|sent) )";

/** `lekalehu`, `kefyalehu`: whole words, for their beginnings are those of other words too. */
const latinVerbs = String.raw`(?:${latinSpellings("ልኬያለሁ|ልኬአለሁ|ልከያለሁ|ልካለሁ|ልኬልሀለሁ|ከፍያለሁ|ከፍዬአለሁ|ከፍየያለሁ")})(?!\p{L})`;

/** What a payment is for, and no bank's fee. */
const ownFees =
  "school|tuition|registration|college|exam|entrance|admission|booking|reservation|application|membership|course|training|consultation";

/** Latin words as they are; of the others the beginning of a word, since their endings tell person and time. */
const words: Readonly<Record<SignKind, { readonly latin: string; readonly stems: string }>> = {
  moved: {
    latin: `${verbs}|been (?:successfully )?(?:made|done)`,
    stems: `ተቀብለ|ተቀብያ|ተቀበሉ|ደርሶ|ደረሰ(?!ኝ)|ልከ|ልኬ|ልኮ|ላከ|ላኩ|ተልኳ|ተልኮ|ተላከ|ገቢ (?:ሆ|ተደር|አደር|አድር)|ገብቷ|ገብቶ|አስገብ|አስገባ|ተላል|አስተላል|ተዘዋ|አዘዋ|ከፍለ|ከፍዬ|ከፍያለ|ፈጽመ|ፈጽሜ|ከፈል|ከፈሉ|ተከፍ|ተከፈ|ገዝተ|ገዛ|ወጪ (?:ሆ|ተደር|አደር|አድር)|ተቀና|ተቀን|አውጥተ|ተቐቢል|ተቐበል|ሰዲድ|ተሰዲ|ለኢኽ|ለኢኹ|ልኢኽ|ልኢኸ|ልኢኹ|ኣእቲ|ኣትዩ|ተኣት|ከፊል|ከፊለ|ተኸፊ|ገዚእ|fudhat|argat|ergit|ergam|ergee|kaffalt(?:an|ee)|kaffalam|kaffaleer|galee|galii (?:ta|go)|dabar|bitt|${latinVerbs}`,
  },
  noun: {
    latin:
      "withdrawals?|deposits?|transfers?|payments?|purchases?|credit|debit|cash[ -]?(?:in|out)|remittances?|top[ -]?up|transaction",
    stems: "ክፍያ",
  },
  label: {
    latin:
      "(?:(?:settled|transferr?ed|transaction|transfer|paid|payment|sent|received|credited|debited|principal|deposit|withdrawal) )?(?:amount|amt)(?! in word)(?: (?:paid|sent|received|credited|debited|transferr?ed|settled))?",
    stems: "(?:የተከፈለ[ውዉ] |የተላከ[ውዉ] |የተላለፈ[ውዉ] |የገንዘብ )?መጠ[ንኑ]|hanga",
  },
  total: {
    latin:
      "(?:grand |sub)?total(?: (?:of|an?|the|amount|sum|paid|payment|price|debited|deducted|charged|received|transferr?ed|credited|sent|cost|value|from|customer'?s?|your|account|including|incl|vat|is)){0,8}",
    stems: "(?:ጠቅላላ|አጠቃላይ|በአጠቃላይ|ጠቕላላ|ድምር)(?: (?:የተከፈለ|ክፍያ|መጠን|ዋጋ|ገንዘብ)\\p{L}{0,3})?|waliigala",
  },
  cost: {
    latin: `(?:service|transaction|transfer|bank|processing|sms|s)[ .-]{0,2}(?:fee|charge|commission)s?|(?<!(?:${ownFees}) )fees?(?: amount)?|charged?|charges|commissions?|vat(?! (?:receipt|invoice|reg|no))(?: amount)?|tax(?:es)?|levy|excise|stamp duty|disaster(?: (?:recovery|risk|response|fund|levy|fee)){0,2}|drr?f|penalty`,
    stems:
      "(?:የ)?(?:አገልግሎት|ማህተም|ማስተላለፊያ) ክፍያ|ክፍሊት ኣገልግሎት|ኮሚሽን|ተ\\.?እ\\.?ታ|ቫት|ታክስ|ግብር|ቀረጥ|የአደጋ|ቅጣት|kaffaltii tajaajil|gibir",
  },
  balance: {
    latin: `balance(?: amount)? (?:before|after) (?:(?:this|the|your) )?(?:${movement}|(?:received|credited|sent|paid|debited) amount)(?: (?:is|was|will be))?|after (?:(?:this|the|your) )?${movement}(?= ?:)|(?:account|wallet)(?: now)? (?:has(?! been)|had|holds|stands at)|total (?:deposits|withdrawals|transfers|payments|sales)|balance(?: amount)?|bal|available(?: (?:amount|funds?))?|remaining(?: (?:amount|payment|sum|money))?|remainder|(?<!(?<!\\p{L})(?:I|we|he|she|they) )left`,
    stems:
      "(?:አሁን )?ያለዎት የገንዘብ መጠን|(?:ቀሪ|የቀረ|ባላንስ)(?:ዎ|ዎት)?(?: የገንዘብ)? መጠን|በ?(?:ሂሳብ|አካውንት)(?:ዎ|ዎት)? (?:ውስጥ )?ያለ[ውዉ](?: የገንዘብ)? መጠን|(?:የ)?(?:ሂሳብ|አካውንት)(?:ዎ|ዎት|ህ|ሽ)? መጠን|የ(?:ቀድሞ|አሁን|በፊት) ሂሳብ|ቀሪ|የቀረ|ያለዎት|ያለዎ|ያልዎት|ዘሎኩም|ተረፍ|ባላንስ|haft?ee?|baala?ns|balaans|madaallii",
  },
  aside: {
    latin: `discount(?: amount)?|bonus|cash ?back|rewards?|prizes?|gift|win|earn|get|save|savings?|loans?(?: amount)?|limit|overdraft(?: amount)?|${asked}|repay(?:ment)?|repaid|outstanding|owe|debt|interest(?: (?:paid|amount|charged))?|installment|insurance|rate|price|cost|(?:minimum|maximum|bill|invoice)(?: amount)?|(?:sold|selling)(?: (?!and|but|paid|sent)[a-z]{1,12}){0,3} (?:for|at)|at least|up to(?! date)|(?:for|at) (?:only|just)|buy|buying|subscribe|promo|offer|refund(?:ed)?|reversed|reversal|(?:hold|reserved|blocked)(?: (?:amount|funds?))?|request(?:ed)?|(?:will|to|must|can) be (?:${verbs})|should(?: have|'ve) (?:sent|paid|transferr?ed|deposited)|supposed to (?:send|pay|transfer|deposit)|(?:will|'ll|shall|going to|want to|need to|(?:can|may) (?:i|we)) (?:send|pay|transfer|deposit|give|bring|add)(?: you)?(?: (?:the|my))?(?: (?:other|rest|remaining|next|second))?(?: of)?|(?:not|never|(?:have|has|had|did|was|is|ca)n['’]t)(?: (?:yet|been|be|have|has)){0,3} (?:${verbs})`,
    stems:
      "ያግኙ|ለማግኘት|ይግዙ|ሲገዙ|ያሸንፉ|ይሸለሙ|ጉርሻ|ስጦታ|ሽልማት|ቅናሽ|ብድር|እዳ(?![ጋን]|[ዬየው]ን)|ገደብ|ዋጋ|ወለድ|ቁጠባ|ተመላሽ|gatii|liqii",
  },
  typed: {
    latin:
      "(?:payment |customer )?(?:reason|narrative|narration|remarks?|note)(?: / ?type of service| ?[-:=/])|reason",
    stems: "(?:የክፍያ )?ምክንያት|የደንበኛ መልዕክት",
  },
};

const kinds: readonly SignKind[] = ["moved", "noun", "label", "total", "cost", "balance", "aside", "typed"];

const signPatterns = kinds.map((kind) => ({
  kind,
  pattern: new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:(?:${words[kind].latin})(?![\p{L}\p{N}])|(?<stem>[የበከለእ]?(?:${words[kind].stems})))`,
    "giu",
  ),
}));

export const sentenceEndsIn = (folded: string): readonly number[] =>
  [...folded.matchAll(sentenceEnd)].map(({ index, 0: mark }) => index + mark.length);

/** A full stop before a capital, but not that of `Mr.` or `No.`; the Amharic one; an empty line. */
const sentenceEnd =
  /(?<!\b(?:Mr|Mrs|Ms|Dr|No|Acc|Ref|Bal)|Br)[.!?](?=\s{1,3}["'(]?[\p{Lu}\p{Script=Ethiopic}])|[።]|[፡:]{2}|\n\s?\n/gu;
