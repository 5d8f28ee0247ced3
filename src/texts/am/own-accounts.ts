import type { ownAccounts as pattern } from "../en/own-accounts.ts";

/** A merchant's own accounts: to list, add and remove them, and to look receipts up with their numbers. */
export const ownAccounts: typeof pattern = {
  thatsMe: "✔️ አዎ፣ እኔ ነኝ፦ ይቀመጥ",
  ownAccounts: {
    none: "እስካሁን ያስቀመጡት የራስዎ ሂሳብ የለም።",
    yours: "ሂሳቦችዎ፦",
    explained:
      "እያንዳንዱ ደረሰኝ ከእነዚህ ወደ አንዱ መከፈሉን እናገራለሁ፤ ቁጥሩንም መጠየቅ አያስፈልገኝም። ለመጨመር፦ /accounts 1000123456789፣ ከፈለጉ ከስሙ ጋር።",
    add: "➕ ሂሳብ ጨምር",
    remove: (number) => `🗑 ${number} አስወግድ`,
    removed: (number) => `${number} ተወግዷል።`,
    askNumber: "የሂሳብዎን ወይም የስልክዎን ቁጥር ይላኩ፤ ከፈለጉ በላዩ ካለው ስም ጋር።",
    placeholder: "ቁጥር እና ስም",
    notANumber: "ይህ የሂሳብ ወይም የስልክ ቁጥር አይደለም፦ ከ8 እስከ 20 አሃዞች አሉት። እባክዎ እንደገና ይላኩ።",
    askBank: (number) => `${number} በየትኛው ባንክ ነው?`,
    otherBank: "ሌላ ባንክ",
    saved: (number) => `ተቀምጧል፦ ${number}። ወደ እሱ የተከፈለ ደረሰኝ በመጀመሪያው መስመር ይናገራል።`,
    full: "የማስቀምጠውን ያህል ሂሳቦች አስቀምጠዋል። አንዱን በ/accounts ያስወግዱ።",
    ownerOnly: "የተቀመጡትን መቀየር የሚችለው የሂሳቡ ባለቤት ብቻ ነው።",
  },
  askPhone: (bank) =>
    `${bank} ይህን ደረሰኝ የሚሰጠው ከስልክ ቁጥር ጋር ብቻ ነው። እባክዎ የደረሰኙን ባለቤት፣ የከፋዩን ወይም የተቀባዩን፣ ስልክ ይላኩ።`,
  phonePlaceholder: "ስልክ፣ ለምሳሌ 0911 000000",
  phoneRefused: "ይህ የኢትዮጵያ የሞባይል ቁጥር አይደለም፤ ለምሳሌ 0911 000000። እባክዎ እንደገና ይላኩ።",
  orChoose: "ወይም ከራስዎ አንዱን ይጫኑ፦",
  askWhichAccount: "ከሂሳቦችዎ ወደ የትኛው ተከፈለ?",
  elsewhere: (bank) => `ሌላ ሂሳብ፦ ${bank}`,
  triedOwn: (number) => `የተጠየቀው በተቀመጠው ሂሳብዎ ${number} ነው።`,
};
