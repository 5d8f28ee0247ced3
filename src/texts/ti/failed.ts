import { withEnglish } from "../beta.ts";
import { failed as pattern } from "../en/failed.ts";

const english = pattern.failed;

/** What the chat says where the bank shows no receipt. */
export const failed: typeof pattern = {
  failed: {
    numberInDoubt: (bank, reference, number) =>
      withEnglish(
        "እቲ ባንኪ ነዚ ቅብሊት ምስዚ ሕሳብ ኣይረኸቦን። ካብቶም ክልተ ቁጽርታት ሓዲኡ ጌጋ ክኸውን ይኽእል።",
        english.numberInDoubt(bank, reference, number),
      ),
    phoneInDoubt: (bank, reference, number) =>
      withEnglish(
        "እቲ ባንኪ ነዚ ቅብሊት ምስዚ ስልኪ ኣይረኸቦን። ካብቶም ክልተ ቁጽርታት ሓዲኡ ጌጋ ክኸውን ይኽእል።",
        english.phoneInDoubt(bank, reference, number),
      ),
    bankInDoubt: (bank, reference) =>
      withEnglish(
        "እቲ ባንኪ ነዚ ቅብሊት ኣይረኸቦን። እቲ ባንኪ ወይ እቲ መወከሲ ቁጽሪ ጌጋ ክኸውን ይኽእል።",
        english.bankInDoubt(bank, reference),
      ),
    otherAccount: (bank, reference, number) =>
      withEnglish(
        "እቲ ቅብሊት ኣሎ፣ ግን ናይ ካልእ ሕሳብ እዩ። ካብቶም ክልተ ቁጽርታት ሓዲኡ ጌጋ ክኸውን ይኽእል።",
        english.otherAccount(bank, reference, number),
      ),
    notFoundYet: (bank, reference) =>
      withEnglish("እዚ ቅብሊት ክሳብ ሕጂ ኣይተረኽበን።", english.notFoundYet(bank, reference)),
    notFoundYetHint: "ናይ ሎሚ ወይ ናይ ትማሊ እዩ፤ ሓድሽ ቅብሊት ክሳብ ዝርአ ቁሩብ ደቓይቕ ክወስድ ይኽእል። ክሳብ ዝርከብ እቲ ክፍሊት ኣይተረጋገጸን።",
    undatedHint: "ሓድሽ ቅብሊት ክሳብ ዝርአ ቁሩብ ደቓይቕ ክወስድ ይኽእል። ክሳብ ዝርከብ እቲ ክፍሊት ኣይተረጋገጸን።",
    notFound: (bank, reference) => withEnglish("ከምዚ ዝበለ ቅብሊት የለን።", english.notFound(bank, reference)),
    notFoundHint: "ነፍሲ ወከፍ ፊደልን ኣሃዝን ምስቲ ቅብሊት ኣነጻጽሩ። ከምዚ ዘለዎ ዝተኸፍለ የለን።",
    misread: (pairs) => `ኣብኡ ክደናገሩ ዝኽእሉ፦ ${pairs}`,
    otherReceipt: (bank, reference) =>
      withEnglish("እቲ ባንኪ ዝሃቦ ካልእ ቅብሊት እዩ።", english.otherReceipt(bank, reference)),
    otherReceiptHint: "ነቲ መወከሲ ቁጽሪ ኣረጋጊጽኩም ደጊምኩም ስደዱ። እቲ ካልእ ቅብሊት ኣይርአን።",
    wentBack: (status) =>
      withEnglish(`እቲ ቅብሊት “${status}” ይብል፤ እቲ ገንዘብ ናብ ከፋሊ ተመሊሱ። ሓድሽ ክፍሊት ሕተቱ።`, english.wentBack(status)),
    undone: (status) =>
      withEnglish(`እቲ ቅብሊት “${status}” ይብል፤ ዝተኸፍለ የለን። ሓድሽ ክፍሊት ሕተቱ።`, english.undone(status)),
    undoneUnnamed: withEnglish("እቲ ክፍሊት ኣይተዛዘመን። ሓድሽ ክፍሊት ሕተቱ።", english.undoneUnnamed),
    pending: (status) =>
      withEnglish(`እቲ ቅብሊት “${status}” ይብል፤ እቲ ክፍሊት ገና ኣይተዛዘመን። ደጊምኩም ኣረጋግጹ።`, english.pending(status)),
    pendingHint: "ክሳብ ዝዛዘም እቲ ገንዘብ ከም ዝተቐበልኩም ኣይትቑጸሩ።",
    unreadable: withEnglish("ነቲ ገጽ ባንኪ ከንብቦ ኣይከኣልኩን። ባዕልኹም ክፈትዎ፦", english.unreadable),
    unreadableUnlinked: withEnglish("ነቲ ገጽ ባንኪ ከንብቦ ኣይከኣልኩን። ሕሳብኩም ባዕልኹም ርኣዩ።", english.unreadableUnlinked),
    unreadableHint: "ምጽባይ ኣይጠቅምን፤ እቲ ገጽ ባዕሉ ኣይልወጥን።",
    unconfirmed: "እቲ ባንኪ ክሳብ ዝምልስ እቲ ክፍሊት ኣይተረጋገጸን።",
    keepsTrying: "ንሓደ ሰዓት ደጋጊመ ክፍትን እየ፣ መልሲ ድማ ኣብዚ ክህብ እየ።",
    checkLater: "ድሕሪ ቁሩብ ደቓይቕ ደጊምኩም ኣረጋግጹ።",
    gaveUp: (bank) => withEnglish(`${bank} ንሓደ ሰዓት መልሲ ስለ ዘይሃበ ምሕታት ኣቋሪጸ።`, english.gaveUp(bank)),
    gaveUpHint: "እቲ ክፍሊት ኣይተረጋገጸን። ድሒርኩም ደጊምኩም ኣረጋግጹ።",
    checkedAt: (time) => `ዝተሓተተሉ ሰዓት ${time}`,
    askedWithSaved: (number) => `${number} እቲ ዘቐመጥኩምዎ ሕሳብ እዩ።`,
    anotherAccount: "ካልእ ሕሳብ",
    anotherPhone: "ካልእ ስልኪ",
    tryBank: (bank) => `ብ${bank} ፈትን`,
    checkAgain: "🔄 ከም ብሓድሽ ኣረጋግጽ",
    notChecked: withEnglish("ነዚ ክፍሊት ኣየጻረኽዎን።", english.notChecked),
    alsoNotChecked: "ብተመሳሳሊ ምኽንያት ነዚኦም እውን ኣየጻረኽዎምን፦",
  },
};
