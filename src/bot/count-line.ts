import type { Billing } from "../accounts/accounts.ts";
import type { Catalogue } from "../texts/catalogue.ts";
import { formatAmount } from "./amounts.ts";

/** What an answer cost, and what is left. Null: nothing was reserved for it. */
export const countLine = (billing: Billing | null, { left }: Catalogue): string => {
  if (billing === null) return left.free;
  if (billing.kind === "balance")
    return left.charged(formatAmount(billing.chargedSantim), formatAmount(billing.balanceSantim));
  const { remaining, limit } = billing.quota;
  if (!billing.counted) return left.notCounted(remaining, limit);
  return remaining === fewLeft ? left.few(remaining, limit) : left.counted(remaining, limit);
};

/** Free checks at which the asker is warned: once, because each number is reached once. */
const fewLeft = 2;
