import { withEnglish } from "../beta.ts";
import { failed as pattern } from "../en/failed.ts";

const english = pattern.failed;

/** What the chat says where the bank shows no receipt. */
export const failed: typeof pattern = {
  failed: {
    numberInDoubt: (bank, reference, number) =>
      withEnglish(
        "Baankichi nagahee kana herrega kanaan hin arganne. Lakkoofsota lamaan keessaa tokko dogoggora ta'uu danda'a.",
        english.numberInDoubt(bank, reference, number),
      ),
    phoneInDoubt: (bank, reference, number) =>
      withEnglish(
        "Baankichi nagahee kana bilbila kanaan hin arganne. Lakkoofsota lamaan keessaa tokko dogoggora ta'uu danda'a.",
        english.phoneInDoubt(bank, reference, number),
      ),
    bankInDoubt: (bank, reference) =>
      withEnglish(
        "Baankichi nagahee kana hin arganne. Baankichi yookaan lakkoofsi wabii dogoggora ta'uu danda'a.",
        english.bankInDoubt(bank, reference),
      ),
    otherAccount: (bank, reference, number) =>
      withEnglish(
        "Nagaheen jira, garuu kan herrega biraati. Lakkoofsota lamaan keessaa tokko dogoggora ta'uu danda'a.",
        english.otherAccount(bank, reference, number),
      ),
    notFoundYet: (bank, reference) =>
      withEnglish("Nagaheen kun ammatti hin argamne.", english.notFoundYet(bank, reference)),
    notFoundYetHint:
      "Kan har'aa yookaan kaleessaati; nagaheen haaraan hamma mul'atutti daqiiqaa muraasa fudhachuu danda'a. Hamma argamutti kaffaltichi hin mirkanoofne.",
    undatedHint:
      "Nagaheen haaraan hamma mul'atutti daqiiqaa muraasa fudhachuu danda'a. Hamma argamutti kaffaltichi hin mirkanoofne.",
    notFound: (bank, reference) =>
      withEnglish("Nagaheen akkasii hin jiru.", english.notFound(bank, reference)),
    notFoundHint:
      "Qubee fi lakkoofsa hunda nagahee waliin wal bira qabaa ilaalaa. Akka amma jirutti kan kaffalame hin jiru.",
    misread: (pairs) => `Kan wal nama jalaa fakkaatan: ${pairs}`,
    otherReceipt: (bank, reference) =>
      withEnglish("Baankichi nagahee biraa kenne.", english.otherReceipt(bank, reference)),
    otherReceiptHint: "Lakkoofsa wabii mirkaneessaatii irra deebi'aa ergaa. Nagaheen sun hin agarsiifamu.",
    wentBack: (status) =>
      withEnglish(
        `Nagaheen “${status}” jedha: qarshichi gara nama kaffaleetti deebi'eera. Kaffaltii haaraa gaafadhaa.`,
        english.wentBack(status),
      ),
    undone: (status) =>
      withEnglish(
        `Nagaheen “${status}” jedha: wanti kaffalame hin jiru. Kaffaltii haaraa gaafadhaa.`,
        english.undone(status),
      ),
    undoneUnnamed: withEnglish(
      "Kaffaltichi hin xumuramne. Kaffaltii haaraa gaafadhaa.",
      english.undoneUnnamed,
    ),
    pending: (status) =>
      withEnglish(
        `Nagaheen “${status}” jedha: kaffaltichi ammatti hin xumuramne. Irra deebi'aa mirkaneessaa.`,
        english.pending(status),
      ),
    pendingHint: "Hamma xumuramutti qarshii kana argadheera jettanii hin lakkaa'inaa.",
    unreadable: withEnglish("Fuula baankii dubbisuu hin dandeenye. Ofii keessan banaa:", english.unreadable),
    unreadableUnlinked: withEnglish(
      "Fuula baankii dubbisuu hin dandeenye. Herrega keessan ofii keessan ilaalaa.",
      english.unreadableUnlinked,
    ),
    unreadableHint: "Eeguun hin fayyadu: fuulichi ofumaan hin jijjiiramu.",
    unconfirmed: "Hamma baankichi deebisutti kaffaltichi hin mirkanoofne.",
    keepsTrying: "Sa'aatii tokkoof irra deddeebi'ee nan yaala, asittis nan deebisa.",
    checkLater: "Daqiiqaa muraasa booda irra deebi'aa mirkaneessaa.",
    gaveUp: (bank) =>
      withEnglish(
        `${bank} sa'aatii tokkoof deebii waan hin kennineef gaafachuu dhiiseera.`,
        english.gaveUp(bank),
      ),
    gaveUpHint: "Kaffaltichi hin mirkanoofne. Booda irra deebi'aa mirkaneessaa.",
    checkedAt: (time) => `Yeroo gaafatame ${time}`,
    askedWithSaved: (number) => `${number} herrega isin kuuftanidha.`,
    anotherAccount: "Herrega biraa",
    anotherPhone: "Bilbila biraa",
    tryBank: (bank) => `${bank} yaali`,
    checkAgain: "🔄 Irra deebi'ii mirkaneessi",
    notChecked: withEnglish("Kaffaltiin kun hin sakatta'amne.", english.notChecked),
    alsoNotChecked: "Sababa walfakkaatuun kunis hin sakatta'amne:",
  },
};
