import { type Report, runMutations } from "../../tools/mutate/run.ts";
import { openSpecimens, type Specimen } from "../../tools/mutate/specimen.ts";
import { cases } from "./cases.ts";
import { seed } from "./properties.ts";

export const specimensOf = (provider: string): Promise<readonly Specimen[]> =>
  openSpecimens(cases.filter(({ label }) => label === provider));

/** A bounded run over one provider's specimens; `replay` makes a document again. */
export const mutate = async (specimens: readonly Specimen[], count: number) => {
  const report = await runMutations(specimens, { seed, count });
  return { ...report, wrong: report.wrong.map(({ written: _, ...rest }) => rest) };
};

/** Kinds of mutation of which no document was Verified, or every one. */
export const kindsWhere = ({ kinds }: Pick<Report, "kinds">, share: "none" | "all"): readonly string[] =>
  [...kinds].flatMap(([kind, { documents, verified }]) =>
    verified === (share === "none" ? 0 : documents) ? [kind] : [],
  );
