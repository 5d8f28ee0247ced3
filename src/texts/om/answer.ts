import { withEnglish } from "../beta.ts";
import { answer as english } from "../en/answer.ts";
import type { EarlierAsker } from "../sentences.ts";
import { age, ago } from "./ages.ts";

const noPayment = {
  withdrawal: "qarshii harkaa baasuudha malee kaffaltii miti",
  airtime: "bitaa yeroo qilleensaa yookaan paakeejiiti malee kaffaltii miti",
  bill: "kaffaltii biiliiti malee kan isiniif kaffalame miti",
  same_account: "herrega tokko irraa gara herrega sanumaatti ergame",
} as const;

/** Where another amount stands. */
const claimPlace = { message: "ergaan", picture: "suuraan" } as const;

const checkedBy = (who: EarlierAsker): string => {
  if (who.kind === "member") return `${who.name} mirkaneessaniiru`;
  const others = {
    you: "isin mirkaneessitaniittu",
    key: "furtuu API keessaniin mirkanaa'eera",
    unknown: "mirkanaa'ee ture",
  };
  return others[who.kind];
};

const askedBy = (who: EarlierAsker): string => {
  if (who.kind === "member") return `${who.name} gaafatanii turan`;
  const others = {
    you: "isin gaafattanii turtan",
    key: "furtuu API keessaniin gaafatamee ture",
    unknown: "gaafatamee ture",
  };
  return others[who.kind];
};

