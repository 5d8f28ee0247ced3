import type { en } from "../en.ts";

export const proof: (typeof en)["proof"] = {
  title: "የተረጋገጠ ክፍያ",
  shownBy: (bank) => `ደረሰኙን ያሳየው ${bank} ነው።`,
  check: "ራስዎ ደረሰኝ ያረጋግጡ",
};
