import { describe, expect, test } from "vitest";
import { kindsWhere, mutate, specimensOf } from "../support/mutations.ts";

describe.each(["epsilon", "eta", "iota"])("a changed PDF of %s", (provider) => {
  test("is refused for what is wrong with it, or read exactly as it prints", async () => {
    const report = await mutate(await specimensOf(provider), 120);

    expect(report.wrong).toEqual([]);
    expect(report.documents).toBe(120);
    const references = [...report.kinds.keys()].filter((kind) => kind.startsWith("reference: "));
    expect(references).not.toEqual([]);
    expect(kindsWhere(report, "none")).toEqual(expect.arrayContaining(references));
    expect(report.verified).toBeGreaterThan(report.documents / 8);
  });
});
