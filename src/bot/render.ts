import type { Billing, SeenBefore } from "../accounts/accounts.ts";
import type { Reading } from "../receipt.ts";
import type { Addition } from "../store/expected-sums.ts";
import type { Catalogue } from "../texts/catalogue.ts";
import { formatDay, formatDayAndTime, formatEthiopicDay } from "../texts/dates.ts";
import { catalogues, type Language } from "../texts/texts.ts";
import { ageOf, daysBetween, isAhead, paidWhen } from "../verify/paid-when.ts";
import { formatAmount } from "./amounts.ts";
import { countLine } from "./count-line.ts";
import type { Judgement } from "./judging.ts";
import { bold, code, concat, foreign, lines, type RichText, unlinked } from "./rich-text.ts";
import { renderVerdict } from "./verdict.ts";

type Circumstances = {
  readonly billing: Billing | null;
  readonly language: Language;
  readonly now: Date;
};

type RecordCircumstances = Circumstances & {
  /** That the asker's account saw the receipt verified before. */
  readonly seenBefore: SeenBefore | null;
  readonly judgement: Judgement;
};

export { formatAmount } from "./amounts.ts";

/** A verified record. The first line judges: ✅ only when nothing that is known speaks against it (design 10). */
export const renderReading = (reading: Reading, circumstances: RecordCircumstances): RichText => {
  const { billing, seenBefore, judgement, language } = circumstances;
  const texts = catalogues[language];
  const { receipt } = reading;
  const { record } = texts;
  return lines(
    renderVerdict(reading, circumstances),
    "",
    bold(`${formatAmount(reading.amountMinor)} ${texts.currency}`),
    expectedLine(judgement.expected, texts),
    // A line each, its label first: a name in a right-to-left script cannot swap payer and receiver.
    concat(record.from, texts.colon, party(receipt.payer_name, receipt.payer_account)),
    concat(
      record.to,
      texts.colon,
      party(receipt.receiver_name, receipt.receiver_account),
      receiverMark(judgement, texts),
    ),
    `${record.date}${texts.colon}${foreign(receipt.payment_date)}`,
    dateLine(reading, circumstances),
    concat(
      record.reference,
      texts.colon,
      code(foreign(receipt.transaction_reference)),
      ` · ${foreign(receipt.bank)}`,
    ),
    seenBefore && seenLine(seenBefore, circumstances),
    "",
    countLine(billing, texts),
  );
};

const party = (name: string, account: string): RichText => {
  const parts = [foreign(name), foreign(account)].filter((part) => part !== "");
  return unlinked(parts.join(" · "), foreign(name));
};

const receiverMark = ({ receiver }: Judgement, { receiverIs }: Catalogue): string => {
  if (receiver === "unasked" || receiver === "unclear") return "";
  return ` · ${receiverIs[receiver]}`;
};

/** The day in both calendars, and how long ago that is. */
const dateLine = (
  { paymentDateIso }: Reading,
  { judgement, language, now }: RecordCircumstances,
): string | null => {
  const paid = paidWhen(paymentDateIso);
  if (paid === null) return null;
  const { ethiopicEra, record, daysAgo } = catalogues[language];
  const { earliest, isDay } = paid;
  const days = Math.max(0, daysBetween(earliest, now));
  const since = isDay ? daysAgo(days) : record.age(ageOf(earliest, now));
  const age = isAhead(paid, now) ? "" : ` · ${since}${judgement.doubts.includes("old") ? " ⚠️" : ""}`;
  return `${formatDay(earliest, language)} · ${formatEthiopicDay(earliest, language)} ${ethiopicEra}${age}`;
};

const seenLine = ({ firstAt }: SeenBefore, { judgement, language }: RecordCircumstances): string => {
  const mark = judgement.doubts.includes("seen") ? " ⚠️" : "";
  return `${catalogues[language].seenBefore(formatDayAndTime(firstAt, language))}${mark}`;
};

const expectedLine = (sum: Addition | null, { expectedSum }: Catalogue): string | null => {
  if (sum === null) return null;
  const { amountSantim, receivedSantim, receipts, isAdded } = sum;
  const received = formatAmount(receivedSantim);
  const difference = formatAmount(Math.abs(amountSantim - receivedSantim));
  const state = !isAdded
    ? expectedSum.leftOut(received)
    : receivedSantim < amountSantim
      ? expectedSum.missing(received, difference)
      : receivedSantim > amountSantim
        ? expectedSum.tooMuch(received, difference)
        : expectedSum.complete(receipts);
  return `${expectedSum.expected(formatAmount(amountSantim))} · ${state}`;
};
