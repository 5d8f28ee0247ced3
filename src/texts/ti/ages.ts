import type { Age } from "../catalogue.ts";

const ages = { minute: "ደቒቕ", hour: "ሰዓት", day: "መዓልቲ" } as const;
const pluralAges = { minute: "ደቓይቕ", hour: "ሰዓታት", day: "መዓልታት" } as const;

/** Such as `3 መዓልታት`. */
export const age = ({ unit, count }: Age): string =>
  `${count} ${count === 1 ? ages[unit] : pluralAges[unit]}`;
