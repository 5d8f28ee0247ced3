import { type Failure, type FailureCode, fail } from "../core/failure.ts";
import { err, ok, type Result } from "../core/result.ts";
import { splitAddress } from "../providers/link-address.ts";
import type { DetectedCandidate, Detection } from "../verify/detect/detect.ts";
import { referenceInBlock } from "./tlv-block.ts";

/** The one receipt that a picture's codes point to. */
export type CodeResult = {
  /** Its candidates, as for a text. Several are alternatives, such as a reference that fits two banks. */
  readonly detection: Detection & {
    readonly candidates: readonly [DetectedCandidate, ...DetectedCandidate[]];
  };
  /** The code's own link; null where it holds a bare reference. */
  readonly link: string | null;
};

export type CodesFailure = {
  readonly failure: Failure;
  /** Whether what is printed beside the codes may be read instead: nothing in them speaks against it. */
  readonly mayReadPrint: boolean;
};

type Dependencies = {
  readonly detect: (text: string) => Detection;
  /** The one provider whose receipts are asked for, by label; all when left out. */
  readonly only?: string;
};

/**
 * What the texts of a picture's codes point to. A code that points to a receipt wins over others; two
 * receipts are `qr_ambiguous`. Else `qr_untrusted_host` (`subject`: the host, which is not asked) for a link that
 * leads elsewhere, `qr_not_alpha` for codes of another kind where only one provider's count, `qr_not_found`.
 */
export const readCodes = (
  texts: readonly string[],
  { detect, only }: Dependencies,
): Result<CodeResult, CodesFailure> => {
  const readings = texts.map((text) => readingOf(text, detect, only));
  const results = withoutRepeats(readings.flatMap(({ results: found }) => found));
  const [result, second] = results;
  if (second !== undefined) return refuse("qr_ambiguous", false);
  if (result !== undefined) return ok(result);

  const untrusted = readings.find(({ isRefused }) => isRefused) ?? readings.find(({ host }) => host !== null);
  if (untrusted !== undefined)
    return refuse("qr_untrusted_host", !untrusted.isRefused, untrusted.host ?? undefined);
  // A code of another bank's receipt: what is printed beside it is that receipt's, too.
  const isAnothers = only !== undefined && readings.some(({ isReceipt }) => isReceipt);
  return refuse(texts.length > 0 && only !== undefined ? "qr_not_alpha" : "qr_not_found", !isAnothers);
};

const refuse = (code: FailureCode, mayReadPrint: boolean, subject?: string): Result<never, CodesFailure> =>
  err({ failure: fail(code, subject === undefined ? {} : { subject }).error, mayReadPrint });

type CodeReading = {
  readonly results: readonly CodeResult[];
  /** Host of a link that is on no configured one; null when there is none. */
  readonly host: string | null;
  /** That link looks like a receipt's. */
  readonly isRefused: boolean;
  /** Some provider's receipt, whether or not it is asked for. */
  readonly isReceipt: boolean;
};

const readingOf = (text: string, detect: Dependencies["detect"], only: string | undefined): CodeReading => {
  const inner = referenceInBlock(text) ?? text;
  const detection = detect(inner);
  const offered = detection.candidates.filter(({ isLikely, provider }) =>
    only === undefined ? isLikely : provider === only,
  );
  const places = [...new Set(offered.map(({ at }) => at))];
  const link = linkIn(inner);
  const results = places.flatMap((place) => {
    const [best, ...alternatives] = offered.filter(({ at }) => at === place);
    return best === undefined
      ? []
      : [{ detection: { ...detection, candidates: [best, ...alternatives] as const }, link }];
  });
  const isOwn = detection.candidates.length > 0;
  const isRefused = !isOwn && detection.refused.some(({ code }) => code === "receipt_url_untrusted");
  const isReceipt = detection.candidates.some(({ isLikely }) => isLikely);
  return { results, host: link === null || isOwn ? null : hostOf(link), isRefused, isReceipt };
};

/** A code holds a link when it is one, with or without what cameras glue on; no address has control characters in it. */
const linkIn = (text: string): string | null => {
  const link = /^https?:\/\/[^\s]{1,2000}/i.exec(text.trim())?.[0] ?? null;
  return link !== null && /\p{Cc}/u.test(link) ? null : link;
};

const hostLengthMax = 253;

const hostOf = (link: string): string => splitAddress(link).authority.slice(0, hostLengthMax);

/** The same receipt twice, once in full and once by its bare reference, is one; what says more stays. */
const withoutRepeats = (results: readonly CodeResult[]): readonly CodeResult[] =>
  results.filter(
    (result, at) =>
      !results.some(
        (other, place) =>
          place !== at && saysAsMuch(other, result) && (place < at || !saysAsMuch(result, other)),
      ),
  );

const saysAsMuch = (other: CodeResult, one: CodeResult): boolean =>
  one.detection.candidates.some(({ provider, request }) =>
    other.detection.candidates.some(
      (candidate) =>
        candidate.provider === provider &&
        Object.entries(request).every(([field, value]) => candidate.request[field] === value),
    ),
  );
