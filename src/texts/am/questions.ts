import type { questions as pattern } from "../en/questions.ts";
import { age } from "./ages.ts";

/** What is said on the way to an answer. */
export const questions: typeof pattern = {
  readFromPrint: "በፎቶው ላይ ከታተመው ጽሑፍ የተነበበ።",
  confirmPrint: "በፎቶው ላይ ከታተመው ጽሑፍ የተነበበ። እባክዎ ፊደል በፊደል ያነጻጽሩ፦",
  betterPhoto: "ቀረብ ብለው፣ በቀጥታ እና ያለ ነጸብራቅ ያንሱ፤ ወይም ፎቶውን እንደ ፋይል ይላኩ።",
  tooMany: (limit) => `በአንድ ጊዜ ከማረጋግጠው በላይ ነው። የመጀመሪያዎቹ ${limit} እነዚህ ናቸው፤ ሌሎቹን እባክዎ እንደገና ይላኩ።`,
  looking: (bank) => `${bank}ን በመጠየቅ ላይ …`,
  answerBelow: "መልሱ ከታች አለ።",
  askBank: "ይህ ደረሰኝ ከየትኛው ባንክ ነው?",
  askMeant: "በደረሰኙ ላይ ያለው የትኛው ነው?",
  noneOfThese: "ከእነዚህ አንዱም አይደለም? እንግዲያው ማጣቀሻ ቁጥሩን በደረሰኙ ላይ እንዳለ በጽሑፍ ይላኩ።",
  mistyped: (suggestion) =>
    suggestion === null
      ? "❗ ይህ በስህተት የተጻፈ ሊሆን ይችላል፦ በውስጡ ትክክለኛ ቀን የለም። Oን ከ0፣ Iን ከ1 ለይተው ይመልከቱ።"
      : `❗ ይህ በስህተት የተጻፈ ሊሆን ይችላል። ${suggestion} ለማለት ፈልገው ነው?`,
  datedLongAgo: (since) => `❗ በማጣቀሻ ቁጥሩ መሠረት ከዚህ ክፍያ ${age(since)} አልፎታል።`,
  askAccount: (bank) =>
    `${bank} ይህን ደረሰኝ የሚሰጠው ከሂሳብ ቁጥር ጋር ብቻ ነው። እባክዎ ገንዘቡን የተቀበለውን ወይም የከፈለውን ሂሳብ ቁጥር (ከ8 እስከ 20 አሃዞች) ይላኩ።`,
  accountPlaceholder: "ሂሳብ ቁጥር",
  accountRefused: "ይህ ሂሳብ ቁጥር አይደለም፦ ሂሳብ ቁጥር ከ8 እስከ 20 አሃዞች አሉት፤ ክፍተትና ሰረዝ ቢኖር ችግር የለውም። እባክዎ እንደገና ይላኩ።",
  questionStale: "ይህ ቀደም ሲል ተመልሷል ወይም ጊዜው አልፏል። እባክዎ ደረሰኙን እንደገና ይላኩ።",
  questionForeign: "ይህን መመለስ የሚችለው ደረሰኙን የላከው ሰው ብቻ ነው።",
  checking: "በማረጋገጥ ላይ …",
};
