/** Cleaning of what people paste, shared by detection and by every request schema. Idempotent. */

/** NFKC, zero-width, bidi and other format characters out; line structure kept. */
export const cleanText = (text: string): string => {
  const visible = text.replace(invisible, "").replace(lineEnd, "\n");
  const normal = shortenMarks(shortenMarks(visible).normalize("NFKC"));
  return normal.replace(/\p{Zs}/gu, " ");
};

/**
 * One reference, account number or link typed by a person: `cleanText`, all white space and outer quotes out, trailing
 * punctuation off. Case is kept.
 */
export const cleanWord = (text: string): string =>
  // Twice: with the white space gone, a mark may meet the letter that it composes with.
  trimPunctuation(cleanText(cleanText(text).replace(/\s/g, "")));

/** The first character of a cleaned word that is not printable ASCII, or null. Such a word is refused, never mapped. */
export const foreignCharacter = (word: string): string | null => /[^!-~]/u.exec(word)?.[0] ?? null;

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const lineEnd = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * At most 30 marks on one letter, as in Unicode's stream-safe text (UAX 15): putting a longer run in order
 * takes quadratic time.
 */
const shortenMarks = (text: string): string => text.replace(/(\p{M}{30})\p{M}+/gu, "$1");

const quotes = "\"'`“”‘’‚„‹›«»";
const leading = new Set(`${quotes}([{<`);
const trailing = new Set(`${quotes}.,;:!?)]}>。、፡።፣፤፥፦፧፨`);

/** Walks from both ends: a pattern anchored at the end would try again from every mark in the middle. */
const trimPunctuation = (word: string): string => {
  let start = 0;
  let end = word.length;
  while (end > start && trailing.has(word.charAt(end - 1))) end -= 1;
  while (start < end && leading.has(word.charAt(start))) start += 1;
  return word.slice(start, end);
};
