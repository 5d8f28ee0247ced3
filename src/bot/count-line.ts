import type { Billing } from "../accounts/accounts.ts";
import type { Catalogue } from "../texts/catalogue.ts";
import { formatAmount } from "./amounts.ts";

/** What an answer cost, and what is left. Null: nothing was reserved for it. */
export const countLine = (billing: Billing | null, texts: Catalogue): string => {
  if (billing === null) return texts.record.free;
  if (billing.kind === "balance")
    return texts.record.charged(formatAmount(billing.chargedSantim), formatAmount(billing.balanceSantim));
  const say = billing.counted ? texts.record.counted : texts.record.notCounted;
  return say(billing.quota.remaining, billing.quota.limit);
};
