import { withoutPlus } from "../../core/phone.ts";
import { visibleDigits } from "../../documents/account-digits.ts";
import { type Draw, otherSign } from "./invented.ts";

/**
 * The numbers of one account: whole, masked, or its last digits alone. All are replaced alike, so that what agreed
 * before agrees afterwards. The first digit stays, and of a phone what every phone begins with: readers tell kinds of
 * accounts by them.
 */
type NumberFamily = {
  /** The visible ends that are known, the longest of each; `isWhole`: the end is the whole number. */
  readonly prefix: string;
  readonly suffix: string;
  readonly isWhole: boolean;
};

export type NumberMap = {
  readonly families: readonly NumberFamily[];
  /** The replacement of a printed number, null when it belongs to no family. */
  readonly of: (printed: string, isAlone: boolean) => string | null;
};

/** Shorter ends are too common to be told from other numbers in a text. */
const endLengthMin = 4;

/**
 * @param printed accounts of the record, perhaps masked
 * @param asked digits of the question, whole or the last ones
 */
export const createNumberMap = (
  printed: readonly string[],
  asked: readonly string[],
  draw: Draw,
): NumberMap => {
  const families = familiesOf(printed, asked);
  const mapped = families.map((family) => mapOf(family, draw));
  return {
    families,
    of: (number, isAlone) => {
      for (const map of mapped) {
        const found = map(number, isAlone);
        if (found !== null) return found;
      }
      return null;
    },
  };
};

const familiesOf = (printed: readonly string[], asked: readonly string[]): readonly NumberFamily[] => {
  const families: NumberFamily[] = [];
  for (const account of new Set(printed)) {
    const visible = visibleDigits(account);
    if (visible === null) continue;
    const { prefix, suffix, masked } = visible;
    families.push(masked ? { prefix, suffix, isWhole: false } : { prefix: "", suffix, isWhole: true });
  }
  for (const digits of new Set(asked.map(withoutPlus))) {
    const national = digits.replace(/^(?:251|0)(?=[79]\d{8}$)/, "");
    const at = families.findIndex(
      ({ suffix }) => suffix !== "" && (national.endsWith(suffix) || suffix.endsWith(national)),
    );
    const own = families[at];
    if (own === undefined) families.push({ prefix: "", suffix: digits, isWhole: false });
    else if (!own.isWhole && national.length > own.suffix.length) families[at] = { ...own, suffix: national };
  }
  return families;
};

const mapOf = ({ prefix, suffix, isWhole }: NumberFamily, draw: Draw) => {
  const isLong = isWhole || suffix.length >= wholeLengthMin;
  const keptAtEnd = isLong ? keptOf(suffix) : 0;
  const keptAtBegin = keptOf(isWhole ? suffix : prefix);
  const drawnPrefix = [...prefix]
    .map((digit, at) => (at < keptAtBegin ? digit : otherSign(digit, draw)))
    .join("");
  const drawnSuffix = [...suffix]
    .map((digit, at) => (at < keptAtEnd ? digit : otherSign(digit, draw)))
    .join("");
  // The beginning may be seen twice: alone before a mask, and in the whole number that was asked.
  const isRepeated = isLong && !isWhole && suffix.startsWith(prefix);
  const isPhone = prefix.startsWith("251") && /^[79]\d{8}$/.test(suffix);
  const newSuffix = isRepeated ? drawnPrefix + drawnSuffix.slice(prefix.length) : drawnSuffix;
  const newPrefix = isPhone ? `251${drawnSuffix.slice(0, prefix.length - 3)}` : drawnPrefix;
  const further = new Map<string, string>();
  /** The part of a longer number that stands before the known end. */
  const beginningOf = (digits: string): string => {
    const known = further.get(digits) ?? [...digits].map((digit) => otherSign(digit, draw)).join("");
    further.set(digits, known);
    const keep = digits.startsWith(prefix) && prefix !== "" ? newPrefix : digits.slice(0, keptOf(digits));
    return keep + known.slice(keep.length);
  };
  const endOf = (digits: string): string | null => {
    if (digits === "") return "";
    if (suffix.endsWith(digits)) return newSuffix.slice(suffix.length - digits.length);
    if (suffix !== "" && digits.endsWith(suffix) && (!isWhole || isPhoneWith(digits, suffix))) {
      const before = digits.slice(0, -suffix.length);
      if (prefix !== "" && before.length >= prefix.length && !before.startsWith(prefix)) return null;
      return beginningOf(before) + newSuffix;
    }
    // One phone as 0911… and as 251911…
    const national = /^0[79]\d{8}$/.test(digits) ? digits.slice(1) : null;
    if (national !== null && suffix.endsWith(national)) return `0${newSuffix.slice(-national.length)}`;
    const local = /^251[79]\d{8}$/.test(digits) ? digits.slice(3) : null;
    if (local !== null && suffix.endsWith(local)) return `251${newSuffix.slice(-local.length)}`;
    return null;
  };
  return (number: string, isAlone: boolean): string | null => {
    const plus = number.startsWith("+") ? "+" : "";
    const [, begin = "", mask = "", end = ""] = /^(\d*)(?:([*•]+)(\d*))?$/.exec(withoutPlus(number)) ?? [];
    if (mask === "") {
      const digits = begin;
      const isExact = digits === suffix;
      if (digits.length < endLengthMin && !isExact) return null;
      // A short end in a text may as well be a part of an amount or a time.
      if (!isAlone && digits.length < 7) return null;
      const mapped = endOf(digits);
      return mapped === null ? null : plus + mapped;
    }
    const whole = isWhole ? suffix : "";
    const known = whole === "" ? prefix : whole;
    const isOwnBegin = known.startsWith(begin) || (begin.startsWith(prefix) && prefix !== "");
    const isOwnEnd = end !== "" && (suffix.endsWith(end) || end.endsWith(suffix)) && suffix !== "";
    if (!isOwnBegin || !(isOwnEnd || (end === "" && suffix === ""))) return null;
    const newWhole = whole === "" ? newPrefix : newSuffix;
    const newBegin =
      begin.length <= newWhole.length
        ? newWhole.slice(0, begin.length)
        : newWhole + [...begin.slice(newWhole.length)].map((digit) => otherSign(digit, draw)).join("");
    const newEnd = suffix.endsWith(end) ? newSuffix.slice(suffix.length - end.length) : endOf(end);
    return newEnd === null ? null : plus + newBegin + mask + newEnd;
  };
};

const isPhoneWith = (digits: string, national: string): boolean =>
  /^(?:251|0)?[79]\d{8}$/.test(digits) && national.length >= 9;

/** Asked digits of this length are a whole number, not its last digits. */
const wholeLengthMin = 9;

/** How many first digits stay. */
const keptOf = (digits: string): number => (/^(?:251[79]|0[79]|\d)/.exec(digits)?.[0] ?? "").length;
