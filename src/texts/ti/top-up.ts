import type { topUp as pattern } from "../en/top-up.ts";

/** Paying for checks with a receipt. */
export const topUp: typeof pattern = {
  topUpButton: "💳 ገንዘብ ምልእ",
  contactOperator: (contact) => `ኣመሓዳሪ፦ ${contact}`,
  topUpHow: "ናብ ሓደ ካብዞም ሕሳባት ክፈሉ፦",
  topUpThen:
    "ድሕሪኡ ንዚ መልእኽቲ መልሲ ጌርኩም ቅብሊት ስደዱለይ፦ መወከሲ ቁጽሪ፣ ሊንክ ወይ ምሉእ SMS። ሓደ ምርግጋጽ 5 ብር እዩ። ሓደ ቅብሊት ሓደ ግዜ፣ ነቲ መጀመርታ ዘቕረቦ እዩ ዝምላእ፤ ስለዚ ቅድሚኡ ንማንም ኣይተርእዩ። ልዕሊ 500 ብር ውሳነ ኣመሓዳሪ ይጽበ።",
  topUpPlaceholder: "መወከሲ ቁጽሪ፣ ሊንክ ወይ SMS",
  topUpCredited: (amount, balance) => `${amount} ብር ተመሊኡ። ተረፍ ሕሳብኩም፦ ${balance} ብር።`,
  topUpWaiting: (amount) => `ክፍሊት ${amount} ብር ናይ ሓቂ እዩ። ልዕሊ 500 ብር ውሳነ ኣመሓዳሪ ይጽበ፤ ከም ብሓድሽ ምስዳድ ኣየድልን።`,
};
