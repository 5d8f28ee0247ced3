import type { Dice } from "./dice.ts";
import { amountForms, dateForms, names, numberIn, otherCharacter, otherDigit, statusWords } from "./forms.ts";
import { notFinal } from "./judgements.ts";
import { accountRoles, moneyRoles, nameRoles } from "./rules/groups.ts";
import { roleOf } from "./rules/index.ts";
import type { Role } from "./rules/rules.ts";
import type { Facts, Mutant, Row, Sheet, SheetMutation } from "./sheet.ts";

/** Mutations of what is printed beside a label that means something: the reference, accounts, money, dates, the status. */

const changed = (sheet: Sheet, row: Row, value: string): Mutant => ({
  sheet: { ...sheet, rows: sheet.rows.map((one) => (one === row ? { ...one, value } : one)) },
  must: false,
});

const rowsWith = (sheet: Sheet, { label }: Facts, roles: readonly Role[]): readonly Row[] =>
  sheet.rows.filter((row) => roles.some((role) => role === roleOf(label, row, sheet)));

/** A mutation of the value of one of the rows with these roles. */
const ofRoles =
  (roles: readonly Role[], change: (value: string, dice: Dice, facts: Facts) => string): SheetMutation =>
  (sheet, dice, facts) => {
    const rows = rowsWith(sheet, facts, roles).filter(({ value }) => value !== "");
    if (rows.length === 0) return null;
    const row = dice.pick(rows);
    return changed(sheet, row, change(row.value, dice, facts));
  };

export const valueMutations: Readonly<Record<string, SheetMutation>> = {
  "reference: one character": ofRoles(["reference"], (value, dice) =>
    otherCharacter(value, dice, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
  ),
  "reference: another one": ofRoles(["reference"], (value, dice) =>
    dice.pick([
      value.slice(0, -5) + dice.pick(["AAAAA", "00000", "ZX9Y8"]),
      `${value}4321`,
      value.slice(0, -1),
      value.toLowerCase(),
      `${value} ${value}`,
      value.replace(/0/g, "O"),
      value.replace(/^FT/, "TT"),
      `${value.slice(0, 6)}.${value.slice(6)}`,
      `Α${value.slice(1)}`,
    ]),
  ),
  "account: one digit": ofRoles(accountRoles, otherDigit),
  "account: both parties": (sheet, dice, facts) => ({
    sheet: {
      ...sheet,
      rows: sheet.rows.map((row) =>
        rowsWith(sheet, facts, accountRoles).includes(row)
          ? {
              ...row,
              value: row.value.replace(/[0-9](?=[^0-9]*$)/, (digit) =>
                String((Number(digit) + 1 + dice.below(8)) % 10),
              ),
            }
          : row,
      ),
    },
    must: false,
  }),
  "account: another form": ofRoles(accountRoles, (value, dice) =>
    dice.pick([
      value.replace(/\*+/, "*"),
      value.replace(/\*+/, "************"),
      value.replace(/^\d+/, ""),
      value.replace(/\d+$/, ""),
      value.replace(/\d+$/, (digits) => digits.slice(-1)),
      value.replaceAll("*", "X"),
      value.replaceAll("*", "0"),
      value.replace(/.$/, "*"),
      value.replace(/(\d)(\d)$/, "$2$1"),
      `${value} ${value}`,
      `${value}/BANK`,
      `ETB ${value}`,
      "****",
    ]),
  ),
  "name: another": ofRoles(nameRoles, (_, dice) => dice.pick(names)),
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
  "amount: one digit": ofRoles(moneyRoles, otherDigit),
  "amount: another form": ofRoles(moneyRoles, (value, dice) =>
    dice.pick(amountForms)(value, numberIn(value)),
  ),
  "amount: a second row": (sheet, dice, facts) => {
    const rows = rowsWith(sheet, facts, ["amount", "total", "commission"]);
    if (rows.length === 0) return null;
    const { label, value } = dice.pick(rows);
    const at = dice.below(sheet.rows.length + 1);
    const row: Row = { slot: dice.chance(60) ? "inside" : "apart", label, value: otherDigit(value, dice) };
    const rest =
      row.slot === "apart"
        ? [...sheet.rows, row]
        : [...sheet.rows.slice(0, at), row, ...sheet.rows.slice(at)];
    return { sheet: { ...sheet, rows: rest }, must: false };
  },
  "date: another": ofRoles(["date"], (value, dice) => dice.pick(dateForms)(value, dice)),
  "link: another": (sheet, dice) =>
    sheet.link === undefined || sheet.link === ""
      ? null
      : {
          sheet: {
            ...sheet,
            link: dice.pick([
              otherCharacter(sheet.link, dice, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
              sheet.link.replace(/.(?=.$)/, (letter) => (letter === "A" ? "B" : "A")),
              sheet.link.slice(0, -2),
              "",
            ]),
          },
          must: false,
        },
  "title: another": (sheet, dice) => ({
    sheet: {
      ...sheet,
      heading: dice.pick([
        "",
        otherDigit(sheet.heading, dice),
        sheet.heading.toUpperCase(),
        sheet.heading.slice(1),
      ]),
    },
    must: false,
  }),
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
