import { formatSantim } from "../../core/money.ts";

/**
 * Whole santim of an amount as an operator types it, `100`, `100.5` or `100.50` ETB; null when it is anything else:
 * signed, with separators, an exponent or more decimals.
 */
export const santimOfTyped = (text: string): number | null => {
  const [, birr, cents = ""] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return birr === undefined ? null : Number(birr) * 100 + Number(cents.padEnd(2, "0"));
};

/** `1,250.00 ETB`, with a minus where money was taken. */
export const shownSantim = (santim: number): string =>
  `${santim < 0 ? "-" : ""}${formatSantim(Math.abs(santim), "thousands")}`;
