import { type Failure, type FieldIssue, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import type { RequestFields } from "../providers/provider.ts";
import type { Claims } from "./claims.ts";
import type { DetectedCandidate, Detection } from "./detect/detect.ts";
import type { Warning } from "./detect/warnings.ts";

/** What the caller adds to the text: the bank, and fields that a reference alone may lack. */
export type CandidateHints = {
  readonly provider?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly phone?: string | undefined;
};

/** One receipt to ask for: the provider's label and the body of its endpoint. */
export type ChosenCandidate = {
  readonly provider: string;
  readonly body: RequestFields;
  /** Whether the caller chose the bank among several that the reference may be from. */
  readonly isBankChosen: boolean;
  /** What the text claims about the payment. */
  readonly claims: Claims;
};

/**
 * Chooses the one receipt that a text points to, for a program, which cannot be asked back; see `candidatesOf` for people.
 * Alternatives of one word, several receipts and a likely typing mistake are `reference_ambiguous`, unless only the best
 * candidate is complete or the caller names the bank.
 */
export const chooseCandidate = (
  detection: Detection,
  hints: CandidateHints,
): Result<ChosenCandidate, Failure> => {
  const offered = detection.candidates.filter(({ provider, isLikely }) =>
    hints.provider === undefined ? isLikely : provider === hints.provider,
  );
  const candidates = withoutRepeats(offered).map((candidate) => complete(candidate, hints));
  const [best] = candidates;
  if (best === undefined) return refuse(detection);

  const isOneReceipt = candidates.every(({ at }) => at === best.at);
  const alternatives = candidates.filter(({ missing }) => missing.length === 0 || best.missing.length > 0);
  const isSlip = hints.provider === undefined && best.warnings.some(hasSuggestion);
  if (!isOneReceipt || alternatives.length > 1 || isSlip)
    return fail("reference_ambiguous", {
      param: "text",
      ...(isOneReceipt ? {} : { cause: "several receipts" }),
      ...(isOneReceipt && alternatives.length > 1 && { issues: [whichProvider(alternatives)] }),
      candidates: candidates.map(describeCandidate),
    });
  if (best.missing.includes("accountNumber"))
    return fail("account_number_required", { param: "accountNumber" });
  const [missing] = best.missing;
  if (missing !== undefined) return fail("parameter_missing", { param: missing });
  const isBankChosen = isChoice(detection, hints, best.provider);
  return ok({ provider: best.provider, body: best.request, isBankChosen, claims: best.claims });
};

/** Whether the text without the named bank would be ambiguous or another bank's. Several receipts do not count. */
const isChoice = (detection: Detection, hints: CandidateHints, chosen: string): boolean => {
  if (hints.provider === undefined) return false;
  const unnamed = chooseCandidate(detection, { ...hints, provider: undefined });
  if (unnamed.ok) return unnamed.value.provider !== chosen;
  return unnamed.error.code === "reference_ambiguous" && unnamed.error.cause === undefined;
};

const refuse = ({ refused: [first] }: Detection): Result<never, Failure> => {
  if (first?.otherLength === undefined)
    return fail(first?.code ?? "reference_not_found_in_text", { param: "text" });
  const { length, expected } = first.otherLength;
  const known = expected.map((one) => `${one.provider}'s references have ${one.length}`).join(", ");
  const issues = [{ location: "text", message: `has ${length} characters, ${known}` }];
  return fail(first.code, { param: "text", issues });
};

const whichProvider = (alternatives: readonly DetectedCandidate[]): FieldIssue => ({
  location: "provider",
  message: `is needed: ${alternatives.map(({ provider }) => provider).join(" or ")}`,
});

/** A candidate as `/api/detect` shows it. */
export const describeCandidate = ({
  provider,
  request,
  missing,
  encodedDate,
  warnings,
}: DetectedCandidate) => ({
  provider,
  request,
  missing,
  encoded_date:
    encodedDate &&
    [
      String(encodedDate.year).padStart(4, "0"),
      String(encodedDate.month).padStart(2, "0"),
      String(encodedDate.day).padStart(2, "0"),
    ].join("-"),
  ...(warnings.length > 0 && { warnings }),
});

const hasSuggestion = (warning: Warning): boolean =>
  warning.code === "reference_maybe_mistyped" && warning.suggestion !== null;

const complete = (candidate: DetectedCandidate, hints: CandidateHints): DetectedCandidate => {
  const given = { accountNumber: hints.accountNumber, phone: hints.phone };
  const added = Object.entries(given).flatMap(([field, value]) =>
    value !== undefined && candidate.missing.includes(field) ? [[field, value] as const] : [],
  );
  const filled = added.map(([field]) => field);
  return {
    ...candidate,
    request: { ...candidate.request, ...Object.fromEntries(added) },
    missing: candidate.missing.filter((field) => !filled.includes(field)),
  };
};

/**
 * An SMS often names a receipt twice, by a link and by a bare reference. The place that says less is left out with all of
 * its alternatives; of two equal places the better one stays.
 */
const withoutRepeats = (candidates: readonly DetectedCandidate[]): readonly DetectedCandidate[] => {
  const removed = new Set<number>();
  const likeOf = createLikeOf(candidates);
  for (const place of [...new Set(candidates.map(({ at }) => at))].reverse()) {
    const isRepeat = candidates.some(
      (one) =>
        one.at === place &&
        likeOf(one).some(
          ({ at, request }) => at !== place && !removed.has(at) && holds(request, one.request),
        ),
    );
    if (isRepeat) removed.add(place);
  }
  return candidates.filter(({ at }) => !removed.has(at));
};

/** The candidates of the same provider that agree in the first field. A text can hold hundreds of references. */
const createLikeOf = (candidates: readonly DetectedCandidate[]) => {
  const found = new Map<string, DetectedCandidate[]>();
  const nameOf = (provider: string, entry: readonly [string, string] | undefined): string =>
    JSON.stringify([provider, entry]);
  for (const candidate of candidates)
    for (const entry of [undefined, ...Object.entries(candidate.request)]) {
      const name = nameOf(candidate.provider, entry);
      const like = found.get(name);
      if (like === undefined) found.set(name, [candidate]);
      else like.push(candidate);
    }
  return ({ provider, request }: DetectedCandidate): readonly DetectedCandidate[] =>
    found.get(nameOf(provider, Object.entries(request)[0])) ?? [];
};

const holds = (request: RequestFields, fields: RequestFields): boolean =>
  Object.entries(fields).every(([field, value]) => request[field] === value);
