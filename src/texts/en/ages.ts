import type { Age } from "../catalogue.ts";

const ages = { minute: "minute", hour: "hour", day: "day" } as const;

/** Such as `3 days`. */
export const age = ({ unit, count }: Age): string => `${count} ${ages[unit]}${count === 1 ? "" : "s"}`;
