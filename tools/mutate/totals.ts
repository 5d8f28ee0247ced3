import { santimOf } from "./printed.ts";
import type { Role } from "./roles.ts";

/**
 * Whether the printed amounts can be read and belong together (design 3): total = amount + commission + VAT, or
 * more by at most 5 % of the commission, rounded up, plus one santim. Where a part has no place on the page, the
 * total must at least cover the others.
 */
export const totalHolds = (provider: string, printed: (role: Role) => string | undefined): boolean => {
  const read = new Map<Role, number>();
  for (const role of parts) {
    const text = printed(role);
    if (text === undefined) continue;
    const santim = santimOf(text);
    if (santim === null) return false;
    read.set(role, santim);
  }
  const at = (role: Role) => read.get(role) ?? 0;
  const [amount, commission, total] = [at("amount"), at("commission"), at("total")];
  if (amount === 0 || total === 0) return false;
  const known = amount + commission;
  const printsAll = read.has("commission") && (read.has("vat") || read.has("vatOnFee"));
  if (!printsAll) return total >= known + at("vat");

  const levyMax = Math.ceil((commission * 5) / 100) + 1;
  return taxes(provider, read).some((tax) =>
    extras(at("stampDuty"), at("discount")).some((extra) => {
      const excess = total - known - tax - extra;
      return excess >= 0 && excess <= levyMax;
    }),
  );
};

const parts: readonly Role[] = ["amount", "commission", "vat", "vatOnFee", "stampDuty", "discount", "total"];

/** beta may print the fee's VAT and another one, which may or may not be in the settled amount. */
const taxes = (provider: string, read: ReadonlyMap<Role, number>): readonly number[] => {
  const vat = read.get("vat");
  const onFee = read.get("vatOnFee");
  if (provider !== "beta" || onFee === undefined) return [vat ?? 0];
  return [onFee, onFee + (vat ?? 0)];
};

/** A duty may be shown without being added, a discount may already be in the settled amount. */
const extras = (duty: number, discount: number): readonly number[] => [0, duty, -discount, duty - discount];
