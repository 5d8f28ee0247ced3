import type { topUp as pattern } from "../en/top-up.ts";

/** Paying for checks with a receipt. */
export const topUp: typeof pattern = {
  topUpButton: "💳 ገንዘብ ሙላ",
  contactOperator: (contact) => `አስተዳዳሪ፦ ${contact}`,
  topUpHow: "ከእነዚህ ሂሳቦች ወደ አንዱ ይክፈሉ፦",
  topUpThen:
    "ከዚያ ለዚህ መልእክት መልስ አድርገው ደረሰኙን ይላኩልኝ፦ ማጣቀሻ ቁጥሩን፣ ሊንኩን ወይም ሙሉውን SMS። አንድ ማረጋገጫ 5 ብር ነው። አንድ ደረሰኝ የሚሞላው አንድ ጊዜ፣ መጀመሪያ ላስረከበው ነው፤ ስለዚህ ከዚያ በፊት ለማንም አያሳዩ። ከ500 ብር በላይ የአስተዳዳሪውን ውሳኔ ይጠብቃል።",
  topUpPlaceholder: "ማጣቀሻ ቁጥር፣ ሊንክ ወይም SMS",
  topUpCredited: (amount, balance) => `${amount} ብር ተሞልቷል። ቀሪ ገንዘብዎ፦ ${balance} ብር።`,
  topUpWaiting: (amount) =>
    `የ${amount} ብር ክፍያው እውነተኛ ነው። ከ500 ብር በላይ የአስተዳዳሪውን ውሳኔ ይጠብቃል፤ እንደገና መላክ አያስፈልግም።`,
};
