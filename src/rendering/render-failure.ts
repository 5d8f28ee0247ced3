import type { Billing } from "../accounts/accounts.ts";
import type { Failure, FailureCode } from "../core/failure.ts";
import { isPhone } from "../core/phone.ts";
import { withEnglish } from "../texts/beta.ts";
import { formatTime } from "../texts/dates.ts";
import { catalogues, failureSentence, isBeta, type Language } from "../texts/texts.ts";
import type { FailedQuestion } from "../verify/failed-question.ts";
import { type FailureAssessment, isReversed } from "../verify/failure-assessment.ts";
import { marks } from "../verify/marks.ts";
import { countLine } from "./amounts.ts";
import { type Marked, withMark } from "./marked.ts";
import { tailOf } from "./names.ts";
import { renderWarnings } from "./remarks.ts";
import { code, concat, foreign, lines, type RichText } from "./rich-text.ts";

/** What is known beside an answer without a receipt. */
type FailureReply = FailedQuestion & {
  /** Whether the bank's own page can be opened by a button. */
  readonly isLinked: boolean;
  /** Whether it is asked again in the background. */
  readonly isTriedAgain: boolean;
  readonly checkedAt: Date;
  readonly billing: Billing | null;
  /** Whether others read along, so that numbers are masked and no balance is told. */
  readonly isGroup: boolean;
  readonly language: Language;
};

/** What is said about an answer without a receipt; null or empty: nothing. */
export type FailureView = {
  readonly mark: string;
  readonly verdict: string;
  /** What to do next, a line each. */
  readonly hints: readonly string[];
  readonly warnings: string | null;
  readonly bank: string;
  readonly reference: string;
  /** When it was asked, where the answer can change. */
  readonly checkedAt: string | null;
  /** What it cost, and what is left; null: the caller is refused. */
  readonly count: string | null;
};

/** Says what happened, what to do next, and what it cost. All faces show this. */
export const describeFailure = (failure: Failure, reply: FailureReply): FailureView => {
  const { assessment, reference, bank, billing, checkedAt, language } = reply;
  const texts = catalogues[language];
  const [verdict = "", ...hints] = sayingsOf(failure, reply);
  return {
    mark: marks[assessment.kind],
    verdict,
    hints: hints.filter((hint) => hint !== ""),
    warnings: isNotFound(failure) ? renderWarnings(reply.warnings, null, language) : null,
    bank: foreign(bank),
    reference: foreign(reference),
    checkedAt: canChange(assessment) ? texts.failed.checkedAt(formatTime(checkedAt)) : null,
    count: meetingEveryReceipt.has(failure.code) ? null : countLine(billing, reply, texts),
  };
};

/** An answer without a receipt as a chat shows it. */
export const renderFailure = (failure: Failure, reply: FailureReply): RichText => {
  const { reference } = reply;
  const view = describeFailure(failure, reply);
  return lines(
    named(`${view.mark} ${view.verdict}`, reference),
    ...view.hints,
    view.warnings,
    view.verdict.includes(reference) ? null : concat(`${view.bank} · `, code(view.reference)),
    view.checkedAt,
    view.count,
  );
};

/** The verdict without its mark, and what follows it, a line each. */
const sayingsOf = (failure: Failure, reply: FailureReply): readonly string[] => {
  const { assessment, bank, reference, secondNumber, language } = reply;
  const texts = catalogues[language];
  const said = texts.failed;
  const { receiptStatus: status } = failure;
  const number = secondNumber === null ? "" : tailOf(secondNumber, reply);
  const saved = reply.isAskedWithSaved ? said.askedWithSaved(number) : "";
  switch (assessment.kind) {
    case "number_in_doubt":
      return [verdictInDoubt(failure, reply, number), saved, misreadLine(reference, language)];
    case "not_found_yet":
      return [
        said.notFoundYet(bank, reference),
        reply.isDated ? said.notFoundYetHint : said.undatedHint,
        misreadLine(reference, language),
      ];
    case "not_found":
      return [said.notFound(bank, reference), said.notFoundHint, misreadLine(reference, language)];
    case "another_receipt":
      return [said.otherReceipt(bank, reference), said.otherReceiptHint];
    case "undone":
      if (status === undefined) return [said.undoneUnnamed];
      return [isReversed(failure) ? said.wentBack(foreign(status)) : said.undone(foreign(status))];
    case "pending":
      return [said.pending(foreign(status ?? "Pending")), said.pendingHint];
    case "unreadable":
      return [reply.isLinked ? said.unreadable : said.unreadableUnlinked, said.unreadableHint];
    case "no_answer":
      return [
        failureSentence(failure, language).message,
        [said.unconfirmed, reply.isTriedAgain ? said.keepsTrying : said.checkLater].join(" "),
      ];
    case "not_asked":
      return refusalOf(failure, language);
  }
};

