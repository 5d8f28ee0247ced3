import type { albums as pattern } from "../en/albums.ts";

/** What is said of an album, and of files. */
export const albums: typeof pattern = {
  albumTitle: (pictures) => `እዚ ኣልቡም፦ ${pictures} ስእልታት`,
  albumSum: (receipts, amount) => `✅ ብድምር፦ ${receipts} ቅብሊታት፣ ${amount}`,
  albumSame: (picture) => `ምስ ስእሊ ${picture} ሓደ ቅብሊት እዩ`,
  albumAnswered: "ኣብ ላዕሊ ተመሊሱ",
  albumComing: "ነቲ ኣልቡም እድምር ኣለኹ …",
  readFromFileName: "እዚ ካብ ስም ናይቲ ፋይል ኣንቢበዮ።",
};
