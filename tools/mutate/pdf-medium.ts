import type { Dice } from "./dice.ts";
import type { Medium } from "./medium.ts";
import { allOf, cellsOf, type Drawing, layOut } from "./pdf-layout.ts";
import { brokenLines, type Instruction, lineHeightOf, type Text, takeApart, widthOf } from "./pdf-page.ts";
import { asPdf, twistsOf } from "./pdf-twists.ts";

/** alpha's page: a table of labels and values, drawn in any order and in any pieces. */
export const pdfMedium = (instructions: readonly Instruction[]): Medium => {
  const page = takeApart(instructions);
  return {
    sheet: page.sheet,
    write: async (sheet, dice) => {
      const drawing = layOut(page, sheet);
      return asPdf(dice === null ? allOf(drawing) : redrawn(drawing, dice));
    },
    twists: twistsOf(page),
  };
};

/** Another drawing of the same page. */
const redrawn = (drawing: Drawing, dice: Dice): Instruction[] => {
  const cells = cellsOf(drawing);
  const pieces = dice.pick(["whole", "whole", "lines", "words", "characters"] as const);
  const [dx, dy] = dice.chance(30) ? [dice.below(30) - 15, dice.below(14) - 7] : [0, 0];
  const jitter = dice.chance(30) ? 0.8 : 0;
  const nudged = cells.map((text) => ({
    ...text,
    x: text.x + dx + (dice.below(3) - 1) * jitter,
    y: text.y + dy,
  }));
  const drawn = nudged.flatMap((text) => inPieces(text, pieces));
  const all = dice.chance(50) ? [...drawn, ...drawing.others] : [...drawing.others, ...drawn];
  return dice.chance(50) ? dice.shuffle(all) : all;
};

/** The text drawn piece by piece, each where it stands in the whole. */
const inPieces = (text: Text, pieces: "whole" | "lines" | "words" | "characters"): Text[] => {
  if (pieces === "whole") return [text];
  const { width: _, align: __, ...bare } = text;
  return brokenLines(text).flatMap((line, at) => {
    const y = text.y + at * lineHeightOf(text);
    if (pieces === "lines") return [{ ...bare, text: line, y }];
    const separator = pieces === "words" ? / / : /(?:)/u;
    let before = "";
    return line.split(separator).flatMap((piece) => {
      const x = text.x + widthOf(text, before);
      before += pieces === "words" ? `${piece} ` : piece;
      return piece.trim() === "" ? [] : [{ ...bare, text: piece, x, y }];
    });
  });
};
