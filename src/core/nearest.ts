/**
 * The known name that was probably meant by an unknown one, or undefined when none is near: the fewest edits
 * (insert, drop, replace, swap of neighbours), at most two in five of the longer name's letters, without regard to case.
 */
export const nearest = (unknown: string, known: readonly string[]): string | undefined => {
  if (unknown.length > lengthMax) return undefined;
  const ranked = known
    .map((name) => ({ name, edits: edits(bare(unknown), bare(name)) }))
    .filter(({ name, edits }) => edits <= Math.max(name.length, unknown.length) * 0.4)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.name;
};

/** Longer words are no mistyped names; the table of edits stays small. */
const lengthMax = 64;

const bare = (name: string): string => name.toLowerCase().replace(/[_\-\s]/g, "");

/** Optimal string alignment distance: letters to insert, drop, replace or swap with their neighbour. */
export const edits = (from: string, to: string): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped && row > 1 && column > 1 ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
};

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
