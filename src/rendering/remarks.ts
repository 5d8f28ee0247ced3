import { type Failure, isOurs } from "../core/failure.ts";
import { catalogues, failureSentence, type Language } from "../texts/texts.ts";
import { type Candidate, typedAs } from "../verify/candidates.ts";
import type { Unlookable } from "../verify/detect/unlookable.ts";
import type { Warning } from "../verify/detect/warnings.ts";
import { marks } from "../verify/marks.ts";
import { ageOfDays } from "../verify/payment-age.ts";
import { type Marked, withMark } from "./marked.ts";
import { code, foreign, lines, type RichText } from "./rich-text.ts";

/** A line for each warning about the reference; null where there is none. */
export const renderWarnings = (
  warnings: readonly Warning[],
  note: string | null,
  language: Language,
): string | null => {
  const { mistyped, datedLongAgo } = catalogues[language];
  const said = warnings.map((warning) =>
    warning.code === "receipt_old" ? datedLongAgo(ageOfDays(warning.days)) : mistyped(warning.suggestion),
  );
  const all = [...(note === null ? [] : [note]), ...said];
  return all.length === 0 ? null : all.join("\n");
};

/** Why a picture names no receipt, and how to take a better one. Nothing was counted. */
export const describePictureFailure = (failure: Failure, language: Language): Marked => {
  const { message, hint } = failureSentence(failure, language);
  const isBlurred = failure.code === "qr_not_found" || failure.code === "image_unreadable";
  const texts = catalogues[language];
  return {
    mark: isOurs(failure) ? marks.no_answer : marks.not_asked,
    said: lines(message, hint ?? null, isBlurred ? texts.betterPhoto : null, texts.left.free),
  };
};

export const renderPictureFailure = (failure: Failure, language: Language): RichText =>
  withMark(describePictureFailure(failure, language));

/** The reply to a bank's message by which no receipt can be looked up: it is no proof, and who has the link. */
export const describeUnlookable = (
  { kind, provider }: Unlookable,
  nameOf: (bank: string) => string,
  language: Language,
): Marked => ({
  mark: marks.not_asked,
  said: lines(catalogues[language].unlookable[kind](provider === null ? "" : nameOf(provider))),
});

export const renderUnlookable = (...unlookable: Parameters<typeof describeUnlookable>): RichText =>
  withMark(describeUnlookable(...unlookable));

/** Receipts behind the words of a message, which were not looked up. A person sends the one that is meant. */
export const renderHidden = (hidden: readonly Candidate[], language: Language): RichText =>
  lines(
    `🚫 ${catalogues[language].hiddenLinks(hidden.length)}`,
    ...hidden.slice(0, hiddenMax).map((candidate) => code(foreign(typedAs(candidate)))),
  );

/** As many as one message may ask for. */
const hiddenMax = 10;

/** References that were not looked up, for the reason that was sent just before. */
export const renderNotChecked = (references: readonly string[], language: Language): RichText =>
  withReferences(`🚫 ${catalogues[language].failed.alsoNotChecked}`, references);

/** What is said about some references, and a line for each. */
export const withReferences = (said: RichText | string, references: readonly string[]): RichText =>
  lines(said, ...references.map((reference) => code(foreign(reference))));
