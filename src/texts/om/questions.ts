import { withEnglish } from "../beta.ts";
import { questions as english } from "../en/questions.ts";
import { age } from "./ages.ts";

/** What is said on the way to an answer. */
export const questions: typeof english = {
  readFromPrint: "Kana barreeffama suuraa irra jiru irraan dubbise.",
  confirmPrint: "Kana barreeffama suuraa irra jiru irraan dubbise. Qubee qubeedhaan wal bira qabaa:",
  isThisRight: "Kun sirriidhaa?",
  yes: "✅ Eeyyee",
  no: "❌ Lakki",
  photoWaits:
    "Amma suuraawwan baay'een dubbifamaa jiru; kan keessan dabaree eeggachaa jira. Deebiin asitti isiniif kennama.",
  betterPhoto:
    "Suuraan dhiyoodhaa, fuulleedhaan, calaqqee malee ka'e salphaatti dubbifama; yookaan akka faayilaatti ergaa.",
  tooMany: (limit) =>
    `Kun kan yeroo tokkotti mirkaneessu caala. ${limit} jalqabaa mirkaneesseera; kan hafan irra deebi'aa ergaa.`,
  hiddenLinks: (count) =>
    withEnglish(
      `Hin sakatta'amne. Jechoota ergaa kanaa jala geessituun nagahee ${count} dhokateera. Kan barbaaddan naaf ergaa.`,
      english.hiddenLinks(count),
    ),
  looking: (bank) => `${bank} gaafachaan jira …`,
  answerBelow: "Deebiin gadi jira.",
  askBank: "Nagaheen kun kan baankii kamii?",
  askMeant: "Nagahee irra kan jiru isa kam?",
  noneOfThese:
    "Kanneen keessaa tokkollee mitii? Lakkoofsa wabii akkuma nagahee irra jirutti barreessaatii ergaa.",
  typeIt: "Yoos lakkoofsa wabii akkuma nagahee irra jirutti barreessaatii naaf ergaa.",
  mistyped: (suggestion) =>
    suggestion === null
      ? "❗ Kun dogoggoraan barreeffamuu danda'a: guyyaan ta'uu danda'u keessa hin jiru. O fi 0, I fi 1 irra deebi'aa ilaalaa."
      : `❗ Kun dogoggoraan barreeffamuu danda'a. ${suggestion} jechuu keessanii?`,
  otherLength: (given, expected, bank) =>
    `Kun qubee fi lakkoofsa ${given} qaba, lakkoofsi wabii ${bank} garuu ${expected} qaba. Nagahee waliin wal bira qabaatii irra deebi'aa ergaa.`,
  datedLongAgo: (since) => `❗ Akka lakkoofsa wabiitti, kaffaltiin kun ${age(since)} ta'eera.`,
  askAccount: (bank) =>
    `${bank} nagahee kana lakkoofsa herregaa waliin qofa arga. Lakkoofsa herrega qarshii fudhatee yookaan kaffalee (lakkoofsa 8 hanga 20) naaf ergaa.`,
  accountPlaceholder: "Lakkoofsa herregaa",
  whichQuestion:
    "Hin sakatta'amne (not checked). Lakkoofsi kun nagahee ani gaafadheef yoo ta'e, gaaffii sanaaf deebii (Reply) gochuun ergaa.",
  accountRefused:
    "Kun lakkoofsa herregaa miti. Lakkoofsi herregaa lakkoofsa 8 hanga 20 qaba; iddoo duwwaa fi sararri ni ta'a. Irra deebi'aa ergaa.",
  unlookable: {
    number: (bank) =>
      withEnglish(
        "Hin sakatta'amne. Ergaan kun geessituu nagahee hin qabu. Geessituu SMS nama kaffalee keessa jiru isa gaafadhaa. SMS qofti ragaa miti.",
        english.unlookable.number(bank),
      ),
    credit: (bank) =>
      withEnglish(
        "Hin sakatta'amne. Ergaan kun geessituu nagahee waan hin qabneef baankii gaafachuu hin danda'u. Geessituu SMS nama kaffalee keessa jiru isa gaafadhaa. SMS qofti ragaa miti.",
        english.unlookable.credit(bank),
      ),
    debit: (bank) =>
      withEnglish(
        "Hin sakatta'amne. Ergaan kun geessituu nagahee waan hin qabneef baankii gaafachuu hin danda'u. Geessituu nagahee gaafadhaa. SMS qofti ragaa miti.",
        english.unlookable.debit(bank),
      ),
  },
  questionStale: "Kun deebifameera yookaan yeroon isaa darbeera. Maaloo nagahicha irra deebi'aa ergaa.",
  questionForeign: "Kana kan deebisuu danda'u nama nagahee erge qofa.",
  checking: "Mirkaneessaan jira …",
};
