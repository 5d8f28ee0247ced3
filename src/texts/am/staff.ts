import type { staffTexts as pattern } from "../en/staff.ts";

/** How a shop's staff come to use its owner's account, and how that ends. */
export const staffTexts: typeof pattern = {
  staff: {
    invitation:
      "ይህን ኮድ በአሥር ደቂቃ ውስጥ የሚጠቀም ሰው ከዚያ በኋላ የእርስዎን ሂሳብ ይጠቀማል፦ ማረጋገጫዎቹን፣ ቀሪ ገንዘቡን፣ የተቀመጡ ሂሳቦችንና ታሪኩን፤ ቁልፎቹን ግን አይደለም። የሚሠራው አንድ ጊዜ ብቻ ነው። ከሠራተኞችዎ አንዱ ይህን ይላክልኝ፦",
    orLink: "ወይም ይህን ሊንክ ይክፈት፦",
    none: "ከእርስዎ በቀር ሂሳብዎን የሚጠቀም የለም።",
    members: "ሂሳብዎን የሚጠቀሙ ሌሎች ሰዎች፦",
    unnamed: "አንድ ሰው",
    remove: (name) => `🗑 ${name} ይውጣ`,
    removed: "ወጥቷል።",
    joined: (name) =>
      name === ""
        ? "✅ ከአሁን በኋላ ያንን ሂሳብ ይጠቀማሉ፦ ማረጋገጫዎቹን፣ ቀሪ ገንዘቡን፣ የተቀመጡ ሂሳቦችንና ታሪኩን። ለማቆም /join leave ይላኩ።"
        : `✅ ከአሁን በኋላ “${name}” የሚለውን ሂሳብ ይጠቀማሉ፦ ማረጋገጫዎቹን፣ ቀሪ ገንዘቡን፣ የተቀመጡ ሂሳቦችንና ታሪኩን። ለማቆም /join leave ይላኩ።`,
    left: "ያንን ሂሳብ ከአሁን በኋላ አይጠቀሙም። በግል ውይይታችን /start ቢልኩ የራስዎ ይኖርዎታል።",
    nothingToLeave: "የሌላ ሰው ሂሳብ እየተጠቀሙ አይደለም።",
    youAreStaff: "የሌላ ሰው ሂሳብ ይጠቀማሉ። ሌሎች እንዲጠቀሙበት መፍቀድ የሚችለው ባለቤቱ ብቻ ነው። ለማቆም /join leave ይላኩ።",
  },
};
