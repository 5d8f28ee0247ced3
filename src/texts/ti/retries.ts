import type { retries as pattern } from "../en/retries.ts";

/** What is said when a bank does not answer: it is asked again in the background. */
export const retries: typeof pattern = {
  triedAgain: "ንሓደ ሰዓት ደጊመ ክሓትት እየ፤ ባንኪ ከምዝመለሰ ኣብዚ ክነግረኩም እየ።",
  gaveUp: (bank) => `${bank} ንሓደ ሰዓት መልሲ ኣይሃበን። ምሕታት ኣቋሪጸ ኣለኹ፤ ዝተወሰነ ነገር የለን።`,
  gaveUpHint: "ድሒርኩም ደጊምኩም ኣረጋግጹ፤ ክሳብ ሽዑ እቲ ክፍሊት ኣይተረጋገጸን።",
};
