import type { Age } from "../sentences.ts";

const ages = { minute: "ደቂቃ", hour: "ሰዓት", day: "ቀን", month: "ወር", year: "ዓመት" } as const;
const pluralAges = {
  minute: "ደቂቃዎች",
  hour: "ሰዓታት",
  day: "ቀናት",
  month: "ወራት",
  year: "ዓመታት",
} as const;

/** Such as `3 ቀናት`. */
const plainAge = ({ unit, count }: Age): string => `${count} ${count === 1 ? ages[unit] : pluralAges[unit]}`;

/** Such as `3 ቀናት`, `2 ዓመታት ገደማ`. */
export const age = (since: Age): string => {
  if (since.rounded === "over") return `ከ${plainAge(since)} በላይ`;
  return since.rounded === "almost" ? `${plainAge(since)} ገደማ` : plainAge(since);
};

/** Such as `ከ3 ቀናት በፊት`. */
export const ago = (since: Age): string => `ከ${plainAge(since)} ${since.rounded ? "ገደማ " : ""}በፊት`;
