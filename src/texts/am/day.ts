import type { day as pattern } from "../en/day.ts";

/** The day's sums, the history as a file, and which banks answer. */
export const day: typeof pattern = {
  noHistory: "እስካሁን ስለ እርስዎ የተቀመጠ ነገር የለም። /start ብለው ከላኩ በኋላ የሚያረጋግጧቸውን ደረሰኞች መደመር እችላለሁ።",
  today: {
    title: (day) => `ዛሬ፣ ${day}`,
    receipts: (count) => (count === 1 ? "1 ደረሰኝ" : `${count} ደረሰኞች`),
    total: "ጠቅላላ",
    notConfirmed: (count) => `ያልተረጋገጡ፦ ${count}`,
    none: "ዛሬ የተረጋገጠ ደረሰኝ የለም።",
    meaning: "እያንዳንዱ እውነተኛ ደረሰኝ የሚቆጠረው አንድ ጊዜ፣ መጀመሪያ ባረጋገጡበት ቀን ነው፤ ተቀባዩ ማንም ይሁን።",
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
    },
    results: {
      verified: "ተረጋግጧል",
      receipt_not_found: "አልተገኘም",
      receipt_not_completed: "አልተጠናቀቀም",
      receipt_mismatch: "ሌላ ደረሰኝ",
    },
    yes: "አዎ",
    no: "አይ",
  },
  status: {
    title: "ባንኮች፣ ለመጨረሻ ጊዜ እንደመለሱልኝ፦",
    answers: (bank) => `🟢 ${bank} ይመልሳል`,
    rests: (bank, seconds) => `🔴 ${bank} አይመልስም፤ ከ${seconds} ሰከንድ በኋላ እንደገና እጠይቃለሁ`,
    meaning: "ባንክ ያልመለሰው አይቆጠርም።",
  },
};
