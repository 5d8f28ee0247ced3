import type { Age } from "../sentences.ts";

const ages = { minute: "ደቒቕ", hour: "ሰዓት", day: "መዓልቲ", month: "ወርሒ", year: "ዓመት" } as const;
const pluralAges = {
  minute: "ደቓይቕ",
  hour: "ሰዓታት",
  day: "መዓልታት",
  month: "ኣዋርሕ",
  year: "ዓመታት",
} as const;

const plainAge = ({ unit, count }: Age): string => `${count} ${count === 1 ? ages[unit] : pluralAges[unit]}`;

/** Such as `3 መዓልታት`, `ዳርጋ 2 ዓመታት`. */
export const age = (since: Age): string => {
  if (since.rounded === "over") return `ልዕሊ ${plainAge(since)}`;
  return since.rounded === "almost" ? `ዳርጋ ${plainAge(since)}` : plainAge(since);
};

/** Such as `ቅድሚ 3 መዓልታት`. */
export const ago = (since: Age): string => `ቅድሚ ${age(since)}`;
