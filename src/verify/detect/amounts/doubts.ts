import type { Part } from "../message-parts.ts";

/**
 * What a person may read in place of an amount that is read here, in santim; null: nobody can say. `isEither`: it may be
 * meant in both ways, and either may agree.
 */
export type Doubt = { readonly seenSantim: number | null; readonly isEither?: true };

const nobodyKnows: Doubt = { seenSantim: null };

/**
 * Whether a person may read more in a place of a plain text than the amount that is read there: `12, 500.00 birr`,
 * `ETB 12-500`, `❶2,500 birr`. Null: all of it is read.
 */
export const doubtOf = (text: string, { start, end }: Part): Doubt | null => {
  const number = { start: start + Math.max(0, text.slice(start, end).search(/[0-9]/)), end };
  // A currency word before it says where it begins.
  const before = number.start === start ? doubtBefore(text, number) : null;
  return before ?? doubtBehind(text, number);
};

/** Marks and spaces that may stand inside a number; others, as in `500 + 250` and `500 (250 each)`, part two. */
const gap = String.raw`(?:[,.'’]\n|(?:\p{Lm}|[^\p{L}\p{N}\n()[\]{}+=&@%?!#\0\ufffd]){1,3})`;

/** `12, 500.00 birr` of which `500.00 birr` is read. */
const doubtBefore = (text: string, { start, end }: Part): Doubt | null => {
  const before = text.slice(Math.max(0, start - 24), start);
  const number = text.slice(start, end);
  const [, written = "", whole = "", decimals = ""] =
    /^(([0-9]{1,3})(?![0-9])[0-9,.'’ ]*?(\.[0-9]{2})?)(?![0-9]|[,.'’ ][0-9])/.exec(number) ?? [];
  const [joined, group = ""] = (whole.length === 3 && groupBefore.exec(before)) || [];
  if (joined === undefined || isListItem.test(before)) {
    const isDoubted =
      signBefore.test(before) || countedBefore.test(before) || isApartFromDigit(before, number);
    return isDoubted ? nobodyKnows : null;
  }
  if (signBefore.test(before.slice(0, -joined.length))) return nobodyKnows;
  const behind = written.slice(0, written.length - decimals.length).replace(/[^0-9]/g, "");
  return { seenSantim: joinedSantim(group + behind, decimals) };
};

/** Bars of all kinds, which are read as a one. */
export const bars = String.raw`|¦ǀ∣\u2300-\u23ff\u2500-\u259f\u2758-\u275a\uffe8`;
/** Letters that are read as digits where they stand among digits. */
const lookAlikes = "IiLlJjTtZzSsOoBbıƖɩ";

/**
 * A sign right before a number that may be read as a digit: a number of another kind, a mark, a bar, a letter that is
 * neither Latin nor Ethiopic, a Latin one that is like a digit; a mark behind another digit; `1Z,500`.
 */
const signBefore = new RegExp(
  String.raw`(?:(?![0-9])\p{N}|\p{M}|[${bars}]|(?![\p{Script=Latin}\p{Script=Ethiopic}])\p{L}|(?<![\p{L}\p{N}])(?:[${lookAlikes}]|(?![A-Za-z])\p{Script=Latin}|[${lookAlikes}]{1,2}[.,])|(?<![\p{L}\p{N}]{4})[0-9](?:[*#•%'’\x60´_·]|\p{L}{1,2}[.,]?))$`,
  "u",
);

/** `1-2500 birr`, `1 2,500.00 birr`. A date and a phone number are others. */
const isApartFromDigit = (before: string, number: string): boolean =>
  (/(?<![\p{L}\p{N}]|[0-9][-/.])[1-9]-$/u.test(before) && /^[0-9]{4}/.test(number)) ||
  (/(?<![\p{L}\p{N}.,:/-] ?)[1-9] $/u.test(before) && /^[0-9],[0-9]{3}/.test(number));

/** Thousands or hundreds in words or digits right before: `twelve thousand: 500 birr`, `12k-500`, `12000 and 500`. */
const countedBefore =
  /(?:(?<!\p{L})(?:thousand|hundred|million|shih?|meto|kuma)|[ሺሽ][ህሕኅ]?ን?|መቶ|ሚእ[ቲት]ን?|[0-9]k|(?<![0-9.,])[1-9][0-9]{0,2}000ና?)(?:[^\p{L}\p{N}\n]{1,3}(?:(?:and|plus|እና|ከ|fi|ena|ke)\s{0,2})?)$/iu;

/** Behind a reference and a date stands another number. */
const groupBefore = new RegExp(String.raw`(?<![0-9][.,:/'’-]?|[\p{L}\p{N}]{4})([0-9]{1,3})${gap}$`, "u");
const isListItem = /(?:^|\n)[0-9] ?[.):/-] ?$/;

