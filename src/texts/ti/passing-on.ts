import type { en } from "../en.ts";

/** From the chat to pages: the form, and a proof that is passed on. */
export const passingOn: Pick<typeof en, "proof" | "openForm"> = {
  openForm: "✏️ ቅጥዒ ክፈት",
  proof: {
    button: "🔗 ንኻልእ ዝለኣኽ ሊንክ",
    made: (link, until) => `እዚ ሊንክ ዘለዎ ሰብ ክሳብ ${until} እቲ ክፍሊት ሓቀኛ ምዃኑን መጠኑን ዝተሸፈነ ተቐባልን ጥራይ ይርኢ፦\n${link}`,
    withdraw: "ነቲ ሊንክ ሰርዞ",
    withdrawn: "እቲ ሊንክ ተሰሪዙ። ካብ ሕጂ ንደሓር ዋላ ሓደ ኣየርእን።",
    refused: "ከምዚ ዝበለ ሊንክ ክሰርሕ ወይ ክስርዝ ዝኽእል ዋና እቲ ሕሳብ ጥራይ እዩ።",
    tooMany: "ሽሕ ሊንክታትኩም ይሰርሑ ኣለዉ። መጀመርታ ዝተወሰነ ሰርዙ።",
    /** This sentence has no mark, because its reader may not be the receiver. */
    real: (when, amount, receiver) => `ኣብ ${when} ሓቀኛ፦ ${amount} ብር${receiver === "" ? "" : ` ን${receiver}`}`,
    warning: "እዚ ንዓኹም ከም ዝተኸፈለ ኣይነግርን፦ ባዕልኹም ኣረጋግጹ።",
    forged: "ነዚ ሊንክ Deresegn ኣይሰርሖን፣ ወይ ተቐይሩ። ዋላ ሓደ ኣየረጋግጽን።",
    gone: "እዚ ሊንክ ኣብቂዑ፦ ካብ 30 መዓልቲ ሓሊፉዎ፣ ዋናኡ ሰሪዝዎ ወይ እቲ ባንክ ክፍሊቱ ከም ዝተሰረዘ ነጊሩ። ዋላ ሓደ ኣየረጋግጽን።",
  },
};
