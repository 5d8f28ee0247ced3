import type { RawCandidate } from "./candidate.ts";
import { isAccountLabelled, isPhoneLabelled, withoutReferenceLabel } from "./labels.ts";
import { isPartOf } from "./repeats.ts";
import type { Piece } from "./words.ts";

/** An account or phone number that may belong to a reference. */
type NumberFound = {
  readonly digits: string;
  readonly at: number;
  readonly end: number;
  readonly isLabelled: boolean;
  readonly isPhone: boolean;
};

/**
 * Fills a missing `accountNumber` with the number beside the reference or beside a label such as Acc, and a
 * missing `phone` with the phone beside it. Where several accounts could be meant, none is taken.
 */
export const addCompanions = (
  candidates: readonly RawCandidate[],
  text: string,
  pieces: readonly Piece[],
): readonly RawCandidate[] => {
  const all = numbersOf(text, pieces);
  // `account, reference, account, reference`: of two that are as near, the number belongs to the one behind it.
  const isBefore = (all[0]?.at ?? 0) < Math.min(...candidates.map(({ at }) => at));
  const inOrder = isBefore ? candidates.toReversed() : candidates;
  const numbers = all.map((number) => ({
    ...number,
    wordAt: candidates.find(({ at, end }) => number.at >= at && number.end <= end)?.at ?? null,
    nearestAt: nearest(inOrder, number, text)?.at,
  }));
  return candidates.map((candidate) => {
    const free = numbers.filter(
      ({ at, wordAt }) => wordAt === null || (wordAt === candidate.at && at >= candidate.end),
    );
    const account = candidate.missing.includes("accountNumber")
      ? accountOf(candidate, free, text)
      : undefined;
    const phone = candidate.missing.includes("phone") ? phoneOf(candidate, free, text) : undefined;
    const added = {
      ...(account && { accountNumber: account.digits }),
      ...(phone && { phone: phone.digits }),
    };
    const missing = candidate.missing.filter((name) => !(name in added));
    return { ...candidate, request: { ...candidate.request, ...added }, missing };
  });
};

/**
 * A link that names its reference without the digits that a look-up needs is the same as another mention of that
 * reference which has them, such as a word with an account beside it.
 */
export const addFromRepeats = (candidates: readonly RawCandidate[]): readonly RawCandidate[] =>
  candidates.map((candidate) => {
    const { provider, word, source, missing } = candidate;
    if (source !== "link" || missing.length === 0) return candidate;
    const fuller = candidates.find(
      (other) =>
        other.provider === provider &&
        other.missing.length === 0 &&
        (other.word === word || isPartOf(word, other.word)),
    );
    return fuller === undefined
      ? candidate
      : { ...candidate, request: fuller.request, missing: [], word: fuller.word };
  });

/** The mobile numbers of a text as they are dialled, `0911223344`, where they stand. */
export const phonesIn = (
  text: string,
  pieces: readonly Piece[],
): readonly { readonly phone: string; readonly at: number }[] =>
  numbersOf(text, pieces).flatMap(({ digits, isPhone, at }) =>
    isPhone && /[79]\d{8}$/.test(digits) ? [{ phone: `0${digits.slice(-9)}`, at }] : [],
  );

type Placed = NumberFound & { readonly nearestAt: number | undefined };

const accountOf = (
  candidate: RawCandidate,
  numbers: readonly Placed[],
  text: string,
): NumberFound | undefined => {
  const beside = numbers.find(
    (number) =>
      number.digits.length <= 16 &&
      (!number.isPhone || number.isLabelled) &&
      isBeside(candidate, number, text),
  );
  if (beside !== undefined) return beside;
  // A wallet's account is a phone in its long form, and no bank's.
  const labelled = numbers.filter(({ isLabelled, digits }) => isLabelled && !walletNumber.test(digits));
  const accounts = labelled.some(({ isPhone }) => !isPhone)
    ? labelled.filter(({ isPhone }) => !isPhone)
    : labelled;
  return theOnly(accounts) ?? theOnly(accounts.filter(({ nearestAt }) => nearestAt === candidate.at));
};

const walletNumber = /^(?:00)?251[79]\d{8}$/;

