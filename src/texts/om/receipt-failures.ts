import { withEnglish } from "../beta.ts";
import { receiptFailures as english } from "../en/receipt-failures.ts";
import type { FailureSentences } from "../sentences.ts";

const unconfirmed =
  "Hamma baankichi deebisutti kaffaltichi hin mirkanoofne. Daqiiqaa muraasa booda irra deebi'aa yaalaa.";

/** What became of a look-up that did not end in a record. */
export const receiptFailures = {
  receipt_not_found: (facts) => {
    const { message } = english.receipt_not_found(facts);
    if (facts.assessment === "number_in_doubt")
      return {
        message: withEnglish(
          "Baankichi odeeffannoo ergameen nagahee hin argine; kan ergame keessaa tokko dogoggora ta'uu danda'a.",
          message,
        ),
        hint: "Lakkoofsa wabii, lakkoofsa herregaa yookaan bilbilaa fi baankicha nagahee waliin wal bira qabaa ilaalaa. Nagaheen hamma argamutti kaffaltichi hin mirkanoofne.",
      };
    if (facts.assessment === "not_found_yet")
      return {
        message: withEnglish("Baankichi nagahee kana ammatti hin agarsiifne.", message),
        hint: "Nagaheen haaraan hamma mul'atutti daqiiqaa muraasa fudhachuu danda'a. Daqiiqaa muraasa booda irra deebi'aa gaafadhaa; hamma sanatti kaffaltichi hin mirkanoofne.",
      };
    return {
      message: withEnglish("Nagaheen akkasii hin jiru.", message),
      hint: "Qubee fi lakkoofsa ergitan hunda nagahee waliin wal bira qabaa ilaalaa. Nagaheen hamma argamutti kaffaltichi hin mirkanoofne.",
    };
  },
  receipt_not_completed: (facts) => ({
    message: withEnglish(
      `Kaffaltichi hin xumuramne${facts.receiptStatus ? `: nagaheen “${facts.receiptStatus}” jedha` : ""}.`,
      english.receipt_not_completed(facts).message,
    ),
    hint: "Kaffaltichi xumuramuu isaa hamma nagaheen agarsiisutti qarshii kana argadheera jettanii hin lakkaa'inaa.",
  }),
  receipt_mismatch: (facts) =>
    facts.cause === "topup"
      ? {
          message: "Kaffaltiin kun herregoota keenya keessaa tokkotti waan hin galleef hin galmoofne.",
          hint: "Herregoota guuttachuuf agarsiifaman keessaa tokkotti kaffalaa, sana booda nagahee sana ergaa.",
        }
      : {
          message: withEnglish(
            "Nagaheen baankiin kenne kan biraati: lakkoofsi wabii yookaan herregni isaa kan gaafatame miti.",
            english.receipt_mismatch(facts).message,
          ),
          hint: "Lakkoofsa wabii fi lakkoofsa herregaa mirkaneessaatii irra deebi'aa ergaa.",
        },
  provider_format_changed: {
    message: withEnglish(
      "Fuulli baankii sirriitti dubbifamuu hin dandeenye.",
      english.provider_format_changed.message,
    ),
    hint: "Nagahicha fuula baankii irratti ofii keessan banaa; eeguun hin fayyadu.",
  },
  provider_error: {
    message: withEnglish("Fuulli nagahee baankii amma rakkoo qaba.", english.provider_error.message),
    hint: unconfirmed,
  },
  provider_tls_failure: {
    message: withEnglish(
      "Quunnamtiin baankii waliin jiru amma amansiisaa miti.",
      english.provider_tls_failure.message,
    ),
    hint: unconfirmed,
  },
  provider_blocked: {
    message: withEnglish("Baankichi amma akka gaafannu hin hayyamne.", english.provider_blocked.message),
    hint: unconfirmed,
  },
  provider_unavailable: {
    message: withEnglish("Baankichi amma deebii hin kennu.", english.provider_unavailable.message),
    hint: unconfirmed,
  },
  provider_timeout: {
    message: withEnglish("Baankichi yeroon deebii hin kennine.", english.provider_timeout.message),
    hint: unconfirmed,
  },
  overloaded: {
    message: withEnglish(
      "Amma hojiin waan baay'ateef hanga ammaatti wanti beekame hin jiru.",
      english.overloaded.message,
    ),
    hint: "Daqiiqaa tokko booda irra deebi'aa yaalaa. Hamma sanatti kaffaltichi hin mirkanoofne.",
  },
  internal_error: {
    message: withEnglish(
      "Dhiifama, gama keenyaan dogoggorri waan uumameef hanga ammaatti wanti beekame hin jiru.",
      english.internal_error.message,
    ),
    hint: "Irra deebi'aa yaalaa. Yoo irra deebi'e bulchaa tajaajila kanaatti himaa.",
  },
} satisfies Partial<FailureSentences>;
