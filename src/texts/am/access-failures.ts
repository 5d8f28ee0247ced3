import type { HandedInCause, QuotaCause, UncreditedCause } from "../../core/failure.ts";
import { type FailureSentences, inCase, type Sentence } from "../sentences.ts";

/** Why somebody may not ask, or is not credited. */
export const accessFailures = {
  invalid_api_key: ({ cause }) =>
    cause === "missing"
      ? {
          message: "ይህ API ቁልፍ ያስፈልገዋል።",
          hint: "ቁልፉን በX-API-Key ውስጥ ይላኩ፤ በTelegram ቦቱ ውስጥ /key አዲስ ቁልፍ ይሰጣል።",
        }
      : { message: "ይህ API ቁልፍ ትክክል አይደለም።", hint: "በX-API-Key ውስጥ ቁልፉ ሙሉ በሙሉ መኖሩን ያረጋግጡ።" },
  api_key_revoked: { message: "ይህ API ቁልፍ ተሰርዟል።", hint: "ሌላ ቁልፍ ይጠቀሙ።" },
  api_key_expired: { message: "የዚህ API ቁልፍ ጊዜ አልፏል።", hint: "ሌላ ቁልፍ ይጠቀሙ።" },
  api_key_in_url: ({ cause, param }) => ({
    message:
      param === undefined
        ? "API ቁልፉ ሌሎች ሊያነቡት በሚችሉበት አድራሻ (URL) ውስጥ ተጽፏል።"
        : `API ቁልፉ ሌሎች ሊያነቡት በሚችሉበት ቦታ (${param}) ውስጥ ተጽፏል።`,
    hint:
      cause === "revoked"
        ? "ሌሎች አንብበውት ሊሆን ስለሚችል ይህ ቁልፍ ወዲያውኑ ተሰርዟል። አዲስ ቁልፍ አውጥተው በX-API-Key ይላኩ።"
        : "በX-API-Key ይላኩት፤ ይህ ቁልፍ ለሌሎች እንደታየ ስለሚቆጠር በአዲስ ይተኩት።",
  }),
  account_suspended: { message: "ይህ መለያ ታግዷል።", hint: "የዚህን አገልግሎት አስተዳዳሪ ያነጋግሩ።" },
  balance_exhausted: ({ cause }) => ({
    message: "ቀሪ ገንዘብዎ ለአንድ ተጨማሪ ማረጋገጫ (5 ብር) አይበቃም።",
    hint: cause === "operator" ? "የዚህን አገልግሎት አስተዳዳሪ ይጠይቁ።" : "ገንዘብ ከሞሉ በኋላ እንደገና ይሞክሩ።",
  }),
  daily_quota_exceeded: ({ resetAt, cause }) =>
    cause === "topup"
      ? {
          message: "የዛሬዎቹ በደረሰኝ የመሙላት ሙከራዎች አልቀዋል።",
          hint: `${resetAt ? `ከ${resetAt} (አዲስ አበባ) ጀምሮ ደረሰኙን እንደገና ማቅረብ ይችላሉ።` : "ነገ ደረሰኙን እንደገና ማቅረብ ይችላሉ።"} ማረጋገጫዎች ለብቻቸው ይቆጠራሉ።`,
        }
      : {
          message: "የዛሬዎቹ ነፃ ማረጋገጫዎች አልቀዋል።",
          hint: [
            resetAt ? `ከ${resetAt} (አዲስ አበባ) ጀምሮ እንደገና ማረጋገጥ ይችላሉ።` : "ነገ እንደገና ማረጋገጥ ይችላሉ።",
            ...(inCase(moreChecks, cause) ?? []),
          ].join(" "),
        },
  rate_limited: ({ retryAfterSeconds, cause }) =>
    cause === "pictures"
      ? {
          message: "ባለፈው አንድ ሰዓት ውስጥ ወደ ማረጋገጫ ያላደረሱ ፎቶዎች በዝተዋል።",
          hint: `ማጣቀሻ ቁጥሩን ወይም የደረሰኙን ሊንክ በጽሑፍ ይላኩ፤ ይህ አሁንም ይሠራል። ፎቶ ደግሞ ከ${minutesOf(retryAfterSeconds)} ደቂቃ በኋላ መላክ ይችላሉ።`,
        }
      : cause === "unanswered"
        ? {
            message: "በዚህ ሰዓት ውስጥ ካረጋገጧቸው ባንክ ያልመለሰላቸው በዝተዋል።",
            hint: `ምንም አልተቀነሰም። መልስ እስኪመጣ ድረስ ክፍያው አልተረጋገጠም። ከ${minutesOf(retryAfterSeconds)} ደቂቃ በኋላ እንደገና ያረጋግጡ።`,
          }
        : {
            message: "በአንድ ጊዜ ከመጠን በላይ ጥያቄዎች መጥተዋል።",
            hint: waitHint(retryAfterSeconds),
          },
  abnormal_usage: ({ retryAfterSeconds }) => ({
    message: "ከተላኩት ማጣቀሻ ቁጥሮች ብዙዎቹ ስለሌሉ ማረጋገጡ ለጊዜው ቆሟል።",
    hint: waitHint(retryAfterSeconds),
  }),
  live_key_required: {
    message: "ለዚህ እውነተኛ (live) ቁልፍ ያስፈልጋል።",
    hint: "የሙከራ ቁልፎች አይከፍሉም፣ ለማንም መለያ አይከፍቱም። በመጀመሪያው ላይ “live” የሚል ቁልፍ ይጠቀሙ።",
  },
  key_scope_missing: ({ subject }) => ({
    message: `ይህ API ቁልፍ ይህን ማድረግ አይፈቀድለትም${subject === undefined ? "" : `፤ የጎደለው ፈቃድ “${subject}” ነው`}።`,
    hint: "ፈቃዱ ያለውን ቁልፍ ይጠቀሙ፣ ወይም አዲስ ቁልፍ ይፍጠሩ።",
  }),
  key_address_refused: {
    message: "ይህ API ቁልፍ ከእርስዎ አድራሻ አይሠራም።",
    hint: "በዝርዝሩ ውስጥ ካለ አድራሻ ይጠቀሙት፣ ወይም ከእርስዎ አድራሻ የሚሠራ ቁልፍ ይፍጠሩ።",
  },
  key_limit_reached: ({ resetAt }) => ({
    message: "ይህ API ቁልፍ ዛሬ ሊያወጣ የሚችለውን ገንዘብ ጨርሷል።",
    hint: resetAt
      ? `ከ${resetAt} (አዲስ አበባ) ጀምሮ እንደገና ይሠራል። እስከዚያ ሌላ ቁልፍ መጠቀም ይቻላል።`
      : "ነገ እንደገና ይሠራል። እስከዚያ ሌላ ቁልፍ መጠቀም ይቻላል።",
  }),
  key_replaced: {
    message: "ይህ API ቁልፍ በአዲስ ስለተተካ ከእንግዲህ ኮድ አይፈጥርም፣ ኮድና ሌላ ቁልፍም አይሰርዝም።",
    hint: "አዲሱን ቁልፍ ይጠቀሙ።",
  },
  too_many_link_codes: {
    message: "የዚህ መለያ አምስት ኮዶች ጥቅም ላይ እስኪውሉ እየጠበቁ ናቸው።",
    hint: "አንዱን ይሰርዙ፣ ወይም አሥር ደቂቃ እስኪያልፍ ይጠብቁ።",
  },
  topup_not_offered: {
    message: "በደረሰኝ ገንዘብ መሙላት እዚህ የለም።",
    hint: "የዚህን አገልግሎት አስተዳዳሪ ይጠይቁ።",
  },
  receipt_not_creditable: ({ cause }) =>
    inCase(uncredited, cause) ?? {
      message: "ይህ ክፍያ ሊሞላ አይችልም።",
      hint: "የዚህን አገልግሎት አስተዳዳሪ ይጠይቁ።",
    },
  receipt_already_credited: ({ cause }) => ({
    message: inCase(already, cause) ?? "ይህ ደረሰኝ ቀደም ሲል ቀርቧል፤ አንድ ደረሰኝ የሚሞላው አንድ ጊዜ ብቻ ነው።",
    hint: "ክፍያው የእርስዎ ከሆነና ካልተሞላልዎ የዚህን አገልግሎት አስተዳዳሪ ይጠይቁ።",
  }),
} satisfies Partial<FailureSentences>;

