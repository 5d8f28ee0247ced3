import { z } from "zod";
import { cleanWord } from "../core/clean-text.ts";
import { parseSantim } from "../core/money.ts";
import type { Reading } from "../core/receipt.ts";
import { collapse } from "../core/white-space.ts";
import { visibleDigits } from "../documents/account-digits.ts";

/** What the asker expected of the receipt (design 3). It never changes the verdict. */
export const expectationsSchema = z.strictObject({
  /** ETB, such as `1250.00`. */
  amount: z
    .string()
    .max(40)
    .refine((text) => parseSantim(text) !== null)
    .optional(),
  /** Account or phone number of at least four digits. */
  receiver_account: z
    .string()
    .max(40)
    .refine((text) => /^\d{4,20}$/.test(accountDigits(text)))
    .optional(),
  receiver_name: z
    .string()
    .max(200)
    .refine((text) => collapse(text) !== "")
    .optional(),
  max_age_hours: z.int().min(1).max(87_600).optional(),
});

export type Expectations = z.infer<typeof expectationsSchema>;

/** `unknown`: the receipt shows too little to tell. */
export type Check = "match" | "mismatch" | "unknown";

export type Checks = { readonly [Field in keyof Expectations]?: Check };

/** One answer for each expectation that was named. */
export const checkExpectations = (expected: Expectations, reading: Reading, now: Date): Checks => {
  const { receipt, amountMinor, paymentDateIso } = reading;
  const { amount, receiver_account, receiver_name, max_age_hours } = expected;
  return {
    ...(amount === undefined ? {} : { amount: verdict(parseSantim(amount) === amountMinor) }),
    ...(receiver_account === undefined
      ? {}
      : { receiver_account: checkAccount(accountDigits(receiver_account), receipt.receiver_account) }),
    ...(receiver_name === undefined
      ? {}
      : { receiver_name: checkName(receiver_name, receipt.receiver_name) }),
    ...(max_age_hours === undefined ? {} : { max_age_hours: checkAge(max_age_hours, paymentDateIso, now) }),
  };
};

/** An amount as a person types it, `5000` or `1,250.50 ETB`, in santim; null when it is none or nothing. */
export const typedAmount = (text: string): number | null => parseSantim(text) || null;

const verdict = (agrees: boolean): Check => (agrees ? "match" : "mismatch");

/** Fewer visible digits than this prove nothing. */
const visibleDigitsMin = 4;

/** A number of at least this length is taken for a whole one, whose beginning can be compared too. */
const wholeDigitsMin = 10;

/** Digits of an account as a person types them; of a mobile phone in its international form. */
export const accountDigits = (text: string): string =>
  internationally(cleanWord(text).replace(/^\+/, "").replaceAll("-", ""));

/** A mobile phone's digits in their international form; all others as they are. */
export const internationally = (digits: string): string =>
  /^0[79]\d{8}$/.test(digits) ? `251${digits.slice(1)}` : digits;

/** Compares an account number's digits with what a receipt prints: what is visible at both ends; the number of stars says nothing. */
export const checkAccount = (expected: string, printed: string): Check => {
  const visible = visibleDigits(internationally(printed));
  if (visible === null) return "unknown";
  const suffix = visible.suffix.slice(-expected.length);
  if (!expected.endsWith(suffix)) return "mismatch";
  // An account in clear is printed whole: one that is longer is another.
  if (!visible.masked && expected.length > visible.suffix.length) return "mismatch";
  if (!visible.masked) return visible.suffix.length < visibleDigitsMin ? "unknown" : "match";
  const isWhole = expected.length >= wholeDigitsMin;
  if (isWhole && !expected.startsWith(visible.prefix)) return "mismatch";
  return suffix.length + (isWhole ? visible.prefix.length : 0) < visibleDigitsMin ? "unknown" : "match";
};

const titles = new Set(
  "mr mrs ms miss dr eng prof ato weyzero weizero weyzerit weizerit w/ro w/o w/rt w/rit w/t wro wrt አቶ ወይዘሮ ወይዘሪት ወ/ሮ ወ/ሪት ወ/ት ዶ/ር".split(
    " ",
  ),
);

/**
 * Names agree as a whole, titles and case aside. Nothing is said when one only continues the other, when they are written
 * in different scripts, and when order, initials, a cut end or doubled letters are all that tells them apart.
 */
export const checkName = (expected: string, printed: string): Check => {
  const [ours, theirs] = [wordsOf(expected), wordsOf(printed)];
  if (ours.length === 0 || theirs.length === 0 || printed.includes("*")) return "unknown";
  const shared = Math.min(ours.length, theirs.length);
  if (ours.slice(0, shared).join(" ") !== theirs.slice(0, shared).join(" "))
    return areOtherScripts(expected, printed) || areAlike(ours, theirs) ? "unknown" : "mismatch";
  return ours.length === theirs.length ? "match" : "unknown";
};

const areOtherScripts = (one: string, other: string): boolean =>
  (isEthiopic(one) && isLatin(other)) || (isLatin(one) && isEthiopic(other));

const isEthiopic = (name: string): boolean =>
  /\p{Script=Ethiopic}/u.test(name) && !/\p{Script=Latin}/u.test(name);
const isLatin = (name: string): boolean =>
  /\p{Script=Latin}/u.test(name) && !/\p{Script=Ethiopic}/u.test(name);

/** The same words in another order or spelling, or the beginning of the longer name in another spelling. */
const areAlike = (one: readonly string[], other: readonly string[]): boolean => {
  const [ours, theirs] = [spellingOf(one), spellingOf(other)];
  const shared = Math.min(ours.length, theirs.length);
  if (shared < 2) return ours.join(" ") === theirs.join(" ");
  if (ours.slice(0, shared).every((word, at) => isOneWord(word, theirs[at] ?? ""))) return true;
  return ours.toSorted().join(" ") === theirs.toSorted().join(" ");
};

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

/** An initial stands for its name, and three letters for a name that was cut. */
const isOneWord = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short === long || (short.length !== 2 && short !== "" && long.startsWith(short));
};

/** The words of a name that are compared, without titles. */
export const wordsOf = (name: string): string[] =>
  collapse(name.normalize("NFKC").toLowerCase().replace(/[.,]/g, " "))
    .split(" ")
    .filter((word) => word !== "" && !titles.has(word));

const hourMs = 3_600_000;

/** Of a receipt that prints no time, only what holds for the whole day is known. */
const checkAge = (hoursMax: number, paidAtIso: string | null, now: Date): Check => {
  if (paidAtIso === null) return "unknown";
  const isWithin = (iso: string) => now.getTime() - Date.parse(iso) <= hoursMax * hourMs;
  if (paidAtIso.includes("T")) return verdict(isWithin(paidAtIso));
  const [atFirst, atLast] = [`${paidAtIso}T00:00:00+03:00`, `${paidAtIso}T23:59:59+03:00`].map(isWithin);
  return atFirst === atLast ? verdict(atFirst === true) : "unknown";
};
