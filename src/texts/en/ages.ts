import type { Age } from "../sentences.ts";

/** Such as `3 days`, `almost 2 years`. */
export const age = ({ unit, count, rounded }: Age): string =>
  `${rounded === undefined ? "" : `${rounded} `}${count} ${unit}${count === 1 ? "" : "s"}`;
