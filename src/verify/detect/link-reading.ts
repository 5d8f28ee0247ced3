import { foreignCharacter } from "../../core/clean-text.ts";
import { isOn, type LinkAddress, originsOf, splitAddress, takeApart } from "../../providers/link-address.ts";
import type { LinkReading, RequestFields } from "../../providers/provider.ts";

import type { DetectProvider, FoundCandidates, RawCandidate } from "./candidate.ts";
import type { LinkSpan } from "./links.ts";
import { type Fit, fitsOf, wordsOf } from "./shapes.ts";
import { isSuspicious } from "./suspicion.ts";

/** `isForeign`: it is on no configured host. */
type ReadForm = FoundCandidates & { readonly worth: number; readonly isForeign: boolean };

type ReadLink = ReadForm & { readonly end: number };

/**
 * Reads a link with the providers whose host it is on; a look-alike is refused and any other link left alone. Of
 * several forms of a broken link the one that explains most is taken, the shorter among equals.
 */
export const readLink = (span: LinkSpan, providers: readonly DetectProvider[], now: Date): ReadLink => {
  const readings = span.forms.map(({ link, end }) => ({
    ...readForm(link, { at: span.start, end }, providers, now),
    end,
  }));
  const none = { candidates: [], refused: [], end: span.start + 1, worth: 0, isForeign: true };
  return readings.reduce((best, next) => (next.worth > best.worth ? next : best), readings[0] ?? none);
};

type LinkPlace = { readonly at: number; readonly end: number };

const readForm = (
  link: string,
  place: LinkPlace,
  providers: readonly DetectProvider[],
  now: Date,
): ReadForm => {
  const address = splitAddress(link);
  const owners = providers.filter((provider) =>
    originsOf(provider.settings).some((origin) => isOn(address, origin)),
  );
  if (owners.length > 0) return { ...readOwn(address, place, owners, now), isForeign: false };
  const bureau = providers.filter((provider) => isFeedbackHost(address, provider));
  if (bureau.length > 0)
    return { ...readFeedbackHost(link, address.rest, place, bureau, now), isForeign: false };
  const code = isSuspicious(address, providers, now) ? ("receipt_url_untrusted" as const) : null;
  return { candidates: [], refused: code === null ? [] : [{ text: link, code }], worth: 0, isForeign: true };
};

/** A link on a configured host. */
const readOwn = (
  address: LinkAddress,
  place: LinkPlace,
  owners: readonly DetectProvider[],
  now: Date,
): FoundCandidates & { readonly worth: number } => {
  const { link } = address;
  const parts = takeApart(address);
  if (foreignCharacter(parts.path + parts.search + parts.fragment) !== null)
    return { candidates: [], refused: [{ text: link, code: "reference_not_ascii" }], worth: 0 };
  const readings = owners.map((owner) => ({ owner, reading: owner.readLink(parts) }));
  const candidates = readings.flatMap(({ owner, reading }) => candidateOf(reading, owner, place, now));
  const isFeedback = readings.some(({ reading }) => reading?.kind === "feedback");
  const isReceipt = readings.some(({ reading }) => reading?.kind === "receipt");
  const refused =
    isFeedback && !isReceipt ? [{ text: link, code: "receipt_url_feedback_link" as const }] : [];
  // A feedback link that a line end broke is whole where it names its receipt.
  const feedbackWorth = candidates.length > 0 ? 2 : 1;
  const worth = isReceipt ? Math.max(...candidates.map(worthOf)) : isFeedback ? feedbackWorth : 0;
  return { candidates, refused, worth };
};

const candidateOf = (
  reading: LinkReading,
  owner: DetectProvider,
  place: LinkPlace,
  now: Date,
): readonly RawCandidate[] => {
  const receipt = reading?.kind === "feedback" ? reading.derived : reading;
  if (receipt === undefined) return [];
  const fit = fitInside(receipt.request, owner, now);
  const isUsual = reading?.kind === "receipt" && reading.isUsual === true;
  return [
    {
      ...place,
      provider: owner.label,
      request: receipt.request,
      missing: receipt.missing,
      encodedDate: fit?.fit.encodedDate ?? null,
      source: "link",
      word: fit?.word ?? canonicalOf(receipt.request, owner),
      width: fit === undefined && !isUsual ? "wide" : "narrow",
      isTypical: fit?.fit.isTypical ?? false,
      isTimely: fit?.fit.isTimely ?? true,
    },
  ];
};

const worthOf = (candidate: RawCandidate): number => {
  if (candidate.missing.length > 0) return 2;
  return candidate.width === "narrow" ? 4 : 3;
};

/** In one form for all links that lead to the same receipt. */
const canonicalOf = (request: RequestFields, owner: DetectProvider): string => {
  const question = owner.open(request);
  return question.ok ? question.value.canonical : JSON.stringify(request);
};

/** The provider's own reference among the fields that its link holds. */
const fitInside = (
  request: RequestFields,
  owner: DetectProvider,
  now: Date,
): { readonly word: string; readonly fit: Fit } | undefined => {
  for (const word of Object.values(request).flatMap(wordsOf)) {
    const [fit] = fitsOf(word, "narrow", [owner], now);
    if (fit !== undefined) return { word, fit };
  }
  return undefined;
};

const isFeedbackHost = (address: LinkAddress, provider: DetectProvider): boolean =>
  originsOf(provider.settings).some(
    ({ host }) => address.isPlain && address.authority === `feedback.${host}` && address.scheme !== "http",
  );

/** `feedback.` before a configured host: the bank's own, and what it names may be the receipt. */
const readFeedbackHost = (
  link: string,
  rest: string,
  place: LinkPlace,
  providers: readonly DetectProvider[],
  now: Date,
): FoundCandidates & { readonly worth: number } => {
  const candidates = wordsOf(rest).flatMap((word) =>
    fitsOf(word, "narrow", providers, now).map((fit) => ({
      ...place,
      provider: fit.provider,
      request: fit.request,
      missing: fit.shape.missing,
      encodedDate: fit.encodedDate,
      source: "link" as const,
      word,
      width: "narrow" as const,
      isTypical: fit.isTypical,
      isTimely: fit.isTimely,
    })),
  );
  return { candidates, refused: [{ text: link, code: "receipt_url_feedback_link" }], worth: 1 };
};
