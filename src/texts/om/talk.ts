import type { talk as pattern } from "../en/talk.ts";

/** What the bot says of itself. */
export const talk: typeof pattern = {
  commands: {
    start: "Jalqabaa fi filannoo afaanii",
    help: "Nagaheen akkamitti akka mirkanaa'u",
    lang: "Afaan · Language",
    accounts: "Herregoota baankii keessan: isiniif kaffalamee?",
    expect: "Hanga eegdan, fakkeenyaaf /expect 5000",
    today: "Ida'ama nagahee har'aa baankii baankiin",
    export: "Seenaa keessan faayilaan (ispreedshiitiif)",
    status: "Baankiiwwan amma deebisan",
    usage: "Kan hafe: mirkaneessa har'aa yookaan haftee",
    topup: "Mirkaneessa dabalataaf kaffaluu",
    key: "Furtuuwwan API sagantaalee kompiitaraaf",
    join: "Hojjettoonni herrega keessan akka fayyadaman",
    privacy: "Maaltu kuufama, maaltu hin kuufamu",
    erase: "Waa'ee keessan kan kuufame haquu",
  },
  welcome:
    "Lakkoofsa wabii kaffaltii, liinkii nagahee yookaan SMS guutuu naaf ergaa. Baankuma isaa gaafadhee nagaheen dhugaa ta'uu isaa isinitti hima.",
  registered: (limit) => `Galmooftaniittu: guyyaatti mirkaneessi ${limit} bilisa.`,
  description:
    "Nagaheen kaffaltii kun dhugaadhaa? Lakkoofsa wabii, liinkii, SMS guutuu yookaan suuraa koodii QR ergaa. Baankuma isaa gaafadhee hanga qarshii, kan kaffalee fi kan fudhate isinitti hima.",
  shortDescription: "Nagaheen kaffaltii dhugaa ta'uu isaa baankuma isaa gaafatee isinitti hima.",
  chooseLanguage: "Afaan filadhaa",
  languageChosen: "Kana booda Afaan Oromootiin nan deebisa.",
  help: (banks) =>
    [
      "Kanneen keessaa tokko ergaa yookaan dabarsaa:",
      "• lakkoofsa wabii nagahee irra jiru, fakkeenyaaf FT26319K4Q7Z",
      "• liinkii nagahee",
      "• SMS guutuu; ergaa tokko keessa nagaheen hedduun jiraachuu danda'a",
      "• suuraa yookaan suuraa iskiriinii koodii QR nagahee qabu",
      "",
      `Baankiiwwan: ${banks.join(", ")}.`,
      "",
      "✅ dhugaa fi kan dhiyoo, wanti faallaa ta'u hin jiru (real and recent)",
      "⚠️ dhugaadha, garuu irra deebi'aa ilaalaa; sababni sarara irra jira (real, but look twice)",
      "❌ hin argamne, hin xumuramne yookaan nagahee biraati (not confirmed)",
      "⏳ baankichi hin deebisu: wanti murtaa'e hin jiru, hin lakkaa'amne (nothing is decided)",
      "🚫 hin gaafatamne: sababni isaa sarara sana irra jira, hin lakkaa'amne (not looked up)",
      "",
      "Suuraan iskiriinii yookaan SMS ragaa miti. Ragaan deebii baankii qofa.",
    ].join("\n"),
  privateOnly: "Maaloo kana haasaa dhuunfaa keenya keessatti naaf ergaa; dhimma garee miti.",
  unknownCommand: "Ajaja kana hin beeku. /help ilaalaa.",
  commandStale:
    "Kun duraan raawwatameera yookaan yeroon isaa darbeera. Maaloo ajaja sana irra deebi'aa ergaa.",
  hint: "Lakkoofsa wabii kaffaltii, liinkii nagahee yookaan SMS guutuu naaf ergaa. /help ilaalaa.",
  noReferenceHint:
    "Ergaa kana keessatti lakkoofsa wabii yookaan liinkii nagahee hin argine; kanaaf baankii gaafachuu hin dandeenye. Ergaawwan baankii tokko tokko kana hin qaban: liinkii nagahee yookaan lakkoofsa wabii gaafadhaa. /help ilaalaa.",
  fileHint:
    "Suuraa fi barreeffama qofa nan dubbisa; maaloo liinkii nagahee, lakkoofsa wabii yookaan SMS barreeffamaan, yookaan suuraa koodii QR nagahee ergaa.",
};
