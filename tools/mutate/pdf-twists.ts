import { drawPdf } from "../../src/operator/sandbox/pdf.ts";
import type { Dice } from "./dice.ts";
import type { Twist } from "./medium.ts";
import type { Cells } from "./pdf-cells.ts";
import { allOf, cellsOf, type Drawing, layOut } from "./pdf-layout.ts";
import type { PdfPage } from "./pdf-page.ts";
import { brokenLines, type Instruction, isEthiopic, type Text, widthOf } from "./pdf-text.ts";
import { refused } from "./refused.ts";
import { roleOf } from "./rules/index.ts";
import type { Sheet, Written } from "./sheet.ts";

/** Drawings that a reader may refuse, but not read wrongly. */
export const twistsOf = (page: PdfPage, provider: string): Readonly<Record<string, Twist>> => ({
  ...movedTexts(page),
  ...stampedTexts(page),
  "pdf: a second receipt": async (sheet, dice, expectation) => {
    const drawing = allOf(layOut(page, sheet));
    const [first, second] = dice.shuffle([1, 2]);
    const [dx, dy] = [dice.pick([0, 0, 12, 30]), dice.pick([0, 0, 20])];
    const changed = (one: Instruction): Instruction =>
      "text" in one && dice.chance(30) ? { ...one, text: otherDigits(one.text, dice) } : one;
    const copies = drawing
      .filter((one) => one.y + dy < lowest)
      .map((one) => ({ ...changed(one), page: second ?? 2, x: one.x + dx, y: one.y + dy }));
    const own = drawing.map((one) => ({ ...one, page: first ?? 1 }));
    // A line on the next page needs no care.
    const instructions = [...own, ...copies.filter((one) => "text" in one)];
    return { written: await asPdf(instructions), expectation: refused(expectation(sheet, false)) };
  },
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

/** The bottom of a page, with room for a last line. */
const lowest = 815;

const otherDigits = (text: string, dice: Dice): string =>
  text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1 + dice.below(8)) % 10));

const undoings = [
  ...["REVERSED", "Cancelled", "VOID", "REFUNDED", "Payment failed", "EXPIRED", "Transaction declined"],
  ...["REVERSED ON 16-NOV-2026", "This payment has been reversed", "Not completed", "Refund Receipt"],
  ...["ተሰርዟል", "ተመላሽ ሆኗል", "ይህ ክፍያ አልተሳካም"],
] as const;

const generals = [
  ...["If this transaction failed call 8080", "This payment is non-refundable", "Cancellation fee: 0.00"],
  ...["Customer copy", "Reversed: No", "ግብይቱ ካልተሳካ ይደውሉ"],
] as const;

const isOnPage = (text: Text): boolean => {
  const angle = ((text.turn ?? 0) * Math.PI) / 180;
  const width = widthOf(text) + text.text.length * (text.spacing ?? 0) + text.size;
  const [x, y] = [text.x + Math.cos(angle) * width, text.y + Math.sin(angle) * width];
  return x > 20 && x < 575 && y > 20 && y < lowest;
};

/** Words that the bank puts over its page, above all that stands there or turned across it. */
const stampedTexts = (page: PdfPage): Readonly<Record<string, Twist>> => {
  const stampOf = (words: string, dice: Dice): Text[] => {
    const font = isEthiopic(words) ? "Ethiopic" : dice.pick(["Helvetica", "Times-Bold", "Courier"]);
    const size = dice.pick([8, 14, 30, 48]);
    const above: Text = { page: 1, x: 60 + dice.below(200), y: 4, text: words, size: 8, font };
    const turn = dice.pick([-90, -60, -45, -30, 12, 30, 45, 90, 180]);
    const across: Text = { ...above, size, turn, x: 150 + dice.below(250), y: 300 + dice.below(300) };
    const ways: readonly (readonly Text[])[] = [
      [above],
      [across],
      [{ ...across, spacing: size / 2 }],
      words.split(" ").map((word, at) => ({ ...across, turn: -90, x: 200 + at * 1.2 * size, text: word })),
      words.includes(" ")
        ? [across]
        : [...words].map((text, at) => ({ ...above, text, size: 30, x: 90 + at * 34, y: 150 + at * 31 })),
    ];
    const drawn = dice.pick(ways);
    // What does not fit on the page does not say it.
    return drawn.every(isOnPage) ? [...drawn] : [above];
  };
  const stamped = async (sheet: Sheet, words: string, dice: Dice): Promise<Written> =>
    asPdf([...allOf(layOut(page, sheet)), ...stampOf(words, dice)]);
  return {
    "pdf: words that undo the payment": async (sheet, dice, expectation) => ({
      written: await stamped(sheet, dice.pick(undoings), dice),
      expectation: refused(expectation(sheet, false)),
    }),
    "pdf: words about payments in general": async (sheet, dice, expectation) => {
      const words = dice.pick(generals);
      const { codes, ...expected } = expectation(sheet, false);
      // Letters over the rows may hide what stands there.
      return {
        written: await stamped(sheet, words, dice),
        expectation: { ...expected, codes: new Set([...codes, "provider_format_changed"]) },
      };
    },
  };
};

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
