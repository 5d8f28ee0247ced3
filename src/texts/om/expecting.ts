import type { expecting as pattern } from "../en/expecting.ts";

/** `/expect`: a sum that is expected, in one receipt or in several. */
export const expecting: typeof pattern = {
  expecting: {
    begun: (amount, isPrivate) =>
      `${amount} ETB eegaan jira. Nagahee tokkoon tokkoon akkuma dhufeen naaf ergaa: kan isiniif kaffalame nan ida'a. Guyyaa tokko booda ofumaan, yookaan ${isPrivate ? "yeroo qabduu tuqtan" : "/expect off dhaan"} ni xumurama.`,
    begunByShop: (amount) =>
      `Suuqichaaf ${amount} ETB eegaan jira. Nagaheen namni kamiyyuu asitti ergu tokkoon tokkoon, yoo suuqichaaf kaffalame fi kanaan dura hin agarsiifamne ta'e, al tokko ida'ama. Guyyaa tokko booda ofumaan, yookaan /expect off dhaan ni xumurama.`,
    notYours:
      "Gareen kun kan suuqii ti. Hammam akka eegamu kan himan namoota suuqichaa fi bulchitoota garee qofa.",
    stop: "⏹ Ida'uu dhaabi",
    none: "Wanti eegamu hin jiru. Hammam akka dhufu natti himuuf /expect 5000 ergaa.",
    open: (amount, received, missing) =>
      `Hamma ammaatti ${amount} ETB keessaa ${received} dhufeera. Kan hafe ${missing} ETB.`,
    complete: (amount, received) => `${amount} ETB keessaa ${received} dhufeera. Guutameera.`,
    ended: "Kana booda wanti eegamu hin jiru.",
    notAnAmount: "Kun hamma qarshii miti. Akkana ergaa: /expect 5000",
  },
};
