import type { Billing } from "../accounts/accounts.ts";
import type { Catalogue } from "../texts/catalogue.ts";

/** `125050` santim as `1,250.50`. */
export const formatAmount = (amountMinor: number): string => {
  const birr = String(Math.trunc(amountMinor / 100)).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${birr}.${String(amountMinor % 100).padStart(2, "0")}`;
};

/** What an answer cost, and what is left. Null: nothing was reserved. */
export const countLine = (billing: Billing | null, { left }: Catalogue): string => {
  if (billing === null) return left.free;
  if (billing.kind === "balance")
    return left.charged(formatAmount(billing.chargedSantim), formatAmount(billing.balanceSantim));
  const { remaining, limit } = billing.quota;
  if (!billing.counted) return left.notCounted(remaining, limit);
  return remaining === fewLeft ? left.few(remaining, limit) : left.counted(remaining, limit);
};

/** Free checks left at which the caller is warned, once, because each number is reached once. */
const fewLeft = 2;
