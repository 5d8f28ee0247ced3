import type { questions as pattern } from "../en/questions.ts";
import { age } from "./ages.ts";

/** What is said on the way to an answer. */
export const questions: typeof pattern = {
  readFromPrint: "ይህን ያነበብሁት በፎቶው ላይ ከታተመው ጽሑፍ ነው።",
  confirmPrint: "ይህን ያነበብሁት በፎቶው ላይ ከታተመው ጽሑፍ ነው። ፊደል በፊደል ያነጻጽሩ፦",
  isThisRight: "ትክክል ነው?",
  yes: "✅ አዎ",
  no: "❌ አይደለም",
  photoWaits: "አሁን ብዙ ፎቶዎች እየተነበቡ ስለሆነ የእርስዎ ተራውን እየጠበቀ ነው። መልሱን እዚሁ እሰጣለሁ።",
  betterPhoto: "ቀረብ ብለው፣ ፊት ለፊትና ያለ ነጸብራቅ የተነሳ ፎቶ በቀላሉ ይነበባል፤ ወይም ፎቶውን እንደ ፋይል ይላኩ።",
  tooMany: (limit) => `በአንድ ጊዜ ከማረጋግጠው በላይ ነው። የመጀመሪያዎቹን ${limit} አረጋግጫለሁ፤ ሌሎቹን እንደገና ይላኩ።`,
  hiddenLinks: (count) => `አልተጣራም። በዚህ መልእክት ቃላት ስር የ${count} ደረሰኞች ሊንኮች ተደብቀዋል። የሚፈልጉትን ይላኩልኝ፦`,
  looking: (bank) => `${bank}ን እየጠየቅሁ ነው …`,
  answerBelow: "መልሱ ከታች ነው።",
  askBank: "ይህ ደረሰኝ የየትኛው ባንክ ነው?",
  askMeant: "በደረሰኙ ላይ ያለው የትኛው ነው?",
  noneOfThese: "ከእነዚህ አንዱም አይደለም? ማጣቀሻ ቁጥሩን በደረሰኙ ላይ እንዳለ ጽፈው ይላኩ።",
  typeIt: "እንግዲያው ማጣቀሻ ቁጥሩን በደረሰኙ ላይ እንዳለ ጽፈው ይላኩልኝ።",
  mistyped: (suggestion) =>
    suggestion === null
      ? "❗ ይህ በስህተት የተጻፈ ሊሆን ይችላል፤ በውስጡ ሊሆን የሚችል ቀን የለም። Oን ከ0፣ Iን ከ1 ለይተው ይመልከቱ።"
      : `❗ ይህ በስህተት የተጻፈ ሊሆን ይችላል። ${suggestion} ለማለት ነው?`,
  otherLength: (given, expected, bank) =>
    `ይህ ${given} ፊደላትና አሃዞች አሉት፤ የ${bank} ማጣቀሻ ቁጥር ግን ${expected} አሉት። ከደረሰኙ ጋር አነጻጽረው እንደገና ይላኩ።`,
  datedLongAgo: (since) => `❗ በማጣቀሻ ቁጥሩ መሠረት ይህ ክፍያ ${age(since)} ሆኖታል።`,
  askAccount: (bank) =>
    `${bank} ይህን ደረሰኝ የሚያገኘው ከሂሳብ ቁጥር ጋር ብቻ ነው። ገንዘቡን የተቀበለውን ወይም የከፈለውን ሂሳብ ቁጥር (ከ8 እስከ 20 አሃዞች) ይላኩልኝ።`,
  accountPlaceholder: "ሂሳብ ቁጥር",
  whichQuestion: "አልተጣራም። ይህ ቁጥር ስለጠየቅሁት ደረሰኝ ከሆነ ለዚያ ጥያቄ መልስ (Reply) አድርገው ይላኩት።",
  accountRefused: "ይህ ሂሳብ ቁጥር አይደለም። ሂሳብ ቁጥር ከ8 እስከ 20 አሃዞች አሉት፤ ክፍተትና ሰረዝ ችግር የለውም። እንደገና ይላኩ።",
  unlookable: {
    number: (bank) =>
      `አልተጣራም። ይህ መልእክት የደረሰኝ ሊንክ የለውም፤ ${bank || "ባንኩ"}ም በTxn ID ምንም አያገኝም። በከፋዩ SMS ላይ ያለውን ሊንክ ከከፋዩ ይጠይቁ። SMS ብቻውን ማስረጃ አይደለም።`,
    credit: (bank) =>
      `አልተጣራም። ይህ መልእክት የደረሰኝ ሊንክ ስለሌለው ${bank || "ባንኩ"}ን መጠየቅ አልችልም። በከፋዩ SMS ላይ ያለውን ሊንክ ከከፋዩ ይጠይቁ። SMS ብቻውን ማስረጃ አይደለም።`,
    debit: (bank) =>
      `አልተጣራም። ይህ መልእክት የደረሰኝ ሊንክ ስለሌለው ${bank || "ባንኩ"}ን መጠየቅ አልችልም። የደረሰኙን ሊንክ ይጠይቁ። SMS ብቻውን ማስረጃ አይደለም።`,
  },
  questionStale: "ይህ ተመልሷል ወይም ጊዜው አልፏል። እባክዎ ደረሰኙን እንደገና ይላኩ።",
  questionForeign: "ይህን መመለስ የሚችለው ደረሰኙን የላከው ሰው ብቻ ነው።",
  checking: "እያረጋገጥሁ ነው …",
};
