import { drawPdf } from "../../src/sandbox/pdf.ts";
import type { Dice } from "./dice.ts";
import type { Twist } from "./medium.ts";
import type { Cells } from "./pdf-cells.ts";
import { allOf, cellsOf, type Drawing, layOut } from "./pdf-layout.ts";
import type { PdfPage } from "./pdf-page.ts";
import { brokenLines, type Instruction, type Text, widthOf } from "./pdf-text.ts";
import { roleOf } from "./rules/index.ts";
import type { Written } from "./sheet.ts";

/** Drawings that a reader may refuse, but not read wrongly. */
export const twistsOf = (page: PdfPage, provider: string): Readonly<Record<string, Twist>> => ({
  ...movedTexts(page),
  "pdf: two texts over each other": async (sheet, dice, expectation) => {
    const rows = sheet.rows.filter(({ value }) => value !== "");
    const [first, second] = [dice.pick(rows), dice.pick(rows)];
    const drawing = layOut(page, sheet);
    const textOf = (row: typeof first) => drawing.rows[sheet.rows.indexOf(row)]?.value[0];
    const [under, over] = [textOf(first), textOf(second)];
    if (first === second || first.value === second.value || !under || !over) return null;
    // A text that only begins where the other ends would be read on from it, and rightly so.
    const room = widthOf(under, brokenLines(under)[0]) - under.size;
    const { width: _, align: __, ...bare } = over;
    if (room <= 0) return null;
    const shift = dice.below(Math.min(30, Math.ceil(room)));
    const instructions = [
      ...allOf(drawing),
      { ...bare, x: leftOf(under) + shift, y: under.y + dice.pick([0, 0, 1]) },
    ];
    const { codes, records } = expectation(sheet, false);
    // What is no part of the record nobody needs to read.
    const role = roleOf(provider, first, sheet);
    const isHarmless = role === null || role === "reason" || role === "detail";
    return {
      written: await asPdf(instructions),
      expectation: {
        records: isHarmless ? records : [],
        must: false,
        codes: new Set([...codes, "provider_format_changed", "receipt_mismatch"]),
      },
    };
  },
});

/** Where a text's first line begins, which may be at its box's right. */
const leftOf = (text: Text): number =>
  text.align === "right" && text.width !== undefined
    ? text.x + text.width - widthOf(text, brokenLines(text)[0])
    : text.x;

const movedTexts = (page: PdfPage): Readonly<Record<string, Twist>> => {
  const redrawnAs =
    (change: (drawing: Drawing, dice: Dice) => Instruction[]): Twist =>
    async (sheet, dice, expectation) => {
      const instructions = change(layOut(page, sheet), dice);
      const { codes, ...expected } = expectation(sheet, false);
      return {
        written: await asPdf(instructions),
        expectation: { ...expected, codes: new Set([...codes, "provider_format_changed"]) },
      };
    };
  const withCell = (change: (text: Text, dice: Dice) => readonly Text[]) =>
    redrawnAs((drawing, dice) => {
      const cells = cellsOf(drawing);
      const chosen = dice.pick(cells);
      const changed = cells.flatMap((text) => (text === chosen ? change(text, dice) : [text]));
      return [...drawing.others, ...changed];
    });
  return {
    "pdf: a text a little off its place": withCell((text, dice) => [
      { ...text, x: text.x + dice.below(21) - 10, y: text.y + (dice.below(21) - 10) / 2 },
    ]),
    "pdf: the label column elsewhere": redrawnAs((drawing, dice) => {
      const [dx, own] = [dice.below(50) - 40, new Set(drawing.rows.flatMap(({ label }: Cells) => label))];
      const moved = cellsOf(drawing).map((text) => (own.has(text) ? { ...text, x: text.x + dx } : text));
      return [...drawing.others, ...moved];
    }),
    "pdf: a text drawn twice": withCell((text, dice) => [
      text,
      { ...text, x: text.x + dice.pick([0, 0.2, 0.4, 1]), y: text.y + dice.pick([0, 0.2]) },
    ]),
    "pdf: letters set apart": withCell((text, dice) => [{ ...text, spacing: dice.pick([0.2, 0.4, 0.8]) }]),
    "pdf: other letters size": withCell((text, dice) => [
      { ...text, size: text.size + dice.pick([-1, 0.5, 1]) },
    ]),
  };
};

export const asPdf = async (instructions: readonly Instruction[]): Promise<Written> => ({
  bytes: await drawPdf(instructions),
  contentType: "application/pdf",
});
