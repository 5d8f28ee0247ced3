import { amountForms, dateForms, names, numberIn, otherCharacter, otherDigit } from "./forms.ts";
import { ofRoles, rowsWith } from "./rows-by-role.ts";
import { accountRoles, moneyRoles, nameRoles } from "./rules/groups.ts";
import type { Row, SheetMutation } from "./sheet.ts";
import { statusMutations } from "./status-mutations.ts";

/** Mutations of what is printed beside a label that means something: the reference, accounts, money, dates, the status. */

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
  ...statusMutations,
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
