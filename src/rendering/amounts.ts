import type { Billing } from "../accounts/accounts.ts";
import type { Catalogue } from "../texts/catalogue.ts";

/** `125050` santim as `1,250.50`. */
export const formatAmount = (amountMinor: number): string => {
  const birr = String(Math.trunc(amountMinor / 100)).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${birr}.${String(amountMinor % 100).padStart(2, "0")}`;
};

/** What an answer cost, and what is left. A group reads no balance: null. Billing is null where nothing was reserved. */
export const countLine = (
  billing: Billing | null,
  { isGroup }: { readonly isGroup: boolean },
  { left }: Catalogue,
): string | null => {
  if (billing === null) return left.free;
  if (billing.kind === "balance")
    return isGroup
      ? null
      : left.charged(formatAmount(billing.chargedSantim), formatAmount(billing.balanceSantim));
  const { remaining, limit } = billing.quota;
  if (!billing.counted) return left.notCounted(remaining, limit);
  return remaining === fewLeft ? left.few(remaining, limit) : left.counted(remaining, limit);
};

/** Free checks left at which the caller is warned, once, because each number is reached once. */
const fewLeft = 2;
