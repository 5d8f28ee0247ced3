/** Words for numbers, in English, Amharic, Amharic in Latin letters, Oromo, and Tigrinya. */
const spelled: readonly (readonly [value: number, words: string])[] = [
  [1, "one አንድ tokko tokkoo ሓደ"],
  [2, "two ሁለት hulet lama lamaa ክልተ"],
  [3, "three ሶስት ሦስት sost sadii ሰለስተ"],
  [4, "four አራት arat afur afurii ኣርባዕተ"],
  [5, "five አምስት amst amist shan shanii ሓሙሽተ"],
  [6, "six ስድስት sidist jaha ሽዱሽተ"],
  [7, "seven ሰባት sebat torba ሸውዓተ"],
  [8, "eight ስምንት simint saddeet saddeetii ሸሞንተ"],
  [9, "nine ዘጠኝ zetegn sagal sagalii ትሽዓተ"],
  [10, "ten አስር አሥር አስራ አሥራ ዐሥር ዐሥራ asir asra kudhan kudha ዓሰርተ"],
  [11, "eleven"],
  [12, "twelve"],
  [13, "thirteen"],
  [14, "fourteen"],
  [15, "fifteen"],
  [16, "sixteen"],
  [17, "seventeen"],
  [18, "eighteen"],
  [19, "nineteen"],
  [20, "twenty ሃያ ሀያ haya digdama ዕስራ"],
  [30, "thirty ሰላሳ ሠላሳ selasa soddoma"],
  [40, "forty fourty አርባ arba afurtama ኣርብዓ"],
  [50, "fifty ሃምሳ ሀምሳ ሐምሳ ኀምሳ አምሳ hamsa shantama shantamaa ሓምሳ"],
  [60, "sixty ስልሳ ስድሳ silsa jaatama ሱሳ"],
  [70, "seventy ሰባ seba torbaatama ሰብዓ"],
  [80, "eighty ሰማንያ ሰማኒያ semanya saddeettama"],
  [90, "ninety ዘጠና zetena sagaltama ቴስዓ"],
];

const values: ReadonlyMap<string, number> = new Map(
  spelled.flatMap(([value, words]) => words.split(" ").map((word) => [word, value] as const)),
);

/** What is counted in hundreds, thousands or millions stands before these words, and in Oromo behind them. */
const scales = [
  { value: 100, pattern: /^(?:hundred|መቶ|ሚእ|meto|dhibba)/i },
  { value: 1000, pattern: /^(?:thousand|[ሺሽ]|shih?|kuma)/i },
  { value: 1_000_000, pattern: /^(?:million|ሚሊ)/i },
] as const;

const longestFirst = [...values.keys()].sort((one, other) => other.length - one.length).join("|");
const digits = String.raw`(?<![0-9][.,]?)[0-9]{1,3}(?:\.[0-9]{1,2})?(?![0-9]|[.,'’][0-9])`;
const scale = "(?:thousands?|hundreds?|millions?|shih?|meto)(?![a-z])|[ሺሽ][ህሕኅ]?ን?|መቶ|ሚእ[ቲት]ን?|ሚሊ[ዮየ]ን";
/** `አስራሁለት`, `asrahulet`, `kudhalama`: tens and ones in one word. */
const joinedTens = `(?:[አዐ][ስሥ]ራ|[ሃሀ]ያ|[ሰሠ]ላሳ|አርባ|[ሃሀሐኀ]ምሳ|አምሳ|ስልሳ|ስድሳ|ሰባ|ሰማን[ያኒ]ያ?|ዘጠና)(?=አንድ|ሁለት|[ሶሦ]ስት|አራት|አምስት|ስድስት|ሰባት|ስምንት|ዘጠኝ)|(?:asra|haya|kudha)(?=and|hulet|sost|arat|amst|amist|sidist|sebat|simint|zetegn|tokko|lama|sadii|afur|shan|jaha|torba|saddeet|sagal)`;
const word = String.raw`(?:(?:${longestFirst})(?:(?!\p{L})|(?=[ሺሽመሚ]|thousand|hundred|million|shih?(?!\p{L})|meto(?!\p{L})))|${joinedTens})`;
const tens = `kudhan? ?(?:tokkoo?|lamaa?|sadii|afurii?|shanii?|jahaa?|torbaa?|saddeetii?|sagalii?)(?!\\p{L})`;
const part = `(?:${scale}|${word}|${digits})`;
const joint = String.raw`(?:[^\S\n]{1,3}|[^\S\n]?[-,፣][^\S\n]?)?(?:(?:and|&|እና|ena|ke|fi) )?(?:ከ ?)?`;

