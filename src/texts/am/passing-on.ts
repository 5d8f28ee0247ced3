import type { en } from "../en.ts";

/** From the chat to pages: the form, and a proof that is passed on. */
export const passingOn: Pick<typeof en, "proof" | "openForm"> = {
  openForm: "✏️ ቅጹን ክፈት",
  proof: {
    button: "🔗 ለሌላ የሚላክ ሊንክ",
    made: (link, until) =>
      `ይህ ሊንክ ያለው ሰው እስከ ${until} ድረስ ክፍያው እውነተኛ መሆኑን፣ መጠኑንና የተሸፈነውን ተቀባይ ብቻ ያያል፦\n${link}`,
    withdraw: "ሊንኩን ሰርዝ",
    withdrawn: "ሊንኩ ተሰርዟል። ከእንግዲህ ምንም አያሳይም።",
    refused: "እንዲህ ያለ ሊንክ መሥራት ወይም መሰረዝ የሚችለው የሂሳቡ ባለቤት ብቻ ነው።",
    tooMany: "ሺህ ሊንኮችዎ ይሠራሉ። መጀመሪያ ጥቂቶቹን ይሰርዙ።",
    /** This sentence has no mark, because its reader may not be the receiver. */
    real: (when, amount, receiver) =>
      `${when} ላይ እውነተኛ፦ ${amount} ብር${receiver === "" ? "" : ` ለ${receiver}`}`,
    warning: "ይህ ለእርስዎ መከፈሉን አይናገርም፦ ራስዎ ያረጋግጡ።",
    forged: "ይህን ሊንክ ደረሰኝ አልሠራውም ወይም ተቀይሯል። ምንም አያረጋግጥም።",
    gone: "ይህ ሊንክ አብቅቷል፦ ከ30 ቀን በላይ ሆኖታል፣ ባለቤቱ ሰርዞታል ወይም ክፍያው መሰረዙን ባንኩ ተናግሯል። ምንም አያረጋግጥም።",
  },
};
