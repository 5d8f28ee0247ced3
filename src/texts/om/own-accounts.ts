import type { ownAccounts as pattern } from "../en/own-accounts.ts";

/** A merchant's own accounts: to list, add and remove them, and to look receipts up with their numbers. */
export const ownAccounts: typeof pattern = {
  /** Under a record: whether its receiver is the caller, or for those who share an account, the shop. */
  receiver: {
    yes: "✅ Eeyyee, kan koo",
    no: "❌ Kan koo miti",
    afterAll: "Dhuguma kan kooti…",
    shopsYes: "✅ Eeyyee, kan suuqichaa",
    shopsNo: "❌ Kan suuqichaa miti",
    shopsAfterAll: "Dhuguma kan suuqichaati…",
    isItShops: "Kun herrega suuqichaatii?",
    askSave: (receiver) =>
      `${receiver} kan keessan ta'ee olkaa'amuu? Ammaa kaasee kaffaltiin itti dhufu hundi ✅ ta'a.`,
    save: "✅ Olkaa'i",
    once: "Kana qofa",
    cancel: "Dhiisi",
    undo: "↩️ Deebisi",
    undone: (number) => `Deebi'eera: ${number} akka duraatti jira.`,
    countsOnce: "Kaffaltiin tokkichi kun kan keessan ta'ee lakkaa'ama. Wanti olkaa'ame hin jiru.",
    notYours: "Qabameera: kan keessan miti.",
    isSaved: "Herregni kun duraan olkaa'ameera. /accounts ni agarsiisa.",
    isNoted: "Kana duraan natti himtaniittu.",
    tooOld: "Qabduun kun yeroon isaa darbeera. Nagahicha irra deebi'aa naaf ergaa.",
    strangers: "Kana deebisuu kan danda'an warra suuqichaa qofa.",
    asked: (owner) =>
      owner === ""
        ? "Abbaa suuqichaa gaafadheera. Yeroo murteessan deebiin kun ni jijjiirama."
        : `${owner} gaafadheera. Yeroo murteessan deebiin kun ni jijjiirama.`,
    askedYou: "Haasawa dhuunfaa keenya keessatti isin gaafadheera.",
    ownerAway: "Abbaa suuqichaa argachuu hin dandeenye. Haasawa dhuunfaatti akka naaf barreessan gaafadhaa.",
    somebodyAsks: (who, receiver) =>
      `${who}: ${receiver} herrega suuqichaatii? Yoo olkaa'attan kaffaltiin itti dhufu hundi ✅ ta'a.`,
    askShops: (receiver) =>
      `${receiver} herrega suuqichaatii? Yoo olkaa'attan kaffaltiin itti dhufu hundi ✅ ta'a.`,
    somebodyAsksOnce: (who, receiver) =>
      `${who}: ${receiver} herrega suuqichaatii? Dijiitiin isaa olkaa'uuf hin ga'u: deebiin keessan kaffaltii kana qofaaf.`,
    thisPayment: "✅ Eeyyee, kaffaltii kana",
    notOurs: "❌ Kan keenya miti",
    notShops: "Qabameera: herrega suuqichaa miti.",
    ownerSaidYes: (owner) =>
      owner === "" ? "Abbaan suuqichaa: eeyyee, kan keenya." : `${owner}: eeyyee, kan keenya.`,
    ownerSaidNo: (owner) =>
      owner === "" ? "Abbaan suuqichaa: lakki, kan keenya miti." : `${owner}: lakki, kan keenya miti.`,
  },
  ownAccounts: {
    none: "Herregni keessan olkaa'ame hin jiru.",
    yours: "Herregoota keessan:",
    explained:
      "Nagaheen hundi kanneen keessaa tokkotti kaffalamuu isaa isinitti hima. Dabaluuf: /accounts 1000123456789, yoo barbaaddan maqaa waliin.",
    add: "➕ Herrega dabali",
    remove: (number) => `🗑 ${number} haqi`,
    removed: (number) => `${number} haqameera.`,
    askNumber: "Lakkoofsa herrega ykn bilbila keessanii, yoo barbaaddan maqaa isaa waliin ergaa.",
    placeholder: "Lakkoofsa fi maqaa",
    notANumber:
      "Kun lakkoofsa herregaa ykn bilbilaa miti: dijiitii 8 hanga 20 qaba. Maaloo irra deebi'aa ergaa.",
    askBank: (number) => `${number} baankii isa kam keessa jira?`,
    otherBank: "Baankii biraa",
    askBankName: "Maqaan baankichaa eenyu? Akka nagahee isaa irratti maxxanfametti barreessaa.",
    bankNamePlaceholder: "Maqaa baankii",
    notABankName:
      "Maqaan baankii yoo xiqqaate qubee lama, yoo baay'ate qubee 60 qaba. Maaloo irra deebi'aa ergaa.",
    saved: (number) => `Olkaa'ameera. Ammaa kaasee kaffaltiin ${number} yeroo ga'u isinitti hima.`,
    addName: (number) =>
      `Nagaheen lakkoofsa ni dhoksa, lakkoofsi nama biraas akka kan keessaniitti xumuramuu danda'a. Maqaas akkan wal bira qabuuf maqaa keessan dabalaa: /accounts ${number} Maqaa keessan`,
    full: "Herrega hamma kaa'u olkaa'attaniittu. Tokko /accounts dhaan haqaa.",
    ownerOnly: "Kan olkaa'ame jijjiiruu kan danda'u abbaa suuqichaa qofa.",
    otherShop:
      "Gaaffiin kun kan suuqii biraati malee kan amma fayyadamtanii miti. Maaloo nagahee yookaan /accounts irra deebi'aa ergaa.",
  },
  askPhone: (bank) =>
    `${bank} nagahee kana lakkoofsa bilbilaa waliin qofa argata. Maaloo bilbila abbaa nagahee, kaffalaa ykn fudhataa, ergaa.`,
  phonePlaceholder: "Bilbila, fkn 0911 000000",
  phoneRefused: "Kun lakkoofsa moobaayilaa Itoophiyaa miti, fkn 0911 000000. Maaloo irra deebi'aa ergaa.",
  orChoose: "Yookaan kanneen keessaa tokko tuqaa:",
  askWhichAccount: "Herregoota keessan keessaa isa kamitti kaffalame?",
  elsewhere: (bank) => `Herrega biraa: ${bank}`,
};
