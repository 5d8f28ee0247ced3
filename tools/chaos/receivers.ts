import type { Truth } from "../invariants/truth.ts";

/** The merchant's receipts name this receiver, and the others the other one. */
export const receiverOf = (truth: Truth): string =>
  truth === "other" ? "BEKELE TOLA DABA" : "HANA MEKONNEN TADESSE";
