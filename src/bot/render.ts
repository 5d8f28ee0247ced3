import type { Billing, SeenBefore } from "../accounts/accounts.ts";
import { type Failure, type FailureCode, isBillable } from "../failure.ts";
import type { CalendarDate } from "../providers/provider.ts";
import type { Reading } from "../receipt.ts";
import type { Age, Catalogue } from "../texts/catalogue.ts";
import { formatDay, formatDayAndTime, formatEthiopicDay, formatTime } from "../texts/dates.ts";
import { catalogues, failureSentence, type Language } from "../texts/texts.ts";
import type { Pointer } from "./pointers.ts";
import { renderWarnings } from "./remarks.ts";
import { bold, code, concat, foreign, lines, type RichText, unlinked } from "./rich-text.ts";

type Circumstances = {
  readonly billing: Billing | null;
  /** That the asker's account saw the receipt verified before. */
  readonly seenBefore?: SeenBefore | null;
  readonly language: Language;
  readonly now: Date;
};

/** A verified record. The first line judges: ✅ only when nothing that is known speaks against it (design 10). */
export const renderReading = (reading: Reading, circumstances: Circumstances): RichText => {
  const { billing, language, now } = circumstances;
  const texts = catalogues[language];
  const { receipt } = reading;
  const { record } = texts;
  const paid = paidWhen(reading.paymentDateIso);
  return lines(
    verdict(reading, paid, circumstances),
    "",
    bold(`${formatAmount(reading.amountMinor)} ${texts.currency}`),
    // A line each, its label first: a name in a right-to-left script cannot swap payer and receiver.
    concat(record.from, texts.colon, party(receipt.payer_name, receipt.payer_account)),
    concat(record.to, texts.colon, party(receipt.receiver_name, receipt.receiver_account)),
    `${record.date}${texts.colon}${foreign(receipt.payment_date)}`,
    paid &&
      calendars(paid.earliest, language) + (paid.isDay ? "" : ` · ${record.age(ageOf(paid.earliest, now))}`),
    concat(
      record.reference,
      texts.colon,
      code(foreign(receipt.transaction_reference)),
      ` · ${foreign(receipt.bank)}`,
    ),
    "",
    countLine(billing, texts),
  );
};

type FailureCircumstances = Circumstances & {
  readonly bank: string;
  /** What was asked for, as it stood in the message. */
  readonly reference: string;
  readonly encodedDate: CalendarDate | null;
  readonly warnings: Pointer["warnings"];
  readonly checkedAt: Date;
  /** Whether it is asked again in the background. */
  readonly isTriedAgain?: boolean;
};

/** A refusal: what happened, what to do next, for which receipt, and what it cost. */
export const renderFailure = (failure: Failure, circumstances: FailureCircumstances): RichText => {
  const { billing, language, now, bank, reference, encodedDate, warnings, checkedAt } = circumstances;
  const { isTriedAgain = false } = circumstances;
  const texts = catalogues[language];
  const fresh = failure.code === "receipt_not_found" && isFresh(encodedDate, now);
  const sentence = fresh
    ? { message: texts.verdict.notFoundYet, hint: texts.verdict.notFoundYetHint }
    : failureSentence(failure, language);
  return lines(
    `${markOf(failure.code)} ${sentence.message}`,
    isTriedAgain ? texts.triedAgain : (sentence.hint ?? null),
    failure.code === "receipt_not_found" ? renderWarnings(warnings, null, language) : null,
    "",
    concat(texts.record.reference, texts.colon, code(foreign(reference)), ` · ${foreign(bank)}`),
    canChange(failure, encodedDate, now) ? texts.record.checkedAt(formatTime(checkedAt)) : null,
    access.has(failure.code) ? null : countLine(billing, texts),
  );
};

/** That the bank has not answered for as long as we asked; nothing was counted. */
export const renderGivenUp = (
  language: Language,
  { bank, reference }: { readonly bank: string; readonly reference: string },
): RichText => {
  const texts = catalogues[language];
  return lines(
    `⏳ ${texts.gaveUp(bank)}`,
    texts.gaveUpHint,
    "",
    concat(texts.record.reference, ": ", code(foreign(reference)), ` · ${foreign(bank)}`),
    texts.record.free,
  );
};

/** Whether a failure is about the asker, so that every receipt of a message meets it alike. */
export const isAccessFailure = ({ code }: Failure): boolean => access.has(code);

/** What was refused before any look-up, such as a look-alike link. */
export const renderRefusal = (failure: Failure, text: string, language: Language): RichText => {
  const { message, hint } = failureSentence(failure, language);
  return lines(`${markOf(failure.code)} ${message}`, hint ?? null, "", code(foreign(text)));
};

