import type { Dice } from "./dice.ts";
import { type Role, roleOf } from "./roles.ts";
import type { Facts, Row, Sheet, SheetMutation } from "./sheet.ts";

/** Mutations that leave a receipt good: other people, other money, other days. A reader has to say so. */

const latinWords = [
  "SELAM",
  "Getachew",
  "O'NEILL",
  "&",
  "Mrs",
  "Account",
  "Payer",
  "TRADING",
  "P.L.C.",
  "Receiver",
  "Amount",
];
const otherWords = ["ሀና", "መኮንን", "ወ/ሮ", "<b>", "&amp;", '"Ras"', "Payer's"];

/** alpha's fonts have no Ethiopic letters. */
const nameOf = ({ label }: Facts, dice: Dice): string => {
  const words = label === "alpha" ? latinWords : [...latinWords, ...otherWords];
  return ["HANA", ...Array.from({ length: dice.below(6) }, () => dice.pick(words))].join(" ");
};

const two = (value: number): string => String(value).padStart(2, "0");

const money = (santim: number, dice: Dice, { label }: Facts): string => {
  const whole = String(Math.floor(santim / 100));
  const birr = dice.chance(50) ? whole.replace(/\B(?=(?:\d{3})+$)/g, ",") : whole;
  const cents = santim % 100;
  const number = cents === 0 && dice.chance(30) ? birr : `${birr}.${two(cents)}`;
  if (label === "beta") return `${number} Birr`;
  return label === "gamma" && dice.chance(50) ? `ETB ${number}` : `${number} ETB`;
};

const dateOf = ({ label }: Facts, dice: Dice): string => {
  const [day, month, year] = [1 + dice.below(28), 1 + dice.below(10), 2024 + dice.below(3)];
  const [hour, minute, second] = [dice.below(24), dice.below(60), dice.below(60)];
  const clock = `${two(minute)}:${two(second)}`;
  if (label === "alpha")
    return `${month}/${day}/${year}, ${hour % 12 || 12}:${clock} ${hour < 12 ? "AM" : "PM"}`;
  if (label === "beta") return `${two(day)}-${two(month)}-${year} ${two(hour)}:${clock}`;
  return dice.chance(50)
    ? `${two(day)}/${two(month)}/${year % 100} ${two(hour)}:${two(minute)}`
    : `${two(day)}/${two(month)}/${year}, ${two(hour)}:${clock}`;
};

const sums = (dice: Dice, facts: Facts): ReadonlyMap<Role, string> => {
  const amount = 1 + dice.below(dice.pick([1_000, 1_000_000, 10_000_000_000]));
  const fee = dice.chance(20) ? 0 : dice.below(10_000);
  const vat = Math.round((fee * 15) / 100);
  const levy = dice.chance(30) ? Math.floor((fee * 5) / 100) : 0;
  const show = (santim: number) => money(santim, dice, facts);
  const zero = () => show(0);
  return new Map<Role, string>([
    ["amount", show(amount)],
    ["commission", show(fee)],
    ["total", show(amount + fee + vat + levy)],
    ["stampDuty", zero()],
    ["discount", zero()],
    [facts.label === "beta" ? "vatOnFee" : "vat", show(vat)],
    ...(facts.label === "beta" ? ([["vat", zero()]] as const) : []),
  ]);
};

const withValues = (
  sheet: Sheet,
  facts: Facts,
  newValue: (role: Role, row: Row) => string | undefined,
): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row) => {
    const role = roleOf(facts.label, row);
    const value = role === null ? undefined : newValue(role, row);
    return value === undefined ? row : { ...row, value };
  }),
});

export const goodReceipts: Readonly<Record<string, SheetMutation>> = {
  "the same": (sheet) => ({ sheet, must: true }),

  "another good receipt": (sheet, dice, facts) => {
    const amounts = sums(dice, facts);
    const [payer, receiver, date] = [nameOf(facts, dice), nameOf(facts, dice), dateOf(facts, dice)];
    const account = (row: Row) =>
      row.value.includes("*") ? row.value.replace(/\*+/, "*".repeat(1 + dice.below(9))) : undefined;
    const newValue = (role: Role, row: Row): string | undefined => {
      if (role === "payer" || role === "payerOfAccount") return payer;
      if (role === "receiver") return receiver;
      if (role === "date") return date;
      if (role === "bankAccount") return `1000400000000 ${receiver}`;
      if (role === "account" || role === "payerAccount" || role === "receiverAccount") return account(row);
      return amounts.get(role);
    };
    return { sheet: withValues(sheet, facts, newValue), must: true };
  },

  "label words in a value": (sheet, dice, facts) => {
    const free = sheet.rows.filter((row) => {
      const role = roleOf(facts.label, row);
      return role === "reason" || (role === null && /reason|note|narrative|address/i.test(row.label));
    });
    if (free.length === 0) return null;
    const row = dice.pick(free);
    const label = () => dice.pick(sheet.rows).label;
    const value = dice.pick([
      label(),
      `${label()} ${label()}`,
      `refund ${label()}`,
      `${label()} ${dice.pick(sheet.rows).value}`,
    ]);
    return {
      sheet: { ...sheet, rows: sheet.rows.map((one) => (one === row ? { ...one, value } : one)) },
      must: true,
    };
  },
};