const phoneOf = (
  candidate: RawCandidate,
  numbers: readonly Placed[],
  text: string,
): NumberFound | undefined => {
  const phones = numbers.filter(({ isPhone }) => isPhone);
  return (
    phones.find((number) => isBeside(candidate, number, text)) ??
    theOnly(phones.filter(({ at }) => isPhoneLabelled(text, at - Number(text.charAt(at - 1) === "+"))))
  );
};

const theOnly = (numbers: readonly NumberFound[]): NumberFound | undefined =>
  new Set(numbers.map(({ digits }) => digits)).size === 1 ? numbers[0] : undefined;

const nearest = (
  candidates: readonly RawCandidate[],
  number: NumberFound,
  text: string,
): RawCandidate | undefined => {
  let best: RawCandidate | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    // Most of hundreds are too far away whatever stands between.
    if (lengthBetween(candidate, number) >= bestDistance) continue;
    const next = distance(candidate, number, text);
    if (next >= bestDistance) continue;
    best = candidate;
    bestDistance = next;
  }
  return best;
};

/** In characters; a line end separates like a whole line of them. */
const distance = (candidate: RawCandidate, number: NumberFound, text: string): number => {
  const gap = gapOf(candidate, number, text);
  return gap.length + (gap.slice(0, lineLength).includes("\n") ? lineLength : 0);
};

const lengthBetween = (candidate: RawCandidate, number: NumberFound): number =>
  Math.max(0, number.at >= candidate.end ? number.at - candidate.end : candidate.at - number.end);

const lineLength = 80;

const gapOf = (candidate: RawCandidate, number: NumberFound, text: string): string =>
  number.at >= candidate.end ? text.slice(candidate.end, number.at) : text.slice(number.end, candidate.at);

/**
 * Nothing but a mark or two stands between them. A number that begins a line may have the reference's label behind it
 * (`1000400004321 ref FT…`); within a sentence it may be the other party's.
 */
const isBeside = (candidate: RawCandidate, number: Placed, text: string): boolean => {
  const gap = gapOf(candidate, number, text);
  const isFirst =
    number.end <= candidate.at && /(?:^|\n)[ +]*$/.test(text.slice(Math.max(0, number.at - 4), number.at));
  const unlabelled = isFirst ? withoutReferenceLabel(gap) : gap;
  return number.nearestAt === candidate.at && /^[\s,;:/|&+()-]{0,4}$/.test(unlabelled);
};

/** Runs of digits that single spaces, hyphens or line ends may break; masked ones are left out. */
const numbersOf = (text: string, pieces: readonly Piece[]): readonly NumberFound[] => {
  const numbers: NumberFound[] = [];
  for (let first = 0; first < pieces.length; first += 1) {
    if (!isDigits(pieces[first])) continue;
    let last = first;
    while (
      isDigits(pieces[last + 1]) &&
      /^(?:[ -]| ?\n ?)$/.test(text.slice(pieces[last]?.end, pieces[last + 1]?.start))
    )
      last += 1;
    const run = pieces.slice(first, last + 1);
    const isWhole = run.length > 1 && run.every(({ text: digits }) => digits.length < 8);
    for (const group of isWhole ? [run] : run.map((piece) => [piece])) numbers.push(...numberOf(text, group));
    first = last;
  }
  return numbers;
};

const isDigits = (piece: Piece | undefined): boolean => piece !== undefined && /^[0-9]+$/.test(piece.text);

const numberOf = (text: string, group: readonly Piece[]): readonly NumberFound[] => {
  const digits = group.map((piece) => piece.text).join("");
  const at = group[0]?.start ?? 0;
  const end = group.at(-1)?.end ?? 0;
  const isMasked =
    /[*•#]/.test(text.charAt(at - 1) + text.charAt(end)) && !/^\*.*\*$/s.test(text.slice(at - 1, end + 1));
  if (digits.length < 8 || digits.length > 20 || isMasked) return [];
  const isPhone = text.charAt(at - 1) === "+" || /^(?:(?:00)?251|0)?[79]\d{8}$/.test(digits);
  return [{ digits, at, end, isLabelled: isAccountLabelled(text, at), isPhone }];
};
