import type { albums as pattern } from "../en/albums.ts";

/** What is said of an album, and of files. */
export const albums: typeof pattern = {
  albumTitle: (pictures) => `እዚ ኣልቡም፦ ${pictures} ${pictures === 1 ? "ስእሊ" : "ስእልታት"}`,
  albumSum: (receipts, amount) => `✅ ብድምር፦ ${receipts} ቅብሊታት፣ ${amount}`,
  albumClaim: (claimed, received, isRead) =>
    `${isRead ? "⚠️" : "❓"} እቲ መልእኽቲ ${claimed} ይብል። ክንበቡ ዝኸኣሉ ቅብሊታት ብድምር ${received} እዮም።`,
  albumSame: (picture) => `ምስ ስእሊ ${picture} ሓደ ቅብሊት እዩ`,
  albumAnswered: "ኣብ ላዕሊ ተመሊሱ",
  albumComing: "ነቲ ኣልቡም እድምር ኣለኹ …",
  readFromFileName: "እዚ ካብ ስም ናይቲ ፋይል ኣንቢበዮ።",
};
