import { type Draw, otherText, otherWord, withCaseOf } from "./invented.ts";
import type { NumberMap } from "./numbers.ts";

/** What was replaced, as the operator is told. */
export type Kind =
  | "names"
  | "account numbers"
  | "references"
  | "other numbers"
  | "notes"
  | "hosts"
  | "pictures"
  | "given words";

/** A text that is replaced as a whole, wherever it stands and whatever its case. */
export type Literal = { readonly kind: Kind; readonly from: string; readonly to: string };

export type Replacements = {
  /** A text with everything replaced. `isAlone`: nothing stands beside it, as in a cell or a member. */
  readonly apply: (text: string, isAlone: boolean) => string;
  readonly counts: ReadonlyMap<Kind, number>;
  readonly count: (kind: Kind) => void;
};

type Options = {
  readonly literals: readonly Literal[];
  /** Names as printed. */
  readonly names: readonly string[];
  readonly numbers: NumberMap;
  /** Words of labels in small letters. They are replaced within a whole name alone. */
  readonly labelWords: ReadonlySet<string>;
  /** What payers wrote, replaced where it stands alone. */
  readonly notes: ReadonlySet<string>;
  /** Whether digits are the payment's date. */
  readonly isDate: (digits: string) => boolean;
  readonly draw: Draw;
};

/** Whether a word of a name is one wherever it stands, and not as well a label or an initial. */
export const isTelling = (word: string, labelWords: ReadonlySet<string>): boolean =>
  [...word].length >= 3 && !labelWords.has(word);

export const nameWordsOf = (name: string): readonly string[] =>
  (small(name).match(/[\p{L}\p{M}]+/gu) ?? []).map(String);

/** In small letters, and as long as before. */
export const small = (text: string): string => {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
};

/** One set of replacements: the same text is replaced by the same text in every file. */
export const createReplacements = (options: Options): Replacements => {
  const counts = new Map<Kind, number>();
  const count = (kind: Kind): void => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
  const literals = options.literals
    .filter(({ from }) => from !== "")
    .map((literal) => ({ ...literal, lower: small(literal.from) }))
    .toSorted((a, b) => b.from.length - a.from.length);
  const names = options.names
    .map(nameWordsOf)
    .filter((words) => words.length > 0)
    .toSorted((a, b) => b.length - a.length);
  const context = {
    ...options,
    literals,
    names,
    wholeNames: new Set(options.names.map((name) => small(name))),
    invented: inventedWords(names.flat(), options),
    others: new Map<string, string>(),
    count,
  };
  return { apply: (text, isAlone) => replaceIn(text, isAlone, context), counts, count };
};

type Context = Omit<Options, "names" | "literals"> & {
  readonly literals: readonly (Literal & { readonly lower: string })[];
  /** Words in small letters, the longest names first. */
  readonly names: readonly (readonly string[])[];
  readonly wholeNames: ReadonlySet<string>;
  readonly invented: ReadonlyMap<string, string>;
  /** Numbers that are nobody's of the record, and notes, as they were replaced. */
  readonly others: Map<string, string>;
  readonly count: (kind: Kind) => void;
};

/** An invented word is none of a label and none of a name. */
const inventedWords = (
  words: readonly string[],
  { labelWords, draw }: Options,
): ReadonlyMap<string, string> => {
  const taken = new Set([...words, ...labelWords]);
  const invented = new Map<string, string>();
  for (const word of new Set(words)) {
    let other = otherWord(word, draw);
    for (let tries = 0; tries < 50 && taken.has(other); tries += 1) other = otherWord(word, draw);
    taken.add(other);
    invented.set(word, other);
  }
  return invented;
};

