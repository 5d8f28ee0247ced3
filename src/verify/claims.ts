import { parseSantim } from "../core/money.ts";
import type { VerifiedReceipt } from "../core/receipt.ts";

/** What a message, or the print in a picture, says of the payment besides its reference. It is claimed, never confirmed. */
export type Claims = {
  /** Amounts in santim (1/100 ETB): those named as the transferred one, or where none can be told to be, all of them. */
  readonly amountsSantim: readonly number[];
  /** Whether the text names these as the transferred amount, with words such as "received" or "ተቀብለዋል". */
  readonly areTransferred: boolean;
  /** Those of the amounts that the print in a picture names; unset: none, all stand in a message. */
  readonly printedSantim?: readonly number[] | undefined;
};

export const noClaims: Claims = { amountsSantim: [], areTransferred: false };

/** How the claimed amount relates to the receipt's: `unknown` where none is claimed. */
type ClaimedAmountCheck = "match" | "mismatch" | "unknown";

/** Amounts of a receipt in santim that a message may name honestly; `totalSantim` is null where none is printed. */
export type PrintedAmounts = { readonly amountSantim: number; readonly totalSantim: number | null };

export const printedAmountsOf = ({ amountMinor, receipt }: VerifiedReceipt): PrintedAmounts => ({
  amountSantim: amountMinor,
  totalSantim: parseSantim(receipt.total_debited),
});

/**
 * Compares what was claimed with the receipt's amount and its total, in santim. Each amount that is named as the
 * transferred one must be one of the two; of amounts whose meaning is not told, one that agrees is enough.
 */
export const checkClaimedAmount = (
  { amountsSantim, areTransferred }: Claims,
  printed: PrintedAmounts,
): ClaimedAmountCheck => {
  if (amountsSantim.length === 0) return "unknown";
  const agrees = (claimed: number): boolean =>
    claimed === printed.amountSantim || claimed === printed.totalSantim;
  const isMatch = areTransferred ? amountsSantim.every(agrees) : amountsSantim.some(agrees);
  return isMatch ? "match" : "mismatch";
};
