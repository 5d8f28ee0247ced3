import { cleanText } from "../../core/clean-text.ts";
import type { CalendarDate } from "../../core/time.ts";
import { type Origin, originsOf } from "../../providers/link-address.ts";
import type { RequestFields } from "../../providers/provider.ts";
import { type Claims, noClaims } from "../claims.ts";
import { joinClaims } from "./amounts/join-claims.ts";
import { claimsIn, saysOfEach } from "./amounts/text-claims.ts";
import type { DetectProvider, RawCandidate, Refused } from "./candidate.ts";
import { addCompanions, addFromRepeats } from "./companions.ts";
import { contextsOf, noContext } from "./contexts.ts";
import { readLink } from "./link-reading.ts";
import { mendSchemes, nextLink } from "./links.ts";
import { linesIn, messagesIn, type Part, partAt } from "./message-parts.ts";
import { createAlternativesOf, isLikely, rank } from "./ranking.ts";
import { findReferences } from "./references.ts";
import { turnsDigits } from "./turned-digits.ts";
import { type Unlookable, unlookableIn } from "./unlookable.ts";
import { slipsMax, type Warning, warningsOf } from "./warnings.ts";
import { blankFigures, piecesOf } from "./words.ts";

/** A provider and the fields to ask it with, and what a look-up still needs. */
export type DetectedCandidate = {
  readonly provider: string;
  readonly request: RequestFields;
  readonly missing: readonly string[];
  /** Day that the reference itself carries, or null. */
  readonly encodedDate: CalendarDate | null;
  /** False when an alternative of the same word has a type code or a possible date that this one lacks. */
  readonly isLikely: boolean;
  /** Reasons against looking it up as it stands, or that it is old. */
  readonly warnings: readonly Warning[];
  /** What the receipt's own message claims about the payment. */
  readonly claims: Claims;
  /** Mobile numbers of its message, as `0911223344`, where a phone is missing: one of them may be the one. */
  readonly phones: readonly string[];
  /** Its place in code units of the cleaned text. Candidates of one place are alternatives. */
  readonly at: number;
};

export type Detection = {
  readonly candidates: readonly DetectedCandidate[];
  readonly refused: readonly Refused[];
  /** A text without any candidate: a bank's message without anything to look up. */
  readonly unlookable: Unlookable | null;
  /** What the text claims of several receipts together, or of one of them; unset: nothing. */
  readonly shared?: Claims | undefined;
};

/** Longest text in which receipts are looked for, in UTF-16 code units. */
export const textLengthMax = 4_096;

/** Finds every receipt that a text points to, best first. `printed`: it was read off a picture. Pure. */
export const detect = (
  text: string,
  providers: readonly DetectProvider[],
  now: Date,
  source: "typed" | "printed" = "typed",
): Detection => {
  const cleaned = shorten(mendSchemes(cleanText(shorten(text))));
  if (cleaned === "") return { candidates: [], refused: [], unlookable: null };
  const links = readLinks(cleaned, providers, now);
  const rest = blankFigures(links.rest);
  const pieces = piecesOf(rest);
  const words = findReferences(rest, pieces, providers, now);
  const found = withoutOthers([...links.rawCandidates, ...words.candidates]);
  const rawCandidates = addFromRepeats(addCompanions(found, rest, pieces));
  const ranked = withoutSecondBanks(
    withoutNumbersOfTokens(rank(rawCandidates), links.rest),
    found,
    links.rest,
  );
  const texts = { cleaned: links.words, figures: rest, pieces, source };
  const contexts = contextsOf(texts, { ranked, all: rawCandidates }, providers);
  const budget = { slips: slipsMax };
  const alternativesOf = createAlternativesOf(ranked);
  const areTurned = turnsDigits(text);
  const candidates = ranked.map((raw): DetectedCandidate => {
    const alternatives = alternativesOf(raw);
    const { claims, phones, issuers } = contexts.of.get(raw.at) ?? noContext;
    return {
      provider: raw.provider,
      request: raw.request,
      missing: raw.missing,
      encodedDate: raw.encodedDate,
      isLikely: isLikely(raw, alternatives, issuers),
      warnings: warningsOf(raw, alternatives, { providers, now }, budget),
      claims: areTurned ? doubted(claims) : claims,
      phones: raw.missing.includes("phone") ? phones : [],
      at: raw.at,
    };
  });
  const refused = unique([...links.refused, ...words.refused]);
  const isNothing = candidates.length === 0 && refused.length === 0;
  const unlookable = isNothing ? unlookableIn(links.rest, providers, now) : null;
  const { shared } = contexts;
  return { candidates, refused, unlookable, ...(shared.amountsSantim.length > 0 && { shared }) };
};

