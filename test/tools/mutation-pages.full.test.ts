import { describe, expect, test } from "vitest";
import { kindsWhere, mutate, specimensOf } from "../support/mutations.ts";

describe.each([
  ["beta", 400],
  ["delta", 250],
  ["theta", 400],
] as const)("a changed document of %s", (provider, count) => {
  test("is refused for what is wrong with it, or read exactly as it prints", async () => {
    const report = await mutate(await specimensOf(provider), count);

    expect(report.wrong).toEqual([]);
    expect(report.documents).toBe(count);
    expect(kindsWhere(report, "none")).toEqual(expect.arrayContaining(["reference: one character"]));
    expect(report.verified).toBeGreaterThan(count / 8);
  });
});
