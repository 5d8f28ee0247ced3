/**
 * Compares names of the Ethiopic script with names in Latin letters by their consonants. People spell vowels, `h` and
 * doubled letters in many ways.
 */

/** The consonant of each row of eight syllables from U+1200 on; `""` for those that Latin spellings often leave out. */
const rows = [
  ...["", "l", "", "m", "s", "r", "s", "s", "k", "k", "k", "k", "b", "b", "t", "c"],
  ...["", "", "n", "n", "", "k", "k", "", "", "", "", "z", "z", "", "d", "d"],
  ...["j", "g", "g", "g", "t", "c", "p", "s", "s", "f", "p"],
];

const firstSyllable = 0x1200;

/** Latin spellings, and the consonant that each stands for; vowels stand for none. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/ts|tz|sh/g, "s"],
  [/zh/g, "z"],
  [/ch/g, "c"],
  [/ph/g, "f"],
  [/kh/g, "k"],
  [/gn|ny/g, "n"],
  [/x/g, "ks"],
  [/q/g, "k"],
  [/v/g, "b"],
  [/[aeiouwyh]/g, ""],
];

const consonantsOf = (word: string): string => {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "");
  const latin = Array.from(plain, (letter) => {
    const row = ((letter.codePointAt(0) ?? 0) - firstSyllable) >> 3;
    return rows[row] ?? letter;
  }).join("");
  const spelled = /\p{Script=Ethiopic}/u.test(word) ? latin : latinConsonants(latin);
  return spelled.replace(/[^a-z]/g, "");
};

const latinConsonants = (word: string): string =>
  spellings.reduce(
    (text, [pattern, consonant]) => text.replace(pattern, consonant),
    word.replace(/(.)\1/g, "$1"),
  );

/**
 * Whether two names, one of each script, may be one: the first words sound alike, or the same words stand in another order.
 *
 * @param one words in lower case, without titles
 */
export const mayBeOneName = (one: readonly string[], other: readonly string[]): boolean => {
  const [ours, theirs] = [one.map(consonantsOf), other.map(consonantsOf)];
  if (isAlike(ours[0] ?? "", theirs[0] ?? "")) return true;
  return ours.length > 1 && ours.every((word) => theirs.some((their) => isAlike(word, their)));
};

/** Whether the consonants are the same, but for one where there are three or more. */
const isAlike = (one: string, other: string): boolean => {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length < 3 || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(long.length === short.length ? at + 1 : at) === long.slice(at + 1);
};
