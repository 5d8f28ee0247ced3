import type { FailureCode } from "./failure.ts";
import type { CalendarDate, Provider, RequestFields } from "./providers/provider.ts";

/** One reading of a text: a provider, its request fields, and what a look-up still needs. */
export type Candidate = {
  readonly provider: string;
  readonly request: RequestFields;
  readonly missing: readonly string[];
  /** Day that the reference itself carries, or null. */
  readonly encodedDate: CalendarDate | null;
  /** Where it was found, in code units of the cleaned text; equal places are rival readings of one word. */
  readonly at: number;
};

/** A link or word that looks like a receipt and must not be looked up. */
export type Refused = { readonly text: string; readonly code: FailureCode };

export type Detection = { readonly candidates: readonly Candidate[]; readonly refused: readonly Refused[] };

/** What detection needs to know of a provider. */
export type DetectProvider = Pick<Provider, "label" | "shapes" | "readLink" | "settings">;

/** Finds every receipt that a text points to, best first (design 8). Pure. */
export declare const detect: (text: string, providers: readonly DetectProvider[], now: Date) => Detection;