/** `አስራ ሁለት ሺህ አምስት መቶ`, `one thousand 250`, `1 shi ke 250`; `kuma 1 fi dhibba 2 fi 50`. */
export const numberInWords = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}.,])|(?<=(?<!\p{L})[የበለከ]))(?:(?:(?:kuma|dhibba) (?:${tens}|${word}|${digits})(?: fi)? ?){1,2}(?:(?:${tens}|${word}|${digits}))?|${part}(?:${joint}${part}){1,11})`,
  "giu",
);
const parts = new RegExp(`kuma|dhibba|${part}`, "giu");

/** The number that words tell; null where they tell none, as `3 two hundred` does, or nothing of hundreds or thousands. */
export const numberOf = (written: string): number | null => {
  const all = (written.match(parts) ?? []).map((word) => word.toLowerCase());
  const ordered: string[] = [];
  let scaleBefore: string | undefined;
  for (const [at, word] of all.entries()) {
    // `kuma 1` as `1 kuma`, `kuma kudha lama` as `kudha lama kuma`
    if (isScaleBefore(word)) {
      scaleBefore = word;
      continue;
    }
    ordered.push(word);
    const goesOn = /^kudh/.test(word) && all[at + 1] !== undefined && !isScaleBefore(all[at + 1]);
    if (scaleBefore !== undefined && !goesOn) {
      ordered.push(scaleBefore);
      scaleBefore = undefined;
    }
  }
  let [total, below] = [0, 0];
  let smallest = Number.POSITIVE_INFINITY;
  let isScaled = false;
  for (const [at, word] of ordered.entries()) {
    // `50 one hundred birr notes`
    if (/[0-9]/.test(word) && isNumber(ordered[at + 1])) return null;
    // The name Million
    if (at === 0 && /^(?:million|ሚሊ)/.test(word)) return null;
    const by = scales.find(({ pattern }) => pattern.test(word))?.value;
    const value = values.get(word) ?? Number(word);
    if (by === undefined) {
      if (!(value < unitOf(below))) return null;
      below += value;
    } else if (by === 100) {
      // `one hundred two hundred`
      if (below >= 100) return null;
      below = (below || 1) * by;
    } else {
      if (by >= smallest) return null;
      smallest = by;
      total += (below || 1) * by;
      below = 0;
    }
    isScaled ||= by !== undefined;
  }
  return isScaled ? total + below : null;
};

/**
 * Whether a word may be one of a number: `አምስት`, `በሺህ`, `twelvethousand`, or a mistyped one of ten or more, such as
 * `thousnd`. Others, such as `shirt`, `sales` or `ሽሮ`, are none.
 */
export const looksLikeNumberWord = (word: string): boolean => {
  const lower = word.toLowerCase();
  return (
    values.has(lower) ||
    values.has(lower.replace(/ን$/, "")) ||
    // `ለአንድ` makes nothing more of an amount.
    (values.get(lower.replace(/^(?:[በከለየንብ]|[bkly]e)|ን$/g, "")) ?? 1) > 1 ||
    scaleWithin.test(lower) ||
    joinedBefore.test(lower) ||
    mistyped.has(outlineOf(lower)) ||
    /^th?[aeouw]{1,3}[sz]{1,2}[aeiou]?n/.test(lower) ||
    scaleWords.some((scaleWord) => isNear(lower.replace(/s$/, ""), scaleWord))
  );
};

/** Scales, also at the end of a longer word: `tenshi`, `አስርሺ`. `ሽ` alone ends verbs, and `eshi` means yes. */
const scaleWithin = new RegExp(
  `thousand|hundred|^million|meto$|(?<!^[ei])shih?$|kuma$|^dhibb?aa?$|[ሺሽ][ህሕኅ]|ሺን?$|(?:^|${longestFirst})ሽን?$|መቶ|[ሚም]እ[ቲት]|ሚሊ[ዮየ]ን`,
);
const joinedBefore = new RegExp(`^[በከለየ]?${joinedTens}`);

/** The consonants of a word; of a word with three, also where its vowels stand, since many have the same three. */
const outlineOf = (word: string): string => {
  const consonants = word.replace(/[aeiouy]|(.)(?=\1)/g, "");
  return consonants.length > 3 ? consonants : word.replace(/(.)(?=\1)/g, "").replace(/[aeiouy]+/g, "-");
};

const scaleWords = ["thousand", "hundred"] as const;

const mistyped: ReadonlySet<string> = new Set(
  [...[...values].flatMap(([word, value]) => (value < 10 ? [] : [word])), ...scaleWords, "million"]
    .filter((word) => /^[a-z]+$/.test(word) && word.replace(/[aeiouy]/g, "").length >= 3)
    .map(outlineOf),
);

/** Whether at most two letters of a word are missing, added or others. */
const isNear = (word: string, other: string): boolean => {
  if (Math.abs(word.length - other.length) > 2) return false;
  let row = [...Array(other.length + 1).keys()];
  for (const [at, letter] of [...word].entries()) {
    const next = [at + 1];
    for (const [to, wanted] of [...other].entries())
      next.push(
        Math.min((row[to] ?? 0) + (letter === wanted ? 0 : 1), (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1),
      );
    row = next;
  }
  return (row[other.length] ?? 0) <= 2;
};

const isNumber = (word = ""): boolean => values.has(word) || /[0-9]/.test(word);

const isScaleBefore = (word: string | undefined): boolean => word === "kuma" || word === "dhibba";

/** What is added to 1,200 is less than 100, and to 20 less than 10. */
const unitOf = (below: number): number => {
  if (below === 0) return 1000;
  if (below % 100 === 0) return 100;
  return below % 10 === 0 ? 10 : 0;
};
