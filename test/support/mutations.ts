import { type Report, runMutations } from "../../tools/mutate/run.ts";
import { openSpecimens, type Specimen } from "../../tools/mutate/specimen.ts";
import { cases } from "./cases.ts";

/** Fixed, so that a failure comes with the change that made it. `npm run mutate -- 20000 --seed N` draws others. */
const seed = 20_261_115;

export const specimensOf = (provider: string): Promise<readonly Specimen[]> =>
  openSpecimens(cases.filter(({ label }) => label === provider));

/** A bounded run over one provider's specimens; `replay` makes a document again. */
export const mutate = async (specimens: readonly Specimen[], count: number) => {
  const report = await runMutations(specimens, { seed, count });
  return { ...report, wrong: report.wrong.map(({ written: _, ...rest }) => rest) };
};

/** How many documents of these kinds of mutation there were, and how many of them were Verified. */
export const tallyOf = ({ kinds }: Pick<Report, "kinds">, isOne: (kind: string) => boolean) =>
  [...kinds]
    .filter(([kind]) => isOne(kind))
    .reduce(
      (sum, [, { documents, verified }]) => ({
        documents: sum.documents + documents,
        verified: sum.verified + verified,
      }),
      { documents: 0, verified: 0 },
    );
