import { drawPdf } from "../../src/sandbox/pdf.ts";
import type { Dice } from "./dice.ts";
import type { Twist } from "./medium.ts";
import { allOf, cellsOf, type Drawing, layOut } from "./pdf-layout.ts";
import type { Instruction, PdfPage, Text } from "./pdf-page.ts";
import type { Written } from "./sheet.ts";

/** Drawings that a reader may refuse, but not read wrongly. */
export const twistsOf = (page: PdfPage): Readonly<Record<string, Twist>> => {
  const redrawnAs =
    (change: (drawing: Drawing, dice: Dice) => Instruction[] | null): Twist =>
    async (sheet, dice, expectation) => {
      const instructions = change(layOut(page, sheet), dice);
      if (instructions === null) return null;
      const { codes, ...expected } = expectation(sheet, false);
      return {
        written: await asPdf(instructions),
        expectation: { ...expected, codes: new Set([...codes, "provider_format_changed"]) },
      };
    };
  const withCell =
    (change: (text: Text, dice: Dice, cells: readonly Text[]) => readonly Text[]) =>
    (drawing: Drawing, dice: Dice) => {
      const cells = cellsOf(drawing);
      const chosen = dice.pick(cells);
      return [
        ...drawing.others,
        ...cells.flatMap((text) => (text === chosen ? change(text, dice, cells) : [text])),
      ];
    };
  const labels = (drawing: Drawing) =>
    new Set(drawing.rows.flatMap(({ label }) => (label === null ? [] : [label])));
  return {
    "pdf: a text a little off its place": redrawnAs(
      withCell((text, dice) => [
        { ...text, x: text.x + dice.below(21) - 10, y: text.y + (dice.below(21) - 10) / 2 },
      ]),
    ),
    "pdf: the label column elsewhere": redrawnAs((drawing, dice) => {
      const [dx, own] = [dice.below(50) - 40, labels(drawing)];
      return [
        ...drawing.others,
        ...cellsOf(drawing).map((text) => (own.has(text) ? { ...text, x: text.x + dx } : text)),
      ];
    }),
    "pdf: a text drawn twice": redrawnAs(
      withCell((text, dice) => [
        text,
        { ...text, x: text.x + dice.pick([0, 0.2, 0.4, 1]), y: text.y + dice.pick([0, 0.2]) },
      ]),
    ),
    "pdf: letters set apart": redrawnAs(
      withCell((text, dice) => [{ ...text, spacing: dice.pick([0.2, 0.4, 0.8]) }]),
    ),
    "pdf: other letters size": redrawnAs(
      withCell((text, dice) => [{ ...text, size: text.size + dice.pick([-1, 0.5, 1]) }]),
    ),
    "pdf: two texts over each other": async (sheet, dice, expectation) => {
      const rows = sheet.rows.filter(({ value }) => value !== "");
      const [first, second] = [dice.pick(rows), dice.pick(rows)];
      const drawing = layOut(page, sheet);
      const [under, over] = [
        drawing.rows[sheet.rows.indexOf(first)]?.value,
        drawing.rows[sheet.rows.indexOf(second)]?.value,
      ];
      if (first === second || first.value === second.value || !under || !over) return null;
      const shift = dice.below(30);
      const instructions = [
        ...allOf(drawing),
        { ...over, x: under.x + shift, y: under.y + dice.pick([0, 0, 1]) },
      ];
      const { codes, records } = expectation(sheet, false);
      // The reason is no part of the record: nobody needs to read it.
      const isHarmless = /^Reason/.test(first.label);
      return {
        written: await asPdf(instructions),
        expectation: {
          records: isHarmless ? records : [],
          must: false,
          codes: new Set([...codes, "provider_format_changed", "receipt_mismatch"]),
        },
      };
    },
  };
};

export const asPdf = async (instructions: readonly Instruction[]): Promise<Written> => ({
  bytes: await drawPdf(instructions),
  contentType: "application/pdf",
});
