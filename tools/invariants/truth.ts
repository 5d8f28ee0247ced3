/**
 * What a bank says of a reference. `own` and `other` are paid receipts, to the merchant and to somebody else; `another's`
 * is a page that shows another reference than the one asked for.
 */
export type Truth = "own" | "other" | "not found" | "pending" | "reversed" | "another's";

/** Null: the bank knows nothing of it, and was never told to. */
export type TruthOf = (reference: string) => Truth | null;

export const isPaid = (truth: Truth | null): boolean => truth === "own" || truth === "other";
