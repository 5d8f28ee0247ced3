import type { questions as pattern } from "../en/questions.ts";
import { age } from "./ages.ts";

/** What is said on the way to an answer. */
export const questions: typeof pattern = {
  readFromPrint: "Barreeffama suuraa irratti maxxanfame irraa kan dubbifame.",
  confirmPrint:
    "Barreeffama suuraa irratti maxxanfame irraa kan dubbifame. Maaloo qubee qubeen wal bira qabaa ilaalaa:",
  betterPhoto: "Itti siqaatii, qajeelatti, calaqqee malee kaasaa; yookaan suuraa akka faayilaatti ergaa.",
  tooMany: (limit) =>
    `Kun kan ani yeroo tokkotti mirkaneessu caala. Jalqabni ${limit} kanneeni; kan hafan maaloo irra deebi'aa ergaa.`,
  looking: (bank) => `${bank} gaafachaa …`,
  answerBelow: "Deebiin gadi jira.",
  askBank: "Nagaheen kun baankii kam irraa?",
  askMeant: "Nagahee irra kan jiru isa kam?",
  noneOfThese:
    "Isaan kana keessaa tokko miti? Yoos lakkoofsa wabii akkuma nagahee irra jirutti barreeffamaan ergaa.",
  mistyped: (suggestion) =>
    suggestion === null
      ? "❗ Kun dogoggoraan barreeffamee ta'uu danda'a: guyyaan sirriin keessa hin jiru. O fi 0, I fi 1 irra deebi'aa ilaalaa."
      : `❗ Kun dogoggoraan barreeffamee ta'uu danda'a. ${suggestion} jechuu keessanii?`,
  datedLongAgo: (since) => `❗ Akka lakkoofsa wabii isaatti, kaffaltiin kun ${age(since)} dura raawwatame.`,
  askAccount: (bank) =>
    `${bank} nagahee kana lakkoofsa herregaa waliin qofa arga. Maaloo lakkoofsa herregaa qarshii fudhatee yookaan kaffalee (lakkoofsa 8 hanga 20) ergaa.`,
  accountPlaceholder: "Lakkoofsa herregaa",
  accountRefused:
    "Kun lakkoofsa herregaa miti: lakkoofsa 8 hanga 20 qaba; iddoo duwwaa fi sarara qabaachuu danda'a. Maaloo irra deebi'aa ergaa.",
  questionStale: "Kun duraan deebi'eera yookaan yeroon isaa darbeera. Maaloo nagahee irra deebi'aa ergaa.",
  questionForeign: "Kana deebisuu kan danda'u nama nagahee erge qofa.",
  checking: "Mirkaneessaa …",
};
