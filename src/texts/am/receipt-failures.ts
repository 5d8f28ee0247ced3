import type { FailureSentences } from "../sentences.ts";

const unconfirmed = "ባንኩ እስኪመልስ ድረስ ክፍያው አልተረጋገጠም። ከጥቂት ደቂቃዎች በኋላ እንደገና ይሞክሩ።";

/** What became of a look-up that did not end in a record. */
export const receiptFailures = {
  receipt_not_found: ({ assessment }) => {
    if (assessment === "number_in_doubt")
      return {
        message: "ባንኩ በተላከው መረጃ ደረሰኝ አላገኘም፤ ከተላከው አንዱ የተሳሳተ ሊሆን ይችላል።",
        hint: "ማጣቀሻ ቁጥሩን፣ የሂሳብ ወይም የስልክ ቁጥሩንና ባንኩን ከደረሰኙ ጋር ያመሳክሩ። ደረሰኙ እስኪገኝ ድረስ ክፍያው አልተረጋገጠም።",
      };
    if (assessment === "not_found_yet")
      return {
        message: "ባንኩ ይህን ደረሰኝ እስካሁን አላሳየም።",
        hint: "አዲስ ደረሰኝ እስኪታይ ጥቂት ደቂቃዎች ሊወስድ ይችላል። ከጥቂት ደቂቃዎች በኋላ እንደገና ይጠይቁ፤ እስከዚያ ክፍያው አልተረጋገጠም።",
      };
    return {
      message: "እንዲህ ያለ ደረሰኝ የለም።",
      hint: "የላኩትን እያንዳንዱን ፊደልና አሃዝ ከደረሰኙ ጋር ያመሳክሩ። ደረሰኙ እስኪገኝ ድረስ ክፍያው አልተረጋገጠም።",
    };
  },
  receipt_not_completed: ({ receiptStatus }) => ({
    message: `ክፍያው አልተጠናቀቀም${receiptStatus ? `፦ ደረሰኙ “${receiptStatus}” ይላል` : ""}።`,
    hint: "ክፍያው መጠናቀቁን ደረሰኙ እስኪያሳይ ድረስ ገንዘቡን እንደተቀበሉ አይቁጠሩ።",
  }),
  receipt_mismatch: ({ cause }) =>
    cause === "topup"
      ? {
          message: "ይህ ክፍያ ከእኛ ሂሳቦች ወደ አንዱ ስላልገባ አልተሞላም።",
          hint: "ገንዘብ ለመሙላት ከሚታዩት ሂሳቦች ወደ አንዱ ይክፈሉ፤ ከዚያ ያንን ደረሰኝ ይላኩ።",
        }
      : {
          message: "ባንኩ የሰጠው ሌላ ደረሰኝ ነው፤ ማጣቀሻ ቁጥሩ ወይም ሂሳቡ ከተጠየቀው ይለያል።",
          hint: "ማጣቀሻ ቁጥሩንና ሂሳብ ቁጥሩን አረጋግጠው እንደገና ይላኩ።",
        },
  provider_format_changed: {
    message: "የባንኩን ገጽ በእርግጠኝነት ማንበብ አልተቻለም።",
    hint: "ደረሰኙን በባንኩ ገጽ እርስዎ ይክፈቱት፤ መጠበቅ አይጠቅምም።",
  },
  provider_error: { message: "የባንኩ የደረሰኝ ገጽ አሁን ችግር አለበት።", hint: unconfirmed },
  provider_tls_failure: { message: "ከባንኩ ጋር ያለው ግንኙነት አሁን አስተማማኝ አይደለም።", hint: unconfirmed },
  provider_blocked: { message: "ባንኩ አሁን እንድንጠይቀው አልፈቀደም።", hint: unconfirmed },
  provider_unavailable: { message: "ባንኩ አሁን መልስ አይሰጥም።", hint: unconfirmed },
  provider_timeout: { message: "ባንኩ በጊዜው መልስ አልሰጠም።", hint: unconfirmed },
  overloaded: {
    message: "አሁን ብዙ ሥራ ስላለ ገና ምንም አልታወቀም።",
    hint: "ከአንድ ደቂቃ በኋላ እንደገና ይሞክሩ። እስከዚያ ክፍያው አልተረጋገጠም።",
  },
  internal_error: {
    message: "ይቅርታ፣ በእኛ በኩል ስህተት ስለተፈጠረ እስካሁን የታወቀ ነገር የለም።",
    hint: "እንደገና ይሞክሩ። ከተደጋገመ ለዚህ አገልግሎት አስተዳዳሪ ያሳውቁ።",
  },
} satisfies Partial<FailureSentences>;
