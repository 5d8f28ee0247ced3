import type { en } from "../en.ts";

export const proof: (typeof en)["proof"] = {
  title: "የተረጋገጠ ክፍያ",
  paidOn: (day) => `የተከፈለው፦ ${day}።`,
  paidInDoubt: "የተከፈለበት ቀን ከደረሰኙ በእርግጠኝነት አይታወቅም።",
  shownBy: (bank) => `ደረሰኙን ያሳየው ${bank} ነው።`,
  check: "ራስዎ ደረሰኝ ያረጋግጡ",
};
