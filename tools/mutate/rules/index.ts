import type { Row, Sheet } from "../sheet.ts";
import { alpha } from "./alpha.ts";
import { beta } from "./beta.ts";
import { delta } from "./delta.ts";
import { epsilon } from "./epsilon.ts";
import { eta } from "./eta.ts";
import { gamma } from "./gamma.ts";
import { iota } from "./iota.ts";
import type { Role, Rules } from "./rules.ts";
import { theta } from "./theta.ts";
import { zeta } from "./zeta.ts";

const rules: Readonly<Record<string, Rules>> = {
  ...{ alpha, beta, gamma, delta, epsilon },
  ...{ zeta, eta, theta, iota },
};

export const rulesOf = (provider: string): Rules => {
  const found = rules[provider];
  if (found === undefined) throw new Error(`no rules of ${provider}`);
  return found;
};

/** What a row of a sheet stands for in any of the provider's layouts. */
export const roleOf = (provider: string, row: Row, sheet: Sheet): Role | null => {
  const { layouts, placed } = rulesOf(provider);
  for (const layout of layouts) {
    const role = layout.roleOf(row.label);
    if (role !== null) return role;
  }
  return placed?.(sheet, row) ?? null;
};