/**
 * A wallet's message of a transfer to a bank also names the bank's own number: the receipt is the wallet's.
 * Where nothing else is named, that number is all there is.
 */
const withoutOthers = (rawCandidates: readonly RawCandidate[]): readonly RawCandidate[] => {
  const own = rawCandidates.filter(({ source }) => source !== "elsewhere");
  return own.some(({ source }) => source !== "bare") ? own : rawCandidates;
};

/**
 * A bank's message of one payment whose link holds a token prints the reference besides: one receipt, which the link
 * finds without further digits.
 */
const withoutNumbersOfTokens = (ranked: readonly RawCandidate[], text: string): readonly RawCandidate[] => {
  const tokens = ranked.filter(({ source, word }) => source === "link" && !/^[A-Z0-9-]+$/.test(word));
  if (tokens.length === 0) return ranked;
  const messages = messagesIn(text);
  const again = tokens.flatMap((token) => {
    const message = partAt(messages, token.at);
    const here = ranked.filter(({ at }) => at >= message.start && at < message.end);
    const numbers = here.filter(({ source, provider }) => source !== "link" && provider === token.provider);
    const isOne =
      here.every(({ source, at }) => source !== "link" || at === token.at) && numbers.length === 1;
    const isAgain = isOne && saysOneTransfer(text.slice(message.start, message.end));
    return isAgain ? numbers.map(({ at }) => at) : [];
  });
  return ranked.filter(({ at }) => !again.includes(at));
};

/**
 * A message of one transfer between two banks may name the references of both. They lead to two receipts of one payment.
 * The reference that asks for fewer further digits is kept, else the first. Two payments stand in two lines, or each
 * with its amount.
 *
 * @param found the candidates before digits of the text were lent to them
 */
const withoutSecondBanks = (
  ranked: readonly RawCandidate[],
  found: readonly RawCandidate[],
  text: string,
): readonly RawCandidate[] => {
  const others = new Set<number>();
  for (const { line, candidates } of linesOfMessages(ranked, text)) {
    const [first, second, ...more] = [...new Map(candidates.map((one) => [one.at, one])).values()].sort(
      (a, b) => a.at - b.at,
    );
    if (first === undefined || second === undefined || more.length > 0) continue;
    if (!areOfTwoBanks(first, second, candidates) || !isOneTransfer(first, second, line, text)) continue;
    others.add(missingAt(second, found) < missingAt(first, found) ? first.at : second.at);
  }
  return others.size === 0 ? ranked : ranked.filter(({ at }) => !others.has(at));
};

/** The candidates of each line; a line in which a message ends and another begins counts as two. */
const linesOfMessages = (ranked: readonly RawCandidate[], text: string) => {
  const starts = [...new Set([...linesIn(text), ...messagesIn(text)].map(({ start }) => start))].sort(
    (a, b) => a - b,
  );
  const lines = starts.map((start, at): Part => ({ start, end: starts[at + 1] ?? text.length }));
  const found = new Map<Part, RawCandidate[]>();
  for (const candidate of ranked) {
    const line = partAt(lines, candidate.at);
    found.set(line, [...(found.get(line) ?? []), candidate]);
  }
  return lines.flatMap((line) => {
    const candidates = found.get(line) ?? [];
    return candidates.length < 2 ? [] : [{ line, candidates }];
  });
};

/** Whether both are called references, and of different banks. */
const areOfTwoBanks = (
  first: RawCandidate,
  second: RawCandidate,
  candidates: readonly RawCandidate[],
): boolean => {
  const banksAt = (place: RawCandidate) =>
    candidates.filter(({ at }) => at === place.at).map(({ provider }) => provider);
  const banks = banksAt(first);
  return (
    first.source !== "bare" &&
    second.source !== "bare" &&
    !banksAt(second).some((bank) => banks.includes(bank))
  );
};

const isOneTransfer = (
  first: RawCandidate,
  second: RawCandidate,
  { start, end }: Part,
  text: string,
): boolean => {
  if (claimsIn(text.slice(first.end, second.at)).amountsSantim.length > 0) return false;
  return saysOneTransfer(text.slice(start, end));
};

/** Whether a text claims one amount alone, and that it was transferred. */
const saysOneTransfer = (text: string): boolean => {
  const { areTransferred, amountsSantim } = claimsIn(text);
  return areTransferred && amountsSantim.length === 1;
};

const missingAt = (place: RawCandidate, found: readonly RawCandidate[]): number =>
  Math.min(...found.filter(({ at }) => at === place.at).map(({ missing }) => missing.length));