const verdictInDoubt = (
  failure: Failure,
  { bank, reference, secondNumber, language }: FailureReply,
  number: string,
): string => {
  const said = catalogues[language].failed;
  if (failure.code === "receipt_mismatch") return said.otherAccount(bank, reference, number);
  if (secondNumber === null) return said.bankInDoubt(bank, reference);
  return (isPhone(secondNumber) ? said.phoneInDoubt : said.numberInDoubt)(bank, reference, number);
};

const isNotFound = ({ code: why }: Failure): boolean => why === "receipt_not_found";

/** Letters and digits that are often mistaken for each other. */
const alike = ["O0", "I1", "B8", "S5"] as const;

const misreadLine = (reference: string, language: Language): string => {
  const pairs = alike.filter((pair) => [...pair].some((sign) => reference.toUpperCase().includes(sign)));
  const written = pairs.map(([letter, digit]) => `${letter}/${digit}`).join(", ");
  return written === "" ? "" : catalogues[language].failed.misread(written);
};

/** A sentence with the reference set as code, so that a tap copies it. */
const named = (sentence: string, reference: string): RichText => {
  const offset = reference === "" ? -1 : sentence.indexOf(reference);
  if (offset < 0) return { text: sentence, entities: [] };
  return { text: sentence, entities: [{ type: "code", offset, length: reference.length }] };
};

/** The reply that the bank has not answered until the retries ended; nothing was counted. */
export const renderGivenUp = (
  language: Language,
  { bank, reference }: { readonly bank: string; readonly reference: string },
): RichText => {
  const { failed, left } = catalogues[language];
  return lines(
    `⏳ ${failed.gaveUp(bank)}`,
    failed.gaveUpHint,
    concat(`${foreign(bank)} · `, code(foreign(reference))),
    left.free,
  );
};

/** What was refused before any look-up, such as a look-alike link. `text`: what it concerns; null: the whole message. */
export const describeRefusal = (failure: Failure, text: string | null, language: Language): Marked => ({
  mark: marks.not_asked,
  said: lines(...refusalOf(failure, language), text === null ? null : code(foreign(text))),
});

export const renderRefusal = (failure: Failure, text: string | null, language: Language): RichText =>
  withMark(describeRefusal(failure, text, language));

/** The line that the payment was not checked, for callers without checks left. */
const refusalOf = (failure: Failure, language: Language): readonly string[] => {
  const { message: said, hint = "" } = failureSentence(failure, language);
  const english = failureSentence(failure, "en").message;
  const message = isBeta(language) && !said.includes(english) ? withEnglish(said, english) : said;
  if (!meetingEveryReceipt.has(failure.code)) return [message, hint];
  return [catalogues[language].failed.notChecked, [message, hint].join(" ")];
};

/** Failures that are about the caller. */
const meetingEveryReceipt: ReadonlySet<FailureCode> = new Set([
  "account_suspended",
  "balance_exhausted",
  "daily_quota_exceeded",
  "rate_limited",
  "abnormal_usage",
]);

/** Whether a failure is about the caller, so that every receipt of a message meets it alike. */
export const meetsEveryReceipt = ({ code: why }: Failure): boolean => meetingEveryReceipt.has(why);

/** Whether the same question may get another answer later, so that "check again" makes sense. */
export const canChange = ({ kind }: FailureAssessment): boolean => changing.has(kind);

const changing: ReadonlySet<FailureAssessment["kind"]> = new Set([
  "number_in_doubt",
  "not_found_yet",
  "pending",
  "no_answer",
]);
