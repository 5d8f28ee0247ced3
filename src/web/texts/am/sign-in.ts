import type { en } from "../en.ts";

export const signIn: (typeof en)["signIn"] = {
  title: "ይግቡ",
  byBot: "በቴሌግራም",
  steps: ["በቴሌግራም ቦታችንን ይክፈቱ።", "/dashboard ብለው ይላኩለት።", "የሚመልሰውን ሊንክ ይክፈቱና አዝራሩን ይጫኑ።"],
  noAccount: "መለያ ገና የለዎትም? /dashboard ሲልኩ ቦቱ ይፈጥርልዎታል።",
  byKey: "በAPI ቁልፍ",
  key: "የAPI ቁልፍ",
  keyHint: "በdrs_live_ ወይም በdrs_test_ ይጀምራል። ሲገቡበት ቁልፉ የሚፈቅደውን ብቻ ማድረግ ይችላሉ፤ ከ12 ሰዓት በኋላ ያበቃል።",
  wrongKey: "ይህ ቁልፍ ትክክል አይደለም። እባክዎ ሙሉውን ቁልፍ ይለጥፉ።",
  submit: "ግባ",
  linkTitle: "ወደ ዳሽቦርድዎ ይግቡ",
  account: (shop) => (shop === "" ? "ስም የሌለው መለያ" : `“${shop}” የተባለው ሱቅ`),
  ofKey: (name) => `የ“${name}” ቁልፍ መለያ`,
  linkTo: (account) => `ይህ ሊንክ ወደ ${account} ያስገባዎታል።`,
  linkLeaves: (current, account) =>
    `አሁን የገቡት ወደ ${current} ነው። ይህ ሊንክ ግን፣ ስሙ ቢመሳሰልም፣ ወደ ሌላ መለያ ያስገባዎታል፦ ${account}።`,
  submitOther: "ወደ ሌላው መለያ ግባ",
  linkAsked: "ይህን ሊንክ ቦቱን የጠየቁት ራስዎ ከሆኑ ብቻ ይግቡ።",
  linkHint: "በዚህ መሣሪያ ላይ ለመጨረሻ ጊዜ ከተጠቀሙ በኋላ ለ30 ቀናት እንደገቡ ይቆያሉ። ሌሎች በሚጠቀሙበት መሣሪያ ላይ ይውጡ።",
  used: "ይህ ሊንክ ጥቅም ላይ ውሏል ወይም ከአሥር ደቂቃ በላይ ሆኖታል። አዲስ ለማግኘት /dashboard ብለው ለቦቱ ይላኩ።",
};
