import { collapse } from "./printed.ts";
import type { Layout, Role } from "./rules/rules.ts";
import type { Sheet } from "./sheet.ts";

/** The layouts whose labels the sheet has most of. */
export const closest = (layouts: readonly Layout[], { rows }: Sheet): readonly Layout[] => {
  const fits = layouts.map(({ roleOf }) => rows.filter(({ label }) => roleOf(label) !== null).length);
  return layouts.filter((_, at) => fits[at] === Math.max(...fits));
};

/**
 * Values by role, and whether every label is there as often as the layout has it. `isOdd`: something is empty or odd, for
 * which a receipt that is refused anyway may be refused as well.
 */
export const valuesOf = (layout: Layout, { rows }: Sheet) => {
  const { roleOf, times, mayBeEmpty, isBlank = (text) => text === "", owner = (role) => role } = layout;
  const looksOdd = layout.isOdd ?? (() => false);
  const values = new Map<Role, string>();
  const above: Role[] = [];
  let isComplete = true;
  let isOdd = false;
  for (const { label, value } of rows) {
    const printed = roleOf(label);
    if (printed === null) continue;
    const text = collapse(value);
    const saysNothing = isBlank(text) && mayBeEmpty?.includes(printed) === true;
    if (saysNothing || looksOdd(printed, text)) isOdd = true;
    if (saysNothing && times[printed] === undefined) continue;
    const role = owner(printed, above);
    if (role === null) isComplete = false;
    else if (above.includes(role) && (text === "" || values.get(role) === "")) {
      // A label that is there once more without a value says nothing new, but may be one too many.
      isOdd = true;
      if (text !== "") values.set(role, text);
    } else {
      above.push(role);
      const isTwice = values.has(role) && !mayRepeat(role, text, values.get(role));
      if (isTwice) isComplete = false;
      else if (!saysNothing) values.set(role, text);
    }
  }
  for (const [role, number] of Object.entries(times))
    isComplete &&= above.filter((one) => one === role).length === number;
  return { values, isComplete, isOdd };
};

/** What is no part of the record, and a status that says the same again. */
const mayRepeat = (role: Role, text: string, before: string | undefined): boolean =>
  role === "reason" || role === "link" || (role === "status" && text === before);
