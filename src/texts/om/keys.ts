import type { keyTexts as pattern } from "../en/keys.ts";

/** API keys. */
export const keyTexts: typeof pattern = {
  keys: {
    none: "Furtuu API hin qabdan.",
    yours: "Furtuuwwan API keessan:",
    until: (day) => `hanga ${day}`,
    explained:
      "Furtuun haasaa kana waliin herrega tokkorratti lakkaa'ama; yoo baay'ate shan. Furtuun yaalii baankiiwwan fakkeessii qofa gaafata. /key link fayyadamaa Telegram biraaf koodii uuma.",
    newLive: "➕ Furtuu haaraa",
    newTest: "➕ Furtuu yaalii",
    newLimited: "⚙️ Furtuu daangaa qabu",
    used: (day) => `${day} fayyadame`,
    rotate: (last4) => `🔄 …${last4} jijjiiri`,
    revoke: (last4) => `🗑 …${last4} haqi`,
    made: "Furtuu keessan haaraa:",
    saveIt:
      "Ammuma kuusaa: yeroo tokko qofa nan agarsiisa. Namni furtuu kana qabu mirkaneessaa fi haftee keessan fayyadamuu danda'a. Erga kuuftanii ergaa kana haqaa; furtuu kana haasaa kamittiyyuu hin erginaa.",
    saveTest:
      "Ammuma kuusaa: yeroo tokko qofa nan agarsiisa. Baankiiwwan fakkeessii qofa waan gaafatuuf wanti kaffalchiisu hin jiru; garuu haasaa kamittiyyuu hin erginaa.",
    howToUse: (root) => `Sagantaaleen furtuu kana X-API-Key keessatti gara ${root}/api/verify ergu.`,
    rotated: "Furtuun moofaan sa'aatii 24f ni hojjeta.",
    revokeAsk: "Furtuun kun haa haqamuu? Sagantaaleen isa fayyadaman yeruma sana dhaabatu.",
    revokeYes: "🗑 Eeyyee, haqi",
    revoked: (last4) => `Furtuun …${last4} haqameera.`,
    ownerOnly: "Furtuuwwan herregichaa ilaaluu fi uumuu kan danda'u abbaa herregaa qofa.",
    linkCode:
      "Namni daqiiqaa kudhan keessatti kana naaf erge, erga isin asitti mirkaneessitanii booda, haftee fi furtuuwwan waliin abbaa suuqii keessanii ta'a. Yeroo tokko qofa hojjeta:",
  },
  keyDraft: {
    heading: "Furtuu daangaa qabu.",
    headingNamed: (name) => `Furtuu daangaa qabu, “${name}” jedhamu.`,
    explained:
      "Maal gochuu akka danda'u, hanga yoomii fi guyyaatti meeqa baasuu akka danda'u qabduudhaan filadhaa.",
    scopes: {
      verify: "Nagahee mirkaneessuu",
      "account:read": "Haftee fi galmee ilaaluu",
      "account:manage": "Suuqii jijjiiruu: koodii, guuttachuu, furtuu",
    },
    ends: (day) => `⏳ Hanga ${day}`,
    endless: "⏳ Hanga haqamutti hojjeta",
    limit: (amount) => `💰 Guyyaatti yoo baay'ate ETB ${amount}`,
    unlimited: "💰 Hanga haftee jirutti",
    make: "➕ Furtuu kana uumi",
  },
  dashboard: {
    open: "🖥 Daashboordii bani",
    link: "Daashboordii keessan. Geessituun kun daqiiqaa kudhan keessatti yeroo tokko isin galcha. Nama biraatiif hin dabarsinaa:",
  },
  leakedKey: {
    revoked:
      "Ergaa keessan keessa furtuu API tu ture. Namoonni biroo dubbisanii ta'uu waan danda'uuf furtuun sun amma haqameera.",
    unknown: "Ergaa keessan keessa wanti furtuu API fakkaatu ture; garuu kan asitti beekamu miti.",
    deleted: "Ergaa sana haqeera.",
    deleteIt: "Asitti ergaa haquu hin danda'u; maaloo isinumti haqaa.",
    next: "Haasaa dhuunfaa keenya keessatti /key tiin furtuu haaraa uumaa. Ergaa keessa nagaheen yoo ture furtuu malee irra deebi'aa ergaa.",
  },
};
