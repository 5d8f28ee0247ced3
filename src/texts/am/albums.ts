import type { albums as pattern } from "../en/albums.ts";

/** What is said of an album, and of files. */
export const albums: typeof pattern = {
  albumTitle: (pictures) => `ይህ አልበም፦ ${pictures} ፎቶዎች`,
  albumSum: (receipts, amount) => `✅ በድምሩ፦ ${receipts} ደረሰኞች፣ ${amount}`,
  albumSame: (picture) => `ከፎቶ ${picture} ጋር አንድ ደረሰኝ ነው`,
  albumAnswered: "ከላይ ተመልሷል",
  albumComing: "አልበሙን እየደመርኩ ነው …",
  readFromFileName: "ይህን ያነበብሁት ከፋይሉ ስም ነው።",
};
