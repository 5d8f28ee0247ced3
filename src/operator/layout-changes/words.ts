/** The words of a label as they are compared: lower case, `payerName` being two. */
export const wordsOf = (label: string): readonly string[] =>
  (label.match(word) ?? []).map((each) => each.toLowerCase());

/** A run of letters, ended by the next capital. */
export const word = /\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lu}\p{Lo}\p{Lt}\p{Lm}\p{M}]+/gu;
