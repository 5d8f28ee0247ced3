import type { en } from "../en.ts";

/** From the chat to pages: the form, and a proof that is passed on. */
export const passingOn: Pick<typeof en, "proof" | "openForm"> = {
  openForm: "✏️ Unka bani",
  proof: {
    button: "🔗 Liinkii dabarsuuf",
    made: (link, until) =>
      `Namni liinkii kana qabu hanga ${until} kaffaltichi dhugaa ta'uu, hamma isaa fi fudhataa haguugame qofa arga:\n${link}`,
    withdraw: "Liinkicha haqi",
    withdrawn: "Liinkichi haqameera. Kana booda homaa hin agarsiisu.",
    refused: "Liinkii akkasii hojjechuu yookaan haquu kan danda’u abbaa herregaa qofa.",
    tooMany: "Liinkiiwwan keessan kumni hojjechaa jiru. Dura muraasa haqaa.",
    /** This sentence has no mark, because its reader may not be the receiver. */
    real: (when, amount, receiver) =>
      `Dhugaa, ${when}: ETB ${amount}${receiver === "" ? "" : ` kan ${receiver}`}`,
    warning: "Kun isiniif kaffalame hin jedhu: ofuma keessaniin mirkaneeffadhaa.",
    forged: "Liinkii kana Deresegn hin hojjenne, yookaan jijjiirameera. Homaa hin mirkaneessu.",
    gone: "Liinkichi xumurameera: guyyaa 30 darbeera, abbaan isaa haqeera, yookaan baankiin kaffaltiin haqamuu himeera. Homaa hin mirkaneessu.",
  },
};
