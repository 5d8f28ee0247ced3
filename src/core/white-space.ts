/**
 * Text as a person reads it: every Unicode space is one space, zero-width and bidi characters are
 * gone, control characters count as space.
 */
export const collapse = (text: string): string => {
  const trimmed = text.trim();
  if (isPlain(trimmed)) return trimmed;
  const spaced = trimmed.replace(/[\t-\r ]{2,}|[\t-\r]/g, " ");
  if (isPlain(spaced)) return spaced;
  // Zero-width and bidi characters, soft hyphens and byte-order marks.
  const seen = spaced.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u00ad\u061c\ufeff]/g, "");
  return seen.replace(/[\s\p{Z}\p{Cc}]{2,}|[^\P{Z} ]|\p{Cc}/gu, " ").trim();
};

/** Nearly every text is of Latin and Ethiopic signs with single spaces: what comes above them is dear. */
const isPlain = (text: string): boolean => !/[^ -~\u1200-\u137f]| {2}/.test(text);

/** Form in which labels are compared: no spaces, no case, no trailing colon. */
export const squeeze = (text: string): string =>
  collapse(text)
    .replace(/ /g, "")
    .replace(/(?<![:：])[:：]+$/, "")
    .toLowerCase();
