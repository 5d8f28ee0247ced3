import { foldSounds } from "../../../core/fold-sounds.ts";
import { latinSpellings } from "./latin-spellings.ts";

/**
 * Whether a word makes more or less of an amount: how often, for how many, or what part. Also honest texts hold such
 * words, as in `monthly rent`, so they only keep an amount from being confirmed.
 *
 * @param text with its amounts blanked
 */
export const makesMoreOrLess = (text: string): boolean => {
  const folded = foldSounds(text);
  return counting.some((words) => words.test(folded));
};

const english = [
  ...["half", "quarter", "third", "double[ds]?", "triple[ds]?", "quadruple[ds]?", "twice", "thrice", "times"],
  // Only behind a number or `a` does it count, and not in `Grand Hotel`.
  ...[
    "\\p{L}{0,12}fold",
    "zero(?:e?s)?",
    "dozens?",
    "couple",
    "lakhs?",
    "(?<=[0-9\\0] ?|(?<!\\p{L})a )grand",
  ],
  ...["k", "kk", "ks", "kay", "thou", "thous", "th?sds?", "ths", "mille", "mil", "mln"],
  ...["each", "per", "apiece", "every", "pp", "both", "pairs", "a pair (?:at|for)"],
  ...["dbl", "several", "repeatedly", "again and again", "yesterday and today", "same (?:for|to)"],
];

/** With what stands before a noun: by, for, of, from. */
const amharic = [
  ...["ግማሽ", "ግማሹን?", "ተኩል", "ሩብ", "እኩሌታ\\p{L}?", "ሲህ", "ዜሮ"],
  ...[
    "እጥ[ፍፉ]\\p{L}{0,2}",
    "ድርብ",
    "ደብል",
    "ትሪፕል",
    "ጊዜ",
    "(?:ሁለ|ሶስ|አራ|አምስ|ስድስ|ሰባ|ስምን)ቴ",
    "አስሬ",
    "ዘጠኜ",
    "ደጋግ\\p{L}+",
  ],
  // Each, of one, both of us
  ...["የ?(?:እያ|ያ|አ)ንዳን\\p{L}+", "አን[ዱዷ]ን?", "ነፍስ ?ወከፍ", "(?:ሁለ|ሶስ|አራ|አምስ|ስድስ|ሰባ)(?:ቱ|ታች[ንሁው])\\p{L}{0,2}"],
  ...["(?<=በ)(?:(?:አንድ )?ሰው|ኪሎ|ሊትር|ሜትር|ፍሬ)", "ትናንት(?:ና|ም) ዛሬም?"],
  // `በየቀኑ`, `በሳምንት`, and not the date behind `በቀን`
  ...["(?<=በ)(?:የ\\p{L}+|ሳምንት|ወር|[አዓ]መት|ሰ[ዓአ]ት)", "(?<=በ)ቀን(?! ?[:፦]? ?\\0)"],
];

const oromo = [
  ...["walakk\\p{L}+", "kurmaan\\p{L}*", "tokkoo?[nf]", "tokkotti", "yeroo", "si['’]a", "dachaa\\p{L}{0,3}"],
  ...["lachuu\\p{L}*", "lamaan\\p{L}*", "sadan\\p{L}*", "mataa(?:n|tti)", "namatti"],
  ...[
    "(?:guyyaa|ji['’]?a|torban?ii?|torbee|waggaa|sa['’]aatii?|kiiloo?)tti",
    "guyyaa guyyaa\\p{L}*",
    "ji['’]?aan",
  ],
  ...["irra ?deddeeb\\p{L}+", "kaleessa(?:s|fi| fi) har['’]as?"],
];

const tigrinya = [
  ...["ፍርቂ", "ርብዒ", "ነፍ[ሲስ] ?ወከፍ", "ነፍሲ", "ዕጽ[ፊፍ]\\p{L}?", "ግዜ"],
  ...["በቢ(?![ሮል])\\p{L}+", "ሕድሕድ\\p{L}*", "ሓድሓድ\\p{L}*"],
  ...["ክል[ቴቲተ]\\p{L}{1,3}", "ደጋጊ\\p{L}+", "ሰለስ[ቴቲ]\\p{L}{1,3}", "(?<=[ንብ])(?:መዓልቲ|ሰሙን|ወርሒ|ዓመት|ሰብ)"],
];

const inLatin = latinSpellings("ግማሽ|ግማሹ|ሁለቴ|ሶስቴ|አራቴ|ጊዜ|እያንዳንድ|እያንዳንዱ|ሁለታችን|ሶስታችን|ሁለታችሁ");

/** Not `the monthly rent`, and not what a bank advertises: `buy 100MB daily bundle`. */
const often =
  "(?:(?:hour|night|dai|week|month|year|annual)ly(?! (?:bundle|pack))|(?:ዕለታ|ሳምንታ|ወርሃ|ዓመታ|አመታ|መዓልታ|ሰሙና)ዊ)";
const besideAmount = String.raw`\0 ?(?:${often}(?!\p{L})|an? (?:head|person|piece|pair|kilo|kg|hour|day|night|week|month|year|trip)(?!\p{L})|kilo|ኪሎ)|(?<!\p{L})${often}(?= ?:? ?\0| since| from)`;

const counting: readonly RegExp[] = [
  String.raw`(?<!\p{L})(?:${english.join("|")})(?!\p{L})|[×%‰$€£]`,
  String.raw`(?<!\p{L})(?:${oromo.join("|")})(?!\p{L})`,
  String.raw`(?<!\p{L})[በከለየንብ]?(?:${amharic.join("|")})(?!\p{L})`,
  String.raw`(?<!\p{L})[በከለየንብ]?(?:${tigrinya.join("|")})(?!\p{L})`,
  String.raw`(?<!\p{L})(?:b[ei]?|ye?|le?)?(?:${inLatin})(?:n|m)?(?!\p{L})`,
  besideAmount,
].map((words) => new RegExp(foldSounds(words), "iu"));
