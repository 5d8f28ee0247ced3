import type { en } from "../en.ts";

export const status: (typeof en)["status"] = {
  title: "ባንኮች እንዴት እየመለሱ ነው",
  lead: "የተቆጠረው ከዚህ ሰርቨር ፍተሻዎች ብቻ ነው። በቅርቡ ያልተጠየቀ ባንክ “ይሠራል” አይባልም።",
  incident: "ከአገልግሎቱ አስተዳዳሪ",
  noBanks: "በዚህ ሰርቨር ላይ እስካሁን የተዘጋጀ ባንክ የለም።",
  since: (time) => `ይህ ሰርቨር መቁጠር የጀመረው፦ ${time} (አዲስ አበባ)።`,
  states: {
    answering: "ይመልሳል",
    troubled: "ይመልሳል፤ ግን ሁልጊዜ አይደለም",
    failing: "አይመልስም",
    quiet: "ባለፈው አንድ ሰዓት አልተጠየቀም",
    unknown: "እስካሁን አልተጠየቀም",
  },
  lastAnswer: "የመጨረሻ መልስ",
  none: "እስካሁን የለም",
  lastHour: "ባለፈው አንድ ሰዓት",
  lastDay: "ባለፉት 24 ሰዓታት",
  notAsked: "አልተጠየቀም",
  allAnswered: (asked) => (asked === 1 ? "1 ፍተሻ፤ ተመልሷል" : `${asked} ፍተሻዎች፤ ሁሉም ተመልሰዋል`),
  failures: (failed, asked) => `ከ${asked} ፍተሻዎች ${failed} መልስ አላገኙም`,
  rests: (seconds) => `ብዙ ጊዜ ስላልተሳካ ከ${seconds} ሰከንድ በኋላ እንደገና ይጠየቃል።`,
};

export const failure: (typeof en)["failure"] = {
  title: (httpStatus) => `ስህተት ${httpStatus}`,
  code: "ኮድ",
  requestId: "የጥያቄ መለያ",
  home: "ደረሰኝ ያረጋግጡ",
  docs: "ለገንቢዎች",
};
