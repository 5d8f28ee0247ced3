import { foldSounds } from "../../../core/fold-sounds.ts";
import { latinSpellings } from "./latin-spellings.ts";
import { isAdvert, isOfBank, paidWords, saysSomeonePaid, sentencesIn } from "./whose-words.ts";

/**
 * Whether a typed text speaks of another payment beside the one that it claims: in cash, once more, of somebody else too, or
 * of what is added to it. Also honest texts hold such words, so they only keep an amount from being confirmed. A bank's own
 * sentence counts only where it says that something was paid: banks advertise, and tell of fees.
 */
export const namesFurtherPayment = (text: string): boolean => {
  if (!isOfBank(text)) return namesFurther(foldSounds(text));
  return sentencesIn(text).some(({ text: said, isBanks }) => {
    const sentence = foldSounds(said).replace(nameOfParty, "");
    return (isBanks ? saysSomeonePaid(sentence) : !isAdvert(said)) && namesFurther(sentence);
  });
};

const namesFurther = (folded: string): boolean => further.some((words) => words.test(folded));

/** A name in capitals, as banks write it: `from PLUS TRADING PLC`, `ለ ሌላ ባንክ ልከዋል`. */
const nameOfParty =
  /(?<=(?<!\p{L})(?:from|to|by)(?: an?)? )\p{Lu}[\p{Lu}.'’&/-]{1,30}(?: [\p{Lu}&][\p{Lu}.'’&/-]{0,30}){0,5}(?!\p{L})|(?<=(?<!\p{L})[ከለ] )[\u1200-\u135a]{2,12}(?: [\u1200-\u135a]{2,12}){0,3}(?= (?:ተቀብለዋል|ልከዋል|አስተላልፈዋል))/gu;

const payment = "(?:transfer|payment|deposit|transaction|instal?lment|part|half|time|round)s?";

/** What asks the reader for something. */
const asked =
  "(?:please|pls|plz|kindly|get|enjoy|win|earn|dial|check|see|visit|use|download|try|confirm|note|reply|tell|call)(?![a-z])";

const english = [
  String.raw`(?<!credited with [^!?\n]{1,24} by )(?<!withdrawn )cash(?! ?(?:transfer|deposit|withdrawal|out|in|back)(?!\p{L}))`,
  String.raw`(?:rest|remaining|remainder|other half|difference)(?= [^.!?\n0-9]{0,24}(?<!\p{L})${paidWords}(?!\p{L}))`,
  "(?<!(?:check|look|verify|try|see|thanks|you|hello|hi|once|never) )(?<![.!?] (?:send|transfer|pay|use|visit) )again(?!st)",
  "too(?! (?:much|many|late|long|far|early|soon|slow|expensive|big|small|high|low|bad)(?![a-z]))",
  // `also please reply`, `Also get 5% bonus`
  `(?<!(?:can|may|could|are) )also(?! ${asked})`,
  "as well(?! as)",
  String.raw`(?:another|one more)(?! (?:account|phone|number|bank|app|branch|name|sim|wallet|question|thing|customer|service|language|option|msg|message)(?!\p{L}))`,
  `(?:first|second|third|last|next|previous|other|1st|2nd|3rd|4th) ${payment}`,
  "(?:first|second|third|other)(?: one)? (?:is|was)",
  "same (?:amount|sum|again|yesterday|today|as (?:yesterday|before|last))",
  "(?:is|was) (?:the )?same",
  "once more",
  "in addition",
  "additional(?! (?:info(?:rmation)?|details?|help|services?|support|(?:fees?|charges?) (?:may|might|can) apply)(?![a-z]))(?:ly)?",
  "(?:excluding|excludes?|exclusive of|not including|without|before) (?:the )?(?:vat|tax(?:es)?|tips?|fees?|delivery|transport|commission|service)",
];

/** Between a rest and the verb that says that it was paid. */
const words = String.raw`(?:[^.!?።\n0-9]{0,15} )?`;

/** `ሌላ አገልግሎት`, and `ከሌላ አካውንት`, which says where the payment came from; not `በሌላ ባንክም`, "by another bank too". */
const noPayment = String.raw`(?:አገልግሎት|መረጃ|ቁጥር|ስልክ|ጥያቄ|(?:አካውንት|ሂሳብ|ባንክ|ቅርንጫፍ)(?!\p{L}))`;

