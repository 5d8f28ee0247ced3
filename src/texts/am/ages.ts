import type { Age } from "../catalogue.ts";

const ages = { minute: "ደቂቃ", hour: "ሰዓት", day: "ቀን" } as const;
const pluralAges = { minute: "ደቂቃዎች", hour: "ሰዓታት", day: "ቀናት" } as const;

/** Such as `3 ቀናት`. */
export const age = ({ unit, count }: Age): string =>
  `${count} ${count === 1 ? ages[unit] : pluralAges[unit]}`;