/** The claims of a text whose digits are seen in another order. Nobody can say which amounts a person sees. */
const doubted = (claims: Claims): Claims => {
  const doubts = [null, ...claims.amountsSantim].map((readSantim) => ({ readSantim, seenSantim: null }));
  return { ...claims, doubts };
};

/**
 * A detection with what the words beside it claim of its receipt, such as those under a picture. Beside several receipts
 * they claim it of all together, unless they say that each is of so much. Pure.
 */
export const withClaimsOf = (detection: Detection, words: string): Detection => {
  if (detection.candidates.length === 0) return detection;
  const places = new Set(detection.candidates.map(({ at }) => at));
  const cleaned = cleanText(shorten(words));
  const read = claimsIn(cleaned, places.size);
  const beside = turnsDigits(words) ? doubted(read) : read;
  if (places.size === 1 || saysOfEach(cleaned)) return claimingOfEach(detection, beside);
  const together = claimsIn(cleaned);
  // Nobody knows of how many pieces a price is: it is mentioned.
  const amountsSantim = together.amountsSantim.filter((santim) => !together.eachSantim?.includes(santim));
  const shared = joinClaims(detection.shared ?? noClaims, { ...together, amountsSantim });
  const isShared = shared.amountsSantim.length > 0;
  const { doubts, isPartlyRead, namesOthers } = beside;
  // What is claimed of nothing is mentioned beside each.
  const largestSantim = isShared ? undefined : together.largestSantim;
  const unsaid = { ...noClaims, largestSantim, doubts, isPartlyRead, namesOthers };
  return { ...claimingOfEach(detection, unsaid), ...(isShared && { shared }) };
};

/** A detection of which the same is claimed of each receipt, besides what its own message claims. */
const claimingOfEach = (detection: Detection, claims: Claims): Detection => {
  const { amountsSantim, largestSantim, doubts, isPartlyRead } = claims;
  if (amountsSantim.length === 0 && !(largestSantim ?? doubts ?? isPartlyRead)) return detection;
  const candidates = detection.candidates.map((candidate) => ({
    ...candidate,
    claims: joinClaims(candidate.claims, claims),
  }));
  return { ...detection, candidates };
};

/** What words claim that stand beside no receipt of their own, but beside pictures of receipts. */
export const claimsOfWords = (words: string): Claims => claimsIn(cleanText(shorten(words)));

/**
 * Reads every link and blanks it, so that nothing inside one is taken for a bare reference. `words`: also with what stands
 * behind the last link that is read, where amounts are named as everywhere.
 */
const readLinks = (text: string, providers: readonly DetectProvider[], now: Date) => {
  const origins = providers.flatMap(({ settings }) => originsOf(settings));
  const rawCandidates: RawCandidate[] = [];
  const refused: Refused[] = [];
  let rest = "";
  let end = 0;
  let count = 0;
  const read = (behind: string) => ({
    rawCandidates,
    refused,
    rest: rest + behind,
    words: rest + text.slice(end),
  });
  for (let span = nextLink(text, 0, origins); span !== null; span = nextLink(text, end, origins)) {
    count += 1;
    // No receipt is looked for behind so many links: nothing there is read as a bare reference either.
    if (count > linksMax) return read("\0".repeat(text.length - end));
    const reading = readLink(span, providers, now);
    rawCandidates.push(...reading.candidates);
    refused.push(...reading.refused);
    rest += text.slice(end, span.start);
    end = reading.isForeign ? foreignEnd(text, reading.end, origins) : reading.end;
    rest += "\0".repeat(end - span.start);
  }
  return read(text.slice(end));
};

/** A link to somebody else ends at the next space or link. No other mark or letter ends it. */
const foreignEnd = (text: string, from: number, origins: readonly Origin[]): number => {
  const length = text.slice(from).search(/\s/);
  const end = length < 0 ? text.length : from + length;
  return Math.min(end, nextLink(text.slice(0, end), from, origins)?.start ?? end);
};

/** Most links of a text that are read. */
const linksMax = 20;

/** Cut before the word that would be cut in two: half of a reference can be another one. */
const shorten = (text: string): string => {
  if (text.length <= textLengthMax) return text;
  const start = text.slice(0, textLengthMax + 1);
  const lastSpace = start.search(/\s\S*$/);
  return lastSpace < 0 ? "" : start.slice(0, lastSpace);
};

const unique = (refused: readonly Refused[]): readonly Refused[] => [
  ...new Map(refused.map((entry) => [`${entry.code} ${entry.text}`, entry])).values(),
];
