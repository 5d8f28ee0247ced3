import type { answer as pattern } from "../en/answer.ts";
import { age } from "./ages.ts";

/** The record, and how its first line judges. */
export const answer: typeof pattern = {
  verdict: {
    verified: (receiver) => `ተረጋግጧል፦ የተከፈለው ለ${receiver} ነው። እርስዎ ነዎት?`,
    seen: (when) => `እውነተኛ ደረሰኝ ነው፣ ግን ከዚህ በፊት ታይቷል፦ ${when}`,
    old: (since) => `እውነተኛ ደረሰኝ ነው፣ ግን ${age(since)} አልፎታል`,
    dateInDoubt: "እውነተኛ ደረሰኝ ነው፣ ግን ቀኑን ያረጋግጡ",
    notFoundYet: "እስካሁን አልተገኘም።",
    notFoundYetHint:
      "ማጣቀሻ ቁጥሩ የዛሬ ወይም የትናንት ነው፤ አዲስ ደረሰኝ እስኪታይ ጥቂት ደቂቃዎች ሊወስድ ይችላል። ከጥቂት ደቂቃዎች በኋላ እንደገና ያረጋግጡ፤ እስከዚያ ክፍያው አልተረጋገጠም።",
  },
  record: {
    from: "ከፋይ",
    to: "ተቀባይ",
    date: "ቀን",
    age: (since) => `ከ${age(since)} በፊት`,
    reference: "ማጣቀሻ ቁጥር",
    checkedAt: (time) => `የተጠየቀው ${time}`,
    counted: (remaining, limit) => `ተቆጥሯል። ለዛሬ የቀረው፦ ${remaining} (ከ${limit})`,
    notCounted: (remaining, limit) => `አልተቆጠረም። ለዛሬ የቀረው፦ ${remaining} (ከ${limit})`,
    charged: (charged, balance) => `የተከፈለው፦ ${charged} ብር። ቀሪ ሂሳብ፦ ${balance} ብር`,
    free: "አልተቆጠረም።",
  },
};
