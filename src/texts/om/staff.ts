import type { staffTexts as pattern } from "../en/staff.ts";

/** How a shop's staff come to use its owner's account, and how that ends. */
export const staffTexts: typeof pattern = {
  staff: {
    invitation:
      "Namni koodii kana daqiiqaa kudhan keessatti fayyadamu sana booda herrega keessan fayyadama: mirkaneessa, haftee, herregoota kuufamanii fi seenaa isaa; furtuuwwan isaa garuu miti. Yeroo tokko qofa hojjeta. Hojjetaan keessan tokko kana naaf haa ergu:",
    orLink: "yookaan geessituu kana haa banu:",
    none: "Isin malee namni herrega keessan fayyadamu hin jiru.",
    members: "Warra herrega keessan fayyadaman:",
    unnamed: "nama tokko",
    remove: (name) => `🗑 ${name} haa ba'u`,
    removed: "Ba'eera.",
    joined: (name) =>
      name === ""
        ? "✅ Ammaa kaasee herrega sana fayyadamtu: mirkaneessa, haftee, herregoota kuufamanii fi seenaa isaa. Dhaabuuf /join leave ergaa."
        : `✅ Ammaa kaasee herrega “${name}” jedhamu fayyadamtu: mirkaneessa, haftee, herregoota kuufamanii fi seenaa isaa. Dhaabuuf /join leave ergaa.`,
    left: "Herrega sana kana booda hin fayyadamtan. Haasawa dhuunfaa keenya keessatti /start yoo ergitan kan mataa keessanii argattu.",
    nothingToLeave: "Herrega nama biraa fayyadamaa hin jirtan.",
    youAreStaff:
      "Herrega nama biraa fayyadamtu. Warra biraatiif kan hayyamuu danda'u abbaa isaa qofa. Dhaabuuf /join leave ergaa.",
  },
};
