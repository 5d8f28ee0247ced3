/**
 * Whether signs for text from right to left turn digits of a text as it was sent: a person sees them in another order.
 * Signs of a name or a phone that keep its order turn nothing, and neither do letters beside one number alone.
 */
export const turnsDigits = (text: string): boolean =>
  text.split("\n").some((line) => {
    const at = line.search(turning);
    if (at >= 0 && /\p{N}/u.test(line.slice(at))) return true;
    const isFromRight = /^[^\p{Script=Latin}\p{Script=Ethiopic}]*$/u.test(line.split(fromRight, 1)[0] ?? "");
    const parts = isFromRight ? [line] : line.split(/[\p{Script=Latin}\p{Script=Ethiopic}]/u);
    return parts.some((part) => twoArabic.test(part) || (fromRight.test(part) && hasTwoNumbers(part)));
  });

const hasTwoNumbers = (text: string): boolean =>
  (text.match(/(?<![\p{L}\p{N}][.,:/]?)\p{Nd}/gu) ?? []).length > 1;

/** They turn letters of every script. */
const turning = /[\u202b\u202e\u2067]/;
/** Marks and letters of Hebrew, Arabic and their like, those of mathematics too. */
const fromRight =
  /[\u061c\u200f]|(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Numbers in Arabic digits stand from right to left by themselves. */
const twoArabic = /[\u0660-\u0669] {1,4}[\u0660-\u0669]/;
