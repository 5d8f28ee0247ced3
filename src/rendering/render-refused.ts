import { catalogues, type Language } from "../texts/texts.ts";
import type { Refused } from "../verify/detect/candidate.ts";
import { marks } from "../verify/marks.ts";
import { type Marked, withMark } from "./marked.ts";
import { describeRefusal } from "./render-failure.ts";
import { code, foreign, lines, type RichText } from "./rich-text.ts";

/** The reply to a reference that is refused; for a wrong length it names the right one and the bank. */
export const describeRefused = (
  { code: why, text, otherLength }: Refused,
  language: Language,
  nameOf: (bank: string) => string,
): Marked => {
  const [nearest] = otherLength?.expected ?? [];
  if (otherLength === undefined || nearest === undefined)
    return describeRefusal({ code: why }, text, language);
  const banks = otherLength.expected
    .filter(({ length }) => length === nearest.length)
    .map(({ provider }) => nameOf(provider));
  const said = catalogues[language].otherLength(otherLength.length, nearest.length, banks.join(" / "));
  return {
    mark: marks.not_asked,
    said: lines(catalogues[language].failed.notChecked, said, code(foreign(text))),
  };
};

export const renderRefused = (...refused: Parameters<typeof describeRefused>): RichText =>
  withMark(describeRefused(...refused));
