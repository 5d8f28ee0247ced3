import { withEnglish } from "../beta.ts";
import { answer as english } from "../en/answer.ts";
import { age } from "./ages.ts";

/** The record, and how its first line judges. */
export const answer: typeof english = {
  verdict: {
    verified: (receiver) =>
      withEnglish(`ተረጋጊጹ፦ ን${receiver} እዩ ተኸፊሉ። ንስኹም ዲኹም?`, english.verdict.verified(receiver)),
    seen: (when) => withEnglish(`ናይ ሓቂ ቅብሊት እዩ፣ ግን ቅድሚ ሕጂ ተራእዩ፦ ${when}`, english.verdict.seen(when)),
    old: (since) => withEnglish(`ናይ ሓቂ ቅብሊት እዩ፣ ግን ${age(since)} ገይሩ`, english.verdict.old(since)),
    dateInDoubt: withEnglish("ናይ ሓቂ ቅብሊት እዩ፣ ግን ዕለቱ ኣረጋግጹ", english.verdict.dateInDoubt),
    notFoundYet: withEnglish("ክሳብ ሕጂ ኣይተረኽበን።", english.verdict.notFoundYet),
    notFoundYetHint:
      "መወከሲ ቁጽሪ ናይ ሎሚ ወይ ናይ ትማሊ እዩ፤ ሓድሽ ቅብሊት ክሳብ ዝርአ ቁሩብ ደቓይቕ ክወስድ ይኽእል። ድሕሪ ቁሩብ ደቓይቕ ከም ብሓድሽ ኣረጋግጹ፤ ክሳብ ሽዑ እቲ ክፍሊት ኣይተረጋገጸን።",
  },
  record: {
    from: "ከፋሊ",
    to: "ተቐባሊ",
    date: "ዕለት",
    age: (since) => `ቅድሚ ${age(since)}`,
    reference: "መወከሲ ቁጽሪ",
    checkedAt: (time) => `ዝተሓተተሉ ሰዓት ${time}`,
    counted: (remaining, limit) => `ተቖጺሩ። ንሎሚ ዝተረፈ፦ ${remaining} (ካብ ${limit})`,
    notCounted: (remaining, limit) => `ኣይተቖጽረን። ንሎሚ ዝተረፈ፦ ${remaining} (ካብ ${limit})`,
    charged: (charged, balance) => `ዝተኸፈለ፦ ${charged} ብር። ተረፍ ሕሳብ፦ ${balance} ብር`,
    free: "ኣይተቖጽረን።",
  },
};
