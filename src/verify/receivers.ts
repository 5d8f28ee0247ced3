import type { Reading } from "../core/receipt.ts";
import { type VisibleDigits, visibleDigits } from "../documents/account-digits.ts";
import { accountDigits, type Check, checkAccount } from "./expectations.ts";

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
