import { formatSantim } from "../../core/money.ts";

/**
 * Whole santim of an amount as an operator types it, `100`, `100.5` or `100.50` ETB; null when it is anything else:
 * signed, with separators, an exponent or more decimals. An amount that no number holds exactly comes out as the largest
 * that one does, which no account can hold either.
 */
export const santimOfTyped = (text: string): number | null => {
  const [, birr, cents = ""] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (birr === undefined) return null;
  return Math.min(Number(birr) * 100 + Number(cents.padEnd(2, "0")), Number.MAX_SAFE_INTEGER);
};

/** `1,250.00 ETB`, with a minus where money was taken. */
export const shownSantim = (santim: number): string =>
  `${santim < 0 ? "-" : ""}${formatSantim(Math.abs(santim), "thousands")}`;
