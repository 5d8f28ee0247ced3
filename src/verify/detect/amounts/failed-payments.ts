import { foldSounds } from "../../../core/fold-sounds.ts";
import { latinSpellings } from "./latin-spellings.ts";

/**
 * Whether a typed text says that a payment failed, came back, or was not made: `1250 birr failed`, `1250 ብር አልተላከም`. Also
 * honest texts hold such words, so they only keep an amount from being confirmed. What is said of another case, as banks do
 * in `If you have not made this payment` or `For failed transactions call 994`, says nothing of this one.
 */
export const saysNotPaid = (text: string): boolean => {
  const folded = foldSounds(text).replace(otherCase, " ").replace(otherCaseInAmharic, " ");
  return (
    notPaid.some((words) => words.test(folded)) || notPaidInOromo.test(folded.replace(nameInCapitals, " "))
  );
};

const payments =
  "(?:transactions|payments|transfers|deposits|purchases|orders|bills|loans|invoices|fees|debts)(?!\\p{L})";

/**
 * Up to where the sentence turns to this payment, as in `In case of doubt it is pending`. What follows a comma is of the
 * other case too where it tells what will be, or what to do.
 */
const otherCase =
  /(?<!\p{L})(?:(?:if|unless|whenever|yoo)(?!\p{L})[^.!?።,\n]{0,100}|in case(?!\p{L})(?:(?! (?:it|this|that|the \p{L}{1,12}) (?:is|was|has|did)(?!\p{L}))[^.!?።,\n]){0,100})(?:, ?(?=[^.!?።,\n]{0,40}(?:will|would|may|can|must|please|call|contact|dial|visit|reply|tell)(?!\p{L}))[^.!?።,\n]{0,100})?/giu;
/** `ያልተከፈለ ብድር ካለዎት ይክፈሉ` */
const otherCaseInAmharic = new RegExp(
  foldSounds(
    String.raw`(?<!\p{L})(?:ያል|ካል)\p{L}{1,12}(?: \p{L}{1,12}){0,3} (?:ካለ\p{L}{0,4}|ከሆነ|ቢኖር\p{L}{0,4}|ካላችሁ)(?!\p{L})`,
  ),
  "giu",
);
/** A name such as KUFE or DEEBIE, which means `fell` or `returned`. */
const nameInCapitals =
  /(?<=(?<!\p{L})(?:from|to|by|Dear) )\p{Lu}[\p{L}'’]{1,30}(?: \p{Lu}[\p{L}'’]{1,30}){0,4}/gu;

const english = [
  `fail(?:ed(?! ${payments})|s|ing|ure)?`,
  "(?:un|not )successful(?:ly)?",
  `(?<!(?:not|never|n['’]t)(?: be)? )(?:declin|reject|abort|bounc|revers|refund|return|refus|cancell?)ed(?! ${payments})`,
  // Of a package or a card it tells nothing of a payment.
  "(?<!(?:package|bundle|card|offer|bonus|points?|code|pin|password|otp|subscription|document|id) (?:(?:is|was|has|have|will|be|been|are) ){0,3})expired",
  `pending(?! ${payments})|unpaid(?! ${payments})|unsent|came back|timed out|on hold`,
  "(?:is|are|still|now|being) (?:still |being )?(?:processing|processed(?= (?:by|at) )|in (?:process|progress))|in process|under (?:review|process|processing|verification)|await(?:s|ing) (?:bank |its |the bank['’]?s )?(?:approval|processing|settlement|clearance)",
  `(?:not|never|(?:is|was|has|have|had|are|were|did|could)n['’]?t)(?: (?:yet|been|be|have|has|had|get|got|gone|even|fully|actually|able to)){0,3} (?:sent|paid|gone|through|received|recieved|credited|debited|transferr?ed|deposited|complete|completed|arrived|reached|processed|settled|made|done)(?! by you ?\\?)`,
  // `Beta will never send you links`, `Never send money to people you do not know`
  "(?:(?:did|does|could|was|is) not|(?<!will |(?:^|[.!?\\n]) {0,2})never|(?:did|does|could|was|is)n['’]?t)(?: (?:yet|even|get|actually)){0,2} (?:send|pay|go|arrive|reach|receive|work|complete|succeed|transfer|deposit|come)",
];

