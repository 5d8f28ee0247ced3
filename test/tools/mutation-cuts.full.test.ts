import { describe, expect, test } from "vitest";
import { providerLabels } from "../../src/providers/registry.ts";
import { wrongCuts } from "../../tools/mutate/cuts.ts";
import { specimensOf } from "../support/mutations.ts";

/** So many cuts of a body are tried here; `npm run mutate -- --cuts` tries all. */
const cutsMax = 1_500;

describe.each(providerLabels)("a document of %s", async (provider) => {
  const specimens = await specimensOf(provider);
  const verified = specimens.filter(({ name }) => name.includes("/verified"));

  test.each(verified.map((one) => [one.name, one] as const))(
    "%s is an error of the provider wherever it is cut",
    async (_, specimen) => {
      const step = Math.ceil((await specimen.body()).bytes.length / cutsMax);
      expect(await wrongCuts(specimen, step)).toEqual([]);
    },
  );
});
