import type { en } from "../en.ts";

export const proof: (typeof en)["proof"] = {
  title: "የተረጋገጠ ክፍያ",
  paidOn: (day) => `የተከፈለው፦ ${day}`,
  paidInDoubt: "የተከፈለበት ቀን ከደረሰኙ በእርግጠኝነት አይታወቅም።",
  shownBy: (bank) => `ደረሰኙን ያሳየው ${bank} ነው።`,
  check: "ራስዎ ደረሰኝ ያረጋግጡ",
  passOn: "ማስረጃ ለሌላ ላክ",
  passOnHint: "ሊንኩ ያለው ሰው ክፍያው እውነተኛ መሆኑን፣ ቀኑን፣ መጠኑንና በከፊል የተሸፈነውን የተቀባይ ስም ብቻ ያያል።",
  yourLink: "ለሌላ የሚልኩት ሊንክ",
  validUntil: (day) => `እስከ ${day} ይሠራል።`,
  withdrawAt: "ሁሉም ሊንኮችዎ፣ አንዱን ለመሰረዝም",
  notMade: "ማስረጃ አልተዘጋጀም",
  offerEnded: "ይህ መልስ ከግማሽ ሰዓት በላይ ሆኖታል፣ ወይም የሌላ መግቢያ ነው። ደረሰኙን እንደገና አረጋግጠው ያንን ይላኩ።",
  toForm: "ወደ ቅጹ",
};
