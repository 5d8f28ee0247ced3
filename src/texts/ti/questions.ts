import { withEnglish } from "../beta.ts";
import { questions as english } from "../en/questions.ts";
import { age } from "./ages.ts";

/** What is said on the way to an answer. */
export const questions: typeof english = {
  readFromPrint: "እዚ ካብቲ ኣብ ስእሊ ዝተሓትመ ጽሑፍ ኣንቢበዮ።",
  confirmPrint: "እዚ ካብቲ ኣብ ስእሊ ዝተሓትመ ጽሑፍ ኣንቢበዮ። ፊደል ብፊደል ኣነጻጽሩ፦",
  isThisRight: "ቅኑዕ ድዩ?",
  yes: "✅ እወ",
  no: "❌ ኣይፋልን",
  photoWaits: "ሕጂ ብዙሓት ስእልታት ይንበቡ ስለ ዘለዉ ናትኩም ተራኡ ይጽበ ኣሎ። መልሲ ኣብዚ ክህብ እየ።",
  betterPhoto: "ካብ ቀረባ፣ ብቕንዑን ብዘይ ነጸብራቕን ዝተላዕለ ስእሊ ብቐሊሉ ይንበብ፤ ወይ ከም ፋይል ስደዱ።",
  tooMany: (limit) => `እዚ ካብቲ ብሓደ ግዜ ዘረጋግጾ ንላዕሊ እዩ። ነቶም መጀመርታ ${limit} ኣረጋጊጸዮም፤ ነቶም ካልኦት ደጊምኩም ስደዱ።`,
  hiddenLinks: (count) =>
    withEnglish(
      `ኣይተጻረየን። ኣብ ትሕቲ ቃላት እዚ መልእኽቲ ናይ ${count} ቅብሊታት ሊንክ ተሓቢኡ ኣሎ። ነቲ እትደልይዎ ስደዱለይ።`,
      english.hiddenLinks(count),
    ),
  looking: (bank) => `ን${bank} ይሓትት ኣለኹ …`,
  answerBelow: "እቲ መልሲ ኣብ ታሕቲ ኣሎ።",
  askBank: "እዚ ቅብሊት ናይ ኣየናይ ባንኪ እዩ?",
  askMeant: "ኣብቲ ቅብሊት ዘሎ ኣየናይ እዩ?",
  noneOfThese: "ካብዚኦም ሓደ እኳ ኣይኮነን? ነቲ መወከሲ ቁጽሪ ከምቲ ኣብ ቅብሊት ዘሎ ጽሒፍኩም ስደዱ።",
  typeIt: "እምበኣር ነቲ መወከሲ ቁጽሪ ከምቲ ኣብ ቅብሊት ዘሎ ጽሒፍኩም ስደዱለይ።",
  mistyped: (suggestion) =>
    suggestion === null
      ? "❗ እዚ ብጌጋ ዝተጻሕፈ ክኸውን ይኽእል፤ ኣብ ውሽጡ ክኸውን ዝኽእል ዕለት የለን። O ካብ 0፣ I ካብ 1 ፈሊኹም ርኣዩ።"
      : `❗ እዚ ብጌጋ ዝተጻሕፈ ክኸውን ይኽእል። ${suggestion} ማለትኩም ድዩ?`,
  otherLength: (given, expected, bank) =>
    `እዚ ${given} ፊደላትን ኣሃዛትን ኣለዎ፤ መወከሲ ቁጽሪ ${bank} ግን ${expected} ኣለዎ። ምስቲ ቅብሊት ኣነጻጺርኩም ደጊምኩም ስደዱ።`,
  datedLongAgo: (since) => `❗ ከም መወከሲ ቁጽሩ፣ እዚ ክፍሊት ${age(since)} ገይሩ።`,
  askAccount: (bank) =>
    `${bank} ነዚ ቅብሊት ምስ ቁጽሪ ሕሳብ ጥራይ እዩ ዝረኽቦ። ቁጽሪ ሕሳብ ናይቲ ገንዘብ ዝተቐበለ ወይ ዝኸፈለ (ካብ 8 ክሳብ 20 ኣሃዛት) ስደዱለይ።`,
  accountPlaceholder: "ቁጽሪ ሕሳብ",
  whichQuestion: "ኣይተጻረየን (not checked)። እዚ ቁጽሪ ናይቲ ዝሓተትኩዎ ቅብሊት እንተኾይኑ ንነታ ሕቶ መልሲ (Reply) ጌርኩም ስደድዎ።",
  accountRefused: "እዚ ቁጽሪ ሕሳብ ኣይኮነን። ቁጽሪ ሕሳብ ካብ 8 ክሳብ 20 ኣሃዛት ኣለዎ፤ ክፍተትን ሰረዝን ጸገም የለን። ደጊምኩም ስደዱ።",
  unlookable: {
    number: (bank) =>
      withEnglish(
        "ኣይተጻረየን። እዚ መልእኽቲ ሊንክ ቅብሊት የብሉን። ኣብ SMS ከፋሊ ዘሎ ሊንክ ንከፋሊ ሕተቱ። SMS ጥራይ መረጋገጺ ኣይኮነን።",
        english.unlookable.number(bank),
      ),
    credit: (bank) =>
      withEnglish(
        "ኣይተጻረየን። እዚ መልእኽቲ ሊንክ ቅብሊት ስለ ዘይብሉ ነቲ ባንኪ ክሓትት ኣይክእልን። ኣብ SMS ከፋሊ ዘሎ ሊንክ ንከፋሊ ሕተቱ። SMS ጥራይ መረጋገጺ ኣይኮነን።",
        english.unlookable.credit(bank),
      ),
    debit: (bank) =>
      withEnglish(
        "ኣይተጻረየን። እዚ መልእኽቲ ሊንክ ቅብሊት ስለ ዘይብሉ ነቲ ባንኪ ክሓትት ኣይክእልን። ሊንክ ናይቲ ቅብሊት ሕተቱ። SMS ጥራይ መረጋገጺ ኣይኮነን።",
        english.unlookable.debit(bank),
      ),
  },
  questionStale: "እዚ ተመሊሱ ወይ ግዜኡ ሓሊፉ እዩ። በጃኹም ነቲ ቅብሊት ደጊምኩም ስደዱ።",
  questionForeign: "ነዚ ክምልስ ዝኽእል እቲ ቅብሊት ዝሰደደ ሰብ ጥራይ እዩ።",
  checking: "የረጋግጽ ኣለኹ …",
};
