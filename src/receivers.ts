import { accountDigits, type Check, checkAccount, checkName, wordsOf } from "./expectations.ts";
import { type VisibleDigits, visibleDigits } from "./reading/account-digits.ts";
import type { Reading, Receipt } from "./receipt.ts";

/** An account or phone of the asker's: whole digits, or masked as a receipt prints them; `""` where no name is known. */
export type OwnAccount = { readonly number: string; readonly name: string };

/**
 * Whose the receiver's account is: one of the asker's; `renamed`, by its digits one of them and by its name not;
 * somebody else's; `unclear`, it shows too little to tell.
 */
export type Receiver = "own" | "renamed" | "other" | "unclear";

/** The receiver of a receipt among the asker's accounts, of which there is at least one. */
export const receiverAmong = (own: readonly OwnAccount[], receipt: Receipt): Receiver => {
  const found = own.map((account) => compare(account, receipt));
  return likenesses.find((likeness) => found.includes(likeness)) ?? "other";
};

/** From the best news to the worst. */
const likenesses = ["own", "renamed", "unclear"] as const satisfies readonly Receiver[];

const compare = ({ number, name }: OwnAccount, receipt: Receipt): Receiver => {
  const digits = checkNumber(number, receipt.receiver_account);
  if (digits === "mismatch") return "other";
  const names = name === "" ? "unknown" : checkName(name, receipt.receiver_name);
  if (names === "mismatch") return digits === "match" ? "renamed" : "other";
  if (digits === "match") return "own";
  // Two or three digits and a full name are one person's; a first name is not.
  const isNamed = names === "match" && wordsOf(name).length > 1;
  return isNamed && visibleDigits(receipt.receiver_account) !== null ? "own" : "unclear";
};

/** Whether a number, whole or masked, may be the one that a receipt prints; a phone in either of its forms. */
export const checkNumber = (number: string, printed: string): Check => {
  const found = formsOf(number).map((form) => {
    const visible = visibleDigits(form);
    if (visible === null) return "unknown";
    return visible.masked ? checkMasked(visible, printed) : checkAccount(form, printed);
  });
  return checks.find((check) => found.includes(check)) ?? "mismatch";
};

const checks = ["match", "unknown"] as const satisfies readonly Check[];

/** What a person types as an account or phone, its digits alone; null when it is none: 8 to 20 digits. */
export const typedNumber = (text: string): string | null => {
  const digits = accountDigits(text.replace(/[\s()]/g, ""));
  return /^\d{8,20}$/.test(digits) ? digits : null;
};

/** Whether a number is an Ethiopian mobile phone's, in either form. */
export const isPhone = (number: string): boolean => /^(?:251|0)[79]\d{8}$/.test(number);

/** Whether it is known whole, so that a look-up can use its digits. */
export const isWhole = (number: string): boolean => /^\d{8,20}$/.test(number);

/** Whether a receipt prints enough of its receiver's account, phone or till for it to be recognised another time. */
export const isSavable = ({ receipt, isReceiverAccountShown }: Reading): boolean => {
  const visible = visibleDigits(receipt.receiver_account);
  if (!isReceiverAccountShown || visible === null) return false;
  return visible.suffix.length + (visible.masked ? visible.prefix.length : 0) >= visibleDigitsMin;
};

/** Whether it prints at least two digits: what fewer say is anybody's. */
export const isComparable = (printed: string): boolean => {
  const visible = visibleDigits(printed);
  return visible !== null && visible.suffix.length + (visible.masked ? visible.prefix.length : 0) >= 2;
};

/** Two masked numbers agree where both are visible. */
const checkMasked = (ours: VisibleDigits, printed: string): Check => {
  const theirs = visibleDigits(printed);
  if (theirs === null) return "unknown";
  const tail = Math.min(ours.suffix.length, theirs.suffix.length);
  const head = Math.min(ours.prefix.length, theirs.prefix.length);
  const isSame =
    lastOf(ours.suffix, tail) === lastOf(theirs.suffix, tail) &&
    ours.prefix.slice(0, head) === theirs.prefix.slice(0, head);
  if (!isSame) return "mismatch";
  return tail + head < visibleDigitsMin ? "unknown" : "match";
};

/** Fewer visible digits than this prove nothing (design 3). */
const visibleDigitsMin = 4;

const lastOf = (digits: string, count: number): string => digits.slice(digits.length - count);

/** A mobile phone is printed as `0911…` and as `251911…`. */
const formsOf = (number: string): readonly string[] => {
  const isMasked = /[*•]/.test(number);
  if (!isMasked && !isPhone(number)) return [number];
  if (/^0[79]/.test(number)) return [number, `251${number.slice(1)}`];
  return /^251[79]/.test(number) ? [number, `0${number.slice(3)}`] : [number];
};
