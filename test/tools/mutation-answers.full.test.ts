import { describe, expect, test } from "vitest";
import { mutate, specimensOf } from "../support/mutations.ts";

describe.each([
  ["gamma", 3_000],
  ["zeta", 1_500],
] as const)("a changed answer of %s", (provider, count) => {
  test("is refused for what is wrong with it, or read exactly as it prints", async () => {
    const report = await mutate(await specimensOf(provider), count);

    expect(report.wrong).toEqual([]);
    expect(report.documents).toBe(count);
    expect(report.verified).toBeGreaterThan(count / 8);
  });
});
