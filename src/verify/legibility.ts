import type { LookUp, LookUpOutcome } from "./look-up.ts";

/** Whether the receipts of a bank can be read. "There is no such receipt" says nothing about that. */
export type Legibility = {
  /** Different questions, three at most, whose answers could not be read since a receipt was. */
  readonly unreadable: number;
  /** When a receipt was last read; null: never. */
  readonly receiptReadAt: Date | null;
};

type Noted = { readonly unreadable: Set<string>; readAt: Date | null };

const unreadableMax = 3;

/** Remembers in this process whether the receipts of the banks could be read. */
export const createLegibility = () => {
  const byProvider = new Map<string, Noted>();

  const note = (label: string, canonical: string, { result, checkedAt }: LookUpOutcome): void => {
    const noted: Noted = byProvider.get(label) ?? { unreadable: new Set(), readAt: null };
    byProvider.set(label, noted);
    if (result.ok || result.error.code === "receipt_not_completed") {
      noted.unreadable.clear();
      noted.readAt = checkedAt;
    } else if (result.error.code === "provider_format_changed" && noted.unreadable.size < unreadableMax)
      noted.unreadable.add(canonical);
  };

  return {
    of: (label: string): Legibility => {
      const noted = byProvider.get(label);
      return { unreadable: noted?.unreadable.size ?? 0, receiptReadAt: noted?.readAt ?? null };
    },
    /** Wraps a look-up and notes what the bank itself has answered. */
    noting:
      (lookUp: LookUp): LookUp =>
      async (provider, question, options) => {
        const outcome = await lookUp(provider, question, options);
        if (outcome.source === "live") note(provider.label, question.canonical, outcome);
        return outcome;
      },
  };
};
