/**
 * Text as a person reads it (design 6): every Unicode space is one space, zero-width and bidi characters are
 * gone, control characters count as space.
 */
export const collapse = (text: string): string => {
  const seen = text.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u00ad\u061c\ufeff]/g, "");
  return (isCollapsed(seen) ? seen : seen.replace(/[\s\p{Z}\p{Cc}]+/gu, " ")).trim();
};

/** Most texts are: to write each of their spaces anew would cost more than all else that is done with a page. */
const isCollapsed = (text: string): boolean => !/[\s\p{Z}\p{Cc}]{2}|[^\P{Z} ]|\p{Cc}/u.test(text);

/** Form in which labels are compared: no spaces, no case, no trailing colon. */
export const squeeze = (text: string): string =>
  collapse(text)
    .replace(/ /g, "")
    .replace(/(?<![:：])[:：]+$/, "")
    .toLowerCase();
