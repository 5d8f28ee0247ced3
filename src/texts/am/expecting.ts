import type { expecting as pattern } from "../en/expecting.ts";

/** `/expect`: a sum that is expected, in one receipt or in several. */
export const expecting: typeof pattern = {
  expecting: {
    begun: (amount) =>
      `አሁን ${amount} ብር እጠብቃለሁ። ደረሰኙን ወይም ደረሰኞቹን ይላኩ፤ መጠኑ እስኪሟላ እደምራለሁ። ከአንድ ቀን በኋላ በራሱ፣ ወይም በ/expect off ያበቃል።`,
    none: "የሚጠበቅ ነገር የለም። ምን ያህል እንደሚጠበቅ ለመናገር /expect 5000 ይላኩ።",
    open: (amount, received, missing) => `የሚጠበቀው፦ ${amount} ብር። እስካሁን፦ ${received} ብር። የጎደለው፦ ${missing} ብር።`,
    complete: (amount, received) => `የሚጠበቀው፦ ${amount} ብር። ተሟልቷል፦ ${received} ብር።`,
    ended: "ከአሁን በኋላ የሚጠበቅ ነገር የለም።",
    notAnAmount: "ይህ የገንዘብ መጠን አይደለም። እንዲህ ይላኩ፦ /expect 5000",
  },
};
