import type { TotalCheck } from "../receipt.ts";
import { parseSantim } from "./money.ts";

/** Printed amounts of one receipt; `commission` and `vat` are absent when the page has no place for them. */
type PrintedAmounts = {
  readonly amount: string;
  readonly commission?: string;
  readonly vat?: string;
  /** Further parts of the total, such as a stamp duty or a levy. */
  readonly surcharges?: readonly string[];
  /** The disaster-recovery levy (formats 0.4) where it has a row of its own. */
  readonly levy?: string;
  /** Parts that pages show whether or not they are in the total: a tax inside the price, a discount given before. */
  readonly perhapsAdded?: readonly string[];
  readonly perhapsSubtracted?: readonly string[];
  /** Absent where none is printed. */
  readonly total?: string;
};

/** Amounts in santim with the relation of the total to its parts. */
export type Amounts = {
  readonly amount: number;
  readonly commission: number | null;
  readonly vat: number | null;
  readonly total: number;
  readonly totalCheck: TotalCheck;
};

/**
 * Reads and adds up. Null when an amount cannot be read, when nothing was transferred, or when the total
 * cannot come from its parts (design 3). A total that is not printed is their sum.
 */
export const readAmounts = (printed: PrintedAmounts): Amounts | null => {
  const amount = parseSantim(printed.amount);
  const commission = parseOptional(printed.commission);
  const vat = parseOptional(printed.vat);
  const levy = parseOptional(printed.levy);
  const surcharge = sum(printed.surcharges ?? []);
  const added = sum(printed.perhapsAdded ?? []);
  const subtracted = sum(printed.perhapsSubtracted ?? []);
  if (amount === null || amount === 0) return null;
  if (commission === undefined || vat === undefined || levy === undefined) return null;
  if (surcharge === null || added === null || subtracted === null) return null;
  const known = amount + (commission ?? 0) + (vat ?? 0) + surcharge + (levy ?? 0);
  // A total that is the sum of its parts by our own reckoning proves nothing.
  if (printed.total === undefined) return { amount, commission, vat, total: known, totalCheck: "unknown" };
  const total = parseSantim(printed.total);
  if (total === null || total === 0) return null;
  const totals = [known, known + added, known - subtracted, known + added - subtracted];
  const totalCheck = checkTotal(total, totals, commission !== null && vat !== null ? commission : null, levy);
  return totalCheck === null ? null : { amount, commission, vat, total, totalCheck };
};

/**
 * `totals`: what the printed parts can add up to; `commission` null: not all parts are printed. A printed `levy`
 * is one of the parts; only where none is printed may the total hold one unseen.
 */
const checkTotal = (
  total: number,
  totals: readonly number[],
  commission: number | null,
  levy: number | null,
): TotalCheck | null => {
  if (commission === null) return total >= Math.min(...totals) ? "unknown" : null;
  if (totals.includes(total)) return levy === null || levy === 0 ? "exact" : "levy";
  if (levy !== null) return null;
  const levyMax = Math.ceil((commission * 5) / 100) + 1;
  return totals.some((known) => total > known && total - known <= levyMax) ? "levy" : null;
};

/** `null`: not printed; `undefined`: printed and unreadable. */
const parseOptional = (text: string | undefined): number | null | undefined =>
  text === undefined ? null : (parseSantim(text) ?? undefined);

const sum = (texts: readonly string[]): number | null => {
  let santim = 0;
  for (const text of texts) {
    const part = parseSantim(text);
    if (part === null) return null;
    santim += part;
  }
  return santim;
};
