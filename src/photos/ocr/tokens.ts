import { type Evidence, evidenceOf, kindOf } from "./letter-evidence.ts";
import { type Letter, sizesOf } from "./letter-sizes.ts";
import type { PrintedText } from "./printed-text.ts";

/**
 * A text in which the letters of links are what their height and width say, in all places where the same token is
 * printed: a message often has it in a second link.
 */
export const mendTokens = (printed: PrintedText): PrintedText => {
  const paths = pathsOf(printed);
  const letters = [...printed.text];
  for (const path of paths) {
    const twins = paths.filter((other) => other !== path).map((other) => twinsOf(path, other));
    for (const [at, place] of path.entries())
      letters[place.at] = likeliest([place, ...twins.flatMap((others) => others[at] ?? [])]);
  }
  return { ...printed, text: letters.join("") };
};

/** What follows a host, with the lines that it may run on. */
const linkPath = /:\/\/[^\s/]{4,64}\/(\S{1,80}(?:\n[A-Za-z0-9+/=#&?_-]{1,60}(?!\S| ?:)){0,3})/g;

/** More links than a message has. */
const linksMax = 6;

/** A letter of a link's path: where it stands in the text, and what it may be. */
type TokenPlace = { readonly at: number; readonly kind: string; readonly evidence: Evidence };

const pathsOf = (printed: PrintedText): readonly (readonly TokenPlace[])[] => {
  const links = [...printed.text.matchAll(linkPath)]
    .slice(0, linksMax)
    .map(({ 0: link, 1: path = "", index }) => ({
      letters: [...link].map((character, at) => ({ character, mark: printed.marks[index + at] ?? null })),
      index,
      start: link.length - path.length,
    }));
  // All links of a message are in one font and size, and together they have enough letters of each kind.
  const sizes = sizesOf(
    links.flatMap(({ letters }) => letters),
    links.flatMap(({ letters, start }) => letters.slice(0, start)),
  );
  return links.map(({ letters, index, start }) =>
    tokenPlaces(letters, start).flatMap((at) => {
      const { character = "", mark = null } = letters[at] ?? {};
      if (mark === null) return [];
      return [
        { at: index + at, kind: kindOf(character), evidence: evidenceOf({ ...mark, character }, sizes) },
      ];
    }),
  );
};

/** Places of what is long enough for a token: the other pieces of a link are words. */
const tokenPlaces = (letters: readonly Letter[], start: number): readonly number[] => {
  const path = letters
    .slice(start)
    .map(({ character }) => character)
    .join("");
  // A bracket or a mark at the end of a line is the sentence's.
  return [...path.matchAll(/[^#?&]{16,120}/g)].flatMap(({ 0: piece, index }) =>
    [...piece.matchAll(/[A-Za-z0-9+/=_-]|[)\]|!](?=[A-Za-z0-9+/=])/g)].map(
      (letter) => start + index + letter.index,
    ),
  );
};

/** For each letter of a path the same one of the same token in another path; null where there is none. */
const twinsOf = (
  path: readonly TokenPlace[],
  other: readonly TokenPlace[],
): readonly (TokenPlace | null)[] => {
  let best: readonly (TokenPlace | null)[] = [];
  let most = twinsMin;
  for (let shift = -path.length; shift < other.length; shift += 1) {
    const likes = path.map((place, at) => {
      const like = other[at + shift];
      return like?.kind === place.kind ? like : null;
    });
    // A letter that has none like it before or after it is alike by chance.
    const twins = likes.map((like, at) => ((likes[at - 1] ?? likes[at + 1] ?? null) === null ? null : like));
    const count = twins.filter((twin) => twin !== null).length;
    if (count > most) [best, most] = [twins, count];
  }
  return best;
};

/** So many letters of two links may be alike by chance, or since they stand before the token. */
const twinsMin = 14;

/** The character that all places together speak for. */
const likeliest = (places: readonly TokenPlace[]): string => {
  const characters = [...new Set(places.flatMap(({ evidence }) => evidence.map(([character]) => character)))];
  const [best = ""] = characters.toSorted((a, b) => worthOf(b, places) - worthOf(a, places));
  return best;
};

const worthOf = (character: string, places: readonly TokenPlace[]): number =>
  places.reduce(
    (sum, { evidence }) => sum + (evidence.find(([one]) => one === character)?.[1] ?? unlikely),
    0,
  );

const unlikely = -10;
