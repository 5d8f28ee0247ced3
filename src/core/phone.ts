/** Ethiopian mobile phones: nine digits from 7 or 9, behind `251` (the international form) or `0` (the national one). */
export const phonePattern = /^(?:251|0)[79]\d{8}$/;

export const isPhone = (digits: string): boolean => phonePattern.test(digits);

/** A number as its digits alone, and its stars. */
export const withoutPlus = (number: string): string => number.replace(/^\+/, "");

/** A mobile phone in its international form; other digits unchanged. */
export const internationally = (digits: string): string =>
  isPhone(digits) && digits.startsWith("0") ? `251${digits.slice(1)}` : digits;

/** What begins as a mobile phone does, perhaps masked, as it is written and in its other form; any other text alone. */
export const phoneForms = (number: string): readonly string[] => {
  if (/^0[79]/.test(number)) return [number, `251${number.slice(1)}`];
  return /^251[79]/.test(number) ? [number, `0${number.slice(3)}`] : [number];
};
