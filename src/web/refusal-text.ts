import type { Refused } from "../accounts/accounts.ts";
import { type Failure, isFailure } from "../core/failure.ts";
import { failureSentence, type Language } from "../texts/texts.ts";
import { webTexts } from "./texts/texts.ts";

/** Why something was refused, and what to do next, on one line. */
export const refusalText = (error: Failure | Refused, language: Language): string => {
  if (isFailure(error)) {
    const { message, hint } = failureSentence(error, language);
    return hint === undefined ? message : `${message} ${hint}`;
  }
  if (error.code === "account_changed") return webTexts(language).settings.changed;
  return webTexts(language).dashboard.refused[error.code];
};