const amharic = [
  "አ[ልይ](?:ሄ[ደድ]|ተ?ላ[ከክለል]|ላኩ|ደረ?[ሰስ]|ገባ|ተሳካ|ሳካ|ተ?ከፈ[ለል]|ተቀበ|ሆነ|ሰራ|መጣ|ወጣ|ተቆረ)\\p{L}{0,8}ም",
  "አላ[ኩክ]\\p{L}{0,4}ም",
  "ያል(?:ሄደ|ተላ[ከለ]|ደረሰ|ገባ|ተሳካ|ተከፈለ)\\p{L}{0,4}",
  "ከሽፏል|ከሸፈ\\p{L}{0,2}|ተሰር[ዟዘዞ]\\p{L}{0,2}|ውድቅ|ተመል[ሷሶ]\\p{L}{0,2}|ተመለሰ\\p{L}{0,3}|ተመላሽ (?:ሆ|ተደር)\\p{L}{0,5}|በ(?:ሂደት|መጠባበቅ|ማጣራት) ላይ",
];
/** Their endings tell who and to whom. */
const inLatin = latinSpellings(
  "አልሄደ|አልተላከ|አልተላለፈ|አላኩ|አላክሁ|አልላኩ|አልደረሰ|አልገባ|አልተሳካ|አልከፈል|አልከፈለ|አልተከፈለ|አልሆነ|አልሰራ|አልመጣ|አይሄድ|አይሰራ",
);
/** `temelsoal`, `tesarzual`: that it came back or was cancelled. */
const undoneInLatin = latinSpellings(
  "ተመልሷል|ተመልሶአል|ተመልሱአል|ተመልሶል|ተመለሰ|ተሰርዟል|ተሰርዞአል|ተሰርዙአል|ተሳርዙአል|ተሰረዘ|ከሽፏል|ከሽፎአል",
);
const mixed = "al[a-z]{0,8}[\\u1200-\\u135a]{1,6}ም|አል[\\u1200-\\u135a]{0,4}[a-z]{1,10}m";

const oromo = [
  String.raw`hin ?(?:erg|kaffal|gal|milk|dhaqq|ga[ah]|geess|geeny|dabar|argan|deem|dhuf|xumur)\p{L}*`,
  String.raw`(?:fashal|haqam)\p{L}*|kufe(?:era)?|deebi(?:['’]?e|fam)\p{L}*`,
];

const tigrinya = [
  "[ኣአ]ይ(?:ተ?ላእከ|ተ?ለ[ኣአ][ከኸኽክ]|ተሰደ|ሰደድ|ከደ|[ኣአ]ተ|በጽ|ተኸፈ|ከፈል|ተ[ዓአ]ወ|ሰርሀ)\\p{L}{0,4}ን",
  "(?:ተመሊ[ሰስሱሳ]|ተሰሪ[ዘዝዙዛ]|ፈሺ[ለልሉላ])\\p{L}{0,2}",
];

const notPaid: readonly RegExp[] = [
  String.raw`(?<!\p{L})(?:${english.join("|")})(?!\p{L})`,
  String.raw`(?<!\p{L})(?:${[...amharic, ...tigrinya].join("|")})(?!\p{L})`,
  String.raw`(?<!\p{L})(?:(?:${inLatin})[a-z]{0,5}m(?:m|e)?|${mixed}|${undoneInLatin})(?!\p{L})`,
].map((words) => new RegExp(foldSounds(words), "iu"));

const notPaidInOromo = new RegExp(String.raw`(?<!\p{L})(?:${oromo.join("|")})(?!\p{L})`, "iu");
