import { byteMutations } from "./byte-mutations.ts";
import { createDice, type Dice } from "./dice.ts";
import { goodReceipts } from "./good-receipts.ts";
import { rowMutations } from "./row-mutations.ts";
import type { Expectation, Mutant, Sheet, SheetMutation, Written } from "./sheet.ts";
import type { Outcome, Specimen } from "./specimen.ts";
import { valueMutations } from "./value-mutations.ts";

/** What was tried, and everything that came out otherwise than it may. */
export type Report = {
  readonly documents: number;
  readonly verified: number;
  readonly kinds: ReadonlyMap<string, Tally>;
  readonly wrong: readonly Wrong[];
};

/** Documents of one kind of mutation; `seconds` is the time of making and reading them. */
export type Tally = { documents: number; verified: number; seconds: number };

export type Wrong = {
  /** `seed:number`: makes the document again out of this specimen, whatever others there are. */
  readonly replay: string;
  readonly specimen: string;
  readonly kind: string;
  readonly expected: string;
  readonly got: string;
  readonly written: Written;
};

type Options = {
  readonly seed: number;
  readonly count: number;
  /** Number of the first document, and how far it is to the next. */
  readonly first?: number;
  readonly step?: number;
  readonly wrongMax?: number;
  readonly choose?: (dice: Dice) => Specimen;
  /** Called after each document. */
  readonly watch?: (specimen: Specimen, seconds: number) => void;
};

type Trial = { readonly kind: string; readonly written: Written; readonly expectation: Expectation };

const sheetMutations = { ...rowMutations, ...valueMutations };
const goodKinds = Object.entries(goodReceipts);
const sheetKinds = Object.entries(sheetMutations);
const byteKinds = Object.entries(byteMutations);

/** Makes `count` documents out of the specimens, from `first` on, and reads each. The same seed makes the same ones. */
export const runMutations = async (
  specimens: readonly Specimen[],
  {
    seed,
    count,
    first = 0,
    step = 1,
    wrongMax = 20,
    choose = (dice) => dice.pick(specimens),
    watch = () => {},
  }: Options,
): Promise<Report> => {
  const kinds = new Map<string, Tally>();
  const wrong: Wrong[] = [];
  let verified = 0;
  for (let made = 0; made < count && wrong.length < wrongMax; made++) {
    const number = first + made * step;
    const startedAt = performance.now();
    const dice = createDice(seed, number);
    const specimen = choose(dice);
    const trial = await makeTrial(specimen, dice);
    const outcome = await specimen.read(trial.written);
    if (outcome.ok) verified++;
    const tally = kinds.get(trial.kind) ?? { documents: 0, verified: 0, seconds: 0 };
    tally.documents++;
    if (outcome.ok) tally.verified++;
    tally.seconds += (performance.now() - startedAt) / 1_000;
    kinds.set(trial.kind, tally);
    watch(specimen, (performance.now() - startedAt) / 1_000);
    const complaint = complaintOf(outcome, trial.expectation);
    if (complaint !== null)
      wrong.push({
        replay: `${seed}:${number}`,
        specimen: specimen.name,
        kind: trial.kind,
        written: trial.written,
        ...complaint,
      });
  }
  return {
    documents: [...kinds.values()].reduce((sum, { documents }) => sum + documents, 0),
    verified,
    kinds,
    wrong,
  };
};

const makeTrial = async (specimen: Specimen, dice: Dice): Promise<Trial> => {
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

/** Null when the outcome is one of those that may be. */
export const complaintOf = (
  outcome: Outcome,
  { records, must, codes }: Expectation,
): { readonly expected: string; readonly got: string } | null => {
  const verified = records.map(({ receipt }) => `Verified ${JSON.stringify(receipt)}`);
  const expected = [...verified, ...codes].join(" or ");
  if (!outcome.ok) {
    const { code, detail = "" } = outcome.error;
    return codes.has(code) && !must ? null : { expected, got: `${code} (${detail})` };
  }
  const { receipt, amountMinor } = outcome.value;
  const got = JSON.stringify(receipt);
  const isOne = records.some(
    (one) => JSON.stringify(one.receipt) === got && one.amountSantim === amountMinor,
  );
  return isOne ? null : { expected, got: `Verified ${got}` };
};
