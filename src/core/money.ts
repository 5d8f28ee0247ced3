import { collapse } from "./white-space.ts";

/**
 * Up to twelve digits of birr, which santim hold exactly. `ETB 1,250.00`, `1250.00 Birr`, `42.00Br.`, `600`: an amount
 * with at most one currency word.
 */
const amount =
  /^(?:(?<before>ETB|Birr|Br\.?|ብር) ?)?(?<birr>\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(?<cents>\d{1,2}))?(?: ?(?<after>ETB|Birr|Br\.?|ብር))?$/i;

/** A printed amount in santim (1/100 ETB), or null when it is anything else: signed, another currency, three decimals. */
export const parseSantim = (text: string): number | null => {
  const { birr, cents } = partsOf(text) ?? {};
  if (birr === undefined) return null;
  return Number(birr.replaceAll(",", "")) * 100 + Number((cents ?? "").padEnd(2, "0"));
};

/** The digits, separators and decimals as printed, ending in ` ETB`; null when it is no amount. */
export const formatPrinted = (text: string): string | null => {
  const { birr, cents } = partsOf(text) ?? {};
  return birr === undefined ? null : `${birr}${cents === undefined ? "" : `.${cents}`} ETB`;
};

const partsOf = (text: string): Readonly<Record<string, string | undefined>> | undefined => {
  const groups = amount.exec(collapse(text))?.groups;
  return groups?.before !== undefined && groups.after !== undefined ? undefined : groups;
};

/** `1250000.50 ETB`, or `1,250,000.50 ETB` with `thousands`. */
export const formatSantim = (santim: number, style: "plain" | "thousands" = "plain"): string => {
  const birr = String(Math.trunc(santim / 100));
  const grouped = style === "thousands" ? birr.replace(/\B(?=(?:\d{3})+$)/g, ",") : birr;
  return `${grouped}.${String(santim % 100).padStart(2, "0")} ETB`;
};
