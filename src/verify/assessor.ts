import type { ReceiverAnswers } from "../accounts/receiver-answers.ts";
import type { SavedAccounts } from "../accounts/saved-accounts.ts";
import type { VerifiedReceipt } from "../core/receipt.ts";
import type { Claims } from "./claims.ts";
import { type BankNames, bankKeyOf } from "./parties.ts";
import { assessReceipt, type ReceiptAssessment } from "./receipt-assessment.ts";

/** A verified receipt that is to be assessed, and how it was shown. */
export type ReceiptToAssess = {
  /** Label of the bank whose receipt it is. */
  readonly provider: string;
  readonly verified: VerifiedReceipt;
  readonly claims: Claims;
  /** Whether another source showed it to the merchant before. */
  readonly isSeenElsewhere: boolean;
};

type Dependencies = {
  readonly savedAccounts: Pick<SavedAccounts, "of">;
  readonly receiverAnswers: Pick<ReceiverAnswers, "of">;
  readonly banks: BankNames;
  readonly now: () => Date;
};

/**
 * Reads what a merchant (null: nobody) has saved and answered about a receiver. The result assesses without waiting, also
 * inside a transaction. Rejects while the database is away.
 */
export type PrepareAssessment = (
  account: string | null,
  toAssess: Omit<ReceiptToAssess, "isSeenElsewhere">,
) => Promise<(isSeenElsewhere: boolean) => ReceiptAssessment>;

export const createPrepareAssessment =
  ({ savedAccounts, receiverAnswers, banks, now }: Dependencies): PrepareAssessment =>
  async (account, toAssess) => {
    const { verified, claims } = toAssess;
    const [saved, answered] =
      account === null
        ? [[], null]
        : await Promise.all([
            savedAccounts.of(account),
            receiverAnswers.of(account, askedReceiverOf(toAssess, banks)),
          ]);
    return (isSeenElsewhere) =>
      assessReceipt(verified, { saved, answered, claims, isSeenElsewhere, banks, now: now() });
  };

/** Assesses a receipt for a merchant (null: nobody). Rejects while the database is away. */
export type Assessor = (account: string | null, toAssess: ReceiptToAssess) => Promise<ReceiptAssessment>;

export const createAssessor = (deps: Dependencies): Assessor => {
  const prepare = createPrepareAssessment(deps);
  return async (account, toAssess) => (await prepare(account, toAssess))(toAssess.isSeenElsewhere);
};

/** The receiver and the receipt about which "is that you?" is asked. */
export const askedReceiverOf = (
  { provider, verified }: Pick<ReceiptToAssess, "provider" | "verified">,
  banks: BankNames,
) => ({
  receiver: {
    bank: bankKeyOf(verified.receiverBank ?? "", banks),
    number: verified.receipt.receiver_account,
    name: verified.receipt.receiver_name,
  },
  receipt: { provider, reference: verified.receipt.transaction_reference },
});
