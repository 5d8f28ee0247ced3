import { withEnglish } from "../beta.ts";
import { answer as english } from "../en/answer.ts";
import type { EarlierAsker } from "../sentences.ts";
import { age, ago } from "./ages.ts";

const noPayment = {
  withdrawal: "ጥረ ገንዘብ ምውጻእ እምበር ክፍሊት ኣይኮነን",
  airtime: "ዕዳጋ ናይ ኣየር ሰዓት ወይ ጥቕሊ እምበር ክፍሊት ኣይኮነን",
  bill: "ክፍሊት ቢል እምበር ንዓኹም ዝተኸፍለ ኣይኮነን",
  same_account: "ካብ ሓደ ሕሳብ ናብቲ ባዕሉ ሕሳብ ዝተላእከ እዩ",
} as const;

/** Where another amount stands. */
const claimPlace = { message: "እቲ መልእኽቲ", picture: "እቲ ስእሊ" } as const;

const checkedBy = (who: EarlierAsker): string => {
  if (who.kind === "member") return `${who.name} ኣረጋጊጾምዎ`;
  return { you: "ንስኹም ኣረጋጊጽኩምዎ", key: "ብመፍትሕ APIኹም ተረጋጊጹ", unknown: "ተረጋጊጹ ነይሩ" }[who.kind];
};

const askedBy = (who: EarlierAsker): string => {
  if (who.kind === "member") return `${who.name} ሓቲቶም ነይሮም`;
  return { you: "ንስኹም ሓቲትኩም ነይርኩም", key: "ብመፍትሕ APIኹም ተሓቲቱ ነይሩ", unknown: "ተሓቲቱ ነይሩ" }[who.kind];
};

