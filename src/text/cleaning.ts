/** Cleaning of what people paste (design 8), shared by detection and by every request schema. Idempotent. */

/** NFKC, zero-width, bidi and other format characters out; line structure kept. */
export declare const cleanText: (text: string) => string;

/** One reference, account number or link typed by a person: `cleanText`, all white space and outer quotes out, trailing punctuation off. Case is kept. */
export declare const cleanWord: (text: string) => string;

/** The first character of a cleaned word that is not printable ASCII, or null. Such a word is refused, never mapped. */
export declare const foreignCharacter: (word: string) => string | null;
