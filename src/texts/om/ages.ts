import type { Age } from "../catalogue.ts";

const ages = { minute: "daqiiqaa", hour: "sa'aatii", day: "guyyaa" } as const;

/** Such as `guyyaa 3`. */
export const age = ({ unit, count }: Age): string => `${ages[unit]} ${count}`;