/** What a real receipt means for the merchant. */
export const answer: typeof english = {
  firstLine: {
    yours: (amount, receiver) =>
      withEnglish(`${amount} ብር ንዓኹም ተኸፊሉ`, english.firstLine.yours(amount, receiver)),
    unknown: (amount, receiver) =>
      withEnglish(`ሓቀኛ ክፍሊት፦ ${amount} ብር። ንስኹም ዲኹም?`, english.firstLine.unknown(amount, receiver)),
    unknownToStaff: (amount, receiver) =>
      withEnglish(
        `ሓቀኛ ክፍሊት፦ ${amount} ብር። እዚ ሕሳብ ናይቲ ድኳን ድዩ?`,
        english.firstLine.unknownToStaff(amount, receiver),
      ),
    unaddressed: (amount, receiver) =>
      withEnglish(`ሓቀኛ ክፍሊት፦ ${amount} ብር`, english.firstLine.unaddressed(amount, receiver)),
    someoneElse: (amount, receiver) =>
      withEnglish(`${amount} ብር፣ ሓቀኛ እዩ፣ ግን ንዓኹም ኣይኮነን`, english.firstLine.someoneElse(amount, receiver)),
    accountNotShown: (amount, bank) =>
      withEnglish(
        `${amount} ብር፣ ግን ናብ መን ሕሳብ ከም ዝኣተወ እቲ ቅብሊት ኣይነግርን። መጀመርታ ሕሳብኩም ርኣዩ።`,
        english.firstLine.accountNotShown(amount, bank),
      ),
    noPayment: (amount, why) =>
      withEnglish(`${amount} ብር፣ ሓቀኛ እዩ፣ ግን ${noPayment[why]}`, english.firstLine.noPayment(amount, why)),
    otherAmount: (amount, claimed, where) =>
      withEnglish(
        `${amount} ብር፣ ሓቀኛ እዩ፣ ግን ${claimPlace[where]} ${claimed} ይብል`,
        english.firstLine.otherAmount(amount, claimed, where),
      ),
    seenBefore: (amount, who, since) =>
      withEnglish(
        `${amount} ብር፣ ሓቀኛ እዩ፣ ግን ${ago(since)} ${checkedBy(who)}`,
        english.firstLine.seenBefore(amount, who, since),
      ),
    samePayment: (amount, since) =>
      withEnglish(
        `${amount} ብር፣ ሓቀኛ እዩ፣ ግን ምስቲ ${ago(since)} ዝተራእየ ናይ ካልእ ባንክ ቅብሊት ሓደ ክፍሊት ክኸውን ይኽእል። እቲ ገንዘብ ክልተ ግዜ ከም ዝኣተወ ኣረጋግጹ።`,
        english.firstLine.samePayment(amount, since),
      ),
    sameAgain: (amount, since) =>
      withEnglish(
        `${ago(since)} ዝሰደድኩምዎ ባዕሉ ቅብሊት (${amount} ብር)፣ ካልኣይ ክፍሊት ኣይኮነን`,
        english.firstLine.sameAgain(amount, since),
      ),
    old: (amount, since) =>
      withEnglish(`${amount} ብር፣ ሓቀኛ እዩ፣ ግን ${age(since)} ገይሩ`, english.firstLine.old(amount, since)),
    dateInDoubt: (amount, printed) =>
      withEnglish(`${amount} ብር፣ ሓቀኛ እዩ፣ ግን ዕለቱ የጠራጥር`, english.firstLine.dateInDoubt(amount, printed)),
  },
  further: {
    yours: (receiver) => withEnglish("ንዓኹም እዩ ተኸፊሉ", english.further.yours(receiver)),
    unaddressed: (receiver) => withEnglish("ዝተቐበለ", english.further.unaddressed(receiver)),
    accountNotShown: withEnglish("ናብ መን ሕሳብ ከም ዝኣተወ እቲ ቅብሊት ኣይነግርን።", english.further.accountNotShown),
    someoneElse: (receiver) => withEnglish("ንዓኹም ኣይኮነን", english.further.someoneElse(receiver)),
    noPayment: (why) => withEnglish(`${noPayment[why]}።`, english.further.noPayment(why)),
    otherAmount: (claimed, where) =>
      withEnglish(`${claimPlace[where]} ${claimed} ብር ይብል።`, english.further.otherAmount(claimed, where)),
    askedEarly: (who, when) =>
      withEnglish(
        `ብዛዕባ እዚ ቅብሊት እቲ ባንክ ቅድሚ ምርግጋጹ ሰዓት ${when} ${askedBy(who)}።`,
        english.further.askedEarly(who, when),
      ),
    askedHere: (when) =>
      withEnglish(
        `ብዛዕባ እዚ ቅብሊት እቲ ባንክ ቅድሚ ምርግጋጹ ሰዓት ${when} እዚ መልእኽቲ ሓቲቱ ነይሩ።`,
        english.further.askedHere(when),
      ),
    checked: (since) => withEnglish(`እቲ ባንክ ${ago(since)} ተሓቲቱ።`, english.further.checked(since)),
    alsoNamed: (named, amount) =>
      withEnglish(
        `${named} ብር እውን ተጠቒሱ። እዚ ቅብሊት እዚ ግን ናይ ${amount} ብር ጥራይ እዩ።`,
        english.further.alsoNamed(named, amount),
      ),
    unclear: (amount) =>
      withEnglish(
        `ኣብዚ ዘሎ ሓደ መጠን ገንዘብ ብርግጽ ኣይንበብን። እዚ ቅብሊት እዚ ናይ ${amount} ብር ጥራይ እዩ።`,
        english.further.unclear(amount),
      ),
    seenBefore: (who, since) =>
      withEnglish(`${ago(since)} ${checkedBy(who)}።`, english.further.seenBefore(who, since)),
    samePayment: (since) =>
      withEnglish(
        `ምስቲ ${ago(since)} ዝተራእየ ናይ ካልእ ባንክ ቅብሊት ሓደ ክፍሊት ክኸውን ይኽእል። እቲ ገንዘብ ክልተ ግዜ ከም ዝኣተወ ኣረጋግጹ።`,
        english.further.samePayment(since),
      ),
    old: (since) => withEnglish(`${age(since)} ገይሩ።`, english.further.old(since)),
    dateInDoubt: (printed) => withEnglish("ዕለቱ የጠራጥር", english.further.dateInDoubt(printed)),
  },
  unsure: {
    otherName: (number, name) => `እቲ ዝተቐመጠ ሕሳብኩም ${number} ብካልእ ስም እዩ፦ ${name}`,
    sameName: "እቲ ስም ናትኩም እዩ፤ እቲ ቁጽሪ ግን ካብ ዘቐመጥኩምዎም ሓደ ኣይኮነን።",
    hidden: "ኣብቲ ቅብሊት ዝርኣዩ ኣሃዛት ሕሳብ ንምንጽጻር ኣይኣክሉን።",
  },
  record: {
    from: "ከፋሊ",
    to: "ተቐባሊ",
    ago,
    daysAgo: (days) => (days === 0 ? "ሎሚ" : days === 1 ? "ትማሊ" : `ቅድሚ ${days} መዓልታት`),
  },
  details: {
    show: "ዝርዝር",
    hide: "ዝርዝር ሕባእ",
    printedDate: "ኣብቲ ቅብሊት ዘሎ ዕለት",
    payer: "ሕሳብ ከፋሊ",
    receiver: "ሕሳብ ተቐባሊ",
    kind: "ዓይነት",
    kinds: {
      transfer: "ምስግጋር",
      merchant: "ክፍሊት ንነጋዳይ",
      withdrawal: "ጥረ ገንዘብ ምውጻእ",
      airtime: "ናይ ኣየር ሰዓት ወይ ጥቕሊ",
      bill: "ክፍሊት ቢል",
    },
    fee: "ክፍሊት ኣገልግሎት",
    vat: "ቫት",
    total: "ጠቕላላ ዝተኸፈለ",
    openAtBank: (bank) => `🔗 ኣብ ገጽ ${bank} ርኣዩ`,
  },
  copyReference: "📋 መወከሲ ቁጽሪ ቅዳሕ",
  copyLink: "📋 ሊንክ ቅዳሕ",
  left: {
    counted: (remaining, limit) => `ካብ ${limit} ናጻ ምርግጋጻት ${remaining} ተሪፎም`,
    few: (remaining, limit) => `⚠️ ንሎሚ ካብ ${limit} ናጻ ምርግጋጻት ${remaining} ጥራይ ተሪፎም`,
    notCounted: (remaining, limit) => `ኣይተቖጽረን · ካብ ${limit} ናጻ ምርግጋጻት ${remaining} ተሪፎም`,
    charged: (charged, balance) => `እዚ ምርግጋጽ፦ ${charged} ብር · ተረፍ ገንዘብ፦ ${balance} ብር`,
    free: "ኣይተቖጽረን",
  },
  expected: {
    part: (received, amount) => `➕ ካብ ዝጽበ ${amount} ብር ${received} መጺኡ`,
    complete: (received, amount) => `➕ ካብ ዝጽበ ${amount} ብር ${received} መጺኡ፤ ተማሊኡ ✅`,
    tooMuch: (received, amount, more) => `➕ ካብ ዝጽበ ${amount} ብር ${received} መጺኡ፤ ብ${more} ብር ይበልጽ`,
    leftOut: (received, amount) => `➕ ካብ ዝጽበ ${amount} ብር ${received} መጺኡ፤ እዚ ቅብሊት ኣይተደመረን`,
  },
  withdrawn: "ነቲ መልእኽቲ ቀይርኩምዎ፤ እዚ ቅብሊት ሕጂ ኣብኡ የለን።",
  pointedChanged: "እቲ ዝሓተትኩምሉ መልእኽቲ ድሕሪኡ ተቐይሩ። በጃኹም ደጊምኩም ሕተቱ።",
  pointedUnseen: "እቲ መልእኽቲ ክቕየር ከሎ ከይርእዮ ይኽእል እየ። ነዚ መልሲ ጥራይ እመኑ።",
  changedWaits: "ነቲ መልእኽቲ ቀይርኩምዎ። ተራኡ ምስ በጽሐ ደጊሙ ይምርመር።",
};
