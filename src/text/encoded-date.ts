import type { CalendarDate } from "../providers/provider.ts";

/** Dates that references carry (formats 0.3). Null when the digits are no real day. Hints, never reasons to refuse. */

/** Two digits of the year and three of the day of the year, at `at`: `FT26319…` with at 2 is 15 November 2026. */
export declare const yearAndDay: (reference: string, at: number) => CalendarDate | null;

/** Year letter, month A to L, day 1 to 9 and A to V; `firstYear` is the year of the letter A: 2023 for beta. */
export declare const letterDate: (reference: string, firstYear: number) => CalendarDate | null;
