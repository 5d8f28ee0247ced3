import type { day as pattern } from "../en/day.ts";

/** The day's sums, the history as a file, and which banks answer. */
export const day: typeof pattern = {
  noHistory: "ክሳብ ሕጂ ዝተዓቀበ ነገር የለን። /start ጠውቑ፤ ካብኡ ንደሓር እተረጋግጽዎ እድምር።",
  today: {
    title: (day) => `ሎሚ፣ ${day}`,
    receipts: (count) => (count === 1 ? "1 ቅብሊት" : `${count} ቅብሊታት`),
    own: "✅ ናትኩም",
    others: "❓ ናይ ካልኦት",
    notConfirmed: (count) => `ዘይተረጋገጹ፦ ${count}`,
    none: "ሎሚ ዝተረጋገጸ ቅብሊት የለን።",
    meaning:
      "ነፍሲ ወከፍ ቅብሊት ሓደ ግዜ፣ ኣብታ መጀመርታ ዘረጋገጽኩምላ መዓልቲ ይቑጸር። ናይ ካልኦት፦ ንካልእ ሰብ ዝተኸፍሉ ወይ ናትኩም ምዃኖም ዘይተፈልጡ እዮም።",
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
      whose: "እቲ ገንዘብ ናይ መን",
    },
    results: {
      verified: "ተረጋጊጹ (Verified)",
      receipt_not_found: "ኣይተረኽበን (Not found)",
      receipt_not_completed: "ኣይተዛዘመን (Not completed)",
      receipt_mismatch: "ካልእ ቅብሊት (Another receipt)",
    },
    whose: { own: "ናትኩም (Yours)", others: "ናይ ካልኦት (Others)", unknown: "ዘይተቐመጠ (Not saved)" },
    yes: "እወ",
    no: "ኣይፋል",
  },
  status: {
    title: "እቶም ባንክታት ኣብ መወዳእታ ከመይ ከም ዝመለሱለይ፦",
    notAsked: "ክሳብ ሕጂ ኣይተሓተን",
    answered: (time) => `ሰዓት ${time} መሊሱ`,
    timedOut: (count, all) => `ካብ መወዳእታ ${all} ሕቶታት ${count} ብግዜኦም ኣይተመለሱን`,
    failed: (count, all) => `ካብ መወዳእታ ${all} ሕቶታት ${count} ኣይተዓወቱን`,
    rests: (seconds) => `ድሕሪ ${seconds} ካልኢት ደጊመ እሓትት`,
    since: (time) => `እዚ እቲ ዝምልሰልኩም ክፋለይ ካብ ${time} ጀሚሩ ዝሓተቶ እዩ።`,
    meaning: "ባንኪ ዘይመለሶ ኣይቑጸርን።",
  },
};
