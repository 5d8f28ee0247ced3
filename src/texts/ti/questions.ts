import type { questions as pattern } from "../en/questions.ts";
import { age } from "./ages.ts";

/** What is said on the way to an answer. */
export const questions: typeof pattern = {
  readFromPrint: "ካብቲ ኣብ ስእሊ ዝተሓትመ ጽሑፍ ዝተነበበ።",
  confirmPrint: "ካብቲ ኣብ ስእሊ ዝተሓትመ ጽሑፍ ዝተነበበ። በጃኹም ፊደል ብፊደል ኣነጻጽሩ፦",
  betterPhoto: "ቀሪብኩም፣ ቀጥታን ብዘይ ነጸብራቕን ኣልዕሉ፤ ወይ ነቲ ስእሊ ከም ፋይል ስደዱ።",
  tooMany: (limit) => `እዚ ካብቲ ብሓደ ግዜ ዘረጋግጾ ንላዕሊ እዩ። እቶም መጀመርታ ${limit} እዚኦም እዮም፤ ነቶም ካልኦት በጃኹም ከም ብሓድሽ ስደዱ።`,
  looking: (bank) => `${bank} ይሕተት ኣሎ …`,
  answerBelow: "እቲ መልሲ ኣብ ታሕቲ ኣሎ።",
  askBank: "እዚ ቅብሊት ካብ ኣየናይ ባንኪ እዩ?",
  askMeant: "ኣብቲ ቅብሊት ዘሎ ኣየናይ እዩ?",
  noneOfThese: "ካብዚኦም ሓደ'ኳ ኣይኮነን? እምበኣር ነቲ መወከሲ ቁጽሪ ከምቲ ኣብ ቅብሊት ዘሎ ብጽሑፍ ስደዱ።",
  mistyped: (suggestion) =>
    suggestion === null
      ? "❗ እዚ ብጌጋ ዝተጻሕፈ ክኸውን ይኽእል፦ ኣብ ውሽጡ ቅኑዕ ዕለት የለን። O ካብ 0፣ I ካብ 1 ፈሊኹም ርኣዩ።"
      : `❗ እዚ ብጌጋ ዝተጻሕፈ ክኸውን ይኽእል። ${suggestion} ማለትኩም ድዩ?`,
  datedLongAgo: (since) => `❗ ከም መወከሲ ቁጽሩ፣ እዚ ክፍሊት ${age(since)} ገይሩ እዩ።`,
  askAccount: (bank) =>
    `${bank} ነዚ ቅብሊት ምስ ቁጽሪ ሕሳብ ጥራይ እዩ ዝረኽቦ። በጃኹም ቁጽሪ ሕሳብ ናይቲ ገንዘብ ዝተቐበለ ወይ ዝኸፈለ (ካብ 8 ክሳብ 20 ኣሃዛት) ስደዱ።`,
  accountPlaceholder: "ቁጽሪ ሕሳብ",
  accountRefused:
    "እዚ ቁጽሪ ሕሳብ ኣይኮነን፦ ቁጽሪ ሕሳብ ካብ 8 ክሳብ 20 ኣሃዛት ኣለዎ፤ ክፍተትን ሰረዝን እንተሃለወ ጸገም የለን። በጃኹም ከም ብሓድሽ ስደዱ።",
  questionStale: "እዚ ቅድሚ ሕጂ ተመሊሱ ወይ ግዜኡ ሓሊፉ እዩ። በጃኹም ነቲ ቅብሊት ከም ብሓድሽ ስደዱ።",
  questionForeign: "ነዚ ክምልስ ዝኽእል እቲ ቅብሊት ዝሰደደ ሰብ ጥራይ እዩ።",
  checking: "ይረጋገጽ ኣሎ …",
};
