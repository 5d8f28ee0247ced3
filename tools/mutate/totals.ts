import { santimOf } from "./printed.ts";
import type { Said } from "./rules/rules.ts";

/**
 * The total in santim, when the printed amounts can be read and belong together (design 3): total = all its parts,
 * or more by at most 5 % of the commission, rounded up, plus one santim, where no levy is printed. Where commission
 * or VAT has no place on the page, the total must at least cover the others. Null otherwise.
 */
export const totalOf = (said: Said): number | null => {
  const { amount, commission, vat, levy, total, added = [], maybeAdded = [], maybeSubtracted = [] } = said;
  const sure = [amount, commission, vat, levy, ...added].filter((text) => text !== undefined).map(santimOf);
  const maybe = [
    ...maybeAdded.map((text) => signed(text, 1)),
    ...maybeSubtracted.map((text) => signed(text, -1)),
  ];
  const known = sumOf(sure);
  if (known === null || maybe.includes(null) || santimOf(amount) === 0) return null;
  if (total === undefined) return known;
  const printed = santimOf(total);
  if (printed === null || printed === 0) return null;
  let totals = [known];
  for (const part of maybe) totals = [...totals, ...totals.map((one) => one + (part ?? 0))];
  if (commission === undefined || vat === undefined) return printed >= Math.min(...totals) ? printed : null;
  const levyMax = levy === undefined ? Math.ceil(((santimOf(commission) ?? 0) * 5) / 100) + 1 : 0;
  return totals.some((one) => printed >= one && printed - one <= levyMax) ? printed : null;
};

const signed = (text: string, sign: 1 | -1): number | null => {
  const santim = santimOf(text);
  return santim === null ? null : sign * santim;
};

const sumOf = (parts: readonly (number | null)[]): number | null =>
  parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0);
