import type { retries as pattern } from "../en/retries.ts";

/** What is said when a bank does not answer: it is asked again in the background. */
export const retries: typeof pattern = {
  triedAgain: "ለአንድ ሰዓት ያህል እንደገና እጠይቃለሁ፤ ባንኩ እንደመለሰ እዚሁ እነግርዎታለሁ።",
  gaveUp: (bank) => `${bank} ለአንድ ሰዓት መልስ አልሰጠም። መጠየቅ አቁሜያለሁ፤ ምንም አልተወሰነም።`,
  gaveUpHint: "ቆየት ብለው እንደገና ያረጋግጡ፤ እስከዚያ ክፍያው አልተረጋገጠም።",
};
