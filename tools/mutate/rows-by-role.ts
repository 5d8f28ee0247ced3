import type { Dice } from "./dice.ts";
import { roleOf } from "./rules/index.ts";
import type { Role } from "./rules/rules.ts";
import type { Facts, Mutant, Row, Sheet, SheetMutation } from "./sheet.ts";

/** The sheet with another value in one row. */
export const changed = (sheet: Sheet, row: Row, value: string): Mutant => ({
  sheet: { ...sheet, rows: sheet.rows.map((one) => (one === row ? { ...one, value } : one)) },
  must: false,
});

/** The rows whose labels have one of these roles. */
export const rowsWith = (sheet: Sheet, { label }: Facts, roles: readonly Role[]): readonly Row[] =>
  sheet.rows.filter((row) => roles.some((role) => role === roleOf(label, row, sheet)));

/** A mutation of the value of one of the rows with these roles. */
export const ofRoles =
  (roles: readonly Role[], change: (value: string, dice: Dice, facts: Facts) => string): SheetMutation =>
  (sheet, dice, facts) => {
    const rows = rowsWith(sheet, facts, roles).filter(({ value }) => value !== "");
    if (rows.length === 0) return null;
    const row = dice.pick(rows);
    return changed(sheet, row, change(row.value, dice, facts));
  };
