import { withEnglish } from "../beta.ts";
import { receiptFailures as english } from "../en/receipt-failures.ts";
import type { FailureSentences } from "../sentences.ts";

const unconfirmed = "እቲ ባንኪ ክሳብ ዝምልስ እቲ ክፍሊት ኣይተረጋገጸን። ድሕሪ ቁሩብ ደቓይቕ ከም ብሓድሽ ፈትኑ።";

/** What became of a look-up that did not end in a record. */
export const receiptFailures = {
  receipt_not_found: (facts) => {
    const { message } = english.receipt_not_found(facts);
    if (facts.assessment === "number_in_doubt")
      return {
        message: withEnglish("እቲ ባንኪ በቲ ዝተላእከ ሓበሬታ ቅብሊት ኣይረኸበን፤ ካብቲ ዝተላእከ ሓደ ጌጋ ክኸውን ይኽእል።", message),
        hint: "መወከሲ ቁጽሪ፣ ቁጽሪ ሕሳብ ወይ ተሌፎንን ባንክን ምስቲ ቅብሊት ኣነጻጽሩ። እቲ ቅብሊት ክሳብ ዝርከብ እቲ ክፍሊት ኣይተረጋገጸን።",
      };
    if (facts.assessment === "not_found_yet")
      return {
        message: withEnglish("እቲ ባንኪ ነዚ ቅብሊት ክሳብ ሕጂ ኣየርኣየን።", message),
        hint: "ሓድሽ ቅብሊት ክሳብ ዝርአ ቁሩብ ደቓይቕ ክወስድ ይኽእል። ድሕሪ ቁሩብ ደቓይቕ ከም ብሓድሽ ሕተቱ፤ ክሳብ ሽዑ እቲ ክፍሊት ኣይተረጋገጸን።",
      };
    return {
      message: withEnglish("ከምዚ ዝበለ ቅብሊት የለን።", message),
      hint: "ነፍሲ ወከፍ ዝሰደድኩምዎ ፊደልን ኣሃዝን ምስቲ ቅብሊት ኣነጻጽሩ። እቲ ቅብሊት ክሳብ ዝርከብ እቲ ክፍሊት ኣይተረጋገጸን።",
    };
  },
  receipt_not_completed: (facts) => ({
    message: withEnglish(
      `እቲ ክፍሊት ኣይተዛዘመን${facts.receiptStatus ? `፦ እቲ ቅብሊት “${facts.receiptStatus}” ይብል` : ""}።`,
      english.receipt_not_completed(facts).message,
    ),
    hint: "እቲ ክፍሊት ከም ዝተዛዘመ ቅብሊት ክሳብ ዘርኢ እቲ ገንዘብ ከም ዝተቐበልኩም ኣይትቑጸሩ።",
  }),
  receipt_mismatch: (facts) =>
    facts.cause === "topup"
      ? {
          message: "እዚ ክፍሊት ናብ ሓደ ካብ ሕሳባትና ስለ ዘይኣተወ ኣይተመልአን።",
          hint: "ገንዘብ ንምምላእ ናብ ሓደ ካብቶም ዝርኣዩ ሕሳባት ክፈሉ፤ ድሕሪኡ ነቲ ቅብሊት ስደዱ።",
        }
      : {
          message: withEnglish(
            "እቲ ባንኪ ዝሃቦ ካልእ ቅብሊት እዩ፦ መወከሲ ቁጽሩ ወይ ሕሳቡ እቲ ዝተሓተተ ኣይኮነን።",
            english.receipt_mismatch(facts).message,
          ),
          hint: "መወከሲ ቁጽርን ቁጽሪ ሕሳብን ኣረጋጊጽኩም ከም ብሓድሽ ስደዱ።",
        },
  provider_format_changed: {
    message: withEnglish("ገጽ ባንኪ ብርግጽ ክንበብ ኣይተኻእለን።", english.provider_format_changed.message),
    hint: "ነቲ ቅብሊት ኣብ ገጽ ባንኪ ባዕልኹም ክፈትዎ፤ ምጽባይ ኣይጠቅምን።",
  },
  provider_error: {
    message: withEnglish("ገጽ ቅብሊት ናይ ባንኪ ሕጂ ጸገም ኣለዎ።", english.provider_error.message),
    hint: unconfirmed,
  },
  provider_tls_failure: {
    message: withEnglish("ርክብ ምስ ባንኪ ሕጂ ውሑስ ኣይኮነን።", english.provider_tls_failure.message),
    hint: unconfirmed,
  },
  provider_blocked: {
    message: withEnglish("እቲ ባንኪ ሕጂ ክንሓትቶ ኣይፈቐደን።", english.provider_blocked.message),
    hint: unconfirmed,
  },
  provider_unavailable: {
    message: withEnglish("እቲ ባንኪ ሕጂ ኣይምልስን።", english.provider_unavailable.message),
    hint: unconfirmed,
  },
  provider_timeout: {
    message: withEnglish("እቲ ባንኪ ብግዜኡ ኣይመለሰን።", english.provider_timeout.message),
    hint: unconfirmed,
  },
  overloaded: {
    message: withEnglish("ሕጂ ብዙሕ ስራሕ ስለ ዘሎ ክሳብ ሕጂ ዝፍለጥ የለን።", english.overloaded.message),
    hint: "ድሕሪ ሓደ ደቒቕ ከም ብሓድሽ ፈትኑ። ክሳብ ሽዑ እቲ ክፍሊት ኣይተረጋገጸን።",
  },
  internal_error: {
    message: withEnglish("ይቕሬታ፣ ብወገንና ጌጋ ስለ ዝተፈጥረ ክሳብ ሕጂ ዝተፈልጠ ነገር የለን።", english.internal_error.message),
    hint: "ከም ብሓድሽ ፈትኑ። እንተተደጊሙ ንኣመሓዳሪ ናይዚ ኣገልግሎት ንገሩ።",
  },
} satisfies Partial<FailureSentences>;
