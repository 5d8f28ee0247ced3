import type { ProvenReceipt } from "../accounts/accounts.ts";
import type { VerifiedReceipt } from "../core/receipt.ts";
import { formatDayAndTime } from "../texts/dates.ts";
import { catalogues, type Language } from "../texts/texts.ts";
import { formatAmount } from "./amounts.ts";
import { chatName, firstLineNameMax, maskAccount, maskName } from "./names.ts";
import { foreign } from "./rich-text.ts";

/** What a proof may hold of a receipt: nobody's name, and nobody's whole account. */
export const provenReceiptOf = (verified: VerifiedReceipt, checkedAt: Date): ProvenReceipt => {
  const { receipt, amountMinor } = verified;
  const name = maskName(chatName(receipt.receiver_name, firstLineNameMax).replace(/[“”]/g, ""));
  return {
    amountSantim: amountMinor,
    receiver: name || maskAccount(foreign(receipt.receiver_account)),
    bank: foreign(receipt.bank),
    paidAt: verified.paymentDateIso,
    checkedAt,
  };
};

/** `Real on 23 Nov 2026, 18:40: 1,250.00 ETB to H*** M***`: without a mark, because the reader may not be the receiver. */
export const describeProof = (
  { amountSantim, receiver, checkedAt }: ProvenReceipt,
  language: Language,
): string =>
  catalogues[language].proof.real(
    formatDayAndTime(checkedAt, language),
    formatAmount(amountSantim),
    receiver,
  );
