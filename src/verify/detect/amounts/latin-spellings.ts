/**
 * A pattern of how people spell an Amharic or Tigrinya word in Latin letters, for which there is no one way: `degmo`, `dgmo`
 * and `degimo` for ደግሞ. Short words keep their vowels, or many other words would be taken for them.
 */
export const latinSpellings = (words: string): string =>
  words
    .split("|")
    .map((word) => [...word].map(spellingsOf).join(""))
    .join("|");

const spellingsOf = (letter: string, at: number, letters: readonly string[]): string => {
  const order = letter.charCodeAt(0) & 7;
  const row = String.fromCharCode(letter.charCodeAt(0) - order);
  const consonant = consonants.get(row) ?? "";
  const isLast = at === letters.length - 1;
  const isVoiced = order !== 5 && (consonant === "" || letters.length < 3 || isLast);
  return `${consonant}${vowels[order] ?? ""}${isVoiced ? "" : "?"}`;
};

/** By the first letter of each row. */
const consonants: ReadonlyMap<string, string> = new Map(
  [
    ["ሀሐኀ", "h"],
    ["ኸ", "(?:kh?|h)"],
    ["ለ", "l{1,2}"],
    ["መ", "m{1,2}"],
    ["ሠሰ", "s{1,2}"],
    ["ረ", "r{1,2}"],
    ["ሸ", "sh"],
    ["ቀቐ", "[kq]{1,2}"],
    ["በ", "b{1,2}"],
    ["ተጠ", "t{1,2}"],
    ["ቸ", "t?ch"],
    ["ነ", "n{1,2}"],
    ["ኘ", "(?:gn|ny|n)n?"],
    ["ከ", "[kc]{1,2}"],
    ["ወ", "w"],
    ["ዘ", "z{1,2}"],
    ["የ", "y"],
    ["ደ", "d{1,2}"],
    ["ጀ", "j{1,2}"],
    ["ገ", "g{1,2}"],
    ["ጨ", "(?:t?ch|c|j)"],
    ["ጸፀ", "ts"],
    ["ፈ", "f{1,2}"],
    ["ፐጰ", "p"],
  ].flatMap(([rows = "", consonant = ""]) => [...rows].map((row) => [row, consonant] as const)),
);

/** In the order of the letters of a row. The sixth may have none. */
const vowels: readonly string[] = [
  "[ae]",
  "(?:u|oo)",
  "(?:i|ee|e)",
  "a{1,2}",
  "(?:e|ie|ye)",
  "[ieu]",
  "o",
  "wa",
];
