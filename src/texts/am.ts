import type { Age, Catalogue, FailureSentences, Sentence } from "./catalogue.ts";

const ages = { minute: "ደቂቃ", hour: "ሰዓት", day: "ቀን" } as const;
const pluralAges = { minute: "ደቂቃዎች", hour: "ሰዓታት", day: "ቀናት" } as const;
const age = ({ unit, count }: Age): string => `${count} ${count === 1 ? ages[unit] : pluralAges[unit]}`;
const laterHint = "ከጥቂት ደቂቃዎች በኋላ እንደገና ይሞክሩ።";
const waitHint = (seconds: number | undefined): string =>
  seconds === undefined ? "ጥቂት ቆይተው እንደገና ይሞክሩ።" : `ከ${seconds} ሰከንድ በኋላ እንደገና ይሞክሩ።`;

const failures: FailureSentences = {
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
  parameter_invalid: ({ param }) => ({
    message: `ይህ ትክክል አይደለም፦ ${fieldName(param)}።`,
    hint: fieldHint(param),
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
  reference_ambiguous: ({ subject }) =>
    subject === undefined
      ? { message: "ይህ ከአንድ በላይ የሆኑ ባንኮች ደረሰኝ ሊሆን ይችላል።", hint: "ከየትኛው ባንክ እንደሆነ ይግለጹ።" }
      : { message: "ይህ ጽሑፍ ከአንድ በላይ ደረሰኝ ያመለክታል።", hint: "ደረሰኞቹን አንድ በአንድ ይላኩ።" },
  reference_not_found_in_text: {
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
  image_too_large: { message: "ምስሉ በጣም ትልቅ ነው።", hint: "ቢበዛ 8 MB የሆነ ምስል ይላኩ።" },
  image_type_unsupported: {
    message: "ይህ የምስል ዓይነት እዚህ አይነበብም።",
    hint: "JPEG፣ PNG፣ WebP ወይም GIF ይላኩ።",
  },
  image_unreadable: {
    message: "ምስሉን ማንበብ አልተቻለም።",
    hint: "ይበልጥ ግልጽ የሆነ ፎቶ ያንሱ ወይም ምስሉን እንደ ፋይል ይላኩ።",
  },
  image_dimensions_too_large: {
    message: "የምስሉ ስፋት ወይም ቁመት ከሚፈቀደው በላይ ነው።",
    hint: "በእያንዳንዱ ጎን ቢበዛ 8,000 ፒክስል የሆነ ምስል ይላኩ።",
  },
  qr_not_found: {
    message: "በምስሉ ላይ QR ኮድ አልተገኘም።",
    hint: "QR ኮዱ ሙሉና ግልጽ ሆኖ የሚታይበት ፎቶ ወይም ማጣቀሻ ቁጥሩን ይላኩ።",
  },
  qr_ambiguous: {
    message: "በምስሉ ላይ የብዙ ደረሰኞች QR ኮዶች አሉ።",
    hint: "በአንድ ምስል አንድ ደረሰኝ ብቻ ይላኩ።",
  },
  qr_not_alpha: {
    message: "ይህ QR ኮድ የዚህ ባንክ ደረሰኝ አይደለም።",
    hint: "በደረሰኙ ላይ ያለውን QR ኮድ ወይም ማጣቀሻ ቁጥሩን ይላኩ።",
  },
  qr_untrusted_host: {
    message: "ይህ QR ኮድ ወደ ባንኩ የራሱ የደረሰኝ ገጽ አይመራም። አልተከፈተም።",
    hint: "እንዲህ ያለ ኮድ ማንም ሊሠራው ይችላል። በባንኩ SMS ላይ ያለውን ማጣቀሻ ቁጥር ይጠይቁ።",
  },
  invalid_api_key: {
    message: "ይህ API ቁልፍ ትክክል አይደለም።",
    hint: "በX-API-Key ውስጥ ቁልፉ ሙሉ በሙሉ መኖሩን ያረጋግጡ።",
  },
  api_key_revoked: { message: "ይህ API ቁልፍ ተሰርዟል።", hint: "ሌላ ቁልፍ ይጠቀሙ።" },
  api_key_expired: { message: "የዚህ API ቁልፍ ጊዜ አልፏል።", hint: "ሌላ ቁልፍ ይጠቀሙ።" },
  api_key_in_url: {
    message: "API ቁልፉ ሌሎች ሊያነቡት በሚችሉበት አድራሻ (URL) ውስጥ ተጽፏል።",
    hint: "በX-API-Key ይላኩት፤ ይህ ቁልፍ ለሌሎች እንደታየ ስለሚቆጠር በአዲስ ይተኩት።",
  },
  account_suspended: { message: "ይህ መለያ ታግዷል።", hint: "የዚህን አገልግሎት አስተዳዳሪ ያነጋግሩ።" },
  balance_exhausted: {
    message: "ቀሪ ገንዘብዎ ለአንድ ተጨማሪ ማረጋገጫ (5 ብር) አይበቃም።",
    hint: "ገንዘብ ከሞሉ በኋላ እንደገና ይሞክሩ።",
  },
  daily_quota_exceeded: ({ resetAt, subject }) => ({
    message: "የዛሬዎቹ ነፃ ማረጋገጫዎች አልቀዋል።",
    hint: [
      resetAt ? `ከ${resetAt} (አዲስ አበባ) ጀምሮ እንደገና ማረጋገጥ ይችላሉ።` : "ነገ እንደገና ማረጋገጥ ይችላሉ።",
      ...(moreChecks[subject ?? ""] ?? []),
    ].join(" "),
  }),
  rate_limited: ({ retryAfterSeconds }) => ({
    message: "በአንድ ጊዜ ከመጠን በላይ ጥያቄዎች መጥተዋል።",
    hint: waitHint(retryAfterSeconds),
  }),
  abnormal_usage: ({ retryAfterSeconds }) => ({
    message: "ከተላኩት ማጣቀሻ ቁጥሮች ብዙዎቹ ስለሌሉ ማረጋገጡ ለጊዜው ቆሟል።",
    hint: waitHint(retryAfterSeconds),
  }),
  live_key_required: {
    message: "ለዚህ እውነተኛ (live) ቁልፍ ያስፈልጋል።",
    hint: "የሙከራ ቁልፎች አይከፍሉም፣ ለማንም ሂሳብ አይከፍቱም። በመጀመሪያው ላይ “live” የሚል ቁልፍ ይጠቀሙ።",
  },
  topup_not_offered: {
    message: "በደረሰኝ ገንዘብ መሙላት እዚህ የለም።",
    hint: "የዚህን አገልግሎት አስተዳዳሪ ይጠይቁ።",
  },
  receipt_not_creditable: ({ subject }) =>
    uncredited[subject ?? ""] ?? {
      message: "ይህ ክፍያ ሊሞላ አይችልም።",
      hint: "የዚህን አገልግሎት አስተዳዳሪ ይጠይቁ።",
    },
  receipt_already_credited: ({ subject }) => ({
    message: already[subject ?? ""] ?? "ይህ ደረሰኝ ቀደም ሲል ቀርቧል፤ አንድ ደረሰኝ የሚሞላው አንድ ጊዜ ብቻ ነው።",
    hint: "ክፍያው የእርስዎ ከሆነና ካልተሞላልዎ የዚህን አገልግሎት አስተዳዳሪ ይጠይቁ።",
  }),
  receipt_not_found: {
    message: "እንዲህ ያለ ደረሰኝ የለም።",
    hint: "ማጣቀሻ ቁጥሩንና ሂሳብ ቁጥሩን ከደረሰኙ ጋር ያመሳክሩ። ደረሰኙ እስኪገኝ ድረስ ክፍያው አልተረጋገጠም።",
  },
  receipt_not_completed: ({ receiptStatus }) => ({
    message: `ክፍያው አልተጠናቀቀም${receiptStatus ? `፦ ደረሰኙ “${receiptStatus}” ይላል` : ""}።`,
    hint: "ክፍያው መጠናቀቁን ደረሰኙ እስኪያሳይ ድረስ ገንዘቡን እንደተቀበሉ አይቁጠሩ።",
  }),
  receipt_mismatch: ({ subject }) =>
    subject === "topup"
      ? {
          message: "ይህ ክፍያ ከእኛ ሂሳቦች ወደ አንዱ ስላልገባ አልተሞላም።",
          hint: "ገንዘብ ለመሙላት ከሚታዩት ሂሳቦች ወደ አንዱ ይክፈሉ፤ ከዚያ ያንን ደረሰኝ ይላኩ።",
        }
      : {
          message: "የተገኘው ሌላ ደረሰኝ ነው፤ ማጣቀሻ ቁጥሩ ወይም ሂሳብ ቁጥሩ ከተጠየቀው ጋር አይመሳሰልም።",
          hint: "ማጣቀሻ ቁጥሩንና ሂሳብ ቁጥሩን አረጋግጠው እንደገና ይላኩ።",
        },
  provider_format_changed: {
    message: "የባንኩን መልስ በእርግጠኝነት ማንበብ ስላልተቻለ ምንም አልተወሰነም።",
    hint: "ቆይተው እንደገና ይሞክሩ።",
  },
  provider_error: { message: "የባንኩ የደረሰኝ ገጽ አሁን ችግር ስላለበት ምንም አልተወሰነም።", hint: laterHint },
  provider_tls_failure: { message: "ከባንኩ ጋር ያለው ግንኙነት አሁን አስተማማኝ ስላልሆነ ምንም አልተወሰነም።", hint: laterHint },
  provider_blocked: { message: "ባንኩ አሁን እንድንጠይቀው ስላልፈቀደ ምንም አልተወሰነም።", hint: laterHint },
  provider_unavailable: { message: "ባንኩ አሁን መልስ ስለማይሰጥ ምንም አልተወሰነም።", hint: laterHint },
  provider_timeout: { message: "ባንኩ በጊዜው መልስ ስላልሰጠ ምንም አልተወሰነም።", hint: laterHint },
  overloaded: { message: "አሁን ብዙ ሥራ ስላለ ምንም አልተወሰነም።", hint: "ከአንድ ደቂቃ በኋላ እንደገና ይሞክሩ።" },
  internal_error: {
    message: "ይቅርታ፣ በእኛ በኩል ስህተት ስለተፈጠረ ምንም አልተወሰነም።",
    hint: "እንደገና ይሞክሩ። ካልተስተካከለ ለዚህ አገልግሎት አስተዳዳሪ ያሳውቁ።",
  },
};

/** How a caller of a tier comes to more checks. */
const moreChecks: Readonly<Record<string, readonly string[]>> = {
  anonymous: ["በቀን 10 ነፃ ማረጋገጫዎች ለማግኘት ይመዝገቡ፦ ለቴሌግራም ቦቱ በግል ውይይት /start ብለው ይላኩ።"],
  registered: ["ከዚህ በላይ ለማረጋገጥ ገንዘብ ይሙሉ፤ ከዚያ በኋላ አንድ ማረጋገጫ 5 ብር ነው።"],
};

/** Why a real receipt is not credited. */
const uncredited: Readonly<Record<string, Sentence>> = {
  provider: {
    message: "በዚህ ደረሰኝ ባንክ ሂሳብ የለንም።",
    hint: "ገንዘብ ለመሙላት ከሚታዩት ሂሳቦች ወደ አንዱ ይክፈሉ፤ ከዚያ ያንን ደረሰኝ ይላኩ።",
  },
  age: {
    message: "ይህ ክፍያ ጊዜው ስላለፈ አልተሞላም።",
    hint: "የዚህን አገልግሎት አስተዳዳሪ ይጠይቁ፤ በእጅ ሊሞላልዎ ይችላል።",
  },
  date: {
    message: "የዚህ ክፍያ ቀን አጠራጣሪ ስለሆነ አልተሞላም።",
    hint: "የዚህን አገልግሎት አስተዳዳሪ ይጠይቁ፤ በእጅ ሊሞላልዎ ይችላል።",
  },
  amount: {
    message: "ይህ መጠን ሊሞላ ከሚችለው ያነሰ ወይም የበለጠ ነው።",
    hint: "የዚህን አገልግሎት አስተዳዳሪ ይጠይቁ፤ በእጅ ሊሞላልዎ ይችላል።",
  },
};

/** What became of a receipt that the same account had handed in. */
const already: Readonly<Record<string, string>> = {
  credited: "ይህ ደረሰኝ ወደ ሂሳብዎ ቀደም ሲል ተሞልቷል።",
  waiting: "ይህ ደረሰኝ የአስተዳዳሪውን ውሳኔ በመጠበቅ ላይ ነው።",
  declined: "አስተዳዳሪው ይህን ደረሰኝ አልተቀበለውም።",
};

const fieldName = (param: string | undefined): string => {
  if (param === "accountNumber") return "ሂሳብ ቁጥር";
  if (param === "phone") return "ስልክ ቁጥር";
  return param ? `${param} የሚባለው መስክ` : "አንድ መስክ";
};

const fieldHint = (param: string | undefined): string => {
  if (param === "accountNumber") return "ሂሳብ ቁጥር ከ8 እስከ 20 አሃዞች አሉት።";
  if (param === "phone") return "የኢትዮጵያ የሞባይል ስልክ ቁጥር ይላኩ፤ ለምሳሌ 0911 000000።";
  return "ይህ መስክ ምን እንደሚቀበል በ/docs ይመልከቱ።";
};

export const am: Catalogue = {
  name: "አማርኛ",
  failures,
  currency: "ብር",
  ethiopicEra: "ዓ.ም.",
  commands: {
    start: "መጀመሪያና የቋንቋ ምርጫ",
    help: "ደረሰኝ እንዴት እንደሚረጋገጥ",
    lang: "ቋንቋ · Language",
    key: "የሂሳብዎ የAPI ቁልፎች",
    usage: "የቀረው፦ የዛሬ ማረጋገጫዎች ወይም ሂሳብ",
    topup: "ገንዘብ መሙላት፦ የት እንደሚከፈልና ደረሰኝ ማስረከብ",
    privacy: "ምን እንደሚቀመጥና ምን እንደማይቀመጥ",
    erase: "ስለ እርስዎ የተቀመጠውን ማጥፋት",
  },
  welcome: "የክፍያ ማጣቀሻ ቁጥር፣ የደረሰኝ ሊንክ ወይም ሙሉውን SMS ይላኩልኝ። ከራሱ ከባንኩ ጠይቄ ደረሰኙ እውነተኛ መሆኑን እነግርዎታለሁ።",
  chooseLanguage: "ቋንቋ ይምረጡ",
  languageChosen: "ከአሁን በኋላ በአማርኛ እመልሳለሁ።",
  help: (banks) =>
    [
      "ከእነዚህ አንዱን ይላኩ ወይም ያስተላልፉ፦",
      "• በደረሰኙ ላይ ያለውን ማጣቀሻ ቁጥር፤ ለምሳሌ FT26319K4Q7Z",
      "• የደረሰኙን ሊንክ",
      "• ሙሉውን SMS፤ በአንድ መልእክት ብዙ ደረሰኞች ቢኖሩም ችግር የለውም",
      "",
      `ባንኮች፦ ${banks.join("፣ ")}።`,
      "",
      "✅ እውነተኛና የቅርብ ጊዜ ደረሰኝ፤ ተቀባዩ እርስዎ መሆንዎን ያረጋግጡ",
      "⚠️ እውነተኛ ነው፣ ግን ደግመው ይመልከቱ",
      "❌ አልተገኘም፣ አልተጠናቀቀም ወይም ሌላ ደረሰኝ ነው",
      "⏳ ባንኩ አይመልስም፤ ምንም አልተወሰነም፣ አልተቆጠረም",
      "",
      "የስክሪን ፎቶ ወይም SMS ማስረጃ አይደለም። ማስረጃው የባንኩ የራሱ መልስ ብቻ ነው።",
      "",
      "/usage የቀረው፦ የዛሬ ማረጋገጫዎች ወይም ሂሳብ",
      "/topup ለተጨማሪ ማረጋገጫዎች መክፈል",
      "/key ለፕሮግራሞች የAPI ቁልፎች",
      "/erase ስለ እርስዎ የተቀመጠውን ማጥፋት",
      "/lang ቋንቋ",
      "/privacy ምን እንደሚቀመጥ",
    ].join("\n"),
  privacy: [
    "የሚልኩት ነገር ምን ይሆናል?",
    "• ማጣቀሻ ቁጥሩ፣ አስፈላጊ ከሆነም ሂሳብ ቁጥሩ፣ ደረሰኙን ወደሰጠው ባንክ ብቻ ይላካል፤ ለሌላ ለማንም አይሰጥም።",
    "• ዛሬ ስንት ጊዜ እንዳረጋገጡ የሚቆጠረው በስምዎ ሳይሆን በተመሰጠረ ቁጥር ነው።",
    "• የምጠይቅዎት ጥያቄ ወይም “እንደገና አረጋግጥ” የሚለው ቁልፍ ከማጣቀሻ ቁጥሩና ከሂሳብ ቁጥሩ ጋር እስኪጠቀሙበት ድረስ፣ ለአንድ ቀን ያህል፣ ይቀመጣል።",
    "• የተገኘ ደረሰኝ ተመሳሳይ ጥያቄ ደግሞ እንዳይጠየቅ ቢበዛ ለ24 ሰዓታት ሊቀመጥ ይችላል።",
    "• ከ/start በኋላ በዘፈቀደ ቁጥር የተሰየመ ሂሳብ ይኖርዎታል፤ ወደ እሱ የሚመራው የተመሰጠረ ቁጥርዎ ነው። ያረጋገጡት ነገር በተመሰጠረ ጥያቄ፣ ከውጤቱና ከመጠኑ ጋር፣ አስተዳዳሪው ሌላ ካልወሰነ ለ90 ቀናት ይቀመጣል።",
    "• ከAPI ቁልፍ የሚቀመጠው አሻራው ብቻ ነው። የተከፈሉና የተቀነሱ ገንዘቦች በመዝገብ ይቀመጣሉ።",
    "• የዚህ ውይይት ቋንቋ ይቀመጣል።",
    "• /erase ይህን ሁሉ ወዲያውኑ ያጠፋል፤ በዘፈቀደ ቁጥሩ ስር የሚቀሩት የመዝገቡ መጠኖችና የተሞሉ ደረሰኞች አሻራ ብቻ ናቸው።",
    "• ስሞች፣ ሂሳብ ቁጥሮችና ሙሉ ሊንኮች በሥራ መዝገብ (log) አይጻፉም።",
    "በዚህ ውይይት ያሉ መልእክቶች እስኪሰርዟቸው ድረስ በTelegram ዘንድም ይቆያሉ።",
  ].join("\n"),
  usage: (remaining, limit, resetAt) =>
    `ለዛሬ የቀሩ ማረጋገጫዎች፦ ከ${limit} ${remaining}።\nእንደገና የሚሞላው፦ ${resetAt} (አዲስ አበባ)።`,
  usageBalance: (balance) => `ቀሪ ሂሳብዎ፦ ${balance} ብር። ለእያንዳንዱ መልስ 5 ብር ይከፈላል።`,
  privateOnly: "እባክዎ ይህን በግል ውይይታችን ይላኩልኝ፤ የቡድን ጉዳይ አይደለም።",
  linked: (name) =>
    name === ""
      ? "✅ ይህ ውይይት ከአሁን በኋላ ያንን ሂሳብ ይጠቀማል። የቀረውን በ/usage ይመልከቱ።"
      : `✅ ይህ ውይይት ከአሁን በኋላ “${name}” የሚለውን ሂሳብ ይጠቀማል። የቀረውን በ/usage ይመልከቱ።`,
  refused: {
    too_many_keys: "አምስት ቁልፎች አሉዎት። የማይጠቀሙበትን ይሰርዙ፤ ከዚያ አዲስ ይፍጠሩ።",
    key_unknown: "ይህ ቁልፍ የለም ወይም ቀደም ሲል ተተክቷል። /key ይመልከቱ።",
    link_code_unknown: "ይህ ኮድ ጥቅም ላይ ውሏል ወይም ከአሥር ደቂቃ በላይ ሆኖታል። አዲስ ይጠይቁ፤ ወይም ሠርቶ እንደሆነ በ/usage ይመልከቱ።",
    account_holds_money: "አሁን ያለዎት ሂሳብ ገንዘብ አለው። መጀመሪያ ይጠቀሙበት፤ ወይም የዚህን አገልግሎት አስተዳዳሪ ይጠይቁ።",
    otherwise: "ይህን ማድረግ አልተቻለም። እንደገና ይሞክሩ፤ ወይም የዚህን አገልግሎት አስተዳዳሪ ይጠይቁ።",
  },
  keys: {
    none: "የAPI ቁልፍ የለዎትም።",
    yours: "የAPI ቁልፎችዎ፦",
    until: (day) => `${day} ያበቃል`,
    explained:
      "ቁልፍ የሚቆጠረው ከዚህ ውይይት ጋር በአንድ ሂሳብ ላይ ነው፤ ቢበዛ አምስት ናቸው። የሙከራ ቁልፍ የሚጠይቀው የማስመሰያ ባንኮችን ብቻ ነው። /key link ለሌላ የቴሌግራም ተጠቃሚ ኮድ ይፈጥራል።",
    newLive: "➕ አዲስ ቁልፍ",
    newTest: "➕ የሙከራ ቁልፍ",
    rotate: (last4) => `🔄 …${last4}ን ቀይር`,
    revoke: (last4) => `🗑 …${last4}ን ሰርዝ`,
    made: "አዲሱ ቁልፍዎ፦",
    saveIt:
      "አሁኑኑ ያስቀምጡት፤ የማሳየው አንድ ጊዜ ብቻ ነው። ቁልፉን የያዘ ሰው ማረጋገጫዎችዎንና ሂሳብዎን ሊጠቀም ይችላል። ካስቀመጡት በኋላ ይህን መልእክት ይሰርዙ፤ ቁልፉን ወደ ምንም ውይይት አይላኩ።",
    rotated: "አሮጌው ቁልፍ ለ24 ሰዓታት ይሠራል።",
    revokeAsk: "ይህ ቁልፍ ይሰረዝ? የሚጠቀሙበት ፕሮግራሞች ወዲያውኑ ይቆማሉ።",
    revokeYes: "🗑 አዎ፣ ሰርዝ",
    revoked: (last4) => `…${last4} የሚለው ቁልፍ ተሰርዟል።`,
    ownerOnly: "የሂሳቡን ቁልፎች ማየትና መፍጠር የሚችለው ባለቤቱ ብቻ ነው።",
    linkCode:
      "ይህን በአሥር ደቂቃ ውስጥ የላከልኝ ሰው ከነገንዘቡና ከነቁልፎቹ የሂሳብዎ ባለቤት ይሆናል። የሚሠራው አንድ ጊዜ ነው። ከራስዎ በስተቀር ለማንም አይስጡ፦",
  },
  leakedKey: {
    revoked: "በመልእክትዎ ውስጥ የAPI ቁልፍ ነበር። ሌሎች አንብበውት ሊሆን ስለሚችል ቁልፉ አሁን ተሰርዟል።",
    unknown: "በመልእክትዎ ውስጥ የAPI ቁልፍ የሚመስል ነገር ነበር፤ እዚህ የሚታወቅ ግን አይደለም።",
    deleted: "መልእክቱን ሰርዤዋለሁ።",
    deleteIt: "እዚህ መልእክት መሰረዝ አልችልም፤ እባክዎ እርስዎ ይሰርዙት።",
    next: "በግል ውይይታችን በ/key አዲስ ቁልፍ ይፍጠሩ። በመልእክቱ ውስጥ ደረሰኝ ከነበረ ያለ ቁልፉ እንደገና ይላኩ።",
  },
  eraseAsk:
    "ስለ እርስዎ የተቀመጠው ይጥፋ? ወደ ሂሳብዎ የሚመራው ግንኙነት፣ ሌላ ባለቤት ከሌለው ደግሞ ሂሳቡ ከነቁልፎቹና ከነታሪኩ፣ ወዲያውኑና ለዘለዓለም ይጠፋል። የመዝገቡ መጠኖች በዘፈቀደ ቁጥር ስር ይቀራሉ።",
  eraseLoses: (balance) => `⚠️ ቀሪ ሂሳብዎ ${balance} ብር አብሮ ይጠፋል።`,
  eraseYes: "🗑 አዎ፣ ሁሉንም አጥፋ",
  erased: "ጠፍቷል። ከዚህ ወደ እርስዎ የሚመራ ነገር የለም። /start እንደ አዲስ ይጀምራል።",
  topUpHow: "ከእነዚህ ሂሳቦች ወደ አንዱ ይክፈሉ፦",
  topUpThen:
    "ከዚያ ለዚህ መልእክት መልስ አድርገው ደረሰኙን ይላኩልኝ፦ ማጣቀሻ ቁጥሩን፣ ሊንኩን ወይም ሙሉውን SMS። አንድ ማረጋገጫ 5 ብር ነው። አንድ ደረሰኝ የሚሞላው አንድ ጊዜ፣ መጀመሪያ ላስረከበው ነው፤ ስለዚህ ከዚያ በፊት ለማንም አያሳዩ። ከ500 ብር በላይ የአስተዳዳሪውን ውሳኔ ይጠብቃል።",
  topUpPlaceholder: "ማጣቀሻ ቁጥር፣ ሊንክ ወይም SMS",
  topUpCredited: (amount, balance) => `${amount} ብር ተሞልቷል። ቀሪ ሂሳብዎ፦ ${balance} ብር።`,
  topUpWaiting: (amount) =>
    `የ${amount} ብር ክፍያው እውነተኛ ነው። ከ500 ብር በላይ የአስተዳዳሪውን ውሳኔ ይጠብቃል፤ እንደገና መላክ አያስፈልግም።`,
  unknownCommand: "ይህን ትእዛዝ አላውቀውም። /help ይመልከቱ።",
  hint: "የክፍያ ማጣቀሻ ቁጥር፣ የደረሰኝ ሊንክ ወይም ሙሉውን SMS ይላኩልኝ። /help ይመልከቱ።",
  fileHint: "የማነበው ፎቶ እና ጽሑፍ ብቻ ነው፤ እባክዎ የደረሰኙን ሊንክ፣ ማጣቀሻ ቁጥሩን ወይም SMSን በጽሑፍ፣ ወይም የደረሰኙን QR ኮድ ፎቶ ይላኩ።",
  readFromPrint: "በፎቶው ላይ ከታተመው ጽሑፍ የተነበበ።",
  confirmPrint: "በፎቶው ላይ ከታተመው ጽሑፍ የተነበበ። እባክዎ ፊደል በፊደል ያነጻጽሩ፦",
  betterPhoto: "ቀረብ ብለው፣ በቀጥታ እና ያለ ነጸብራቅ ያንሱ፤ ወይም ፎቶውን እንደ ፋይል ይላኩ።",
  tooMany: (limit) => `በአንድ ጊዜ ከማረጋግጠው በላይ ነው። የመጀመሪያዎቹ ${limit} እነዚህ ናቸው፤ ሌሎቹን እባክዎ እንደገና ይላኩ።`,
  looking: (bank) => `${bank}ን በመጠየቅ ላይ …`,
  answerBelow: "መልሱ ከታች አለ።",
  askBank: "ይህ ደረሰኝ ከየትኛው ባንክ ነው?",
  askMeant: "በደረሰኙ ላይ ያለው የትኛው ነው?",
  mistyped: (suggestion) =>
    suggestion === null
      ? "⚠️ ይህ በስህተት የተጻፈ ሊሆን ይችላል፦ በውስጡ ትክክለኛ ቀን የለም። Oን ከ0፣ Iን ከ1 ለይተው ይመልከቱ።"
      : `⚠️ ይህ በስህተት የተጻፈ ሊሆን ይችላል። ${suggestion} ለማለት ፈልገው ነው?`,
  datedLongAgo: (since) => `⚠️ በማጣቀሻ ቁጥሩ መሠረት ከዚህ ክፍያ ${age(since)} አልፎታል።`,
  notCheckedEither: "በተመሳሳይ ምክንያት እነዚህም አልተረጋገጡም፦",
  askAccount: (bank) =>
    `${bank} ይህን ደረሰኝ የሚሰጠው ከሂሳብ ቁጥር ጋር ብቻ ነው። እባክዎ ገንዘቡን የተቀበለውን ወይም የከፈለውን ሂሳብ ቁጥር (ከ8 እስከ 20 አሃዞች) ይላኩ።`,
  accountPlaceholder: "ሂሳብ ቁጥር",
  accountRefused: "ይህ ሂሳብ ቁጥር አይደለም፦ ሂሳብ ቁጥር ከ8 እስከ 20 አሃዞች አሉት፤ ክፍተትና ሰረዝ ቢኖር ችግር የለውም። እባክዎ እንደገና ይላኩ።",
  questionStale: "ይህ ቀደም ሲል ተመልሷል ወይም ጊዜው አልፏል። እባክዎ ደረሰኙን እንደገና ይላኩ።",
  questionForeign: "ይህን መመለስ የሚችለው ደረሰኙን የላከው ሰው ብቻ ነው።",
  checking: "በማረጋገጥ ላይ …",
  checkAgain: "🔄 እንደገና አረጋግጥ",
  copyReference: "📋 ማጣቀሻ ቁጥሩን ቅዳ",
  verdict: {
    verified: (receiver) => `ተረጋግጧል፦ የተከፈለው ለ${receiver} ነው። እርስዎ ነዎት?`,
    seen: (when) => `እውነተኛ ደረሰኝ ነው፣ ግን ከዚህ በፊት ታይቷል፦ ${when}`,
    old: (since) => `እውነተኛ ደረሰኝ ነው፣ ግን ${age(since)} አልፎታል`,
    dateInDoubt: "እውነተኛ ደረሰኝ ነው፣ ግን ቀኑን ያረጋግጡ",
    notFoundYet: "እስካሁን አልተገኘም",
    notFoundYetHint:
      "ማጣቀሻ ቁጥሩ የዛሬ ወይም የትናንት ነው፤ አዲስ ደረሰኝ እስኪታይ ጥቂት ደቂቃዎች ሊወስድ ይችላል። ከጥቂት ደቂቃዎች በኋላ እንደገና ያረጋግጡ፤ እስከዚያ ክፍያው አልተረጋገጠም።",
  },
  record: {
    from: "ከፋይ",
    to: "ተቀባይ",
    date: "ቀን",
    age: (since) => `ከ${age(since)} በፊት`,
    reference: "ማጣቀሻ ቁጥር",
    checkedAt: (time) => `የተጠየቀው ${time}`,
    counted: (remaining, limit) => `ተቆጥሯል። ለዛሬ የቀረው፦ ከ${limit} ${remaining}`,
    notCounted: (remaining, limit) => `አልተቆጠረም። ለዛሬ የቀረው፦ ከ${limit} ${remaining}`,
    charged: (charged, balance) => `የተከፈለው፦ ${charged} ብር። ቀሪ ሂሳብ፦ ${balance} ብር`,
    free: "አልተቆጠረም።",
  },
};
