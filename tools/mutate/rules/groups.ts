import type { Role } from "./rules.ts";

/** Roles by what stands beside their labels. */
export const moneyRoles: readonly Role[] = [
  "amount",
  "commission",
  "vat",
  "vatOnFee",
  "stampDuty",
  "discount",
  "total",
  "detail",
  "tip",
  "levy",
  ...(["fee0", "fee1", "fee2", "fee3", "fee4", "fee5"] as const),
];
export const accountRoles: readonly Role[] = [
  ...(["account", "payerAccount", "receiverAccount", "bankAccount", "debit", "credit"] as const),
  ...(["senderNumber", "buyerNumber", "receiverNumber", "businessNumber", "beneficiaryAccount"] as const),
  ...(["recipient", "till", "phone", "sourceAccount"] as const),
];
export const nameRoles: readonly Role[] = [
  ...(["payer", "payerOfAccount", "receiver", "holder", "customer", "sender", "buyer"] as const),
  ...(["business", "beneficiary", "merchant"] as const),
];