const amharic = [
  ...[
    "በ?(?:ካሽ|ጥሬ)\\p{L}{0,2}",
    "በእ[ጅጄጃጁ]\\p{L}{0,3}",
    "(?:እንደ|እንዳ)ገናም?",
    "በ?ድጋሚም?",
    `[በከለየ]?(?:ሌላ\\p{L}{0,2}|ሌሎ[ችቹ]\\p{L}{0,3})(?! ${noPayment})`,
    "ደግሞም?",
    "እንዲሁም",
    "ሲደመር",
    "ጭምርም?",
    "ጨምሬ\\p{L}{0,4}",
    "በ?ተጨማሪ\\p{L}{0,3}(?! (?:መረጃ|ማብራሪያ|አገልግሎት))",
  ],
  ...[
    "(?:ሁለተ|ሶስተ|አራተ)ኛ\\p{L}{0,3}",
    "የ?መጀመሪያ\\p{L}{0,3}",
    `(?:ቀሪ|የቀረ)\\p{L}{0,4} ${words}(?:ልኬ|ልከ|ላክ|ላኩ|ተላ[ከክኩ]|ከፍ[ያዬ]|ከፈል|ተልኳ|ተከፍ|ተከፈ|ሰጥ|አስገብ|አስገባ|ገብቷ|ገብቶ)\\p{L}*`,
  ],
];

const oromo = [
  ...[
    "irra ?deebi\\p{L}*['’]?\\p{L}+",
    "ammas",
    "biraa",
    "dabalat\\p{L}*",
    "akkasumas",
    "immoo",
    "lamma(?:ta|ffaa)\\p{L}*",
  ],
  ...["harka(?:an|tti)", "callaa\\p{L}*"],
  `haf(?:e|te)\\p{L}{0,3} ${words}(?:erg(?:ee|am|ine)|kaffal(?:ee|am|t)|galch(?:ee|am|e)|kennee)\\p{L}*`,
];

const tigrinya = [
  ...["ደጊመ", "ዳግማይ", "ካልኣይ\\p{L}{0,2}", "ካልእ", "ድማ", "ተወሳኺ", "ብኢድ", "ጥረ", "ብጥሬ"],
  `ዝ?ተረፈ?\\p{L}{0,3} ${words}(?:ሰዲድ|ሰዲደ|ተሰዲ|ከፊል|ከፊለ|ተኸፊ|ለኢኸ|ለኢኽ|ልኢኸ|ለኣኽ|ኣእት|ሂበ)\\p{L}*`,
];

/** In Latin letters, as many people type them; not those that would be a name, as ዳግም. */
const inLatin = latinSpellings(
  "እንደገና|እንዳገና|ድጋሚ|ሌላ|ደግሞ|እንዲሁም|ሲደመር|ጭምር|ተጨማሪ|ሁለተኛ|ሶስተኛ|መጀመሪያ|በካሽ|ደጊመ|ተወሳኺ|ካልኣይ|ሌሎች",
);
/** `keriwn lekalehu`, `kerun be alpha kefelku`. */
const restInLatin = `(?:ye)?(?:${latinSpellings("ቀሪ|ቀረ|ቀሩ|ቀር")})(?:w[ua]?n?|un|n)? ${words}(?:${latinSpellings(
  "ልኬ|ልከ|ልካለ|ላኩ|ላክ|ከፍያ|ከፍየ|ከፈል|ተልኳ|ተከፍ|ተላከ|ሰጥ|አስገብ|አስገባ",
)})[a-z]*`;

const further: readonly RegExp[] = [
  String.raw`(?<!\p{L})(?:${english.join("|")})(?!\p{L})`,
  String.raw`(?<!\p{L})(?:${[...amharic, ...oromo, ...tigrinya].join("|")})(?!\p{L})`,
  String.raw`(?<!\p{L})(?:b[ei]?|ye?)?(?:${inLatin})(?:m|n|w[ua]?n?|un?)?m?(?!\p{L})`,
  String.raw`(?<!\p{L})${restInLatin}(?!\p{L})`,
  // `rest by Alpha`, and not `rest by Friday`
  String.raw`(?<!\p{L})rest (?:is |was |went |came )?(?:by|via|through|using) (?!the end|next|tomorrow|tonight|noon|evening|morning|night|mon|tues|wednes|thurs|fri|satur|sun|delivery|[0-9])`,
  // The amount behind it is read by itself: `1000 birr plus 250 birr`, and not `plus 50 birr VAT`.
  String.raw`(?<!\p{L})plus(?!\p{L})(?! (?:ETB |birr )?[0-9][0-9.,]{0,12} ?(?:birr|ETB|br|ብር)?(?: (?:sent|paid|to|for) |[.,;!]? ?(?:$|\n|\0|(?=[A-Z]{1,9}[0-9])[A-Z0-9]{10})))`,
  // `1250 birr + tip`
  String.raw`[0-9] ?(?:ETB|birr|br|ብር|qarshii|ቅርሺ)? ?\+ ?\p{L}`,
].map((words) => new RegExp(foldSounds(words), "iu"));
