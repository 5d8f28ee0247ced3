import { type Failure, fail } from "../core/failure.ts";
import { err, type Result } from "../core/result.ts";
import {
  type CandidateHints,
  type ChosenCandidate,
  chooseCandidate,
  describeCandidate,
} from "../verify/choose-candidate.ts";
import type { PictureResult } from "./scan-picture.ts";

/**
 * The one receipt that a picture points to, or why there is not exactly one: as for a text, but two receipts are
 * `qr_ambiguous`, and what was read from print with a letter in doubt is `reference_ambiguous`.
 */
export const chooseFromPicture = (
  { kind, detection, needsConfirmation }: PictureResult,
  hints: CandidateHints,
): Result<ChosenCandidate, Failure> => {
  const claim = chooseCandidate(detection, hints);
  if (!claim.ok && claim.error.code === "reference_ambiguous" && claim.error.subject !== undefined)
    return fail("qr_ambiguous");
  if (!claim.ok) return claim.error.param === "text" ? err({ ...claim.error, param: "image" }) : claim;
  if (kind === "code" || !needsConfirmation) return claim;
  // A letter was in doubt: who shows the picture must say what it reads.
  return fail("reference_ambiguous", {
    param: "image",
    subject: "print",
    candidates: detection.candidates.map(describeCandidate),
  });
};
