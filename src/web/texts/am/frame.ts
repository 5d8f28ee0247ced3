import type { en } from "../en.ts";

export const frame: (typeof en)["frame"] = {
  product: "ደረሰኝ",
  claim: "ይህ የክፍያ ደረሰኝ እውነተኛ ነው?",
  skip: "ወደ ይዘቱ ዝለል",
  menu: {
    check: "ማረጋገጫ",
    dashboard: "ዳሽቦርድ",
    docs: "ለገንቢዎች",
    status: "ሁኔታ",
  },
  languages: "ቋንቋ",
  footer: "እያንዳንዱ መልስ ደረሰኙን ከሰጠው ባንክ በተረጋገጠ ግንኙነት የመጣ ነው።",
  signedIn: "ገብተዋል",
  signedInTo: (shop) => `ወደ “${shop}” ገብተዋል`,
  signedInByKey: (name) => `በ“${name}” ቁልፍ ገብተዋል`,
  ended: {
    browser: "ከመለያዎ ወጥተዋል።",
    mini: "የመግቢያ ጊዜዎ አብቅቷል። ይህን መስኮት ዘግተው ከውይይቱ እንደገና ይክፈቱት።",
  },
  isTest: "የሙከራ ሁኔታ፦ እዚህ የሚመልሱት የማስመሰያ ባንኮች ናቸው።",
};
