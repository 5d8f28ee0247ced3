import type { albums as pattern } from "../en/albums.ts";

/** What is said of an album, and of files. */
export const albums: typeof pattern = {
  albumTitle: (pictures) => `ይህ አልበም፦ ${pictures} ${pictures === 1 ? "ፎቶ" : "ፎቶዎች"}`,
  albumSum: (receipts, amount) => `✅ በድምሩ፦ ${receipts} ደረሰኞች፣ ${amount}`,
  albumClaim: (claimed, received, isRead) =>
    `${isRead ? "⚠️" : "❓"} መልእክቱ ${claimed} ይላል። ሊነበቡ የቻሉት ደረሰኞች በድምሩ ${received} ናቸው።`,
  albumSame: (picture) => `ከፎቶ ${picture} ጋር አንድ ደረሰኝ ነው`,
  albumAnswered: "ከላይ ተመልሷል",
  albumComing: "አልበሙን እየደመርኩ ነው …",
  readFromFileName: "ይህን ያነበብሁት ከፋይሉ ስም ነው።",
};
