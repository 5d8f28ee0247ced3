import { foldSounds } from "../../core/fold-sounds.ts";

/**
 * Whether a typed text speaks of another payment beside the one that it claims: in cash, once more, of somebody else too, or
 * of what is added to it. Also honest texts hold such words, so they only keep an amount from being confirmed.
 */
export const namesFurtherPayment = (text: string): boolean => {
  const folded = foldSounds(text);
  return further.some((words) => words.test(folded));
};

const paid = "(?:sent|paid|gave|given|transferr?ed|deposited|cash|yesterday|earlier|already|before)";
const payment = "(?:transfer|payment|deposit|transaction|instal?lment|part|half|time|round)s?";

const english = [
  String.raw`(?<!credited with [^!?\n]{1,24} by )cash(?! ?(?:transfer|deposit|withdrawal|out|in|back)(?!\p{L}))`,
  String.raw`(?:rest|remaining|remainder|other half)(?= [^.!?\n0-9]{0,24}(?<!\p{L})${paid}(?!\p{L}))`,
  "(?<!(?:check|look|verify|try|see|thanks|you|hello|hi|once|never) )again(?!st)",
  "too(?! (?:much|many|late|long|far|early|soon|slow|expensive|big|small|high|low|bad)(?![a-z]))",
  "(?<!(?:can|may|could|are) )also",
  "as well(?! as)",
  String.raw`(?:another|one more)(?! (?:account|phone|number|bank|app|branch|name|sim|wallet|question|thing|customer)(?!\p{L}))`,
  `(?:first|second|third|last|next|previous|other|1st|2nd|3rd|4th) ${payment}`,
  "(?:first|second|third|other)(?: one)? (?:is|was)",
  "same (?:amount|sum|again|yesterday|today|as (?:yesterday|before|last))",
  "(?:is|was) (?:the )?same",
  "once more",
  "in addition",
  "additional(?:ly)?",
  "plus",
  "(?:excluding|excludes?|exclusive of|not including|without|before) (?:the )?(?:vat|tax(?:es)?|tips?|fees?|delivery|transport|commission|service)",
];

const amharic = [
  ...["በ?(?:ካሽ|ጥሬ)", "በእጅ", "(?:እንደ|እንዳ)ገና", "በ?ድጋሚ", "ሌላም?", "ደግሞ", "እንዲሁም", "ሲደመር", "ጭምር", "በ?ተጨማሪ(?:ም)?"],
  ...[
    "(?:ሁለተ|ሶስተ|አራተ)ኛ\\p{L}{0,3}",
    "የ?መጀመሪያ\\p{L}{0,3}",
    "(?:ቀሪ|የቀረ)\\p{L}{0,4} [^.!?።\\n0-9]{0,16}(?:ልኬ|ልከ|ከፍያ|ከፈል|ተልኳ|ሰጥ)",
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
];

const tigrinya = ["ደጊመ", "ዳግማይ", "ካልኣይ\\p{L}{0,2}", "ካልእ", "ድማ", "ተወሳኺ", "ብኢድ", "ጥረ", "ብጥሬ"];

const further: readonly RegExp[] = [
  String.raw`(?<!\p{L})(?:${english.join("|")})(?!\p{L})`,
  String.raw`(?<!\p{L})(?:${[...amharic, ...oromo, ...tigrinya].join("|")})(?!\p{L})`,
  // `1250 birr + tip`
  String.raw`[0-9] ?(?:ETB|birr|br|ብር|qarshii|ቅርሺ)? ?\+ ?\p{L}`,
].map((words) => new RegExp(foldSounds(words), "iu"));
