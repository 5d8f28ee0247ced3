import { cleanWord } from "../core/clean-text.ts";
import { foldSounds } from "../core/fold-sounds.ts";
import { internationally, isPhone, phoneForms, withoutPlus } from "../core/phone.ts";
import type { VerifiedReceipt } from "../core/receipt.ts";
import { collapse } from "../core/white-space.ts";
import { type VisibleDigits, visibleDigits } from "../documents/account-digits.ts";
import { mayBeOneName } from "./names-across-scripts.ts";

/** How a saved or expected value relates to a printed one. `unknown`: the receipt shows too little to tell. */
export type Check = "match" | "mismatch" | "unknown";

/** Fewer digits that tell numbers apart prove nothing. */
const visibleDigitsMin = 4;

/** Beginnings are shared by a bank's, a branch's or a network's numbers, so that some of the last digits must be shown. */
const lastDigitsMin = 3;

/** What the mobile phones of the country begin with; it tells none of them from the others. */
const phoneBeginning = /^(?:251|0)[79]?/;

/** Whether the visible beginning and end of a masked number are enough to recognise it. */
export const isRecognisable = (prefix: string, suffix: string): boolean =>
  suffix.length >= lastDigitsMin &&
  prefix.replace(phoneBeginning, "").length + suffix.length >= visibleDigitsMin;

/** A number of this length counts as whole, so that its beginning can be compared too. */
const wholeDigitsMin = 10;

/**
 * Digits of an account or phone as people type them; a mobile phone in its international form. From abroad two zeros stand
 * for its plus.
 */
export const accountDigits = (text: string): string =>
  internationally(
    cleanWord(text)
      .replaceAll("-", "")
      .replace(/^(?:\+|00(?=251[79]\d{8}$))/, ""),
  );

/** Compares the digits of an account number with the visible ends of a printed one. The number of stars says nothing. */
const checkAccount = (expected: string, printed: string): Check => {
  const visible = visibleDigits(internationally(printed));
  if (visible === null) return "unknown";
  const suffix = visible.suffix.slice(-expected.length);
  if (!expected.endsWith(suffix)) return "mismatch";
  // An unmasked account is printed whole, so a longer one is another.
  if (!visible.masked && expected.length > visible.suffix.length) return "mismatch";
  if (!visible.masked) return visible.suffix.length < visibleDigitsMin ? "unknown" : "match";
  const isWhole = expected.length >= wholeDigitsMin;
  if (isWhole && !expected.startsWith(visible.prefix)) return "mismatch";
  return isRecognisable(isWhole ? visible.prefix : "", suffix) ? "match" : "unknown";
};

/** Compares a whole or masked number with a printed one; a phone in both of its forms. */
export const checkNumber = (number: string, printed: string): Check => {
  const found = formsOf(withoutPlus(number)).map((form) => {
    const visible = visibleDigits(form);
    if (visible === null) return "unknown";
    return visible.masked ? checkMasked(visible, printed) : checkAccount(form, printed);
  });
  return checks.find((check) => found.includes(check)) ?? "mismatch";
};

/**
 * Whether two numbers are whole, and not of one length, where the first one is a till's: those are too short for their end
 * to tell them from others, such as `05060` and `405060`.
 */
export const isOtherTill = (till: string, number: string): boolean => {
  const [one, other] = [visibleDigits(till), visibleDigits(number)];
  if (one === null || other === null || one.masked || other.masked) return false;
  return one.suffix.length < wholeAccountMin && one.suffix.length !== other.suffix.length;
};

const checks = ["match", "unknown"] as const satisfies readonly Check[];

/** Accounts and phones have no fewer digits. */
const wholeAccountMin = 8;

/** The 8 to 20 digits of an account or phone as people type it; null for other text. */
export const typedNumber = (text: string): string | null => {
  const digits = accountDigits(text.replace(/[\s()]/g, ""));
  return /^\d{8,20}$/.test(digits) ? digits : null;
};

/** A name as people type it; empty where it is a title alone, which tells nobody from others. */
export const typedName = (text: string): string => (wordsOf(text).length === 0 ? "" : text.trim());

/** Whether a number is whole, so that a look-up can use its digits. */
export const isWhole = (number: string): boolean => /^\d{8,20}$/.test(number);

