/** What a person reads, found without the readers' own code. */

/** White space collapsed, zero-width and bidi characters gone. */
export const collapse = (text: string): string =>
  text
    .replace(/[\u00ad\u061c\ufeff\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();

/** Santim of an amount with at most one currency word; null for anything else. */
export const santimOf = (printed: string): number | null => {
  const bare = collapse(printed)
    .replace(/^(?:etb|birr|br\.?)(?=[ \d])/i, "")
    .replace(/(?<=[ \d])(?:etb|birr|br\.?)$/i, "")
    .trim();
  const isOne = bare === collapse(printed) || !/[a-z]/i.test(bare);
  const [, whole, cents = ""] = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(bare) ?? [];
  if (whole === undefined || !isOne) return null;
  return Number(whole.replaceAll(",", "")) * 100 + Number(cents.padEnd(2, "0"));
};

/** The visible digits at the end of a printed account. */
export const lastDigitsOf = (printed: string): string => /(\d*)\D*$/.exec(printed)?.[1] ?? "";

export const latinLettersOf = (label: string): string => label.toLowerCase().replace(/[^a-z]/g, "");
