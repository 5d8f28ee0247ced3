import type { SecondNumberField } from "../../core/field-names.ts";
import type { Provider } from "../../providers/provider.ts";
import { type Candidate, candidatesOf, filledIn, meantText, receiptsMax } from "../../verify/candidates.ts";
import { noClaims } from "../../verify/claims.ts";
import { joinClaims } from "../../verify/detect/amounts/join-claims.ts";
import type { Refused } from "../../verify/detect/candidate.ts";
import type { Detection } from "../../verify/detect/detect.ts";
import type { Unlookable } from "../../verify/detect/unlookable.ts";

/** What the fields of the form hold beside the text; empty where nothing was given. */
export type FormFields = {
  /** The bank that the visitor chose, by label; empty: it is to be recognised. */
  readonly provider: string;
  readonly accountNumber: string;
  readonly phone: string;
};

/** What the form came to. */
export type FormRequest =
  | { readonly kind: "ready"; readonly candidate: Candidate; readonly movedFrom: string | null }
  /** One of these is meant; `why` says what they have to do with each other. */
  | {
      readonly kind: "choice";
      readonly why: "banks" | "receipts" | "spelling" | "print";
      readonly candidates: readonly Candidate[];
      readonly movedFrom: string | null;
    }
  | {
      readonly kind: "missing";
      readonly field: SecondNumberField;
      readonly candidate: Candidate;
      /** Whether what was given for it could not be used. */
      readonly isWrong: boolean;
      readonly movedFrom: string | null;
    }
  | { readonly kind: "refused"; readonly refused: readonly [Refused, ...Refused[]] }
  | { readonly kind: "unlookable"; readonly unlookable: Unlookable }
  | { readonly kind: "nothing" };

type Banks = {
  readonly providers: readonly Provider[];
  readonly detect: (text: string) => Detection;
};

/**
 * What the form asks for. A bank that the visitor chose counts only where the reference may be its own; elsewhere the form
 * moves to the bank that it fits.
 *
 * @param needsConfirmation a letter of the picture is in doubt, so that a person must confirm it first
 */
export const formRequestOf = (
  detection: Detection,
  fields: FormFields,
  banks: Banks,
  needsConfirmation = false,
): FormRequest => {
  const receipts = candidatesOf(detection);
  const [found = [], ...others] = receipts;
  const [refused, ...furtherRefused] = detection.refused;
  if (found.length === 0) {
    if (detection.unlookable !== null) return { kind: "unlookable", unlookable: detection.unlookable };
    return refused === undefined
      ? { kind: "nothing" }
      : { kind: "refused", refused: [refused, ...furtherRefused] };
  }
  if (others.length > 0) {
    const candidates = receipts.slice(0, receiptsMax).flatMap(asChoice).map(besideOf(detection));
    return { kind: "choice", why: "receipts", candidates, movedFrom: null };
  }
  const movedFrom =
    fields.provider === "" || found.some(({ provider }) => provider === fields.provider)
      ? null
      : fields.provider;
  const choice = asChoice(found);
  const alternatives =
    movedFrom === null && fields.provider !== ""
      ? choice.filter(({ provider }) => provider === fields.provider)
      : choice;
  const [best] = alternatives;
  if (best === undefined) return { kind: "nothing" };
  if (needsConfirmation) return { kind: "choice", why: "print", candidates: alternatives, movedFrom };
  const meant = meantInstead(best, banks);
  if (meant.length > 0)
    return { kind: "choice", why: "spelling", candidates: [...meant, ...alternatives], movedFrom };
  if (alternatives.length > 1)
    return {
      kind: "choice",
      why: "banks",
      candidates: alternatives.map((one) => withNumber(one, fields)),
      movedFrom,
    };
  return completed(best, fields, banks, movedFrom);
};

/** What a candidate that was chosen still needs. */
export const completed = (
  candidate: Candidate,
  fields: Pick<FormFields, SecondNumberField>,
  { providers }: Pick<Banks, "providers">,
  movedFrom: string | null = null,
): FormRequest => {
  const [missing] = candidate.missing;
  if (missing === undefined) return { kind: "ready", candidate, movedFrom };
  const field = missing === "phone" ? "phone" : "accountNumber";
  const filled = withNumber(candidate, fields);
  const provider = providers.find(({ label }) => label === candidate.provider);
  const isUsable = filled.missing.length === 0 && provider?.open(filled.request).ok === true;
  return isUsable
    ? { kind: "ready", candidate: filled, movedFrom }
    : { kind: "missing", field, candidate, isWrong: fields[field] !== "", movedFrom };
};

/** With the number that was given for what it lacks. */
const withNumber = (candidate: Candidate, fields: Pick<FormFields, SecondNumberField>): Candidate => {
  const [missing] = candidate.missing;
  const given = missing === "phone" ? fields.phone : fields.accountNumber;
  return missing === undefined || given === "" ? candidate : filledIn(candidate, given);
};

/** Adds the largest amount that is claimed of all receipts together. Whoever chooses one of them is told of it. */
const besideOf =
  ({ shared = noClaims }: Detection) =>
  (candidate: Candidate): Candidate => {
    const largestSantim = Math.max(0, ...shared.amountsSantim);
    return { ...candidate, claims: joinClaims(candidate.claims, { ...noClaims, largestSantim }) };
  };

/** Whoever takes one of several banks for a receipt has chosen its bank. */
const asChoice = (alternatives: readonly Candidate[]): readonly Candidate[] => {
  const isBankChosen = alternatives.length > 1;
  return alternatives.map((candidate) => ({ ...candidate, isBankChosen }));
};

/** What was probably meant by a reference that seems mistyped. The message's claims are of that receipt. */
const meantInstead = (candidate: Candidate, { detect }: Banks): readonly Candidate[] => {
  const spelling = meantText(candidate);
  const [meant = []] = spelling === null ? [] : candidatesOf(detect(spelling));
  return asChoice(meant).map((one) => ({ ...one, claims: candidate.claims }));
};

/** What a caller's banks are called, by their labels. */
export const bankNameIn =
  ({ providers }: Pick<Banks, "providers">) =>
  (label: string): string =>
    providers.find((provider) => provider.label === label)?.settings.bank ?? label;
