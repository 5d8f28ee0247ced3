import type { ownAccounts as pattern } from "../en/own-accounts.ts";

/** A merchant's own accounts: to list, add and remove them, and to look receipts up with their numbers. */
export const ownAccounts: typeof pattern = {
  thatsMe: "✔️ Eeyyee, ana: olkaa'i",
  ownAccounts: {
    none: "Herregni keessan olkaa'ame hin jiru.",
    yours: "Herregoota keessan:",
    explained:
      "Nagaheen hundi kanneen keessaa tokkotti kaffalamuu isaa nan hima, lakkoofsa isaas gaafachuu hin barbaachisu. Dabaluuf: /accounts 1000123456789, yoo barbaaddan maqaa waliin.",
    add: "➕ Herrega dabali",
    remove: (number) => `🗑 ${number} haqi`,
    removed: (number) => `${number} haqameera.`,
    askNumber: "Lakkoofsa herrega ykn bilbila keessanii, yoo barbaaddan maqaa isaa waliin ergaa.",
    placeholder: "Lakkoofsa fi maqaa",
    notANumber:
      "Kun lakkoofsa herregaa ykn bilbilaa miti: dijiitii 8 hanga 20 qaba. Maaloo irra deebi'aa ergaa.",
    askBank: (number) => `${number} baankii isa kam keessa jira?`,
    otherBank: "Baankii biraa",
    saved: (number) => `Olkaa'ameera: ${number}. Nagaheen itti kaffalame sarara jalqabaatti ni hima.`,
    full: "Herrega hamma kaa'u olkaa'attaniittu. Tokko /accounts dhaan haqaa.",
    ownerOnly: "Kan olkaa'ame jijjiiruu kan danda'u abbaa herregaa qofa.",
  },
  askPhone: (bank) =>
    `${bank} nagahee kana lakkoofsa bilbilaa waliin qofa argata. Maaloo bilbila abbaa nagahee, kaffalaa ykn fudhataa, ergaa.`,
  phonePlaceholder: "Bilbila, fkn 0911 000000",
  phoneRefused: "Kun lakkoofsa moobaayilaa Itoophiyaa miti, fkn 0911 000000. Maaloo irra deebi'aa ergaa.",
  orChoose: "Ykn kan keessan keessaa tokko tuqaa:",
  askWhichAccount: "Herregoota keessan keessaa isa kamitti kaffalame?",
  elsewhere: (bank) => `Herrega biraa: ${bank}`,
  triedOwn: (number) => `Herrega keessan olkaa'ame ${number} dhaan gaafatame.`,
};
