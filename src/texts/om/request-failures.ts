import type { FailureSentences } from "../sentences.ts";

/** What is wrong with what was sent. */
export const requestFailures = {
  json_invalid: {
    message: "Gaaffiin ergame JSON sirrii miti.",
    hint: "JSON object tokko Content-Type: application/json waliin ergaa.",
  },
  parameter_missing: ({ param }) => ({
    message: `Wanti hafe jira: ${fieldName(param)}.`,
    hint: "Kan hafe waliin ergaa.",
  }),
  parameter_unknown: ({ param, subject }) => ({
    message: param ? `Dirreen ${param} jedhamu hin jiru.` : "Dirreen akkasii hin jiru.",
    hint: subject ? `${subject} jechuu keessanii?` : "Dirreewwan teessoo kanaaf tarreeffaman qofa ergaa.",
  }),
  parameter_invalid: ({ param, subject }) => ({
    message: `Kun sirrii miti: ${fieldName(param)}.`,
    hint: fieldHint(param, subject),
  }),
  parameters_exclusive: {
    message: "Nagaheen tokko yeroo tokkotti karaa lamaan ibsame.",
    hint: "Liinkii yookaan lakkoofsa wabii, isa tokko qofa ergaa.",
  },
  reference_malformed: {
    message: "Kun bifa lakkoofsa wabii baankii kanaa hin qabu.",
    hint: "Lakkoofsa wabii yookaan liinkii akkuma nagahee yookaan SMS irra jirutti ergaa.",
  },
  reference_not_ascii: ({ subject }) => ({
    message: `Lakkoofsa wabii keessa mallattoon jiraachuu hin qabne jira${subject ? `: “${subject}”` : ""}.`,
    hint: "Qubee Laatinii fakkaachuu danda'a. Lakkoofsa wabii qubee Laatinii fi lakkoofsaan irra deebi'aa barreessaa.",
  }),
  reference_ambiguous: ({ cause }) => {
    if (cause === undefined)
      return {
        message: "Kun nagahee baankii tokkoo ol ta'uu danda'a.",
        hint: "Baankii kam irraa akka ta'e himaa.",
      };
    if (cause === "several receipts")
      return {
        message: "Barreeffamni kun nagahee tokkoo ol agarsiisa.",
        hint: "Nagahee tokko tokkoon ergaa.",
      };
    return {
      message: "Qubeen suuraa kana keessaa tokko karaa tokkoo olitti dubbifamuu danda'a.",
      hint: "Nagahee waliin wal bira qabaatii lakkoofsa wabii sirrii barreeffamaan ergaa.",
    };
  },
  reference_not_found_in_text: ({ param }) =>
    param === "image"
      ? {
          message: "Suuraa kana keessa lakkoofsi wabii nagahee hin jiru.",
          hint: "Suuraa nagaheen guutuun irratti mul'atu yookaan lakkoofsa wabii barreeffamaan ergaa.",
        }
      : {
          message: "Barreeffama kana keessa lakkoofsi wabii nagahee hin jiru.",
          hint: "Lakkoofsa wabii, liinkii nagahee yookaan SMS guutuu ergaa.",
        },
  receipt_url_untrusted: {
    message: "Liinkiin kun gara fuula nagahee baankichaatti hin geessu. Hin banamne.",
    hint: "Fuula akkasii namni kamiyyuu hojjechuu danda'a. Lakkoofsa wabii yookaan liinkii SMS baankii keessa jiru gaafadhaa.",
  },
  receipt_url_feedback_link: {
    message: "Kun liinkii yaada kennuu baankichaati malee nagahee miti.",
    hint: "SMS sanuma keessaa liinkii nagahee yookaan lakkoofsa wabii ergaa.",
  },
  account_number_required: {
    message: "Nagaheen kun lakkoofsa herregaa waliin qofa argama.",
    hint: "Lakkoofsa herregaa kan fudhatee yookaan kan kaffalee (lakkoofsa 8 hanga 20) itti dabalaa.",
  },
  route_not_found: {
    message: "Teessoo kana irra wanti tokko iyyuu hin jiru.",
    hint: "Kan jiru /docs irratti ilaalaa.",
  },
  provider_not_offered: {
    message: "Baankiin kun tajaajila kana keessa hin jiru.",
    hint: "Kanneen jiran /api/providers irratti ilaalaa.",
  },
  method_not_allowed: ({ subject }) => ({
    message: "Teessoon kun mala (method) kanaan hin hojjetu.",
    hint: subject ? `${subject} fayyadamaa.` : "Mala sirrii /docs irratti ilaalaa.",
  }),
  body_too_large: {
    message: "Gaaffiin ergame baay'ee guddaadha.",
    hint: "Xiqqeessaa ergaa; daangaa isaa /docs irratti ilaalaa.",
  },
  media_type_unsupported: {
    message: "Gosti qabiyyee kanaa asitti hin dubbifamu.",
    hint: "JSON Content-Type: application/json waliin, suuraa immoo multipart/form-data waliin ergaa.",
  },
  request_in_progress: {
    message: "Gaaffiin wal fakkaatu ammas hojii irra jira.",
    hint: "Xiqqoo turaa Idempotency-Key sanumaan irra deebi'aa gaafadhaa.",
  },
  idempotency_key_reused: {
    message: "Idempotency-Key kun kanaan dura gaaffii biraaf hojii irra ooleera.",
    hint: "Gaaffii haaraaf kan haaraa fayyadamaa.",
  },
  image_too_large: { message: "Suuraan baay'ee guddaadha.", hint: "Suuraa 8 MB hin caalle ergaa." },
  image_type_unsupported: {
    message: "Gosti suuraa kanaa asitti hin dubbifamu.",
    hint: "JPEG, PNG, WebP yookaan GIF ergaa. Kan iPhone akka HEIC tti kuusu akka suuraatti ergaa malee akka faayilaatti miti.",
  },
  image_unreadable: {
    message: "Suuraan kun dubbifamuu hin dandeenye.",
    hint: "Suuraa ifa ta'e kaasaa yookaan akka faayilaatti ergaa.",
  },
  image_dimensions_too_large: {
    message: "Bal'inni yookaan dheerinni suuraa kanaa daangaa caaleera.",
    hint: "Suuraa gama hundaan piksilii 8,000 hin caalle ergaa.",
  },
  qr_not_found: {
    message: "Suuraa kana irratti koodiin QR hin argamne.",
    hint: "Suuraa koodiin QR guutuu fi ifaan itti mul'atu yookaan lakkoofsa wabii ergaa.",
  },
  qr_ambiguous: {
    message: "Suuraa kana irra koodiiwwan QR nagahee hedduu jiru.",
    hint: "Suuraa tokkoon nagahee tokko qofa ergaa.",
  },
  qr_not_alpha: {
    message: "Koodiin QR kun nagahee baankii kanaa miti.",
    hint: "Koodii QR nagahee irra jiru yookaan lakkoofsa wabii ergaa.",
  },
  qr_untrusted_host: {
    message: "Koodiin QR kun gara fuula nagahee baankichaatti hin geessu. Hin banamne.",
    hint: "Koodii akkasii namni kamiyyuu hojjechuu danda'a. Lakkoofsa wabii SMS baankii keessa jiru gaafadhaa.",
  },
} satisfies Partial<FailureSentences>;

const fieldName = (param: string | undefined): string => {
  if (param === "accountNumber") return "lakkoofsa herregaa";
  if (param === "phone") return "lakkoofsa bilbilaa";
  return param ? `dirree ${param}` : "dirree tokko";
};

const fieldHint = (param: string | undefined, subject: string | undefined): string => {
  if (param === "accountNumber") return "Lakkoofsi herregaa lakkoofsa 8 hanga 20 qaba.";
  if (param === "phone") return "Lakkoofsa bilbila mobaayilaa Itoophiyaa ergaa, fakkeenyaaf 0911 000000.";
  if (param === "provider")
    return subject ? `${subject} jechuu keessanii?` : "Maqaalee /api/providers irratti ilaalaa.";
  return "Dirreen kun maal akka fudhatu /docs irratti ilaalaa.";
};
