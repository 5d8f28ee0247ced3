import type { HandedInCause, QuotaCause, UncreditedCause } from "../../core/failure.ts";
import { type FailureSentences, inCase, type Sentence } from "../sentences.ts";

/** Why somebody may not ask, or is not credited. */
export const accessFailures = {
  invalid_api_key: ({ cause }) =>
    cause === "missing"
      ? {
          message: "Kun furtuu API barbaada.",
          hint: "Furtuu X-API-Key keessatti ergaa; bot Telegram keessatti /key furtuu haaraa kenna.",
        }
      : {
          message: "Furtuun API kun sirrii miti.",
          hint: "X-API-Key keessa furtuun guutummaatti jiraachuu isaa mirkaneessaa.",
        },
  api_key_revoked: { message: "Furtuun API kun haqameera.", hint: "Furtuu biraa fayyadamaa." },
  api_key_expired: { message: "Yeroon furtuu API kanaa darbeera.", hint: "Furtuu biraa fayyadamaa." },
  api_key_in_url: ({ cause, param }) => ({
    message:
      param === undefined
        ? "Furtuun API teessoo (URL) namoonni biroo dubbisuu danda'an keessatti barreeffameera."
        : `Furtuun API bakka (${param}) namoonni biroo dubbisuu danda'an keessatti barreeffameera.`,
    hint:
      cause === "revoked"
        ? "Namoonni biroo dubbisuu waan danda'aniif furtuun kun battalatti haqameera. Furtuu haaraa baafadhaatii X-API-Key keessatti ergaa."
        : "X-API-Key keessatti ergaa; furtuun kun akka namoota birootti beekameetti waan lakkaa'amuuf haaraan bakka buusaa.",
  }),
  account_suspended: { message: "Herregni kun dhorkameera.", hint: "Bulchaa tajaajila kanaa gaafadhaa." },
  balance_exhausted: ({ cause }) => ({
    message: "Hafteen keessan mirkaneessa tokkoof (qarshii 5) hin ga'u.",
    hint:
      cause === "operator"
        ? "Bulchaa tajaajila kanaa gaafadhaa."
        : "Qarshii guuttadhaatii irra deebi'aa yaalaa.",
  }),
  daily_quota_exceeded: ({ resetAt, cause }) =>
    cause === "topup"
      ? {
          message: "Yaaliin nagaheedhaan guutuu kan har'aa dhumeera.",
          hint: `${resetAt ? `${resetAt} (Finfinnee) irraa eegalee nagahicha irra deebi'aa dhiheessuu dandeessu.` : "Boru nagahicha irra deebi'aa dhiheessuu dandeessu."} Mirkaneessi kophaatti lakkaa'ama.`,
        }
      : {
          message: "Mirkaneessi bilisaa har'aa dhumeera.",
          hint: [
            resetAt
              ? `${resetAt} (Finfinnee) irraa eegalee irra deebi'aa mirkaneessuu dandeessu.`
              : "Boru irra deebi'aa mirkaneessuu dandeessu.",
            ...(inCase(moreChecks, cause) ?? []),
          ].join(" "),
        },
  rate_limited: ({ retryAfterSeconds, cause }) =>
    cause === "pictures"
      ? {
          message: "Sa'aatii darbe keessa suuraawwan mirkaneessatti hin geessine baay'ataniiru.",
          hint: `Lakkoofsa wabii yookaan liinkii nagahee barreeffamaan ergaa; kun ammas ni hojjeta. Suuraa immoo daqiiqaa ${minutesOf(retryAfterSeconds)} booda erguu dandeessu.`,
        }
      : cause === "unanswered"
        ? {
            message: "Sa'aatii kana keessa mirkaneessi keessan kan baankiin hin deebisin baay'ateera.",
            hint: `Homtuu hin hir'anne. Hamma deebiin dhufutti kaffaltichi hin mirkanoofne. Daqiiqaa ${minutesOf(retryAfterSeconds)} booda irra deebi'aa mirkaneessaa.`,
          }
        : {
            message: "Gaaffiin baay'een yeroo tokkotti dhufe.",
            hint: waitHint(retryAfterSeconds),
          },
  abnormal_usage: ({ retryAfterSeconds }) => ({
    message: "Lakkoofsota wabii ergaman keessaa baay'een waan hin jirreef mirkaneessi yeroof dhaabbateera.",
    hint: waitHint(retryAfterSeconds),
  }),
  live_key_required: {
    message: "Kanaaf furtuu dhugaa (live) barbaachisa.",
    hint: "Furtuun yaalii hin kaffalu, herrega namaatis hin banu. Furtuu jalqaba isaatti “live” jedhu fayyadamaa.",
  },
  key_scope_missing: ({ subject }) => ({
    message: `Furtuun API kun kana gochuu hin danda'u${subject === undefined ? "" : `: hayyama “${subject}” hin qabu`}.`,
    hint: "Furtuu hayyama sana qabu fayyadamaa, yookaan haaraa uumaa.",
  }),
  key_address_refused: {
    message: "Furtuun API kun teessoo keessan irraa hin hojjetu.",
    hint: "Teessoo tarree isaa keessa jiru irraa fayyadamaa, yookaan furtuu teessoo keessan irraa hojjetu uumaa.",
  },
  key_limit_reached: ({ resetAt }) => ({
    message: "Furtuun API kun qarshii har'a baasuu danda'u fixeera.",
    hint: resetAt
      ? `${resetAt} (Finfinnee) irraa eegalee irra deebi'ee hojjeta. Hanga sanatti furtuu biraa fayyadamuun ni danda'ama.`
      : "Boru irra deebi'ee hojjeta. Hanga sanatti furtuu biraa fayyadamuun ni danda'ama.",
  }),
  key_replaced: {
    message:
      "Furtuun API kun haaraan waan bakka bu'eef kana booda koodii hin uumu, koodii fi furtuu biraas hin haqu.",
    hint: "Furtuu haaraa fayyadamaa.",
  },
  too_many_link_codes: {
    message: "Koodiiwwan herrega kanaa shan fayyadamuuf eegaa jiru.",
    hint: "Tokko haqaa, yookaan hanga daqiiqaan kudhan darbutti eegaa.",
  },
  topup_not_offered: {
    message: "Nagaheen qarshii guuttachuun asitti hin jiru.",
    hint: "Bulchaa tajaajila kanaa gaafadhaa.",
  },
  receipt_not_creditable: ({ cause }) =>
    inCase(uncredited, cause) ?? {
      message: "Kaffaltiin kun galmaa'uu hin danda'u.",
      hint: "Bulchaa tajaajila kanaa gaafadhaa.",
    },
  receipt_already_credited: ({ cause }) => ({
    message:
      inCase(already, cause) ??
      "Nagaheen kun kanaan dura dhihaateera; nagaheen tokko yeroo tokko qofa galmaa'a.",
    hint: "Kaffaltichi kan keessan yoo ta'ee hin galmaa'iin hafe bulchaa tajaajila kanaa gaafadhaa.",
  }),
} satisfies Partial<FailureSentences>;

