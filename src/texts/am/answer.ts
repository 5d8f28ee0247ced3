import type { answer as pattern } from "../en/answer.ts";
import type { EarlierAsker } from "../sentences.ts";
import { age, ago } from "./ages.ts";

const noPayment = {
  withdrawal: "ጥሬ ገንዘብ ማውጣት እንጂ ክፍያ አይደለም",
  airtime: "የአየር ሰዓት ወይም የጥቅል ግዢ እንጂ ክፍያ አይደለም",
  bill: "የቢል ክፍያ እንጂ ለእርስዎ የተከፈለ አይደለም",
  same_account: "የተላከው ከአንድ ሂሳብ ወደዚያው ሂሳብ ነው",
} as const;

/** Where another amount stands. */
const claimPlace = { message: "መልእክቱ", picture: "ፎቶው" } as const;

const checkedBy = (who: EarlierAsker): string => {
  if (who.kind === "member") return `${who.name} አረጋግጠውታል`;
  return { you: "እርስዎ አረጋግጠውታል", key: "በAPI ቁልፍዎ ተረጋግጧል", unknown: "ተረጋግጦ ነበር" }[who.kind];
};

const askedBy = (who: EarlierAsker): string => {
  if (who.kind === "member") return `${who.name} ጠይቀው ነበር`;
  return { you: "እርስዎ ጠይቀው ነበር", key: "በAPI ቁልፍዎ ተጠይቆ ነበር", unknown: "ተጠይቆ ነበር" }[who.kind];
};

