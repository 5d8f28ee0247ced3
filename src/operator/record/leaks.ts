import { parseFragment } from "parse5";
import { isTelling, nameWordsOf, small } from "./replacements.ts";

/** What must not stand in what is written. */
type Secrets = {
  readonly names: readonly string[];
  /** Digits of accounts and phones: whole numbers or their visible ends. */
  readonly digits: readonly string[];
  /** References, tokens of links and words that the operator named. */
  readonly words: readonly string[];
  readonly labelWords: ReadonlySet<string>;
};

type Leak = "a name" | "an account number" | "a reference";

/**
 * What of the secrets still stands in a text, however it is written: in other letters, percent-encoded, as base64,
 * escaped for HTML or JSON, or split over tags.
 */
export const leaksIn = (text: string, secrets: Secrets): readonly Leak[] => {
  const found = new Set<Leak>();
  for (const view of viewsOf(text, viewDepth)) for (const leak of leaksInView(view, secrets)) found.add(leak);
  return [...found];
};

/** How often a writing may lie within another. */
const viewDepth = 3;

const viewsOf = (text: string, depth: number): readonly string[] => {
  const views = new Set([text]);
  let newest = [text];
  for (let level = 0; level < depth; level += 1) {
    newest = newest.flatMap(decodings).filter((view) => !views.has(view));
    for (const view of newest) views.add(view);
  }
  return [...views];
};

const decodings = (text: string): readonly string[] =>
  [percentDecoded(text), unescaped(text), ...shownOf(text), ...base64In(text), ...hexadecimalIn(text)].filter(
    (view) => view !== text && view !== "",
  );

const percentDecoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8"));

const unescaped = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi, (_, four?: string, two?: string) =>
    String.fromCharCode(Number.parseInt(four ?? two ?? "0", 16)),
  );

/** Without its tags, as one run and as texts beside each other; references to signs are those signs. */
const shownOf = (text: string): readonly string[] => {
  if (!/[<&]/.test(text)) return [];
  const joined = text.replace(/<[^<>]*>/g, "");
  const spaced = text.replace(/<[^<>]*>/g, " ");
  return [joined, spaced, signsOf(joined), signsOf(text)];
};

const signsOf = (text: string): string =>
  text.replace(/&#?[0-9a-z]{1,31};?/gi, (reference) => {
    const [node] = parseFragment(reference).childNodes;
    return node !== undefined && "value" in node ? node.value : reference;
  });

const base64In = (text: string): readonly string[] =>
  [...text.matchAll(/[A-Za-z0-9+/_-]{6,}/g)].flatMap(([run]) =>
    // What stands before may be glued to it.
    [0, 1, 2, 3].map((skipped) => printable(Buffer.from(run.slice(skipped), "base64"))),
  );

const hexadecimalIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?:[0-9a-f]{2}){4,}/gi)].map(([run]) => printable(Buffer.from(run, "hex")));

/** Bytes as text; none when they are something else. */
const printable = (bytes: Buffer): string => {
  const text = bytes.toString("utf8");
  const odd = text.match(/[^\p{L}\p{M}\p{N}\p{P}\p{S}\s]|\ufffd/gu)?.length ?? 0;
  return odd * 4 > text.length ? "" : text;
};

const leaksInView = (view: string, { names, digits, words, labelWords }: Secrets): readonly Leak[] => {
  const leaks: Leak[] = [];
  const plain = view.normalize("NFKC");
  const text = small(plain);
  const letters = lettersOf(text);
  const seen = new Set(letters.split(" "));
  const others = [...seen].filter((word) => !labelWords.has(word));
  const capitalised = new Set(lettersOf(small(plain.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " "))).split(" "));
  const isNamed = names.some((name) => {
    const own = nameWordsOf(name);
    const telling = own.filter((word) => isTelling(word, labelWords));
    if (telling.some((word) => seen.has(word) || isWithin(others, word))) return true;
    if (telling.some((word) => [...word].length >= partMin && capitalised.has(word))) return true;
    if (own.length > 1 && ` ${letters} `.includes(` ${own.join(" ")} `)) return true;
    return isGlued(letters, [own, ...pairsOf(telling)]);
  });
  if (isNamed) leaks.push("a name");
  if (digits.some((number) => hasNumber(text, number))) leaks.push("an account number");
  const signs = text.replace(/[^\p{L}\p{N}]+/gu, "");
  if (words.some((word) => signs.includes(small(word).replace(/[^\p{L}\p{N}]+/gu, ""))))
    leaks.push("a reference");
  return leaks;
};

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{M}]+/gu, " ");

/** A shorter word between two capitals, as in `payerAbebe`, may stand there by chance. */
const partMin = 4;

/** From this many letters on, a word of a name stands within another word by no chance, nor do joined words within a text. */
const longMins = { latin: { word: 6, joined: 7 }, ethiopic: { word: 3, joined: 4 } };

/** An Ethiopic letter is a syllable, so that words have about half as many. */
const longMinsOf = (word: string) => (/^[\u1200-\u137f]/.test(word) ? longMins.ethiopic : longMins.latin);

const isWithin = (words: readonly string[], named: string): boolean =>
  [...named].length >= longMinsOf(named).word && words.some((word) => word.includes(named));

/** Whether words of a name stand there without the spaces between them, too long together to do so by chance. */
const isGlued = (letters: string, names: readonly (readonly string[])[]): boolean => {
  const run = letters.replaceAll(" ", "");
  return names.some((own) => {
    const glued = own.join("");
    return own.length > 1 && [...glued].length >= longMinsOf(glued).joined && run.includes(glued);
  });
};

/** All pairs of these words, in both orders. */
const pairsOf = (words: readonly string[]): readonly (readonly string[])[] =>
  words.flatMap((one, at) => words.flatMap((other, place) => (place === at ? [] : [[one, other]])));

/** Digits of this length are no end of an amount or a time. */
const longNumberMin = 7;

const shortNumberMin = 4;

const hasNumber = (text: string, number: string): boolean => {
  if (number.length >= longNumberMin)
    return text.replace(/(?<=\d)[ ().\u00a0-]{1,3}(?=\d)/g, "").includes(number);
  // So few digits are an account's only behind a mask.
  if (number.length < shortNumberMin) return [`*${number}`, `•${number}`].some((end) => text.includes(end));
  for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 1), at), text.slice(at + number.length)];
    const isPart = /[\d.,:/-]/.test(before) || /^(?:[.,:/-]?\d| ?(?:birr|etb))/.test(after);
    if (!isPart) return true;
  }
  return false;
};
