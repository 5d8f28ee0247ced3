import type { Piece } from "./words.ts";

/** One piece or several as one word: `forms` without and with the hyphens between them. */
type Stretch = {
  readonly forms: readonly string[];
  readonly last: number;
  readonly isForeign: boolean;
};

/**
 * A piece alone, then joined with one more, and so on; only pieces with a digit or of one character are joined, two
 * letters before a long one (`FT 26319K4Q7Z`), and letters behind a hyphen that is part of the word.
 */
export const stretchesFrom = (
  text: string,
  pieces: readonly Piece[],
  first: number,
  budget: JoinBudget,
): readonly Stretch[] => {
  const found: Stretch[] = [];
  let compact = "";
  let hyphened = "";
  let isForeign = false;
  let isHyphened = false;
  for (let last = first; last < pieces.length; last += 1) {
    const piece = pieces[last];
    const gap = last === first ? "" : text.slice(pieces[last - 1]?.end, piece?.start);
    if (piece === undefined || compact.length + piece.text.length > longestWord) break;
    if (last > first && !(separator.test(gap) && canBegin(pieces[first]))) break;
    if (last > first && !isJoinable(piece) && gap !== "-") break;
    if (last > first && --budget.joins < 0) break;
    isHyphened ||= last > first && !isJoinable(piece);
    isForeign ||= piece.isForeign || /[^\p{ASCII}]/u.test(gap);
    hyphened += (/[-\p{Pd}−]/u.test(gap) ? "-" : "") + piece.text;
    compact += piece.text;
    const dashed = text.charAt((pieces[first]?.start ?? 0) - 1) === "-" ? [`-${hyphened}`] : [];
    if (last > first && isCutNumber(text, piece, pieces[last + 1])) continue;
    if (last > first && isPrefix(pieces[first]) && compact.length < prefixedWord) continue;
    const joined = isHyphened ? [] : [compact];
    found.push({ forms: [...new Set([...joined, hyphened, ...dashed])], last, isForeign });
  }
  return found;
};

/** How many joins one text may still cost: a message that is all loose characters holds no broken reference. */
export type JoinBudget = { joins: number };

/** Longer than any shape: 44 characters of a token. */
export const longestWord = 44;

/** With two letters of their own in front; shorter ones are common words before a number. */
const prefixedWord = 12;

/** One space, hyphen or line end, or a hyphen at one; another mark within a word makes it foreign. */
const separator = /^(?:[ -]| ?\n ?| ?\n?-|-\n? ?|[^\p{ASCII}\s])$/u;

/** The digits go on: they are a phone or an account number in groups, not the end of a reference. */
const isCutNumber = (text: string, piece: Piece, next: Piece | undefined): boolean =>
  /^[0-9]+$/.test(piece.text) &&
  /^[0-9]{2,}$/.test(next?.text ?? "") &&
  /^[ -]$/.test(text.slice(piece.end, next?.start));

const isJoinable = (piece: Piece | undefined): boolean =>
  piece !== undefined && (piece.text.length === 1 || /[0-9]/.test(piece.text));

const isPrefix = (piece: Piece | undefined): boolean => /^[A-Z]{2}$/.test(piece?.text ?? "");

const canBegin = (piece: Piece | undefined): boolean => isJoinable(piece) || isPrefix(piece);
