import type { Dice } from "./dice.ts";
import type { Medium } from "./medium.ts";
import { pdfWordingOf } from "./pdf-labels.ts";
import { allOf, cellsOf, type Drawing, layOut } from "./pdf-layout.ts";
import { takeApart } from "./pdf-page.ts";
import { shownBy } from "./pdf-shown.ts";
import { brokenLines, type Instruction, isEthiopic, lineHeightOf, type Text, widthOf } from "./pdf-text.ts";
import { asPdf, twistsOf } from "./pdf-twists.ts";
import { letters } from "./rules/wording.ts";
import type { Row } from "./sheet.ts";

/** A page of labels and values, drawn in any order and in any pieces. */
export const pdfMedium = (instructions: readonly Instruction[], provider: string): Medium => {
  const page = takeApart(instructions, provider);
  const wording = pdfWordingOf(provider);
  const labels = wording.labels.map(letters);
  const runsTogether = page.slots.some(({ how, together }) => how === "inline" || together !== undefined);
  // Labels of another length, and words of labels in values, may stand over others or look like them.
  const isDoubtful = ({ slot, label, value }: Row) =>
    typeof slot !== "number" || page.sheet.rows[slot]?.label !== label || hasLabel(value, labels);
  return {
    kind: "pdf",
    sheet: page.sheet,
    ...(runsTogether ? { shown: (sheet) => shownBy(page, wording, sheet) } : {}),
    ...(provider === "alpha" ? {} : { mayDoubt: ({ rows }) => rows.some(isDoubtful) }),
    write: async (sheet, dice) => {
      const drawing = layOut(page, sheet);
      return asPdf(dice === null ? allOf(drawing) : redrawn(drawing, dice));
    },
    twists: twistsOf(page, provider),
  };
};

/** Whether the words of a label stand in a value. */
const hasLabel = (value: string, labels: readonly string[]): boolean => {
  const words = value.split(/[\s/]+/);
  const starts = words.map((_, at) => letters(words.slice(at).join(" ")));
  return starts.some((text) => labels.some((label) => text.startsWith(label)));
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
  // A line stays between the texts that it parts: through one it would strike it out.
  const others = drawing.others.map((one) => {
    const moved = { ...one, x: one.x + dx, y: one.y + dy };
    return "line" in one ? { ...moved, line: { x: one.line.x + dx, y: one.line.y + dy } } : moved;
  });
  const all = dice.chance(50) ? [...drawn, ...others] : [...others, ...drawn];
  return dice.chance(50) ? dice.shuffle(all) : all;
};

/** The text drawn piece by piece, each where it stands in the whole. */
const inPieces = (text: Text, pieces: "whole" | "lines" | "words" | "characters"): Text[] => {
  // What a font has no letters for has no width that we know.
  if (pieces === "whole" || (isEthiopic(text.text) && text.font !== "Ethiopic")) return [text];
  const { width, align, ...bare } = text;
  return brokenLines(text).flatMap((line, at) => {
    const y = text.y + at * lineHeightOf(text);
    const free = align === undefined || width === undefined ? 0 : width - widthOf(text, line);
    const left = text.x + (align === "right" ? free : align === "center" ? free / 2 : 0);
    if (pieces === "lines") return [{ ...bare, text: line, x: left, y }];
    const separator = pieces === "words" ? / / : /(?:)/u;
    let before = "";
    return line.split(separator).flatMap((piece) => {
      const x = left + widthOf(text, before);
      before += pieces === "words" ? `${piece} ` : piece;
      return piece.trim() === "" ? [] : [{ ...bare, text: piece, x, y }];
    });
  });
};
