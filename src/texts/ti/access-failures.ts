import type { HandedInCause, QuotaCause, UncreditedCause } from "../../core/failure.ts";
import { type FailureSentences, inCase, type Sentence } from "../sentences.ts";

/** Why somebody may not ask, or is not credited. */
export const accessFailures = {
  invalid_api_key: ({ cause }) =>
    cause === "missing"
      ? {
          message: "እዚ መፍትሕ API የድልዮ።",
          hint: "መፍትሕ ብX-API-Key ስደዱ፤ ኣብ ቦት Telegram /key ሓድሽ መፍትሕ ይህብ።",
        }
      : { message: "እዚ መፍትሕ API ቅኑዕ ኣይኮነን።", hint: "ኣብ X-API-Key እቲ መፍትሕ ምሉእ ምዃኑ ኣረጋግጹ።" },
  api_key_revoked: { message: "እዚ መፍትሕ API ተሰሪዙ እዩ።", hint: "ካልእ መፍትሕ ተጠቐሙ።" },
  api_key_expired: { message: "ናይዚ መፍትሕ API ግዜ ሓሊፉ እዩ።", hint: "ካልእ መፍትሕ ተጠቐሙ።" },
  api_key_in_url: ({ cause, param }) => ({
    message:
      param === undefined
        ? "እቲ መፍትሕ API ካልኦት ከንብብዎ ኣብ ዝኽእሉ ኣድራሻ (URL) ተጻሒፉ ኣሎ።"
        : `እቲ መፍትሕ API ካልኦት ከንብብዎ ኣብ ዝኽእሉ ቦታ (${param}) ተጻሒፉ ኣሎ።`,
    hint:
      cause === "revoked"
        ? "ካልኦት ኣንቢቦምዎ ክኾኑ ስለ ዝኽእሉ እዚ መፍትሕ ብኡንብኡ ተሰሪዙ። ሓድሽ መፍትሕ ኣውጺእኩም ብX-API-Key ስደዱ።"
        : "ብX-API-Key ስደድዎ፤ እዚ መፍትሕ ከም ዝተቓልዐ ስለ ዝሕሰብ ብሓድሽ ተክእዎ።",
  }),
  account_suspended: { message: "እዚ ሕሳብ ተኣጊዱ እዩ።", hint: "ንኣመሓዳሪ ናይዚ ኣገልግሎት ኣዘራርቡ።" },
  balance_exhausted: ({ cause }) => ({
    message: "ተረፍ ገንዘብኩም ንሓደ ተወሳኺ ምርግጋጽ (5 ብር) ኣይኣክልን።",
    hint: cause === "operator" ? "ንኣመሓዳሪ ናይዚ ኣገልግሎት ሕተቱ።" : "ገንዘብ መሊእኩም ከም ብሓድሽ ፈትኑ።",
  }),
  daily_quota_exceeded: ({ resetAt, cause }) =>
    cause === "topup"
      ? {
          message: "ናይ ሎሚ ብቅብሊት ናይ ምምላእ ፈተነታት ተወዲኦም እዮም።",
          hint: `${resetAt ? `ካብ ${resetAt} (ኣዲስ ኣበባ) ጀሚርኩም ነቲ ቅብሊት ከም ብሓድሽ ከተቕርብዎ ትኽእሉ።` : "ጽባሕ ነቲ ቅብሊት ከም ብሓድሽ ከተቕርብዎ ትኽእሉ።"} ምርግጋጻት በይኖም እዮም ዝቑጸሩ።`,
        }
      : {
          message: "ናይ ሎሚ ናጻ ምርግጋጻት ተወዲኦም እዮም።",
          hint: [
            resetAt ? `ካብ ${resetAt} (ኣዲስ ኣበባ) ጀሚርኩም ከም ብሓድሽ ከተረጋግጹ ትኽእሉ።` : "ጽባሕ ከም ብሓድሽ ከተረጋግጹ ትኽእሉ።",
            ...(inCase(moreChecks, cause) ?? []),
          ].join(" "),
        },
  rate_limited: ({ retryAfterSeconds, cause }) =>
    cause === "pictures"
      ? {
          message: "ኣብ ዝሓለፈት ሰዓት ናብ ምርግጋጽ ዘየብጽሓ ስእልታት በዚሐን።",
          hint: `መወከሲ ቁጽሪ ወይ ናይቲ ቅብሊት ሊንክ ብጽሑፍ ስደዱ፤ እዚ ሕጂ እውን ይሰርሕ። ስእሊ ድማ ድሕሪ ${minutesOf(retryAfterSeconds)} ደቒቕ ክትሰዱ ትኽእሉ።`,
        }
      : cause === "unanswered"
        ? {
            message: "ኣብዛ ሰዓት ካብ ዘረጋገጽኩምዎም ባንኪ ዘይመለሰሎም በዚሖም።",
            hint: `ዝተቐነሰ የለን። መልሲ ክሳብ ዝመጽእ እቲ ክፍሊት ኣይተረጋገጸን። ድሕሪ ${minutesOf(retryAfterSeconds)} ደቒቕ ከም ብሓድሽ ኣረጋግጹ።`,
          }
        : {
            message: "ብሓደ ግዜ ካብ ዓቐን ንላዕሊ ሕቶታት መጺኦም።",
            hint: waitHint(retryAfterSeconds),
          },
  abnormal_usage: ({ retryAfterSeconds }) => ({
    message: "ካብቶም ዝተላእኩ መወከሲ ቁጽርታት መብዛሕትኦም ስለ ዘየለዉ ምርግጋጽ ንግዚኡ ደው ኢሉ።",
    hint: waitHint(retryAfterSeconds),
  }),
  live_key_required: {
    message: "ንዚ ናይ ሓቂ (live) መፍትሕ የድሊ።",
    hint: "ናይ ፈተነ መፍትሓት ኣይከፍሉን፣ ንማንም ሕሳብ ኣይከፍቱን። ኣብ መጀመርታኡ “live” ዝብል መፍትሕ ተጠቐሙ።",
  },
  key_scope_missing: ({ subject }) => ({
    message: `እዚ መፍትሕ API ነዚ ክገብር ኣይፍቀደሉን${subject === undefined ? "" : `፤ ዝጎደሎ ፍቓድ “${subject}” እዩ`}።`,
    hint: "እቲ ፍቓድ ዘለዎ መፍትሕ ተጠቐሙ፣ ወይ ሓድሽ መፍትሕ ፍጠሩ።",
  }),
  key_address_refused: {
    message: "እዚ መፍትሕ API ካብ ኣድራሻኹም ኣይሰርሕን።",
    hint: "ኣብ ዝርዝሩ ካብ ዘሎ ኣድራሻ ተጠቐሙሉ፣ ወይ ካብ ኣድራሻኹም ዝሰርሕ መፍትሕ ፍጠሩ።",
  },
  key_limit_reached: ({ resetAt }) => ({
    message: "እዚ መፍትሕ API ሎሚ ከውጽኦ ዝኽእል ገንዘብ ወዲኡ እዩ።",
    hint: resetAt
      ? `ካብ ${resetAt} (ኣዲስ ኣበባ) ጀሚሩ ከም ብሓድሽ ይሰርሕ። ክሳብ ሽዑ ካልእ መፍትሕ ምጥቃም ይከኣል።`
      : "ጽባሕ ከም ብሓድሽ ይሰርሕ። ክሳብ ሽዑ ካልእ መፍትሕ ምጥቃም ይከኣል።",
  }),
  key_replaced: {
    message: "እዚ መፍትሕ API ብሓድሽ ስለ ዝተተክአ ካብ ሕጂ ኮድ ኣይፈጥርን፣ ኮድን ካልእ መፍትሕን እውን ኣይስርዝን።",
    hint: "እቲ ሓድሽ መፍትሕ ተጠቐሙ።",
  },
  too_many_link_codes: {
    message: "ናይዚ ሕሳብ ሓሙሽተ ኮዳት ክሳብ ዝጥቀሙሎም ይጽበዩ ኣለዉ።",
    hint: "ሓደ ሰርዙ፣ ወይ ዓሰርተ ደቒቕ ክሳብ ዝሓልፍ ተጸበዩ።",
  },
  topup_not_offered: {
    message: "ብቅብሊት ገንዘብ ምምላእ ኣብዚ የለን።",
    hint: "ንኣመሓዳሪ ናይዚ ኣገልግሎት ሕተቱ።",
  },
  receipt_not_creditable: ({ cause }) =>
    inCase(uncredited, cause) ?? {
      message: "እዚ ክፍሊት ክምላእ ኣይክእልን።",
      hint: "ንኣመሓዳሪ ናይዚ ኣገልግሎት ሕተቱ።",
    },
  receipt_already_credited: ({ cause }) => ({
    message: inCase(already, cause) ?? "እዚ ቅብሊት ቅድሚ ሕጂ ቀሪቡ እዩ፤ ሓደ ቅብሊት ሓደ ግዜ ጥራይ እዩ ዝምላእ።",
    hint: "እቲ ክፍሊት ናትኩም እንተኾይኑን እንተዘይተመሊኡን ንኣመሓዳሪ ናይዚ ኣገልግሎት ሕተቱ።",
  }),
} satisfies Partial<FailureSentences>;

