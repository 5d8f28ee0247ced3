import { catalogues, type Language } from "../texts/texts.ts";
import type { Refused } from "../verify/detect/candidate.ts";
import { renderRefusal } from "./render-failure.ts";
import { code, foreign, lines, type RichText } from "./rich-text.ts";

/** The reply to a reference that is refused; for a wrong length it names the right one and the bank. */
export const renderRefused = (
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
