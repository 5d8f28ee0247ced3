import type { Detection, Refused } from "../detect.ts";
import type { Failure } from "../failure.ts";
import { catalogues, failureSentence, type Language } from "../texts/texts.ts";
import type { Place } from "./chat.ts";
import { renderRefusal } from "./render-failure.ts";
import { code, foreign, lines, type RichText } from "./rich-text.ts";

/**
 * A failure as it is said there: in a private chat, whose number is above zero, registering is one command away; and
 * whoever cannot top up is not told to.
 */
export const heardIn = ({ chatId }: Place, failure: Failure, hasTopUp: boolean): Failure => {
  const { code: why, subject } = failure;
  if (why === "daily_quota_exceeded" && subject === "anonymous" && chatId > 0)
    return { ...failure, subject: "guest" };
  if (hasTopUp) return failure;
  if (why === "balance_exhausted") return { ...failure, subject: "operator" };
  if (why !== "daily_quota_exceeded" || subject !== "registered") return failure;
  return { ...failure, subject: "operator" };
};

/** Whether only paying, or the operator, brings whoever asked further. */
export const needsMore = ({ code: why, subject }: Failure): boolean =>
  why === "balance_exhausted" ||
  why === "account_suspended" ||
  (why === "daily_quota_exceeded" && (subject === "registered" || subject === "operator"));

/** A feedback link beside a receipt is only worth a word where we have to ask back, half a reference not even there. */
export const weighRefusals = (
  { refused }: Detection,
  found: boolean,
  { language, nameOf }: { readonly language: Language; readonly nameOf: (bank: string) => string },
) => {
  const isFeedback = ({ code }: Refused): boolean => code === "receipt_url_feedback_link";
  const isCut = ({ code }: Refused): boolean => code === "reference_malformed";
  const told = refused.filter((one) => !found || !(isFeedback(one) || isCut(one)));
  const feedback = found && refused.some(isFeedback);
  return {
    note: feedback ? failureSentence({ code: "receipt_url_feedback_link" }, language).message : null,
    refusals: told.map((one) => renderRefused(one, language, nameOf)),
  };
};

/** A word that is one character short or long is told so, and for which bank. */
const renderRefused = (
  { code: why, text, otherLength }: Refused,
  language: Language,
  nameOf: (bank: string) => string,
): RichText => {
  const [nearest] = otherLength?.expected ?? [];
  if (otherLength === undefined || nearest === undefined) return renderRefusal({ code: why }, text, language);
  const banks = otherLength.expected
    .filter(({ length }) => length === nearest.length)
    .map(({ provider }) => nameOf(provider));
  const said = catalogues[language].otherLength(otherLength.length, nearest.length, banks.join(" / "));
  return lines(`🚫 ${catalogues[language].failed.notChecked}`, said, code(foreign(text)));
};
