import type { Reading } from "../core/receipt.ts";
import { assessReceipt, type ReceiptAssessment, type SavedAccount } from "./assessment.ts";
import { type BankNames, bankKeyOf } from "./banks.ts";
import type { Claims } from "./claims.ts";

/** A verified receipt, and what is known of the way it came. */
export type Shown = {
  /** Label of the bank whose receipt it is. */
  readonly provider: string;
  readonly reading: Reading;
  readonly claims: Claims;
  /** Whether the account that judges saw it before, otherwise than by this very message. */
  readonly isSeenBefore: boolean;
};

type Receiver = { readonly bank: string; readonly number: string; readonly name: string };

type Dependencies = {
  readonly savedAccounts: { readonly of: (account: string) => Promise<readonly SavedAccount[]> };
  readonly receiverAnswers: {
    readonly of: (
      account: string,
      asked: {
        readonly receiver: Receiver;
        readonly receipt: { readonly provider: string; readonly reference: string };
      },
    ) => Promise<"mine" | "not_mine" | null>;
  };
  readonly banks: BankNames;
  readonly now: () => Date;
};

/**
 * Reads what an account, or nobody (null), has told of a receipt's receiver. What comes of it judges at once, also
 * inside the transaction that tells whether the receipt was seen before. Rejects while the database is away.
 */
export type PrepareAssessment = (
  account: string | null,
  shown: Omit<Shown, "isSeenBefore">,
) => Promise<(isSeenBefore: boolean) => ReceiptAssessment>;

export const createPrepareAssessment =
  ({ savedAccounts, receiverAnswers, banks, now }: Dependencies): PrepareAssessment =>
  async (account, shown) => {
    const { reading, claims } = shown;
    const [saved, answered] =
      account === null
        ? [[], null]
        : await Promise.all([
            savedAccounts.of(account),
            receiverAnswers.of(account, askedReceiverOf(shown, banks)),
          ]);
    return (isSeenBefore) =>
      assessReceipt(reading, { saved, answered, claims, isSeenBefore, banks, now: now() });
  };

/**
 * Judges a receipt for an account, or for nobody (null), with what that account has told. The one way to an assessment
 * for every face. Rejects while the database is away.
 */
export type Assessor = (account: string | null, shown: Shown) => Promise<ReceiptAssessment>;

export const createAssessor = (deps: Dependencies): Assessor => {
  const prepare = createPrepareAssessment(deps);
  return async (account, shown) => (await prepare(account, shown))(shown.isSeenBefore);
};

/** The receiver and the receipt about which "is that you?" is asked. */
export const askedReceiverOf = (
  { provider, reading }: Pick<Shown, "provider" | "reading">,
  banks: BankNames,
) => ({
  receiver: {
    bank: bankKeyOf(reading.receiverBank ?? "", banks),
    number: reading.receipt.receiver_account,
    name: reading.receipt.receiver_name,
  },
  receipt: { provider, reference: reading.receipt.transaction_reference },
});
