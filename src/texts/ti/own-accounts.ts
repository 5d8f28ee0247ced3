import type { ownAccounts as pattern } from "../en/own-accounts.ts";

/** A merchant's own accounts: to list, add and remove them, and to look receipts up with their numbers. */
export const ownAccounts: typeof pattern = {
  thatsMe: "✔️ እወ፣ ኣነ እየ፦ ይቀመጥ",
  ownAccounts: {
    none: "ክሳብ ሕጂ ዘቐመጥኩምዎ ሕሳብ የለን።",
    yours: "ሕሳባትኩም፦",
    explained:
      "ነፍሲ ወከፍ ቅብሊት ናብ ሓደ ካብዚኣቶም ምኽፋሉ እነግር፤ ቁጽሩ ምሕታት እውን ኣየድልየንን። ንምውሳኽ፦ /accounts 1000123456789፣ እንተደሊኹም ምስ ስሙ።",
    add: "➕ ሕሳብ ወስኽ",
    remove: (number) => `🗑 ${number} ኣውጽእ`,
    removed: (number) => `${number} ወጺኡ።`,
    askNumber: "ቁጽሪ ሕሳብኩም ወይ ስልክኹም ስደዱ፤ እንተደሊኹም ምስ ዘለዎ ስም።",
    placeholder: "ቁጽርን ስምን",
    notANumber: "እዚ ቁጽሪ ሕሳብ ወይ ስልኪ ኣይኮነን፦ ካብ 8 ክሳብ 20 ኣሃዛት ኣለዎ። በጃኹም ደጊምኩም ስደዱ።",
    askBank: (number) => `${number} ኣብ ኣየናይ ባንኪ እዩ?`,
    otherBank: "ካልእ ባንኪ",
    saved: (number) => `ተቐሚጡ፦ ${number}። ናብኡ ዝተኸፍለ ቅብሊት ኣብ ቀዳማይ መስመር ይነግር።`,
    full: "ክቕመጥ ዝኽእል ኩሉ ሕሳባት ኣቐሚጥኩም። ሓደ ብ/accounts ኣውጽኡ።",
    ownerOnly: "ዝተቐመጠ ክቕይር ዝኽእል ዋና ሕሳብ ጥራይ እዩ።",
  },
  askPhone: (bank) => `${bank} ነዚ ቅብሊት ምስ ቁጽሪ ስልኪ ጥራይ እዩ ዝረኽቦ። በጃኹም ስልኪ ዋና ቅብሊት፣ ከፋሊ ወይ ተቐባሊ፣ ስደዱ።`,
  phonePlaceholder: "ስልኪ፣ ንኣብነት 0911 000000",
  phoneRefused: "እዚ ናይ ኢትዮጵያ ቁጽሪ ሞባይል ኣይኮነን፤ ንኣብነት 0911 000000። በጃኹም ደጊምኩም ስደዱ።",
  orChoose: "ወይ ካብ ናትኩም ሓደ ጠውቑ፦",
  askWhichAccount: "ካብ ሕሳባትኩም ናብ ኣየናይ ተኸፊሉ?",
  elsewhere: (bank) => `ካልእ ሕሳብ፦ ${bank}`,
  triedOwn: (number) => `ብዝተቐመጠ ሕሳብኩም ${number} ተሓቲቱ።`,
};
