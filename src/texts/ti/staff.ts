import type { staffTexts as pattern } from "../en/staff.ts";

/** How a shop's staff come to use its owner's account, and how that ends. */
export const staffTexts: typeof pattern = {
  staff: {
    invitation:
      "ነዚ ኮድ ኣብ ውሽጢ ዓሰርተ ደቒቕ ዝጥቀመሉ ሰብ ካብኡ ንድሓር ንሕሳብኩም ይጥቀም፦ መረጋገጺታቱ፣ ተረፍ ገንዘቡ፣ ዝተቐመጡ ሕሳባትን ታሪኹን፤ መፍትሓቱ ግን ኣይኮነን። ሓደ ግዜ ጥራይ ይሰርሕ። ሓደ ካብ ሰራሕተኛታትኩም ነዚ ይስደደለይ፦",
    orLink: "ወይ ነዚ ሊንክ ይኽፈት፦",
    none: "ብዘይካኹም ንሕሳብኩም ዝጥቀም የለን።",
    members: "ንሕሳብኩም ዝጥቀሙ ካልኦት፦",
    unnamed: "ሓደ ሰብ",
    remove: (name) => `🗑 ${name} ይውጻእ`,
    removed: "ወጺኡ።",
    joined: (name) =>
      name === ""
        ? "✅ ካብ ሕጂ ንድሓር ነቲ ሕሳብ ትጥቀሙ፦ መረጋገጺታቱ፣ ተረፍ ገንዘቡ፣ ዝተቐመጡ ሕሳባትን ታሪኹን። ንምቁራጽ /join leave ስደዱ።"
        : `✅ ካብ ሕጂ ንድሓር “${name}” ዝበሃል ሕሳብ ትጥቀሙ፦ መረጋገጺታቱ፣ ተረፍ ገንዘቡ፣ ዝተቐመጡ ሕሳባትን ታሪኹን። ንምቁራጽ /join leave ስደዱ።`,
    left: "ካብ ሕጂ ንድሓር ነቲ ሕሳብ ኣይትጥቀሙን። ኣብ ብሕታዊ ዕላልና /start እንተ ሰዲድኩም ናይ ገዛእ ርእስኹም ክህልወኩም እዩ።",
    nothingToLeave: "ናይ ካልእ ሰብ ሕሳብ ኣይትጥቀሙን ዘለኹም።",
    youAreStaff: "ናይ ካልእ ሰብ ሕሳብ ትጥቀሙ። ንኻልኦት ከፍቅድ ዝኽእል ዋናኡ ጥራይ እዩ። ንምቁራጽ /join leave ስደዱ።",
  },
};
