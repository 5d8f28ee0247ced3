import type { judging as pattern } from "../en/judging.ts";

/** How a real receipt is judged by what the asker has told: their own accounts, and a sum that they expect. */
export const judging: typeof pattern = {
  judged: {
    own: (receiver) => `ተረጋጊጹ · Verified፦ ናብ ሕሳብኩም ተኸፊሉ፣ ${receiver}`,
    other: (receiver) => `ሓቀኛ ቅብሊት እዩ፣ ግን ንካልእ ሰብ እዩ ተኸፊሉ · Real, but paid to someone else፦ ${receiver}`,
    renamed: (receiver) => `ሓቀኛ ቅብሊት እዩ፣ ግን ኣብ ሕሳብኩም ዘሎ ስም ካልእ እዩ · Real, but another name፦ ${receiver}`,
    unclear: (receiver) =>
      `ሓቀኛ ቅብሊት እዩ፣ ግን ተቐባሊ ንስኹም ምዃንኩም ኣረጋግጹ · Real, but check the receiver፦ ${receiver}`,
    short: (missing) => `ሓቀኛ ቅብሊት እዩ፣ ግን ${missing} ብር ይጎድል · Real, but ${missing} ETB are missing`,
    over: (more) => `ሓቀኛ ቅብሊት እዩ፣ ግን ካብ ዝጽበ ${more} ብር ይበዝሕ · Real, but ${more} ETB too much`,
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
