import type { FailureSentences } from "../sentences.ts";

/** What is wrong with what was sent. */
export const requestFailures = {
  json_invalid: {
    message: "እቲ ዝተላእከ ሕቶ ቅኑዕ JSON ኣይኮነን።",
    hint: "ሓደ JSON object ምስ Content-Type: application/json ስደዱ።",
  },
  parameter_missing: ({ param }) => ({
    message: `ዝጎደለ ነገር ኣሎ፦ ${fieldName(param)}።`,
    hint: "ምስቲ ካልእ ሓቢርኩም ስደድዎ።",
  }),
  parameter_unknown: ({ param, subject }) => ({
    message: param ? `${param} ዝበሃል መስክ የለን።` : "ከምዚ ዝበሃል መስክ የለን።",
    hint: subject ? `${subject} ማለትኩም ድዩ?` : "ነዚ ኣድራሻ ዝተዘርዘሩ መስካት ጥራይ ስደዱ።",
  }),
  parameter_invalid: ({ param, subject }) => ({
    message: `እዚ ቅኑዕ ኣይኮነን፦ ${fieldName(param)}።`,
    hint: fieldHint(param, subject),
  }),
  parameters_exclusive: {
    message: "ሓደ ቅብሊት ብሓደ ግዜ ብክልተ መንገዲ ተገሊጹ።",
    hint: "ነቲ ሊንክ ወይ ነቲ መወከሲ ቁጽሪ፣ ሓዲኡ ጥራይ ስደዱ።",
  },
  reference_malformed: {
    message: "እዚ መወከሲ ቁጽሪ ናይዚ ባንኪ ኣይመስልን።",
    hint: "ነቲ መወከሲ ቁጽሪ ወይ ሊንክ ከምቲ ኣብ ቅብሊት ወይ ኣብ SMS ዘሎ ጌርኩም ስደዱ።",
  },
  reference_not_ascii: ({ subject }) => ({
    message: `ኣብ መወከሲ ቁጽሪ ክህሉ ዘይግባእ ምልክት ኣሎ${subject ? `፦ “${subject}”` : ""}።`,
    hint: "ፊደል ላቲን ዝመስል ካልእ ፊደል ክኸውን ይኽእል። ነቲ መወከሲ ቁጽሪ ብፊደላት ላቲንን ብኣሃዛትን ከም ብሓድሽ ጽሓፍዎ።",
  }),
  reference_ambiguous: ({ cause }) => {
    if (cause === undefined)
      return { message: "እዚ ናይ ካብ ሓደ ንላዕሊ ባንክታት ቅብሊት ክኸውን ይኽእል።", hint: "ካብ ኣየናይ ባንኪ ምዃኑ ግለጹ።" };
    if (cause === "several receipts")
      return { message: "እዚ ጽሑፍ ካብ ሓደ ንላዕሊ ቅብሊት የመልክት።", hint: "ነቶም ቅብሊታት ሓደ ብሓደ ስደዱ።" };
    return {
      message: "ኣብዚ ስእሊ ዘሎ ሓደ ፊደል ካብ ሓደ ንላዕሊ ብዝኾነ መንገዲ ክንበብ ይኽእል።",
      hint: "ምስቲ ቅብሊት ኣነጻጺርኩም ነቲ ቅኑዕ መወከሲ ቁጽሪ ብጽሑፍ ስደዱ።",
    };
  },
  reference_not_found_in_text: ({ param }) =>
    param === "image"
      ? {
          message: "ኣብዚ ስእሊ መወከሲ ቁጽሪ ቅብሊት ኣይተረኽበን።",
          hint: "ምሉእ ቅብሊት ዝረአየሉ ስእሊ ወይ መወከሲ ቁጽሪ ብጽሑፍ ስደዱ።",
        }
      : {
          message: "ኣብዚ ጽሑፍ መወከሲ ቁጽሪ ቅብሊት ኣይተረኽበን።",
          hint: "መወከሲ ቁጽሪ፣ ሊንክ ቅብሊት ወይ ምሉእ SMS ስደዱ።",
        },
  receipt_url_untrusted: {
    message: "እዚ ሊንክ ናብቲ ናይ ባንኪ ገጽ ቅብሊት ኣይመርሕን። ኣይተኸፍተን።",
    hint: "ከምዚ ዝበለ ገጽ ዝኾነ ሰብ ክሰርሖ ይኽእል። መወከሲ ቁጽሪ ወይ ኣብ SMS ባንኪ ዘሎ ሊንክ ሕተቱ።",
  },
  receipt_url_feedback_link: {
    message: "እዚ ናይ ባንኪ መርኣዪ ርእይቶ ሊንክ እምበር እቲ ቅብሊት ኣይኮነን።",
    hint: "ካብቲ SMS ሊንክ ቅብሊት ወይ መወከሲ ቁጽሪ ስደዱ።",
  },
  account_number_required: {
    message: "እዚ ቅብሊት ምስ ቁጽሪ ሕሳብ ጥራይ እዩ ዝርከብ።",
    hint: "ቁጽሪ ሕሳብ ናይቲ ተቐባሊ ወይ ናይቲ ከፋሊ (ካብ 8 ክሳብ 20 ኣሃዛት) ወስኹ።",
  },
  route_not_found: { message: "ኣብዚ ኣድራሻ ዝኾነ ነገር የለን።", hint: "ዘሎ ኣድራሻታት ኣብ /docs ርኣዩ።" },
  provider_not_offered: {
    message: "እዚ ባንኪ ኣብዚ ኣገልግሎት የለን።",
    hint: "ዘለዉ ኣብ /api/providers ርኣዩ።",
  },
  method_not_allowed: ({ subject }) => ({
    message: "እዚ ኣድራሻ ብዚ ኣገባብ (method) ኣይሰርሕን።",
    hint: subject ? `${subject} ተጠቐሙ።` : "ቅኑዕ ኣገባብ ኣብ /docs ርኣዩ።",
  }),
  body_too_large: { message: "እቲ ዝተላእከ ሕቶ ኣዝዩ ዓቢ እዩ።", hint: "ኣሕጺርኩም ስደዱ፤ ደረቱ ኣብ /docs ርኣዩ።" },
  media_type_unsupported: {
    message: "እዚ ዓይነት ትሕዝቶ ኣብዚ ኣይንበብን።",
    hint: "JSON ምስ Content-Type: application/json፣ ስእሊ ድማ ብmultipart/form-data ስደዱ።",
  },
  request_in_progress: {
    message: "ተመሳሳሊ ሕቶ ገና ኣብ ስራሕ እዩ።",
    hint: "ቁሩብ ጸኒሕኩም በቲ Idempotency-Key ከም ብሓድሽ ሕተቱ።",
  },
  idempotency_key_reused: {
    message: "እዚ Idempotency-Key ቅድሚ ሕጂ ንኻልእ ሕቶ ውዒሉ እዩ።",
    hint: "ንሓድሽ ሕቶ ሓድሽ ተጠቐሙ።",
  },
  image_too_large: { message: "እቲ ስእሊ ኣዝዩ ዓቢ እዩ።", hint: "ካብ 8 MB ዘይበልጽ ስእሊ ስደዱ።" },
  image_type_unsupported: {
    message: "እዚ ዓይነት ስእሊ ኣብዚ ኣይንበብን።",
    hint: "JPEG፣ PNG፣ WebP ወይ GIF ስደዱ። ናይ iPhone HEIC ከም ስእሊ ስደድዎ፣ ከም ፋይል ግን ኣይኮነን።",
  },
  image_unreadable: {
    message: "እቲ ስእሊ ክንበብ ኣይተኻእለን።",
    hint: "ዝያዳ ንጹር ስእሊ ኣልዕሉ ወይ ነቲ ስእሊ ከም ፋይል ስደዱ።",
  },
  image_dimensions_too_large: {
    message: "ስፍሓት ወይ ቁመት ናይቲ ስእሊ ካብቲ ዝፍቀድ ንላዕሊ እዩ።",
    hint: "ኣብ ነፍሲ ወከፍ ጎኒ ካብ 8,000 ፒክስል ዘይበልጽ ስእሊ ስደዱ።",
  },
  qr_not_found: {
    message: "ኣብቲ ስእሊ QR ኮድ ኣይተረኽበን።",
    hint: "QR ኮድ ምሉእን ንጹርን ኮይኑ ዝርኣየሉ ስእሊ ወይ መወከሲ ቁጽሪ ስደዱ።",
  },
  qr_ambiguous: {
    message: "ኣብቲ ስእሊ ናይ ብዙሓት ቅብሊታት QR ኮዳት ኣለዉ።",
    hint: "ኣብ ሓደ ስእሊ ሓደ ቅብሊት ጥራይ ስደዱ።",
  },
  qr_not_alpha: {
    message: "እዚ QR ኮድ ናይዚ ባንኪ ቅብሊት ኣይኮነን።",
    hint: "ኣብቲ ቅብሊት ዘሎ QR ኮድ ወይ መወከሲ ቁጽሪ ስደዱ።",
  },
  qr_untrusted_host: {
    message: "እዚ QR ኮድ ናብቲ ናይ ባንኪ ገጽ ቅብሊት ኣይመርሕን። ኣይተኸፍተን።",
    hint: "ከምዚ ዝበለ ኮድ ዝኾነ ሰብ ክሰርሖ ይኽእል። ኣብ SMS ባንኪ ዘሎ መወከሲ ቁጽሪ ሕተቱ።",
  },
} satisfies Partial<FailureSentences>;

const fieldName = (param: string | undefined): string => {
  if (param === "accountNumber") return "ቁጽሪ ሕሳብ";
  if (param === "phone") return "ቁጽሪ ስልኪ";
  return param ? `${param} ዝበሃል መስክ` : "ሓደ መስክ";
};

const fieldHint = (param: string | undefined, subject: string | undefined): string => {
  if (param === "accountNumber") return "ቁጽሪ ሕሳብ ካብ 8 ክሳብ 20 ኣሃዛት ኣለዎ።";
  if (param === "phone") return "ናይ ኢትዮጵያ ቁጽሪ ሞባይል ስደዱ፤ ንኣብነት 0911 000000።";
  if (param === "provider") return subject ? `${subject} ማለትኩም ድዩ?` : "ኣስማቶም ኣብ /api/providers ርኣዩ።";
  return "እዚ መስክ እንታይ ከም ዝቕበል ኣብ /docs ርኣዩ።";
};
