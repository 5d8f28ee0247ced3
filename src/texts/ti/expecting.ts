import type { expecting as pattern } from "../en/expecting.ts";

/** `/expect`: a sum that is expected, in one receipt or in several. */
export const expecting: typeof pattern = {
  expecting: {
    begun: (amount) =>
      `ሕጂ ${amount} ብር እጽበ ኣለኹ። ቅብሊት ወይ ቅብሊታት ስደዱ፤ ክሳብ ዝማላእ እድምሮም። ድሕሪ ሓደ መዓልቲ ባዕሉ፣ ወይ ብ/expect off ይውዳእ።`,
    none: "ዝጽበ ነገር የለን። ክንደይ ከም ዝመጽእ ንምንጋር /expect 5000 ስደዱ።",
    open: (amount, received, missing) => `ዝጽበ፦ ${amount} ብር። ክሳብ ሕጂ፦ ${received} ብር። ዝጎደለ፦ ${missing} ብር።`,
    complete: (amount, received) => `ዝጽበ፦ ${amount} ብር። ተማሊኡ፦ ${received} ብር።`,
    ended: "ካብ ሕጂ ንደሓር ዝጽበ ነገር የለን።",
    notAnAmount: "እዚ መጠን ገንዘብ ኣይኮነን። ከምዚ ስደዱ፦ /expect 5000",
  },
};
