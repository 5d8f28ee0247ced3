import type { failed as pattern } from "../en/failed.ts";

/** What the chat says where the bank shows no receipt. */
export const failed: typeof pattern = {
  failed: {
    numberInDoubt: (bank, reference, number) =>
      `${bank} በሂሳብ ${number} ደረሰኝ ${reference}ን አላገኘም። ከሁለቱ ቁጥሮች አንዱ ስህተት ሊሆን ይችላል።`,
    phoneInDoubt: (bank, reference, number) =>
      `${bank} በስልክ ${number} ደረሰኝ ${reference}ን አላገኘም። ከሁለቱ ቁጥሮች አንዱ ስህተት ሊሆን ይችላል።`,
    bankInDoubt: (bank, reference) => `${bank} ደረሰኝ ${reference}ን አላገኘም። ባንኩ ወይም ማጣቀሻ ቁጥሩ ስህተት ሊሆን ይችላል።`,
    otherAccount: (bank, reference, number) =>
      `${bank} ደረሰኝ ${reference} አለው፤ ግን ሂሳቡ ${number} ሳይሆን ሌላ ነው። ከሁለቱ ቁጥሮች አንዱ ስህተት ሊሆን ይችላል።`,
    notFoundYet: (bank, reference) => `ደረሰኝ ${reference} በ${bank} ገና አልተገኘም።`,
    notFoundYetHint: "ደረሰኙ የዛሬ ወይም የትናንት ነው፤ አዲስ ደረሰኝ እስኪታይ ጥቂት ደቂቃዎች ሊወስድ ይችላል። እስኪገኝ ድረስ ክፍያው አልተረጋገጠም።",
    undatedHint: "አዲስ ደረሰኝ እስኪታይ ጥቂት ደቂቃዎች ሊወስድ ይችላል። እስኪገኝ ድረስ ክፍያው አልተረጋገጠም።",
    notFound: (bank, reference) => `እንዲህ ያለ ደረሰኝ የለም፦ ${bank} ${reference}ን አያውቀውም።`,
    notFoundHint: "እያንዳንዱን ፊደልና አሃዝ ከደረሰኙ ጋር ያነጻጽሩ። አሁን ባለው ቁጥር የተከፈለ ነገር የለም።",
    misread: (pairs) => `በውስጡ ሊምታቱ የሚችሉ፦ ${pairs}`,
    otherReceipt: (bank, reference) => `${bank} ለ${reference} የሰጠው ሌላ ደረሰኝ ነው።`,
    otherReceiptHint: "ማጣቀሻ ቁጥሩን አረጋግጠው እንደገና ይላኩ። ሌላው ደረሰኝ አይታይም።",
    wentBack: (status) => `ደረሰኙ “${status}” ይላል፤ ገንዘቡ ወደ ከፋዩ ተመልሷል። አዲስ ክፍያ ይጠይቁ።`,
    undone: (status) => `ደረሰኙ “${status}” ይላል፤ ምንም አልተከፈለም። አዲስ ክፍያ ይጠይቁ።`,
    undoneUnnamed: "ክፍያው አልተጠናቀቀም። አዲስ ክፍያ ይጠይቁ።",
    pending: (status) => `ደረሰኙ “${status}” ይላል፤ ክፍያው ገና አልተጠናቀቀም። እንደገና ያረጋግጡ።`,
    pendingHint: "ክፍያው እስኪጠናቀቅ ድረስ ገንዘቡን እንደተቀበሉ አይቁጠሩ።",
    unreadable: "የባንኩን ገጽ ማንበብ አልቻልኩም። እርስዎ ይክፈቱት፦",
    unreadableUnlinked: "የባንኩን ገጽ ማንበብ አልቻልኩም። ሂሳብዎን እርስዎ ይመልከቱ።",
    unreadableHint: "መጠበቅ አይጠቅምም፤ ገጹ በራሱ አይቀየርም።",
    unconfirmed: "ባንኩ እስኪመልስ ድረስ ክፍያው አልተረጋገጠም።",
    keepsTrying: "ለአንድ ሰዓት ደጋግሜ እሞክራለሁ፤ መልሱን እዚሁ እሰጣለሁ።",
    checkLater: "ከጥቂት ደቂቃዎች በኋላ እንደገና ያረጋግጡ።",
    gaveUp: (bank) => `${bank} ለአንድ ሰዓት መልስ ስላልሰጠ መጠየቄን አቁሜያለሁ።`,
    gaveUpHint: "ክፍያው አልተረጋገጠም። ቆይተው እንደገና ያረጋግጡ።",
    checkedAt: (time) => `የተጠየቀው ${time}`,
    askedWithSaved: (number) => `${number} ያስቀመጡት ሂሳብ ነው።`,
    anotherAccount: "ሌላ ሂሳብ",
    anotherPhone: "ሌላ ስልክ",
    tryBank: (bank) => `በ${bank} ሞክር`,
    checkAgain: "🔄 እንደገና አረጋግጥ",
    notChecked: "ይህን ክፍያ አላጣራሁትም።",
    alsoNotChecked: "በተመሳሳይ ምክንያት እነዚህንም አላጣራሁም፦",
  },
};
