import { describe, expect, test } from "vitest";
import { kindsWhere, mutate, specimensOf } from "./support/mutations.ts";

describe("a changed document of beta", () => {
  test("is refused for what is wrong with it, or read exactly as it prints", async () => {
    const report = await mutate(await specimensOf("beta"), 1500);

    expect(report.wrong).toEqual([]);
    expect(report.documents).toBe(1500);
    expect(kindsWhere(report, "none")).toEqual(expect.arrayContaining(["reference: one character"]));
    expect(report.verified).toBeGreaterThan(report.documents / 5);
  });
});
