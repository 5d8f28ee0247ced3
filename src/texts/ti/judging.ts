import { withEnglish } from "../beta.ts";
import { judging as english } from "../en/judging.ts";

/** How a real receipt is judged by what the asker has told: their own accounts, and a sum that they expect. */
export const judging: typeof english = {
  judged: {
    own: (receiver) => withEnglish(`ተረጋጊጹ፦ ናብ ሕሳብኩም ተኸፊሉ፣ ${receiver}`, english.judged.own(receiver)),
    other: (receiver) =>
      withEnglish(`ሓቀኛ ቅብሊት እዩ፣ ግን ንካልእ ሰብ እዩ ተኸፊሉ፦ ${receiver}`, english.judged.other(receiver)),
    renamed: (receiver) =>
      withEnglish(`ሓቀኛ ቅብሊት እዩ፣ ግን ኣብ ሕሳብኩም ዘሎ ስም ካልእ እዩ፦ ${receiver}`, english.judged.renamed(receiver)),
    unclear: (receiver) =>
      withEnglish(`ሓቀኛ ቅብሊት እዩ፣ ግን ተቐባሊ ንስኹም ምዃንኩም ኣረጋግጹ፦ ${receiver}`, english.judged.unclear(receiver)),
    short: (missing) => withEnglish(`ሓቀኛ ቅብሊት እዩ፣ ግን ${missing} ብር ይጎድል`, english.judged.short(missing)),
    over: (more) => withEnglish(`ሓቀኛ ቅብሊት እዩ፣ ግን ካብ ዝጽበ ${more} ብር ይበዝሕ`, english.judged.over(more)),
  },
  receiverIs: { own: "ሕሳብኩም ✅", other: "ሕሳብኩም ኣይኮነን ❌", renamed: "ካልእ ስም ⚠️" },
  daysAgo: (days) => (days === 0 ? "ሎሚ" : days === 1 ? "ትማሊ" : `ቅድሚ ${days} መዓልታት`),
  seenBefore: (when) => `ቅድሚ ሕጂ ዝተራእየሉ፦ ${when}`,
  expectedSum: {
    expected: (amount) => `ዝጽበ፦ ${amount} ብር`,
    complete: (receipts) => (receipts === 1 ? "✅" : `ብ${receipts} ቅብሊታት ተማሊኡ ✅`),
    missing: (received, missing) => `ክሳብ ሕጂ ${received}፣ ዝጎደለ ${missing} ⚠️`,
    tooMuch: (received, more) => `ክሳብ ሕጂ ${received}፣ ትርፊ ${more} ⚠️`,
    leftOut: (received) => `ክሳብ ሕጂ ${received}፣ እዚ ቅብሊት ኣይተደመረን`,
  },
  withdrawn: "መልእኽቲ ቀይርኩም፦ እዚ ቅብሊት ኣብኡ የለን።",
};
