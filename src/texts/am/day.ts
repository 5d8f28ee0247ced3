import type { day as pattern } from "../en/day.ts";

/** The day's sums, the history as a file, and which banks answer. */
export const day: typeof pattern = {
  noHistory: "እስካሁን የተቀመጠ ነገር የለም። /start ይጫኑ፤ ከዚያ በኋላ የሚያረጋግጡትን እደምራለሁ።",
  today: {
    title: (day) => `ዛሬ፣ ${day}`,
    receipts: (count) => (count === 1 ? "1 ደረሰኝ" : `${count} ደረሰኞች`),
    own: "✅ የእርስዎ",
    others: "❓ የሌሎች",
    notConfirmed: (count) => `ያልተረጋገጡ፦ ${count}`,
    none: "ዛሬ የተረጋገጠ ደረሰኝ የለም።",
    meaning: "እያንዳንዱ ደረሰኝ አንድ ጊዜ፣ መጀመሪያ ባረጋገጡበት ቀን ይቆጠራል። የሌሎች የሚባሉት ለሌላ ሰው የተከፈሉ ወይም የእርስዎ መሆናቸው ያልታወቀ ናቸው።",
  },
  exported: {
    caption: (rows) => (rows === 1 ? "ታሪክዎ፦ 1 መልስ።" : `ታሪክዎ፦ ${rows} መልሶች።`),
    cut: (rows) => `በፋይሉ ውስጥ ያሉት የቅርቦቹ ${rows} መልሶች ብቻ ናቸው።`,
    none: "ታሪክዎ ባዶ ነው።",
    columns: {
      date: "ቀን (ጎርጎርሳዊ)",
      ethiopicDate: "ቀን (ዓ.ም.)",
      time: "ሰዓት (አዲስ አበባ)",
      bank: "ባንክ",
      result: "ውጤት",
      amount: "መጠን (ብር)",
      isFirst: "ለመጀመሪያ ጊዜ",
      charged: "የተከፈለ (ብር)",
      whose: "ገንዘቡ የማን",
    },
    results: {
      verified: "ተረጋግጧል",
      receipt_not_found: "አልተገኘም",
      receipt_not_completed: "አልተጠናቀቀም",
      receipt_mismatch: "ሌላ ደረሰኝ",
    },
    whose: { own: "የእርስዎ", others: "የሌሎች", unknown: "ያልተቀመጠ" },
    yes: "አዎ",
    no: "አይ",
  },
  status: {
    title: "ባንኮቹ ለመጨረሻ ጊዜ እንዴት እንደመለሱልኝ፦",
    notAsked: "ገና አልተጠየቀም",
    answered: (time) => `${time} ላይ መልሷል`,
    timedOut: (count, all) => `ከመጨረሻዎቹ ${all} ጥያቄዎች ${count} በጊዜው አልተመለሱም`,
    failed: (count, all) => `ከመጨረሻዎቹ ${all} ጥያቄዎች ${count} አልተሳኩም`,
    rests: (seconds) => `ከ${seconds} ሰከንድ በኋላ እንደገና እጠይቃለሁ`,
    since: (time) => `ይህ ለእርስዎ የሚመልሰው የእኔ ክፍል ከ${time} ጀምሮ የጠየቀው ነው።`,
    meaning: "ባንክ ያልመለሰው አይቆጠርም።",
  },
};