/** `ETB 12-500` of which `ETB 12` is read, and `ETB 1,250ooo`. */
const doubtBehind = (text: string, { start, end }: Part): Doubt | null => {
  const number = text.slice(start, end);
  const behind = text.slice(end, end + 24);
  if (!/[0-9]$/.test(number)) return null;
  if (signBehind.test(behind)) return nobodyKnows;
  const [, digits = ""] = /(?<![0-9][.,'’ ]?)([0-9]{1,3}(?:,[0-9]{3}){0,3})$/.exec(number) ?? [];
  const [joined, group = "", decimals = ""] = groupBehind.exec(behind) ?? [];
  if (digits === "" || joined === undefined) return null;
  const goesOn = /^[^\p{L}\p{N}\n]{0,2}[0-9]/u.test(behind.slice(joined.length));
  return goesOn ? nobodyKnows : { seenSantim: joinedSantim(digits.replace(/,/g, "") + group, decimals) };
};

const groupBehind = new RegExp(String.raw`^${gap}([0-9]{3})(\.[0-9]{2})?(?![\p{L}\p{N}]|[:/-][0-9])`, "u");

/** What may be read as further zeros: `1250ooo`, `1250○`, `1250-0`, `12,S00`. */
const signBehind =
  /^(?:(?![0-9])\p{N}|\p{M}|[°○◯●⚪⭕🅾〇]|(?![\p{Script=Latin}\p{Script=Ethiopic}\p{Lm}])\p{L}|[oOQD]{1,4}(?![A-Za-z])|(?![A-Za-z])\p{Script=Latin}|[.,'’]\p{Script=Latin}{1,2}[0-9]|[-_·'’´]0{1,2}(?![0-9.,:/-]))/u;

const joinedSantim = (birr: string, decimals: string): number =>
  Number(birr) * 100 + Number(decimals.slice(1) || 0);

/** More of them say no more. */
const unreadMax = 30;

/**
 * Currency words beside digits of which nothing is read: `ETB/12,500.00`, `12 thou birr`, `12,500.00Birrfrom`.
 *
 * @param read what is read as an amount, in its order
 */
export const unreadIn = (text: string, read: readonly Part[]): readonly Part[] => {
  const isRead = ({ start, end }: Part) => read.some((one) => one.start < end && one.end > start);
  const unread: Part[] = [];
  for (const { index: start, 0: word } of text.matchAll(currency)) {
    const end = start + word.length;
    if (unread.length >= unreadMax) break;
    if (isRead({ start, end })) continue;
    if (scaleBefore.test(text.slice(Math.max(0, start - 12), start))) unread.push({ start, end });
    for (const place of [figureBehind(text, end), figureBefore(text, start)])
      if (place !== null && mayBeAmount(text.slice(place.start, place.end)) && !isRead(place))
        unread.push(place);
  }
  return unread;
};

/** Also within a word, as in `receivedETB12,500`; names of wallets end in the others. */
const currency = /ETB|(?<![A-Za-z])birr|(?<!\p{L})[የበከለ]?ብር|qarshii?|ቅርሺ/giu;

/** The digits right behind a place, also glued to a few letters, up to the next space. */
const figureBehind = (text: string, at: number): Part | null => {
  const [all = "", figure = ""] =
    /^(?:[^\p{L}\p{N}\n]{0,4}|[^\p{L}\p{N}\n]{0,3}[\p{L}№]{1,4}[.,]?)(\p{N}\S{0,23})/u.exec(
      text.slice(at, at + 40),
    ) ?? [];
  // `DKF1AB2CD3`
  const isMixed = /\p{L}/u.test(figure) && /\p{L}/u.test(all.slice(0, -figure.length));
  return figure === "" || isMixed ? null : { start: at + all.length - figure.length, end: at + all.length };
};

/** The word with digits before a place, with at most two short words between. */
const figureBefore = (text: string, at: number): Part | null => {
  const [line = ""] = text
    .slice(Math.max(0, at - 48), at)
    .split("\n")
    .slice(-1);
  let start = at;
  for (const [words, word] of line.split(" ").reverse().entries()) {
    start = words === 0 ? at - word.length : start - 1 - word.length;
    if (/\p{N}/u.test(word)) return isReference.test(word) ? null : { start, end: start + word.length };
    const isShort = /^[^\p{L}]{0,3}(?:\p{L}{1,6}|&)?[^\p{L}]?$/u.test(word);
    if (!isShort || words === 3) return null;
  }
  return null;
};

/** Digits behind four letters or more are part of a word. */
const isReference = /\p{L}{4}|\p{L}\p{N}{3,12}\p{L}/u;

/** `አስራ ሁለት ተኩል ሺህ ብር` */
const scaleBefore = /(?:[ሺሽ][ህሕኅ]?ን?|መቶ|thousand|hundred|million|shih?)\s?$/iu;

/** Not a zero, a date, a time, an account's number, masked digits, a share, or a reference. */
const mayBeAmount = (figure: string): boolean =>
  /[^0]/u.test(figure.replace(/\P{N}/gu, "")) &&
  !/^[0-9]{1,4}[/.-][0-9]{1,2}[/.-][0-9]{2,4}|^[0-9]{1,2}:[0-9]{2}|[0-9]{9}|\*{2}|%|\/[A-Za-z]/.test(
    figure,
  ) &&
  !/^(?=.*[0-9])(?=.*[A-Z]{2})[A-Z0-9]{8}/.test(figure);
