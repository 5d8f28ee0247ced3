/** Longer texts are sentences. */
const labelLengthMax = 80;

/** Whether a text may be a label: letters, and no digits but those of a rate such as `15%`. */
export const isLabelLike = (text: string): boolean =>
  text.length <= labelLengthMax && /\p{L}/u.test(text) && !hasFigure(withoutRates(text));

const withoutRates = (text: string): string =>
  text.includes("%") ? text.replace(/\p{Nd}{1,3} ?%/gu, "") : text;

const hasFigure = (text: string): boolean => /\p{Nd}/u.test(text);

/**
 * Whether a row is one of labels with their values in the row below. Three labels or more: with two, the second is
 * more often the first one's value.
 */
export const isHeading = (row: readonly string[], below: readonly string[]): boolean =>
  row.length >= 3 &&
  row.every((text) => isLabelLike(text) && !/[:：]/.test(text)) &&
  below.filter(hasFigure).length * 2 > below.length;

/** A label and what stands behind it in the same text. */
type LabelAndRest = { readonly label: string; readonly rest: string };

/** The label before a text's first colon, or before the amount that ends it; null when none stands there. */
export const splitLabel = (text: string): LabelAndRest | null => splitAtColon(text) ?? splitAtAmount(text);

export const splitAtColon = (text: string): LabelAndRest | null => {
  const at = text.search(/[:：]/);
  const label = text.slice(0, Math.max(at, 0)).trim();
  return at === -1 || !isLabelLike(label) ? null : { label, rest: text.slice(at + 1).trim() };
};

/** `Service Charge ETB 5.00`, `VAT 0.75`, also without the spaces. */
const splitAtAmount = (text: string): LabelAndRest | null => {
  const amount = text.length > 2 * labelLengthMax ? undefined : amountAtEnd.exec(text)?.[0];
  const label = amount === undefined ? "" : text.slice(0, -amount.length).trim();
  return amount === undefined || !isLabelLike(label) ? null : { label, rest: amount };
};

const amountAtEnd = /(?:\b(?:ETB|Birr) ?\d[\d,.]{0,20}|\d[\d,.]{0,20} ?(?:ETB|Birr)|\d[\d,]{0,20}\.\d{2})$/i;
