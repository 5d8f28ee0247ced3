import type { day as pattern } from "../en/day.ts";

/** The day's sums, the history as a file, and which banks answer. */
export const day: typeof pattern = {
  noHistory: "ክሳብ ሕጂ ንዓኹም ዝተዓቀበ ነገር የለን። /start ምስ ሰደድኩም ንእተረጋግጽዎም ቅብሊታት ክድምሮም ይኽእል።",
  today: {
    title: (day) => `ሎሚ፣ ${day}`,
    receipts: (count) => (count === 1 ? "1 ቅብሊት" : `${count} ቅብሊታት`),
    total: "ጠቕላላ",
    notConfirmed: (count) => `ዘይተረጋገጹ፦ ${count}`,
    none: "ሎሚ ዝተረጋገጸ ቅብሊት የለን።",
    meaning: "ነፍሲ ወከፍ ናይ ሓቂ ቅብሊት ሓደ ግዜ፣ ኣብታ መጀመርታ ዘረጋገጽኩምላ መዓልቲ ይቑጸር፤ ተቐባሊ ዝኾነ ይኹን።",
  },
  exported: {
    caption: (rows) => (rows === 1 ? "ታሪኽኩም፦ 1 መልሲ።" : `ታሪኽኩም፦ ${rows} መልስታት።`),
    cut: (rows) => `ኣብቲ ፋይል ዘለዉ ናይ ቀረባ ${rows} መልስታት ጥራይ እዮም።`,
    none: "ታሪኽኩም ባዶ እዩ።",
    columns: {
      date: "ዕለት (ጎርጎርዮሳዊ)",
      ethiopicDate: "ዕለት (ዓ.ም.)",
      time: "ሰዓት (ኣዲስ ኣበባ)",
      bank: "ባንኪ",
      result: "ውጽኢት",
      amount: "መጠን (ብር)",
      isFirst: "መጀመርታ ግዜ",
      charged: "ዝተኸፈለ (ብር)",
    },
    results: {
      verified: "ተረጋጊጹ (Verified)",
      receipt_not_found: "ኣይተረኽበን (Not found)",
      receipt_not_completed: "ኣይተዛዘመን (Not completed)",
      receipt_mismatch: "ካልእ ቅብሊት (Another receipt)",
    },
    yes: "እወ",
    no: "ኣይፋል",
  },
  status: {
    title: "ባንክታት፣ ኣብ መወዳእታ ከምዝመለሱለይ፦",
    answers: (bank) => `🟢 ${bank} ይምልስ`,
    rests: (bank, seconds) => `🔴 ${bank} ኣይምልስን፤ ድሕሪ ${seconds} ካልኢት ከም ብሓድሽ ክሓትቶ እየ`,
    meaning: "ባንኪ ዘይመለሶ ኣይቑጸርን።",
  },
};
