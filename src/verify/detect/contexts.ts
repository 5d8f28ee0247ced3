import { type Claims, noClaims } from "../claims.ts";
import type { Mentions } from "./amounts/owners.ts";
import { claimsOf, sharedClaimsOf } from "./amounts/text-claims.ts";
import type { DetectProvider, RawCandidate } from "./candidate.ts";
import { phonesIn } from "./companions.ts";
import { issuersIn } from "./issuers.ts";
import { ownParts } from "./message-parts.ts";
import { createRepeatsOf } from "./repeats.ts";
import type { Piece } from "./words.ts";

/** What the message of a receipt tells besides its reference. */
export type Context = {
  readonly claims: Claims;
  readonly phones: readonly string[];
  /** Labels of the providers that the message names as its sender; none when no context is wanted. */
  readonly issuers: ReadonlySet<string>;
};

export const noContext: Context = { claims: noClaims, phones: [], issuers: new Set() };

/** Each receipt's mentions, by the place of its candidates. */
const receiptsIn = (
  ranked: readonly RawCandidate[],
  all: readonly RawCandidate[],
): ReadonlyMap<number, Mentions> => {
  const repeatsOf = createRepeatsOf(all);
  const byPlace = new Map<number, RawCandidate[]>();
  for (const one of ranked) byPlace.set(one.at, [...(byPlace.get(one.at) ?? []), one]);
  return new Map(
    [...byPlace]
      .toSorted(([a], [b]) => a - b)
      .map(([place, here]) => {
        const again = repeatsOf(here);
        const [first, ...others] = [...here.slice(0, 1), ...again].toSorted((a, b) => a.at - b.at);
        return [place, [first ?? { at: place, end: place }, ...others]];
      }),
  );
};

type Texts = {
  /** Links blanked. */
  readonly cleaned: string;
  /** Links, dates and amounts blanked. */
  readonly figures: string;
  readonly pieces: readonly Piece[];
  readonly source: "typed" | "printed";
};

/** By the place of a receipt's candidates. `all`: with the candidates that were left out because they say the same again. */
export const contextsOf = (
  { cleaned, figures, pieces, source }: Texts,
  { ranked, all }: { readonly ranked: readonly RawCandidate[]; readonly all: readonly RawCandidate[] },
  providers: readonly DetectProvider[],
): Contexts => {
  const receipts = receiptsIn(ranked, all);
  const mentions = [...receipts.values()];
  const claims = claimsOf(cleaned, mentions, source);
  const parts = ownParts(
    cleaned,
    mentions.map((named) => named.map(({ at }) => at)),
  );
  const phones = phonesIn(figures, pieces);
  const rivalled = new Set(ranked.flatMap(({ at }, place) => (ranked[place - 1]?.at === at ? [at] : [])));
  const known = new Map<string, ReadonlySet<string>>();
  const issuersOf = (message: string): ReadonlySet<string> => {
    const issuers = known.get(message) ?? issuersIn(message, providers);
    known.set(message, issuers);
    return issuers;
  };
  const of = new Map(
    [...receipts.keys()].map((place, index) => {
      const { start, end } = parts[index] ?? { start: 0, end: 0 };
      const context = {
        claims: claims[index] ?? noClaims,
        phones: [...new Set(phones.filter(({ at }) => at >= start && at < end).map(({ phone }) => phone))],
        issuers: rivalled.has(place) ? issuersOf(cleaned.slice(start, end)) : noContext.issuers,
      };
      return [place, context];
    }),
  );
  return { of, shared: source === "typed" ? sharedClaimsOf(cleaned, mentions) : noClaims };
};

type Contexts = {
  readonly of: ReadonlyMap<number, Context>;
  /** What is claimed of no receipt alone. */
  readonly shared: Claims;
};