/** What a real receipt means for the merchant. */
export const answer: typeof pattern = {
  firstLine: {
    yours: (amount, receiver) => `${amount} ብር ለእርስዎ ተከፍሏል${receiver === "" ? "" : ` · ${receiver}`}`,
    unknown: (amount, receiver) => `እውነተኛ ክፍያ፦ ${amount} ብር ለ${receiver}። እርስዎ ነዎት?`,
    unknownToStaff: (amount, receiver) => `እውነተኛ ክፍያ፦ ${amount} ብር ለ${receiver}። ይህ የሱቁ ሂሳብ ነው?`,
    unaddressed: (amount, receiver) => `እውነተኛ ክፍያ፦ ${amount} ብር ለ${receiver}`,
    someoneElse: (amount, receiver) => `${amount} ብር፣ ደረሰኙ እውነተኛ ነው፣ ግን ለእርስዎ አይደለም፦ ለ${receiver}`,
    accountNotShown: (amount, bank) =>
      `${amount} ብር ወደ ${bank}፣ ግን ወደ ማን ሂሳብ እንደገባ ደረሰኙ አይናገርም። መጀመሪያ የ${bank} ሂሳብዎን ይመልከቱ።`,
    noPayment: (amount, why) => `${amount} ብር፣ ደረሰኙ እውነተኛ ነው፣ ግን ${noPayment[why]}`,
    otherAmount: (amount, claimed, where) =>
      `${amount} ብር፣ ደረሰኙ እውነተኛ ነው፣ ግን ${claimPlace[where]} ${claimed} ይላል`,
    seenBefore: (amount, who, since) => `${amount} ብር፣ ደረሰኙ እውነተኛ ነው፣ ግን ${ago(since)} ${checkedBy(who)}`,
    samePayment: (amount, since) =>
      `${amount} ብር፣ ደረሰኙ እውነተኛ ነው፣ ግን ${ago(since)} ከታየው የሌላ ባንክ ደረሰኝ ጋር አንድ ክፍያ ሊሆን ይችላል። ገንዘቡ ሁለት ጊዜ መግባቱን ያረጋግጡ።`,
    sameAgain: (amount, since) => `${ago(since)} የላኩት ያው ደረሰኝ ነው (${amount} ብር)፤ ሁለተኛ ክፍያ አይደለም`,
    old: (amount, since) => `${amount} ብር፣ ደረሰኙ እውነተኛ ነው፣ ግን ${age(since)} ሆኖታል`,
    dateInDoubt: (amount, printed) => `${amount} ብር፣ ደረሰኙ እውነተኛ ነው፣ ግን ቀኑ አጠራጣሪ ነው፦ ${printed}`,
  },
  further: {
    yours: (receiver) => `የተከፈለው ለእርስዎ ነው${receiver === "" ? "" : ` · ${receiver}`}`,
    unaddressed: (receiver) => `የተከፈለው ለ${receiver} ነው።`,
    accountNotShown: "ወደ ማን ሂሳብ እንደገባ ደረሰኙ አይናገርም።",
    someoneElse: (receiver) => `ለእርስዎ አይደለም፦ ለ${receiver}`,
    noPayment: (why) => `${noPayment[why]}።`,
    otherAmount: (claimed, where) => `${claimPlace[where]} ${claimed} ብር ይላል።`,
    askedEarly: (who, when) => `ስለዚህ ደረሰኝ ባንኩ ከማረጋገጡ በፊት በ${when} ${askedBy(who)}።`,
    askedHere: (when) => `ስለዚህ ደረሰኝ ባንኩ ከማረጋገጡ በፊት በ${when} ይህ መልእክት ጠይቆ ነበር።`,
    checked: (since) => `ባንኩ የተጠየቀው ${ago(since)} ነው።`,
    alsoNamed: (named, amount) => `${named} ብርም ተጠቅሷል። የዚህ ደረሰኝ ክፍያ ግን ${amount} ብር ብቻ ነው።`,
    unclear: (amount) => `እዚህ ያለ አንድ የገንዘብ መጠን በእርግጠኝነት አይነበብም። የዚህ ደረሰኝ ክፍያ ${amount} ብር ብቻ ነው።`,
    seenBefore: (who, since) => `${ago(since)} ${checkedBy(who)}።`,
    samePayment: (since) => `${ago(since)} ከታየው የሌላ ባንክ ደረሰኝ ጋር አንድ ክፍያ ሊሆን ይችላል። ገንዘቡ ሁለት ጊዜ መግባቱን ያረጋግጡ።`,
    old: (since) => `${age(since)} ሆኖታል።`,
    dateInDoubt: (printed) => `ቀኑ አጠራጣሪ ነው፦ ${printed}`,
  },
  unsure: {
    otherName: (number, name) => `የተቀመጠው ሂሳብዎ ${number} በሌላ ስም ነው፦ ${name}`,
    sameName: "ስሙ የእርስዎ ነው፤ ቁጥሩ ግን ካስቀመጧቸው አንዱ አይደለም።",
    hidden: "ደረሰኙ የሚያሳያቸው የሂሳብ አሃዞች ለማነጻጸር አይበቁም።",
  },
  record: {
    from: "ከፋይ",
    to: "ተቀባይ",
    ago,
    daysAgo: (days) => (days === 0 ? "ዛሬ" : days === 1 ? "ትናንት" : `ከ${days} ቀናት በፊት`),
  },
  details: {
    show: "ዝርዝር",
    hide: "ዝርዝሩን ደብቅ",
    printedDate: "በደረሰኙ ላይ ያለው ቀን",
    payer: "የከፋይ ሂሳብ",
    receiver: "የተቀባይ ሂሳብ",
    kind: "ዓይነት",
    kinds: {
      transfer: "ዝውውር",
      merchant: "ለነጋዴ የተከፈለ",
      withdrawal: "ጥሬ ገንዘብ ማውጣት",
      airtime: "የአየር ሰዓት ወይም ጥቅል",
      bill: "የቢል ክፍያ",
    },
    fee: "የአገልግሎት ክፍያ",
    vat: "ቫት",
    total: "ጠቅላላ የተከፈለ",
    openAtBank: (bank) => `🔗 በ${bank} ገጽ ይመልከቱ`,
  },
  copyReference: "📋 ማጣቀሻ ቁጥሩን ቅዳ",
  copyLink: "📋 ሊንኩን ቅዳ",
  left: {
    counted: (remaining, limit) => `ከ${limit} ነፃ ማረጋገጫዎች ${remaining} ቀርተዋል`,
    few: (remaining, limit) => `⚠️ ለዛሬ ከ${limit} ነፃ ማረጋገጫዎች የቀሩት ${remaining} ብቻ ናቸው`,
    notCounted: (remaining, limit) => `አልተቆጠረም · ከ${limit} ነፃ ማረጋገጫዎች ${remaining} ቀርተዋል`,
    charged: (charged, balance) => `ይህ ማረጋገጫ፦ ${charged} ብር · ቀሪ ገንዘብ፦ ${balance} ብር`,
    free: "አልተቆጠረም",
  },
  expected: {
    part: (received, amount) => `➕ ከሚጠበቀው ${amount} ብር ${received} ደርሷል`,
    complete: (received, amount) => `➕ ከሚጠበቀው ${amount} ብር ${received} ደርሷል፤ ተሟልቷል ✅`,
    tooMuch: (received, amount, more) => `➕ ከሚጠበቀው ${amount} ብር ${received} ደርሷል፤ በ${more} ብር ይበልጣል`,
    leftOut: (received, amount) => `➕ ከሚጠበቀው ${amount} ብር ${received} ደርሷል፤ ይህ ደረሰኝ አልተደመረም`,
  },
  withdrawn: "መልእክቱን ቀይረዋል፤ ይህ ደረሰኝ አሁን በውስጡ የለም።",
  pointedChanged: "የጠየቁበት መልእክት ከዚያ በኋላ ተቀይሯል። እባክዎ እንደገና ይጠይቁ።",
  pointedUnseen: "ያ መልእክት ሲቀየር ላላይ እችላለሁ። ይህን መልስ ብቻ ይመኑ።",
  changedWaits: "መልእክቱን ቀይረዋል። ተራው ሲደርስ እንደገና ይመረመራል።",
};
