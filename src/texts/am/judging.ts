import type { judging as pattern } from "../en/judging.ts";

/** How a real receipt is judged by what the asker has told: their own accounts, and a sum that they expect. */
export const judging: typeof pattern = {
  judged: {
    own: (receiver) => `ተረጋግጧል፦ ወደ ሂሳብዎ ተከፍሏል፣ ${receiver}`,
    other: (receiver) => `እውነተኛ ደረሰኝ ነው፣ ግን የተከፈለው ለሌላ ሰው ነው፦ ${receiver}`,
    renamed: (receiver) => `እውነተኛ ደረሰኝ ነው፣ ግን በሂሳብዎ ላይ ያለው ስም ሌላ ነው፦ ${receiver}`,
    unclear: (receiver) => `እውነተኛ ደረሰኝ ነው፣ ግን ተቀባዩ እርስዎ መሆንዎን ያረጋግጡ፦ ${receiver}`,
    short: (missing) => `እውነተኛ ደረሰኝ ነው፣ ግን ${missing} ብር ይጎድላል`,
    over: (more) => `እውነተኛ ደረሰኝ ነው፣ ግን ከሚጠበቀው ${more} ብር ይበልጣል`,
  },
  receiverIs: { own: "የእርስዎ ሂሳብ ✅", other: "የእርስዎ ሂሳብ አይደለም ❌", renamed: "ሌላ ስም ⚠️" },
  daysAgo: (days) => (days === 0 ? "ዛሬ" : days === 1 ? "ትናንት" : `ከ${days} ቀናት በፊት`),
  seenBefore: (when) => `ከዚህ በፊት የታየው፦ ${when}`,
  expectedSum: {
    expected: (amount) => `የሚጠበቀው፦ ${amount} ብር`,
    complete: (receipts) => (receipts === 1 ? "✅" : `በ${receipts} ደረሰኞች ተሟልቷል ✅`),
    missing: (received, missing) => `እስካሁን ${received}፣ የጎደለው ${missing} ⚠️`,
    tooMuch: (received, more) => `እስካሁን ${received}፣ ትርፉ ${more} ⚠️`,
    leftOut: (received) => `እስካሁን ${received}፣ ይህ ደረሰኝ አልተደመረም`,
  },
  withdrawn: "መልእክቱን ቀይረዋል፦ ይህ ደረሰኝ አሁን በውስጡ የለም።",
};
