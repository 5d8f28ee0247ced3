import { createDice, type Dice } from "./dice.ts";
import type { Complaint } from "./oracle.ts";
import type { Written } from "./paper.ts";
import type { Specimen } from "./specimen.ts";
import { createTracer } from "./trace.ts";
import { makeTrial } from "./trial.ts";

export type Wrong = NonNullable<Complaint> & {
  /** `seed:number` makes the document again out of the same specimens. */
  readonly replay: string;
  readonly specimen: string;
  readonly kind: string;
  readonly written: Written;
};

export type Tally = { documents: number; verified: number };

export type Report = {
  readonly documents: number;
  readonly verified: number;
  readonly kinds: ReadonlyMap<string, Tally>;
  readonly wrong: readonly Wrong[];
};

type Options = {
  readonly seed: number;
  readonly count: number;
  readonly first?: number;
  readonly step?: number;
  readonly wrongMax?: number;
  /** Called after each document. */
  readonly watch?: (made: {
    readonly kind: string;
    readonly isVerified: boolean;
    readonly wrong: Wrong | null;
  }) => void;
};

/** Makes `count` documents and reads each. The same seed makes the same ones. */
export const runMutations = async (
  specimens: readonly Specimen[],
  { seed, count, first = 0, step = 1, wrongMax = 20, watch = () => {} }: Options,
): Promise<Report> => {
  const tracer = createTracer(specimens);
  const kinds = new Map<string, Tally>();
  const wrong: Wrong[] = [];
  let [documents, verified] = [0, 0];
  for (; documents < count && wrong.length < wrongMax; documents++) {
    const number = first + documents * step;
    const dice = createDice(seed, number);
    const specimen = chosen(specimens, dice);
    const { kind, written, isVerified, complaint } = await makeTrial(specimen, dice, tracer);
    if (isVerified) verified++;
    const tally = kinds.get(kind) ?? { documents: 0, verified: 0 };
    tally.documents++;
    if (isVerified) tally.verified++;
    kinds.set(kind, tally);
    const found = complaint && {
      ...complaint,
      replay: `${seed}:${number}`,
      specimen: specimen.name,
      kind,
      written,
    };
    if (found !== null) wrong.push(found);
    watch({ kind, isVerified, wrong: found });
  }
  return { documents, verified, kinds, wrong };
};

/** A PDF takes a hundred times as long as a text: one in twenty is one. */
const chosen = (specimens: readonly Specimen[], dice: Dice): Specimen => {
  const group = dice.chance(5) ? specimens : specimens.filter(({ kind }) => kind !== "pdf");
  const own = group.length > 0 ? group : specimens;
  const receipts = own.filter(({ expected }) => "receipt" in expected);
  return dice.pick(dice.chance(90) && receipts.length > 0 ? receipts : own);
};
