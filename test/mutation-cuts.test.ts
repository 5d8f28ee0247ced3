import { describe, expect, test } from "vitest";
import { wrongCuts } from "../tools/mutate/cuts.ts";
import { specimensOf } from "./support/mutations.ts";

describe.each(["alpha", "beta", "gamma"])("a document of %s", async (provider) => {
  const specimens = await specimensOf(provider);
  const verified = specimens.filter(({ name }) => name.includes("/verified"));

  test.each(verified.map((one) => [one.name, one] as const))(
    "%s is an error of the provider wherever it is cut",
    async (_, specimen) => {
      expect(await wrongCuts(specimen)).toEqual([]);
    },
  );
});
