import type { expecting as pattern } from "../en/expecting.ts";

/** `/expect`: a sum that is expected, in one receipt or in several. */
export const expecting: typeof pattern = {
  expecting: {
    begun: (amount) =>
      `Amma qarshii ${amount} nan eega. Nagahee tokko ykn hedduu ergaa: hanga guutamutti nan ida'a. Guyyaa tokko booda ofumaan, ykn /expect off dhaan ni xumurama.`,
    none: "Kan eegamu hin jiru. Hammam akka dhufu himuuf /expect 5000 ergaa.",
    open: (amount, received, missing) =>
      `Kan eegamu: qarshii ${amount}. Hamma ammaatti: ${received}. Kan hafe: ${missing}.`,
    complete: (amount, received) => `Kan eegamu: qarshii ${amount}. Guutameera: ${received}.`,
    ended: "Kana booda kan eegamu hin jiru.",
    notAnAmount: "Kun hamma maallaqaa miti. Akkana ergaa: /expect 5000",
  },
};