const minutesOf = (seconds = 60): number => Math.ceil(seconds / 60);

const waitHint = (seconds: number | undefined): string =>
  seconds === undefined ? "ቁሩብ ጸኒሕኩም ከም ብሓድሽ ፈትኑ።" : `ድሕሪ ${seconds} ካልኢት ከም ብሓድሽ ፈትኑ።`;

/** How a caller of a tier comes to more checks. */
const moreChecks: Readonly<Partial<Record<QuotaCause, readonly string[]>>> = {
  anonymous: ["ኣብ መዓልቲ 10 ናጻ ምርግጋጻት ንምርካብ ተመዝገቡ፦ ናብ ቦት ቴለግራም ብውልቂ /start ኢልኩም ስደዱ።"],
  guest: ["ኣብ መዓልቲ 10 ናጻ ምርግጋጻት ንምርካብ ኣብዚ /start ኢልኩም ስደዱ።"],
  registered: ["ካብዚ ንላዕሊ ንምርግጋጽ ገንዘብ ምልኡ፤ ድሕሪኡ ሓደ ምርግጋጽ 5 ብር እዩ።"],
};

/** Why a real receipt is not credited. */
const uncredited: Readonly<Record<UncreditedCause, Sentence>> = {
  provider: {
    message: "ኣብ ባንኪ ናይዚ ቅብሊት ሕሳብ የብልናን።",
    hint: "ገንዘብ ንምምላእ ናብ ሓደ ካብቶም ዝርኣዩ ሕሳባት ክፈሉ፤ ድሕሪኡ ነቲ ቅብሊት ስደዱ።",
  },
  kind: {
    message: "እዚ ናባና ዝተገብረ ክፍሊት ኣይኮነን፦ ገንዘብ ምውጻእ፣ ዕድጊ ወይ ናብ ናይ ገዛእ ርእሲ ሕሳብ ዝተገብረ ምስግጋር እዩ።",
    hint: "ገንዘብ ንምምላእ ናብ ሓደ ካብቶም ዝርኣዩ ሕሳባት ክፈሉ፤ ድሕሪኡ ነቲ ቅብሊት ስደዱ።",
  },
  age: {
    message: "እዚ ክፍሊት ግዜኡ ስለ ዝሓለፈ ኣይተመልአን።",
    hint: "ንኣመሓዳሪ ናይዚ ኣገልግሎት ሕተቱ፤ ብኢድ ክመልኣልኩም ይኽእል።",
  },
  date: {
    message: "ዕለት ናይዚ ክፍሊት ስለ ዘጠራጥር ኣይተመልአን።",
    hint: "ንኣመሓዳሪ ናይዚ ኣገልግሎት ሕተቱ፤ ብኢድ ክመልኣልኩም ይኽእል።",
  },
  amount: {
    message: "እዚ መጠን ካብቲ ክምላእ ዝኽእል ይንእስ ወይ ይበልጽ።",
    hint: "ንኣመሓዳሪ ናይዚ ኣገልግሎት ሕተቱ፤ ብኢድ ክመልኣልኩም ይኽእል።",
  },
};

/** What became of a receipt that the same account had handed in. */
const already: Readonly<Record<HandedInCause, string>> = {
  credited: "እዚ ቅብሊት ናብ ሕሳብኩም ቅድሚ ሕጂ ተመሊኡ እዩ።",
  waiting: "እዚ ቅብሊት ውሳነ ኣመሓዳሪ ይጽበ ኣሎ።",
  declined: "ኣመሓዳሪ ነዚ ቅብሊት ኣይተቐበሎን።",
};