/** Whether the same question may get another answer later, so that "check again" makes sense. */
export const canChange = (failure: Failure, encodedDate: CalendarDate | null, now: Date): boolean => {
  if (failure.code === "receipt_not_found") return encodedDate === null || isFresh(encodedDate, now);
  if (failure.code === "receipt_not_completed")
    return underWay.has(failure.receiptStatus?.toLowerCase() ?? "");
  return undecided.has(failure.code);
};

/** `125050` santim as `1,250.50`. */
export const formatAmount = (amountMinor: number): string => {
  const birr = String(Math.trunc(amountMinor / 100)).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${birr}.${String(amountMinor % 100).padStart(2, "0")}`;
};

/** Status words of a payment that may still be completed; a reversed one stays reversed. */
const underWay: ReadonlySet<string> = new Set(["pending", "processing", "in progress", "initiated"]);

const hourMs = 3_600_000;
const recentMs = 48 * hourMs;

/** When a receipt was paid: a moment, or (`isDay`) some time of a day in Addis Ababa. */
type Paid = { readonly earliest: Date; readonly latest: Date; readonly isDay: boolean };

const paidWhen = (iso: string | null): Paid | null => {
  if (iso === null) return null;
  if (iso.length > 10) return { earliest: new Date(iso), latest: new Date(iso), isDay: false };
  const earliest = new Date(`${iso}T00:00:00+03:00`);
  return { earliest, latest: new Date(earliest.getTime() + 24 * hourMs - 1), isDay: true };
};

const verdict = (
  reading: Reading,
  paid: Paid | null,
  { billing, seenBefore = null, language, now }: Circumstances,
): string | RichText => {
  const texts = catalogues[language];
  // A clock that runs behind by minutes is no reason for doubt; a receipt of tomorrow is.
  if (paid === null || paid.earliest.getTime() > now.getTime() + hourMs)
    return `⚠️ ${texts.verdict.dateInDoubt}`;
  // The same question again, which is not counted, is the same showing.
  if (seenBefore !== null && billing?.counted === true)
    return `⚠️ ${texts.verdict.seen(formatDayAndTime(seenBefore.firstAt, language))}`;
  if (now.getTime() - paid.latest.getTime() > recentMs)
    return `⚠️ ${texts.verdict.old(ageOf(paid.latest, now))}`;
  const receiver = foreign(reading.receipt.receiver_name) || foreign(reading.receipt.receiver_account);
  return unlinked(`✅ ${texts.verdict.verified(receiver)}`, receiver);
};

const party = (name: string, account: string): RichText => {
  const parts = [foreign(name), foreign(account)].filter((part) => part !== "");
  return unlinked(parts.join(" · "), foreign(name));
};

const calendars = (paidAt: Date, language: Language): string =>
  `${formatDay(paidAt, language)} · ${formatEthiopicDay(paidAt, language)} ${catalogues[language].ethiopicEra}`;

const ageOf = (paidAt: Date, now: Date): Age => {
  const minutes = Math.max(1, Math.floor((now.getTime() - paidAt.getTime()) / 60_000));
  if (minutes < 60) return { unit: "minute", count: minutes };
  if (minutes < 48 * 60) return { unit: "hour", count: Math.floor(minutes / 60) };
  return { unit: "day", count: Math.floor(minutes / (24 * 60)) };
};

const countLine = (billing: Billing | null, texts: Catalogue): string => {
  if (billing === null) return texts.record.free;
  if (billing.kind === "balance")
    return texts.record.charged(formatAmount(billing.chargedSantim), formatAmount(billing.balanceSantim));
  const say = billing.counted ? texts.record.counted : texts.record.notCounted;
  return say(billing.quota.remaining, billing.quota.limit);
};

/** Dated yesterday or later in Addis Ababa (UTC+3): it may still appear. */
const isFresh = (encodedDate: CalendarDate | null, now: Date): boolean => {
  if (encodedDate === null) return false;
  const today = Math.floor((now.getTime() + 3 * hourMs) / (24 * hourMs));
  const dated = Date.UTC(encodedDate.year, encodedDate.month - 1, encodedDate.day) / (24 * hourMs);
  return dated >= today - 1;
};

const undecided: ReadonlySet<FailureCode> = new Set([
  "provider_format_changed",
  "provider_error",
  "provider_tls_failure",
  "provider_blocked",
  "provider_unavailable",
  "provider_timeout",
  "overloaded",
  "internal_error",
]);

const access: ReadonlySet<FailureCode> = new Set([
  "account_suspended",
  "balance_exhausted",
  "daily_quota_exceeded",
  "rate_limited",
  "abnormal_usage",
]);

const markOf = (code: FailureCode): string => {
  if (isBillable({ code })) return "❌";
  if (undecided.has(code)) return "⏳";
  return access.has(code) ? "🚫" : "⚠️";
};
