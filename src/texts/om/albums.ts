import type { albums as pattern } from "../en/albums.ts";

/** What is said of an album, and of files. */
export const albums: typeof pattern = {
  albumTitle: (pictures) => `Albamiin kun: suuraa ${pictures}`,
  albumSum: (receipts, amount) => `✅ walumaagala: nagahee ${receipts}, ${amount}`,
  albumClaim: (claimed, received, isRead) =>
    `${isRead ? "⚠️" : "❓"} Ergaan kun ${claimed} jedha. Nagaheen dubbifamuu danda'an walumaagala ${received} dha.`,
  albumSame: (picture) => `nagahee suuraa ${picture} waliin tokko`,
  albumAnswered: "olitti deebifameera",
  albumComing: "Albamicha ida'aan jira …",
  readFromFileName: "Kana maqaa faayilichaa irraan dubbise.",
};
