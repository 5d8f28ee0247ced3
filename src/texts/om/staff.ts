import type { staffTexts as pattern } from "../en/staff.ts";

/** How people come to use a shop together, how a group belongs to it, and how both end. */
export const staffTexts: typeof pattern = {
  staff: {
    shop: (name) => (name === "" ? "suuqii sana" : `suuqii “${name}”`),
    invitation:
      "Namni koodii kana daqiiqaa kudhan keessatti fayyadamu sana booda suuqii keessan fayyadama: mirkaneessa, haftee, herregoota kuufamanii fi seenaa isaa; furtuuwwan isaa garuu miti. Yeroo tokko qofa hojjeta. Hojjetaan keessan tokko kana naaf haa ergu:",
    orLink: "yookaan geessituu kana haa banu:",
    none: "Isin malee namni suuqii keessan fayyadamu hin jiru.",
    members: "Warra suuqii keessan fayyadaman:",
    unnamed: "nama tokko",
    remove: (name) => `🗑 ${name} haa ba'u`,
    removed: "Ba'eera.",
    askJoin: (shop) => `Ammaa kaasee ${shop} fayyadamuu barbaadduu?`,
    askOwn: (shop) => `Abbaa ${shop} ta'uu barbaadduu?`,
    brings:
      "Waan isiniif ✅ ta'u herregoota isaa olkaa'amantu murteessa; mirkaneessa, haftee fi seenaa isaa ni fayyadamtu.",
    waits: (shop, what) =>
      `Kan dhiiftan: ${shop}. Akkuma jirutti isin eega, waan kana waliin: ${what}. /join leave isin deebisa.`,
    balance: (amount) => `haftee ETB ${amount}`,
    waiting: (amount) => `ETB ${amount} murtii bulchaa eegu`,
    keys: (count) => `furtuu ${count}`,
    savedAccounts: (count) => `herrega olkaa'ame ${count}`,
    history: "seenaa isaa",
    and: " fi ",
    othersKeep: (shop) => `Kan dhiiftan: ${shop}. Abbootiin isaa biraa itti fufu.`,
    noWayBack: (shop) =>
      `Kana booda ${shop} hin fayyadamtan. Abbaan isaa qofa irra deebi'ee isin galchuu danda'a.`,
    yourShop: "suuqii mataa keessanii",
    yes: "✅ Eeyyee",
    no: "Lakki",
    unchanged: "Wanti jijjiirame hin jiru.",
    joined: (shop) =>
      `✅ Ammaa kaasee ${shop} fayyadamtu: mirkaneessa, haftee, herregoota kuufamanii fi seenaa isaa. Dhaabuuf /join leave ergaa.`,
    isThere: (shop) => `Duraan ${shop} fayyadamtu.`,
    askBack: (shop) => `Gara ${shop} deebi'uu barbaadduu?`,
    yourFormer: "suuqii keessan duraanii",
    back: "✅ Suuqii mataa keessanii waan qabu hunda waliin deebitanii fayyadamtu.",
    left: "Suuqii sana kana booda hin fayyadamtan. Haasawa dhuunfaa keenya keessatti /start yoo ergitan kan mataa keessanii argattu.",
    nothingToLeave: "Suuqii nama biraa fayyadamaa hin jirtan.",
    youAreStaff:
      "Suuqii nama biraa fayyadamtu. Warra biraatiif kan hayyamuu danda'u abbaa isaa qofa. Dhaabuuf /join leave ergaa.",
  },
  group: {
    askBind: (shop) =>
      `Gareen kun kan ${shop}-tii? Yoo ta'e, nama ergu hundaaf waan asitti ✅ ta'u herregoota isaa olkaa'amantu murteessa; waan dura ilaalame immoo seenaan isaa hima.`,
    bind: "🔗 Garee kana hidhi",
    askRebind: (who, shop, former) =>
      `${who} garee kana ${shop} waliin hidhuu barbaada. Hanga ammaatti kan ${former}-ti: abbaa isaa qofatu walii galuu danda'a.`,
    agree: "✅ Abbaa isaati, walii gala",
    bound: (shop) =>
      `✅ Gareen kun amma kan ${shop}-ti. Waan asitti ✅ ta'u herregoota isaa olkaa'amantu murteessa.`,
    isYours: (shop) =>
      `Gareen kun kan ${shop}-ti: waan asitti ✅ ta'u herregoota isaa olkaa'amantu murteessa.`,
    unbind: "Garee kana hiiki",
    unbound:
      "Gareen kun kana booda kan suuqii tokkoo illee miti. Kaffaltiin dhugaa ta'uu isaa malee kan eenyuu akka ta'e asitti hin himu.",
    ownersOnly:
      "Garee kana suuqii waliin kan hidhuu danda'u abbaa suuqichaa qofa. Haasawa dhuunfaa keenya keessatti /start yoo ergitan suuqii argattu.",
    administratorsOnly: "Garee kana suuqii waliin kan hidhuu danda'u bulchaa garichaa qofa.",
    administratorsUnknown:
      "Isin bulchaa garee kanaa ta'uu keessan Telegram natti hin himne; kanaaf wanti jijjiirame hin jiru. Maaloo daqiiqaa tokko booda irra deebi'aa yaalaa.",
    forShop: (shop) => `Kan ilaallatu: ${shop}`,
    asYourself: "Maaloo kana akka gareetti osoo hin taane maqaa keessaniin barreessaa.",
    onlyOwnerOf: (shop) => `Kana kan gochuu danda'u abbaa ${shop} qofa.`,
    onlyAsked: "Qabduun kun nama gaafate qofaaf.",
  },
};