/** What a real receipt means for the merchant. */
export const answer: typeof english = {
  firstLine: {
    yours: (amount, receiver) =>
      withEnglish(`${amount} ETB isiniif kaffalame`, english.firstLine.yours(amount, receiver)),
    unknown: (amount, receiver) =>
      withEnglish(`Kaffaltii dhugaa: ${amount} ETB. Isinii?`, english.firstLine.unknown(amount, receiver)),
    unknownToStaff: (amount, receiver) =>
      withEnglish(
        `Kaffaltii dhugaa: ${amount} ETB. Kun herrega suuqichaatii?`,
        english.firstLine.unknownToStaff(amount, receiver),
      ),
    unaddressed: (amount, receiver) =>
      withEnglish(`Kaffaltii dhugaa: ${amount} ETB`, english.firstLine.unaddressed(amount, receiver)),
    someoneElse: (amount, receiver) =>
      withEnglish(
        `${amount} ETB, dhugaadha, garuu isiniif miti`,
        english.firstLine.someoneElse(amount, receiver),
      ),
    accountNotShown: (amount, bank) =>
      withEnglish(
        `${amount} ETB, garuu nagaheen herrega eenyuutti akka gale hin himu. Dura herrega keessan ilaalaa.`,
        english.firstLine.accountNotShown(amount, bank),
      ),
    noPayment: (amount, why) =>
      withEnglish(
        `${amount} ETB, dhugaadha, garuu ${noPayment[why]}`,
        english.firstLine.noPayment(amount, why),
      ),
    otherAmount: (amount, claimed, where) =>
      withEnglish(
        `${amount} ETB, dhugaadha, garuu ${claimPlace[where]} ${claimed} jedha`,
        english.firstLine.otherAmount(amount, claimed, where),
      ),
    seenBefore: (amount, who, since) =>
      withEnglish(
        `${amount} ETB, dhugaadha, garuu ${ago(since)} ${checkedBy(who)}`,
        english.firstLine.seenBefore(amount, who, since),
      ),
    samePayment: (amount, since) =>
      withEnglish(
        `${amount} ETB, dhugaadha, garuu nagahee baankii biraa kan ${ago(since)} waliin kaffaltii tokko ta'uu danda'a. Maallaqni yeroo lama galuu isaa mirkaneessaa.`,
        english.firstLine.samePayment(amount, since),
      ),
    sameAgain: (amount, since) =>
      withEnglish(
        `Nagahee ${ago(since)} ergitan sanuma (${amount} ETB), kaffaltii lammaffaa miti`,
        english.firstLine.sameAgain(amount, since),
      ),
    old: (amount, since) =>
      withEnglish(
        `${amount} ETB, dhugaadha, garuu ${age(since)} ta'eera`,
        english.firstLine.old(amount, since),
      ),
    dateInDoubt: (amount, printed) =>
      withEnglish(
        `${amount} ETB, dhugaadha, garuu guyyaan isaa shakkisiisaadha`,
        english.firstLine.dateInDoubt(amount, printed),
      ),
  },
  further: {
    yours: (receiver) => withEnglish("Isiniif kaffalame", english.further.yours(receiver)),
    unaddressed: (receiver) => withEnglish("Kan fudhate", english.further.unaddressed(receiver)),
    accountNotShown: withEnglish(
      "Nagaheen herrega eenyuutti akka gale hin himu.",
      english.further.accountNotShown,
    ),
    someoneElse: (receiver) => withEnglish("Isiniif miti", english.further.someoneElse(receiver)),
    noPayment: (why) => withEnglish(`Kun ${noPayment[why]}.`, english.further.noPayment(why)),
    otherAmount: (claimed, where) =>
      withEnglish(
        `${where === "picture" ? "Suuraan" : "Ergaan"} ${claimed} ETB jedha.`,
        english.further.otherAmount(claimed, where),
      ),
    askedEarly: (who, when) =>
      withEnglish(
        `Waa'ee nagahee kanaa baankiin mirkaneessuu isaa dura sa'aatii ${when} ${askedBy(who)}.`,
        english.further.askedEarly(who, when),
      ),
    askedHere: (when) =>
      withEnglish(
        `Waa'ee nagahee kanaa baankiin mirkaneessuu isaa dura sa'aatii ${when} ergaan kun gaafatee ture.`,
        english.further.askedHere(when),
      ),
    checked: (since) => withEnglish(`Baankiin kan gaafatame ${ago(since)}.`, english.further.checked(since)),
    alsoNamed: (named, amount) =>
      withEnglish(
        `${named} ETB illee caqasameera. Nagaheen kun garuu kan ${amount} ETB qofa.`,
        english.further.alsoNamed(named, amount),
      ),
    unclear: (amount) =>
      withEnglish(
        `Hangi maallaqaa as jiru tokko sirriitti hin dubbifamu. Nagaheen kun kan ${amount} ETB qofa.`,
        english.further.unclear(amount),
      ),
    seenBefore: (who, since) =>
      withEnglish(`${ago(since)} ${checkedBy(who)}.`, english.further.seenBefore(who, since)),
    samePayment: (since) =>
      withEnglish(
        `Nagahee baankii biraa kan ${ago(since)} waliin kaffaltii tokko ta'uu danda'a. Maallaqni yeroo lama galuu isaa mirkaneessaa.`,
        english.further.samePayment(since),
      ),
    old: (since) => withEnglish(`Erga kaffalamee ${age(since)} ta'eera.`, english.further.old(since)),
    dateInDoubt: (printed) =>
      withEnglish("Guyyaan isaa shakkisiisaadha", english.further.dateInDoubt(printed)),
  },
  unsure: {
    otherName: (number, name) => `Herregni keessan kuufame ${number} maqaa biraatiin jira: ${name}`,
    sameName: "Maqaan kan keessan, lakkoofsi garuu kan kuuftan keessaa tokko miti.",
    hidden: "Lakkoofsi herregaa nagahee irratti mul'atu wal bira qabuuf hin ga'u.",
  },
  record: {
    from: "Kan kaffale",
    to: "Kan fudhate",
    ago,
    daysAgo: (days) => (days === 0 ? "har'a" : days === 1 ? "kaleessa" : `guyyaa ${days} dura`),
  },
  details: {
    show: "Bal'inaan",
    hide: "Bal'ina dhoksi",
    printedDate: "Guyyaa nagahee irra jiru",
    payer: "Herrega kan kaffalee",
    receiver: "Herrega kan fudhatee",
    kind: "Gosa",
    kinds: {
      transfer: "dabarsa",
      merchant: "kaffaltii daldalaaf",
      withdrawal: "qarshii harkaa baasuu",
      airtime: "yeroo qilleensaa yookaan paakeejii",
      bill: "kaffaltii biilii",
    },
    fee: "Kaffaltii tajaajilaa",
    vat: "VAT",
    total: "Waliigala kaffalame",
    openAtBank: (bank) => `🔗 Fuula ${bank} irratti bani`,
  },
  copyReference: "📋 Lakkoofsa wabii garagalchi",
  copyLink: "📋 Geessituu garagalchi",
  left: {
    counted: (remaining, limit) => `Mirkaneessa bilisaa ${limit} keessaa ${remaining} hafeera`,
    few: (remaining, limit) => `⚠️ Har'aaf mirkaneessa bilisaa ${limit} keessaa ${remaining} qofatu hafe`,
    notCounted: (remaining, limit) =>
      `Hin lakkaa'amne · mirkaneessa bilisaa ${limit} keessaa ${remaining} hafeera`,
    charged: (charged, balance) => `Mirkaneessa kana: ${charged} ETB · haftee: ${balance} ETB`,
    free: "Hin lakkaa'amne",
  },
  expected: {
    part: (received, amount) => `➕ ${amount} ETB keessaa ${received} dhufeera`,
    complete: (received, amount) => `➕ ${amount} ETB keessaa ${received} dhufeera: guutameera ✅`,
    tooMuch: (received, amount, more) =>
      `➕ ${amount} ETB keessaa ${received} dhufeera: kan eegame irra ${more} ETB caala`,
    leftOut: (received, amount) => `➕ ${amount} ETB keessaa ${received} dhufeera; nagaheen kun hin ida'amne`,
  },
  withdrawn: "Ergaa jijjiirtaniittu: nagaheen kun amma keessa hin jiru.",
  pointedChanged: "Ergaan isin gaafattan sana booda jijjiirameera. Maaloo irra deebi'aa gaafadhaa.",
  pointedUnseen: "Ergaan sun yeroo jijjiiramu arguu dhiisuu nan danda'a. Deebii kana qofa amanaa.",
  changedWaits: "Ergaa sana jijjiirtaniittu. Yeroo dabareen isaa ga'u irra deebi'amee ilaalama.",
};