const minutesOf = (seconds = 60): number => Math.ceil(seconds / 60);

const waitHint = (seconds: number | undefined): string =>
  seconds === undefined ? "ጥቂት ቆይተው እንደገና ይሞክሩ።" : `ከ${seconds} ሰከንድ በኋላ እንደገና ይሞክሩ።`;

/** How a caller of a tier comes to more checks. */
const moreChecks: Readonly<Partial<Record<QuotaCause, readonly string[]>>> = {
  anonymous: ["በቀን 10 ነፃ ማረጋገጫዎች ለማግኘት ይመዝገቡ፦ ለቴሌግራም ቦቱ በግል ውይይት /start ብለው ይላኩ።"],
  guest: ["በቀን 10 ነፃ ማረጋገጫዎች ለማግኘት እዚህ /start ብለው ይላኩ።"],
  registered: ["ከዚህ በላይ ለማረጋገጥ ገንዘብ ይሙሉ፤ ከዚያ በኋላ አንድ ማረጋገጫ 5 ብር ነው።"],
};

/** Why a real receipt is not credited. */
const uncredited: Readonly<Record<UncreditedCause, Sentence>> = {
  provider: {
    message: "በዚህ ደረሰኝ ባንክ ሂሳብ የለንም።",
    hint: "ገንዘብ ለመሙላት ከሚታዩት ሂሳቦች ወደ አንዱ ይክፈሉ፤ ከዚያ ያንን ደረሰኝ ይላኩ።",
  },
  kind: {
    message: "ይህ ለእኛ የተደረገ ክፍያ አይደለም፤ ገንዘብ ማውጣት፣ ግዢ ወይም ወደ ራስ ሂሳብ የተደረገ ዝውውር ነው።",
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
const already: Readonly<Record<HandedInCause, string>> = {
  credited: "ይህ ደረሰኝ ለመለያዎ ቀደም ሲል ተሞልቷል።",
  waiting: "ይህ ደረሰኝ የአስተዳዳሪውን ውሳኔ በመጠበቅ ላይ ነው።",
  declined: "አስተዳዳሪው ይህን ደረሰኝ አልተቀበለውም።",
};
