import type { staffTexts as pattern } from "../en/staff.ts";

/** How people come to use a shop together, how a group belongs to it, and how both end. */
export const staffTexts: typeof pattern = {
  staff: {
    shop: (name) => (name === "" ? "እቲ ድኳን" : `“${name}” ዝተባህለ ድኳን`),
    invitation:
      "ነዚ ኮድ ኣብ ውሽጢ ዓሰርተ ደቒቕ ዝጥቀመሉ ሰብ ካብኡ ንድሓር ንድኳንኩም ይጥቀም፦ መረጋገጺታቱ፣ ተረፍ ገንዘቡ፣ ዝተቐመጡ ሕሳባትን ታሪኹን፤ መፍትሓቱ ግን ኣይኮነን። ሓደ ግዜ ጥራይ ይሰርሕ። ሓደ ካብ ሰራሕተኛታትኩም ነዚ ይስደደለይ፦",
    orLink: "ወይ ነዚ ሊንክ ይኽፈት፦",
    none: "ብዘይካኹም ንድኳንኩም ዝጥቀም የለን።",
    members: "ንድኳንኩም ዝጥቀሙ ካልኦት፦",
    unnamed: "ሓደ ሰብ",
    remove: (name) => `🗑 ${name} ይውጻእ`,
    removed: "ወጺኡ።",
    askJoin: (shop) => `ካብ ሕጂ ንድሓር እትጥቀሙሉ ${shop} ይኹን ዶ?`,
    askOwn: (shop) => `ዋና እትኾኑሉ ${shop} ይኹን ዶ?`,
    brings: "ንዓኹም ✅ ዝኸውን ዝውስኑ ናቱ ዝተቐመጡ ሕሳባት እዮም፤ መረጋገጺታቱ፣ ተረፍ ገንዘቡን ታሪኹን ትጥቀሙ።",
    waits: (shop, what) => `እትገድፍዎ፦ ${shop}። ከም ዘለዎ ይጽበየኩም፦ ${what}። /join leave ምስ ሰደድኩም ትምለሱ።`,
    balance: (amount) => `${amount} ብር ተረፍ ገንዘብ`,
    keys: (count) => `${count} መፍትሕ`,
    savedAccounts: (count) => `${count} ዝተቐመጠ ሕሳብ`,
    history: "ታሪኹ",
    and: "ን ",
    othersKeep: (shop) => `እትገድፍዎ፦ ${shop}። ካልኦት ዋናታቱ ይቕጽሉሉ።`,
    noWayBack: (shop) => `ካብ ሕጂ ንድሓር ዘይትጥቀሙሉ፦ ${shop}። ደጊሙ ከእትወኩም ዝኽእል ዋናኡ ጥራይ እዩ።`,
    yourShop: "ናይ ገዛእ ርእስኹም ድኳን",
    yes: "✅ እወ",
    no: "ኣይፋል",
    unchanged: "ዝተቐየረ ነገር የለን።",
    joined: (shop) =>
      `✅ ካብ ሕጂ ንድሓር እትጥቀሙሉ ${shop} እዩ፦ መረጋገጺታቱ፣ ተረፍ ገንዘቡ፣ ዝተቐመጡ ሕሳባትን ታሪኹን። ንምቁራጽ /join leave ስደዱ።`,
    isThere: (shop) => `ኣቐዲምኩም እትጥቀሙሉ ${shop} እዩ።`,
    askBack: (shop) => `ናብ ናይ ቀደም ክትምለሱ ዶ? እትምለስዎ፦ ${shop}።`,
    yourFormer: "ናይ ቀደም ድኳንኩም",
    back: "✅ ንናይ ገዛእ ርእስኹም ድኳን ምስ ኩሉ ዘለዎ ደጊምኩም ትጥቀሙ።",
    left: "ካብ ሕጂ ንድሓር ነቲ ድኳን ኣይትጥቀሙን። ኣብ ብሕታዊ ዕላልና /start እንተ ሰዲድኩም ናይ ገዛእ ርእስኹም ክህልወኩም እዩ።",
    nothingToLeave: "ናይ ካልእ ሰብ ድኳን ኣይትጥቀሙን ዘለኹም።",
    youAreStaff: "ናይ ካልእ ሰብ ድኳን ትጥቀሙ። ንኻልኦት ከፍቅድ ዝኽእል ዋናኡ ጥራይ እዩ። ንምቁራጽ /join leave ስደዱ።",
  },
  group: {
    askBind: (shop) =>
      `እዚ ጉጅለ ናይዚ ድዩ? ${shop}። ከምኡ እንተኾይኑ ኣብዚ ✅ ዝኸውን ንዝሰደደ ኩሉ ዝውስኑ ናቱ ዝተቐመጡ ሕሳባት እዮም፤ ቅድሚ ሕጂ ዝተራእየ እውን ታሪኹ ይነግር።`,
    bind: "🔗 ነዚ ጉጅለ ኣተኣሳስር",
    askRebind: (who, shop, former) =>
      `${who} ነዚ ጉጅለ ምስዚ ከተኣሳስር ይደሊ፦ ${shop}። ክሳብ ሕጂ ዝተኣሳሰረ ${former} እዩ፤ ክሰማማዕ ዝኽእል ዋናኡ ጥራይ እዩ።`,
    agree: "✅ ዋናኡ እየ፣ እሰማማዕ",
    bound: (shop) => `✅ እዚ ጉጅለ ሕጂ ዝተኣሳሰረ ${shop} እዩ። ኣብዚ ✅ ዝኸውን ዝውስኑ ናቱ ዝተቐመጡ ሕሳባት እዮም።`,
    isYours: (shop) => `እዚ ጉጅለ ዝተኣሳሰረ ${shop} እዩ፤ ኣብዚ ✅ ዝኸውን ዝውስኑ ናቱ ዝተቐመጡ ሕሳባት እዮም።`,
    unbind: "ነዚ ጉጅለ ፍታሕ",
    unbound: "እዚ ጉጅለ ካብ ሕጂ ንድሓር ምስ ዝኾነ ድኳን ኣይተኣሳሰረን። ኣብዚ እነግሮ ክፍሊት ሓቀኛ ምዃኑ እምበር ናይ መን ምዃኑ ኣይኮነን።",
    ownersOnly: "ነዚ ጉጅለ ምስ ድኳን ከተኣሳስር ዝኽእል ዋና እቲ ድኳን ጥራይ እዩ። ኣብ ብሕታዊ ዕላልና /start እንተ ሰዲድኩም ድኳን ክህልወኩም እዩ።",
    administratorsOnly: "ነዚ ጉጅለ ምስ ድኳን ከተኣሳስር ዝኽእል ኣመሓዳሪ እቲ ጉጅለ ጥራይ እዩ።",
    administratorsUnknown: "ኣመሓዳሪ እዚ ጉጅለ ምዃንኩም ተለግራም ኣይነገረንን፤ ስለዚ ዝተቐየረ ነገር የለን። በጃኹም ድሕሪ ሓደ ደቒቕ ደጊምኩም ፈትኑ።",
    forShop: (shop) => `ን${shop}`,
    asYourself: "በጃኹም ነዚ ከም ጉጅለ ዘይኮነ ብስምኩም ጽሓፍዎ።",
    onlyOwnerOf: (shop) => `ነዚ ክገብር ዝኽእል ናይዚ ዋና ጥራይ እዩ፦ ${shop}።`,
    onlyAsked: "እዚ መጠወቒ ንዝሓተተ ሰብ ጥራይ እዩ።",
  },
};
