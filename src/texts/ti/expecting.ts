import type { expecting as pattern } from "../en/expecting.ts";

/** `/expect`: a sum that is expected, in one receipt or in several. */
export const expecting: typeof pattern = {
  expecting: {
    begun: (amount, isPrivate) =>
      `${amount} ብር እጽበ ኣለኹ። ነፍሲ ወከፍ ቅብሊት ከም ዝመጸ ስደዱለይ፤ ንዓኹም ዝተኸፍለ እድምሮ። ድሕሪ ሓደ መዓልቲ ባዕሉ፣ ወይ ${isPrivate ? "መልጎም ምስ ጠወቕኩም" : "ብ/expect off"} ይውዳእ።`,
    begunByShop: (amount) =>
      `ንድኳን ${amount} ብር እጽበ ኣለኹ። ዝኾነ ሰብ ኣብዚ ዝሰዶ ነፍሲ ወከፍ ቅብሊት፣ ንድኳን ዝተኸፍለን ቅድሚ ሕጂ ዘይተራእየን እንተኾይኑ ሓደ ግዜ ይድመር። ድሕሪ ሓደ መዓልቲ ባዕሉ፣ ወይ ብ/expect off ይውዳእ።`,
    notYours: "እዚ ጉጅለ ናይ ድኳን እዩ። ክንደይ ከም ዝጽበ ዝነግሩ ሰባት ናይቲ ድኳንን ኣመሓደርቲ ናይቲ ጉጅለን ጥራይ እዮም።",
    stop: "⏹ ምድማር ደው ኣብል",
    none: "ዝጽበ ገንዘብ የለን። ክንደይ ከም ዝመጽእ ንምንጋር /expect 5000 ስደዱ።",
    open: (amount, received, missing) => `ክሳብ ሕጂ ካብ ${amount} ብር ${received} መጺኡ። ዝተረፈ ${missing} ብር እዩ።`,
    complete: (amount, received) => `ካብ ${amount} ብር ${received} መጺኡ። ተማሊኡ።`,
    ended: "ካብ ሕጂ ዝጽበ ገንዘብ የለን።",
    notAnAmount: "እዚ መጠን ገንዘብ ኣይኮነን። ከምዚ ስደዱ፦ /expect 5000",
  },
};