const replaceIn = (text: string, isAlone: boolean, context: Context): string => {
  const note = text.trim();
  if (isAlone && context.notes.has(note)) {
    context.count("notes");
    return text.replace(note, () => remembered(context.others, note, () => otherText(note, context.draw)));
  }
  const lower = small(text);
  const isName = isAlone && context.wholeNames.has(small(note));
  let result = "";
  for (let at = 0; at < text.length; ) {
    const step =
      literalAt(text, lower, at, context) ??
      numberAt(text, at, isAlone, context) ??
      wordsAt(text, at, isName, context);
    result += step?.to ?? text.charAt(at);
    at += step?.length ?? 1;
  }
  return result;
};

type Step = { readonly length: number; readonly to: string };

const literalAt = (text: string, lower: string, at: number, { literals, count }: Context): Step | null => {
  for (const { lower: from, to, kind } of literals) {
    if (!lower.startsWith(from, at)) continue;
    count(kind);
    const printed = text.slice(at, at + from.length);
    const isSmall = printed === printed.toLowerCase() && from !== small(to) && /[A-Z]/.test(to);
    return { length: from.length, to: isSmall && !/[a-z]/.test(to) ? to.toLowerCase() : to };
  }
  return null;
};

const numberToken = /\+?(?:\d+(?:[*•]+\d*)?|[*•]+\d+)/y;

/** Longer numbers are of somebody: of a taxpayer, a telephone, an order. */
const otherNumberMin = 7;

const numberAt = (text: string, at: number, isAlone: boolean, context: Context): Step | null => {
  numberToken.lastIndex = at;
  const token = numberToken.exec(text)?.[0];
  if (token === undefined) return null;
  const kept = { length: token.length, to: token };
  const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + token.length)];
  const isPart = /[\d.,:/]$/.test(before) || /^[.,:/-]\d/.test(after) || /^\d-$/.test(before);
  const mapped = context.numbers.of(token, !isPart && (isAlone || !/^ ?(?:birr|etb)/i.test(after)));
  if (mapped !== null) {
    context.count("account numbers");
    return { length: token.length, to: mapped };
  }
  if (isPart || !/^\d+$/.test(token) || token.length < otherNumberMin || context.isDate(token)) return kept;
  if (/^0+$/.test(token)) return kept;
  context.count("other numbers");
  return {
    length: token.length,
    to: remembered(context.others, token, () => otherText(token, context.draw)),
  };
};

const wordToken = /[\p{L}\p{M}]+/uy;
/** What may stand between two words of a name, such as a space, a full stop or `%20`. */
const gap = /[^\p{L}\p{M}<>]{1,8}/uy;

/** A whole name, or one of its words. */
const wordsAt = (text: string, at: number, isName: boolean, context: Context): Step | null => {
  const first = tokenAt(wordToken, text, at);
  if (first === null) return null;
  const { names, invented, labelWords, count } = context;
  for (const words of names) {
    const parts = words.length > 1 || isName ? partsOfName(text, at, words) : null;
    if (parts === null) continue;
    count("names");
    const to = parts.map((part) => inventedFor(part, invented) ?? part).join("");
    return { length: parts.join("").length, to };
  }
  const other = inventedFor(first, invented);
  if (other === null || !isTelling(small(first), labelWords)) return { length: first.length, to: first };
  count("names");
  return { length: first.length, to: other };
};

const partsOfName = (text: string, from: number, words: readonly string[]): readonly string[] | null => {
  const parts: string[] = [];
  let at = from;
  for (const [index, word] of words.entries()) {
    if (index > 0) {
      const between = tokenAt(gap, text, at);
      if (between === null) return null;
      parts.push(between);
      at += between.length;
    }
    const found = tokenAt(wordToken, text, at);
    if (found === null || small(found) !== word) return null;
    parts.push(found);
    at += found.length;
  }
  return parts;
};

const tokenAt = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
};

const inventedFor = (word: string, invented: ReadonlyMap<string, string>): string | null => {
  const other = invented.get(small(word));
  return other === undefined ? null : withCaseOf(other, word);
};

const remembered = (known: Map<string, string>, key: string, make: () => string): string => {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
};
