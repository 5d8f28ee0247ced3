import type { SeenBefore } from "../accounts/accounts.ts";
import type { Reading } from "../receipt.ts";
import { formatDayAndTime } from "../texts/dates.ts";
import { catalogues, type Language } from "../texts/texts.ts";
import { ageOf, paidWhen } from "../verify/paid-when.ts";
import { formatAmount } from "./amounts.ts";
import type { Judgement } from "./judging.ts";
import { foreign, type RichText, unlinked } from "./rich-text.ts";

type Circumstances = {
  readonly judgement: Judgement;
  readonly seenBefore: SeenBefore | null;
  readonly language: Language;
  readonly now: Date;
};

/** The first line of a verified record: it answers the merchant's question, or says what speaks against it. */
export const renderVerdict = (reading: Reading, circumstances: Circumstances): RichText => {
  const { judgement } = circumstances;
  const { receiver_name, receiver_account } = reading.receipt;
  const receiver = foreign(receiver_name) || foreign(receiver_account);
  const mark = judgement.doubts.length === 0 ? "✅" : "⚠️";
  return unlinked(`${mark} ${sentenceOf(reading, receiver, circumstances)}`, receiver);
};

const sentenceOf = (
  reading: Reading,
  receiver: string,
  { judgement, seenBefore, language, now }: Circumstances,
): string => {
  const { verdict, judged } = catalogues[language];
  const [worst] = judgement.doubts;
  const { amountSantim = 0, receivedSantim = 0 } = judgement.expected ?? {};
  const difference = formatAmount(Math.abs(amountSantim - receivedSantim));
  const paid = paidWhen(reading.paymentDateIso);
  if (worst === undefined)
    return judgement.receiver === "own" ? judged.own(receiver) : verdict.verified(receiver);
  switch (worst) {
    case "other":
    case "renamed":
    case "unclear":
      return judged[worst](receiver);
    case "short":
    case "over":
      return judged[worst](difference);
    case "seen":
      return verdict.seen(formatDayAndTime(seenBefore?.firstAt ?? now, language));
    case "old":
      return verdict.old(ageOf(paid?.latest ?? now, now));
    case "date":
      return verdict.dateInDoubt;
  }
};
