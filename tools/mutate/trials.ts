import { byteMutations } from "./byte-mutations.ts";
import type { Dice } from "./dice.ts";
import { goodReceipts } from "./good-receipts.ts";
import { rowMutations } from "./row-mutations.ts";
import type { Expectation, Mutant, Sheet, SheetMutation, Written } from "./sheet.ts";
import type { Specimen } from "./specimen.ts";
import { valueMutations } from "./value-mutations.ts";

/** A changed document with what may come of it. */
export type Trial = { readonly kind: string; readonly written: Written; readonly expectation: Expectation };

const sheetMutations = { ...rowMutations, ...valueMutations };
const goodKinds = Object.entries(goodReceipts);
const sheetKinds = Object.entries(sheetMutations);
const byteKinds = Object.entries(byteMutations);

/** One document out of a specimen: its bytes, its writing, its rows or its values are changed, or it is a good one. */
export const makeTrial = async (specimen: Specimen, dice: Dice): Promise<Trial> => {
  const { medium, own } = specimen;
  const share = dice.below(100);
  if (medium === null || share < 12) return bytesTrial(specimen, dice);
  if (share < 27) {
    const [kind, twist] = dice.pick(Object.entries(medium.twists));
    const trial = await twist(medium.sheet, dice, specimen.expect);
    if (trial !== null) return { kind, ...trial };
  }
  if (share < 45 || own.records.length === 0) {
    const [kind, mutate] = dice.pick(goodKinds);
    return sheetTrial(specimen, dice, [[kind, mutate]]);
  }
  const first = dice.pick(sheetKinds);
  return sheetTrial(specimen, dice, dice.chance(15) ? [first, dice.pick(sheetKinds)] : [first]);
};

const bytesTrial = async (specimen: Specimen, dice: Dice): Promise<Trial> => {
  const { bytes, contentType } = specimen.body;
  for (;;) {
    const [kind, mutate] = dice.pick(byteKinds);
    const changed = mutate(bytes, dice);
    const expectation = specimen.expectOfBytes(changed);
    if (expectation !== null) return { kind, written: { bytes: changed, contentType }, expectation };
  }
};

const sheetTrial = async (
  { medium, expect, provider, asked }: Specimen,
  dice: Dice,
  mutations: readonly (readonly [string, SheetMutation])[],
): Promise<Trial> => {
  if (medium === null) throw new Error("nothing to write");
  let mutant: Mutant = { sheet: medium.sheet, must: true };
  for (const [, mutate] of mutations) {
    const next = mutate(mutant.sheet, dice, { label: provider, asked });
    if (next !== null) mutant = { sheet: tidy(next.sheet), must: mutant.must && next.must };
  }
  const kind = mutations.length > 1 ? "two mutations" : (mutations[0]?.[0] ?? "");
  const written = await medium.write(mutant.sheet, dice.chance(60) ? dice : null);
  return { kind, written, expectation: expect(mutant.sheet, mutant.must) };
};

/** A text that is only white space is no text. */
const tidy = (sheet: Sheet): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row) => ({ ...row, label: row.label.trim(), value: row.value.trim() })),
});