/** Whether a receipt prints enough of its receiver's number to recognise it another time. */
export const isSavable = ({ receipt, isReceiverAccountShown }: VerifiedReceipt): boolean =>
  isReceiverAccountShown && showsEnough(receipt.receiver_account);

/** Whether a whole or masked number shows enough to recognise it. */
export const showsEnough = (number: string): boolean => {
  const visible = visibleDigits(number);
  if (visible === null) return false;
  const { prefix, suffix, masked } = visible;
  return masked ? isRecognisable(prefix, suffix) : suffix.length >= visibleDigitsMin;
};

/** Compares two masked numbers where both are visible. */
const checkMasked = (ours: VisibleDigits, printed: string): Check => {
  const theirs = visibleDigits(printed);
  if (theirs === null) return "unknown";
  const tail = Math.min(ours.suffix.length, theirs.suffix.length);
  const head = Math.min(ours.prefix.length, theirs.prefix.length);
  const [beginning, end] = [ours.prefix.slice(0, head), lastOf(ours.suffix, tail)];
  if (end !== lastOf(theirs.suffix, tail) || beginning !== theirs.prefix.slice(0, head)) return "mismatch";
  return isRecognisable(beginning, end) ? "match" : "unknown";
};

const lastOf = (digits: string, count: number): string => digits.slice(digits.length - count);

/** A mobile phone is printed as `0911…` and as `251911…`. */
const formsOf = (number: string): readonly string[] => {
  const isMasked = /[*•]/.test(number);
  return isMasked || isPhone(number) ? phoneForms(number) : [number];
};

const titles = new Set(
  "mr mrs ms miss dr eng prof ato weyzero weizero weyzerit weizerit w/ro w/o w/rt w/rit w/t wro wrt አቶ ወይዘሮ ወይዘሪት ወ/ሮ ወ/ሪት ወ/ት ዶ/ር ዶክተር".split(
    " ",
  ),
);

/**
 * Compares whole names without titles and case. `unknown`: one continues the other, the scripts differ, or only order,
 * initials, a cut end of the printed name or doubled letters differ.
 */
export const checkName = (expected: string, printed: string): Check => {
  const [ours, theirs] = [wordsOf(expected), wordsOf(printed)];
  if (ours.length === 0 || theirs.length === 0 || printed.includes("*")) return "unknown";
  const shared = Math.min(ours.length, theirs.length);
  if (ours.slice(0, shared).join(" ") !== theirs.slice(0, shared).join(" "))
    return areOtherScripts(expected, printed) || areAlike(ours, theirs) ? "unknown" : "mismatch";
  return ours.length === theirs.length ? "match" : "unknown";
};

/**
 * Whether the names speak against each other where `checkName` cannot tell: in two scripts their words sound otherwise, or
 * the letters that a masked name shows are another's.
 */
export const areNamesApart = (expected: string, printed: string): boolean => {
  const [ours, theirs] = [wordsOf(expected), wordsOf(printed)];
  if (ours.length === 0 || theirs.length === 0) return false;
  if (printed.includes("*")) return isLatin(expected) && isLatin(printed) && !showsThese(theirs, ours);
  if (areOtherScripts(expected, printed)) return !mayBeOneName(ours, theirs);
  return checkName(expected, printed) === "mismatch";
};

/** Whether what stands before the stars of a masked name begins these words, in whichever order. */
const showsThese = (masked: readonly string[], words: readonly string[]): boolean => {
  const beginnings = masked.map((word) => word.slice(0, Math.max(0, word.search(/\*|$/))));
  const isBegun = (begun: string, word: string | undefined) => word?.startsWith(begun) === true;
  const shared = Math.min(beginnings.length, words.length);
  if (beginnings.slice(0, shared).every((begun, at) => isBegun(begun, words[at]))) return true;
  return beginnings.every((begun) => words.some((word) => isBegun(begun, word)));
};

const areOtherScripts = (one: string, other: string): boolean =>
  (isEthiopic(one) && isLatin(other)) || (isLatin(one) && isEthiopic(other));

const isEthiopic = (name: string): boolean =>
  /\p{Script=Ethiopic}/u.test(name) && !/\p{Script=Latin}/u.test(name);
const isLatin = (name: string): boolean =>
  /\p{Script=Latin}/u.test(name) && !/\p{Script=Ethiopic}/u.test(name);

