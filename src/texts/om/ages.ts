import type { Age } from "../sentences.ts";

const ages = { minute: "daqiiqaa", hour: "sa'aatii", day: "guyyaa", month: "ji'a", year: "waggaa" } as const;

/** Such as `guyyaa 3`, `gara waggaa 2`. */
export const age = ({ unit, count, rounded }: Age): string => {
  if (rounded === "over") return `${ages[unit]} ${count} ol`;
  return `${rounded === "almost" ? "gara " : ""}${ages[unit]} ${count}`;
};

/** Such as `guyyaa 3 dura`. */
export const ago = (since: Age): string => `${age(since)} dura`;
