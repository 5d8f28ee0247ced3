import type { Refused } from "../detect.ts";
import type { CalendarDate, RequestFields, Shape } from "../providers/provider.ts";

/** One reading of one place in the text, before rivals are compared. */
export type Finding = {
  readonly provider: string;
  readonly request: RequestFields;
  readonly missing: readonly string[];
  readonly encodedDate: CalendarDate | null;
  /** First and last code unit (exclusive) in the cleaned text. */
  readonly at: number;
  readonly end: number;
  /** What says that this is a reference. `elsewhere`: a label that calls it another bank's number. */
  readonly source: "link" | "label" | "elsewhere" | "bare";
  /** The reference in capitals, or the whole request of a link that holds none. */
  readonly word: string;
  /** Of the shape that it meets; a link needs none. */
  readonly width: Shape["width"];
  /** Bears the provider's own type code. */
  readonly isTypical: boolean;
  /** Carries a day between 2020 and tomorrow, or none at all. */
  readonly isTimely: boolean;
};

/** What was found in one place: readings, refusals, both (a feedback link), or nothing. */
export type Found = { readonly findings: readonly Finding[]; readonly refused: readonly Refused[] };
