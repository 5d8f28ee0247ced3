import type { staffTexts as pattern } from "../en/staff.ts";

/** How people come to use a shop together, how a group belongs to it, and how both end. */
export const staffTexts: typeof pattern = {
  staff: {
    shop: (name) => (name === "" ? "ያ ሱቅ" : `“${name}” የተባለው ሱቅ`),
    invitation:
      "ይህን ኮድ በአሥር ደቂቃ ውስጥ የሚጠቀም ሰው ከዚያ በኋላ ሱቅዎን ይጠቀማል፦ ማረጋገጫዎቹን፣ ቀሪ ገንዘቡን፣ የተቀመጡ ሂሳቦችንና ታሪኩን፤ ቁልፎቹን ግን አይደለም። የሚሠራው አንድ ጊዜ ብቻ ነው። ከሠራተኞችዎ አንዱ ይህን ይላክልኝ፦",
    orLink: "ወይም ይህን ሊንክ ይክፈት፦",
    none: "ከእርስዎ በቀር ሱቅዎን የሚጠቀም የለም።",
    members: "ሱቅዎን የሚጠቀሙ ሌሎች ሰዎች፦",
    unnamed: "አንድ ሰው",
    remove: (name) => `🗑 ${name} ይውጣ`,
    removed: "ወጥቷል።",
    askJoin: (shop) => `ከአሁን በኋላ የሚጠቀሙት ${shop} ይሁን?`,
    askOwn: (shop) => `ባለቤት የሚሆኑበት ${shop} ይሁን?`,
    brings: "ለእርስዎ ✅ የሚሆነውን የሚወስኑት የእሱ የተቀመጡ ሂሳቦች ናቸው፤ ማረጋገጫዎቹን፣ ቀሪ ገንዘቡንና ታሪኩን ይጠቀማሉ።",
    waits: (shop, what) => `የሚተዉት፦ ${shop}። እንዳለ ይጠብቅዎታል፦ ${what}። /join leave ሲልኩ ይመለሳሉ።`,
    balance: (amount) => `${amount} ብር ቀሪ ገንዘብ`,
    waiting: (amount) => `የአስተዳዳሪውን ውሳኔ የሚጠብቅ ${amount} ብር`,
    keys: (count) => `${count} ቁልፍ`,
    savedAccounts: (count) => `${count} የተቀመጠ ሂሳብ`,
    history: "ታሪኩ",
    and: " እና ",
    othersKeep: (shop) => `የሚተዉት፦ ${shop}። ሌሎች ባለቤቶቹ ይቀጥሉበታል።`,
    noWayBack: (shop) => `ከአሁን በኋላ የማይጠቀሙት፦ ${shop}። እንደገና ሊያስገባዎ የሚችለው ባለቤቱ ብቻ ነው።`,
    yourShop: "የራስዎ ሱቅ",
    yes: "✅ አዎ",
    no: "አይ",
    unchanged: "ምንም አልተለወጠም።",
    joined: (shop) =>
      `✅ ከአሁን በኋላ የሚጠቀሙት ${shop} ነው፦ ማረጋገጫዎቹን፣ ቀሪ ገንዘቡን፣ የተቀመጡ ሂሳቦችንና ታሪኩን። ለማቆም /join leave ይላኩ።`,
    isThere: (shop) => `አስቀድመው የሚጠቀሙት ${shop} ነው።`,
    askBack: (shop) => `ወደ ቀድሞው ይመለሱ? የሚመለሱበት፦ ${shop}።`,
    yourFormer: "የቀድሞ ሱቅዎ",
    back: "✅ የራስዎን ሱቅ ከነሙሉ ይዞታው እንደገና ይጠቀማሉ።",
    left: "ያንን ሱቅ ከአሁን በኋላ አይጠቀሙም። በግል ውይይታችን /start ቢልኩ የራስዎ ይኖርዎታል።",
    nothingToLeave: "የሌላ ሰው ሱቅ እየተጠቀሙ አይደለም።",
    youAreStaff: "የሌላ ሰው ሱቅ ይጠቀማሉ። ሌሎች እንዲጠቀሙበት መፍቀድ የሚችለው ባለቤቱ ብቻ ነው። ለማቆም /join leave ይላኩ።",
  },
  group: {
    askBind: (shop) =>
      `ይህ ቡድን የሚያገለግለው ${shop} ይሁን? እንዲህ ከሆነ እዚህ ✅ የሚሆነውን ለሚልክ ሁሉ የሚወስኑት የእሱ የተቀመጡ ሂሳቦች ይሆናሉ፤ አስቀድሞ የታየውንም ታሪኩ ይናገራል።`,
    bind: "🔗 ይህን ቡድን አገናኝ",
    askRebind: (who, shop, former) =>
      `${who} ይህን ቡድን ከዚህ ጋር ማገናኘት ይፈልጋሉ፦ ${shop}። እስካሁን የተገናኘው ${former} ነው፤ መስማማት የሚችለው የእሱ ባለቤት ብቻ ነው።`,
    agree: "✅ ባለቤቱ ነኝ፣ እስማማለሁ",
    bound: (shop) => `✅ ይህ ቡድን አሁን የተገናኘው ${shop} ነው። እዚህ ✅ የሚሆነውን የሚወስኑት የእሱ የተቀመጡ ሂሳቦች ናቸው።`,
    isYours: (shop) => `ይህ ቡድን የተገናኘው ${shop} ነው፤ እዚህ ✅ የሚሆነውን የሚወስኑት የእሱ የተቀመጡ ሂሳቦች ናቸው።`,
    unbind: "ይህን ቡድን ለይ",
    unbound: "ይህ ቡድን ከአሁን በኋላ ከምንም ሱቅ ጋር አልተገናኘም። እዚህ የምናገረው ክፍያው እውነተኛ መሆኑን እንጂ የማን መሆኑን አይደለም።",
    ownersOnly: "ይህን ቡድን ከሱቅ ጋር ማገናኘት የሚችለው የሱቁ ባለቤት ብቻ ነው። በግል ውይይታችን /start ቢልኩ ሱቅ ይኖርዎታል።",
    administratorsOnly: "ይህን ቡድን ከሱቅ ጋር ማገናኘት የሚችለው የቡድኑ አስተዳዳሪ ብቻ ነው።",
    administratorsUnknown:
      "የዚህ ቡድን አስተዳዳሪ መሆንዎን ቴሌግራም አልነገረኝም፤ ስለዚህ የተቀየረ ነገር የለም። እባክዎ ከአንድ ደቂቃ በኋላ እንደገና ይሞክሩ።",
    forShop: (shop) => `ለ${shop}`,
    asYourself: "እባክዎ ይህን እንደ ቡድኑ ሳይሆን በራስዎ ስም ይጻፉ።",
    onlyOwnerOf: (shop) => `ይህን ማድረግ የሚችለው የዚህ ባለቤት ብቻ ነው፦ ${shop}።`,
    onlyAsked: "ይህ አዝራር ለጠየቀው ሰው ብቻ ነው።",
  },
};
