import type { Dice } from "./dice.ts";
import { statusWords } from "./forms.ts";
import { notFinal } from "./judgements.ts";
import { changed, rowsWith } from "./rows-by-role.ts";
import type { Facts, Mutant, Row, Sheet, SheetMutation } from "./sheet.ts";

/** Mutations of what is printed of the payment's status. */
export const statusMutations: Readonly<Record<string, SheetMutation>> = {
  "status: known and not final": (sheet, dice, facts) =>
    statusChanged(sheet, facts, dice.pick(notFinal), dice),
  "status: any other word": (sheet, dice, facts) => statusChanged(sheet, facts, dice.pick(statusWords), dice),
  "status: a final word in other letters": (sheet, dice, facts) =>
    statusChanged(sheet, facts, dice.pick(["completed", "SUCCESSFUL", "sUCCESS", "Completed"]), dice),
  "status: a row put in": (sheet, dice, { label }) => {
    if (label === "beta") return null;
    const word = dice.pick([...notFinal, ...statusWords, "Completed", "success"]);
    const row: Row = {
      slot: "inside",
      label: dice.pick(["Transaction Status", "Payment Status", "Status"]),
      value: word,
    };
    const at = dice.below(sheet.rows.length + 1);
    return {
      sheet: { ...sheet, rows: [...sheet.rows.slice(0, at), row, ...sheet.rows.slice(at)] },
      must: false,
    };
  },
};

const statusChanged = (sheet: Sheet, facts: Facts, word: string, dice: Dice): Mutant | null => {
  const printed = dice.chance(30) ? word.toUpperCase() : word;
  if (facts.label === "gamma") return { sheet: { ...sheet, heading: printed }, must: false };
  const [row] = rowsWith(sheet, facts, ["status"]);
  // Where no row says it, the title does.
  if (row === undefined && facts.label === "theta")
    return { sheet: { ...sheet, heading: `Transaction ${printed}` }, must: false };
  return row === undefined ? null : changed(sheet, row, printed);
};
