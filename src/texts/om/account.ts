import type { account as pattern } from "../en/account.ts";

/** What a person has here, and how to be rid of it. */
export const account: typeof pattern = {
  privacy: [
    "Wanti isin ergitan maal ta'a:",
    "• Lakkoofsi wabii, yoo barbaachise immoo lakkoofsi herregaa, baankii nagahee kenne qofaaf ergama; kan biraa eenyuufiyyuu hin kennamu.",
    "• Har'a yeroo meeqa akka mirkaneessitan maqaa keessaniin osoo hin taane lakkoofsa dhokataadhaan lakkaa'ama.",
    "• Gaaffiin isin gaafadhu yookaan qabduun “irra deebi'ii mirkaneessi” lakkoofsa wabii fi lakkoofsa herregaa isaa waliin hamma fayyadamtanitti, gara guyyaa tokkoo, kuufama.",
    "• Nagaheen argame gaaffiin wal fakkaatu akka irra hin deebi'amneef hanga sa'aatii 24 kuufamuu danda'a.",
    "• /start booda herrega lakkoofsa tasaatiin moggaafame qabdu; lakkoofsi dhokataan keessan isatti geessa. Wanti mirkaneessitan akka gaaffii dhokataatti, bu'aa fi hanga qarshii waliin, guyyaa 90f kuufama, bulchaan kan biraa yoo hin murteessin.",
    "• Furtuu API irraa mallattoo isaa qofatu kuufama. Kaffaltii fi kan hir'ate galmee keessatti kuufama.",
    "• Biraawzarii ittiin daashboordii seentan irraa mallattoon kukii isaa, dhokfamee immoo lakkoofsi Telegram keessanii fi maqaan biraawzarichaa hamma baatanitti yookaan erga dhuma itti fayyadamtanii guyyaa 30f kuufama.",
    "• Herregoonni kan ofii jettanii kuuftan hamma haqxanitti dhokfamanii kuufamu. Hangi eegdan guyyaa tokkoof, nagaheewwan isaaf lakkaa'aman immoo dhokfamanii torban tokkoof kuufamu.",
    "• Wanti tokko akka hin badne, akka lama hin jedhamneef ergaan hamma deebi'utti, deebiin immoo guyyaa lamaaf dhokfamee kuufama. Baankiin yoo hin deebisin gaaffichi sa'aatii ani irra deebi'ee gaafadhu tokko keessatti dhokfamee kuufama.",
    "• Nama suuqii fayyadamu irraa lakkoofsi dhokataa fi, dhokfamee, maqaan Telegram agarsiisu kuufama; maqaa sana warri suuqichaa ni argu. Abbaa irraa, dhokfamee, haasaan ani itti gaafadhu kuufama. Garee suuqii waliin hidhame irraa lakkoofsi isaa kuufama.",
    "• Afaan haasaa kanaa fi lakkoofsi guyyaan ittiin barreeffamu ni kuufamu.",
    "• Wanti suuqii irratti raawwatamu, fakkeenyaaf furtuuwwan uumamanii fi namoonni galan, abbootii isaatiif guyyaa 400 ni galmaa'a; lakkoofsa haguugameen, waan kaffaltootaa tokko malee.",
    "• /erase kana hunda yeruma sana haqa; kan hafan lakkaa'amni har'aa, akka guyyaan bilisaa lammaffaan hin jiraanneef lakkoofsa dhokataa kan har'aa qofa jalatti hanga halkan walakkaa xiqqoo booda, akkasumas lakkoofsa tasaa jalatti hangoota galmee fi mallattoo nagaheewwan galmaa'anii qofa.",
    "• Maqaaleen, lakkoofsi herregaa fi liinkiin guutuun galmee hojii (log) keessatti hin barreeffaman.",
    "Ergaawwan haasaa kanaa hamma haqxanitti Telegram biras ni turu.",
  ].join("\n"),
  usage: (remaining, limit, resetAt) =>
    `Mirkaneessa har'aa kan hafe: ${remaining} (${limit} keessaa).\nIrra deebi'ee kan guutu: ${resetAt} (Finfinnee).`,
  usageBalance: (balance) => `Haftee keessan: qarshii ${balance}. Deebii tokkoof qarshii 5 kaffalama.`,
  refused: {
    too_many_keys: "Furtuu shan qabdu. Kan hin fayyadamne haqaatii haaraa uumaa.",
    key_unknown: "Furtuun kun hin jiru yookaan duraan bakka buufameera. /key ilaalaa.",
    link_code_unknown:
      "Koodiin kun dogoggora, fayyadamameera yookaan daqiiqaa kudhan caaleera. Haaraa gaafadhaa; yookaan hojjechuu isaa /usage irratti ilaalaa.",
    otherwise: "Kana gochuun hin danda'amne. Irra deebi'aa yaalaa yookaan bulchaa tajaajila kanaa gaafadhaa.",
  },
  eraseAsk:
    "Waa'ee keessan kan kuufame haa haqamuu? Hidhaan gara herrega keessaniitti geessu, abbaan biraa yoo hin jirre immoo herregni furtuuwwanii fi seenaa isaa waliin, yeruma sana bara baraan haqama. Hangoonni galmee lakkoofsa tasaa jalatti ni hafu, mirkaneessi har'aas akkuma lakkaa'ametti hafa.",
  eraseLoses: (balance) => `⚠️ Hafteen keessan qarshii ${balance} waliin bada.`,
  eraseLosesWaiting: (amount) => `⚠️ Qarshiin ${amount} murtii bulchaa eegu waliin bada.`,
  eraseChanged:
    "Wanti haqame hin jiru: amma wanti isinitti himame caalaa waliin bada. Maaloo /erase irra deebi'aa ergaa.",
  eraseYes: "🗑 Eeyyee, hunda haqi",
  erased: "Haqameera. Kana booda wanti gara keessanitti geessu hin jiru. /start haaraatti jalqaba.",
};
