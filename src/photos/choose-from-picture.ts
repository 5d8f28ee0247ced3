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
 * Chooses the one receipt that a picture points to, as for a text. Two receipts are `qr_ambiguous`, and print with a letter
 * in doubt is `reference_ambiguous`.
 */
export const chooseFromPicture = (
  { kind, detection, needsConfirmation }: PictureResult,
  hints: CandidateHints,
): Result<ChosenCandidate, Failure> => {
  const chosen = chooseCandidate(detection, hints);
  if (!chosen.ok && chosen.error.code === "reference_ambiguous" && chosen.error.cause !== undefined)
    return fail("qr_ambiguous");
  if (!chosen.ok) return chosen.error.param === "text" ? err({ ...chosen.error, param: "image" }) : chosen;
  if (kind === "code" || !needsConfirmation) return chosen;
  // A letter was in doubt, so the caller must confirm what the picture shows.
  return fail("reference_ambiguous", {
    param: "image",
    cause: "letter in doubt",
    candidates: detection.candidates.map(describeCandidate),
  });
};

/** Whether a picture points to one receipt. Its bank may be unclear, and something may be missing. */
export const pointsToOne = (picture: PictureResult): boolean => {
  const chosen = chooseFromPicture(picture, {});
  return chosen.ok || chosen.error.code !== "qr_ambiguous";
};
