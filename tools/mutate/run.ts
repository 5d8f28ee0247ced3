import { createDice, type Dice } from "./dice.ts";
import type { Expectation, Written } from "./sheet.ts";
import type { Outcome, Specimen } from "./specimen.ts";
import { makeTrial } from "./trials.ts";

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