/** The same words in another order or spelling, in one or several, or the beginning of the longer name in another spelling. */
const areAlike = (expected: readonly string[], printed: readonly string[]): boolean => {
  const [ours, theirs] = [spellingOf(expected), spellingOf(printed)];
  if (begins(ours, theirs) || begins(theirs, ours)) return true;
  const shared = Math.min(ours.length, theirs.length);
  if (shared < 2) return false;
  const isLastPrinted = (at: number) => at === theirs.length - 1;
  const isSame = (word: string, at: number) =>
    isOneWord(word, theirs[at] ?? "") || (isLastPrinted(at) && isCutTo(theirs[at] ?? "", word));
  if (ours.slice(0, shared).every(isSame)) return true;
  return ours.toSorted().join(" ") === theirs.toSorted().join(" ");
};

/** Whether a name is another one, or begins it, wherever their spaces stand. A lone word begins too many names. */
const begins = (short: readonly string[], long: readonly string[]): boolean =>
  long
    .map((_, at) => long.slice(0, at + 1))
    .filter((some) => short.length > 1 || some.length === long.length)
    .some((some) => joined(some) === joined(short));

/** Words in one, without the doubled letters that this makes. */
const joined = (words: readonly string[]): string => words.join("").replace(/([a-z])\1/g, "$1");

/** The words of a name, spelt as banks may spell them in another way: `Selam P.L.C` and `SELLAM PLC` are the same. */
export const spelledWordsOf = (name: string): readonly string[] => spellingOf(wordsOf(name));

const spellingOf = (words: readonly string[]): readonly string[] =>
  words
    .join(" ")
    .replaceAll("&", " and ")
    .replace(/[\u0027\u2019]/g, "")
    .replaceAll("-", " ")
    .replace(/\bp l c\b|\bprivate limited company\b/, "plc")
    .replace(/([a-z])\1/g, "$1")
    .split(" ")
    .filter((word) => word !== "");

/** An initial stands for its name, and `g/michael` for `gebremichael`. */
const isOneWord = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const [first = "", last = ""] = short.split("/");
  if (last.length > 2) return short === long || (long.startsWith(first) && long.endsWith(last));
  return short === long || (short.length === 1 && long.startsWith(short));
};

/**
 * Whether a printed word may be another one that breaks off. Banks cut long names at their end alone: elsewhere `Kebede`
 * and `Kebedech` are two people.
 */
const isCutTo = (printed: string, word: string): boolean => printed.length > 2 && word.startsWith(printed);

/** The words of a name that are compared, without titles; letters of equal sound as one of them. */
export const wordsOf = (name: string): string[] =>
  collapse(
    foldVowels(foldSounds(name.normalize("NFKC")))
      .toLowerCase()
      .replace(/[.,]/g, " "),
  )
    .split(" ")
    .filter((word) => word !== "" && !titles.has(word));

/** Of these two rows the first and the fourth letter sound alike, too: `ሀና` and `ሃና`, `አለሙ` and `ኣለሙ`. */
const foldVowels = (name: string): string => name.replaceAll("ሃ", "ሀ").replaceAll("ኣ", "አ");

/** The label of each provider and the name that the operator gave it. */
export type BankNames = readonly { readonly label: string; readonly name: string }[];

export const bankNamesOf = (
  providers: readonly { readonly label: string; readonly settings: { readonly bank: string } }[],
): BankNames => providers.map(({ label, settings }) => ({ label, name: settings.bank }));

/** Compares two banks, each a provider's label or a printed name. Words that many banks share do not count. */
export const isSameBank = (one: string, other: string, banks: BankNames): boolean => {
  const [first, second] = [bankKeyOf(one, banks), bankKeyOf(other, banks)];
  return first !== "" && first === second;
};

/** A provider's label, else the distinctive words of a bank's name; empty for no bank. */
export const bankKeyOf = (bank: string, banks: BankNames): string => {
  if (banks.some(({ label }) => label === bank)) return bank;
  const words = distinctiveWords(bank);
  const known = words === "" ? undefined : banks.find(({ name }) => distinctiveWords(name) === words);
  return known?.label ?? words;
};

const distinctiveWords = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !shared.has(word))
    .join(" ");

/** `test` begins the names of simulated banks. */
const shared = new Set(["test", "the", "bank", "share", "company", "s", "c", "sc", "ባንክ"]);
