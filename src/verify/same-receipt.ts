import type { Provider } from "../providers/provider.ts";
import type { Candidate } from "./candidates.ts";
import { checkClaimedAmount } from "./claims.ts";
import type { Detection } from "./detect/detect.ts";
import { type AskedReceipt, receiptNamedIn } from "./receipt-ids.ts";

type Banks = {
  readonly providers: readonly Provider[];
  readonly detect: (text: string) => Detection;
};

/** A receipt that a bank has shown to be real. */
export type ConfirmedReceipt = {
  readonly provider: string;
  /** As the bank printed it. */
  readonly reference: string;
  readonly amountSantim: number;
};

/** One of the places of a message that name a receipt, with its alternatives. */
type Named = readonly Candidate[];

/** Tells which of the references of one message turn out to be of one receipt, so that it is asked and counted once. */
export const createSameReceipt = ({ providers, detect }: Banks) => {
  const receiptOf = ({ provider: label, request }: AskedReceipt): string | null => {
    const provider = providers.find((one) => one.label === label);
    return provider === undefined ? null : receiptNamedIn(provider, request);
  };

  /** Whether the one may be of the other's receipt: this names it with another number, or hides which it is. */
  const mayBeOf = (one: Named, other: Named): boolean =>
    one.some((candidate) => {
      const receipt = receiptOf(candidate);
      return (
        receipt !== null &&
        other.some((before) => {
          if (before.provider !== candidate.provider || before.missing.length > 0) return false;
          const known = receiptOf(before);
          return known === null || known === receipt;
        })
      );
    });

  return {
    /** Those that are asked first, and those that may then prove to be of the same receipts; by their places. */
    inRounds: (named: readonly Named[]): readonly [readonly number[], readonly number[]] => {
      const hides = named.map((one) => one.some((candidate) => receiptOf(candidate) === null));
      const isLater = named.map((one, at) =>
        named.some((other, before) => (hides[before] ? !hides[at] : before < at) && mayBeOf(one, other)),
      );
      const places = [...named.keys()];
      return [places.filter((at) => !isLater[at]), places.filter((at) => isLater[at])];
    },

    /** Whether these name a receipt that was shown. What claims another amount of it is answered by itself. */
    isShown: (named: Named, shown: readonly ConfirmedReceipt[]): boolean =>
      shown.some(({ provider, reference, amountSantim }) => {
        const printed = detect(reference).candidates.find((one) => one.provider === provider);
        const receipt = printed === undefined ? null : receiptOf(printed);
        return named.some(
          (candidate) =>
            candidate.provider === provider &&
            receipt !== null &&
            receiptOf(candidate) === receipt &&
            checkClaimedAmount(candidate.claims, { amountSantim, totalSantim: null }) !== "mismatch",
        );
      }),
  };
};

export type SameReceipt = ReturnType<typeof createSameReceipt>;
