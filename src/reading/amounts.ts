import type { TotalCheck } from "../receipt.ts";
import { parseSantim } from "./money.ts";

/** Printed amounts of one receipt; `commission` and `vat` are absent when the page has no place for them. */
type PrintedAmounts = {
  readonly amount: string;
  readonly commission?: string;
  readonly vat?: string;
  readonly surcharges?: readonly string[];
  readonly discounts?: readonly string[];
  readonly total: string;
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
 * cannot come from its parts (design 3).
 */
export const readAmounts = (printed: PrintedAmounts): Amounts | null => {
  const amount = parseSantim(printed.amount);
  const total = parseSantim(printed.total);
  const commission = parseOptional(printed.commission);
  const vat = parseOptional(printed.vat);
  const surcharge = sum(printed.surcharges ?? []);
  const discount = sum(printed.discounts ?? []);
  if (amount === null || total === null || amount === 0 || total === 0) return null;
  if (commission === undefined || vat === undefined || surcharge === null || discount === null) return null;
  const totalCheck = checkTotal({ amount, total, commission, vat, surcharge, discount });
  return totalCheck === null ? null : { amount, commission, vat, total, totalCheck };
};

type Parts = Pick<Amounts, "amount" | "total" | "commission" | "vat"> & {
  readonly surcharge: number;
  readonly discount: number;
};

const checkTotal = ({ amount, total, commission, vat, surcharge, discount }: Parts): TotalCheck | null => {
  const known = amount + (commission ?? 0) + (vat ?? 0);
  // A discount may already be in the settled amount, and a duty may be shown without being added.
  const excesses = [total - known, total - (known + surcharge - discount)];
  if (commission === null || vat === null) return total + discount >= known ? "unknown" : null;
  if (excesses.includes(0)) return "exact";
  const levyMax = Math.ceil((commission * 5) / 100) + 1;
  return excesses.some((excess) => excess > 0 && excess <= levyMax) ? "levy" : null;
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
