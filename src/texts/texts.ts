import type { Failure } from "../core/failure.ts";
import { am } from "./am.ts";
import type { Catalogue } from "./catalogue.ts";
import { formatDayAndTime } from "./dates.ts";
import { en } from "./en.ts";
import type { Language } from "./language.ts";
import { om } from "./om.ts";
import type { Sentence } from "./sentences.ts";
import { ti } from "./ti.ts";

/**
 * Languages with a complete catalogue. A further one is a folder with its chapters, one entry here, and its months in `dates.ts`. `om` and `ti`
 * are beta: no native reader has passed them yet, so their verdicts carry the English too.
 */
export const catalogues = { en, am, om, ti } as const satisfies Record<Language, Catalogue>;

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(catalogues, tag);

export const languages: readonly Language[] = Object.keys(catalogues).filter(isLanguage);

/** Whether native readers have not passed a language yet. */
export const isBeta = (language: Language): boolean => language === "om" || language === "ti";

export type { Language } from "./language.ts";
export type { Sentence } from "./sentences.ts";

/** The catalogue's language that a tag such as `am-ET` asks for, or null. */
export const languageOfTag = (tag: string | undefined): Language | null => {
  const primary = tag?.toLowerCase().split(/[-_]/, 1)[0];
  return languages.find((language) => language === primary) ?? null;
};

/** The sentence for a failure, the same in every face. */
export const failureSentence = (failure: Failure, language: Language): Sentence => {
  const sentence = catalogues[language].failures[failure.code];
  if (typeof sentence !== "function") return sentence;
  return sentence({
    param: failure.param,
    subject: failure.subject,
    cause: failure.cause,
    receiptStatus: failure.receiptStatus,
    assessment: failure.assessment,
    reason: failure.reason,
    resetAt: failure.resetAt && formatDayAndTime(failure.resetAt, language),
    retryAfterSeconds: failure.retryAfterSeconds,
  });
};
