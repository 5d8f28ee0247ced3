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
  [/ch(?=ael)/g, "k"],
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
 * Whether two names, one of each script, may be one: the first two words sound alike, or the same words stand in
 * another order. Many people share a first name, so it is enough only where one of the names has no other word.
 *
 * @param one words in lower case, without titles
 */
export const mayBeOneName = (one: readonly string[], other: readonly string[]): boolean =>
  (one.length === other.length && mayAllAgree(pairedByLikeness(one, other))) ||
  waysToJoin(one).some((ours) =>
    waysToJoin(other).some((theirs) => mayAllAgree(pairedInOrder(ours, theirs))),
  );

/** A word of each name; `""` where the other name has none for it. */
type WordPair = readonly [one: string, other: string];

/** The first two words of each name. */
const pairedInOrder = (one: readonly string[], other: readonly string[]): readonly WordPair[] => {
  const shared = Math.min(2, one.length, other.length);
  return one.slice(0, shared).map((word, at) => [word, other[at] ?? ""]);
};

/** Each word with the first one that it may be, and that no other has. */
const pairedByLikeness = (one: readonly string[], other: readonly string[]): readonly WordPair[] => {
  const left = [...other];
  return one.map((word) => {
    const at = left.findIndex((their) => mayBeOneWord([word, their]));
    return [word, at === -1 ? "" : (left.splice(at, 1)[0] ?? "")];
  });
};

/** Of several words at least one must be the same. Names whose words all agree only nearly are two people's. */
const mayAllAgree = (pairs: readonly WordPair[]): boolean =>
  pairs.every(mayBeOneWord) && (pairs.length < 2 || pairs.some(isSameWord));

/** The words as they are, and with one or two of them joined: `Gebre Michael` is written in one word, too. */
const waysToJoin = (words: readonly string[]): readonly (readonly string[])[] => {
  if (words.length > joinedMax) return [words];
  const once = withTwoJoined(words);
  return [words, ...once, ...once.flatMap(withTwoJoined)];
};

/** Names of more words are companies'. */
const joinedMax = 6;

const withTwoJoined = (words: readonly string[]): readonly (readonly string[])[] =>
  words.slice(1).map((word, at) => [...words.slice(0, at), words[at] + joint + word, ...words.slice(at + 2)]);

/** Shows where two words were joined. No name has this sign. */
const joint = "+";

/** The same word, or one in which a single consonant differs. */
const mayBeOneWord = (pair: WordPair): boolean => {
  if (isSameWord(pair)) return true;
  const [one, other] = pair;
  // What is shortened or joined must agree wholly.
  const isWhole = one !== "" && other !== "" && !/[/+]/.test(one + other);
  const [ours, theirs] = [consonantsOf(one), consonantsOf(other)];
  return isWhole && ours !== theirs && isAlike(ours, theirs);
};

/** A letter stands for a word that begins so, and `g/michael` for `gebremichael`. */
const isSameWord = ([one, other]: WordPair): boolean => {
  if (one === "" || other === "" || (one.includes(joint) && other.includes(joint))) return false;
  if (one.length === 1 || other.length === 1) return soundOfFirst(one) === soundOfFirst(other);
  if (one.includes("/") || other.includes("/")) return isShortFor(one, other) || isShortFor(other, one);
  const consonants = consonantsOf(one);
  // One consonant tells little, so an `h` at the start counts beside it.
  const isEnough = consonants.length > 1 || isBreathed(one) === isBreathed(other);
  return isEnough && consonants === consonantsOf(other);
};

const soundOfFirst = (word: string): string => consonantsOf(word.slice(0, 1));

/** `g/michael` for `gebremichael` or `gebre/michael`: the first sound, and the consonants behind the stroke. */
const isShortFor = (short: string, long: string): boolean => {
  const [first = "", last = "", ...further] = short.split("/");
  const [theirFirst = "", theirLast] = long.split("/");
  if (first === "" || last === "" || further.length > 0) return false;
  if (soundOfFirst(first) !== soundOfFirst(theirFirst)) return false;
  const ending = consonantsOf(last);
  const theirs = consonantsOf(theirLast ?? theirFirst);
  const theirEnding = theirLast === undefined ? theirs.slice(-ending.length) : theirs;
  return ending === theirEnding || isAlike(ending, theirEnding);
};

/** Whether a word begins with an `h`. */
const isBreathed = (word: string): boolean => /^[hሀ-ሇሐ-ሗኀ-ኇኸ-ኾ]/.test(word);

/** Whether one consonant alone is another or left out, of three or more. */
const isAlike = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length < 3 || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(long.length === short.length ? at + 1 : at) === long.slice(at + 1);
};
