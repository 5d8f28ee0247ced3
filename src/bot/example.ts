import type { Reading } from "../receipt.ts";
import { catalogues, type Language } from "../texts/texts.ts";
import type { Reply } from "./chat.ts";
import { renderReceipt } from "./render.ts";
import { lines } from "./rich-text.ts";

/** An answer ✅ as it would look, said to be made up in its first line. */
export const renderExample = (language: Language, now: Date): Reply => {
  const { exampleTitle, exampleMeaning } = catalogues[language];
  const answer = renderReceipt(readingAt(new Date(now.getTime() - 3 * 60_000)), {
    assessment: {
      kind: "yours",
      reasons: [],
      receiver: { kind: "yours" },
      noPayment: null,
      claimedSantim: null,
      isClaimPrinted: false,
      isDateInDoubt: false,
    },
    asks: null,
    shop: "",
    expected: null,
    seenBefore: null,
    billing: null,
    isGroup: false,
    isGuest: false,
    isUnfolded: false,
    bankOf: (label) => label,
    language,
    now,
  });
  return lines(exampleTitle, "", answer, "", exampleMeaning);
};

/** People and a bank that do not exist. */
const readingAt = (paidAt: Date): Reading => ({
  receipt: {
    bank: "Example Bank",
    document_type: "Example",
    status: "Verified",
    transaction_reference: "EXAMPLE",
    payment_date: paidAt.toISOString(),
    payer_name: "Selam Getachew",
    payer_account: "1000****4321",
    receiver_name: "Hana Mekonnen",
    receiver_account: "1000****8765",
    transferred_amount: "1250.00 ETB",
    total_debited: "1250.00 ETB",
    pdf_available: false,
  },
  amountMinor: 125_000,
  paymentDateIso: paidAt.toISOString(),
  totalCheck: "exact",
  absentFields: [],
  paymentKind: "transfer",
  receiverBank: null,
  isReceiverAccountShown: true,
});
