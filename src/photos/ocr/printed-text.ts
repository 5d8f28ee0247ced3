import type { Mark, PrintedLine } from "./printed-line.ts";

/** The lines of a picture as one text, each code unit of it with the mark that it was read from. */
export type PrintedText = {
  readonly text: string;
  /** As long as `text`; null where a space or line end was put between marks. */
  readonly marks: readonly (Mark | null)[];
};

/** Lines in reading order; what stands side by side, as a label and its value, is one line of the text. */
export const textOf = (lines: readonly PrintedLine[]): PrintedText => {
  let text = "";
  const marks: (Mark | null)[] = [];
  for (const [at, row] of rowsOf(lines).entries()) {
    if (at > 0) text += "\n";
    if (at > 0) marks.push(null);
    for (const [place, line] of row.entries()) {
      if (place > 0) text += " ";
      if (place > 0) marks.push(null);
      for (const { character, mark } of spaced(line)) {
        text += character;
        marks.push(mark);
      }
    }
  }
  return { text, marks };
};

/** The marks of the line of the text that a code unit stands in. */
export const lineAround = ({ text, marks }: PrintedText, at: number): readonly Mark[] => {
  const end = text.indexOf("\n", at);
  return marks
    .slice(text.lastIndexOf("\n", at) + 1, end < 0 ? text.length : end)
    .filter((mark) => mark !== null);
};

/** Lines that share most of their height, from left to right. */
const rowsOf = (lines: readonly PrintedLine[]): readonly (readonly PrintedLine[])[] => {
  const rows: PrintedLine[][] = [];
  const middle = ({ box }: PrintedLine) => (box.top + box.bottom) / 2;
  for (const line of lines.toSorted((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1);
    const first = row?.[0];
    const isBeside =
      first !== undefined && middle(line) - middle(first) < (first.box.bottom - first.box.top) * 0.4;
    if (isBeside) row?.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.box.left - b.box.left));
};

/** The marks of a line as single characters, with the spaces that the reader passed over; a link has none. */
const spaced = (line: PrintedLine) => {
  const marks = withoutGhost(line.marks);
  const pace = ((marks.at(-1)?.middle ?? 0) - (marks[0]?.middle ?? 0)) / Math.max(1, marks.length - 1);
  let before = "";
  return marks.flatMap((mark, at) => {
    const character = plain(mark.character);
    if (character === " " && (marks[at - 1]?.gap ?? spaceFrom) < noSpaceTo) return [];
    before += character;
    const next = marks[at + 1];
    const wide = [mark.character, next?.character].includes("1") ? spaceFrom + besideOne : spaceFrom;
    const isWide = next !== undefined && (mark.gap ?? 0) > wide && next.middle - mark.middle > pace * 1.2;
    const isBetweenWords = /[A-Za-z0-9]$/.test(before) && /[A-Za-z0-9]/.test(plain(next?.character ?? " "));
    const after = marks
      .slice(at + 1, at + 8)
      .map((other) => plain(other.character))
      .join("");
    const isLink = /[:/]\/\S*$/.test(before) || /^(?!https?:)[htps]{0,4}:\//.test(after);
    const isBroken = isWide && isBetweenWords && !isLink;
    return [
      { character, mark: { ...mark, character } },
      ...(isBroken ? [{ character: " ", mark: null }] : []),
    ];
  });
};

/** Without a last full stop that has no shape: the foot of the letter before it, or what is left of a line below. */
const withoutGhost = (marks: readonly Mark[]): readonly Mark[] => {
  const last = marks.at(-1);
  return last?.character === "." && last.height === null ? marks.slice(0, -1) : marks;
};

/** White space that no two letters of one word have between them, by their height. */
const spaceFrom = 0.48;
/** White space that a 1 may bring with it, which takes the width of every digit. */
const besideOne = 0.12;
/** White space that is none between words. */
const noSpaceTo = 0.25;

/**
 * The reader knows Chinese and signs in full width: it takes a lone sign of equality for a two or a three, and a
 * plus over the line of a link for another sign. What is no ASCII of one code unit then is a letter of no reference.
 */
const plain = (character: string): string => {
  const normal = character
    .normalize("NFKC")
    .replace(/[三二]/, "=")
    .replace("±", "+")
    .replace("×", "x");
  return /^[ -~]$/.test(normal) ? normal : "·";
};
