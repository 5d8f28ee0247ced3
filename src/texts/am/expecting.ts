import type { expecting as pattern } from "../en/expecting.ts";

/** `/expect`: a sum that is expected, in one receipt or in several. */
export const expecting: typeof pattern = {
  expecting: {
    begun: (amount, isPrivate) =>
      `${amount} ብር እየጠበቅሁ ነው። እያንዳንዱን ደረሰኝ እንደደረሰዎት ይላኩልኝ፤ ለእርስዎ የተከፈለውን እደምራለሁ። ከአንድ ቀን በኋላ በራሱ፣ ወይም ${isPrivate ? "አዝራሩን ሲጫኑ" : "በ/expect off"} ያበቃል።`,
    begunByShop: (amount) =>
      `ለሱቁ ${amount} ብር እየጠበቅሁ ነው። ማንም እዚህ የሚልከው እያንዳንዱ ደረሰኝ ለሱቁ የተከፈለና ከዚህ በፊት ያልታየ ከሆነ አንድ ጊዜ ይደመራል። ከአንድ ቀን በኋላ በራሱ፣ ወይም በ/expect off ያበቃል።`,
    notYours: "ይህ ቡድን የሱቅ ነው። የሚጠበቀውን ገንዘብ የሚናገሩት የሱቁ ሰዎችና የቡድኑ አስተዳዳሪዎች ብቻ ናቸው።",
    stop: "⏹ መደመሩን አቁም",
    none: "የሚጠበቅ ገንዘብ የለም። ምን ያህል እንደሚጠበቅ ለመንገር /expect 5000 ይላኩ።",
    open: (amount, received, missing) => `እስካሁን ከ${amount} ብር ${received} ደርሷል። የሚቀረው ${missing} ብር ነው።`,
    complete: (amount, received) => `ከ${amount} ብር ${received} ደርሷል። ተሟልቷል።`,
    ended: "ከአሁን በኋላ የሚጠበቅ ገንዘብ የለም።",
    notAnAmount: "ይህ የገንዘብ መጠን አይደለም። እንዲህ ይላኩ፦ /expect 5000",
  },
};
