import type { Dice } from "./dice.ts";
import { roleOf } from "./rules/index.ts";
import type { Facts, Mutant, Row, Sheet, SheetMutation } from "./sheet.ts";

/** Mutations that need to know nothing of a row but that it has a label and a value. */

const withRows = (sheet: Sheet, rows: readonly Row[]): Mutant => ({ sheet: { ...sheet, rows }, must: false });

const replaced = (sheet: Sheet, changes: ReadonlyMap<Row, Partial<Row>>): Mutant =>
  withRows(
    sheet,
    sheet.rows.map((row) => ({ ...row, ...changes.get(row) })),
  );

/** A row, mostly one whose label means something to us. */
const anyRow = (sheet: Sheet, dice: Dice, { label }: Facts): Row => {
  const known = sheet.rows.filter((row) => roleOf(label, row, sheet) !== null);
  return dice.pick(dice.chance(90) ? known : sheet.rows);
};

const twoRows = (sheet: Sheet, dice: Dice, facts: Facts): readonly [Row, Row] => {
  const first = anyRow(sheet, dice, facts);
  const others = sheet.rows.filter((row) => row !== first);
  return [first, dice.chance(80) ? anyOther(first, sheet, dice, facts) : dice.pick(others)];
};

const anyOther = (first: Row, sheet: Sheet, dice: Dice, facts: Facts): Row => {
  const known = sheet.rows.filter((row) => row !== first && roleOf(facts.label, row, sheet) !== null);
  return dice.pick(known);
};

/** Puts a row in somewhere: inside the table, or apart from it where the document has room. */
const added = (sheet: Sheet, dice: Dice, label: string, value: string): Mutant => {
  const at = dice.below(sheet.rows.length + 1);
  const row: Row = { slot: dice.chance(60) ? "inside" : "apart", label, value };
  return withRows(
    sheet,
    row.slot === "apart" ? [...sheet.rows, row] : [...sheet.rows.slice(0, at), row, ...sheet.rows.slice(at)],
  );
};

const otherCase = (text: string, dice: Dice): string =>
  dice.chance(50)
    ? text.toUpperCase()
    : [...text].map((letter) => (dice.chance(50) ? letter.toUpperCase() : letter.toLowerCase())).join("");

/** One letter of the label's last words is another, gone, there twice, or two have changed places. */
const typo = (text: string, dice: Dice): string => {
  const at = Math.max(0, text.length - 1 - dice.below(Math.min(text.length, 12)));
  const before = text.slice(0, at);
  const [letter = "x", next = ""] = text.slice(at);
  return dice.pick([
    `${before}${dice.pick([..."aeiouxyz.0"])}${text.slice(at + 1)}`,
    before + text.slice(at + 1),
    `${before}${letter}${text.slice(at)}`,
    `${before}${next}${letter}${text.slice(at + 2)}`,
  ]);
};

const words = ["Old", "Net", "Previous", "2", "(copy)", "name", "type", "No.", "Test", "Estimated"] as const;

const renames: readonly ((text: string, sheet: Sheet, dice: Dice) => string)[] = [
  (text, _, dice) => typo(text, dice),
  (text, _, dice) => typo(text, dice),
  (text, _, dice) => otherCase(text, dice),
  (_, sheet, dice) => dice.pick(sheet.rows).label,
  (text, _, dice) => `${text} ${dice.pick(words)}`,
  (text, _, dice) => `${dice.pick(words)} ${text}`,
  (text, _, dice) => text.replace(/[^/]*$/, (half) => `${dice.pick(words)} ${half}`),
  (text) => text.split(" ").slice(0, -1).join(" "),
  (text) => text.split(" ").reverse().join(" "),
];

export const rowMutations: Readonly<Record<string, SheetMutation>> = {
  "drop a label": (sheet, dice, facts) =>
    replaced(sheet, new Map([[anyRow(sheet, dice, facts), { label: "" }]])),

  "drop a value": (sheet, dice, facts) =>
    replaced(sheet, new Map([[anyRow(sheet, dice, facts), { value: "" }]])),

  "drop label and value": (sheet, dice, facts) =>
    replaced(sheet, new Map([[anyRow(sheet, dice, facts), { label: "", value: "" }]])),

  "repeat a label with its value": (sheet, dice, facts) => {
    const { label, value } = anyRow(sheet, dice, facts);
    return added(sheet, dice, label, value);
  },

  "repeat a label with another value": (sheet, dice, facts) => {
    const [{ label }, { value }] = twoRows(sheet, dice, facts);
    return added(sheet, dice, label, value);
  },

  "repeat a label without a value": (sheet, dice, facts) =>
    added(sheet, dice, anyRow(sheet, dice, facts).label, ""),

  "swap two labels": (sheet, dice, facts) => {
    const [first, second] = twoRows(sheet, dice, facts);
    return replaced(
      sheet,
      new Map([
        [first, { label: second.label }],
        [second, { label: first.label }],
      ]),
    );
  },

  "swap two values": (sheet, dice, facts) => {
    const [first, second] = twoRows(sheet, dice, facts);
    return replaced(
      sheet,
      new Map([
        [first, { value: second.value }],
        [second, { value: first.value }],
      ]),
    );
  },

  "move a value to another row": (sheet, dice, facts) => {
    const [first, second] = twoRows(sheet, dice, facts);
    const joined = dice.pick([
      first.value,
      `${second.value} ${first.value}`,
      `${first.value} ${second.value}`,
    ]);
    return replaced(
      sheet,
      new Map([
        [first, { value: "" }],
        [second, { value: joined }],
      ]),
    );
  },

  "shift all values by one row": (sheet) => {
    const values = sheet.rows.map(({ value }) => value);
    return withRows(
      sheet,
      sheet.rows.map((row, at) => ({ ...row, value: values[at - 1] ?? "" })),
    );
  },

  "rename a label": (sheet, dice, facts) => {
    const row = anyRow(sheet, dice, facts);
    return replaced(sheet, new Map([[row, { label: dice.pick(renames)(row.label, sheet, dice) }]]));
  },

  "add a row of unknown meaning": (sheet, dice) =>
    added(sheet, dice, "Branch remark", dice.pick(["Bole 4", "1****9999", "FT26318AAAAA", "12.00 ETB"])),
};
