import { foldSounds } from "../../core/fold-sounds.ts";

/** What says in Amharic or Tigrinya that a payment was taken back or did not happen, told from rules and requests. */

/** A pattern for texts whose sounds are folded. */
const folded = ({ source, flags }: RegExp): RegExp => new RegExp(foldSounds(source), flags);

const ethiopicWords = folded(
  /ተሰርዟል|ተሰርዛል|ተሰርዞአል|ተሰርዝዋል|ተሰርዟአል|ተሰርዘዋል|ተሰረዘ|ተሰርዞ|ተመላሽ|ተመልሷል|ተመልሶአል|ተመልስዋል|ተመልሶ|ተመለሰ|አልተሳካም|ያልተሳካ|ውድቅ|ከሽፏል|ከሽፎአል|የከሸፈ|አልተጠናቀቀም|ያልተጠናቀቀ|አልተፈጸመም|ያልተፈጸመ|ተቋርጧል|የተቋረጠ|ተሽሯል|የተሻረ|አልተከፈለም|ያልተከፈለ(?! (?:ቢል|ግብር|ብድር|ዕዳ|እዳ|ኪራይ|ሂሳብ|ሒሳብ|ቅጣት) ክፍያ)|ጊዜው ያለፈ|ተቀልብሷል|ተቀልብሶአል|የተቀለበሰ|ተቀለበሰ|ዋጋ የለውም|ዋጋ የሌለው|ገቢ አልሆነም|ጊዜው አልፏል|ጊዜው አልፎበታል|ስረዛ|ታግዷል|ታግዶአል|ታግደዋል|አልተላለፈም|አልደረሰም|ተቀባይነት አላገኘም|አልተከናወነም|ያልተከናወነ|(?<!(?:መልእክት|መልዕክት|ኤስኤምኤስ|ኢሜይል) )አልተላከም|(?:ገንዘቡ|ክፍያው|ብሩ|ሂሳብዎ) አልገባም|ሳይ(?:ሳካ|ጠናቀቅ|ከናወን|ፈጸም) ቀር|ተሰናክሏል|ተሰናክሎአል|ስህተት ተፈጥሯል|አልጸደቀም|(?:ግብይቱ|ክፍያው|ዝውውሩ) ተከልክ(?:ሏል|ሎአል)|አልተረጋገጠም|(?:መፈጸም|ማጠናቀቅ|ማስተላለፍ|ማከናወን|መክፈል|መላክ) አልተቻለም|ስህተት ተከስቷል|(?:ባንኩ|ላኪው|ከፋዩ) ሰርዟል|ሰርዞታል|(?:ገንዘቡ|ብሩ|ክፍያው|ግብይቱ|ዝውውሩ) ተይዟል|(?:ክፍያው|ክፍያዎ|ግብይቱ|ግብይትዎ|ዝውውሩ|ገንዘቡ|ብሩ) (?:[^ ]{1,12} )?(?:ወድቋል|ተገልብጧል|ቆሟል|አልተሟላም)|(?:^| )ከሸፈ(?:$|[ ።.!])|ያልተሟላ (?:ክፍያ|ግብይት|ዝውውር)|ሊ(?:ጠናቀቅ|ሳካ|ፈጸም|ከናወን|ተላለፍ|ከፈል) አልቻለም|ገና አልገባም|ለጊዜው ተይዟል|ተሰሪዙ|ተመሊሱ|ተነጺጉ|ፈሺሉ|ኣይተዛዘመን|ዘይተዛዘመ|ኣይተፈጸመን|ዘይተፈጸመ|ኣይተኸፈለን|ኣይተዓወተን|ግዜኡ ሓሊፉ/,
);
/** Words that say so where they are all that is said; elsewhere they warn of others' receipts. */
const ethiopicStamps = folded(
  /^[\s"'(*-]{0,3}(?:(?:[ሀሐኃ]ሰተኛ|ልክ ያልሆነ|ተቀባይነት የሌለው|የታገደ|ያልተረጋገጠ|ያልጸደቀ|ተከልክሏል|ተቀባይነት የለውም|ሰርዟል|ወድቋል|ተገልብጧል|ቆሟል|አልተሟላም)(?: (?:ደረሰኝ|ክፍያ|ግብይት))?|(?:ይህ )?(?:ደረሰኝ|ደረሰኙ|ክፍያ|ክፍያው) (?:(?:[ሀሐኃ]ሰተኛ|ልክ ያልሆነ) ነው|ተቀባይነት የለውም))[\s"')*.!።-]{0,3}$/,
);

/** Beside one of these the word is a possibility, a rule or a request. */
const ethiopicHypotheses = folded(
  /(?:^| )(?:ካል|ካሰቡ|ካለዎ|ከተባለ|አይጠየቅ|የሚል(?: |$)|ከሆነ|ካለ(?: |$)|ካሉ(?: |$)|ካጋጠ|ከተሰረዘ|ከተመለሰ|ቢሆን|ቢሰረዝ|ይሆና[ልሉ]|ይደረጋ[ልሉ]|ይመለሳ[ልሉ]|የማይ|አይሆን|አይደረግ|አይመለስ|(?<!ገቢ )አልሆነ|አልተደረገ|እባክ|ይደውሉ|ክፍያ(?: |$)(?=የለ)|እንተ|ምስ ዝ|በጃ[ኹዃ])|የስረዛ ክፍያ/,
);

/** A rule that receipts without a stamp, or with corrections, are not valid. */
const ethiopicRule = folded(
  /(?:^| )የተሰረዘ (?:ወይም|ወይንም|እና) የተ[^ ]{1,12} ደረሰኝ (?:[^ ]{1,20} ){0,2}ዋጋ የ(?:ለውም|ሌለው)|(?:^| )(?:ያለ (?:[^ ]{1,20} ){0,3}(?:ማ[ህሕኅሀ]ተም|ፊርማ)[^ ]{0,9}|(?:ማ[ህሕኅሀ]ተም|ፊርማ)[^ ]{0,9} (?:[^ ]{1,20} ){0,2}[የከ]ሌለ(?:ው|በት)|(?:ስርዝ|ድልዝ|እርማት)[^ ]{0,9} (?:[^ ]{1,20} ){0,2}[ያካ]ለ(?:ው|በት)) (?:[^ ]{1,20} ){0,3}ዋጋ የ(?:ለውም|ሌለው)/,
);

/** A rule that cancelled receipts are not valid, or this one for another use. `ይህ የተሰረዘ ደረሰኝ` is of this one. */
const ethiopicOthers = folded(
  /^[\s"'(*-]{0,3}(?:የተ[^ ]{1,12} (?:ወይም|ወይንም|እና) )?የተሰረዘ ደረሰኝ (?:ዋጋ የለውም|ተቀባይነት የለውም|አይሰራም)/,
);
const ethiopicOtherUse = folded(/(?:^| )ለሌላ [^ ]{1,20} ዋጋ የለውም/);

/** Requests for a refund and how to make one, a policy, a tax return, a card to renew, an offer. Nothing happened. */
const ethiopicTopics = folded(
  /(?:ተመላሽ(?: ገንዘብ)?|ስረዛ) (?:ፖሊሲ|ጥያቄ(?:ዎች|(?: [^ ]{1,12}){0,4} (?:ለማቅረብ|ይቅረብ|ያቅርቡ)))|ተመላሽ የሚ(?:ሆነው|ሆኑት|ደረገው|ደረጉት)|(?:^| )[ለየ]?(?:ግብር|ታክስ|ቫት|ታ) ተመላሽ(?! (?:ተደር|ተደረ|[ሆኾ][ነኗ]))|ጊዜው ያለፈበት(?:ን)? (?:ካርድ|መታወቂያ)|(?:^| )(?:ቅናሽ|ቅናሹ|ሽልማት|ሽልማቱ|ፕሮሞሽን|ፕሮሞሽኑ) ጊዜው (?:አልፏል|አልፎበታል)|(?:^| )(?:ተመላሽ|ስረዛ)(?: ማድረግ)?:? (?:አይቻልም|አይፈቀድም)/g,
);

export const isUndoneInAmharic = (clause: string): boolean => {
  const plain = foldSounds(clause)
    .replace(/[፡\s]+/g, " ")
    .replace(/ዋጋ አልባ/g, "ዋጋ የለውም")
    .replace(ethiopicRule, "")
    .replace(ethiopicOthers, "")
    .replace(ethiopicOtherUse, "")
    .replace(ethiopicTopics, "");
  if (ethiopicStamps.test(plain)) return true;
  if (!ethiopicWords.test(plain)) return false;
  const [, said = ""] = statementBeforeRequest.exec(plain) ?? statementBeforeQuestion.exec(plain) ?? [];
  return !ethiopicHypotheses.test(ethiopicWords.test(said) ? said : plain);
};

/** `ክፍያው ተሰርዟል እባክዎ ይደውሉ`: a request behind a sentence that is complete makes no supposition of it. */
const statementBeforeRequest = folded(
  /^(.{0,80}?(?:^| )(?:ተ[^ ]{1,8}ል|አል[^ ]{2,8}ም|ከሽፏል|ታግዷል))(?:[፤፣,]? እባክ| ?[፤፣,-]?(?: ለ[^ ]{1,12}(?: [^ ]{1,12})?)?(?: እባክ[^ ]{0,4})?(?: (?:ወደ )?[0-9]{3,10})? (?:ይደውሉ|ያነጋግሩ|ይሞክሩ))/u,
);
/** `ክፍያው ተመላሽ ሆኗል፣ ጥያቄ ካለዎት ይደውሉ`, and not `ገንዘብ ተልኮ አልደረሰም ቅሬታ ካለዎት`, which is anybody's. */
const statementBeforeQuestion = folded(
  /^([\s"'(*-]{0,3}(?:ይህ )?(?:(?:ክፍያው|ክፍያዎ|ግብይቱ|ግብይትዎ|ዝውውሩ|ገንዘቡ|ብሩ|ደረሰኙ) )?(?:[^ ]{1,12} )?(?:ተ[^ ]{1,8}ል|አል[^ ]{2,8}ም|ከሽፏል|ታግዷል|ሆኗል|ሆኖአል))(?: ?[፤፣,(/–-] ?| )(?:(?:ለ?ማንኛውም )?(?:ጥያቄ|ችግር|ቅሬታ|ተጨማሪ (?:መረጃ|ጥያቄ))[^ ]{0,4} (?:ካለ|ካሎ|ካላ|ካሉ|ካጋጠ|ቢኖር)|(?:ገንዘቡ|ብሩ) (?:ተመላሽ|ካል))/u,
);

/** Whether any such word stands in a text, whatever is said of it. */
export const hasUndoneWord = (text: string): boolean => ethiopicWords.test(foldSounds(text));

/** Whether a text speaks of what may happen, or asks for something. */
export const isSupposedInAmharic = (text: string): boolean => ethiopicHypotheses.test(foldSounds(text));
