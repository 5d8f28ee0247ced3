import type { topUp as pattern } from "../en/top-up.ts";

/** Paying for checks with a receipt. */
export const topUp: typeof pattern = {
  topUpButton: "💳 Qarshii guuti",
  contactOperator: (contact) => `Bulchaa: ${contact}`,
  topUpHow: "Herregoota kanneen keessaa tokkotti kaffalaa:",
  topUpThen:
    "Sana booda ergaa kanaaf deebii gochuun nagahee naaf ergaa: lakkoofsa wabii, liinkii yookaan SMS guutuu. Mirkaneessi tokko qarshii 5 dha. Nagaheen tokko yeroo tokko, nama jalqaba dhiheesseef galmaa'a; kanaaf sana dura eenyuttiyyuu hin agarsiisinaa. Qarshii 500 ol murtee bulchaa eega.",
  topUpPlaceholder: "Lakkoofsa wabii, liinkii yookaan SMS",
  topUpCredited: (amount, balance) => `Qarshii ${amount} galmaa'eera. Haftee keessan: qarshii ${balance}.`,
  topUpWaiting: (amount) =>
    `Kaffaltiin qarshii ${amount} dhugaadha. Qarshii 500 ol murtee bulchaa eega; irra deebi'anii erguun hin barbaachisu.`,
};
