import { openProviders } from "../../providers/registry.ts";
import { type Candidate, candidatesOf } from "../../verify/candidates.ts";
import { detect } from "../../verify/detect/detect.ts";

/** The service's own detection, while one types. It is fetched when the first letter is about to be typed. */

type Banks = Parameters<typeof openProviders>[0];

export type { Candidate };

/** The receipts of a text in their order, each with its likely candidates, best first. */
export const receiptsIn = (text: string, banks: Banks): readonly (readonly Candidate[])[] =>
  candidatesOf(detect(text, openProviders(banks, "full"), new Date()));
