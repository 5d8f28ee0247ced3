import type { Billing } from "../accounts/accounts.ts";
import type { Failure } from "../failure.ts";
import type { CalendarDate } from "../providers/provider.ts";
import { formatTime } from "../texts/dates.ts";
import { catalogues, failureSentence, type Language } from "../texts/texts.ts";
import { daysBetween } from "../verify/paid-when.ts";
import { countLine } from "./count-line.ts";
import { access, markOf, undecided } from "./marks.ts";
import type { Pointer } from "./pointers.ts";
import { renderWarnings } from "./remarks.ts";
import { code, concat, foreign, lines, type RichText } from "./rich-text.ts";

type FailureCircumstances = {
  readonly billing: Billing | null;
  readonly language: Language;
  readonly now: Date;
  readonly bank: string;
  /** What was asked for, as it stood in the message. */
  readonly reference: string;
  readonly encodedDate: CalendarDate | null;
  readonly warnings: Pointer["warnings"];
  readonly checkedAt: Date;
  /** The saved account that was asked with unasked, or null. */
  readonly triedOwn?: string | null;
  /** Whether it is asked again in the background. */
  readonly isTriedAgain?: boolean;
};

/** A refusal: what happened, what to do next, for which receipt, and what it cost. */
export const renderFailure = (failure: Failure, circumstances: FailureCircumstances): RichText => {
  const { billing, language, now, bank, reference, encodedDate, warnings, checkedAt } = circumstances;
  const { triedOwn = null, isTriedAgain = false } = circumstances;
  const texts = catalogues[language];
  const fresh = failure.code === "receipt_not_found" && isFresh(encodedDate, now);
  const sentence = fresh
    ? { message: texts.verdict.notFoundYet, hint: texts.verdict.notFoundYetHint }
    : failureSentence(failure, language);
  return lines(
    `${markOf(failure.code)} ${sentence.message}`,
    isTriedAgain ? texts.triedAgain : (sentence.hint ?? null),
    failure.code === "receipt_not_found" ? renderWarnings(warnings, null, language) : null,
    triedOwn && texts.triedOwn(triedOwn),
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
    concat(texts.record.reference, texts.colon, code(foreign(reference)), ` · ${foreign(bank)}`),
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

/** Status words of a payment that may still be completed; a reversed one stays reversed. */
const underWay: ReadonlySet<string> = new Set(["pending", "processing", "in progress", "initiated"]);

/** Dated yesterday or later in Addis Ababa: it may still appear. */
const isFresh = (encodedDate: CalendarDate | null, now: Date): boolean => {
  if (encodedDate === null) return false;
  const { year, month, day } = encodedDate;
  return daysBetween(new Date(Date.UTC(year, month - 1, day)), now) <= 1;
};
