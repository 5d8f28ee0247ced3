import { partitionPoint } from "../../core/partition-point.ts";
/** A stretch of a text, in code units; the end is exclusive. */
export type Part = { readonly start: number; readonly end: number };

/**
 * Where one message ends and the next begins in a text that holds several: at a line of dashes, before a greeting
 * such as `Dear Selam` or `ውድ Selam`, and before the head that a chat puts over a copied message.
 */
export const messagesIn = (text: string): readonly Part[] =>
  between(
    [...text.matchAll(messageStart)].map(({ index, 0: found }) => index + found.length),
    text.length,
  );

/** Parts of a text with an empty line between them: as many messages, or one that the bank wrote so. */
export const paragraphsIn = (text: string): readonly Part[] =>
  between(
    [...text.matchAll(/\n\s?\n/g)].map(({ index, 0: found }) => index + found.length),
    text.length,
  );

export const linesIn = (text: string): readonly Part[] =>
  between(
    [...text.matchAll(/\n/g)].map(({ index }) => index + 1),
    text.length,
  );

/** The part that holds a place, of parts in the order of the text. */
export const partAt = (parts: readonly Part[], place: number): Part =>
  parts[partitionPoint(parts, ({ start }) => start <= place) - 1] ?? { start: 0, end: 0 };

/**
 * For each of several things that a text names, each by one place or more, the widest part that names no other of them: the
 * whole text, its message, its paragraph, its line; the message where each of these names others too.
 */
export const ownParts = (text: string, places: readonly (readonly number[])[]): readonly Part[] => {
  const levels = [[{ start: 0, end: text.length }], messagesIn(text), paragraphsIn(text), linesIn(text)];
  const all = places.flat().sort((a, b) => a - b);
  const before = (end: number): number => partitionPoint(all, (place) => place < end);
  return places.map((own) => {
    const parts = levels.map((level) => partAt(level, own[0] ?? 0));
    const free = parts.find(({ start, end }) => {
      const owned = own.filter((place) => place >= start && place < end).length;
      return before(end) - before(start) === owned;
    });
    return free ?? partAt(levels[1] ?? [], own[0] ?? 0);
  });
};

const between = (starts: readonly number[], length: number): readonly Part[] => {
  const all = [0, ...starts.filter((start) => start > 0)];
  return all.map((start, at) => ({ start, end: all[at + 1] ?? length }));
};

const messageStart =
  /\n ?(?:[-=_*~#—–•.] ?){3,60}(?=\n)|(?<=^|\s)(?=D(?:ear|EAR)\s\p{L})|(?<=^|\n ?|[።.!?] ?)(?=ውድ\s|(?:Hi|Hello|Selam|ሰላም)\s\p{L}+[,፣!])|\n(?=\[[^\]\n]{6,40}\]|Forwarded from )/gu;
