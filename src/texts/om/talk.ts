import type { talk as pattern } from "../en/talk.ts";

/** What the bot says of itself. */
export const talk: typeof pattern = {
  commands: {
    start: "Jalqabuu fi afaan filachuu",
    help: "Akkamitti akka hojjetu",
    lang: "Afaan · Language",
    accounts: "Herregoota keessan: kan isaanitti kaffalame ✅ ta'a",
    expect: "Kaffaltii hanga tokkotti ida'uu, fakkeenyaaf /expect 5000",
    today: "Kaffaltii har'aa, kan keessanii fi kan warra biraa",
    export: "Seenaa keessan faayila gabateetiin",
    status: "Baankiin tokkoon tokkoon dhuma irratti akkamitti akka deebise",
    usage: "Kan hafe: mirkaneessa har'aa yookaan haftee",
    topup: "Mirkaneessa dabalataaf kaffaluu",
    key: "Furtuuwwan API sagantaalee kompiitaraaf",
    dashboard: "Suuqii keessan biraawzariin",
    join: "Suuqii keessan hojjettoota yookaan garee waliin qooddachuu",
    audit: "Wanta suuqii keessan irratti raawwatamee fi eenyuun akka ta'e",
    privacy: "Maaltu kuufama, maaltu hin kuufamu",
    erase: "Waa'ee keessan kan kuufame haquu",
  },
  welcome: "SMS, suuraa yookaan geessituu nagahee naaf ergaa. Ani baankii nan gaafadha.",
  registered: (limit) => `Guyyaatti mirkaneessa bilisaa ${limit} qabdu.`,
  saveAccount: "💾 Herrega koo kuusi",
  tryExample: "👀 Fakkeenya agarsiisi",
  howItWorks: "❔ Akkamitti hojjeta",
  exampleTitle:
    "Kun fakkeenya malee kaffaltii dhugaa miti (an example, not a real payment). Deebiin akkana fakkaata:",
  exampleMeaning:
    "✅ jechuun: qarshiin kun herrega isin kuuftanitti galuu isaa baankichi ofii isaa dubbate jechuudha. Herrega keessan yeroo tokko kuusaa, isinitti nan hima.",
  description:
    "Kaffaltiin kun dhuguma na gahee? SMS, suuraa yookaan geessituu nagahee ergaa: baankuma isaa gaafadhee hanga qarshii, kan kaffalee fi kan fudhate isinitti hima. START tuquu keessan dura wanti kuufamu hin jiru.",
  shortDescription: "Nagaheen kaffaltii dhugaa ta'uu isaa baankuma isaa gaafatee suuqiitti hima.",
  guestNote: "/start tuquu keessan dura wanti kuufamu hin jiru.",
  chooseLanguage: "Afaan filadhaa",
  languageChosen: "Kana booda Afaan Oromootiin nan deebisa.",
  languageNotYours:
    "Gareen kun kan suuqii ti. Afaanii fi lakkoofsa guyyaa isaa kan filatan namoota suuqichaa fi bulchitoota garee qofa.",
  calendar: {
    names: { ethiopian: "Lakkoofsa Itoophiyaa", gregorian: "Lakkoofsa Awurooppaa" },
    choose: "Guyyaan lakkoofsa kamiin haa dursu?",
    chosen: (days) => `Kana booda guyyoonni akkana barreeffamu: ${days}`,
  },
  help: (banks) =>
    [
      "Kanneen keessaa tokko naaf ergaa yookaan dabarsaa:",
      "• SMS guutuu; ergaa tokko keessa nagaheen hedduun jiraachuu danda'a",
      "• suuraa yookaan suuraa iskiriinii nagahee; koodiin QR yoo mul'ate ni filatama",
      "• geessituu nagahee",
      "• lakkoofsa wabii isa irra jiru, fakkeenyaaf FT26319K4Q7Z",
      "",
      `Baankiiwwan: ${banks.join(", ")}.`,
      "",
      "✅ qarshichi isin gaheera, wanti faallaa ta'u hin jiru (the money came to you)",
      "❓ kaffaltii dhugaati, garuu kan keessan ta'uu hin beeku; yookaan lakkoofsota lama keessaa tokko dogoggora ta'uu danda'a (real, but yours?)",
      "⚠️ dhugaadha, garuu irra deebi'aa ilaalaa; sababni sarara irra jira (real, but look twice)",
      "🕓 ammatti hin mul'anne: irra deebi'aa mirkaneessaa (not there yet)",
      "❌ nagaheen akkasii hin jiru yookaan kaffaltichi haqameera (no such receipt, or undone)",
      "⏳ baankichi hin deebisu: kaffaltichi hin mirkanoofne (not confirmed)",
      "🚫 hin sakatta'amne: sababni sarara irra jira (not checked)",
      "",
      "Suuraan iskiriinii yookaan SMS ragaa miti. Ragaan deebii baankii qofa.",
    ].join("\n"),
  privateOnly: "Maaloo kana haasaa dhuunfaa keenya keessatti ergaa.",
  unknownCommand: "Ajaja kana hin beeku. /help ilaalaa.",
  passedOnCommand:
    "Ajaja ergaa dabarfame keessa jiru hin raawwadhu. Yoo barbaaddan ajajicha ofuma keessaniin barreessaa.",
  commandStale: "Kun raawwatameera yookaan yeroon isaa darbeera. Maaloo ajaja sana irra deebi'aa ergaa.",
  hint: "SMS, suuraa yookaan geessituu nagahee naaf ergaa.",
  noReferenceHint:
    "Hin sakatta'amne (not checked). Ergaa kana keessatti geessituu nagahee yookaan lakkoofsa wabii hin arganne. Geessituu SMS nama kaffalee keessa jiru isa gaafadhaa.",
  fileHint:
    "Barreeffamaa fi suuraa qofa nan dubbisa. Geessituu nagahee, SMS barreeffamaan, yookaan suuraa nagahee ergaa.",
};