const minutesOf = (seconds = 60): number => Math.ceil(seconds / 60);

const waitHint = (seconds: number | undefined): string =>
  seconds === undefined
    ? "Xiqqoo turaa irra deebi'aa yaalaa."
    : `Sekondii ${seconds} booda irra deebi'aa yaalaa.`;

/** How a caller of a tier comes to more checks. */
const moreChecks: Readonly<Partial<Record<QuotaCause, readonly string[]>>> = {
  anonymous: ["Guyyaatti bilisaan 10 argachuuf galmaa'aa: bootii Telegram irratti dhuunfaan /start ergaa."],
  guest: ["Guyyaatti bilisaan 10 argachuuf asitti /start ergaa."],
  registered: ["Kana caalaa mirkaneessuuf qarshii guuttadhaa; sana booda mirkaneessi tokko qarshii 5 dha."],
};

/** Why a real receipt is not credited. */
const uncredited: Readonly<Record<UncreditedCause, Sentence>> = {
  provider: {
    message: "Baankii nagahee kanaa keessaa herrega hin qabnu.",
    hint: "Herregoota guuttachuuf agarsiifaman keessaa tokkotti kaffalaa, sana booda nagahee sana ergaa.",
  },
  kind: {
    message:
      "Kun kaffaltii nuuf godhame miti: maallaqa baasuu, bittaa yookaan dabarsa ofii ofiitti godhame dha.",
    hint: "Herregoota guuttachuuf agarsiifaman keessaa tokkotti kaffalaa, sana booda nagahee sana ergaa.",
  },
  age: {
    message: "Kaffaltiin kun yeroon isaa waan darbeef hin galmoofne.",
    hint: "Bulchaa tajaajila kanaa gaafadhaa; harkaan galmeessuu danda'a.",
  },
  date: {
    message: "Guyyaan kaffaltii kanaa shakkisiisaa waan ta'eef hin galmoofne.",
    hint: "Bulchaa tajaajila kanaa gaafadhaa; harkaan galmeessuu danda'a.",
  },
  amount: {
    message: "Hangi kun kan galmaa'uu danda'uu gadi yookaan ol dha.",
    hint: "Bulchaa tajaajila kanaa gaafadhaa; harkaan galmeessuu danda'a.",
  },
};

/** What became of a receipt that the same account had handed in. */
const already: Readonly<Record<HandedInCause, string>> = {
  credited: "Nagaheen kun herrega keessanitti duraan galmaa'eera.",
  waiting: "Nagaheen kun murtee bulchaa eegaa jira.",
  declined: "Bulchaan nagahee kana hin fudhanne.",
};
