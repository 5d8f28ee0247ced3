import type { FailureSentences } from "../sentences.ts";

/** What is wrong with what was sent. */
export const requestFailures = {
  json_invalid: {
    message: "የተላከው ጥያቄ ትክክለኛ JSON አይደለም።",
    hint: "አንድ የJSON object ከContent-Type: application/json ጋር ይላኩ።",
  },
  parameter_missing: ({ param }) => ({
    message: `የጎደለ ነገር አለ፦ ${fieldName(param)}።`,
    hint: "ከሌላው ጋር አብረው ይላኩት።",
  }),
  parameter_unknown: ({ param, subject }) => ({
    message: param ? `${param} የሚባል መስክ የለም።` : "እንዲህ የሚባል መስክ የለም።",
    hint: subject ? `${subject} ለማለት ፈልገው ነው?` : "ለዚህ አድራሻ የተዘረዘሩትን መስኮች ብቻ ይላኩ።",
  }),
  parameter_invalid: ({ param, subject }) => ({
    message: `ይህ ትክክል አይደለም፦ ${fieldName(param)}።`,
    hint: fieldHint(param, subject),
  }),
  parameters_exclusive: {
    message: "አንዱ ደረሰኝ በአንድ ጊዜ በሁለት መንገድ ተጠቅሷል።",
    hint: "ሊንኩን ወይም ማጣቀሻ ቁጥሩን፣ አንዱን ብቻ ይላኩ።",
  },
  reference_malformed: {
    message: "ይህ የዚህ ባንክ ማጣቀሻ ቁጥር አይመስልም።",
    hint: "ማጣቀሻ ቁጥሩን ወይም ሊንኩን በደረሰኙ ወይም በSMS ላይ እንዳለ አስተካክለው ይላኩ።",
  },
  reference_not_ascii: ({ subject }) => ({
    message: `በማጣቀሻ ቁጥሩ ውስጥ መኖር የሌለበት ምልክት አለ${subject ? `፦ “${subject}”` : ""}።`,
    hint: "የላቲን ፊደል የሚመስል ሌላ ፊደል ሊሆን ይችላል። ማጣቀሻ ቁጥሩን በላቲን ፊደላትና በአሃዞች እንደገና ይጻፉ።",
  }),
  reference_ambiguous: ({ cause }) => {
    if (cause === undefined)
      return { message: "ይህ ከአንድ በላይ የሆኑ ባንኮች ደረሰኝ ሊሆን ይችላል።", hint: "ከየትኛው ባንክ እንደሆነ ይግለጹ።" };
    if (cause === "several receipts")
      return { message: "ይህ ጽሑፍ ከአንድ በላይ ደረሰኝ ያመለክታል።", hint: "ደረሰኞቹን አንድ በአንድ ይላኩ።" };
    return {
      message: "በዚህ ፎቶ ውስጥ ያለ አንድ ፊደል ከአንድ በላይ በሆነ መንገድ ሊነበብ ይችላል።",
      hint: "ከደረሰኙ ጋር አመሳክረው ትክክለኛውን ማጣቀሻ ቁጥር በጽሑፍ ይላኩ።",
    };
  },
  reference_not_found_in_text: ({ param }) =>
    param === "image"
      ? {
          message: "በዚህ ፎቶ ውስጥ የደረሰኝ ማጣቀሻ ቁጥር አልተገኘም።",
          hint: "ሙሉው ደረሰኝ የሚታይበት ፎቶ ወይም ማጣቀሻ ቁጥሩን በጽሑፍ ይላኩ።",
        }
      : {
          message: "በዚህ ጽሑፍ ውስጥ የደረሰኝ ማጣቀሻ ቁጥር አልተገኘም።",
          hint: "ማጣቀሻ ቁጥሩን፣ የደረሰኙን ሊንክ ወይም ሙሉውን SMS ይላኩ።",
        },
  receipt_url_untrusted: {
    message: "ይህ ሊንክ ወደ ባንኩ የራሱ የደረሰኝ ገጽ አይመራም። አልተከፈተም።",
    hint: "እንዲህ ያለ ገጽ ማንም ሊሠራው ይችላል። ማጣቀሻ ቁጥሩን ወይም በባንኩ SMS ላይ ያለውን ሊንክ ይጠይቁ።",
  },
  receipt_url_feedback_link: {
    message: "ይህ የባንኩ አስተያየት መስጫ ሊንክ እንጂ ደረሰኙ አይደለም።",
    hint: "በዚያው SMS ላይ ያለውን የደረሰኝ ሊንክ ወይም ማጣቀሻ ቁጥር ይላኩ።",
  },
  account_number_required: {
    message: "ይህ ደረሰኝ የሚገኘው ከሂሳብ ቁጥር ጋር ብቻ ነው።",
    hint: "የተቀባዩን ወይም የከፋዩን ሂሳብ ቁጥር (ከ8 እስከ 20 አሃዞች) ጨምረው ይላኩ።",
  },
  route_not_found: { message: "በዚህ አድራሻ ምንም የለም።", hint: "ያሉትን አድራሻዎች በ/docs ይመልከቱ።" },
  provider_not_offered: {
    message: "ይህ ባንክ በዚህ አገልግሎት አልተካተተም።",
    hint: "የተካተቱትን በ/api/providers ይመልከቱ።",
  },
  method_not_allowed: ({ subject }) => ({
    message: "ይህ አድራሻ በዚህ ዘዴ (method) አይሠራም።",
    hint: subject ? `${subject} ይጠቀሙ።` : "ትክክለኛውን ዘዴ በ/docs ይመልከቱ።",
  }),
  body_too_large: { message: "የተላከው ጥያቄ በጣም ትልቅ ነው።", hint: "አሳጥረው ይላኩ፤ ገደቡን በ/docs ይመልከቱ።" },
  media_type_unsupported: {
    message: "ይህ የይዘት ዓይነት እዚህ አይነበብም።",
    hint: "JSON ከContent-Type: application/json ጋር ይላኩ፤ ፎቶን በmultipart/form-data።",
  },
  request_in_progress: {
    message: "ተመሳሳዩ ጥያቄ ገና በሥራ ላይ ነው።",
    hint: "ጥቂት ቆይተው በዚያው Idempotency-Key እንደገና ይጠይቁ።",
  },
  idempotency_key_reused: {
    message: "ይህ Idempotency-Key ቀደም ሲል ለሌላ ጥያቄ ውሏል።",
    hint: "ለአዲስ ጥያቄ አዲስ ይጠቀሙ።",
  },
  image_too_large: { message: "ፎቶው በጣም ትልቅ ነው።", hint: "ቢበዛ 8 MB የሆነ ፎቶ ይላኩ።" },
  image_type_unsupported: {
    message: "ይህ የፎቶ ዓይነት እዚህ አይነበብም።",
    hint: "JPEG፣ PNG፣ WebP ወይም GIF ይላኩ። አይፎን በHEIC የሚያስቀምጠውን እንደ ፋይል ሳይሆን እንደ ፎቶ ይላኩ።",
  },
  image_unreadable: {
    message: "ፎቶውን ማንበብ አልተቻለም።",
    hint: "ይበልጥ ግልጽ የሆነ ፎቶ ያንሱ ወይም ፎቶውን እንደ ፋይል ይላኩ።",
  },
  image_dimensions_too_large: {
    message: "የፎቶው ስፋት ወይም ቁመት ከሚፈቀደው በላይ ነው።",
    hint: "በእያንዳንዱ ጎን ቢበዛ 8,000 ፒክስል የሆነ ፎቶ ይላኩ።",
  },
  qr_not_found: {
    message: "በፎቶው ላይ QR ኮድ አልተገኘም።",
    hint: "QR ኮዱ ሙሉና ግልጽ ሆኖ የሚታይበት ፎቶ ወይም ማጣቀሻ ቁጥሩን ይላኩ።",
  },
  qr_ambiguous: {
    message: "በፎቶው ላይ የብዙ ደረሰኞች QR ኮዶች አሉ።",
    hint: "በአንድ ፎቶ አንድ ደረሰኝ ብቻ ይላኩ።",
  },
  qr_not_alpha: {
    message: "ይህ QR ኮድ የዚህ ባንክ ደረሰኝ አይደለም።",
    hint: "በደረሰኙ ላይ ያለውን QR ኮድ ወይም ማጣቀሻ ቁጥሩን ይላኩ።",
  },
  qr_untrusted_host: {
    message: "ይህ QR ኮድ ወደ ባንኩ የራሱ የደረሰኝ ገጽ አይመራም። አልተከፈተም።",
    hint: "እንዲህ ያለ ኮድ ማንም ሊሠራው ይችላል። በባንኩ SMS ላይ ያለውን ማጣቀሻ ቁጥር ይጠይቁ።",
  },
} satisfies Partial<FailureSentences>;

const fieldName = (param: string | undefined): string => {
  if (param === "accountNumber") return "ሂሳብ ቁጥር";
  if (param === "phone") return "ስልክ ቁጥር";
  return param ? `${param} የሚባለው መስክ` : "አንድ መስክ";
};

const fieldHint = (param: string | undefined, subject: string | undefined): string => {
  if (param === "accountNumber") return "ሂሳብ ቁጥር ከ8 እስከ 20 አሃዞች አሉት።";
  if (param === "phone") return "የኢትዮጵያ የሞባይል ስልክ ቁጥር ይላኩ፤ ለምሳሌ 0911 000000።";
  if (param === "provider") return subject ? `${subject} ለማለት ፈልገው ነው?` : "ስሞቹን በ/api/providers ይመልከቱ።";
  return "ይህ መስክ ምን እንደሚቀበል በ/docs ይመልከቱ።";
};
