import type { Dice } from "./dice.ts";
import { roleOf, rulesOf } from "./rules/index.ts";
import type { DateParts, People, Role, Said } from "./rules/rules.ts";
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
const amharicWords = ["ሀና", "መኮንን", "ሰላም", "ጌታቸው", "አለሙ"];

const nameOf = ({ label }: Facts, dice: Dice): string => {
  const { scripts } = rulesOf(label).fresh;
  if (scripts === "one of both" && dice.chance(30))
    return Array.from({ length: 2 + dice.below(3) }, () => dice.pick(amharicWords)).join(" ");
  const words = scripts === "any" ? [...latinWords, ...otherWords] : latinWords;
  return ["HANA", ...Array.from({ length: dice.below(6) }, () => dice.pick(words))].join(" ");
};

const two = (value: number): string => String(value).padStart(2, "0");

const numberOf = (santim: number, dice: Dice): string => {
  const whole = String(Math.floor(santim / 100));
  const birr = dice.chance(50) ? whole.replace(/\B(?=(?:\d{3})+$)/g, ",") : whole;
  const cents = santim % 100;
  return cents === 0 && dice.chance(30) ? birr : `${birr}.${two(cents)}`;
};

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct"];

const dateOf = ({ label }: Facts, dice: Dice): string => {
  const [day, month, year] = [1 + dice.below(28), 1 + dice.below(10), 2024 + dice.below(3)];
  const [hour, minute, second] = [dice.below(24), dice.below(60), dice.below(60)];
  const parts: DateParts = {
    ...{ year: String(year), month: two(month), day: two(day) },
    ...{ hour: two(hour), minute: two(minute), second: two(second) },
    ...{ hour12: two(hour % 12 || 12), half: hour < 12 ? "am" : "pm", mon: monthNames[month - 1] ?? "" },
  };
  return rulesOf(label).fresh.date(parts, dice);
};

/** New amounts of a receipt whose roles are these: what is not printed is in no total. */
const sums = (dice: Dice, { label }: Facts, roles: ReadonlySet<Role | null>): ReadonlyMap<Role, string> => {
  const amount = 1 + dice.below(dice.pick([1_000, 1_000_000, 10_000_000_000]));
  const fee = dice.chance(20) || !roles.has("commission") ? 0 : dice.below(10_000);
  const vatRole: Role = roles.has("vatOnFee") ? "vatOnFee" : "vat";
  const vat = roles.has(vatRole) ? Math.round((fee * 15) / 100) : 0;
  const levy = dice.chance(30) ? Math.floor((fee * 5) / 100) : 0;
  const show = (santim: number) => rulesOf(label).fresh.money(numberOf(santim, dice), dice);
  const nothing: readonly Role[] = [
    ...(["stampDuty", "discount", "tip", "vat"] as const),
    ...(["fee0", "fee1", "fee2", "fee3", "fee4", "fee5"] as const),
  ];
  return new Map<Role, string>([
    ...nothing.map((role) => [role, show(0)] as const),
    ["amount", show(amount)],
    ["detail", show(amount)],
    ["commission", show(fee)],
    ["total", show(amount + fee + vat + levy)],
    ["levy", show(levy)],
    [vatRole, show(vat)],
  ]);
};

const withValues = (
  sheet: Sheet,
  facts: Facts,
  newValue: (role: Role, row: Row) => string | undefined,
): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row) => {
    const role = roleOf(facts.label, row, sheet);
    const value = role === null || row.value === "" ? undefined : newValue(role, row);
    return value === undefined ? row : { ...row, value };
  }),
});

export const goodReceipts: Readonly<Record<string, SheetMutation>> = {
  "the same": (sheet) => ({ sheet, must: true }),

  "another good receipt": (sheet, dice, facts) => {
    const roles = new Set(sheet.rows.map((row) => roleOf(facts.label, row, sheet)));
    const amounts = sums(dice, facts, roles);
    const date = dateOf(facts, dice);
    const people: People = {
      payer: nameOf(facts, dice),
      receiver: nameOf(facts, dice),
      date,
      before: saidBefore(sheet, facts),
    };
    const newValue = (role: Role, row: Row): string | undefined => {
      const own = rulesOf(facts.label).fresh.value?.(role, row, people);
      if (own !== undefined) return own;
      if (role === "payer" || role === "payerOfAccount") return people.payer;
      if (role === "holder") return row === firstHolder(sheet, facts) ? people.payer : people.receiver;
      if (role === "receiver") return people.receiver;
      if (role === "date") return date;
      if (/\*\d/.test(row.value) && !amounts.has(role))
        return row.value.replace(/\*+/, "*".repeat(1 + dice.below(9)));
      return /\d/.test(row.value) ? amounts.get(role) : undefined;
    };
    return { sheet: withValues(sheet, facts, newValue), must: true };
  },

  "label words in a value": (sheet, dice, facts) => {
    const free = sheet.rows.filter((row) => {
      const role = roleOf(facts.label, row, sheet);
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

const firstHolder = (sheet: Sheet, { label }: Facts): Row | undefined =>
  sheet.rows.find((row) => roleOf(label, row, sheet) === "holder");

const saidBefore = (sheet: Sheet, { label }: Facts): Said | null => {
  const [layout] = rulesOf(label).layouts;
  const values = new Map(sheet.rows.map((row) => [roleOf(label, row, sheet), row.value]));
  return layout.say((role) => values.get(role), sheet);
};
